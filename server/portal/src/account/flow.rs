//! The acts of accounts that take several steps: they read, compute a password hash, and write. A hash takes 20 ms, so no
//! connection is held meanwhile; what was read is looked at again in the write.

use super::attempts::{self, AttemptLimits};
use super::hasher::Hasher;
use super::links::{self, LinkOutcome, NewAccount};
use super::provider::Provider;
use super::sign_in::{self, SignInOutcome};
use super::sign_up::{self, Typed};
use super::{leave, password, ways_in};
use crate::limits::Counters;
use crate::prelude::*;

/// What the acts of accounts need.
#[derive(Clone, Copy, Debug)]
pub struct Accounts<'s> {
    pub database: &'s Database,
    pub hasher: &'s Hasher,
    /// Counts failed tries.
    pub counters: Counters<'s>,
    /// Public address without a trailing slash, for the links in mails.
    pub base_url: &'s str,
    /// Whether the demo's accounts may sign in.
    pub demo: bool,
    /// The provider of the single sign-on.
    pub sign_on: Option<&'s Provider>,
    /// Whether people sign in through it alone.
    pub sign_on_only: bool,
}

impl Accounts<'_> {
    /// What a caller calls, outside of events.
    pub(super) fn by<'a>(&'a self, caller: &'a Caller) -> By<'a> {
        By::of(self.database, caller)
    }

    /// Checks the password and opens a session, or asks for a passkey first.
    /// Errors: 403 where people sign in through a provider alone; 422 where address and password do not fit, in the same words and time for
    /// every address; 429 after too many failures, or too many sign-ins of one account; busy where too many sign in at once.
    pub async fn sign_in(&self, ip: Option<&str>, email: &str, password: &str) -> Outcome<SignInOutcome> {
        self.allow_own_ways()?;
        let email = email.trim();
        let limits = ip.map(|ip| AttemptLimits::of_sign_in(ip, email)).unwrap_or_default();
        let thread = attempts::admit(&self.counters, self.hasher, &limits).await?;
        let found = self.database.read(async |c| sign_in::find_account(c, email, self.demo).await).await?;
        let hash = found.as_ref().and_then(|account| account.password_hash.clone());
        let id = found.as_ref().map(|account| account.person);
        if !thread.fits(password, hash).await? {
            sign_in::log_failure(id);
            return Err(sign_in::wrong().into());
        }
        attempts::succeeded(&self.counters, &limits).await?;
        // Until here, so that what counts as failed is never more than is under way.
        drop(thread);
        let account = found.ok_or_else(sign_in::wrong)?;
        self.database.write(async |c| sign_in::open_session(c, account, self.demo).await).await
    }

    /// Sends the link that makes the account, or, where the address has one, a link that signs in. The same answer and the
    /// same work for both. Returns the secret that the sender's browser keeps: with it, the link's page need not ask for
    /// name and password again.
    /// Errors: 403 where people sign in through a provider alone; busy where too many passwords are being hashed; a lost database.
    pub async fn sign_up(&self, typed: Typed) -> Outcome<String> {
        self.allow_own_ways()?;
        let hash = self.hasher.hash(&typed.password).await?;
        self.database.write(async |c| sign_up::send_link(c, self.base_url, typed, hash).await).await
    }

    /// Sends a link that signs in; to an address without an account, a mail that says so. The same answer and the same work for
    /// both.
    /// Errors: 403 where people sign in through a provider alone; a lost database.
    pub async fn send_sign_in_link(&self, email: &str, next: &str) -> Outcome<()> {
        self.allow_own_ways()?;
        self.database
            .write(async |c| links::request_sign_in(c, self.base_url, self.demo, email, next).await)
            .await
    }

    /// Uses a link up and opens a session. The person who follows it holds the address, which is confirmed by that. A new
    /// account takes name and password from the page of the link, or from what was typed at the sign-up in this very
    /// browser (`browser` is its cookie, or empty), and never from somebody who only typed the address.
    /// Errors: 403 where people sign in through a provider alone, unless the link confirms an address; 404 where it ended; 400 where a new
    /// account needs a name and a password, or those typed are refused; 409 where the address got an account in another way meanwhile.
    pub async fn follow_link(
        &self,
        caller: &Caller,
        code: &str,
        browser: &str,
        typed: Option<NewAccount>,
    ) -> Outcome<LinkOutcome> {
        let (code, browser) = (secrets::hash(code), secrets::hash(browser));
        // Only for a link that makes an account: anything else would let anybody have passwords hashed.
        let makes_account = async || self.database.read(async |c| links::makes_account(c, &code).await).await;
        if self.sign_on_only && !self.database.read(async |c| links::confirms(c, &code).await).await? {
            return Err(Reason::SignOnOnly.into());
        }
        let chosen = match typed {
            Some(typed) if makes_account().await? => {
                let name = links::check_new_account(&typed)?;
                Some(links::chosen(name, self.hasher.hash(&typed.password).await?))
            }
            _ => None,
        };
        self.by(caller).write(async |call| links::use_up(call, &code, chosen, &browser).await).await
    }

    /// Changes the caller's password, or sets a first one, which needs a session as fresh as a new passkey does. A session that a mailed link
    /// opened less than 15 minutes ago needs no old one. Every other session ends. Returns the identifier of the session that goes on.
    /// Errors: 401; 403 without a confirmed address, where people sign in through a provider alone, and for a first one where no passkey
    /// could be added; 429 after too many wrong ones; 400 where the old one does not fit, or the new one is too short or too long.
    pub async fn change_password(&self, caller: &Caller, old: &str, new: &str) -> Outcome<String> {
        let person = caller.account()?;
        self.allow_own_ways()?;
        password::may_have_password(caller)?;
        password::check_new(new)?;
        let forgotten = self.by(caller).read(password::replaces_forgotten).await?;
        let verified = if forgotten {
            self.database.read(async |c| password::stored_hash(c, person).await).await?
        } else {
            self.verify_own(person, old, password::wrong()).await?
        };
        if verified.is_none() {
            self.by(caller).read(ways_in::may_set_first_password).await?;
        }
        let hash = self.hasher.hash(new).await?;
        self.by(caller).write(async |call| password::change(call, verified, hash).await).await
    }

    /// Deactivates and anonymises the caller's account. `typed` is the password, or [`leave::WORD`] where there is none, and
    /// where people sign in through a provider alone.
    /// Errors: 401; 403 for an account without a password whose address is confirmed, in a session that a link opened or that has to be
    /// proved; 409 for the last organizer of an event or the last site admin; 422 where what was typed does not fit.
    pub async fn delete(&self, caller: &Caller, typed: &str) -> Outcome<()> {
        let person = caller.account()?;
        self.by(caller).read(leave::check).await?;
        let verified = if self.sign_on_only {
            leave::check_word(typed)?;
            self.database.read(async |c| password::stored_hash(c, person).await).await?
        } else {
            self.verify_own(person, typed, leave::wrong()).await?
        };
        if verified.is_none() {
            leave::check_word(typed)?;
            self.by(caller).read(ways_in::may_leave).await?;
        }
        self.by(caller).write(async |call| leave::leave(call, verified).await).await
    }

    /// The stored hash that a typed password fits; none where the person has no password. Wrong ones are counted as failed
    /// sign-ins are.
    pub(super) async fn verify_own(
        &self,
        person: PersonId,
        typed: &str,
        wrong: Refusal,
    ) -> Outcome<Option<String>> {
        let stored = self.database.read(async |c| password::stored_hash(c, person).await).await?;
        let Some(stored) = stored else { return Ok(None) };
        let limits = AttemptLimits::of_person(person);
        let thread = attempts::admit(&self.counters, self.hasher, &limits).await?;
        if !thread.fits(typed, Some(stored.clone())).await? {
            return Err(wrong.into());
        }
        attempts::succeeded(&self.counters, &limits).await?;
        drop(thread);
        Ok(Some(stored))
    }
}
