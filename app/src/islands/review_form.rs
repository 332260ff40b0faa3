//! The scoring island: a rubric to fill in, with its total. Rendered on the server it is a whole form;
//! awake in the browser it says at each tap what the server would say, and moves the total.
//!
//! It is given the judge's own values and nothing else, and asks the network for nothing.

use super::fields::{comment_field, criterion_field};
use super::tally::{actions, figures};
use super::wake::{Keeping, wake};
use leptos::html::Div;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::rubric::Criterion;

/// What the judge last asked for, where it was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attempt {
    /// Nothing was refused.
    #[default]
    None,
    /// Saving a draft.
    Draft,
    /// Submitting: what is missing is then an error.
    Submit,
}

/// The form's content: this judge's own values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDraft {
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// One text for each criterion, as typed; empty for none.
    pub typed: Vec<String>,
    /// The comment as typed.
    pub comment: String,
    /// What the server holds, in words: `Submitted 18:03 UTC`; empty for nothing.
    pub stored: String,
    /// The stored review is submitted.
    pub submitted: bool,
    /// The assignment, by which the browser keeps what is typed.
    pub assignment: i64,
    /// The newest save, as a text that changes with each; empty for none.
    pub upon: String,
    /// What was refused just now.
    pub attempt: Attempt,
}

/// The form's fields and its foot bar, awake in the browser.
#[island]
pub fn ReviewForm(
    /// What it holds.
    draft: ReviewDraft,
) -> impl IntoView {
    scoring(draft, false)
}

/// The fields of the form and the bar at its foot; `locked` shows the values without a way to change
/// them.
pub(crate) fn scoring(draft: ReviewDraft, locked: bool) -> impl IntoView {
    let ReviewDraft { criteria, typed, comment, stored, submitted, attempt, assignment, upon } = draft;
    let now = Typed { scores: RwSignal::new(typed), comment: RwSignal::new(comment) };
    let rubric = StoredValue::new(criteria);
    let (root, keeping) = (NodeRef::<Div>::new(), RwSignal::new(Keeping::Nothing));
    if !locked {
        wake(root, rubric, now, keeping, assignment, upon, attempt != Attempt::None);
    }
    let fields: Vec<_> =
        (0..rubric.with_value(Vec::len)).map(|index| criterion_field(rubric, index, now, attempt)).collect();
    view! {
        <div class="scoring" node_ref=root>
            <fieldset disabled=locked>{fields}</fieldset>
            {comment_field(now, locked)}
            <div class="tally">
                {figures(rubric, now, stored, keeping)}
                {(!locked).then(|| actions(submitted))}
            </div>
        </div>
    }
}

/// What stands in the form at this moment.
#[derive(Clone, Copy)]
pub(super) struct Typed {
    /// One text for each criterion, in the rubric's order.
    pub(super) scores: RwSignal<Vec<String>>,
    /// The comment.
    pub(super) comment: RwSignal<String>,
}

impl Typed {
    /// One criterion's text; follows it.
    pub(super) fn score(self, index: usize) -> String {
        self.scores.with(|scores| scores.get(index).cloned().unwrap_or_default())
    }

    /// Sets one criterion's text.
    pub(super) fn set_score(self, index: usize, text: String) {
        self.scores.update(|scores| {
            if let Some(score) = scores.get_mut(index) {
                *score = text;
            }
        });
    }
}
