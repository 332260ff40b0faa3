//! Signing in with a passkey: alone, after another way in, and in a session that was opened without. A recovery code takes its place once,
//! where it is known whose account it is.

use super::attempts::{self, AttemptLimits, SIGN_INS};
use super::flow::Accounts;
use super::passkeys::{relying_party, typed_code};
use super::sign_in;
use super::ways_in::session_of;
use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use store::{account, passkey};
use webauthn_rs::prelude::{DiscoverableAuthentication, Passkey, PublicKeyCredential, Webauthn};

/// What the page asks that waits for a passkey.
#[derive(Clone, Debug)]
pub struct PasskeyStep {
    /// What `navigator.credentials` is given, as JSON; none where browsers use no passkeys for this address.
    pub options: Option<String>,
    /// It is known whose account it is: a recovery code will do.
    pub known: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum PasskeyProof<'a> {
    /// What their browser answered, as JSON.
    Passkey(&'a str),
    /// A recovery code, as typed.
    Code(&'a str),
}

/// What came of what was shown.
#[derive(Debug)]
pub enum PasskeyOutcome {
    /// A session with this identifier.
    Opened(String),
    /// It did not do. `again` is the secret of another try; none where the way in begins anew.
    Refused { refusal: Refusal, again: Option<String> },
}

impl Accounts<'_> {
    /// Begins to sign in with a passkey: alone for a visitor, else in the caller's session. Returns the secret that the page holds.
    /// Errors: 403 for a visitor where people sign in through a provider alone, and for a token.
    pub async fn begin_passkey(&self, caller: &Caller) -> Outcome<String> {
        let attempt = match caller.person() {
            Some(person) => PasskeyAttempt {
                person: Some(person),
                session: Some(session_of(caller)?.to_vec()),
                ..PasskeyAttempt::default()
            },
            None => {
                self.allow_own_ways()?;
                PasskeyAttempt::default()
            }
        };
        self.keep(&attempt).await
    }

    async fn keep(&self, attempt: &PasskeyAttempt) -> Outcome<String> {
        let secret = secrets::random()?;
        let hash = secrets::hash(&secret);
        let kept = async |c: &mut Conn| passkey::insert_attempt(c, &hash, attempt).await.map(Done::unlogged);
        self.database.write(kept).await?;
        Ok(secret)
    }

    /// What the page with this secret asks its browser; none where its time is over.
    pub async fn ask_passkey(&self, secret: &str) -> Outcome<Option<PasskeyStep>> {
        let hash = secrets::hash(secret);
        self.database.write(async |c| ask(c, self.base_url, &hash).await.map(Done::unlogged)).await
    }

    /// Opens a session for who shows a passkey or a recovery code. The attempt ends in any case.
    pub async fn show_passkey(
        &self,
        caller: &Caller,
        secret: &str,
        shown: PasskeyProof<'_>,
    ) -> Outcome<PasskeyOutcome> {
        let here = session_of(caller).ok();
        let fits = |attempt: &PasskeyAttempt| attempt.session.is_none() || attempt.session.as_deref() == here;
        let Some(attempt) = self.take_passkey_attempt(secret).await?.filter(fits) else {
            return Ok(PasskeyOutcome::Refused { refusal: Reason::PasskeyTooLate.into(), again: None });
        };
        match self.try_passkey(caller, &attempt, shown).await {
            Ok(session) => Ok(PasskeyOutcome::Opened(session)),
            Err(Failure::Refused(refusal)) => {
                let again = Some(self.keep(&PasskeyAttempt { state: None, ..attempt }).await?);
                Ok(PasskeyOutcome::Refused { refusal, again })
            }
            Err(failure) => Err(failure),
        }
    }

    async fn try_passkey(
        &self,
        caller: &Caller,
        attempt: &PasskeyAttempt,
        shown: PasskeyProof<'_>,
    ) -> Outcome<String> {
        if attempt.person.is_none() {
            self.allow_own_ways()?;
        }
        let limits = AttemptLimits::of_passkey(caller.ip.as_deref(), attempt.person);
        attempts::count(&self.counters, &limits).await?;
        let site = relying_party(self.base_url);
        let opened =
            self.by(caller).write(async |call| open(call, attempt, shown, site.as_ref(), self.demo).await);
        let session = opened.await?;
        attempts::succeeded(&self.counters, &limits).await?;
        Ok(session)
    }
}

/// Makes the question of a page, and keeps what its answer is compared with.
async fn ask(conn: &mut Conn, base_url: &str, hash: &[u8]) -> Outcome<Option<PasskeyStep>> {
    let Some(person) = passkey::of_attempt(conn, hash).await? else { return Ok(None) };
    let known = person.is_some();
    let Some(site) = relying_party(base_url) else { return Ok(Some(PasskeyStep { options: None, known })) };
    let (asked, state) = site.start_discoverable_authentication().map_err(Failure::broken)?;
    let mut options = serde_json::to_value(asked.public_key)?;
    if let Some(person) = person {
        // A device that keeps no account with its key, such as an older security key, is told which of them to use.
        let own = passkey::credential_ids(conn, person).await?;
        let listed = own.iter().map(|id| json!({ "type": "public-key", "id": URL_SAFE_NO_PAD.encode(id) }));
        if let Some(list) = options.get_mut("allowCredentials") {
            *list = listed.collect();
        }
    }
    passkey::set_state(conn, hash, &serde_json::to_value(state)?).await?;
    Ok(Some(PasskeyStep { options: Some(options.to_string()), known }))
}

async fn open(
    call: &mut Call<'_>,
    attempt: &PasskeyAttempt,
    shown: PasskeyProof<'_>,
    site: Option<&Webauthn>,
    demo: bool,
) -> Acted<String> {
    let person = match shown {
        PasskeyProof::Passkey(answer) => {
            let site = site.ok_or(Reason::PasskeysUnavailable)?;
            check(call.conn, site, attempt, answer).await?
        }
        PasskeyProof::Code(typed) => {
            let person = attempt.person.ok_or(Reason::RecoveryCodeWrong)?;
            let hash = typed_code(typed).ok_or(Reason::RecoveryCodeWrong)?;
            if !passkey::use_code(call.conn, person, &hash).await? {
                sign_in::log_failure(Some(person));
                return Err(Reason::RecoveryCodeWrong.into());
            }
            person
        }
    };
    let id = secrets::random()?;
    let session = NewSession {
        password_hash: attempt.password_hash.clone(),
        demo,
        mailed: attempt.mailed,
        passkey: true,
        ..NewSession::new(person, secrets::hash(&id))
    };
    require(account::open_session(call.conn, &session).await?, Reason::PasskeyFailed)?;
    if matches!(shown, PasskeyProof::Passkey(_)) {
        sign_in::log(person, "passkey");
        return Ok(Done::unlogged(id));
    }
    sign_in::log(person, "recovery code");
    let who = Caller { email: passkey::address(call.conn, person).await?, ..call.caller.clone() };
    Ok(Done::logged(id, entry_outside(&who, "person.recovery_code_used", "person", person)))
}

/// Whose passkey answered. The answer has to fit the question of this attempt, the account that signs in, and the counter of the passkey,
/// which never goes back: a copy of its key would be found by that.
async fn check(
    conn: &mut Conn,
    site: &Webauthn,
    attempt: &PasskeyAttempt,
    answer: &str,
) -> Outcome<PersonId> {
    let sent: PublicKeyCredential = serde_json::from_str(answer).map_err(|_| Reason::PasskeyFailed)?;
    let state = attempt.state.clone().ok_or(Reason::PasskeyTooLate)?;
    let state: DiscoverableAuthentication =
        serde_json::from_value(state).map_err(|_| Reason::PasskeyFailed)?;
    let found = passkey::find(conn, sent.get_credential_id()).await?.ok_or(Reason::PasskeyFailed)?;
    let said = sent.get_user_unique_id();
    let of_account = match attempt.person {
        Some(person) => person == found.person && said.is_none_or(|handle| handle == found.handle),
        None => said == Some(found.handle.as_slice()),
    };
    if !of_account {
        sign_in::log_failure(Some(found.person));
        return Err(Reason::PasskeyFailed.into());
    }
    let mut kept: Passkey = serde_json::from_value(found.credential)?;
    let used = site.finish_discoverable_authentication_v2(&sent, state, &kept).map_err(|error| {
        tracing::warn!(target: SIGN_INS, account = found.person.0, %error, "a passkey is refused");
        Reason::PasskeyFailed
    })?;
    kept.update_credential(&used);
    passkey::note_use(conn, found.id, &serde_json::to_value(&kept)?).await?;
    Ok(found.person)
}
