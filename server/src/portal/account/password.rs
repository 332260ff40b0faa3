//! Changing one's password. Every other session ends, and this one gets an identifier of its own.

use super::sign_in::fits;
use super::users::check_password;
use super::{passwords, secrets};
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::entry_outside;
use crate::portal::limits::Limit;
use crate::state::State;
use crate::store::{Conn, account, audit};
use shared::ids::PersonId;
use shared::refusal::{FieldErrors, Refusal};

/// Whether the caller has a password.
///
/// # Errors
/// 401 for nobody.
pub async fn has_one(conn: &mut Conn, caller: &Caller) -> Outcome<bool> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    Ok(account::password_hash(conn, person).await?.is_some())
}

/// Whether this is the person's password; none where they have none. Wrong ones are counted as failed sign-ins are.
///
/// # Errors
/// 429 after too many wrong ones.
pub(super) async fn is_own(state: &State, person: PersonId, typed: &str) -> Outcome<Option<bool>> {
    let stored = state.read(|c| Box::pin(async move { account::password_hash(c, person).await })).await?;
    if stored.is_none() {
        return Ok(None);
    }
    let tries = [(Limit::SignIns, format!("person {person}"))];
    Ok(Some(fits(state, &tries, typed, stored).await?))
}

/// Changes the caller's password, or sets a first one; returns the identifier of the session that goes on.
///
/// # Errors
/// 401; 429 after too many wrong ones; 400 where the old one does not fit, or the new one is too short or too long.
pub async fn change(state: &State, caller: &Caller, old: &str, new: &str) -> Outcome<String> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let mut errors = FieldErrors::default();
    check_password("new_password", new, &mut errors);
    errors.into_result()?;
    if !is_own(state, person, old).await?.unwrap_or(true) {
        return Err(Refusal::field("old_password", "That is not your password.").into());
    }
    let new = new.to_owned();
    let hash = state.hash(move || passwords::hash(&new)).await??;
    let (who, id) = (caller.clone(), secrets::random()?);
    let id_hash = secrets::hash(&id);
    let job = state.write(|c| {
        Box::pin(async move {
            account::set_password(c, person, &hash).await?;
            account::delete_sessions(c, person).await?;
            account::insert_session(c, person, &id_hash).await?;
            audit::append(c, entry_outside(&who, "person.password_changed", "person", person)).await
        })
    });
    job.await?;
    Ok(id)
}
