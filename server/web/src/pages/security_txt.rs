//! `GET /.well-known/security.txt`: whom to tell of a security problem (RFC 9116). It exists where the operator named a contact.

use crate::pages::prelude::*;
use chrono::{Days, NaiveTime};

/// How long a reader may go by the file. It is made anew for each reader; RFC 9116 asks for less than a year.
const VALID: Days = Days::new(90);

pub async fn show(Shared(state): Shared<State>) -> PageResult {
    let contact = state.settings.security_contact.as_deref().filter(|contact| !contact.is_empty());
    let contact = contact.ok_or_else(Refusal::not_found)?;
    let now = state.read(portal::now).await?;
    let text = document(contact, &state.base_url, now);
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The file, as it is made at this moment.
pub fn document(contact: &str, base_url: &str, now: DateTime<Utc>) -> String {
    let expires = now.checked_add_days(VALID).unwrap_or(now).date_naive().and_time(NaiveTime::MIN).and_utc();
    let expires = expires.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    format!(
        "Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n\
         Canonical: {base_url}/.well-known/security.txt\n"
    )
}
