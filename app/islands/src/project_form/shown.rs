//! What the page says of its form. It is in one signal, which the islands follow: the server begins it with what it renders,
//! and `behaviour` and `restore` change it.

use super::lines::{self, LINES};
use crate::page_signal::page_signal;
use crate::saving::Halt;
use leptos::prelude::UpdateUntracked;
use shared::text::{DESCRIPTION, SUMMARY};
use words::texts::count_words;

/// What the page says of its form.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// The line about saving.
    pub(super) saving: String,
    /// What was restored; empty for nothing.
    pub(super) restored: String,
    /// Why nothing is sent any more.
    pub(super) halt: Halt,
    /// Whether this device keeps what is typed.
    pub(super) kept: bool,
    /// Whether another copy is offered.
    pub(super) offered: bool,
    /// The form's address: signing in again leads back to it.
    pub(super) path: String,
    /// Which lines of the checklist are done.
    pub(super) done: [bool; LINES.len()],
    pub(super) summary: String,
    pub(super) description: String,
    /// Whether the event has tracks.
    pub(super) tracks: bool,
    /// The fields of the event's own questions that need an answer, in the page's order.
    needed: Vec<String>,
    /// Which of these are answered.
    pub(super) answered: Vec<bool>,
    /// How many islands say so.
    islands: usize,
}

impl Shown {
    /// What the server renders for these values. Nothing is known about saving yet.
    pub(super) fn rendered<'t>(
        path: &str,
        tracks: bool,
        needed: Vec<String>,
        value: impl Fn(&str) -> &'t str,
    ) -> Self {
        let mut shown = Self { path: path.into(), tracks, needed, ..Self::default() };
        shown.follow(value);
        shown
    }

    /// Takes over what follows from the values alone.
    pub(super) fn follow<'t>(&mut self, value: impl Fn(&str) -> &'t str) {
        self.summary = count_words(value("summary"), SUMMARY);
        self.description = count_words(value("description"), DESCRIPTION);
        self.answered = self.needed.iter().map(|name| !value(name).trim().is_empty()).collect();
        self.done = lines::done(value);
    }
}

/// The question of the island that is made now. Islands are rendered, and hydrated, in the page's order; a property would bring a JSON
/// reader into the module.
pub(super) fn next_question() -> usize {
    let mut index = 0;
    shown().update_untracked(|shown| {
        index = shown.islands;
        shown.islands += 1;
    });
    index
}

page_signal!(Shown, super::page_form::PageForm::find().as_ref().map(rendered).unwrap_or_default());

#[cfg(not(feature = "ssr"))]
fn rendered(page: &super::page_form::PageForm) -> Shown {
    let values = page.rendered();
    let value = |name: &str| values.iter().find(|(field, _)| *field == name).map(|(_, text)| text.as_str());
    let needed = page.attribute("data-needed").split_whitespace().map(str::to_owned).collect();
    Shown::rendered(&page.action(), value("track").is_some(), needed, |name| value(name).unwrap_or_default())
}
