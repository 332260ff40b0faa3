//! A judge calls for help, and an organizer answers.

use crate::prelude::*;
use serde_json::Map;
use shared::proposal::values;
use store::call;

/// Calls for an organizer, from the project of one of the caller's assignments where `on` names one. Where a call of the caller's
/// waits, that one stays.
/// Errors: 401, 404; 403 for a caller who does not judge in the event; 409 after judging and after publication; 400 for the text.
pub async fn make(call: &mut Call<'_>, on: Option<AssignmentId>, said: Sent<String>) -> Acted {
    let (at, permit) = call.open::<act::CallForHelp>().await?;
    match call::make(call.conn, &permit, on, &said?).await? {
        Some(id) => Ok(Done::logged((), call.entry(&at, "call.made", "call", id))),
        None => Ok(Done::unlogged(())),
    }
}

/// Takes the caller's call back.
/// Errors: 401, 404; 403 for a caller who does not judge in the event; 409 after judging and after publication.
pub async fn withdraw(call: &mut Call<'_>) -> Acted {
    let (at, permit) = call.open::<act::CallForHelp>().await?;
    if call.caller.proposal().is_some() {
        let (event, judge) = permit.ids();
        call::lock_own(call.conn, event, judge).await?;
        call.caller.still(&own_seen(call.conn, event, judge).await?)?;
    }
    match call::withdraw(call.conn, &permit).await? {
        Some(id) => Ok(Done::logged((), call.entry(&at, "call.withdrawn", "call", id))),
        None => Ok(Done::unlogged(())),
    }
}

/// Which call of a judge waits, as a proposal to take it back keeps it.
pub(crate) async fn own_seen(
    conn: &mut Conn,
    event: EventId,
    judge: PersonId,
) -> Outcome<Map<String, Value>> {
    let own = call::own(conn, judge, Some(event)).await?.pop().and_then(|(_, own)| own.waiting());
    let called_at = own.as_ref().map(|own| own.called_at);
    Ok(values([("called_at", json!(called_at)), ("said", json!(own.map(|own| own.said)))]))
}

/// Whether a call waits and who is on the way, as a proposal to answer it keeps it.
pub(crate) async fn seen(conn: &mut Conn, event: EventId, id: i64) -> Outcome<Map<String, Value>> {
    let waits = call::waiting(conn, event).await?.into_iter().find(|call| call.id == id);
    let waiting = waits.is_some();
    Ok(values([("waits", json!(waiting)), ("taken_by", json!(waits.and_then(|call| call.taken_by)))]))
}

/// A call of the event under its lock, for a proposal as it was made.
async fn locked(call: &mut Call<'_>, at: &Context, id: i64) -> Outcome<()> {
    require(call::lock(call.conn, at.event, id).await?, Reason::NotFound)?;
    if call.caller.proposal().is_some() {
        call.caller.still(&seen(call.conn, at.event, id).await?)?;
    }
    Ok(())
}

/// The calls that wait, the oldest first. An organizer who takes part is not told who judges which project.
/// Errors: 401, 404; 403 for a caller who does not organize.
pub async fn waiting(call: &mut Call<'_>) -> Outcome<Vec<WaitingCall>> {
    let (at, _) = call.open::<act::AnswerCall>().await?;
    if call.ask::<act::WatchBoard>(&at).is_ok() {
        return call::waiting(call.conn, at.event).await;
    }
    rooms_only(call.conn, &at).await
}

/// Says that the caller is on the way to the judge who called, also in the place of another organizer.
/// Errors: 401; 404 also where the event has no such call; 403 for a caller who does not organize.
pub async fn take(call: &mut Call<'_>, id: i64) -> Acted {
    let (at, permit) = call.open::<act::AnswerCall>().await?;
    locked(call, &at, id).await?;
    match call::take(call.conn, &permit, id).await? {
        true => Ok(Done::logged((), call.entry(&at, "call.taken", "call", id))),
        false => Ok(Done::unlogged(())),
    }
}

/// Ends a call: the judge was helped.
/// Errors: as [`take`].
pub async fn end(call: &mut Call<'_>, id: i64) -> Acted {
    let (at, permit) = call.open::<act::AnswerCall>().await?;
    locked(call, &at, id).await?;
    match call::end(call.conn, &permit, id).await? {
        true => Ok(Done::logged((), call.entry(&at, "call.ended", "call", id))),
        false => Ok(Done::unlogged(())),
    }
}

/// The calls that wait, for an organizer to whom the board is closed. They take part, so they are not told who judges which project:
/// of a place they see the room.
pub(super) async fn rooms_only(conn: &mut Conn, at: &Context) -> Outcome<Vec<WaitingCall>> {
    let mut calls = call::waiting(conn, at.event).await?;
    for call in &mut calls {
        call.project = None;
        call.place.place.clear();
    }
    Ok(calls)
}
