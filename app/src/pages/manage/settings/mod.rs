//! `/events/<slug>/manage/settings`: the event's settings; and its rubric, with its tracks and its own questions in the form of a project.

mod criteria;
mod effects;
mod form_questions;
mod lines;
mod page;
mod tracks;
mod windows;

pub use criteria::{CriteriaPage, criteria_page};
pub use form_questions::{FormQuestionsPart, QuestionLine};
pub use lines::{AroundLines, UnsavedReason};
pub(super) use lines::{
    Fold, FormLine, LinesForm, form_line, form_lines, line_legend, named_errors, start_from,
};
pub(crate) use page::zone_field;
pub use page::{AboutForm, EvidenceForm, LeaveOffer, SettingsPage, TermsForm, settings_page};
pub use tracks::{TrackLine, TracksPart, tracks_part};
pub(crate) use windows::window_inputs;
pub use windows::{MomentInput, WindowInput, WindowsForm};

use crate::components::long_lists::{FIRST, first_few};
use crate::prelude::*;

/// What saves all lists of the page of the rubric; below each of them.
const SAVE: &str = "Save rubric";

/// What another organizer saved while this form was open: what it is called, and its text.
pub type OtherVersion = Vec<(String, String)>;

/// Another organizer's version, beside the form with one's own.
pub(super) fn theirs_notice(theirs: OtherVersion, page: &str) -> Option<AnyView> {
    if theirs.is_empty() {
        return None;
    }
    let page = page.to_owned();
    let lines = each(theirs, |(label, text)| {
        let text = if text.trim().is_empty() { "Nothing: they left it empty.".to_owned() } else { text };
        view! { <div><dt>{label}</dt><dd><Paragraphs text/></dd></div> }
    });
    let list = |_: &'static str, lines: Vec<AnyView>| view! { <dl class="settings-theirs">{lines}</dl> };
    let lines = first_few(lines, FIRST, ("", ""), ("line", "lines"), list);
    Some(view! {
        <Notice tone=Tone::Warn title="Another organizer saved this while you had the page open">
            {lines}
            <p>"The form below holds what you typed. Save it to replace theirs, or "<a href=page>"discard yours"</a>"."</p>
        </Notice>
    })
}
