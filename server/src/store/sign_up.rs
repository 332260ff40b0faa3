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
}

/// Keeps a sign-up for a day, by the SHA-256 of its link's code, and forgets those that ended.
///
/// # Errors
/// A lost database.
pub async fn insert(conn: &mut Conn, sign_up: &SignUp, code_hash: &[u8]) -> Outcome<()> {
    sqlx::query!("delete from sign_up where expires_at < clock_timestamp()").execute(&mut *conn).await?;
    sqlx::query!(
        "insert into sign_up (email, name, password_hash, token_hash, next_path, expires_at)
         values ($1, $2, $3, $4, $5, clock_timestamp() + interval '1 day')",
        sign_up.email,
        sign_up.name,
        sign_up.password_hash,
        code_hash,
        sign_up.next_path,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The sign-up to which a link belongs, while it works.
///
/// # Errors
/// A lost database.
pub async fn find(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<SignUp>> {
    Ok(sqlx::query_as!(
        SignUp,
        "select email, name, password_hash, next_path from sign_up
         where token_hash = $1 and expires_at > clock_timestamp()",
        code_hash
    )
    .fetch_optional(conn)
    .await?)
}

/// Takes a sign-up out: its link works once. What else was signed up for the same address goes with it.
///
/// # Errors
/// A lost database.
pub async fn take(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<SignUp>> {
    let taken = sqlx::query_as!(
        SignUp,
        "delete from sign_up where token_hash = $1 and expires_at > clock_timestamp()
         returning email, name, password_hash, next_path",
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
    sqlx::query!("delete from sign_up where lower(email) = lower($1)", email).execute(conn).await?;
    Ok(())
}
