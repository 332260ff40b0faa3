//! Signing up. There is no account before the link in the mail is followed, so that no answer tells whether an address
//! has one.

use super::users::check_password;
use super::{mails, secrets};
use crate::failure::Outcome;
use crate::state::State;
use crate::store::sign_up::{self, SignUp};
use crate::store::{account, link};
use shared::names;
use shared::refusal::{FieldErrors, Refusal};
use shared::text;

/// What was typed to sign up.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// Address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// Password.
    pub password: String,
    /// A path of this site to go on to.
    pub next: String,
}

impl Typed {
    /// Looks the fields through; whether the address has an account is none of it.
    ///
    /// # Errors
    /// 400 with every field's message.
    pub fn checked(mut self) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        self.email = self.email.trim().to_owned();
        if !names::is_email(&self.email) {
            errors.add("email", "Enter your e-mail address, such as ada@example.org.");
        }
        self.name = check_name(&self.name, &mut errors);
        check_password("password", &self.password, &mut errors);
        errors.into_result().map(|()| self)
    }
}

/// Checks the display name of a new account.
pub(super) fn check_name(name: &str, errors: &mut FieldErrors) -> String {
    text::clean_name("name", "The name", name, "Enter your name, as others will see it.", errors)
}

/// Sends the link that makes the account, or, where the address has one, a link that signs in. The same answer and the
/// same work for both. Returns the secret that the sender's browser keeps: with it, the link's page need not ask for
/// name and password again.
///
/// # Errors
/// Busy where too many passwords are being hashed; a lost database.
pub async fn request(state: &State, typed: Typed) -> Outcome<String> {
    let Typed { email, name, password, next } = typed;
    let password_hash = state.hasher.hash(&password).await?;
    let (code, browser) = (secrets::random()?, secrets::random()?);
    let browser_hash = secrets::hash(&browser);
    let base_url = state.base_url.clone();
    let job = state.write(async |c| {
        let hash = secrets::hash(&code);
        match account::by_email(c, &email).await? {
            Some(known) => {
                let minutes = mails::SIGN_IN_MINUTES;
                link::insert(c, Some(known.person), "sign_in", &hash, &next, minutes).await?;
                mails::known(c, &base_url, &known.email, &code).await
            }
            None => {
                let new = SignUp { email, name, password_hash, next_path: next, browser_hash };
                sign_up::insert(c, &new, &hash).await?;
                mails::welcome(c, &base_url, &new.email, &code).await
            }
        }
    });
    job.await?;
    Ok(browser)
}
