//! Passkeys of accounts, and what browsers are asked to sign.

use crate::prelude::*;
use serde_json::Value;

#[derive(Clone, Debug)]
pub struct OwnPasskey {
    pub id: i64,
    /// What the owner called it.
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A passkey as a sign-in looks at it.
#[derive(Clone, Debug)]
pub struct StoredPasskey {
    pub id: i64,
    pub person: PersonId,
    /// What its account is to the device that keeps it.
    pub handle: Vec<u8>,
    /// What `webauthn-rs` keeps of it.
    pub credential: Value,
}

#[derive(Clone, Debug)]
pub struct NewPasskey {
    pub person: PersonId,
    pub credential_id: Vec<u8>,
    pub credential: Value,
    pub name: String,
}

/// How an account uses passkeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasskeyUse {
    /// How many it has.
    pub passkeys: i64,
    /// Recovery codes that were not used.
    pub codes: i64,
    /// Tokens that count as made with a passkey, and end when one is removed.
    pub tokens: i64,
    /// One is asked for after every other way in.
    pub asked: bool,
    pub has_password: bool,
    /// Its session was opened, or the password typed in it, less than a quarter of an hour ago.
    pub proved: bool,
    /// A link opened the session: whoever made the link could open it too.
    pub by_link: bool,
}

/// What a browser was asked to sign.
#[derive(Clone, Debug, Default)]
pub struct PasskeyAttempt {
    /// Who signs in, where another way in said so.
    pub person: Option<PersonId>,
    /// SHA-256 of the identifier of the session that the page was drawn in.
    pub session: Option<Vec<u8>>,
    /// A mailed link was the way in before.
    pub mailed: bool,
    /// The hash that the typed password matched, where a password was the way in before.
    pub password_hash: Option<String>,
    /// What the answer is compared with; none until the page is drawn.
    pub state: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct OrganizerPasskey {
    pub name: String,
    pub has_one: bool,
}

/// What a browser is asked to do, as JSON, and the secret that its answer comes with.
#[derive(Clone, Debug)]
pub struct PasskeyQuestion {
    pub secret: String,
    /// What `navigator.credentials` is given.
    pub options: String,
}

/// What the page of an account's passkeys tells.
#[derive(Clone, Debug)]
pub struct PasskeysFound {
    pub passkeys: Vec<OwnPasskey>,
    pub usage: PasskeyUse,
    /// Whether anything can be changed in this session, or why not.
    pub may_change: Result<(), Refusal>,
    /// By what a browser makes a new passkey; none where nothing can be changed, or as many are there as may be.
    pub question: Option<PasskeyQuestion>,
    pub now: DateTime<Utc>,
}
