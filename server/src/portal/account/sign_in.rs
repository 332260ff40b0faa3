//! Signing in by password, and out.

use super::hasher::Reserved;
use super::secrets;
use crate::caller::{Caller, Via};
use crate::failure::Outcome;
use crate::portal::limits::{self, Limit};
use crate::state::State;
use crate::store::account::{self, NewSession};
use shared::audit::sha256_hex;
use shared::names;
use shared::refusal::{Code, Refusal};

/// What a failed sign-in says, the same for every address.
const WRONG: &str = "The e-mail address or the password is wrong.";

/// Checks the password and opens a session. Returns the session's identifier.
///
/// # Errors
/// 422 where address and password do not fit, in the same words and time for every address;
/// 429 after too many failures, or too many sign-ins of one account; busy where too many sign in at once.
pub async fn sign_in(state: &State, ip: Option<&str>, email: &str, password: &str) -> Outcome<String> {
    let email = email.trim().to_owned();
    let limits = ip.map(|ip| limits_of(ip, &email)).unwrap_or_default();
    let demo = state.settings.demo;
    let wrong = || Refusal::new(Code::Values, WRONG);
    let thread = admit(state, &limits).await?;
    // No stored address holds what a text of the database cannot.
    let found = if email.contains('\0') {
        None
    } else {
        state.read(async |c| account::by_email(c, &email).await).await?
    };
    let found = found.filter(|a| demo || !a.demo);
    let hash = found.as_ref().and_then(|a| a.password_hash.clone());
    if !thread.fits(password, hash.clone()).await? {
        return Err(wrong().into());
    }
    succeeded(state, &limits).await?;
    let (Some(person), Some(hash)) = (found.map(|a| a.person), hash) else { return Err(wrong().into()) };
    let id = secrets::random()?;
    let session = NewSession { person, id_hash: secrets::hash(&id), password_hash: Some(hash), demo };
    if !state.write(async |c| account::open_session(c, &session).await).await? {
        // The password was changed, or the account deactivated, while this one was checked.
        return Err(wrong().into());
    }
    Ok(id)
}

/// The limits of one sign-in.
#[derive(Default)]
pub(super) struct Limits {
    /// Tries that fail.
    pub failed: Vec<(Limit, String)>,
    /// Tries that succeed.
    pub good: Option<(Limit, String)>,
}

/// Address and e-mail together, so that nobody is locked out from elsewhere, and the address alone.
fn limits_of(ip: &str, email: &str) -> Limits {
    let both = sha256_hex(format!("{} {}", limits::place(ip), names::email_key(email)).as_bytes());
    Limits {
        failed: vec![(Limit::SignInsPerIp, limits::place(ip)), (Limit::SignIns, both.clone())],
        good: Some((Limit::GoodSignIns, both)),
    }
}

/// Reserves a thread for checking a password. Each try counts as failed from here on, until [`succeeded`] takes it back: a
/// client that hangs up in between has had the work done, so it is counted too.
///
/// # Errors
/// 429 over a limit; busy where too many passwords are being checked.
pub(super) async fn admit(state: &State, limits: &Limits) -> Outcome<Reserved> {
    // Before the queue, so that a flood over its limit does not wait in it; and nothing else, so that a flood that hangs
    // up in the queue costs no more.
    let all: Vec<(Limit, String)> = limits.failed.iter().chain(&limits.good).cloned().collect();
    if let Some(exceeded) = limits::first_used_up(state, all).await? {
        return Err(exceeded.refusal().into());
    }
    let thread = state.hasher.reserve().await?;
    // Counted while a thread is reserved: few are under way at once, so a hall that signs in together is not refused
    // for tries that are about to succeed.
    for (limit, subject) in &limits.failed {
        if let Some(exceeded) = limits::count(state, *limit, subject).await? {
            return Err(exceeded.refusal().into());
        }
    }
    Ok(thread)
}

/// Takes a try back that [`admit`] counted as failed.
///
/// # Errors
/// A lost database.
pub(super) async fn succeeded(state: &State, limits: &Limits) -> Outcome<()> {
    for (limit, subject) in &limits.failed {
        limits::give_back(state, *limit, subject).await?;
    }
    if let Some((limit, subject)) = &limits.good {
        limits::count(state, *limit, subject).await?;
    }
    Ok(())
}

/// Ends the caller's session.
///
/// # Errors
/// A lost database.
pub async fn sign_out(state: &State, caller: &Caller) -> Outcome<()> {
    let Via::Session { id_hash, .. } = &caller.via else { return Ok(()) };
    let id_hash = id_hash.clone();
    state.write(async |c| account::delete_session(c, &id_hash).await).await
}
