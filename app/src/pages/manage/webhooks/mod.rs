//! What other programs are told of an event: a part of the page of exports.

mod attempts;
pub mod form;
pub mod list;
pub mod one;
mod state;

/// Where the forms of the part post to.
fn base(slug: &str) -> String {
    format!("/events/{slug}/manage/webhooks")
}
