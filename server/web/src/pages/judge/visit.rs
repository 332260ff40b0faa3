//! A judge's marks on visits that came to nothing.

use super::review::{ReviewForm, again};
use crate::pages::prelude::*;
use portal::judge::visit;
use shared::visit::SentMark;

/// `POST /judge/assignments/<id>/visit`: marks the visit as `kind`; `at` is when, by a device that had no network.
pub async fn mark(At { state, id, .. }: At<AssignmentId>, posted: PostedForm) -> PageResult {
    let sent = SentMark::of_form(&posted.form);
    let done = state.write(async |c| visit::mark(c, &posted.caller, id, sent).await).await;
    answer(&state, posted, id, done, "?visit=marked").await
}

/// `POST /judge/assignments/<id>/visit/unmark`: takes the mark back.
pub async fn unmark(At { state, id, .. }: At<AssignmentId>, posted: PostedForm) -> PageResult {
    let done = state.write(async |c| visit::unmark(c, &posted.caller, id).await).await;
    answer(&state, posted, id, done, "").await
}

/// Back to the list, where the form was there, or to the page of the review.
async fn answer(
    state: &State,
    posted: PostedForm,
    id: AssignmentId,
    done: Result<(), Failure>,
    query: &str,
) -> PageResult {
    let PostedForm { caller, form, .. } = posted;
    match done {
        Ok(()) if form.get("back") == "list" => Ok(see("/judge")),
        Ok(()) => Ok(see(&format!("/judge/assignments/{id}{query}"))),
        Err(failure) => again(state, &caller, id, (ReviewForm::Visit, form), failure).await,
    }
}
