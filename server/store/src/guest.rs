//! Guest judges: the link of a room, the names that came in by it, and what organizers decided.

use crate::prelude::*;

/// The event's link, open or closed.
pub async fn link(conn: &mut Conn, event: EventId) -> Outcome<Option<GuestLink>> {
    maybe_row!(conn, GuestLink, "select code, opened_at, closed_at from guest_link where event_id = $1"; event.0)
}

/// Opens a link with this code; an older one ends.
pub async fn open_link(
    conn: &mut Conn,
    permit: &Permit<act::ManageGuestLink>,
    by: Option<PersonId>,
    code: &str,
) -> Outcome<()> {
    run!(conn, "insert into guest_link (event_id, code, opened_by) values ($1, $2, $3)
         on conflict (event_id) do update set code = excluded.code, opened_by = excluded.opened_by,
             opened_at = clock_timestamp(), closed_at = null"; permit.ids().0, code, by as _)
}

/// Closes the link; false where it is not open.
pub async fn close_link(conn: &mut Conn, permit: &Permit<act::ManageGuestLink>) -> Outcome<bool> {
    changed!(conn,
        "update guest_link set closed_at = clock_timestamp() where event_id = $1 and closed_at is null";
        permit.ids().0)
}

/// The slug of the event to which an open link leads.
pub async fn event_of(conn: &mut Conn, code: &str) -> Outcome<Option<String>> {
    maybe_value!(conn,
        "select e.slug from guest_link g join event e on e.id = g.event_id where g.code = $1 and g.closed_at is null";
        code)
}

/// The guest whose browser has the cookie with this SHA-256; locked until the transaction ends. They are admitted while they have the role that
/// an organizer gave them.
pub async fn lock_own(conn: &mut Conn, secret_hash: &[u8]) -> Outcome<Option<Guest>> {
    maybe_row!(conn, Guest,
        r#"select g.id, g.event_id as event, e.slug, g.name, g.number, g.decided_at is not null as "decided!", g.decided_by as "decided_by: _",
                  (select i.id from invitation i
                      join membership m on m.event_id = i.event_id and m.person_id = i.accepted_by and m.role = i.role
                      where i.id = g.invitation_id) as "admitted?: _",
                  g.signed_in_at is not null as "signed_in!"
           from guest g join event e on e.id = g.event_id where g.secret_hash = $1 for no key update of g"#;
        secret_hash)
}

/// Adds a guest with a number that nobody who waits has; `None` where `most` wait already.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::EnterAsGuest>,
    name: &str,
    secret_hash: &[u8],
    most: i64,
) -> Outcome<Option<GuestId>> {
    let event = permit.ids();
    // One at a time: two guests would find the same number free.
    run!(conn, "select pg_advisory_xact_lock(hashtext('evenhand: guests'), $1::bigint::int)"; event.0 % 1_000_000_000)?;
    let id = maybe_value!(conn, "insert into guest (event_id, name, number, secret_hash)
         select $1, $2, n, $3 from generate_series(100, 999) n
         where not exists (select from guest g where g.event_id = $1 and g.number = n and g.decided_at is null)
             and (select count(*) from guest g where g.event_id = $1 and g.decided_at is null) < $4
         order by random() limit 1 returning id"; event.0, name, secret_hash, most)?;
    Ok(id.map(GuestId))
}

/// The guests who wait, in the order in which they came.
pub async fn waiting(conn: &mut Conn, permit: &Permit<act::SeePeople>) -> Outcome<Vec<WaitingGuest>> {
    rows!(conn, WaitingGuest,
        "select id, name, number, asked_at from guest where event_id = $1 and decided_at is null order by id";
        permit.ids().0)
}

/// The name of a guest of the event who waits, locked until the transaction ends; `None` where somebody decided.
pub async fn lock_waiting(
    conn: &mut Conn,
    permit: &Permit<act::DecideGuest>,
    id: GuestId,
) -> Outcome<Option<Option<String>>> {
    let row = maybe_row!(conn,
        r#"select name, decided_at is null as "waits!" from guest where event_id = $1 and id = $2 for no key update"#;
        permit.ids().0, id.0)?;
    Ok(row.map(|r| r.waits.then_some(r.name)))
}

/// Stores what an organizer decided: the invitation that stands for the confirmation, or none.
pub async fn decide(
    conn: &mut Conn,
    permit: &Permit<act::DecideGuest>,
    id: GuestId,
    by: Option<PersonId>,
    admitted: Option<InvitationId>,
) -> Outcome<()> {
    run!(conn, "update guest set decided_at = clock_timestamp(), decided_by = $3, invitation_id = $4
         where event_id = $1 and id = $2"; permit.ids().0, id.0, by as _, admitted as _)
}

/// Notes that a confirmed guest came in.
pub async fn mark_signed_in(conn: &mut Conn, permit: &Permit<act::EnterAsGuest>, id: GuestId) -> Outcome<()> {
    run!(conn, "update guest set signed_in_at = clock_timestamp() where event_id = $1 and id = $2";
        permit.ids().0, id.0)
}

/// Deletes the names of guests who were not confirmed within a day.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(
        conn,
        "delete from guest where invitation_id is null and asked_at < clock_timestamp() - interval '1 day'"
    )
}
