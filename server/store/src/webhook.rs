//! Webhooks as organizers add, change and remove them, and what came of their messages.

use crate::prelude::*;
use shared::webhook::attempt::AttemptFault;
use shared::webhook_form::{CheckedWebhook, OVERLAP_HOURS};

/// The permit to write a webhook.
#[derive(Debug)]
pub enum WebhookPermit {
    /// For a webhook that reports on judging.
    Judging(Permit<act::ManageJudgingWebhooks>),
    Other(Permit<act::ManageWebhooks>),
}

impl WebhookPermit {
    fn ids(&self) -> (EventId, PersonId) {
        match self {
            Self::Judging(permit) => permit.ids(),
            Self::Other(permit) => permit.ids(),
        }
    }
}

/// Most attempts that a page shows.
const ATTEMPTS: i64 = 50;

/// The event's webhooks, the oldest first; with `id` that one alone.
pub async fn list(conn: &mut Conn, event: EventId, id: Option<i64>) -> Outcome<Vec<EventWebhook>> {
    rows!(conn, EventWebhook,
        r#"select w.id, w.url, w.format as "format: _", w.actions, w.enabled, w.disabled_at, w.disabled_reason, p.name as "answers?",
                  w.created_at, w.last_success_at, w.failing_since, w.version,
                  case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as old_secret_until,
                  (select count(*) from webhook_retry r where r.webhook_id = w.id) as "waiting!",
                  not webhook_tells_judging(w.event_id, w.created_by) as "muted!"
           from webhook w left join person p on p.id = w.created_by and p.deactivated_at is null
           where w.event_id = $1 and ($2::bigint is null or w.id = $2) order by w.id"#; event.0, id)
}

/// Counts the event's webhooks; until the transaction ends, nobody else adds one.
pub async fn lock_count(conn: &mut Conn, permit: &WebhookPermit) -> Outcome<usize> {
    let event = permit.ids().0.0;
    rows!(conn, "select id from event where id = $1 for no key update"; event)?;
    let count = value!(conn, r#"select count(*) as "count!" from webhook where event_id = $1"#; event)?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Locks a webhook of the event until the transaction ends.
pub async fn lock(conn: &mut Conn, event: EventId, id: i64) -> Outcome<()> {
    rows!(conn, "select id from webhook where event_id = $1 and id = $2 for no key update"; event.0, id)?;
    Ok(())
}

/// Adds a webhook, and returns its id.
pub async fn insert(
    conn: &mut Conn,
    permit: &WebhookPermit,
    new: &CheckedWebhook,
    secret: &str,
) -> Outcome<i64> {
    let (event, person) = permit.ids();
    value!(conn,
        "insert into webhook (event_id, url, format, actions, secret, created_by) values ($1, $2, $3, $4, $5, $6) returning id";
        event.0, new.url, new.format.word(), &new.actions, secret, person.0)
}

/// Changes what a webhook is told, and where. Who changes it answers for it from now on.
pub async fn change(conn: &mut Conn, permit: &WebhookPermit, id: i64, new: &CheckedWebhook) -> Outcome<()> {
    let (event, person) = permit.ids();
    run!(conn, "update webhook set url = $3, format = $4, actions = $5, created_by = $6, version = version + 1
         where event_id = $1 and id = $2"; event.0, id, new.url, new.format.word(), &new.actions, person.0)
}

/// Replaces a webhook's secret; the old one signs beside it for a day.
pub async fn replace_secret(conn: &mut Conn, permit: &WebhookPermit, id: i64, secret: &str) -> Outcome<()> {
    run!(conn, "update webhook set old_secret = secret, old_secret_until = clock_timestamp() + make_interval(hours => $4),
             secret = $3, version = version + 1
         where event_id = $1 and id = $2"; permit.ids().0.0, id, secret, OVERLAP_HOURS)
}

/// Switches a webhook on or off. Who switches it on answers for it from now on.
pub async fn switch(conn: &mut Conn, permit: &WebhookPermit, id: i64, on: bool) -> Outcome<()> {
    run!(conn,
        "update webhook set enabled = $3, disabled_reason = case when $3 then null else 'organizer' end, version = version + 1,
             created_by = case when $3 then $4 else created_by end
         where event_id = $1 and id = $2 and enabled <> $3"; permit.ids().0.0, id, on, permit.ids().1.0)
}

/// Removes a webhook with all that is known of its messages.
pub async fn remove(conn: &mut Conn, permit: &WebhookPermit, id: i64) -> Outcome<()> {
    run!(conn, "delete from webhook where event_id = $1 and id = $2"; permit.ids().0.0, id)
}

/// Asks for a test; false where one waits already.
pub async fn ask_test(conn: &mut Conn, permit: &WebhookPermit, id: i64) -> Outcome<bool> {
    changed!(conn,
        "insert into webhook_test (webhook_id) select w.id from webhook w where w.event_id = $1 and w.id = $2
             and not exists (select from webhook_test t where t.webhook_id = w.id and t.started_at is null)";
        permit.ids().0.0, id)
}

/// Has a message sent again that was tried before; false where there is none.
pub async fn send_again(conn: &mut Conn, permit: &WebhookPermit, id: i64, seq: i64) -> Outcome<bool> {
    changed!(conn, "insert into webhook_retry (webhook_id, seq, attempts, step, due_at)
         select w.id, $3, max(a.number), 0, clock_timestamp()
         from webhook w join webhook_attempt a on a.webhook_id = w.id and a.seq = $3
         where w.event_id = $1 and w.id = $2 and w.enabled group by w.id
         on conflict (webhook_id, seq) do update set due_at = clock_timestamp()"; permit.ids().0.0, id, seq)
}

/// The newest attempts and tests of a webhook, the newest first.
pub async fn attempts(conn: &mut Conn, event: EventId, id: i64) -> Outcome<Vec<ListedAttempt>> {
    rows!(conn,
        r#"select a.seq as "seq?", a.number as "number!", a.action as "action!", a.started_at as "started_at?",
                  a.duration_ms, a.status, a.error as "error: AttemptFault", a.answer, a.waits as "waits!"
           from (select a.seq, a.number, a.action, a.started_at, a.duration_ms, a.status, a.error, a.answer,
                        r.seq is not null and not exists (select from webhook_attempt n
                            where n.webhook_id = a.webhook_id and n.seq = a.seq and n.number > a.number) as waits,
                        a.started_at as at
                 from webhook_attempt a left join webhook_retry r on r.webhook_id = a.webhook_id and r.seq = a.seq
                 where a.webhook_id = $2
                 union all
                 select null, 1, 'webhook.test', t.started_at, t.duration_ms, t.status, t.error, t.answer,
                        t.started_at is null, coalesce(t.started_at, t.asked_at)
                 from webhook_test t where t.webhook_id = $2) a
           where exists (select from webhook w where w.id = $2 and w.event_id = $1)
           order by a.at desc, a.number desc limit $3"#; event.0, id, ATTEMPTS)
    .each(object! { ListedAttempt from |r|:
        seq, number, action, started_at, duration_ms, status, waits;
        fault: r.error,
        answer: r.answer.filter(|answer| !answer.is_empty())
    })
}
