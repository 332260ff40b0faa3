//! Proposals of programs, which their persons confirm or refuse.

use crate::prelude::*;
use shared::proposal::NewProposal;

/// Keeps a proposal, and returns its id. A person's fifty newest wait, as far as they send no more together than one may: those before
/// them go. All of them are on one page.
pub async fn insert(
    conn: &mut Conn,
    person: PersonId,
    event: EventId,
    new: &NewProposal,
    (version, was): (Option<&str>, &str),
) -> Outcome<i64> {
    value!(conn, r#"with gone as (
             delete from proposal p using (
                 select o.id, row_number() over newer as place, sum(octet_length(o.body)) over newer as bytes
                 from proposal o where o.person_id = $1 and o.confirmed_at is null and o.refused_at is null
                 window newer as (order by o.id desc)) w
             where p.id = w.id and (w.place > 49 or w.bytes + octet_length($5::text) > 262144))
         insert into proposal (person_id, event_id, method, path, body, via, version, was)
             values ($1, $2, $3, $4, $5, $6, $7, $8) returning id as "id!""#;
        person.0, event.0, new.method, new.path, new.body, new.via, version, was)
}

/// The person's proposals, the newest first.
pub async fn list(conn: &mut Conn, person: PersonId) -> Outcome<Vec<Proposal>> {
    rows!(conn, Proposal, "select p.id, e.slug, e.name as event, p.method, p.path, p.body, p.via, p.made_at, p.expires_at,
                p.confirmed_at, p.refused_at, p.status, p.detail, p.version, p.was
         from proposal p join event e on e.id = p.event_id where p.person_id = $1 order by p.id desc"; person.0)
}

/// Takes a proposal of the person that waits, so that it is done once; false where none waits.
pub async fn take(conn: &mut Conn, person: PersonId, id: i64) -> Outcome<bool> {
    changed!(conn, "update proposal set confirmed_at = clock_timestamp(), status = null, detail = ''
         where id = $1 and person_id = $2 and confirmed_at is null and refused_at is null and expires_at > clock_timestamp()";
        id, person.0)
}

/// Refuses a proposal of the person that waits; false where none waits.
pub async fn refuse(conn: &mut Conn, person: PersonId, id: i64) -> Outcome<bool> {
    changed!(conn, "update proposal set refused_at = clock_timestamp(), body = '', was = ''
         where id = $1 and person_id = $2 and confirmed_at is null and refused_at is null and expires_at > clock_timestamp()";
        id, person.0)
}

/// Notes what a proposal that was taken was answered. One that `waits` again can be confirmed again.
pub async fn answered(
    conn: &mut Conn,
    person: PersonId,
    id: i64,
    (status, detail): (i32, &str),
    waits: bool,
) -> Outcome<()> {
    run!(conn, "update proposal set status = $3, detail = $4, confirmed_at = case when $5 then null else confirmed_at end,
             body = case when $5 then body else '' end, was = case when $5 then was else '' end
         where id = $1 and person_id = $2"; id, person.0, status, detail, waits)
}

/// Deletes those that ended.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from proposal where expires_at < clock_timestamp()")
}
