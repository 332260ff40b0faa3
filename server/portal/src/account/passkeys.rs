//! The passkeys of an account: added, named, removed, and asked for after every other way in; and the recovery codes that take their place.
//!
//! An account that has a passkey changes its ways in only in a session that was opened with one. Otherwise somebody with the password alone
//! could add a passkey of their own, and would have both.

use super::flow::Accounts;
use super::ways_in::{changeable, may_change, session_of};
use crate::prelude::*;
use serde::{Deserialize, Serialize};
use shared::ballot;
use store::{facts, passkey};
use url::Url;
use webauthn_rs::prelude::{
    PasskeyRegistration, RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder,
};

/// Most passkeys of an account.
pub const MOST: usize = 20;
/// How many recovery codes are made at once.
pub const CODES: usize = 10;
/// Letters and digits of a recovery code: 120 random bits.
const CODE_LENGTH: usize = 24;
/// What a passkey is called that nobody named.
const UNNAMED: &str = "Passkey";

/// What an answer to the question for a new passkey is compared with.
#[derive(Serialize, Deserialize)]
struct Registration {
    handle: Vec<u8>,
    state: PasskeyRegistration,
}

/// The site as browsers know it; none where they make no passkeys for its address: one without https, unless it is this very machine, and
/// one without a name.
pub fn relying_party(base_url: &str) -> Option<Webauthn> {
    let origin = Url::parse(base_url).ok()?;
    let host = origin.domain()?;
    let local = host == "localhost" || host.ends_with(".localhost");
    if origin.scheme() != "https" && !local {
        return None;
    }
    WebauthnBuilder::new(host, &origin).ok()?.rp_name("Evenhand").build().ok()
}

/// Whether the account has a passkey.
/// Errors: 401 for nobody.
pub async fn has_one(call: &mut Call<'_>) -> Outcome<bool> {
    Ok(!passkey::credential_ids(call.conn, call.caller.account()?).await?.is_empty())
}

impl Accounts<'_> {
    /// Reads the page of the caller's passkeys, and asks their browser for a new one.
    /// Errors: 401 for nobody; 403 for a token.
    pub async fn passkeys(&self, caller: &Caller) -> Outcome<PasskeysFound> {
        let person = caller.account()?;
        let session = session_of(caller)?;
        let read = self.database.read(async |c| {
            let passkeys = passkey::list(c, person).await?;
            Ok((passkeys, passkey::usage(c, person, session).await?, facts::now(c).await?))
        });
        let (passkeys, usage, now) = read.await?;
        let may_change = may_change(caller, &usage).and_then(|()| {
            relying_party(self.base_url).map(drop).ok_or_else(|| Reason::PasskeysUnavailable.into())
        });
        let question = if may_change.is_ok() && passkeys.len() < MOST {
            Some(self.by(caller).write(async |call| ask_for_new(call, self.base_url).await).await?)
        } else {
            None
        };
        Ok(PasskeysFound { passkeys, usage, may_change, question, now })
    }

    /// Keeps a new passkey, made by the caller's browser in answer to the question with this secret. Its session counts as opened with one.
    /// Errors: 401; 403 where nothing can be changed in this session; 409 where the passkey is known or there are as many as may be; 400
    /// for the name; 422 where the answer is wrong, or came before or too late.
    pub async fn add_passkey(&self, caller: &Caller, secret: &str, answer: &str, name: &str) -> Outcome<()> {
        let session = session_of(caller)?;
        let attempt = self.take_passkey_attempt(secret).await?;
        let attempt = attempt.filter(|attempt| attempt.session.as_deref() == Some(session));
        self.by(caller).write(async |call| add(call, self.base_url, attempt, answer, name).await).await
    }

    /// What a browser was asked under this secret. In a transaction of its own: an answer that is refused has ended its question, too.
    pub(super) async fn take_passkey_attempt(&self, secret: &str) -> Outcome<Option<PasskeyAttempt>> {
        let hash = secrets::hash(secret);
        self.database.write(async |c| passkey::take_attempt(c, &hash).await.map(Done::unlogged)).await
    }

    /// Notes that the caller knows their password, so that passkeys can be changed for a while.
    /// Errors: 401; 403 where people sign in through a provider alone; 422 where the password is wrong, or there is none; 429 after too
    /// many.
    pub async fn prove_password(&self, caller: &Caller, typed: &str) -> Outcome<()> {
        let person = caller.account()?;
        self.allow_own_ways()?;
        let session = session_of(caller)?;
        let wrong = || Refusal::value("password", Fault::PasswordWrong);
        if self.verify_own(person, typed, wrong()).await?.is_none() {
            return Err(wrong().into());
        }
        self.database.write(async |c| passkey::prove_session(c, session).await.map(Done::unlogged)).await
    }
}

/// Asks the caller's browser for a new passkey.
async fn ask_for_new(call: &mut Call<'_>, base_url: &str) -> Acted<PasskeyQuestion> {
    let site = relying_party(base_url).ok_or(Reason::PasskeysUnavailable)?;
    let person = call.caller.account()?;
    let handle = match passkey::handle(call.conn, person).await? {
        Some(known) => known,
        None => secrets::salt()?.to_vec(),
    };
    let known = passkey::credential_ids(call.conn, person).await?;
    let id = Uuid::from_slice(&handle).map_err(Failure::broken)?;
    let begun = site.start_passkey_registration(id, &call.caller.email, &call.caller.name, Some(known));
    let (asked, state) = begun.map_err(Failure::broken)?;
    let mut options = serde_json::to_value(asked.public_key)?;
    // Kept by the device, it signs in alone, without an address that is typed.
    if let Some(kept) = options.pointer_mut("/authenticatorSelection/residentKey") {
        *kept = "preferred".into();
    }
    let secret = secrets::random()?;
    let attempt = PasskeyAttempt {
        person: Some(person),
        session: Some(session_of(call.caller)?.to_vec()),
        state: Some(serde_json::to_value(Registration { handle, state })?),
        ..PasskeyAttempt::default()
    };
    passkey::insert_attempt(call.conn, &secrets::hash(&secret), &attempt).await?;
    Ok(Done::unlogged(PasskeyQuestion { secret, options: options.to_string() }))
}

async fn add(
    call: &mut Call<'_>,
    base_url: &str,
    attempt: Option<PasskeyAttempt>,
    answer: &str,
    name: &str,
) -> Acted {
    let (person, usage) = changeable(call).await?;
    let site = relying_party(base_url).ok_or(Reason::PasskeysUnavailable)?;
    let name = read_name(name)?;
    let count = usage.passkeys + 1;
    require(usize::try_from(usage.passkeys).unwrap_or(MOST) < MOST, Reason::TooManyPasskeys { most: MOST })?;
    let state = attempt.and_then(|attempt| attempt.state).ok_or(Reason::PasskeyTooLate)?;
    let Registration { handle, state } = serde_json::from_value(state).map_err(|_| Reason::PasskeyFailed)?;
    let sent: RegisterPublicKeyCredential =
        serde_json::from_str(answer).map_err(|_| Reason::PasskeyFailed)?;
    let made = site.finish_passkey_registration(&sent, &state).map_err(|error| {
        tracing::warn!(account = person.0, %error, "a new passkey is refused");
        Reason::PasskeyFailed
    })?;
    require(passkey::keep_handle(call.conn, person, &handle).await?, Reason::PasskeyFailed)?;
    let new = NewPasskey {
        person,
        credential_id: made.cred_id().clone(),
        credential: serde_json::to_value(&made)?,
        name,
    };
    passkey::insert(call.conn, &new).await?;
    passkey::mark_session(call.conn, session_of(call.caller)?).await?;
    let after = json!({ "passkeys": count });
    Ok(Done::logged((), call.entry_outside("person.passkey_added", "person", person).after(after)))
}

fn read_name(typed: &str) -> Result<String, Refusal> {
    let name = FieldErrors::default()
        .gather(|errors| text::clean_line("name", TextField::Name, typed, text::NAME, errors))?;
    Ok(if name.is_empty() { UNNAMED.to_owned() } else { name })
}

/// Calls a passkey something else.
/// Errors: 401; 403 where nothing can be changed in this session; 404 where the caller has no such passkey; 400 for the name.
pub async fn rename(call: &mut Call<'_>, id: i64, name: &str) -> Acted {
    let (person, _) = changeable(call).await?;
    require(passkey::rename(call.conn, person, id, &read_name(name)?).await?, Reason::NotFound)?;
    Ok(Done::unlogged(()))
}

/// Removes a passkey, and ends every other session and the tokens that count as made with one. With the last one, the recovery codes go,
/// no passkey is asked for any more, and the session that stays does not count as opened with one.
/// Errors: 401; 403 where nothing can be changed in this session; 404 where the caller has no such passkey.
pub async fn remove(call: &mut Call<'_>, id: i64) -> Acted {
    let (person, usage) = changeable(call).await?;
    let removed = passkey::remove(call.conn, person, id, session_of(call.caller)?).await?;
    let ended = removed.ok_or_else(Refusal::not_found)?;
    let after = json!({ "passkeys": usage.passkeys - 1, "tokens_ended": ended });
    Ok(Done::logged((), call.entry_outside("person.passkey_removed", "person", person).after(after)))
}

/// Makes recovery codes, which replace those from before, and returns them: only their hashes are kept.
/// Errors: 401; 403 where nothing can be changed in this session; 409 without a passkey.
pub async fn make_codes(call: &mut Call<'_>) -> Acted<Vec<String>> {
    let (person, usage) = changeable(call).await?;
    require(usage.passkeys > 0, Reason::NoPasskey)?;
    let codes: Vec<String> = (0..CODES).map(|_| random_code()).collect::<Outcome<_>>()?;
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| secrets::hash(code)).collect();
    passkey::replace_codes(call.conn, person, &hashes).await?;
    let after = json!({ "codes": CODES });
    let entry = call.entry_outside("person.recovery_codes_made", "person", person).after(after);
    Ok(Done::logged(codes.iter().map(|code| as_shown(code)).collect(), entry))
}

/// Chooses whether a passkey is asked for after every other way in. Where it is, the account's sessions without one end.
/// Errors: 401; 403 where nothing can be changed in this session; 409 without a passkey, or without a recovery code.
pub async fn set_asked(call: &mut Call<'_>, asked: bool) -> Acted {
    let (person, usage) = changeable(call).await?;
    require(!asked || usage.passkeys > 0, Reason::NoPasskey)?;
    require(!asked || usage.codes > 0, Reason::RecoveryCodesFirst)?;
    if asked == usage.asked {
        return Ok(Done::unlogged(()));
    }
    passkey::set_asked(call.conn, person, asked).await?;
    let entry = call.entry_outside("person.passkey_asked", "person", person);
    Ok(Done::logged((), entry.before(json!({ "asked": usage.asked })).after(json!({ "asked": asked }))))
}

/// Removes all passkeys and recovery codes of somebody who lost them, ends the tokens that count as made with one, and signs them out
/// everywhere: the command line's way.
/// Errors: 409 where the account has none.
pub async fn clear_for(call: &mut Call<'_>, person: PersonId) -> Acted {
    require(passkey::forget(call.conn, person).await? > 0, Reason::NoPasskey)?;
    store::account::delete_sessions(call.conn, person).await?;
    Ok(Done::logged((), call.entry_outside("person.passkeys_cleared", "person", person)))
}

fn random_code() -> Outcome<String> {
    let mut code = String::new();
    while code.len() < CODE_LENGTH {
        code += &secrets::voting_code()?;
    }
    code.truncate(CODE_LENGTH);
    Ok(code)
}

/// A code in groups of four.
fn as_shown(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// The hash of a code as it was typed, by which it is found; none for what cannot be one.
pub(super) fn typed_code(typed: &str) -> Option<Vec<u8>> {
    let code = ballot::read_letters(typed)?;
    (code.len() == CODE_LENGTH).then(|| secrets::hash(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_make_passkeys_for_names_with_https_and_for_this_machine() {
        for at in ["https://judging.example.org", "https://a.example:8443", "http://localhost:3000"] {
            assert!(relying_party(at).is_some(), "{at}");
        }
        for at in
            ["http://judging.example.org", "http://127.0.0.1:3000", "https://192.0.2.1", "https://[::1]", "x"]
        {
            assert!(relying_party(at).is_none(), "{at}");
        }
    }

    #[test]
    fn a_code_is_found_however_it_is_typed() {
        let code = random_code().unwrap();
        let shown = as_shown(&code);
        assert_eq!((code.len(), shown.len()), (24, 29));
        let hash = Some(secrets::hash(&code));
        for typed in
            [shown.clone(), shown.to_lowercase(), format!(" {} ", shown.replace('-', " ")), code.clone()]
        {
            assert_eq!(typed_code(&typed), hash, "{typed}");
        }
        assert_eq!(typed_code(&code[1..]), None);
        assert_eq!(typed_code(""), None);
        assert_ne!(random_code().unwrap(), code);
    }
}
