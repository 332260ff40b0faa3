//! Which links of the project the judge opened from this page, where the event counts that. This tab keeps it, since a link leaves the
//! page, and sends it with the submission.

use super::page_form::PageForm;
use crate::browser::Store;
use web_sys::Element;

fn name(form: &PageForm) -> String {
    ["evenhand-looked-", &form.attribute("data-person"), "-", &form.attribute("data-assignment")].concat()
}

/// Keeps that a link was opened, if what was clicked is one.
pub(super) fn keep_look(form: &PageForm, clicked: &Element) {
    let link = clicked.closest("[data-look]").ok().flatten();
    let Some(link) = link.and_then(|link| link.get_attribute("data-look")) else { return };
    let (name, opened) = (name(form), opened(form));
    if !opened.contains(&link) {
        let text = opened.into_iter().chain([link]).collect::<Vec<_>>().join(",");
        Store::Tab.set(&name, &text);
    }
}

fn opened(form: &PageForm) -> Vec<String> {
    let kept = Store::Tab.get(&name(form)).unwrap_or_default();
    kept.split(',').filter(|link| !link.is_empty()).map(str::to_owned).collect()
}

/// What to send with a submission; none where the page counts nothing.
pub(super) fn looked(form: &PageForm) -> Option<Vec<String>> {
    form.counts_looks().then(|| opened(form))
}
