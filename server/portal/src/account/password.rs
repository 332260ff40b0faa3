//! Changing one's password. Every other session ends, and this one gets a new identifier.
//! [`Accounts::change_password`](super::flow::Accounts::change_password) hashes in between.

use super::fields::check_password;
use crate::caller::Via;
use crate::prelude::*;
use store::account;
pub(super) use store::account::password_hash as stored_hash;

/// Reads what the page of the password tells.
/// Errors: 401 for nobody.
pub async fn password_state(call: &mut Call<'_>) -> Outcome<PasswordState> {
    let person = call.caller.account()?;
    let has_one = account::password_hash(call.conn, person).await?.is_some();
    let forgotten = has_one && replaces_forgotten(call).await?;
    let own: &[u8] = match &call.caller.via {
        Via::Session { id_hash, .. } => id_hash,
        _ => &[],
    };
    let mut sessions = account::sessions(call.conn, person, own).await?;
    sessions.retain(|session| session.own || !call.caller.limited);
    Ok(PasswordState {
        has_one,
        forgotten,
        tokens: account::working_tokens(call.conn, person).await?,
        sessions,
    })
}

/// Whether the caller may replace a password that they forgot: a mailed link opened their session just now.
pub(super) async fn replaces_forgotten(call: &mut Call<'_>) -> Outcome<bool> {
    match &call.caller.via {
        Via::Session { id_hash, .. } => account::holds_mailbox(call.conn, id_hash).await,
        _ => Ok(false),
    }
}

/// What a wrong current password says.
pub(super) fn wrong() -> Refusal {
    Refusal::field("old_password", Fault::PasswordWrong)
}

/// Refuses a password to somebody whose address nobody has confirmed. The holder of an invitation's link may
/// have made the account for somebody else's address; what they leave in it must end when the owner of the address comes.
/// Errors: 403.
pub(super) fn may_have_password(caller: &Caller) -> Result<(), Refusal> {
    require(caller.actor.is_none_or(|actor| actor.confirmed), Reason::ConfirmFirst)
}

/// Checks a new password.
/// Errors: 400 where it is too short or too long, or among those that are tried first.
pub(super) fn check_new(new: &str) -> Result<(), Refusal> {
    FieldErrors::default().gather(|errors| check_password("new_password", new, errors))
}

/// Stores a new password's hash, ends every session, and opens one for the caller; returns its identifier. `verified` is the
/// hash that the current password was checked against.
/// Errors: 401; 400 where the password was changed since it was checked.
pub(super) async fn change(call: &mut Call<'_>, verified: Option<String>, hash: String) -> Acted<String> {
    let person = call.caller.account()?;
    if !account::still_has_password(call.conn, person, verified.as_deref()).await? {
        return Err(wrong().into());
    }
    account::set_password(call.conn, person, &hash).await?;
    account::delete_sessions(call.conn, person).await?;
    let id = secrets::random()?;
    // Whether demo accounts may act was asked when this caller was recognised.
    let session = NewSession {
        password_hash: Some(hash),
        demo: true,
        passkey: call.caller.actor.is_some_and(|actor| actor.passkey),
        ..NewSession::new(person, secrets::hash(&id))
    };
    if !account::open_session(call.conn, &session).await? {
        return Err(Refusal::unauthenticated().into());
    }
    Ok(Done::logged(id, call.entry_outside("person.password_changed", "person", person)))
}
