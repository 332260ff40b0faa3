//! Mail: queued with what causes it, read on a page where none is sent.

use super::Conn;
use crate::failure::Outcome;
use chrono::{DateTime, Utc};
use shared::rules::{Permit, act};

/// A mail to queue.
#[derive(Debug)]
pub struct Draft<'a> {
    /// `confirm`, `sign_in` or `notice`.
    pub kind: &'a str,
    /// To whom.
    pub to: &'a str,
    /// Subject.
    pub subject: &'a str,
    /// The text.
    pub body: &'a str,
}

/// Queues a mail that belongs to no event.
///
/// # Errors
/// A lost database.
pub async fn queue(conn: &mut Conn, mail: Draft<'_>) -> Outcome<()> {
    sqlx::query!(
        "insert into mail_outbox (kind, to_address, subject, body) values ($1, $2, $3, $4)",
        mail.kind,
        mail.to,
        mail.subject,
        mail.body
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A mail as the list shows it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Identifier.
    pub id: i64,
    /// To whom.
    pub to_address: String,
    /// Subject.
    pub subject: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// It was sent.
    pub sent: bool,
    /// What became of its link: `waiting`, `used`, `expired`, or `ended` where the link is no longer kept. None without one.
    pub link: Option<String>,
}

/// Mails that belong to no event, newest first; only those before this id, where it is given.
///
/// # Errors
/// A lost database.
pub async fn list(
    conn: &mut Conn,
    _: &Permit<act::ReadMail>,
    before: Option<i64>,
    limit: i64,
) -> Outcome<Vec<Listed>> {
    Ok(sqlx::query_as!(
        Listed,
        r#"select m.id, m.to_address, m.subject, m.created_at, m.sent_at is not null as "sent!", case
               when c.code is null then null
               when l.used_at is not null then 'used'
               when coalesce(l.expires_at, s.expires_at) > clock_timestamp() then 'waiting'
               when coalesce(l.expires_at, s.expires_at) is not null then 'expired'
               else 'ended' end as link
           from mail_outbox m
           cross join lateral (select substring(m.body from '/links/([A-Za-z0-9_-]+)') as code) c
           left join one_time_link l on l.token_hash = sha256(convert_to(c.code, 'UTF8'))
           left join sign_up s on s.token_hash = sha256(convert_to(c.code, 'UTF8'))
           where m.event_id is null and m.id < coalesce($1, 9223372036854775807) order by m.id desc limit $2"#,
        before,
        limit
    )
    .fetch_all(conn)
    .await?)
}

/// A mail, whole.
#[derive(Clone, Debug)]
pub struct Mail {
    /// To whom.
    pub to_address: String,
    /// Subject.
    pub subject: String,
    /// The text.
    pub body: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// When it was sent, where it was.
    pub sent_at: Option<DateTime<Utc>>,
}

/// A mail that belongs to no event.
///
/// # Errors
/// A lost database.
pub async fn find(conn: &mut Conn, _: &Permit<act::ReadMail>, id: i64) -> Outcome<Option<Mail>> {
    Ok(sqlx::query_as!(
        Mail,
        "select to_address, subject, body, created_at, sent_at from mail_outbox where id = $1 and event_id is null",
        id
    )
    .fetch_optional(conn)
    .await?)
}
