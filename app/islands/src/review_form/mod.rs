//! The scoring form. The server renders it whole, and it is complete without scripting. In the browser it says at each tap what
//! the server would say, moves the total, keeps what is typed on the device, and saves it as the judge goes on.
//!
//! What changes meanwhile is in Leptos islands, which the server renders and the browser hydrates: `figures` and `notices`. They
//! follow the signal in `shown`.
//!
//! `checks`, `saving`, `values` and `copies` only decide, and are tested without a browser; `page_form` reads and writes the
//! fields in the page; `state` has what the page knows of them; `behaviour` and `restore` put all this together. The form holds
//! one judge's own values, and nobody else's.

mod behaviour;
mod checks;
mod copies;
mod figures;
mod looks;
mod notices;
mod page_form;
mod request;
mod restore;
mod saving;
mod shown;
mod signed;
mod state;
mod values;

pub use behaviour::start;

/// Prepares the page for its islands, which are hydrated next.
#[cfg(all(feature = "review-form", not(feature = "ssr")))]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
    shown::shown();
}

#[cfg(feature = "ssr")]
use leptos::prelude::{RwSignal, provide_context};
#[cfg(feature = "ssr")]
use shared::rubric::Criterion;
pub use {
    checks::{comment_fault, fault, percents, report, two_places},
    figures::{
        AddsText, CommentFault, CommentLengthText, CriterionMark, SavingText, ScoredText, ShareBars,
        TotalText,
    },
    notices::{ReviewHalt, ReviewNotices},
    saving::{DRAFT_SAVED, SET_ASIDE, SUBMITTED, WITHDRAWN, names_moment},
};

/// Begins what the page says of a form with these values, of which `stored` says what the server holds. Its islands take their texts
/// from it.
#[cfg(feature = "ssr")]
pub fn begin_form(criteria: &[Criterion], typed: &[String], comment: &str, submit: bool, stored: String) {
    provide_context(RwSignal::new(shown::Shown::rendered(criteria, typed, comment, submit, stored)));
}
