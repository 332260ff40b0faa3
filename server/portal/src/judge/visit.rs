//! A judge marks a visit that came to nothing, and takes the mark back.

use super::open_own;
use crate::prelude::*;
use shared::visit::SentMark;
use store::visit;

/// Marks the visit to a project that the caller has still to review. It moves to the end of the caller's list. A mark that is
/// as new or newer stays.
/// Errors: 401; 404 for any assignment but the caller's own; 409 outside the judging window, after the review or after stepping aside; 400
/// for no such mark.
pub async fn mark(call: &mut Call<'_>, id: AssignmentId, sent: Sent<SentMark>) -> Acted {
    let (at, permit) = open_own::<act::MarkVisit>(call, id).await?;
    let sent = sent?;
    let before = visit::find(call.conn, id).await?;
    let Some(marked) = visit::mark(call.conn, &permit, sent.mark, sent.at).await? else {
        return Ok(Done::unlogged(()));
    };
    let entry = call.entry(&at, "visit.marked", "assignment", id);
    Ok(Done::logged((), entry.before(before.map(logged)).after(logged(marked))))
}

/// Takes the caller's mark back.
/// Errors: as [`mark`].
pub async fn unmark(call: &mut Call<'_>, id: AssignmentId) -> Acted {
    let (at, permit) = open_own::<act::MarkVisit>(call, id).await?;
    let Some(before) = visit::find(call.conn, id).await? else { return Ok(Done::unlogged(())) };
    visit::unmark(call.conn, &permit).await?;
    let before = Some(logged(before));
    Ok(Done::logged((), call.entry(&at, "visit.unmarked", "assignment", id).before(before)))
}

fn logged(visit: Visit) -> Value {
    json!({ "mark": visit.mark.name(), "marked_at": visit.at })
}
