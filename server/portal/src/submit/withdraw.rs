//! An organizer withdraws a submitted project from the event, and restores it.

use super::deciding::{Locks, locked};
use super::duplicates;
use super::seen::withdrawn;
use crate::prelude::*;
use store::{duplicate, project, withdrawal};

/// Longest reason, in characters.
const REASON: usize = 500;

/// Withdraws a submitted project, with a reason that its team reads. It is not listed, planned, ranked or shown from then on, and its
/// reviews count nowhere. What repeated it repeats the earliest of these repeats, which is ranked in its place.
/// Errors: 401; 404 where the event has no such project; 403; 409 for a draft, a withdrawn project or a confirmed winner, and after
/// publication; 400 for the reason.
pub async fn withdraw(call: &mut Call<'_>, id: ProjectId, sent: Sent<String>) -> Acted {
    let (at, stored, permit) = locked::<act::WithdrawProject>(call, id, Locks::Judging).await?;
    call.caller.still(&withdrawn(&stored))?;
    let mut errors = FieldErrors::default();
    let reason = text::clean("reason", TextField::Reason, sent?.trim(), REASON, &mut errors);
    errors.add_if(text::is_blank(&reason), "reason", Fault::WithdrawalReasonMissing);
    errors.into_result()?;
    if let Some(prize) = withdrawal::won(call.conn, at.event, id).await? {
        return Err(Reason::WinnerNotWithdrawn { prize }.into());
    }
    withdrawal::withdraw(call.conn, &permit, &reason).await?;
    let (ranked_again, with_it) = duplicate::release(call.conn, &permit).await?;
    let ended = withdrawal::ended(call.conn, at.event, id).await?;
    let recused: Vec<AssignmentId> = ended.iter().map(|(id, _)| *id).collect();
    let before = Some(json!({ "status": stored.status() }));
    // A reason may name people, so the log knows it by its digest, as it knows other texts.
    let mut after = json!({
        "status": "withdrawn",
        "reason_sha256": sha256_hex(reason.as_bytes()),
        "set_aside": ended.iter().filter(|(_, reviewed)| *reviewed).count(),
        "recused": recused,
    });
    if ranked_again.is_some() {
        after["unflagged"] = json!(ranked_again);
        after["with_it"] = json!(with_it);
    }
    let after = Some(after);
    Ok(Done::logged((), call.entry(&at, "project.withdrawn", "project", id).before(before).after(after)))
}

/// Restores a withdrawn project, as it had been submitted. Its assignments come back, except those of judges who have declared a conflict
/// since, or whom a list has named as a member. Repeats are looked for anew, since it was compared with none while it was gone, and those
/// that an organizer had flagged by hand repeat it again. It gets its place in the hall back, unless another project has it.
/// Errors: 401; 404 where the event has no such project; 403; 409 where it is not withdrawn, and after publication.
pub async fn restore(call: &mut Call<'_>, id: ProjectId) -> Acted {
    let (at, stored, permit) = locked::<act::RestoreProject>(call, id, Locks::Judging).await?;
    call.caller.still(&withdrawn(&stored))?;
    let ended = withdrawal::ended(call.conn, at.event, id).await?;
    withdrawal::restore(call.conn, &permit).await?;
    let mut restored = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    let flagged = duplicates::look_again(call.conn, &permit, &at, &mut restored).await?;
    let all: Vec<AssignmentId> = ended.iter().map(|(id, _)| *id).collect();
    let back = withdrawal::came_back(call.conn, at.event, &all).await?;
    let of = |reviewed: bool| -> Vec<AssignmentId> {
        ended.iter().filter(|(id, was)| *was == reviewed && back.contains(id)).map(|(id, _)| *id).collect()
    };
    let before = Some(json!({ "status": "withdrawn" }));
    let counted_again = of(true);
    let mut after = json!({ "status": "submitted", "counted_again": counted_again, "given_back": of(false) });
    // Where the project came withdrawn with an import, no other row covers these reviews.
    if !counted_again.is_empty() {
        let (scores, judges) = withdrawal::digests(call.conn, at.event, id).await?;
        after["scores_digest"] = json!(scores);
        after["judges_digest"] = json!(judges);
    }
    if let Some(place) = withdrawal::place(call.conn, id).await? {
        after["place"] = json!([place.room, place.place]);
    }
    if restored.duplicate_of.is_some() || stored.duplicate_of.is_some() {
        after["duplicate_of"] = json!(restored.duplicate_of);
    }
    if !flagged.is_empty() {
        after["flagged"] = json!(flagged);
    }
    let after = Some(after);
    Ok(Done::logged((), call.entry(&at, "project.restored", "project", id).before(before).after(after)))
}
