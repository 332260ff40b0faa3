//! Signing in by password, and out.

use super::{passwords, secrets};
use crate::caller::{Caller, Via};
use crate::failure::Outcome;
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
    for (limit, subject) in &tries {
        if let Some(exceeded) = limits::count(state, *limit, subject).await? {
            return Err(exceeded.refusal().into());
        }
    }
    let demo = state.settings.demo;
    // No stored address holds what a text of the database cannot.
    let found = if email.contains('\0') {
        None
    } else {
        state.read(|c| Box::pin(async move { account::by_email(c, &email).await })).await?
    };
    let found = found.filter(|a| demo || !a.demo);
    let (password, hash) = (password.to_owned(), found.as_ref().and_then(|a| a.password_hash.clone()));
    let fits = state.hash(move || passwords::fits(&password, hash.as_deref())).await?;
    let person = found.filter(|_| fits).ok_or_else(|| Refusal::new(Code::Values, WRONG))?.person;
    // Only failures count. Counted before and taken back, they hold against many tries at once.
    for (limit, subject) in &tries {
        limits::forgive(state, *limit, subject).await?;
    }
    let id = secrets::random()?;
    let id_hash = secrets::hash(&id);
    state.write(|c| Box::pin(async move { account::insert_session(c, person, &id_hash).await })).await?;
    Ok(id)
}

/// What a failed sign-in is counted by: address and e-mail together, so that nobody is locked out from
/// elsewhere, and the address alone.
fn tries(ip: Option<&str>, email: &str) -> Vec<(Limit, String)> {
    let Some(ip) = ip else { return Vec::new() };
    let both = sha256_hex(format!("{ip} {}", email.to_lowercase()).as_bytes());
    vec![(Limit::SignInsPerIp, format!("ip {ip}")), (Limit::SignIns, both)]
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
