//! A line with a sign before it.

use crate::icon::icon;
use leptos::prelude::*;

/// A text that follows a signal.
pub(super) type Text = Box<dyn Fn() -> String + Send>;
/// Whether an attribute is there; it follows a signal.
pub(super) type Flag = Box<dyn Fn() -> bool + Send>;

/// A line with the sign of this path before it. Every type of view is compiled again, so the islands share this one.
pub(super) fn signed(
    class: &'static str,
    id: String,
    path: &'static str,
    hidden: Flag,
    words: Text,
    words_class: &'static str,
) -> impl IntoView {
    view! { <p class=class id=(!id.is_empty()).then_some(id) hidden=hidden>{icon(path)}<span class=words_class>{words}</span></p> }
}
