//! Delivering mail: a sender leases a few mails, commits, sends them, and writes down what became of each. What it writes counts
//! only while the lease is its own.

use crate::prelude::*;
use shared::mail::MailFailure;
use sqlx::{Connection, PgPool};

/// Most characters of a mail server's words that are kept.
const WORDS: usize = 300;

/// Takes the codes of ended links out of their mails; those that were not sent yet are not sent any more. With `due_only`, of
/// mails that could be sent now. Returns how many.
pub async fn end_links(conn: &mut Conn, due_only: bool) -> Outcome<u64> {
    let ended = value!(conn, r#"with ended as (select link_hash from mail_outbox
               where link_hash is not null and link_ended_at is null and not mail_link_works(link_hash)
                 and (not $1 or (sent_at is null and failed_at is null and due_at <= clock_timestamp()))
               order by id limit 2000 for update skip locked)
           select count(*) as "count!" from ended, end_mail_link(ended.link_hash)"#; due_only)?;
    Ok(u64::try_from(ended).unwrap_or(0))
}

/// Leases the mails that are due, those that sign in first, for so many seconds. Nobody else takes them until then. The lease is
/// on the disk before this returns: after a crash of the database, a mail that was sent would otherwise look as if nobody had it.
pub async fn lease(pool: &PgPool, most: i64, seconds: i32) -> Outcome<Vec<LeasedMail>> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    sqlx::query!("set local synchronous_commit = on").execute(&mut *transaction).await?;
    let rows = sqlx::query!(
        r#"with due as (select id from mail_outbox
               where sent_at is null and failed_at is null and due_at <= clock_timestamp()
                 and (leased_until is null or leased_until < clock_timestamp())
               order by kind not in ('confirm', 'sign_in'), due_at, id limit $1 for update skip locked),
           leased as (update mail_outbox m
               set lease_token = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => $2::int)
               from due where m.id = due.id
               returning m.id, m.kind, m.lease_token, m.to_address, m.subject, m.body, m.created_at, m.attempts, m.due_at)
           select id, lease_token::text as "lease!", to_address, subject, body, created_at, attempts from leased
           order by kind not in ('confirm', 'sign_in'), due_at, id"#,
        most,
        seconds
    )
    .fetch_all(&mut *transaction)
    .await?;
    transaction.commit().await?;
    let leased = rows.into_iter().map(object! { LeasedMail from |r|:
        id, lease, subject, body, created_at;
        to: r.to_address,
        tries: u32::try_from(r.attempts).unwrap_or(0)
    });
    Ok(leased.collect())
}

/// Writes down that a mail was sent; false where the lease is no longer this sender's.
pub async fn sent(conn: &mut Conn, mail: &LeasedMail) -> Outcome<bool> {
    changed!(conn,
        "update mail_outbox set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null,
             failed_at = null, failure = null, lease_token = null, leased_until = null
         where id = $1 and lease_token = $2::text::uuid"; mail.id, mail.lease)
}

/// Writes down that a mail will not be delivered, and the mail server's words; false where the lease is no longer this sender's.
pub async fn failed(conn: &mut Conn, mail: &LeasedMail, why: MailFailure, words: &str) -> Outcome<bool> {
    changed!(conn,
        "update mail_outbox set failed_at = clock_timestamp(), failure = $3, last_error = $4, attempts = attempts + 1,
             lease_token = null, leased_until = null
         where id = $1 and lease_token = $2::text::uuid"; mail.id, mail.lease, why.name(), one_line(words))
}

/// Puts a mail back for so many seconds. `tried`: the mail server was asked to take it, which counts as a try; false where the
/// server could not be reached. Returns false where the lease is no longer this sender's.
pub async fn put_back(
    conn: &mut Conn,
    mail: &LeasedMail,
    tried: bool,
    seconds: u32,
    words: Option<&str>,
) -> Outcome<bool> {
    changed!(conn, "update mail_outbox set due_at = clock_timestamp() + make_interval(secs => $3::int),
             attempts = attempts + $4::int, last_error = coalesce($5, last_error), lease_token = null, leased_until = null
         where id = $1 and lease_token = $2::text::uuid";
        mail.id, mail.lease, i32::try_from(seconds).unwrap_or(i32::MAX), i32::from(tried),
        words.map(one_line))
}

/// A mail server's words as they are kept: one line, without control characters, not too long.
pub fn one_line(words: &str) -> String {
    let plain: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(WORDS).collect()
}

/// How many open invitations of the event a mail server refused to deliver.
pub async fn undelivered(conn: &mut Conn, event: EventId) -> Outcome<i64> {
    value!(conn, r#"select count(*) as "count!" from invitation i
           cross join lateral (select m.failure from mail_outbox m where m.invitation_id = i.id order by m.id desc limit 1) m
           where i.event_id = $1 and i.role <> 'panellist' and i.sent_by = 'mail' and m.failure not in ('held', 'link_ended')
             and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0"#; event.0)
}
