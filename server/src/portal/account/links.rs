//! Links in mails: looked at by opening them, used by a button, once.

use super::{mails, secrets};
use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::portal::entry_outside;
use crate::state::State;
use crate::store::audit::{self, Entry};
use crate::store::{Conn, account, link, sign_up};
use serde_json::json;
use shared::refusal::{Code, Refusal};

/// What a link will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Make the account that was signed up for, and sign in to it.
    MakeAccount,
    /// Sign in.
    SignIn,
    /// Confirm the address, and sign in.
    Confirm,
}

/// A link that works, as its page shows it.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What its button does.
    pub does: Does,
    /// The address it was sent to.
    pub email: String,
    /// The name of who it is for.
    pub name: String,
}

/// What a link will do; none where it ended.
///
/// # Errors
/// A lost database.
pub async fn look(conn: &mut Conn, code: &str) -> Outcome<Option<Offer>> {
    let hash = secrets::hash(code);
    if let Some(found) = link::find(conn, &hash).await? {
        let does = if found.purpose == "confirm" { Does::Confirm } else { Does::SignIn };
        return Ok(Some(Offer { does, email: found.email, name: found.name }));
    }
    let waiting = sign_up::find(conn, &hash).await?;
    Ok(waiting.map(|s| Offer { does: Does::MakeAccount, email: s.email, name: s.name }))
}

/// A session that a link opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its identifier.
    pub session: String,
    /// Where to go on; empty is the start.
    pub next: String,
}

/// Uses a link up and opens a session. Whoever follows it holds the address, which is confirmed by that.
///
/// # Errors
/// 404 where the link ended; 409 where the address got an account in another way meanwhile.
pub async fn follow(conn: &mut Conn, caller: &Caller, code: &str) -> Outcome<Opened> {
    let hash = secrets::hash(code);
    let session = secrets::random()?;
    let id_hash = secrets::hash(&session);
    let Some(found) = link::find(conn, &hash).await? else {
        return make_account(conn, caller, &hash, &session).await;
    };
    if !link::spend(conn, &hash).await? {
        return Err(Refusal::not_found().into());
    }
    account::insert_session(conn, found.person, &id_hash).await?;
    if !found.confirmed {
        account::confirm(conn, found.person).await?;
        let who = Caller { email: found.email, ..caller.clone() };
        audit::append(conn, entry_outside(&who, "person.confirmed", "person", found.person)).await?;
    }
    Ok(Opened { session, next: found.next_path })
}

async fn make_account(conn: &mut Conn, caller: &Caller, hash: &[u8], session: &str) -> Outcome<Opened> {
    let new = sign_up::take(conn, hash).await?.ok_or_else(Refusal::not_found)?;
    let made = account::insert(conn, &new.email, &new.name, Some(&new.password_hash), false).await;
    let person = made.map_err(|failure| match failure {
        Failure::Refused(refusal) if refusal.code == Code::EmailTaken => {
            let sentence = "This address got an account meanwhile: have a link sent to sign in to it.";
            Failure::Refused(Refusal::new(Code::EmailTaken, sentence))
        }
        other => other,
    })?;
    account::insert_session(conn, person, &secrets::hash(session)).await?;
    let who = Caller { email: new.email, actor: None, ..caller.clone() };
    let after = Some(json!({ "staff": false, "password": true }));
    audit::append(conn, Entry { after, ..entry_outside(&who, "person.created", "person", person) }).await?;
    Ok(Opened { session: session.to_owned(), next: new.next_path })
}

/// Sends a link that signs in; to an address without an account, a mail that says so. The same answer and the same work
/// for both.
///
/// # Errors
/// A lost database.
pub async fn request_sign_in(state: &State, email: &str, next: &str) -> Outcome<()> {
    let (email, next, demo) = (email.trim().to_owned(), next.to_owned(), state.settings.demo);
    let base_url = state.base_url.clone();
    let code = secrets::random()?;
    let job = state.write(|c| {
        Box::pin(async move {
            let found = account::by_email(c, &email).await?.filter(|a| demo || !a.demo);
            let (person, hash) = (found.map(|a| a.person), secrets::hash(&code));
            link::insert(c, person, "sign_in", &hash, &next, mails::SIGN_IN_MINUTES).await?;
            match person {
                Some(_) => mails::sign_in(c, &base_url, &email, &code).await,
                None => mails::unknown(c, &base_url, &email).await,
            }
        })
    });
    job.await
}

/// Sends the caller a link that confirms their address; nothing where it is confirmed.
///
/// # Errors
/// 401 for nobody.
pub async fn request_confirmation(state: &State, caller: &Caller) -> Outcome<()> {
    let actor = caller.actor.ok_or_else(Refusal::unauthenticated)?;
    if actor.confirmed {
        return Ok(());
    }
    let (who, base_url, code) = (caller.clone(), state.base_url.clone(), secrets::random()?);
    let job = state.write(|c| {
        Box::pin(async move {
            let hash = secrets::hash(&code);
            link::insert(c, Some(actor.person), "confirm", &hash, "/me", mails::CONFIRM_MINUTES).await?;
            mails::confirm(c, &base_url, &who.email, &who.name, &code).await
        })
    });
    job.await
}
