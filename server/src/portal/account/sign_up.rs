//! Signing up. There is no account before the link in the mail is followed, so that no answer tells whether an address
//! has one.

use super::users::check_password;
use super::{mails, passwords, secrets};
use crate::failure::Outcome;
use crate::state::State;
use crate::store::sign_up::{self, SignUp};
use crate::store::{account, link};
use shared::refusal::{FieldErrors, Refusal};
use shared::{names, text};

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
            errors.add("email", "Give one e-mail address, such as ada@example.org.");
        }
        self.name = text::clean_line("name", "The name", &self.name, text::NAME, &mut errors);
        if self.name.is_empty() {
            errors.add("name", "Give the name by which others will see you.");
        }
        check_password("password", &self.password, &mut errors);
        errors.into_result().map(|()| self)
    }
}

/// Sends the link that makes the account, or, where the address has one, a link that signs in. The same answer and the
/// same work for both.
///
/// # Errors
/// A lost database.
pub async fn request(state: &State, typed: Typed) -> Outcome<()> {
    let Typed { email, name, password, next } = typed;
    let password_hash = state.hash(move || passwords::hash(&password)).await??;
    let code = secrets::random()?;
    let base_url = state.base_url.clone();
    let job = state.write(|c| {
        Box::pin(async move {
            let hash = secrets::hash(&code);
            match account::by_email(c, &email).await? {
                Some(known) => {
                    let minutes = mails::SIGN_IN_MINUTES;
                    link::insert(c, Some(known.person), "sign_in", &hash, &next, minutes).await?;
                    mails::known(c, &base_url, &email, &code).await
                }
                None => {
                    let new = SignUp { email, name, password_hash, next_path: next };
                    sign_up::insert(c, &new, &hash).await?;
                    mails::welcome(c, &base_url, &new.email, &new.name, &code).await
                }
            }
        })
    });
    job.await
}
