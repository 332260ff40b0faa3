//! Sign-ups whose link was not opened yet.

use crate::prelude::*;

/// Keeps a sign-up for a day, by the SHA-256 of its link's code.
pub async fn insert(conn: &mut Conn, sign_up: &NewSignUp, code_hash: &[u8]) -> Outcome<()> {
    run!(conn, "insert into sign_up (email, name, password_hash, token_hash, next_path, browser_hash, expires_at)
         values ($1, $2, $3, $4, $5, $6, clock_timestamp() + interval '1 day')";
        sign_up.email, sign_up.name, sign_up.password_hash, code_hash, sign_up.next_path,
        sign_up.browser_hash)
}

/// The sign-up to which a link belongs, while it works.
pub async fn find(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<PendingSignUp>> {
    maybe_row!(conn, PendingSignUp,
        "select email, next_path from sign_up where token_hash = $1 and expires_at > clock_timestamp()"; code_hash)
}

/// Name and password that were last typed for this address in the browser that holds the cookie with this SHA-256.
pub async fn typed_in_browser(
    conn: &mut Conn,
    email: &str,
    browser_hash: &[u8],
) -> Outcome<Option<ChosenCredentials>> {
    maybe_row!(conn, ChosenCredentials, r#"select name, password_hash from sign_up
           where lower(email collate "C") = lower($1 collate "C") and browser_hash = $2
               and expires_at > clock_timestamp()
           order by id desc limit 1"#; email, browser_hash)
}

/// Takes the sign-up of a link, and forgets every other one for the same address; `None` where the link has expired.
pub async fn take(conn: &mut Conn, code_hash: &[u8]) -> Outcome<Option<PendingSignUp>> {
    let taken = maybe_row!(conn, PendingSignUp,
        "delete from sign_up where token_hash = $1 and expires_at > clock_timestamp() returning email, next_path";
        code_hash)?;
    if let Some(taken) = &taken {
        forget(conn, &taken.email).await?;
    }
    Ok(taken)
}

/// Forgets every sign-up for an address.
pub async fn forget(conn: &mut Conn, email: &str) -> Outcome<()> {
    run!(conn, r#"delete from sign_up where lower(email collate "C") = lower($1 collate "C")"#; email)
}

/// Deletes the sign-ups whose link ended.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from sign_up where expires_at < clock_timestamp()")
}
