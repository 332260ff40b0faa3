//! Signing in through the provider of the single sign-on: which account somebody gets, and how an account is joined with the
//! provider and parted from it. `docs/decisions/people.md` says why.

use super::flow::Accounts;
use super::links::{self, LinkOutcome};
use super::mails;
use super::provider::{AttemptSecrets, Provider};
use super::sign_in::{self, SignInOutcome};
use super::ways_in::session_of;
use crate::prelude::*;
use shared::sign_on::{CodeExchange, EmailClaim, Identity, ProviderAnswer, ProviderQuestion, SignOnFault};
use store::{account, sign_on};

/// What a browser needs to go to the provider.
pub struct Departure {
    /// Where it goes.
    pub location: String,
    /// The secret that it keeps until it comes back.
    pub browser: String,
}

/// What a browser brought back from the provider.
#[derive(Clone)]
pub struct Arrival {
    /// The attempt.
    pub state: String,
    /// The code, or why there is none.
    pub code: Result<String, String>,
    /// Who sent it (RFC 9207); none where the provider does not say.
    pub issuer: Option<String>,
}

/// How a sign-in through the provider ends.
pub type SignOn<T> = Result<T, SignOnFault>;

/// The secrets of an attempt follow from the browser's, so that the database holds none of them.
fn secrets_of(state: &str, browser: &str) -> AttemptSecrets {
    AttemptSecrets {
        state: state.to_owned(),
        nonce: secrets::derived(browser, "evenhand sign-on nonce"),
        verifier: secrets::derived(browser, "evenhand sign-on verifier"),
    }
}

impl Accounts<'_> {
    /// Refuses passwords, mailed links and sign-up where people sign in through the provider alone.
    /// Errors: 403.
    pub fn allow_own_ways(&self) -> Result<(), Refusal> {
        require(!self.sign_on_only, Reason::SignOnOnly)
    }

    fn provider(&self) -> Outcome<&Provider> {
        Ok(self.sign_on.ok_or_else(Refusal::not_found)?)
    }

    /// Begins a sign-in through the provider. It may take ten minutes. `next` is a path of this site.
    /// Errors: 404 without a provider; a lost database.
    pub async fn depart(&self, next: &str) -> Outcome<SignOn<Departure>> {
        let (state, browser) = (secrets::random()?, secrets::random()?);
        let provider = self.provider()?;
        let location = match provider.ask(self.database, ProviderQuestion::SignInAddress).await? {
            ProviderAnswer::SignInAddress(address) => {
                provider.authorization_url(&address, &secrets_of(&state, &browser))?
            }
            ProviderAnswer::Fault(fault) => return Ok(Err(fault)),
            ProviderAnswer::Identity(_) => return Err(Failure::broken("an answer to another question")),
        };
        let (state, hash) = (secrets::hash(&state), secrets::hash(&browser));
        let kept = self
            .database
            .write(async |c| sign_on::insert_attempt(c, &state, &hash, next).await.map(Done::unlogged));
        kept.await?;
        Ok(Ok(Departure { location, browser }))
    }

    /// Ends a sign-in through the provider, and opens a session where all is well. `browser` is the secret that the browser kept.
    /// Errors: 404 without a provider; 429 after too many mails; a lost database.
    pub async fn arrive(
        &self,
        caller: &Caller,
        browser: &str,
        answer: Arrival,
    ) -> Outcome<SignOn<LinkOutcome>> {
        let provider = self.provider()?;
        let (state, hash) = (secrets::hash(&answer.state), secrets::hash(browser));
        let taken =
            self.database.write(async |c| sign_on::take_attempt(c, &state, &hash).await.map(Done::unlogged));
        let Some(next) = taken.await? else { return Ok(Err(SignOnFault::Ended)) };
        let code = match answer.code {
            Ok(code) => code,
            Err(error) if error == "access_denied" => return Ok(Err(SignOnFault::Denied)),
            Err(error) => {
                // A browser can say anything here, line ends too.
                tracing::warn!(?error, "the provider refused a sign-in");
                return Ok(Err(SignOnFault::Refused));
            }
        };
        let AttemptSecrets { nonce, verifier, .. } = secrets_of(&answer.state, browser);
        let redirect = provider.redirect().to_owned();
        let exchange = CodeExchange { code, issuer: answer.issuer, nonce, verifier, redirect };
        let identity = match provider.ask(self.database, ProviderQuestion::Identity(exchange)).await? {
            ProviderAnswer::Identity(identity) => identity,
            ProviderAnswer::Fault(fault) => return Ok(Err(fault)),
            ProviderAnswer::SignInAddress(_) => return Err(Failure::broken("an answer to another question")),
        };
        let entered = self.by(caller).write(async |call| enter(call, &identity, self.demo).await).await;
        match entered {
            Ok(Ok(entered)) => Ok(Ok(LinkOutcome { entered, next })),
            Ok(Err(SignOnFault::Unconfirmed)) => {
                self.send_confirmation(caller, &identity).await?;
                Ok(Err(SignOnFault::Unconfirmed))
            }
            Ok(Err(fault)) => Ok(Err(fault)),
            // Two browsers made the account at once: the next attempt finds it.
            Err(Failure::Refused(refusal)) if refusal.code() == Code::EmailTaken => {
                Ok(Err(SignOnFault::Ended))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sends the link that confirms the address here: after that, the account can be joined.
    async fn send_confirmation(&self, caller: &Caller, identity: &Identity) -> Outcome<()> {
        let EmailClaim::Verified(email) = &identity.email else { return Ok(()) };
        if let Some(exceeded) = mails::count(&self.counters, caller.ip.as_deref(), email).await? {
            return Err(exceeded.refusal().into());
        }
        self.database.write(async |c| links::confirm_address(c, self.base_url, email).await).await
    }
}

/// Finds or makes the account, and opens its session. Nothing is written where it ends with a fault.
async fn enter(call: &mut Call<'_>, identity: &Identity, demo: bool) -> Acted<SignOn<SignInOutcome>> {
    let (issuer, subject) = (&identity.issuer, &identity.subject);
    let fault = |fault| Ok(Done::unlogged(Err(fault)));
    if let Some(known) = sign_on::find_joined(call.conn, issuer, subject, demo).await? {
        return Ok(match open(call.conn, &known, demo).await? {
            Some(entered) => Done::unlogged(Ok(entered)),
            None => Done::unlogged(Err(SignOnFault::Inactive)),
        });
    }
    let email = match &identity.email {
        EmailClaim::Verified(email) if names::is_email(email) => email,
        EmailClaim::Unverified => return fault(SignOnFault::Unverified),
        _ => return fault(SignOnFault::NoAddress),
    };
    let Some(found) = sign_on::find_by_address(call.conn, email, demo).await? else {
        return make(call, identity, email).await;
    };
    if found.active && !found.confirmed {
        return fault(SignOnFault::Unconfirmed);
    }
    let Some(entered) = open(call.conn, &found, demo).await? else { return fault(SignOnFault::Inactive) };
    if !sign_on::join(call.conn, found.person, issuer, subject).await? {
        // A passkey that is asked for first is asked by a secret that nobody gets.
        if let SignInOutcome::Session(session) = &entered {
            account::delete_session(call.conn, &secrets::hash(session)).await?;
        }
        return fault(SignOnFault::OtherIdentity);
    }
    let who = Caller { email: found.email, ..call.caller.clone() };
    Ok(Done::logged(Ok(entered), entry_outside(&who, "person.sign_on_joined", "person", found.person)))
}

/// Lets somebody in; none where the account is not active.
async fn open(conn: &mut Conn, found: &FoundAccount, demo: bool) -> Outcome<Option<SignInOutcome>> {
    if !found.active {
        return Ok(None);
    }
    let session = secrets::random()?;
    let new = NewSession { demo, ..NewSession::new(found.person, secrets::hash(&session)) };
    sign_in::enter(conn, session, &new, "single sign-on").await
}

async fn make(call: &mut Call<'_>, identity: &Identity, email: &str) -> Acted<SignOn<SignInOutcome>> {
    let name = display_name(identity.name.as_deref(), email);
    let person = account::insert(call.conn, email, &name, None, false).await?;
    sign_on::join(call.conn, person, &identity.issuer, &identity.subject).await?;
    let session = secrets::random()?;
    let new = NewSession::new(person, secrets::hash(&session));
    if !account::open_session(call.conn, &new).await? {
        return Err(Failure::broken("a new account took no session"));
    }
    sign_in::log(person, "single sign-on");
    let who = Caller { email: email.to_owned(), actor: None, ..call.caller.clone() };
    let after = Some(json!({ "staff": false, "password": false, "sign_on": true }));
    let entered = Ok(SignInOutcome::Session(session));
    Ok(Done::logged(entered, entry_outside(&who, "person.created", "person", person).after(after)))
}

/// What a new account is called: the provider's name for the person, or else the part of the address before the @. Others see
/// it, so an address given as a name loses its end.
fn display_name(said: Option<&str>, email: &str) -> String {
    let before_at = |text: &str| text.split('@').next().unwrap_or_default().to_owned();
    let name = said.map(before_at).unwrap_or_default();
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect();
    let mut errors = FieldErrors::default();
    let cleaned = text::clean_name("name", TextField::Name, &plain, Unnamed::Person, &mut errors);
    if errors.0.is_empty() { cleaned } else { before_at(email).chars().take(120).collect() }
}

/// The provider that the caller's account is joined with, and why they cannot part from it.
pub struct OwnSignOn {
    pub joined: JoinedProvider,
    /// Why it stays joined.
    pub refused: Option<Refusal>,
}

/// Reads the provider that the caller's account is joined with. `only`: people sign in through it alone.
/// Errors: 401 for nobody.
pub async fn own(call: &mut Call<'_>, only: bool) -> Outcome<Option<OwnSignOn>> {
    let joined = sign_on::joined(call.conn, call.caller.account()?).await?;
    Ok(joined.map(|joined| OwnSignOn { joined, refused: only.then(|| Reason::SignOnOnly.into()) }))
}

/// Parts the caller's account from the provider. Their other sessions end: somebody who parts may have lost the account there.
/// Errors: 401; 403 where people sign in through the provider alone, since no other way in is left; 404 where the account is not joined.
pub async fn part(call: &mut Call<'_>, only: bool) -> Acted {
    let person = call.caller.account()?;
    let session = session_of(call.caller)?;
    require(!only, Reason::SignOnOnly)?;
    part_but(call, person, session).await
}

/// Parts somebody's account from the provider: the command line's way. All of their sessions end.
/// Errors: 404 where the account is not joined.
pub async fn part_for(call: &mut Call<'_>, person: PersonId) -> Acted {
    part_but(call, person, &[]).await
}

async fn part_but(call: &mut Call<'_>, person: PersonId, session: &[u8]) -> Acted {
    require(sign_on::part(call.conn, person, session).await?, Reason::NotFound)?;
    Ok(Done::logged((), call.entry_outside("person.sign_on_parted", "person", person)))
}

#[cfg(test)]
mod tests {
    use super::display_name;

    #[test]
    fn a_new_account_is_called_as_at_the_provider() {
        assert_eq!(display_name(Some(" Nora  Day "), "nora@x.example"), "Nora  Day");
        assert_eq!(display_name(None, "nora@x.example"), "nora");
        assert_eq!(display_name(Some("nora@x.example"), "n@x.example"), "nora");
        assert_eq!(display_name(Some("\u{7}"), "nora@x.example"), "nora");
        assert_eq!(display_name(Some(&"n".repeat(400)), "nora@x.example"), "n".repeat(120));
    }
}
