//! Statuses and free words.

use super::{Icon, Sign};
use leptos::prelude::*;

/// What a colour repeats; it never says it alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good to know.
    Note,
    /// Done, holds.
    Good,
    /// Look at this.
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
pub fn Pill(
    /// Its colour.
    #[prop(optional)]
    tone: Tone,
    /// Its icon.
    sign: Sign,
    /// Its word.
    #[prop(into)]
    word: String,
) -> impl IntoView {
    view! { <span class=format!("pill{}", tone.class())><Icon sign/>{word}</span> }
}

/// A free word; a link where `href` is given.
#[component]
pub fn Tag(
    /// The word.
    #[prop(into)]
    word: String,
    /// What it filters by.
    #[prop(optional, into)]
    href: String,
    /// The filter is on.
    #[prop(optional)]
    current: bool,
) -> impl IntoView {
    if href.is_empty() {
        view! { <span class="tag">{word}</span> }.into_any()
    } else {
        view! { <a class="tag" href=href aria-current=current.then_some("true")>{word}</a> }.into_any()
    }
}

/// A row of tags; nothing where there are none.
#[component]
pub fn Tags(
    /// The words.
    words: Vec<String>,
) -> impl IntoView {
    if words.is_empty() {
        return ().into_any();
    }
    let tags: Vec<_> = words.into_iter().map(|word| view! { <li><Tag word/></li> }).collect();
    view! { <ul class="tags" aria-label="Tags">{tags}</ul> }.into_any()
}
