//! The private addresses of judges' calendars, hashed.

use crate::prelude::*;

/// Whether the permit's judge has an address.
pub async fn is_made(conn: &mut Conn, permit: &Permit<act::KeepCalendar>) -> Outcome<bool> {
    let (event, judge) = permit.ids();
    value!(conn, r#"select exists (select from membership where event_id = $1 and person_id = $2 and role = 'judge'
             and calendar_hash is not null) as "made!""#; event.0, judge.0)
}

/// Gives the permit's judge this address in place of the one before; none ends it.
pub async fn set(conn: &mut Conn, permit: &Permit<act::KeepCalendar>, hash: Option<&[u8]>) -> Outcome<()> {
    let (event, judge) = permit.ids();
    run!(conn, "update membership set calendar_hash = $3 where event_id = $1 and person_id = $2 and role = 'judge'";
        event.0, judge.0, hash)
}

/// The event whose judge has this address; none for a draft, and once the account is closed.
pub async fn event_of(conn: &mut Conn, hash: &[u8]) -> Outcome<Option<String>> {
    maybe_value!(conn, "select e.slug from membership m join event e on e.id = m.event_id join person p on p.id = m.person_id
         where m.calendar_hash = $1 and not e.draft and p.deactivated_at is null"; hash)
}
