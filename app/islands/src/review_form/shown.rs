//! What the page says of its scoring form. It is in one signal, which the islands follow: the server begins it with what it
//! renders, and `page_form`, `behaviour` and `restore` change it.

use super::checks::{FieldReport, Tally, bars, comment_fault, comment_length, tally};
use crate::page_signal::page_signal;
use leptos::prelude::{RwSignal, UpdateUntracked, WithUntracked};
use shared::rubric::Criterion;

/// What the page says of its form.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub(super) total: String,
    /// How many criteria are scored.
    pub(super) scored: String,
    /// The bars of the scores, as the path of a drawing.
    pub(super) bars: String,
    /// The bars of the highest scores, likewise.
    pub(super) room: String,
    /// The criteria's keys; only the server needs them.
    keys: Vec<String>,
    /// What is said at each criterion.
    pub(super) fields: Vec<FieldReport>,
    /// What each criterion adds to the total.
    pub(super) adds: Vec<String>,
    /// How many characters the comment has.
    pub(super) comment_length: String,
    /// Why the server would refuse the comment; empty where it would not.
    pub(super) comment_fault: String,
    /// The line about saving.
    pub(super) saving: String,
    /// Why nothing is sent any more, the link beside it, and its address; empty for none.
    pub(super) halt: [String; 3],
    /// Whether this device keeps what is typed.
    pub(super) kept: bool,
    /// Another tab of this browser has the same review open.
    pub(super) elsewhere: bool,
    /// What happened to the copy that belongs here, and to another one.
    pub(super) notices: [Notice; 2],
    /// How many islands for a criterion were made: its mark, and what it adds.
    islands: [usize; 2],
}

/// A notice about a copy that this device keeps: its title, what happened, the scores and the comment that are nowhere else, and
/// the labels of its two buttons. What is empty is not shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Notice(pub(super) [String; Self::PARTS]);

impl Notice {
    /// How many texts it has.
    pub(super) const PARTS: usize = 6;
}

impl Shown {
    /// What the server renders for these values, with this line about saving.
    #[cfg(feature = "ssr")]
    pub(super) fn rendered(
        criteria: &[Criterion],
        typed: &[String],
        comment: &str,
        submit: bool,
        saving: String,
    ) -> Self {
        let keys = criteria.iter().map(|c| c.key.clone()).collect();
        let mut shown = Self { keys, saving, ..Self::default() };
        shown.follow(criteria, typed, comment, submit);
        shown
    }

    /// Takes over what follows from the values alone. `submit` is whether a missing score is a mistake.
    pub(super) fn follow(&mut self, criteria: &[Criterion], typed: &[String], comment: &str, submit: bool) {
        let Tally { fields, scored, total, adds } = tally(criteria, typed, submit);
        self.total = total;
        self.scored = scored.to_string();
        self.room = bars(criteria, None);
        self.bars = bars(criteria, Some(&fields));
        self.fields = fields;
        self.adds = adds;
        self.comment_length = comment_length(comment).to_string();
        self.comment_fault = comment_fault(comment);
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum OfCriterion {
    Mark = 0,
    /// What it adds to the total.
    Adds = 1,
}

/// The criterion of the island that is made now. Islands are rendered, and hydrated, in the page's order, which is the
/// rubric's; a property would bring a JSON reader into the module.
pub(super) fn next_criterion(kind: OfCriterion) -> usize {
    let shown: RwSignal<Shown> = shown();
    let mut index = 0;
    shown.update_untracked(|shown| {
        let made = &mut shown.islands[kind as usize];
        index = *made;
        *made += 1;
    });
    index
}

pub(super) fn error_id(index: usize) -> String {
    let id = |shown: &Shown| shown.keys.get(index).map(|key| ["score_", key, "-error"].concat());
    shown().with_untracked(id).unwrap_or_default()
}

// `start` says at once what follows from the values.
page_signal!(Shown, Shown::default());
