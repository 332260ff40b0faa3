//! Changing one's password. Every other session ends, and this one gets an identifier of its own.

use super::secrets;
use super::sign_in::{Limits, admit, succeeded};
use super::users::check_password;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::entry_outside;
use crate::portal::limits::Limit;
use crate::state::State;
use crate::store::account::NewSession;
use crate::store::{Conn, account, audit};
use shared::ids::PersonId;
use shared::refusal::{FieldErrors, Refusal};

/// What the page of the password tells.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The caller has a password.
    pub has_one: bool,
    /// Access tokens of the caller that work. A new password does not end them.
    pub tokens: i64,
}

/// Reads what the page of the password tells.
///
/// # Errors
/// 401 for nobody.
pub async fn standing(conn: &mut Conn, caller: &Caller) -> Outcome<Standing> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let has_one = account::password_hash(conn, person).await?.is_some();
    Ok(Standing { has_one, tokens: account::working_tokens(conn, person).await? })
}

/// The hash that a typed password fits, checked against the person's stored one. None where they have none. Wrong ones
/// are counted as failed sign-ins are.
///
/// # Errors
/// 429 after too many wrong ones; `wrong` where it does not fit.
pub(super) async fn verify_own(
    state: &State,
    person: PersonId,
    typed: &str,
    wrong: Refusal,
) -> Outcome<Option<String>> {
    let stored = state.read(async |c| account::password_hash(c, person).await).await?;
    let Some(stored) = stored else { return Ok(None) };
    let limits = Limits { failed: vec![(Limit::SignIns, format!("person {person}"))], good: None };
    if !admit(state, &limits).await?.fits(typed, Some(stored.clone())).await? {
        return Err(wrong.into());
    }
    succeeded(state, &limits).await?;
    Ok(Some(stored))
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
    let wrong = Refusal::field("old_password", "The current password is wrong.");
    let verified = verify_own(state, person, old, wrong.clone()).await?;
    let hash = state.hasher.hash(new).await?;
    let (who, id) = (caller.clone(), secrets::random()?);
    let id_hash = secrets::hash(&id);
    let job = state.write(async |c| {
        if !account::still_has_password(c, person, verified.as_deref()).await? {
            return Err(wrong.into());
        }
        account::set_password(c, person, &hash).await?;
        account::delete_sessions(c, person).await?;
        // The demo's switch was asked when this caller was recognised.
        let session = NewSession { person, id_hash, password_hash: Some(hash), demo: true };
        if !account::open_session(c, &session).await? {
            return Err(Refusal::unauthenticated().into());
        }
        audit::append(c, entry_outside(&who, "person.password_changed", "person", person)).await
    });
    job.await?;
    Ok(id)
}
