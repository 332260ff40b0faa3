//! Links in mails: looked at by opening them, used by a button, once.

use super::fields::{check_name, check_password};
use super::mails;
use super::sign_in::{self, SignInOutcome};
use crate::prelude::*;
use store::{account, link, sign_up};

/// What a link will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEffect {
    /// Make the account that was signed up for, and sign in to it.
    MakeAccount,
    SignIn,
    /// Confirm the address, and sign in.
    Confirm,
}

/// A link that works, as its page shows it.
#[derive(Clone, Debug)]
pub struct OpenedLink {
    /// What its button does.
    pub does: LinkEffect,
    /// The address it was sent to.
    pub email: String,
    /// The name of who it is for. None where the page asks for name and password: anybody may have typed the name that
    /// came with the sign-up.
    pub name: Option<String>,
}

/// What a link will do in a browser that holds this cookie of a sign-up, which may be empty; none where the link ended.
/// `confirms_only`: people sign in through a provider alone, so a link does nothing but confirm an address.
pub async fn look(
    conn: &mut Conn,
    code: &str,
    browser: &str,
    confirms_only: bool,
) -> Outcome<Option<OpenedLink>> {
    let hash = secrets::hash(code);
    if confirms_only && !confirms(conn, &hash).await? {
        return Ok(None);
    }
    if let Some(found) = link::find(conn, &hash).await? {
        let does = if found.purpose == "confirm" { LinkEffect::Confirm } else { LinkEffect::SignIn };
        return Ok(Some(OpenedLink { does, email: found.email, name: Some(found.name) }));
    }
    let Some(waiting) = sign_up::find(conn, &hash).await? else { return Ok(None) };
    let chosen = sign_up::typed_in_browser(conn, &waiting.email, &secrets::hash(browser)).await?;
    Ok(Some(OpenedLink { does: LinkEffect::MakeAccount, email: waiting.email, name: chosen.map(|c| c.name) }))
}

#[derive(Clone, Debug)]
pub struct LinkOutcome {
    /// The session, or the passkey that comes first.
    pub entered: SignInOutcome,
    /// Where to go on; empty is the start.
    pub next: String,
}

/// Name and password as they were typed on the page of a link.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: String,
    pub password: String,
}

/// Whether a link confirms the address of an account, and does nothing else but sign in to it.
pub(super) async fn confirms(conn: &mut Conn, hash: &[u8]) -> Outcome<bool> {
    let found = link::find(conn, hash).await?;
    Ok(found.is_some_and(|found| found.purpose == "confirm" && !found.confirmed))
}

/// Whether a link makes an account when it is followed.
pub(super) async fn makes_account(conn: &mut Conn, hash: &[u8]) -> Outcome<bool> {
    Ok(sign_up::find(conn, hash).await?.is_some())
}

/// Checks what was typed on the page of a link; returns the name as it is stored.
/// Errors: 400 with every field's message.
pub(super) fn check_new_account(typed: &NewAccount) -> Result<String, Refusal> {
    let mut errors = FieldErrors::default();
    let name = check_name(&typed.name, &mut errors);
    check_password("password", &typed.password, &mut errors);
    errors.into_result().map(|()| name)
}

/// A checked name with the hash of the password.
pub(super) fn chosen(name: String, password_hash: String) -> ChosenCredentials {
    ChosenCredentials { name, password_hash }
}

/// Uses a link up and opens a session. `hash` is of the link's code, `browser_hash` of the browser's cookie; `typed` is what
/// was chosen on the link's page for a new account.
/// Errors: as [`Accounts::follow_link`](super::flow::Accounts::follow_link).
pub(super) async fn use_up(
    call: &mut Call<'_>,
    hash: &[u8],
    typed: Option<ChosenCredentials>,
    browser_hash: &[u8],
) -> Acted<LinkOutcome> {
    let Some(found) = link::find(call.conn, hash).await? else {
        return make_account(call, hash, typed, browser_hash).await;
    };
    require(link::spend(call.conn, hash).await?, Reason::NotFound)?;
    if !found.confirmed {
        // An invitation's link may have made this account for somebody who does not have the mailbox.
        account::delete_sessions(call.conn, found.person).await?;
    }
    let entered = open(call.conn, found.person).await?;
    let opened = LinkOutcome { entered, next: found.next_path };
    if found.confirmed {
        return Ok(Done::unlogged(opened));
    }
    account::confirm(call.conn, found.person).await?;
    let who = Caller { email: found.email, ..call.caller.clone() };
    Ok(Done::logged(opened, entry_outside(&who, "person.confirmed", "person", found.person)))
}

/// Lets somebody in who holds the address.
async fn open(conn: &mut Conn, person: PersonId) -> Outcome<SignInOutcome> {
    let id = secrets::random()?;
    // Whether demo accounts may act is asked of every request.
    let new = NewSession { demo: true, mailed: true, ..NewSession::new(person, secrets::hash(&id)) };
    let entered = sign_in::enter(conn, id, &new, "mailed link").await?;
    entered.ok_or_else(|| Refusal::not_found().into())
}

async fn make_account(
    call: &mut Call<'_>,
    hash: &[u8],
    typed: Option<ChosenCredentials>,
    browser_hash: &[u8],
) -> Acted<LinkOutcome> {
    let waiting = sign_up::find(call.conn, hash).await?.ok_or_else(Refusal::not_found)?;
    let chosen = match typed {
        Some(chosen) => Some(chosen),
        None => sign_up::typed_in_browser(call.conn, &waiting.email, browser_hash).await?,
    };
    let chosen = chosen.ok_or_else(|| Refusal::field("password", Fault::NameAndPassword))?;
    let new = sign_up::take(call.conn, hash).await?.ok_or_else(Refusal::not_found)?;
    let made = account::insert(call.conn, &new.email, &chosen.name, Some(&chosen.password_hash), false).await;
    let person = made.map_err(|failure| match failure {
        Failure::Refused(refusal) if refusal.code() == Code::EmailTaken => {
            Failure::Refused(Reason::EmailTakenMeanwhile.into())
        }
        other => other,
    })?;
    let entered = open(call.conn, person).await?;
    let who = Caller { email: new.email, actor: None, ..call.caller.clone() };
    let after = Some(json!({ "staff": false, "password": true }));
    let entry = entry_outside(&who, "person.created", "person", person).after(after);
    Ok(Done::logged(LinkOutcome { entered, next: new.next_path }, entry))
}

/// Sends a link that signs in; to an address without an account, a mail that says so. The same answer and the same work
/// for both. `demo`: the demo's accounts may sign in.
pub async fn request_sign_in(conn: &mut Conn, base_url: &str, demo: bool, email: &str, next: &str) -> Acted {
    let email = email.trim();
    let code = secrets::random()?;
    let found = account::by_email(conn, email).await?.filter(|a| demo || !a.demo);
    let (person, hash) = (found.as_ref().map(|a| a.person), secrets::hash(&code));
    link::insert(conn, person, "sign_in", &hash, next, mails::SIGN_IN_MINUTES).await?;
    match found {
        Some(known) => mails::sign_in(conn, base_url, &known.email, &code).await?,
        None => mails::unknown(conn, base_url, email).await?,
    }
    Ok(Done::unlogged(()))
}

/// Sends the caller a link that confirms their address; nothing where it is confirmed.
/// Errors: 401 for nobody.
pub async fn request_confirmation(call: &mut Call<'_>, base_url: &str) -> Acted {
    let actor = call.caller.signed_in()?;
    if actor.confirmed {
        return Ok(Done::unlogged(()));
    }
    confirm_address(call.conn, base_url, &call.caller.email).await
}

/// Sends a link that confirms the address of its account; nothing where it has none.
pub(super) async fn confirm_address(conn: &mut Conn, base_url: &str, email: &str) -> Acted {
    if let Some(found) = account::by_email(conn, email).await? {
        let code = secrets::random()?;
        let hash = secrets::hash(&code);
        link::insert(conn, Some(found.person), "confirm", &hash, "/me", mails::CONFIRM_MINUTES).await?;
        mails::confirm(conn, base_url, &found.email, &code).await?;
    }
    Ok(Done::unlogged(()))
}
