//! Taking the next message of a webhook, and recording what came of it. Both are transactions of their own, with nothing
//! locked while the message is under way.

use crate::prelude::*;
use chrono::TimeDelta;
use shared::webhook::{attempt, kinds};
use store::delivery;

/// A webhook without any success for so long is switched off.
const LONGEST_FAILING: TimeDelta = TimeDelta::days(5);
/// The receiver says that it is gone for good.
const GONE: u16 = 410;

/// Takes the next message of a webhook that has something due; none where another sender has it, or nothing is due after all.
pub async fn claim(conn: &mut Conn, webhook: i64) -> Outcome<Done<Option<Claim>>> {
    if !delivery::lock_free(conn, webhook).await? {
        return Ok(Done::unlogged(None));
    }
    let webhook = delivery::read(conn, webhook).await?;
    take_next(conn, webhook, None, true).await
}

/// Records what came of an attempt and, with `go_on`, takes the next message of the same webhook. Nothing is recorded where
/// the lease ended and another sender took the webhook: that one sends the message again. `chance`, from 0 to 1, spreads the
/// waits.
/// Errors: a lost database; busy where somebody else holds the webhook's row for long.
pub async fn record(
    conn: &mut Conn,
    claim: &Claim,
    result: &AttemptResult,
    chance: f64,
    go_on: bool,
) -> Outcome<Done<Option<Claim>>> {
    if !delivery::lock_leased(conn, claim.webhook.id, &claim.token).await? {
        tracing::warn!(webhook = claim.webhook.id, "the lease ended before the attempt was recorded");
        return Ok(Done::unlogged(None));
    }
    let mut webhook = delivery::read(conn, claim.webhook.id).await?;
    let arrived = result.succeeded();
    let (row, number, step) = match &claim.message {
        WebhookMessage::Test(test) => {
            delivery::end_test(conn, webhook.id, test.id, result).await?;
            webhook = delivery::read(conn, webhook.id).await?;
            // A test that fails says nothing about messages.
            return take_next(conn, webhook, arrived.then_some(true), go_on).await;
        }
        WebhookMessage::Row { row, number, step } => (row, *number, *step),
    };
    delivery::add_attempt(conn, &webhook, row, number, result).await?;
    webhook.cursor = webhook.cursor.max(row.seq);
    let wait = if arrived { None } else { attempt::wait(step, chance) };
    match wait {
        Some(wait) => {
            let next_step = i32::try_from(step).unwrap_or(i32::MAX).saturating_add(1);
            delivery::put_off(conn, webhook.id, row.seq, number, next_step, wait).await?;
        }
        None => delivery::end_retry(conn, webhook.id, row.seq).await?,
    }
    if let Some(reason) = reason_to_switch_off(&webhook, result) {
        delivery::switch_off(conn, &webhook, reason).await?;
        tell_organizers(conn, &webhook, reason).await?;
        tracing::warn!(webhook = webhook.id, reason, "a webhook is switched off");
        return Ok(Done::logged(None, switched_off(&webhook, reason)));
    }
    take_next(conn, webhook, Some(arrived), go_on).await
}

/// One that an organizer has switched off meanwhile keeps their reason.
fn reason_to_switch_off(webhook: &LockedWebhook, result: &AttemptResult) -> Option<&'static str> {
    if !webhook.enabled || result.succeeded() {
        None
    } else if result.status == Some(GONE) {
        Some("gone")
    } else if webhook.failing_since.is_some_and(|since| webhook.now - since >= LONGEST_FAILING) {
        Some("failing")
    } else {
        None
    }
}

/// Mails the organizers who may see the webhook that it is switched off, in the transaction that does it: so it happens once.
async fn tell_organizers(conn: &mut Conn, webhook: &LockedWebhook, reason: &str) -> Outcome<()> {
    let event = delivery::event_name(conn, webhook).await?;
    let host = url::Url::parse(&webhook.url).ok().and_then(|url| url.host_str().map(str::to_owned));
    let host = host.unwrap_or_else(|| "its address".to_owned());
    let why = if reason == "gone" {
        "The receiver answered that it is gone for good (410)."
    } else {
        "No message has arrived for five days."
    };
    let subject = format!("A webhook of {event} is switched off");
    let body = format!(
        "Hello,\n\nthe webhook of {event} to {host} is switched off. {why} It gets no more messages.\n\n\
         To switch it on again, sign in, open the event’s pages under “Manage”, then “Exports” and “Webhooks”. \
         The page shows what the receiver answered.\n"
    );
    let judging = webhook.actions.as_deref().is_none_or(kinds::any_judging);
    delivery::mail_organizers(conn, webhook, judging, (&subject, &body)).await?;
    Ok(())
}

fn switched_off(webhook: &LockedWebhook, reason: &str) -> Entry {
    let entry = Entry::of_system(webhook.event, "webhook.switched_off", "webhook", webhook.id);
    entry.after(json!({ "reason": reason }))
}

async fn take_next(
    conn: &mut Conn,
    webhook: LockedWebhook,
    arrived: Option<bool>,
    go_on: bool,
) -> Outcome<Done<Option<Claim>>> {
    let (cursor, message) = if go_on { next_message(conn, &webhook).await? } else { (webhook.cursor, None) };
    let settlement = Settlement { cursor, arrived, lease: message.is_some() };
    let (token, at) = delivery::settle(conn, &webhook, settlement).await?;
    let claim = message.zip(token).map(|(message, token)| Claim { webhook, message, token, at });
    Ok(Done::unlogged(claim))
}

/// A test first. Then, of a due repetition and the next row of the log, the older one: neither starves the other.
async fn next_message(conn: &mut Conn, webhook: &LockedWebhook) -> Outcome<(i64, Option<WebhookMessage>)> {
    if let Some(test) = &webhook.test {
        return Ok((webhook.cursor, Some(WebhookMessage::Test(test.clone()))));
    }
    if !webhook.enabled {
        return Ok((webhook.cursor, None));
    }
    let retry = delivery::due_retry(conn, webhook).await?;
    let (cursor, first) = delivery::next_row(conn, webhook).await?;
    let message = match (retry, first) {
        (Some(retry), Some(first)) if first.ts < retry.due_at => Some(first_attempt(first.row)),
        (Some(retry), _) => Some(WebhookMessage::Row {
            row: retry.row,
            number: retry.attempts.saturating_add(1),
            step: usize::try_from(retry.step).unwrap_or(0),
        }),
        (None, first) => first.map(|first| first_attempt(first.row)),
    };
    Ok((cursor, message))
}

fn first_attempt(row: shared::webhook::message::Announcement) -> WebhookMessage {
    WebhookMessage::Row { row, number: 1, step: 0 }
}
