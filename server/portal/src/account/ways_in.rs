//! Whether a session may change the ways into its account: a password, passkeys, tokens.

use super::password;
use crate::caller::Via;
use crate::prelude::*;
use store::passkey;

/// The hash of the identifier of the caller's session.
/// Errors: 403 for a token.
pub(super) fn session_of(caller: &Caller) -> Result<&[u8], Refusal> {
    match &caller.via {
        Via::Session { id_hash, .. } => Ok(id_hash),
        _ => Err(Reason::TokenOnPage.into()),
    }
}

/// Whether the caller may change what their account is opened with, in this session.
pub(super) fn may_change(caller: &Caller, usage: &PasskeyUse) -> Result<(), Refusal> {
    caller.is_whole()?;
    password::may_have_password(caller)?;
    let actor = caller.signed_in()?;
    require(!actor.demo, Reason::NoDemoPasskeys)?;
    is_proved(caller, usage)?;
    require(!usage.by_link, Reason::OpenedByLink)
}

/// Refuses to make another way into the account in a session that was neither opened nor proved just now, and in one without a passkey where
/// the account has one: who took a session over would keep the account.
/// Errors: 401 for nobody; 403.
pub(super) fn is_proved(caller: &Caller, usage: &PasskeyUse) -> Result<(), Refusal> {
    require(usage.passkeys == 0 || caller.signed_in()?.passkey, Reason::PasskeySession)?;
    require(usage.proved, Reason::ProveFirst)
}

/// How the caller's account uses passkeys, in this session.
/// Errors: 401 for nobody; 403 for a token.
pub(super) async fn usage(call: &mut Call<'_>) -> Outcome<PasskeyUse> {
    passkey::usage(call.conn, call.caller.account()?, session_of(call.caller)?).await
}

/// How the caller uses passkeys, where they may change that now.
pub(super) async fn changeable(call: &mut Call<'_>) -> Outcome<(PersonId, PasskeyUse)> {
    let person = call.caller.account()?;
    let usage = usage(call).await?;
    may_change(call.caller, &usage)?;
    Ok((person, usage))
}

/// How the caller's account uses passkeys, and why it gets no first password in this session.
/// Errors: 401; 403 for a token.
pub async fn first_password(call: &mut Call<'_>) -> Outcome<(PasskeyUse, Option<Refusal>)> {
    let usage = usage(call).await?;
    let refused = may_change(call.caller, &usage).err();
    Ok((usage, refused))
}

/// Refuses to delete an account without a password in a session that could be somebody else's: one that a link opened, or that is old. Of an
/// account whose address nobody has confirmed nothing but its links could be asked.
pub(super) async fn may_leave(call: &mut Call<'_>) -> Outcome<()> {
    if !call.caller.signed_in()?.confirmed {
        return Ok(());
    }
    let usage = usage(call).await?;
    require(!usage.by_link, Reason::OpenedByLink)?;
    is_proved(call.caller, &usage)?;
    Ok(())
}

/// Refuses a first password where no passkey could be added either: it is as much a way in, and the session that it opens is new.
/// Errors: 401; 403.
pub(super) async fn may_set_first_password(call: &mut Call<'_>) -> Outcome<()> {
    changeable(call).await.map(drop)
}
