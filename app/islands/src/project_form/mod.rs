//! The form of a project. The server renders it whole. In the browser it keeps what is typed on this device until the server
//! has it, and saves a draft as its editor pauses. Without a button it neither submits nor changes what visitors see.
//!
//! What changes while somebody types is in Leptos islands, which the server renders and the browser hydrates: `checklist`,
//! `notices` and `counts`. They follow the signal in `shown`; `lines` says what the checklist asks for.
//!
//! `merge`, `saving` and `copies` only decide, and are tested without a browser; `page_form` reads and writes the fields in the
//! page; `state` has what the page knows of them; `behaviour` and `restore` put all this together.

mod behaviour;
mod checklist;
mod copies;
mod counts;
mod lines;
mod merge;
mod notices;
mod page_form;
mod request;
mod restore;
mod saving;
mod shown;
mod state;

pub use behaviour::start;
#[cfg(feature = "ssr")]
use leptos::prelude::*;
pub use {
    checklist::{AnswerState, ProjectChecklist},
    counts::{DescriptionCount, SummaryCount},
    notices::ProjectNotices,
};

/// Prepares the page for its islands, which are hydrated next.
#[cfg(not(feature = "ssr"))]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
    shown::shown();
}

/// Begins what the page says of a form with this address, these fields that need an answer, and these values. Its islands take their texts
/// from it.
#[cfg(feature = "ssr")]
pub fn begin_form<'t>(path: &str, tracks: bool, needed: Vec<String>, value: impl Fn(&str) -> &'t str) {
    provide_context(RwSignal::new(shown::Shown::rendered(path, tracks, needed, value)));
}
