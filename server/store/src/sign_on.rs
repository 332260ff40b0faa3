//! Who somebody is at the provider of the single sign-on, and who is there now.

use super::Conn;
use crate::failure::Outcome;
use model::sign_on::{FoundAccount, JoinedProvider};
use shared::ids::PersonId;

/// How long somebody may stay at the provider, in minutes.
const ATTEMPT_MINUTES: i32 = 10;

/// Stores that the browser with this secret goes to the provider, by the SHA-256 of state and secret.
///
/// # Errors
/// A lost database.
pub async fn insert_attempt(
    conn: &mut Conn,
    state_hash: &[u8],
    browser_hash: &[u8],
    next_path: &str,
) -> Outcome<()> {
    sqlx::query!(
        "insert into sign_on_attempt (state_hash, browser_hash, next_path, expires_at)
         values ($1, $2, $3, clock_timestamp() + make_interval(mins => $4))",
        state_hash,
        browser_hash,
        next_path,
        ATTEMPT_MINUTES,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends an attempt and returns where it leads; `None` where it ended before, or began in another browser.
///
/// # Errors
/// A lost database.
pub async fn take_attempt(
    conn: &mut Conn,
    state_hash: &[u8],
    browser_hash: &[u8],
) -> Outcome<Option<String>> {
    let taken = sqlx::query_scalar!(
        "delete from sign_on_attempt
         where state_hash = $1 and browser_hash = $2 and expires_at > clock_timestamp() returning next_path",
        state_hash,
        browser_hash
    );
    Ok(taken.fetch_optional(conn).await?)
}

/// Deletes the attempts that ended.
///
/// # Errors
/// A lost database.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    sqlx::query!("delete from sign_on_attempt where expires_at < clock_timestamp()").execute(conn).await?;
    Ok(())
}

/// The account that is joined with somebody at a provider. `demo`: the demo's accounts may sign in.
///
/// # Errors
/// A lost database.
pub async fn find_joined(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
    demo: bool,
) -> Outcome<Option<FoundAccount>> {
    let row = sqlx::query!(
        r#"select p.id, p.email, p.confirmed_at is not null as "confirmed!",
                  p.deactivated_at is null and ($3 or not p.demo) as "active!"
           from sign_on s join person p on p.id = s.person_id where s.issuer = $1 and s.subject = $2"#,
        issuer,
        subject,
        demo
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| FoundAccount {
        person: PersonId(r.id),
        email: r.email,
        confirmed: r.confirmed,
        active: r.active,
    }))
}

/// The account with this address, deactivated or not.
///
/// # Errors
/// A lost database.
pub async fn find_by_address(conn: &mut Conn, email: &str, demo: bool) -> Outcome<Option<FoundAccount>> {
    let row = sqlx::query!(
        r#"select id, email, confirmed_at is not null as "confirmed!",
                  deactivated_at is null and ($2 or not demo) as "active!"
           from person where lower(email collate "C") = lower($1 collate "C")"#,
        email,
        demo
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| FoundAccount {
        person: PersonId(r.id),
        email: r.email,
        confirmed: r.confirmed,
        active: r.active,
    }))
}

/// Joins an account with somebody at a provider; false where one of them is joined already.
///
/// # Errors
/// A lost database.
pub async fn join(conn: &mut Conn, person: PersonId, issuer: &str, subject: &str) -> Outcome<bool> {
    let done = sqlx::query!(
        "insert into sign_on (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing",
        issuer,
        subject,
        person.0
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// The provider that a person's account was last joined with.
///
/// # Errors
/// A lost database.
pub async fn joined(conn: &mut Conn, person: PersonId) -> Outcome<Option<JoinedProvider>> {
    Ok(sqlx::query_as!(
        JoinedProvider,
        "select issuer, joined_at from sign_on where person_id = $1 order by joined_at desc limit 1",
        person.0
    )
    .fetch_optional(conn)
    .await?)
}

/// Parts a person's account from every provider, and ends their other sessions; false where it was joined with none.
///
/// # Errors
/// A lost database.
pub async fn part(conn: &mut Conn, person: PersonId, session: &[u8]) -> Outcome<bool> {
    let done = sqlx::query!("delete from sign_on where person_id = $1", person.0).execute(&mut *conn).await?;
    sqlx::query!("delete from session where person_id = $1 and id_hash <> $2", person.0, session)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Gives the kept account of two that are merged what the other is joined with, where it has none of its own.
///
/// # Errors
/// A lost database.
pub async fn merge(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    sqlx::query!(
        "update sign_on s set person_id = $1 where s.person_id = $2
         and not exists (select from sign_on o where o.person_id = $1 and o.issuer = s.issuer)",
        kept.0,
        gone.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("delete from sign_on where person_id = $1", gone.0).execute(conn).await?;
    Ok(())
}
