//! Sessions: opened by a password, and ended. [`Accounts::sign_in`](super::flow::Accounts::sign_in) checks the password in
//! between.

use super::attempts::SIGN_INS;
use crate::caller::Via;
use crate::prelude::*;
use store::{account, passkey};

/// What a failed sign-in says, the same for every address.
pub(super) fn wrong() -> Refusal {
    Reason::SignInFailed.into()
}

/// The account with this address, if it may sign in. `demo`: the demo's accounts may.
pub(super) async fn find_account(conn: &mut Conn, email: &str, demo: bool) -> Outcome<Option<Account>> {
    // No stored address holds what a text of the database cannot.
    if email.contains('\0') {
        return Ok(None);
    }
    Ok(account::by_email(conn, email).await?.filter(|account| demo || !account.demo))
}

/// What a way in leads to.
#[derive(Clone, Debug)]
pub enum SignInOutcome {
    /// A session with this identifier.
    Session(String),
    /// A passkey is asked for first. The page that asks holds this secret.
    Passkey(String),
}

/// Opens a session with this identifier, or keeps that the first step is done where the account asks for a passkey. None where the account
/// takes no session. `by` is for the log.
pub(super) async fn enter(
    conn: &mut Conn,
    id: String,
    session: &NewSession,
    by: &str,
) -> Outcome<Option<SignInOutcome>> {
    if passkey::is_asked(conn, session.person).await? {
        let attempt = PasskeyAttempt {
            person: Some(session.person),
            mailed: session.mailed,
            password_hash: session.password_hash.clone(),
            ..PasskeyAttempt::default()
        };
        passkey::insert_attempt(conn, &session.id_hash, &attempt).await?;
        return Ok(Some(SignInOutcome::Passkey(id)));
    }
    if !account::open_session(conn, session).await? {
        return Ok(None);
    }
    log(session.person, by);
    Ok(Some(SignInOutcome::Session(id)))
}

/// Lets somebody in whose password was checked.
/// Errors: 422 where the account has no password, or another one since it was checked, or was deactivated.
pub(super) async fn open_session(conn: &mut Conn, account: Account, demo: bool) -> Acted<SignInOutcome> {
    let Some(hash) = account.password_hash else { return Err(wrong().into()) };
    let id = secrets::random()?;
    let id_hash = secrets::hash(&id);
    let session = NewSession { password_hash: Some(hash), demo, ..NewSession::new(account.person, id_hash) };
    let entered = enter(conn, id, &session, "password").await?.ok_or_else(wrong)?;
    Ok(Done::unlogged(entered))
}

/// Says in the log that an account was signed in to.
pub fn log(person: PersonId, by: &str) {
    tracing::info!(target: SIGN_INS, account = person.0, by, "signed in");
}

/// Says in the log that a password was wrong; none: no account has the address that was typed.
pub(super) fn log_failure(account: Option<PersonId>) {
    let account = account.map(|person| person.0);
    tracing::warn!(target: SIGN_INS, account, "a sign-in failed");
}

pub async fn end_session(call: &mut Call<'_>) -> Acted {
    if let Via::Session { id_hash, .. } = &call.caller.via {
        account::delete_session(call.conn, id_hash).await?;
    }
    Ok(Done::unlogged(()))
}
