//! Signing up. There is no account before the link in the mail is followed, so that no answer tells whether an address
//! has one.

use super::fields::{check_name, check_password};
use super::mails;
use crate::prelude::*;
use store::sign_up;
use store::{account, link};

#[derive(Clone, Debug, Default)]
pub struct Typed {
    pub email: String,
    pub name: String,
    pub password: String,
    /// A path of this site to go on to.
    pub next: String,
}

impl Typed {
    /// Looks the fields through; whether the address has an account is none of it.
    /// Errors: 400 with every field's message.
    pub fn checked(mut self) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        self.email = names::clean_email(&self.email);
        errors.add_if(!names::is_email(&self.email), "email", Fault::Email);
        self.name = check_name(&self.name, &mut errors);
        check_password("password", &self.password, &mut errors);
        errors.into_result().map(|()| self)
    }
}

/// Sends the link that makes the account, or a link that signs in where the address has an account. Returns the secret that
/// the sender's browser keeps. `password_hash` is of the typed password.
pub(super) async fn send_link(
    conn: &mut Conn,
    base_url: &str,
    typed: Typed,
    password_hash: String,
) -> Acted<String> {
    let Typed { email, name, next, .. } = typed;
    let (code, browser) = (secrets::random()?, secrets::random()?);
    let hash = secrets::hash(&code);
    match account::by_email(conn, &email).await? {
        Some(known) => {
            let minutes = mails::SIGN_IN_MINUTES;
            link::insert(conn, Some(known.person), "sign_in", &hash, &next, minutes).await?;
            mails::known(conn, base_url, &known.email, &code).await?;
        }
        None => {
            let browser_hash = secrets::hash(&browser);
            let new = NewSignUp { email, name, password_hash, next_path: next, browser_hash };
            sign_up::insert(conn, &new, &hash).await?;
            mails::welcome(conn, base_url, &new.email, &code).await?;
        }
    }
    Ok(Done::unlogged(browser))
}
