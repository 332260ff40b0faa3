//! What changes with every key in the scoring form: the total with its bars, how many criteria are scored, the mark at each
//! criterion and what it adds, the line about saving, and the length of the comment.

#![allow(unreachable_pub, reason = "the macro makes what it exports to JavaScript public")]

use super::shown::{OfCriterion, Shown, error_id, flag, next_criterion, text};
use super::signed::signed;
use crate::icon_paths::{ALERT, CHECK};
use leptos::prelude::*;

#[island]
pub fn TotalText() -> impl IntoView {
    text(0, |shown, _| shown.total.as_str().into())
}

/// How many criteria are scored.
#[island]
pub fn ScoredText() -> impl IntoView {
    text(0, |shown, _| shown.scored.as_str().into())
}

/// The line about saving.
#[island]
pub fn SavingText() -> impl IntoView {
    text(0, |shown, _| shown.saving.as_str().into())
}

/// How many characters the comment has.
#[island]
pub fn CommentLengthText() -> impl IntoView {
    text(0, |shown, _| shown.comment_length.as_str().into())
}

/// What a criterion adds to the total.
#[island]
pub fn AddsText() -> impl IntoView {
    let index = next_criterion(OfCriterion::Adds);
    text(index, |shown, index| shown.adds.get(index).map_or("", String::as_str).into())
}

/// A bar for each criterion, as wide as its weight and as high as its score: the filled share of the drawing is the total.
#[island]
pub fn ShareBars() -> impl IntoView {
    view! {
        <svg class="review-share" viewBox="0 0 1000 240" preserveAspectRatio="none" aria-hidden="true">
            <path class="review-share-room" d=text(0, |shown, _| shown.room.as_str().into())/>
            <path class="" d=text(0, |shown, _| shown.bars.as_str().into())/>
        </svg>
    }
}

/// Whether a criterion has a score that holds, and else what is wrong with it.
#[island]
pub fn CriterionMark() -> impl IntoView {
    let index = next_criterion(OfCriterion::Mark);
    let unscored =
        flag(index, |shown, index| shown.fields.get(index).is_none_or(|field| field.score.is_none()));
    view! {
        {signed("review-tick", String::new(), CHECK, unscored, text(0, |_, _| "scored".into()), "sr-only")}
        {signed(
            "field-error",
            error_id(index),
            ALERT,
            flag(index, |shown, index| wrong(shown, index).is_empty()),
            text(index, |shown, index| wrong(shown, index).into()),
            "",
        )}
    }
}

fn wrong(shown: &Shown, index: usize) -> &str {
    shown.fields.get(index).map_or("", |field| &field.wrong)
}

#[island]
pub fn CommentFault() -> impl IntoView {
    let hidden = flag(0, |shown, _| shown.comment_fault.is_empty());
    let words = text(0, |shown, _| shown.comment_fault.as_str().into());
    signed("field-error", "comment-error".into(), ALERT, hidden, words, "")
}
