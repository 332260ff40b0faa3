//! Which events and people belong to the demo.

use super::Conn;
use crate::failure::Outcome;
use chrono::{DateTime, Utc};
use shared::ids::PersonId;

/// Whether the demo was seeded into this database before.
pub async fn is_seeded(conn: &mut Conn) -> Outcome<bool> {
    let seeded = sqlx::query_scalar!(r#"select exists (select from event where demo) as "seeded!""#);
    Ok(seeded.fetch_one(conn).await?)
}

/// Makes other processes that seed the demo wait until the transaction ends.
pub async fn lock(conn: &mut Conn) -> Outcome<()> {
    // A slow machine seeds for longer than a lock is waited for.
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('evenhand demo', 0)) from set_config('lock_timeout', '60s', true)")
        .fetch_one(conn)
        .await?;
    Ok(())
}

/// The database's clock, from which the demo's times count.
pub async fn now(conn: &mut Conn) -> Outcome<DateTime<Utc>> {
    let now = sqlx::query_scalar!(r#"select date_trunc('second', clock_timestamp()) as "now!""#);
    Ok(now.fetch_one(conn).await?)
}

/// Marks the events with these slugs, and everybody in them, as the demo's.
pub async fn mark(conn: &mut Conn, slugs: &[String]) -> Outcome<()> {
    sqlx::query!("update event set demo = true where slug = any ($1)", slugs).execute(&mut *conn).await?;
    sqlx::query!(
        "update person set demo = true where id in
             (select ep.person_id from event_person ep join event e on e.id = ep.event_id where e.slug = any ($1))",
        slugs
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Sets the password of the account with this address.
pub async fn set_password(conn: &mut Conn, email: &str, hash: &str) -> Outcome<PersonId> {
    let id = sqlx::query_scalar!(
        r#"update person set password_hash = $2 where lower(email collate "C") = lower($1 collate "C") returning id"#,
        email,
        hash
    );
    Ok(PersonId(id.fetch_one(conn).await?))
}
