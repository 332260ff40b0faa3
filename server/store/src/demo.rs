//! Which events and people belong to the demo.

use crate::prelude::*;
use shared::evidence::Fact;

/// Whether the demo was seeded into this database before.
pub async fn is_seeded(conn: &mut Conn) -> Outcome<bool> {
    value!(conn, r#"select exists (select from event where demo) as "seeded!""#)
}

/// Makes other processes that seed the demo wait until the transaction ends.
pub async fn lock(conn: &mut Conn) -> Outcome<()> {
    // A slow machine seeds for longer than a lock is waited for.
    run!(
        conn,
        "select pg_advisory_xact_lock(hashtextextended('evenhand demo', 0)) from set_config('lock_timeout', '60s', true)"
    )
}

/// The database's clock, from which the demo's times count.
pub async fn now(conn: &mut Conn) -> Outcome<DateTime<Utc>> {
    value!(conn, r#"select date_trunc('second', clock_timestamp()) as "now!""#)
}

/// Marks the events with these slugs, and everybody in them, as the demo's.
pub async fn mark(conn: &mut Conn, slugs: &[String]) -> Outcome<()> {
    run!(conn, "update event set demo = true where slug = any ($1)"; slugs)?;
    run!(conn, "update person set demo = true where id in
             (select ep.person_id from event_person ep join event e on e.id = ep.event_id where e.slug = any ($1))";
        slugs)
}

/// The project with this title in an event; `None` where there is none.
pub async fn project(conn: &mut Conn, slug: &str, title: &str) -> Outcome<Option<(EventId, ProjectId)>> {
    let row = maybe_row!(conn, "select p.event_id, p.id from project p join event e on e.id = p.event_id
         where e.slug = $1 and p.title = $2"; slug, title)?;
    Ok(row.map(|row| (EventId(row.event_id), ProjectId(row.id))))
}

/// Stores a fact that the portal found then.
pub async fn find(
    conn: &mut Conn,
    (event, project): (EventId, ProjectId),
    fact: &Fact,
    at: DateTime<Utc>,
) -> Outcome<()> {
    run!(conn, "insert into evidence (event_id, project_id, fact, found_at) values ($1, $2, $3, $4)";
        event.0, project.0, Json(fact) as _, at)
}

/// Stores a question about published results with its answer: who asked, who answered, and what both said.
pub async fn ask(
    conn: &mut Conn,
    (event, project): (EventId, ProjectId),
    [asker, owner]: [&str; 2],
    [question, answer]: [&str; 2],
) -> Outcome<()> {
    run!(conn, "insert into results_question (event_id, number, project_id, asker_id, question, question_sha256, raised_at, owner_id,
             answer_by, outcome, answer, answer_sha256, answered_at)
         select $1, 1, $2, a.id, $5, '', clock_timestamp(), o.id, clock_timestamp() + interval '7 days', 'rejected', $6, '', clock_timestamp()
         from person a, person o where a.email = $3 and o.email = $4";
        event.0, project.0, asker, owner, question, answer)
}

/// Sets the password of the account with this address.
pub async fn set_password(conn: &mut Conn, email: &str, hash: &str) -> Outcome<PersonId> {
    value!(conn,
        r#"update person set password_hash = $2 where lower(email collate "C") = lower($1 collate "C") returning id"#;
        email, hash).map(PersonId)
}
