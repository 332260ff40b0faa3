//! Tries at a password: how many may fail, and how many may succeed.

use super::hasher::{Hasher, ReservedThread};
use crate::limits::{self, Counters, Limit};
use crate::prelude::*;

/// Where the log says who signed in. Its lines name accounts by their ids, never by what was typed.
pub(super) const SIGN_INS: &str = "evenhand::sign_in";

#[derive(Clone, Debug, Default)]
pub(super) struct AttemptLimits {
    /// Tries that fail.
    failed: Vec<(Limit, String)>,
    /// Tries that succeed.
    good: Option<(Limit, String)>,
}

impl AttemptLimits {
    /// The limits of a sign-in: address and e-mail together, so that nobody is locked out from elsewhere, and the address
    /// alone.
    pub(super) fn of_sign_in(ip: &str, email: &str) -> Self {
        let place = limits::place(ip);
        let both = sha256_hex(format!("{place} {}", names::email_key(email)).as_bytes());
        Self {
            failed: vec![(Limit::SignInsPerIp, place), (Limit::SignIns, both.clone())],
            good: Some((Limit::GoodSignIns, both)),
        }
    }

    /// The limits of a try at a passkey or a recovery code: of the account, where it is known, and of the address.
    pub(super) fn of_passkey(ip: Option<&str>, person: Option<PersonId>) -> Self {
        let place = ip.map(|ip| (Limit::SignInsPerIp, limits::place(ip)));
        let account = person.map(|person| (Limit::SignIns, format!("passkey of {person}")));
        Self { failed: place.into_iter().chain(account).collect(), good: None }
    }

    /// The limits of somebody signed in who types their password again.
    pub(super) fn of_person(person: PersonId) -> Self {
        Self { failed: vec![(Limit::SignIns, format!("person {person}"))], good: None }
    }
}

/// Counts a try that needs no thread. It counts as failed until [`succeeded`] takes it back.
/// Errors: 429 over a limit.
pub(super) async fn count(counters: &Counters<'_>, limits: &AttemptLimits) -> Outcome<()> {
    refuse_used_up(counters, limits.failed.clone()).await?;
    count_as_failed(counters, limits).await
}

async fn refuse_used_up(counters: &Counters<'_>, limits: Vec<(Limit, String)>) -> Outcome<()> {
    let Some(exceeded) = counters.first_used_up(limits).await? else { return Ok(()) };
    tracing::warn!(target: SIGN_INS, "a sign-in is refused: too many before it");
    Err(exceeded.refusal().into())
}

async fn count_as_failed(counters: &Counters<'_>, limits: &AttemptLimits) -> Outcome<()> {
    for (limit, subject) in &limits.failed {
        if let Some(exceeded) = counters.count(*limit, subject).await? {
            return Err(exceeded.refusal().into());
        }
    }
    Ok(())
}

/// Reserves a thread for checking a password. Each try counts as failed from here on, until [`succeeded`] takes it back: a
/// client that hangs up in between has had the work done, so it is counted too.
/// Errors: 429 over a limit; busy where too many passwords are being checked.
pub(super) async fn admit(
    counters: &Counters<'_>,
    hasher: &Hasher,
    limits: &AttemptLimits,
) -> Outcome<ReservedThread> {
    // Before the queue, so that a flood over its limit does not wait in it; and nothing else, so that a flood that hangs
    // up in the queue costs no more.
    refuse_used_up(counters, limits.failed.iter().chain(&limits.good).cloned().collect()).await?;
    let thread = hasher.reserve().await?;
    // Counted while a thread is reserved: few are under way at once, so a hall that signs in together is not refused
    // for tries that are about to succeed.
    count_as_failed(counters, limits).await?;
    Ok(thread)
}

/// Takes a try back that [`admit`] or [`count`] counted as failed.
pub(super) async fn succeeded(counters: &Counters<'_>, limits: &AttemptLimits) -> Outcome<()> {
    for (limit, subject) in &limits.failed {
        counters.give_back(*limit, subject).await?;
    }
    if let Some((limit, subject)) = &limits.good {
        counters.count(*limit, subject).await?;
    }
    Ok(())
}
