//! Accounts, and the sessions, tokens and links that lead to them.

use super::rate::CountedRequest;
use crate::prelude::*;
use shared::rules::Actor;

/// A person as sign-in sees them.
#[derive(Clone, Debug)]
pub struct Account {
    pub person: PersonId,
    /// Their address as it is stored. Mail goes here, never to what somebody typed.
    pub email: String,
    /// argon2id in PHC form, where a password was set.
    pub password_hash: Option<String>,
    pub demo: bool,
}

/// An account that a session or a token belongs to.
#[derive(Clone, Debug)]
pub struct KnownAccount {
    /// For the rules.
    pub actor: Actor,
    pub name: String,
    pub email: String,
    /// Whether they judge in some event.
    pub judges: bool,
    /// Whether they are on the panel of a prize whose winners are not confirmed.
    pub on_panel: bool,
    pub demo: bool,
    /// A link opened the session, or the one that made the token.
    pub by_link: bool,
    /// What the links stand for that opened the session, or the session that made the token, where links did.
    pub links: Vec<SessionLink>,
    /// The account has more than these links stand for.
    pub limited: bool,
}

/// What a link stands for that was opened in a session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SessionLink {
    pub event: EventId,
    pub slug: String,
    /// The role, or `panellist`.
    pub role: String,
    pub made_by: Option<PersonId>,
}

/// An account that a request proved to be its caller's.
#[derive(Clone, Debug)]
pub struct IdentifiedAccount {
    pub account: KnownAccount,
    /// The request's counts against the limits that were asked for.
    pub counted: Vec<CountedRequest>,
    /// The last use of the session or token was written down a minute ago or earlier.
    pub stale: bool,
}

#[derive(Clone, Debug)]
pub struct NewSession {
    pub person: PersonId,
    /// SHA-256 of its identifier.
    pub id_hash: Vec<u8>,
    /// The hash that the typed password matched, where a password was typed.
    pub password_hash: Option<String>,
    /// Whether demo accounts may sign in.
    pub demo: bool,
    /// A mailed link opened it.
    pub mailed: bool,
    /// A passkey or a recovery code opened it.
    pub passkey: bool,
    /// The link of an invitation opened it, or a guest's admission: it belongs to that event.
    pub link: Option<InvitationOpening>,
}

impl NewSession {
    /// A session that neither a password, nor a link, nor a passkey opened, and no demo account.
    pub fn new(person: PersonId, id_hash: Vec<u8>) -> Self {
        let (demo, mailed, passkey) = (false, false, false);
        Self { person, id_hash, password_hash: None, demo, mailed, passkey, link: None }
    }
}

#[derive(Clone, Debug)]
pub struct InvitationOpening {
    pub event: EventId,
    /// The role that it stands for, or `panellist`.
    pub role: &'static str,
    pub made_by: Option<PersonId>,
}

/// A bearer token as its owner sees it later, without its secret.
#[derive(Clone, Debug)]
pub struct AccessToken {
    pub id: i64,
    /// What the owner called it.
    pub name: String,
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
    /// A session that a link opened made it: it knows what that session knew, and no more.
    pub by_link: bool,
    /// The names of the events that such a token still knows.
    pub events: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct NewSignUp {
    pub email: String,
    pub name: String,
    /// argon2id in PHC form.
    pub password_hash: String,
    /// The path to continue at after the link; empty is the home page.
    pub next_path: String,
    /// SHA-256 of the cookie of the browser that was used.
    pub browser_hash: Vec<u8>,
}

/// A sign-up whose link works.
#[derive(Clone, Debug)]
pub struct PendingSignUp {
    pub email: String,
    /// The path to continue at; empty is the home page.
    pub next_path: String,
}

/// Name and password that somebody chose when they signed up.
#[derive(Clone, Debug)]
pub struct ChosenCredentials {
    pub name: String,
    /// argon2id in PHC form.
    pub password_hash: String,
}

/// A link in a mail that still works.
#[derive(Clone, Debug)]
pub struct OneTimeLink {
    pub person: PersonId,
    /// `sign_in` or `confirm`.
    pub purpose: String,
    /// The path to continue at; empty is the home page.
    pub next_path: String,
    pub email: String,
    pub name: String,
    /// Whether the address is confirmed already.
    pub confirmed: bool,
}

/// What the page of the password tells.
#[derive(Clone, Debug)]
pub struct PasswordState {
    pub has_one: bool,
    /// A mailed link opened the session just now, so that the current password is not asked for.
    pub forgotten: bool,
    /// Access tokens of the caller that work. A new password does not end them.
    pub tokens: i64,
    /// Where the caller is signed in, the latest first; of a session that others' links opened only itself.
    pub sessions: Vec<OpenSession>,
}

/// A browser in which somebody is signed in.
#[derive(Clone, Debug)]
pub struct OpenSession {
    pub created_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
    /// A link that organizers made opened it.
    pub by_link: bool,
    /// It is the one that asks.
    pub own: bool,
}
