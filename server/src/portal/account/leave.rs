//! One's own data as a file, and leaving: the account is deactivated, and name and address go.

use super::password;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::entry_outside;
use crate::state::State;
use crate::store::personal::{self, Numbers};
use crate::store::{Conn, account, audit, sign_up};
use serde_json::Value;
use shared::refusal::{Code, Refusal};

/// What is typed to leave where there is no password.
pub const WORD: &str = "leave";

/// Everything that the portal holds about the caller.
///
/// # Errors
/// 401 for nobody.
pub async fn data(conn: &mut Conn, caller: &Caller) -> Outcome<Value> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    personal::data(conn, person, &caller.email).await
}

/// What leaving would do.
#[derive(Clone, Debug)]
pub struct Leaving {
    /// How much there is.
    pub numbers: Numbers,
    /// The account has a password, which is asked for; otherwise [`WORD`] is.
    pub has_password: bool,
    /// Why the caller cannot leave now.
    pub refused: Option<Refusal>,
}

/// What leaving would do, before it is done.
///
/// # Errors
/// 401 for nobody.
pub async fn look(conn: &mut Conn, caller: &Caller) -> Outcome<Leaving> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    Ok(Leaving {
        numbers: personal::numbers(conn, person).await?,
        has_password: account::password_hash(conn, person).await?.is_some(),
        refused: needed(conn, caller).await?,
    })
}

/// Somebody whom an event or the site cannot do without.
async fn needed(conn: &mut Conn, caller: &Caller) -> Outcome<Option<Refusal>> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    if personal::is_last_admin(conn, person).await? {
        let sentence = "You are the last site admin: make somebody else one first.";
        return Ok(Some(Refusal::new(Code::DatabaseRule, sentence)));
    }
    let alone = personal::organizes_alone(conn, person).await?;
    Ok((!alone.is_empty()).then(|| {
        let sentence = format!("You are the last organizer of {}: add another first.", alone.join(", "));
        Refusal::new(Code::DatabaseRule, sentence)
    }))
}

/// Deactivates and anonymises the caller's account. `typed` is the password, or [`WORD`] where there is none.
///
/// # Errors
/// 401; 409 for the last organizer of an event or the last site admin; 422 where what was typed does not fit.
pub async fn leave(state: &State, caller: &Caller, typed: &str) -> Outcome<()> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let who = caller.clone();
    let found = state.read(async |c| look(c, &who).await).await?;
    if let Some(refusal) = found.refused {
        return Err(refusal.into());
    }
    let wrong = Refusal::new(Code::Values, "The password is wrong.");
    let verified = password::verify_own(state, person, typed, wrong.clone()).await?;
    if verified.is_none() && !typed.trim().eq_ignore_ascii_case(WORD) {
        return Err(Refusal::new(Code::Values, format!("Type the word “{WORD}”.")).into());
    }
    let who = caller.clone();
    let job = state.write(async |c| {
        personal::one_leaves_at_a_time(c).await?;
        if !account::still_has_password(c, person, verified.as_deref()).await? {
            return Err(wrong.into());
        }
        if let Some(refusal) = needed(c, &who).await? {
            return Err(refusal.into());
        }
        sign_up::forget(c, &who.email).await?;
        personal::anonymise(c, person, &who.email).await?;
        audit::append(c, entry_outside(&who, "person.left", "person", person)).await
    });
    job.await
}
