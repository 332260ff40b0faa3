//! A judge's call for help.

use super::review::{ReviewForm, again};
use super::{ListRefused, listed};
use crate::pages::prelude::*;
use app::pages::judge::SeenOrder;
use portal::judge::call;
use shared::call::of_form;

/// `POST /judge/call`: calls for an organizer of `event`, from the project of `assignment`, with what is `said`.
pub async fn make(Shared(state): Shared<State>, posted: PostedForm) -> PageResult {
    let (said, slug, on) = (of_form(&posted.form), posted.form.get("event"), assignment(&posted.form));
    let done = state.write(async |c| call::make(c, &posted.caller, slug, on, said).await).await;
    answer(&state, posted, done).await
}

/// `POST /judge/call/withdraw`: takes the call back.
pub async fn withdraw(Shared(state): Shared<State>, posted: PostedForm) -> PageResult {
    let slug = posted.form.get("event");
    let done = state.write(async |c| call::withdraw(c, &posted.caller, slug).await).await;
    answer(&state, posted, done).await
}

fn assignment(form: &Form) -> Option<AssignmentId> {
    form.get("assignment").parse().ok().map(AssignmentId)
}

/// Back to the page of the review, or to the list, where the form was there.
async fn answer(state: &State, posted: PostedForm, done: Result<(), Failure>) -> PageResult {
    let PostedForm { caller, form, .. } = posted;
    let page = assignment(&form).filter(|_| form.get("back") != "list");
    match (done, page) {
        (Ok(()), Some(id)) => Ok(see(&format!("/judge/assignments/{id}"))),
        (Ok(()), None) => Ok(see("/judge")),
        (Err(failure), Some(id)) => again(state, &caller, id, (ReviewForm::Call, form), failure).await,
        (Err(failure), None) => {
            let again = async |refusal| {
                let refused = Some(ListRefused::Call(form, refusal));
                listed(state, &caller, (false, SeenOrder::Walk, None), refused).await
            };
            forms::show_again(failure, again).await
        }
    }
}
