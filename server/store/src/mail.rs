//! Mail: queued in the transaction that causes it, and listed for site admins.

use super::rate;
use crate::prelude::*;
use shared::audit::sha256_hex;
use shared::mail::MailFailure;
use shared::names::email_key;

/// What became of a mail, from its row.
pub(super) fn delivery(
    sent_at: Option<DateTime<Utc>>,
    failure: Option<MailFailure>,
    error: Option<String>,
    (attempts, due_at): (i32, DateTime<Utc>),
) -> MailDelivery {
    let waits = sent_at.is_none() && failure.is_none() && (attempts > 0 || error.is_some());
    MailDelivery { sent_at, failure, error, next_try: waits.then_some(due_at) }
}

/// Queues a mail that belongs to no event.
pub async fn queue(conn: &mut Conn, mail: NewMail<'_>) -> Outcome<()> {
    run!(conn, "insert into mail_outbox (kind, to_address, subject, body, link_hash)
         values ($1, $2, $3, $4, sha256(convert_to($5::text, 'UTF8')))";
        mail.kind, mail.to, mail.subject, mail.body, mail.code)
}

/// Mails that belong to no event, newest first; only those before this id, where it is given.
pub async fn list(
    conn: &mut Conn,
    _: &Permit<act::ReadMail>,
    before: Option<i64>,
    limit: i64,
) -> Outcome<Vec<ListedMail>> {
    rows!(conn,
        r#"select m.id, m.to_address, m.subject, m.created_at, m.sent_at, m.failure as "failure: MailFailure", m.last_error, m.attempts, m.due_at, case
               when m.link_hash is null then null
               when l.used_at is not null then 'used'
               when coalesce(l.expires_at, s.expires_at) > clock_timestamp() then 'waiting'
               when coalesce(l.expires_at, s.expires_at) is not null then 'expired'
               else 'ended' end as link
           from mail_outbox m
           left join one_time_link l on l.token_hash = m.link_hash
           left join sign_up s on s.token_hash = m.link_hash
           where m.event_id is null and m.id < coalesce($1, 9223372036854775807) order by m.id desc limit $2"#;
        before, limit)
    .each(object! { ListedMail from |r|:
        id, to_address, subject, created_at, link;
        delivery: delivery(r.sent_at, r.failure, r.last_error, (r.attempts, r.due_at))
    })
}

/// How many mails that belong to no event a mail server refused within the last week.
pub async fn undelivered(conn: &mut Conn, _: &Permit<act::ReadMail>) -> Outcome<i64> {
    value!(
        conn,
        r#"select count(*) as "count!" from mail_outbox
           where event_id is null and failure not in ('held', 'link_ended')
             and created_at > clock_timestamp() - interval '7 days'"#
    )
}

/// A mail that belongs to no event.
pub async fn find(conn: &mut Conn, _: &Permit<act::ReadMail>, id: i64) -> Outcome<Option<Mail>> {
    let row = maybe_row!(conn,
        r#"select to_address, subject, body, created_at, sent_at, failure as "failure: MailFailure", last_error, attempts, due_at
         from mail_outbox where id = $1 and event_id is null"#; id)?;
    Ok(row.map(object! { Mail from |r|:
        to_address, subject, body, created_at;
        delivery: delivery(r.sent_at, r.failure, r.last_error, (r.attempts, r.due_at))
    }))
}

/// That mails were counted against the limits of their event and their addresses. Only [`count_invitations`] makes one, so nobody
/// can queue mails that were not counted.
#[derive(Debug)]
pub struct CountedMails(());

/// The limits of invitations' mails: names of counters, and the length of their window in seconds.
#[derive(Clone, Copy, Debug)]
pub struct MailLimits {
    /// Counts by address.
    pub of_address: &'static str,
    /// Counts by event.
    pub of_event: &'static str,
    /// Seconds.
    pub window: i32,
}

/// Counts mails to these addresses, and returns the highest count of an address and that of the event. The counts are of the
/// transaction: of a refused act nothing is counted. `held` mails are not sent, and count nowhere.
pub async fn count_invitations(
    conn: &mut Conn,
    event: EventId,
    to: &[&str],
    limits: MailLimits,
    held: bool,
) -> Outcome<(CountedMails, [Option<RateCount>; 2])> {
    if held || to.is_empty() {
        return Ok((CountedMails(()), [None, None]));
    }
    let mut addresses = BTreeMap::new();
    for address in to {
        *addresses.entry(sha256_hex(email_key(address).as_bytes())).or_insert(0) += 1;
    }
    let of_event = BTreeMap::from([(event.0.to_string(), i32::try_from(to.len()).unwrap_or(i32::MAX))]);
    let highest = [
        rate::count_all(conn, limits.of_address, &addresses, limits.window).await?,
        rate::count_all(conn, limits.of_event, &of_event, limits.window).await?,
    ];
    Ok((CountedMails(()), highest))
}

/// Acts that hand out the links of invitations.
pub trait HandsOutLinks: Rule<Ids = EventId> {}
impl HandsOutLinks for act::SendInvitation {}
impl HandsOutLinks for act::ChoosePanel {}

/// Queues the mails of invitations, and forgets their older ones that were not sent: the links in those have ended. `held`
/// mails stay in the list and are never sent. Whether they may be sent was counted before: `_counted` says so.
pub async fn queue_invitations(
    conn: &mut Conn,
    permit: &Permit<impl HandsOutLinks>,
    mails: &[InvitationMail],
    held: bool,
    _counted: CountedMails,
) -> Outcome<()> {
    let ids: Vec<i64> = mails.iter().map(|m| m.invitation.0).collect();
    run!(conn, "delete from mail_outbox where event_id = $1 and invitation_id = any ($2) and sent_at is null";
        permit.ids().0, &ids)?;
    let column = |of: fn(&InvitationMail) -> &String| mails.iter().map(|m| of(m).clone()).collect::<Vec<_>>();
    run!(conn,
        "insert into mail_outbox (event_id, invitation_id, kind, to_address, subject, body, link_hash, failed_at, failure)
         select $1, m.invitation, 'invitation', m.to_address, m.subject, m.body, sha256(convert_to(m.code, 'UTF8')),
                case when $7 then clock_timestamp() end, case when $7 then 'held' end
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
              as m(invitation, to_address, subject, body, code)";
        permit.ids().0, &ids, &column(|m| &m.to), &column(|m| &m.subject), &column(|m| &m.body),
        &column(|m| &m.code), held)
}

/// The latest mail of an invitation of the event that is no panel's, with its id.
pub async fn of_invitation(
    conn: &mut Conn,
    permit: &Permit<act::OpenInvitationMail>,
    id: InvitationId,
) -> Outcome<Option<(i64, Mail)>> {
    let row = maybe_row!(conn,
        r#"select id, to_address, subject, body, created_at, sent_at, failure as "failure: MailFailure", last_error, attempts, due_at
         from mail_outbox m
         where event_id = $1 and invitation_id = $2
             and not exists (select from invitation i where i.id = m.invitation_id and i.role = 'panellist')
         order by id desc limit 1"#; permit.ids().0, id.0)?;
    Ok(row.map(|r| {
        let mail = object! { Mail from r:
            to_address, subject, body, created_at;
            delivery: delivery(r.sent_at, r.failure, r.last_error, (r.attempts, r.due_at))
        };
        (r.id, mail)
    }))
}
