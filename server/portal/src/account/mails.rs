//! The mails of accounts, in words, and how many may be asked for.

use crate::limits::{self, Counters, ExceededLimit, Limit};
use crate::prelude::*;
use store::{facts, mail};

/// How long a sign-in link works, in minutes.
pub const SIGN_IN_MINUTES: i32 = 15;
/// How long a link works that confirms an address, in minutes.
pub const CONFIRM_MINUTES: i32 = 24 * 60;

/// Counts a mail that somebody asks for, to this address and from this place; tells where that is once too often. What is
/// counted is the asking, whether the address has an account or not.
pub async fn count(counters: &Counters<'_>, ip: Option<&str>, email: &str) -> Outcome<Option<ExceededLimit>> {
    let address = sha256_hex(names::email_key(email).as_bytes());
    let place = ip.map(|ip| (Limit::MailsPerIp, limits::place(ip)));
    for (limit, subject) in place.into_iter().chain([(Limit::Mails, address)]) {
        if let Some(exceeded) = counters.count(limit, &subject).await? {
            return Ok(Some(exceeded));
        }
    }
    Ok(None)
}

fn link(base_url: &str, code: &str) -> String {
    format!("{base_url}/links/{code}")
}

const NOT_YOU: &str = "If this wasn’t you, ignore this mail.";

async fn queue(
    conn: &mut Conn,
    kind: &str,
    to: &str,
    (subject, body): (&str, &str),
    code: Option<&str>,
) -> Outcome<()> {
    mail::queue(conn, NewMail { kind, to, subject, body, code }).await
}

/// To somebody who signed up. It holds nothing that they typed: anybody can have it sent to anybody.
pub(super) async fn welcome(conn: &mut Conn, base_url: &str, to: &str, code: &str) -> Outcome<()> {
    let body = format!(
        "Hello,\n\nsomeone, probably you, is creating an account with this address on Evenhand.\n\n\
         Confirm the address within 24 hours:\n{}\n\n{NOT_YOU}\n",
        link(base_url, code)
    );
    queue(conn, "confirm", to, ("Confirm your address", &body), Some(code)).await
}

/// To somebody who signed up with an address that has an account.
pub(super) async fn known(conn: &mut Conn, base_url: &str, to: &str, code: &str) -> Outcome<()> {
    let body = format!(
        "Hello,\n\nsomeone, probably you, is creating an account with this address on Evenhand. You already have \
         one.\n\nSign in to it within {SIGN_IN_MINUTES} minutes:\n{}\n\n{NOT_YOU}\n",
        link(base_url, code)
    );
    queue(conn, "sign_in", to, ("You already have an account", &body), Some(code)).await
}

/// To somebody who wants to sign in without a password.
pub(super) async fn sign_in(conn: &mut Conn, base_url: &str, to: &str, code: &str) -> Outcome<()> {
    let body = format!(
        "Hello,\n\nsign in to Evenhand within {SIGN_IN_MINUTES} minutes:\n{}\n\nThe link works once. {NOT_YOU}\n",
        link(base_url, code)
    );
    queue(conn, "sign_in", to, ("Your link to sign in", &body), Some(code)).await
}

/// To an address without an account, for which somebody wanted a link to sign in.
pub(super) async fn unknown(conn: &mut Conn, base_url: &str, to: &str) -> Outcome<()> {
    let body = format!(
        "Hello,\n\nsomeone asked for a link to sign in to Evenhand with this address, but it has no account. Your \
         account may have another address. To create an account, open:\n{base_url}/signup\n\n{NOT_YOU}\n"
    );
    queue(conn, "notice", to, ("No account with this address", &body), None).await
}

/// To somebody whose address is not confirmed yet.
pub(super) async fn confirm(conn: &mut Conn, base_url: &str, to: &str, code: &str) -> Outcome<()> {
    let body = format!(
        "Hello,\n\nconfirm your address for Evenhand within 24 hours:\n{}\n\n{NOT_YOU}\n",
        link(base_url, code)
    );
    queue(conn, "confirm", to, ("Confirm your address", &body), Some(code)).await
}

/// Mails on a page of the list.
pub const PAGE: i64 = 50;

/// The mails that belong to no event, newest first, those before an id; whether there are more; and the clock.
/// Errors: 401; 403 for who is no site admin.
pub async fn list(call: &mut Call<'_>, before: Option<i64>) -> Outcome<MailList> {
    let now = facts::now(call.conn).await?;
    let permit = may::<act::ReadMail>(call.caller.actor.as_ref(), &Facts::default(), now)?;
    let mut mails = mail::list(call.conn, &permit, before, PAGE + 1).await?;
    let more = mails.len() > usize::try_from(PAGE).unwrap_or(0);
    mails.truncate(usize::try_from(PAGE).unwrap_or(0));
    let undelivered = mail::undelivered(call.conn, &permit).await?;
    Ok(MailList { mails, more, undelivered, now })
}

/// A mail as the list shows it.
/// Errors: 401; 403 for who is no site admin; 404 where there is none, or it is an event's.
pub async fn find(call: &mut Call<'_>, id: i64) -> Outcome<ListedMail> {
    let permit = call.ask_portal::<act::ReadMail>().await?;
    let newest = mail::list(call.conn, &permit, Some(id.saturating_add(1)), 1).await?;
    Ok(newest.into_iter().find(|mail| mail.id == id).ok_or_else(Refusal::not_found)?)
}

/// Opens a mail: its link signs somebody in, so each opening is logged.
/// Errors: 401; 403 for who is no site admin; 404 where there is none, or it is an event's.
pub async fn open(call: &mut Call<'_>, id: i64) -> Acted<Mail> {
    let permit = call.ask_portal::<act::ReadMail>().await?;
    let found = mail::find(call.conn, &permit, id).await?.ok_or_else(Refusal::not_found)?;
    Ok(Done::logged(found, call.entry_outside("mail.opened", "mail", id)))
}
