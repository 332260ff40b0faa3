//! Those who signed up and have not opened their link yet.

use super::Conn;
use crate::failure::Outcome;

/// Somebody who signed up.
#[derive(Clone, Debug)]
pub struct SignUp {
    /// Address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// argon2id in PHC form.
    pub password_hash: String,
    /// Where to go on after the link; empty is the start.
    pub next_path: String,
    /// SHA-256 of the cookie of the browser in which it was typed.
    pub browser_hash: Vec<u8>,
}

/// Keeps a sign-up for a day, by the SHA-256 of its link's code.
///
/// # Errors
/// A lost database.
pub async fn insert(conn: &mut Conn, sign_up: &SignUp, code_hash: &[u8]) -> Outcome<()> {
    sqlx::query!(
        "insert into sign_up (email, name, password_hash, token_hash, next_path, browser_hash, expires_at)
         values ($1, $2, $3, $4, $5, $6, clock_timestamp() + interval '1 day')",
        sign_up.email,
        sign_up.name,
        sign_up.password_hash,
        code_hash,
        sign_up.next_path,
        sign_up.browser_hash,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A sign-up whose link works.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Address.
    pub email: String,
    /// Where to go on; empty is the start.
    pub next_path: String,
}

/// The sign-up to which a link belongs, while it works.
///
/// # Errors
/// A lost database.
pub async fn find(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<Waiting>> {
    Ok(sqlx::query_as!(
        Waiting,
        "select email, next_path from sign_up where token_hash = $1 and expires_at > clock_timestamp()",
        code_hash
    )
    .fetch_optional(conn)
    .await?)
}

/// What somebody chose when they signed up.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Display name.
    pub name: String,
    /// argon2id in PHC form.
    pub password_hash: String,
}

/// What was last typed for this address in the browser that holds the cookie, by the cookie's SHA-256.
///
/// # Errors
/// A lost database.
pub async fn typed_in_browser(conn: &mut Conn, email: &str, browser_hash: &[u8]) -> Outcome<Option<Chosen>> {
    Ok(sqlx::query_as!(
        Chosen,
        r#"select name, password_hash from sign_up
           where lower(email collate "C") = lower($1 collate "C") and browser_hash = $2
               and expires_at > clock_timestamp()
           order by id desc limit 1"#,
        email,
        browser_hash
    )
    .fetch_optional(conn)
    .await?)
}

/// Uses a link up: its sign-up ends, and so does every other one for the same address. None where the link ended.
///
/// # Errors
/// A lost database.
pub async fn take(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<Waiting>> {
    let taken = sqlx::query_as!(
        Waiting,
        "delete from sign_up where token_hash = $1 and expires_at > clock_timestamp() returning email, next_path",
        code_hash
    )
    .fetch_optional(&mut *conn)
    .await?;
    if let Some(taken) = &taken {
        forget(conn, &taken.email).await?;
    }
    Ok(taken)
}

/// Forgets every sign-up for an address.
///
/// # Errors
/// A lost database.
pub async fn forget(conn: &mut Conn, email: &str) -> Outcome<()> {
    sqlx::query!(r#"delete from sign_up where lower(email collate "C") = lower($1 collate "C")"#, email)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the sign-ups whose link ended.
///
/// # Errors
/// A lost database.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    sqlx::query!("delete from sign_up where expires_at < clock_timestamp()").execute(conn).await?;
    Ok(())
}
