//! Accounts made from the command line.

use super::fields::{check_name, check_password};
use super::passwords;
use crate::prelude::*;
use store::account;

/// Creates a confirmed account.
/// Errors: 400 for a bad address, name or password; 409 where the address has an account.
pub async fn add(
    call: &mut Call<'_>,
    email: &str,
    name: &str,
    password: Option<&str>,
    staff: bool,
) -> Acted<PersonId> {
    let mut errors = FieldErrors::default();
    errors.add_if(!names::is_email(email), "email", Fault::Email);
    let name = check_name(name, &mut errors);
    if let Some(password) = password {
        check_password("password", password, &mut errors);
    }
    errors.into_result()?;
    let hash = password.map(passwords::hash).transpose()?;
    let person = account::insert(call.conn, email, &name, hash.as_deref(), staff).await?;
    let after = serde_json::json!({"staff": staff, "password": password.is_some()});
    Ok(Done::logged(person, call.entry_outside("person.created", "person", person).after(after)))
}

/// The person with this address.
/// Errors: 404 where there is none.
pub async fn find(conn: &mut Conn, email: &str) -> Outcome<PersonId> {
    let account = account::by_email(conn, email).await?;
    Ok(account.map(|a| a.person).ok_or_else(|| Reason::NoAccount { email: email.to_owned() })?)
}
