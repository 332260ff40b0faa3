//! A judge's call for help.

use super::Tasks;
use super::review::Review;
use crate::pages::prelude::*;
use portal::judge::call;
use shared::call::of_form;

/// `POST /judge/call`: calls for an organizer of `event`, from the project of `assignment`, with what is `said`.
pub async fn make(sent: Post<Tasks>) -> PageResult {
    let (said, slug, on) = (of_form(&sent.form), sent.get("event"), assignment(&sent.form));
    let At { state, caller, .. } = &sent.at;
    let done = state.by(caller).at(slug).write(async |call| call::make(call, on, said).await).await;
    answer(sent, done).await
}

/// `POST /judge/call/withdraw`: takes the call back.
pub async fn withdraw(sent: Post<Tasks>) -> PageResult {
    let (At { state, caller, .. }, slug) = (&sent.at, sent.get("event"));
    let done = state.by(caller).at(slug).write(call::withdraw).await;
    answer(sent, done).await
}

fn assignment(form: &Form) -> Option<AssignmentId> {
    form.get("assignment").parse().ok().map(AssignmentId)
}

/// Back to the page of the review, or to the list, where the form was there.
async fn answer(sent: Post<Tasks>, done: Outcome<()>) -> PageResult {
    let page = assignment(&sent.form).filter(|_| sent.get("back") != "list");
    match (done, page) {
        (Ok(()), Some(id)) => Ok(see(&format!("/judge/assignments/{id}"))),
        (Ok(()), None) => Ok(see("/judge")),
        (Err(failure), Some(id)) => sent.on::<Review>(id).again(failure).await,
        (Err(failure), None) => sent.again(failure).await,
    }
}
