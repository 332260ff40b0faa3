//! Statuses, and tags.

use crate::prelude::*;

/// A colour and its meaning. The words beside it say the same, for those who cannot see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good to know.
    Note,
    /// Done, or proven.
    Good,
    /// Look at this first.
    Warn,
    /// Refused, broken.
    Bad,
}

impl Tone {
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Note => " tone-note",
            Self::Good => " tone-good",
            Self::Warn => " tone-warn",
            Self::Bad => " tone-bad",
        }
    }
}

/// A status: icon and word.
#[component]
pub fn Pill(#[prop(optional)] tone: Tone, sign: Sign, #[prop(into)] word: String) -> impl IntoView {
    view! { <span class=format!("pill{}", tone.class())><Icon sign/>{word}</span> }
}

/// A free word; a link where `href` is given.
#[component]
pub fn Tag(
    #[prop(into)] word: String,
    /// What it filters by.
    #[prop(optional, into)]
    href: String,
    /// The filter is on.
    #[prop(optional)]
    current: bool,
    /// How many things carry it, where that helps to choose.
    #[prop(optional_no_strip)]
    count: Option<i64>,
) -> impl IntoView {
    if href.is_empty() {
        view! { <span class="tag">{word}</span> }
    } else {
        let count = count.map(|count| view! { " "<span>{words::thousands(count)}</span> });
        view! { <a class="tag" href=href aria-current=current.then_some("true")>{word}{count}</a> }
    }
}
