//! Webhooks: added, changed, tested and removed by organizers. What touches the ranking, or who judges what, is for organizers
//! who take no part in the event, until publication: a webhook would tell them of each review of their team.

use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use shared::webhook::kinds::{any_judging, is_judging};
use shared::webhook_form::{CheckedWebhook, MOST_WEBHOOKS, TypedWebhook, check};
use store::webhook::{self, WebhookPermit};

/// The organizers' list of webhooks.
#[derive(Debug)]
pub struct WebhooksFound {
    pub at: Context,
    /// Those that this organizer may see.
    pub webhooks: Vec<EventWebhook>,
    /// How many others there are.
    pub hidden: usize,
    /// Why this organizer has no webhooks that tell of judging.
    pub judging_refused: Option<Refusal>,
}
model::in_event!(WebhooksFound);

#[derive(Debug)]
pub struct OneWebhook {
    pub at: Context,
    pub webhook: EventWebhook,
    /// What came of its newest messages, the newest first.
    pub attempts: Vec<ListedAttempt>,
    /// Why this organizer is not told of judging.
    pub judging_refused: Option<Refusal>,
}
model::in_event!(OneWebhook);

/// Whether a webhook tells of judging; one without a list is told everything.
fn tells_judging(webhook: &EventWebhook) -> bool {
    webhook.actions.as_deref().is_none_or(any_judging)
}

/// Reads the list.
/// Errors: 401, 404, 403 for a caller who does not organize.
pub async fn for_page(call: &mut Call<'_>) -> Outcome<WebhooksFound> {
    let (at, _) = call.open::<act::ManageWebhooks>().await?;
    let judging_refused = call.ask::<act::ManageJudgingWebhooks>(&at).err();
    let mut webhooks = webhook::list(call.conn, at.event, None).await?;
    let all = webhooks.len();
    if judging_refused.is_some() {
        webhooks.retain(|webhook| !tells_judging(webhook));
    }
    Ok(WebhooksFound { hidden: all - webhooks.len(), webhooks, judging_refused, at })
}

/// Reads one webhook with what came of its messages.
/// Errors: 401; 404; 403 for a caller who does not organize, and for one who takes part where the webhook tells of judging.
pub async fn one(call: &mut Call<'_>, id: i64) -> Outcome<OneWebhook> {
    let (at, found) = find(call, id).await?;
    let judging_refused = call.ask::<act::ManageJudgingWebhooks>(&at).err();
    let mut attempts = webhook::attempts(call.conn, at.event, id).await?;
    if judging_refused.is_some() {
        // It may have told of judging before it was changed.
        attempts.retain(|attempt| attempt.seq.is_none() || !is_judging(&attempt.action));
    }
    Ok(OneWebhook { at, webhook: found, attempts, judging_refused })
}

/// A webhook that this organizer may see.
async fn find(call: &mut Call<'_>, id: i64) -> Outcome<(Context, EventWebhook)> {
    let (at, _) = call.open::<act::ManageWebhooks>().await?;
    let found = webhook::list(call.conn, at.event, Some(id)).await?.pop().ok_or_else(Refusal::not_found)?;
    if tells_judging(&found) {
        call.ask::<act::ManageJudgingWebhooks>(&at)?;
    }
    Ok((at, found))
}

/// The same, locked until the transaction ends.
async fn lock(call: &mut Call<'_>, id: i64) -> Outcome<(Context, EventWebhook)> {
    let (at, _) = find(call, id).await?;
    webhook::lock(call.conn, at.event, id).await?;
    find(call, id).await
}

/// Asks the rule that fits a webhook.
fn permit(caller: &Caller, at: &Context, judging: bool) -> Result<WebhookPermit, Refusal> {
    Ok(match judging {
        true => WebhookPermit::Judging(caller.ask(at)?),
        false => WebhookPermit::Other(caller.ask(at)?),
    })
}

/// A new secret: 32 random bytes, as Standard Webhooks writes them.
fn new_secret() -> Outcome<String> {
    Ok(format!("whsec_{}", STANDARD.encode(secrets::seed()?)))
}

/// What the log keeps of a webhook. The path of its address may hold a secret, so only the host is kept.
fn logged(webhook: &CheckedWebhook) -> Value {
    json!({ "host": webhook.host, "format": webhook.format.word(), "actions": webhook.actions })
}

/// Adds a webhook. Returns its id and its secret, which is shown this once.
/// Errors: 401, 404; 403 for a caller who does not organize, and for kinds of judging for one who takes part; 409 where the event has as
/// many as it may; 400 for the form.
pub async fn add(
    call: &mut Call<'_>,
    sent: Sent<TypedWebhook>,
    allow_loopback: bool,
) -> Acted<(i64, String)> {
    let (at, _) = call.open::<act::ManageWebhooks>().await?;
    let new = check(&sent?, allow_loopback)?;
    let secret = new_secret()?;
    let permit = permit(call.caller, &at, any_judging(&new.actions))?;
    let most = MOST_WEBHOOKS;
    require(webhook::lock_count(call.conn, &permit).await? < most, Reason::TooManyWebhooks { most })?;
    let id = webhook::insert(call.conn, &permit, &new, &secret).await?;
    Ok(Done::logged((id, secret), call.entry(&at, "webhook.created", "webhook", id).after(logged(&new))))
}

/// Changes where a webhook goes and what it is told. `version` is that of the form.
/// Errors: as [`add`]; 409 for a form that another change overtook.
pub async fn change(
    call: &mut Call<'_>,
    (id, version): (i64, &str),
    sent: Sent<TypedWebhook>,
    allow_loopback: bool,
) -> Acted {
    let (at, found) = lock(call, id).await?;
    super::require_version(version, &found.version.to_string())?;
    let new = check(&sent?, allow_loopback)?;
    let permit = permit(call.caller, &at, tells_judging(&found) || any_judging(&new.actions))?;
    webhook::change(call.conn, &permit, id, &new).await?;
    let before = json!({ "format": found.format.word(), "actions": found.actions });
    let entry = call.entry(&at, "webhook.changed", "webhook", id);
    Ok(Done::logged((), entry.before(before).after(logged(&new))))
}

/// Replaces the secret, and returns the new one, which is shown this once. The old one signs beside it for a day.
/// Errors: as [`one`].
pub async fn replace_secret(call: &mut Call<'_>, id: i64) -> Acted<String> {
    let (at, found) = lock(call, id).await?;
    let secret = new_secret()?;
    webhook::replace_secret(call.conn, &permit(call.caller, &at, tells_judging(&found))?, id, &secret)
        .await?;
    Ok(Done::logged(secret, call.entry(&at, "webhook.secret_replaced", "webhook", id)))
}

/// Switches a webhook on or off. Switched on, it begins at the head of the log: what happened meanwhile is not sent.
/// Errors: as [`one`].
pub async fn switch(call: &mut Call<'_>, id: i64, on: bool) -> Acted {
    let (at, found) = lock(call, id).await?;
    if found.enabled == on {
        return Ok(Done::unlogged(()));
    }
    webhook::switch(call.conn, &permit(call.caller, &at, tells_judging(&found))?, id, on).await?;
    let action = if on { "webhook.switched_on" } else { "webhook.switched_off" };
    Ok(Done::logged((), call.entry(&at, action, "webhook", id)))
}

/// Removes a webhook with all that is known of its messages.
/// Errors: as [`one`].
pub async fn remove(call: &mut Call<'_>, id: i64) -> Acted {
    let (at, found) = lock(call, id).await?;
    webhook::remove(call.conn, &permit(call.caller, &at, tells_judging(&found))?, id).await?;
    Ok(Done::logged((), call.entry(&at, "webhook.removed", "webhook", id)))
}

/// Has a test sent, also where the webhook is switched off. Where one waits already, nothing happens.
/// Errors: as [`one`].
pub async fn test(call: &mut Call<'_>, id: i64) -> Acted {
    let (at, found) = lock(call, id).await?;
    if !webhook::ask_test(call.conn, &permit(call.caller, &at, tells_judging(&found))?, id).await? {
        return Ok(Done::unlogged(()));
    }
    Ok(Done::logged((), call.entry(&at, "webhook.tested", "webhook", id)))
}

/// Has a message sent again that was tried before.
/// Errors: as [`one`]; 404 for a message that was never tried, or whose attempts are no longer kept; 409 where the webhook is off.
pub async fn send_again(call: &mut Call<'_>, id: i64, seq: i64) -> Acted {
    let (at, found) = lock(call, id).await?;
    require(found.enabled, Reason::WebhookOff)?;
    // Of judging it may have told before it was changed.
    let attempts = webhook::attempts(call.conn, at.event, id).await?;
    let told = attempts.iter().any(|a| a.seq == Some(seq) && is_judging(&a.action));
    let permit = permit(call.caller, &at, told || tells_judging(&found))?;
    require(webhook::send_again(call.conn, &permit, id, seq).await?, Reason::NotFound)?;
    let after = Some(json!({ "seq": seq }));
    Ok(Done::logged((), call.entry(&at, "webhook.sent_again", "webhook", id).after(after)))
}
