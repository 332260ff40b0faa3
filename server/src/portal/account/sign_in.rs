//! Signing in by password, and out.

use super::{passwords, secrets};
use crate::caller::{Caller, Via};
use crate::failure::{Failure, Outcome};
use crate::portal::limits::{self, Limit};
use crate::state::State;
use crate::store::account;
use shared::audit::sha256_hex;
use shared::refusal::{Code, Refusal};

/// What a failed sign-in says, the same for every address.
const WRONG: &str = "That e-mail address and password do not fit together.";

/// Checks the password and opens a session. Returns the session's identifier.
///
/// # Errors
/// 422 where address and password do not fit, in the same words and time for every address;
/// 429 after too many failures.
pub async fn sign_in(state: &State, ip: Option<&str>, email: &str, password: &str) -> Outcome<String> {
    let email = email.trim().to_owned();
    let tries = tries(ip, &email);
    let demo = state.settings.demo;
    // No stored address holds what a text of the database cannot.
    let found = if email.contains('\0') {
        None
    } else {
        state.read(|c| Box::pin(async move { account::by_email(c, &email).await })).await?
    };
    let found = found.filter(|a| demo || !a.demo);
    let hash = found.as_ref().and_then(|a| a.password_hash.clone());
    let fits = fits(state, &tries, password, hash).await?;
    let person = found.filter(|_| fits).ok_or_else(|| Refusal::new(Code::Values, WRONG))?.person;
    let id = secrets::random()?;
    let id_hash = secrets::hash(&id);
    state.write(|c| Box::pin(async move { account::insert_session(c, person, &id_hash).await })).await?;
    Ok(id)
}

/// Whether a password fits, where not too many did not. Asked and counted while this try holds its place among the
/// hashes: few are under way at once, so few can pass the limit together, and whoever knows the password is not counted.
///
/// # Errors
/// 429 after too many failures.
pub(super) async fn fits(
    state: &State,
    tries: &[(Limit, String)],
    password: &str,
    hash: Option<String>,
) -> Outcome<bool> {
    let _place = state.hashing.acquire().await.map_err(Failure::broken)?;
    for (limit, subject) in tries {
        if let Some(exceeded) = limits::used_up(state, *limit, subject).await? {
            return Err(exceeded.refusal().into());
        }
    }
    let password = password.to_owned();
    let fits = state.hash_here(move || passwords::fits(&password, hash.as_deref())).await?;
    if !fits {
        for (limit, subject) in tries {
            limits::count(state, *limit, subject).await?;
        }
    }
    Ok(fits)
}

/// What a failed sign-in is counted by: address and e-mail together, so that nobody is locked out from
/// elsewhere, and the address alone.
fn tries(ip: Option<&str>, email: &str) -> Vec<(Limit, String)> {
    let Some(ip) = ip else { return Vec::new() };
    let both = sha256_hex(format!("{} {}", limits::place(ip), email.to_lowercase()).as_bytes());
    vec![(Limit::SignInsPerIp, limits::place(ip)), (Limit::SignIns, both)]
}

/// Ends the caller's session.
///
/// # Errors
/// A lost database.
pub async fn sign_out(state: &State, caller: &Caller) -> Outcome<()> {
    let Via::Session { id_hash, .. } = &caller.via else { return Ok(()) };
    let id_hash = id_hash.clone();
    state.write(|c| Box::pin(async move { account::delete_session(c, &id_hash).await })).await
}
