//! A judge's calendar: an address that programs read, since they cannot sign in. It is shown once, and ends with the judging role.

use crate::event::events;
use crate::prelude::*;
use store::judge_calendar;

/// Whether the caller has an address for their calendar in this event.
/// Errors: 401; 404 where there is no such event; 403 for a caller who does not judge it; 409 once its personal data are removed.
pub async fn open(call: &mut Call<'_>) -> Outcome<(Context, bool)> {
    let (at, permit) = call.open::<act::KeepCalendar>().await?;
    let made = judge_calendar::is_made(call.conn, &permit).await?;
    Ok((at, made))
}

/// Makes the secret of a new address, in place of the one before.
/// Errors: as [`open`].
pub async fn make(call: &mut Call<'_>) -> Acted<String> {
    let (at, permit) = call.open::<act::KeepCalendar>().await?;
    let secret = secrets::random()?;
    judge_calendar::set(call.conn, &permit, Some(&secrets::hash(&secret))).await?;
    Ok(Done::logged(secret, call.entry(&at, "calendar.made", "event", at.event)))
}

/// Ends the caller's address.
/// Errors: as [`open`].
pub async fn end(call: &mut Call<'_>) -> Acted {
    let (at, permit) = call.open::<act::KeepCalendar>().await?;
    if !judge_calendar::is_made(call.conn, &permit).await? {
        return Ok(Done::unlogged(()));
    }
    judge_calendar::set(call.conn, &permit, None).await?;
    Ok(Done::logged((), call.entry(&at, "calendar.ended", "event", at.event)))
}

/// The event that the judge with this secret judges, as visitors see it, and when what calendars show of it last changed.
/// Errors: 404 for an address that nobody has, or has no more.
pub async fn read(conn: &mut Conn, secret: &str) -> Outcome<(Event, DateTime<Utc>)> {
    let slug =
        judge_calendar::event_of(conn, &secrets::hash(secret)).await?.ok_or_else(Refusal::not_found)?;
    events::for_calendar(conn, &slug).await
}
