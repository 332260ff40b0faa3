//! The page that checks records.

use crate::pages::verify_form::{Form, LEAD, Place, TITLE};
use crate::prelude::*;
use shared::provenance::{PageKeys, Report};

#[derive(Clone, Debug, Default)]
pub struct VerifyPage {
    /// The site's keys, and its address.
    pub keys: PageKeys,
    /// A signed document that the page was asked to check: its name, and its text.
    pub given: Option<(String, String)>,
    pub pasted: String,
    /// The event of audit exports, as typed.
    pub slug: String,
    /// What the server found, where it was sent something.
    pub report: Option<Report>,
    /// The version of the assets, where the check can run in the browser.
    pub version: Option<&'static str>,
}

/// The page. The form and the report are drawn without Leptos, by what draws them in the one-file verifier too.
pub fn verify_page(model: VerifyPage) -> AnyView {
    needs(Sheet::Verify);
    let VerifyPage { keys, given, pasted, slug, report, version } = model;
    let form = Form {
        keys: &keys,
        given: given.as_ref().map(|(name, text)| (name.as_str(), text.as_str())),
        pasted: &pasted,
        slug: &slug,
        wrong: &refused("files"),
        report: report.as_ref(),
        place: Place::Page(version),
    };
    view! {
        <div class="stack">
            <h1>{TITLE}</h1>
            <p class="lead">{LEAD}</p>
            <ErrorSummary heading="Nothing was checked"/>
            <div class="verify-below" data-as-is inner_html=form.to_string()></div>
        </div>
    }
}
