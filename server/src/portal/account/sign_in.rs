//! Signing in by password, and out.

use super::{passwords, secrets};
use crate::caller::{Caller, Via};
use crate::failure::Outcome;
use crate::state::State;
use crate::store::account;
use shared::refusal::{Code, Refusal};

/// What a failed sign-in says, the same for every address.
const WRONG: &str = "That e-mail address and password do not fit together.";

/// Checks the password and opens a session. Returns the session's identifier.
///
/// # Errors
/// 422 where address and password do not fit, in the same words and time for every address.
pub async fn sign_in(state: &State, email: &str, password: &str) -> Outcome<String> {
    let email = email.trim().to_owned();
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
    let id = secrets::random()?;
    let id_hash = secrets::hash(&id);
    state.write(|c| Box::pin(async move { account::insert_session(c, person, &id_hash).await })).await?;
    Ok(id)
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
