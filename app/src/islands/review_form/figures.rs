//! What changes with every key in the scoring form: the total, how many criteria are scored, the line about saving, and the
//! length of the comment. Each is a Leptos island: the server renders its text, the browser hydrates it, and it follows a
//! signal. `page_form` sets the signals.
//!
//! An island holds a text and no elements: the elements around it are the server's alone, so their code is not in the module.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use leptos::prelude::*;

/// The texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    /// The weighted total.
    pub(super) total: RwSignal<String>,
    /// How many criteria are scored.
    pub(super) scored: RwSignal<String>,
    /// The line about saving.
    pub(super) status: RwSignal<String>,
    /// How many characters the comment has.
    pub(super) comment_length: RwSignal<String>,
}

impl Figures {
    /// Signals that begin with these texts: total, scored, status, length of the comment.
    pub(super) fn new([total, scored, status, comment_length]: [String; 4]) -> Self {
        Self {
            total: RwSignal::new(total),
            scored: RwSignal::new(scored),
            status: RwSignal::new(status),
            comment_length: RwSignal::new(comment_length),
        }
    }
}

/// The page's figures: on the server those of the page that is rendered.
#[cfg(feature = "ssr")]
pub(super) fn figures() -> Figures {
    use_context().unwrap_or_else(|| Figures::new(Default::default()))
}

#[cfg(not(feature = "ssr"))]
pub(super) use in_browser::figures;

/// The figures in the browser.
#[cfg(not(feature = "ssr"))]
mod in_browser {
    use super::Figures;
    use crate::islands::browser::window;
    use std::cell::OnceCell;

    thread_local! {
        static FIGURES: OnceCell<Figures> = const { OnceCell::new() };
    }

    /// The page's figures. They begin with what the server rendered: hydrating assumes that the page already shows it.
    pub(in super::super) fn figures() -> Figures {
        FIGURES.with(|figures| {
            *figures.get_or_init(|| {
                let places = ["output", ".scored", "#review-status", "#comment-length"];
                Figures::new(places.map(|place| rendered(place).unwrap_or_default()))
            })
        })
    }

    fn rendered(place: &str) -> Option<String> {
        let text = window()?.document()?.query_selector(place).ok()??.text_content()?;
        // An empty text is rendered as a blank, so that there is a node to hydrate.
        Some(text.trim().to_owned())
    }
}

/// A text that follows a signal. All islands have the same type of closure, which is compiled once.
fn text(signal: RwSignal<String>) -> impl IntoView {
    let text: Box<dyn Fn() -> String + Send> = Box::new(move || signal.get());
    text
}

/// The weighted total.
#[island]
pub(super) fn TotalText() -> impl IntoView {
    text(figures().total)
}

/// How many criteria are scored.
#[island]
pub(super) fn ScoredText() -> impl IntoView {
    text(figures().scored)
}

/// The line about saving.
#[island]
pub(super) fn StatusText() -> impl IntoView {
    text(figures().status)
}

/// How many characters the comment has.
#[island]
pub(super) fn CommentLengthText() -> impl IntoView {
    text(figures().comment_length)
}
