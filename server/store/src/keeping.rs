//! How long events keep their personal data: the day, what will go, and the one call that takes it out.

use crate::prelude::*;
use shared::provenance::{AuditHead, EventName};

/// What goes when the event is forgotten, counted by kind, in the order in which it is shown.
pub async fn forgettable(conn: &mut Conn, event: EventId) -> Outcome<Vec<DataAmount>> {
    rows!(conn, DataAmount, r#"select kind as "kind!", number as "number!" from forgettable($1)"#; event.0)
}

/// What went; `None` where nothing did.
pub async fn record(conn: &mut Conn, event: EventId) -> Outcome<Option<ForgottenRecord>> {
    let row = maybe_row!(conn, r#"select f.forgotten_at, l.actor, l.seq,
                  array(select g.key from json_each_text(f.gone) with ordinality g(key, value, at) order by g.at) as "kinds!",
                  array(select g.value::bigint from json_each_text(f.gone) with ordinality g(key, value, at) order by g.at) as "numbers!"
           from forgotten_event f join event e on e.id = f.event_id
           join audit_log l on l.chain = e.slug and l.seq = f.sealed_rows + 1
           where f.event_id = $1"#; event.0)?;
    Ok(row.map(|r| ForgottenRecord {
        at: r.forgotten_at,
        by: r.actor,
        row: r.seq,
        gone: r.kinds.into_iter().zip(r.numbers).map(|(kind, number)| DataAmount { kind, number }).collect(),
    }))
}

/// The events that have a day, or have forgotten, the latest first; at most 200.
pub async fn dated(conn: &mut Conn) -> Outcome<Vec<DatedEvent>> {
    rows!(
        conn,
        DatedEvent,
        "select slug, name, forget_on, forgotten_at from event
         where (forget_on is not null or forgotten_at is not null) and not draft
         order by coalesce(forgotten_at, forget_on) desc, slug limit 200"
    )
}

/// When questions about an event's results are over: as long as they are taken, and for 30 days after the answer to an open one was due.
pub async fn questions_end(conn: &mut Conn, event: EventId) -> Outcome<Option<DateTime<Utc>>> {
    value!(conn, "select questions_end(e) from event e where e.id = $1"; event.0)
}

/// The day as it is stored, locked until the transaction ends: two organizers choose one after the other.
pub async fn day(conn: &mut Conn, permit: &Permit<act::ChooseForgetDay>) -> Outcome<Option<DateTime<Utc>>> {
    value!(conn, "select forget_on from event where id = $1 for no key update"; permit.ids().0)
}

/// Sets the day, or takes it back.
/// Errors: the database's refusal: 409 where a window closes later.
pub async fn set_day(
    conn: &mut Conn,
    permit: &Permit<act::ChooseForgetDay>,
    day: Option<DateTime<Utc>>,
) -> Outcome<()> {
    run!(conn, "update event set forget_on = $2 where id = $1"; permit.ids().0, day)
}

/// An event whose day has come, locked for this transaction; one that another sender forgets just now is passed over.
pub async fn next_due(conn: &mut Conn) -> Outcome<Option<String>> {
    maybe_value!(conn, "select e.slug from event e
         where e.forget_on <= clock_timestamp() and e.forgotten_at is null and forget_from(e) <= clock_timestamp()
         order by e.forget_on, e.id limit 1 for no key update of e skip locked")
}

/// Forgets an event: the database takes everything out in one call. `None` where that was done before. `nonce` is random.
/// Errors: the database's refusal: 409 before the time.
pub async fn forget(
    conn: &mut Conn,
    permit: &Permit<act::ForgetEvent>,
    early: bool,
    nonce: &str,
) -> Outcome<Option<Forgetting>> {
    // A large event takes longer than a page's statement may.
    row!(conn, r#"select set_config('statement_timeout', '10min', true) as "set!""#)?;
    let done = row!(conn, r#"select f.record::text as record, f.p_left from forget_event($1, $2, $3) f"#;
        permit.ids().0, early, nonce)?;
    let Some(record) = done.record else { return Ok(None) };
    let record: Value = serde_json::from_str(&record)?;
    let left = rows!(conn, "select id, email from person where id = any($1) order by id";
        &done.p_left.unwrap_or_default())?;
    let left = left.into_iter().map(|row| (PersonId(row.id), row.email)).collect();
    Ok(Some(Forgetting { record, left }))
}

/// The rows of forgetting without a signed head. The lock makes servers that start at once wait for each other.
pub async fn without_head(conn: &mut Conn) -> Outcome<Vec<UnsignedForgetting>> {
    run!(conn, "lock table forgotten_head in share row exclusive mode")?;
    rows!(conn,
        "select e.id, e.slug, e.name, l.seq, l.row_hash from forgotten_event f join event e on e.id = f.event_id
         join audit_log l on l.chain = e.slug and l.seq = f.sealed_rows + 1
         where not exists (select from forgotten_head h where h.event_id = f.event_id)")
    .each(|r| UnsignedForgetting {
        event: EventId(r.id),
        name: EventName { slug: r.slug, name: r.name },
        head: AuditHead { seq: r.seq, row_hash: r.row_hash, root: None },
    })
}

/// Keeps the signed head of an event's row of forgetting.
pub async fn keep_head(conn: &mut Conn, event: EventId, document: &str) -> Outcome<()> {
    run!(conn, "insert into forgotten_head (event_id, document) values ($1, $2)"; event.0, document)
}

/// The signed head of this row, if it is the event's row of forgetting and was signed.
pub async fn head_of(conn: &mut Conn, event: EventId, row: i64) -> Outcome<Option<String>> {
    maybe_value!(conn, "select h.document from forgotten_head h join forgotten_event f on f.event_id = h.event_id
         where h.event_id = $1 and f.sealed_rows + 1 = $2"; event.0, row)
}
