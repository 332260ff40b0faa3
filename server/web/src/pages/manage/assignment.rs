//! Acts on one assignment, from the page of its judge or of its project.

use super::assignments::hand::PART;
use super::assignments::overview::Assignments;
use super::assignments::review::Review;
use super::people::member::Member;
use super::projects::Flag;
use crate::pages::prelude::*;
use portal::Done;
use portal::judge::{by_hand, recuse};
use shared::recusal::Recusal;

/// `POST …/assignments/<id>/remove`; `to` is the page to go back to.
pub async fn remove(sent: Post<Review>) -> PageResult {
    back(sent, ActDone::AssignmentTaken, async |call, at| by_hand::take_away(call, at.id).await).await
}

/// `POST …/assignments/<id>/recuse`; `to` is the page to go back to.
pub async fn recuse(sent: Post<Review>) -> PageResult {
    back(sent, ActDone::JudgeRecused, async |call, at| {
        recuse::recuse(call, at.id, Ok(Recusal::default())).await
    })
    .await
}

/// `POST …/assignments/<id>/reinstate`; `to` is the page to go back to.
pub async fn reinstate(sent: Post<Review>) -> PageResult {
    back(sent, ActDone::JudgeReinstated, async |call, at| recuse::reinstate(call, at.id).await).await
}

/// Acts, and goes back to the page that the form names, or shows it again with the refusal. A page that is none of these leads to
/// the list.
async fn back(
    sent: Post<Review>,
    did: ActDone,
    job: impl AsyncFnOnce(&mut Call<'_>, &At<AssignmentId>) -> Outcome<Done<()>>,
) -> PageResult {
    let done = sent.at.by().write(async |call| job(call, &sent.at).await).await;
    match sent.get("to").split_once('/').map(|(side, id)| (side, path::id(id).ok())) {
        Some(("judges", Some(id))) => {
            sent.on::<Member>(PersonId(id)).after(done, |at, ()| did.at(&(Member::path(at) + PART))).await
        }
        Some(("projects", Some(id))) => {
            sent.on::<Flag>(ProjectId(id)).after(done, |at, ()| did.at(&(Flag::path(at) + PART))).await
        }
        _ => {
            done?;
            Ok(see(&did.at(&Assignments::path(&sent.at.to(())))))
        }
    }
}
