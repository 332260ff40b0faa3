//! Bearer tokens: made once, shown once, revoked for good.

use super::ways_in;
use crate::prelude::*;
use crate::secrets::TOKEN_PREFIX;
use store::{account, facts};

/// What the page of tokens tells.
#[derive(Debug)]
pub struct TokensFound {
    /// The newest first.
    pub tokens: Vec<AccessToken>,
    pub usage: PasskeyUse,
    /// Why none can be made in this session now.
    pub refused: Option<Refusal>,
    pub now: DateTime<Utc>,
}

/// The caller's tokens.
/// Errors: 401 without an account; 403 for a session that others' links opened.
pub async fn list(call: &mut Call<'_>) -> Outcome<TokensFound> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    let usage = ways_in::usage(call).await?;
    let refused = ways_in::is_proved(call.caller, &usage).err();
    Ok(TokensFound {
        tokens: account::tokens(call.conn, person).await?,
        usage,
        refused,
        now: facts::now(call.conn).await?,
    })
}

/// Makes a token for the caller and returns it; only its hash is kept. One that was made before the address was confirmed ends when
/// it is: whoever holds an invitation's link may have made it for somebody else's address. A session that knows a part of the account
/// makes none. One that a link opened, and that still knows all of it, makes one that never knows more than the session does now. A token
/// outlives the session, so it is made in one that was opened or proved just now.
/// Errors: 401 without an account; 403 for a session that others' links opened, and for one that has to be proved first; 400 for a name
/// that is not valid.
pub async fn create(call: &mut Call<'_>, name: &str) -> Acted<String> {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    ways_in::is_proved(call.caller, &ways_in::usage(call).await?)?;
    create_for(call, person, name).await
}

/// Makes a token for somebody: the command line's way. It counts as made with a passkey where the caller has shown one, and so the
/// command line's does.
/// Errors: 400 for a name that is not valid.
pub async fn create_for(call: &mut Call<'_>, person: PersonId, name: &str) -> Acted<String> {
    let name = FieldErrors::default()
        .gather(|errors| text::clean_name("name", TextField::Name, name, Unnamed::Token, errors))?;
    let token = format!("{TOKEN_PREFIX}{}", secrets::random()?);
    let session = ways_in::session_of(call.caller).ok();
    let passkey = call.caller.actor.is_some_and(|actor| actor.passkey);
    let id =
        account::insert_token(call.conn, person, &name, &secrets::hash(&token), (false, passkey), session)
            .await?;
    Ok(Done::logged(token, call.entry_outside("token.created", "token", id)))
}

/// Revokes one of the caller's tokens.
/// Errors: 401 without an account; 403 for a session that others' links opened; 404 where the caller has no such token that works.
pub async fn revoke(call: &mut Call<'_>, id: i64) -> Acted {
    let person = call.caller.account()?;
    call.caller.is_whole()?;
    require(account::revoke_token(call.conn, person, id).await?, Reason::NotFound)?;
    Ok(Done::logged((), call.entry_outside("token.revoked", "token", id)))
}
