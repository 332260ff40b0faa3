//! Webhooks as the sender meets them: which have something due, their leases, cursors, retries and attempts.

use crate::prelude::*;
use shared::webhook::attempt::AttemptFault;
use shared::webhook::kinds::open_actions;
use shared::webhook::message::{Announcement, WebhookFormat};

/// How many rows of the log one look passes over: it bounds how long a webhook's row stays locked.
const ROWS_AT_ONCE: i64 = 5_000;

/// What leaves the portal of a row of the log.
macro_rules! announcement {
    ($webhook:ident, $row:ident) => {
        Announcement {
            event: $webhook.chain.clone(),
            seq: $row.seq,
            timestamp: $row.timestamp,
            action: $row.action,
            actor_role: $row.actor_role,
            object_type: $row.object_type,
            object_id: $row.object_id,
            row_hash: $row.row_hash,
        }
    };
}

/// Webhooks that nobody sends to and that have something due, those that waited longest first.
pub async fn find_due(conn: &mut Conn, most: i64) -> Outcome<Vec<i64>> {
    values!(conn, "select w.id from webhook w left join audit_head h on h.chain = w.chain
         where (w.leased_until is null or w.leased_until <= clock_timestamp())
             and (w.enabled and (h.seq > w.cursor or exists (
                     select from webhook_retry r where r.webhook_id = w.id and r.due_at <= clock_timestamp()))
                 or exists (select from webhook_test t where t.webhook_id = w.id and t.started_at is null))
         order by w.leased_until nulls first, w.id limit $1"; most)
}

/// Locks a webhook that nobody sends to; false where somebody does, or changes it at this moment.
pub async fn lock_free(conn: &mut Conn, id: i64) -> Outcome<bool> {
    maybe_value!(conn,
        "select id from webhook where id = $1 and (leased_until is null or leased_until <= clock_timestamp())
         for no key update skip locked"; id)
    .map(|locked| locked.is_some())
}

/// Locks a webhook that is still leased under this token; false where another sender took it since, or it is gone.
/// Errors: a lost database; busy where somebody else holds the row for long.
pub async fn lock_leased(conn: &mut Conn, id: i64, token: &str) -> Outcome<bool> {
    maybe_value!(conn, "select id from webhook where id = $1 and lease_token = $2::text::uuid for no key update";
        id, token)
    .map(|locked| locked.is_some())
}

/// A webhook that this transaction has locked. In a statement of its own, because the statement that waits for a lock sees
/// other rows as they were before the wait.
pub async fn read(conn: &mut Conn, webhook: i64) -> Outcome<LockedWebhook> {
    let row = row!(conn,
        r#"select w.event_id, w.chain, w.cursor, coalesce(h.seq, 0) as "head!", w.key::text as "key!", w.url, w.format as "format: WebhookFormat",
               webhook_tells_judging(w.event_id, w.created_by) as "judging!", w.secret, case when w.old_secret_until > clock_timestamp() then w.old_secret end as old_secret,
               w.actions, w.enabled, w.failing_since, t.id as "test?", audit_ts(t.asked_at) as asked_at,
               clock_timestamp() as "now!"
           from webhook w
           left join audit_head h on h.chain = w.chain
           left join lateral (select id, asked_at from webhook_test where webhook_id = w.id and started_at is null
               order by id limit 1) t on true
           where w.id = $1"#; webhook)?;
    Ok(object! { LockedWebhook from row:
        chain, cursor, head, key, url, format, actions, judging, enabled, failing_since, now;
        id: webhook,
        event: EventId(row.event_id),
        secrets: SigningSecrets(std::iter::once(row.secret).chain(row.old_secret).collect()),
        test: row.test.zip(row.asked_at).map(|(id, asked_at)| WaitingTest { id, asked_at })
    })
}

/// The message that has been due longest of those that failed or are sent again.
pub async fn due_retry(conn: &mut Conn, webhook: &LockedWebhook) -> Outcome<Option<DueRetry>> {
    let row = maybe_row!(conn,
        r#"select r.attempts, r.step, r.due_at, a.seq, audit_ts(a.ts) as "timestamp!", a.action, a.actor_role,
               a.object_type, a.object_id, a.row_hash
           from webhook_retry r join audit_log a on a.chain = $2 and a.seq = r.seq
           where r.webhook_id = $1 and r.due_at <= clock_timestamp() order by r.due_at, r.seq limit 1"#;
        webhook.id, webhook.chain)?;
    Ok(row.map(object! { DueRetry from |r|:
        attempts, step, due_at;
        row: announcement!(webhook, r)
    }))
}

/// The next row that the webhook takes, and the last one that was looked at. Rows of no interest are passed over.
pub async fn next_row(conn: &mut Conn, webhook: &LockedWebhook) -> Outcome<(i64, Option<NextRow>)> {
    let last = webhook.head.min(webhook.cursor + ROWS_AT_ONCE);
    if last <= webhook.cursor {
        return Ok((webhook.cursor, None));
    }
    let row = maybe_row!(conn,
        r#"select seq, ts, audit_ts(ts) as "timestamp!", action, actor_role, object_type, object_id, row_hash
           from audit_log
           where chain = $1 and seq > $2 and seq <= $3 and ($4::text[] is null or action = any ($4))
             and ($5 or action = any ($6))
           order by seq limit 1"#;
        webhook.chain, webhook.cursor, last, webhook.actions.as_deref(), webhook.judging,
        &open_actions().map(str::to_owned).collect::<Vec<_>>())?;
    let Some(r) = row else { return Ok((last, None)) };
    let next = NextRow { ts: r.ts, row: announcement!(webhook, r) };
    Ok((r.seq - 1, Some(next)))
}

/// Leaves a locked webhook free, or leased for 30 seconds to whoever knows the token that this returns. What is leased is
/// flushed to disk by the commit, whatever other writes do: nothing is announced that a crash could undo.
pub async fn settle(
    conn: &mut Conn,
    webhook: &LockedWebhook,
    settlement: Settlement,
) -> Outcome<(Option<String>, DateTime<Utc>)> {
    let row = row!(conn, r#"update webhook set cursor = $2,
               last_success_at = case when $3 then clock_timestamp() else last_success_at end,
               failing_since = case when $3 then null when not $3 then coalesce(failing_since, clock_timestamp())
                   else failing_since end,
               lease_token = case when $4 then gen_random_uuid() end,
               leased_until = clock_timestamp() + case when $4 then interval '30 seconds' else interval '0' end
           where id = $1
           returning lease_token::text as token, clock_timestamp() as "at!",
               case when $4 then set_config('synchronous_commit', 'on', true) end as flushed"#;
        webhook.id, settlement.cursor, settlement.arrived, settlement.lease)?;
    Ok((row.token, row.at))
}

/// Switches a locked webhook off and ends its lease.
pub async fn switch_off(conn: &mut Conn, webhook: &LockedWebhook, reason: &str) -> Outcome<()> {
    run!(conn, "update webhook set enabled = false, disabled_reason = $2, cursor = $3, lease_token = null,
             leased_until = clock_timestamp(), version = version + 1,
             failing_since = coalesce(failing_since, clock_timestamp())
         where id = $1"; webhook.id, reason, webhook.cursor)
}

pub async fn event_name(conn: &mut Conn, webhook: &LockedWebhook) -> Outcome<String> {
    value!(conn, "select name from event where id = $1"; webhook.event.0)
}

/// Queues a mail about a webhook to each organizer who may see it: one of judging is hidden from those who take part, until
/// publication. Mails to the demo's people stay in the list and are never sent.
pub async fn mail_organizers(
    conn: &mut Conn,
    webhook: &LockedWebhook,
    judging: bool,
    (subject, body): (&str, &str),
) -> Outcome<u64> {
    affected!(conn, "insert into mail_outbox (kind, about_event, to_address, subject, body, failed_at, failure)
         select 'webhook', m.event_id, p.email, $3, $4, case when p.demo then clock_timestamp() end,
             case when p.demo then 'held' end
         from membership m join person p on p.id = m.person_id
         where m.event_id = $1 and m.role = 'organizer' and p.deactivated_at is null and p.confirmed_at is not null
             and (not $2 or webhook_tells_judging(m.event_id, p.id))"; webhook.event.0, judging, subject, body)
}

/// Stores what came of an attempt, for the organizers' page.
pub async fn add_attempt(
    conn: &mut Conn,
    webhook: &LockedWebhook,
    row: &Announcement,
    number: i32,
    result: &AttemptResult,
) -> Outcome<()> {
    run!(conn, "insert into webhook_attempt
             (webhook_id, seq, number, action, started_at, duration_ms, status, error, answer)
         values ($1, $2, $3, $4, clock_timestamp() - make_interval(secs => $5::int / 1000.0), $5, $6, $7, $8)";
        webhook.id, row.seq, number, row.action, milliseconds(result.duration), result.status.map(i32::from),
        result.fault.map(AttemptFault::word), result.answer)
}

/// Stores what came of a test.
pub async fn end_test(conn: &mut Conn, webhook: i64, test: i64, result: &AttemptResult) -> Outcome<()> {
    run!(conn, "update webhook_test set started_at = clock_timestamp() - make_interval(secs => $3::int / 1000.0),
             duration_ms = $3, status = $4, error = $5, answer = $6
         where webhook_id = $1 and id = $2";
        webhook, test, milliseconds(result.duration), result.status.map(i32::from),
        result.fault.map(AttemptFault::word), result.answer)
}

/// Lets a message wait for its next attempt.
pub async fn put_off(
    conn: &mut Conn,
    webhook: i64,
    seq: i64,
    attempts: i32,
    step: i32,
    wait: Duration,
) -> Outcome<()> {
    run!(conn, "insert into webhook_retry (webhook_id, seq, attempts, step, due_at)
         values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5::int / 1000.0))
         on conflict (webhook_id, seq) do update
             set attempts = excluded.attempts, step = excluded.step, due_at = excluded.due_at";
        webhook, seq, attempts, step, milliseconds(wait))
}

/// Forgets that a message waits: it arrived, or was tried often enough.
pub async fn end_retry(conn: &mut Conn, webhook: i64, seq: i64) -> Outcome<()> {
    run!(conn, "delete from webhook_retry where webhook_id = $1 and seq = $2"; webhook, seq)
}

/// Deletes attempts and tests that are older than 30 days, and all but the newest 1,000 of a webhook. One sender does this at
/// a time: two would wait for each other's rows.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    let alone = value!(conn, r#"select pg_try_advisory_xact_lock(hashtext('webhook_attempt')) as "alone!""#)?;
    if !alone {
        return Ok(());
    }
    run!(
        conn,
        "delete from webhook_attempt a
         using (select w.id, (select b.id from webhook_attempt b where b.webhook_id = w.id
                    order by b.id desc offset 1000 limit 1) as last from webhook w) k
         where a.webhook_id = k.id and a.id <= k.last"
    )?;
    run!(
        conn,
        "delete from webhook_test a
         using (select w.id, (select b.id from webhook_test b where b.webhook_id = w.id
                    order by b.id desc offset 1000 limit 1) as last from webhook w) k
         where a.webhook_id = k.id and a.id <= k.last"
    )?;
    run!(conn, "delete from webhook_attempt where started_at < clock_timestamp() - interval '30 days'")?;
    run!(conn, "delete from webhook_test where started_at < clock_timestamp() - interval '30 days'")
}

/// Whole milliseconds of a wait that is shorter than 24 days.
fn milliseconds(duration: Duration) -> i32 {
    i32::try_from(duration.as_millis()).unwrap_or(i32::MAX)
}
