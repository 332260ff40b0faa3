//! The organizer's pages of an event's webhooks.

use crate::http::form::Form;
use crate::http::path;
use crate::pages::event::head;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{
    AttemptRow, WebhookForm, WebhookPage, WebhookRow, WebhooksPage, webhook_page, webhooks_page,
};
use model::webhook::{EventWebhook, ListedAttempt};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::idempotency::ShownOnce;
use portal::organize::webhooks::{self, OneWebhook, WebhookDesk};

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::refusal::{Code, Refusal};
use shared::webhook_form::TypedWebhook;

fn base(slug: &str) -> String {
    format!("/events/{slug}/manage/webhooks")
}

fn typed(form: &Form) -> TypedWebhook {
    TypedWebhook {
        url: form.get("url").to_owned(),
        format: form.get("format").to_owned(),
        kinds: form.all("kind").map(str::to_owned).collect(),
    }
}

/// `GET /events/<slug>/manage/webhooks`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    Ok(listed(&state, &caller, &slug, None).await?)
}

/// `POST /events/<slug>/manage/webhooks`: adds one with `url`, `format` and each `kind`. The answer shows its secret.
pub async fn add(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let key = form.key(&base(&slug));
    let (new, loopback) = (typed(&form), state.settings.webhooks.allow_loopback);
    let added = state.write_once(&caller, key, async |c| {
        Ok(webhooks::add(c, &caller, &slug, Ok(new), loopback).await?.map(|added| ShownOnce(Some(added))))
    });
    match added.await {
        Ok(ShownOnce(Some((id, secret)))) => {
            Ok(shown(&state, &caller, &slug, id, Beside { secret: Some(secret), ..Beside::default() })
                .await?)
        }
        // The form was sent again: its secret is not shown twice.
        Ok(ShownOnce(None)) => Ok(see(&base(&slug))),
        Err(failure) => {
            let again =
                async |refusal| listed(&state, &caller, &slug, Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `GET /events/<slug>/manage/webhooks/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    let id: i64 = path::id(&id)?;
    Ok(shown(&state, &caller, &slug, id, Beside::default()).await?)
}

/// `POST /events/<slug>/manage/webhooks/<id>`: changes it. `version` is that of the form.
pub async fn change(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    let (new, loopback) = (typed(&form), state.settings.webhooks.allow_loopback);
    let version = form.get("version").to_owned();
    let changed =
        state.write(async |c| webhooks::change(c, &caller, &slug, (id, &version), Ok(new), loopback).await);
    match changed.await {
        Ok(()) => Ok(see(&format!("{}/{id}", base(&slug)))),
        Err(failure) => refused(&state, &caller, &slug, id, (form, failure)).await,
    }
}

/// `POST …/<id>/secret`: replaces the secret. The answer shows the new one.
pub async fn replace_secret(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    let key = form.key(&format!("{}/{id}/secret", base(&slug)));
    let replaced = state.write_once(&caller, key, async |c| {
        Ok(webhooks::replace_secret(c, &caller, &slug, id).await?.map(|secret| ShownOnce(Some(secret))))
    });
    match replaced.await {
        Ok(ShownOnce(secret)) => {
            Ok(shown(&state, &caller, &slug, id, Beside { secret, ..Beside::default() }).await?)
        }
        Err(failure) => refused(&state, &caller, &slug, id, (form, failure)).await,
    }
}

/// `POST …/<id>/switch`: on where `on` is `true`, else off.
pub async fn switch(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    let on = form.get("on") == "true";
    match state.write(async |c| webhooks::switch(c, &caller, &slug, id, on).await).await {
        Ok(()) => Ok(see(&format!("{}/{id}", base(&slug)))),
        Err(failure) => refused(&state, &caller, &slug, id, (form, failure)).await,
    }
}

/// `POST …/<id>/test`: has a test sent.
pub async fn test(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    match state.write(async |c| webhooks::test(c, &caller, &slug, id).await).await {
        Ok(()) => Ok(see(&format!("{}/{id}#attempts", base(&slug)))),
        Err(failure) => refused(&state, &caller, &slug, id, (form, failure)).await,
    }
}

/// `POST …/<id>/again`: has the message of the log's row `seq` sent again.
pub async fn send_again(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    let seq: i64 = form.get("seq").parse().unwrap_or_default();
    match state.write(async |c| webhooks::send_again(c, &caller, &slug, id, seq).await).await {
        Ok(()) => Ok(see(&format!("{}/{id}#attempts", base(&slug)))),
        Err(failure) => refused(&state, &caller, &slug, id, (form, failure)).await,
    }
}

/// `POST …/<id>/remove`.
pub async fn remove(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id: i64 = path::id(&id)?;
    match state.write(async |c| webhooks::remove(c, &caller, &slug, id).await).await {
        Ok(()) => Ok(see(&base(&slug))),
        Err(failure) => refused(&state, &caller, &slug, id, (form, failure)).await,
    }
}

async fn refused(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: i64,
    (form, failure): (Form, portal::failure::Failure),
) -> PageResult {
    let again = async |refusal| {
        let beside = Beside { refused: Some(RefusedForm { form, refusal }), ..Beside::default() };
        shown(state, caller, slug, id, beside).await
    };
    forms::show_again(failure, again).await
}

/// The form with what was typed, or else with what is stored.
fn form_of(refused: Option<&RefusedForm>, stored: TypedWebhook, judging: Option<&Refusal>) -> WebhookForm {
    let sent = refused.map(|refused| typed(&refused.form)).filter(|sent| !sent.format.is_empty());
    WebhookForm {
        typed: sent.unwrap_or(stored),
        judging_refused: judging.map(words::refusal).unwrap_or_default(),
    }
}

async fn listed(
    state: &State,
    caller: &Caller,
    slug: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| webhooks::desk(c, caller, slug).await;
    let model = |found: WebhookDesk, event: &EventView| {
        let frame = Frame::new("Webhooks", base(slug));
        let stored = TypedWebhook { format: "standard".to_owned(), ..TypedWebhook::default() };
        let model = WebhooksPage {
            head: head(event),
            form: form_of(refused.as_ref(), stored, found.judging_refused.as_ref()),
            webhooks: found.webhooks.into_iter().map(row).collect(),
            hidden: found.hidden,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, webhooks_page).await
}

/// What a page shows beside the webhook itself.
#[derive(Default)]
struct Beside {
    /// A secret that was made just now.
    secret: Option<String>,
    refused: Option<RefusedForm>,
}

async fn shown(state: &State, caller: &Caller, slug: &str, id: i64, beside: Beside) -> Outcome<Response> {
    let Beside { secret, refused } = beside;
    let operation = async |c: &mut _| webhooks::one(c, caller, slug, id).await;
    let model = |found: OneWebhook, event: &EventView| {
        let frame = Frame::new("Webhook", format!("{}/{id}", base(slug)));
        let stored = TypedWebhook {
            url: found.webhook.url.clone(),
            format: found.webhook.format.word().to_owned(),
            kinds: found.webhook.actions.clone().unwrap_or_default(),
        };
        let stale = refused.as_ref().is_some_and(|r| r.refusal.code() == Code::EditedMeanwhile);
        let model = WebhookPage {
            head: head(event),
            theirs: stale.then(|| stored.clone()),
            form: form_of(refused.as_ref(), stored, found.judging_refused.as_ref()),
            version: found.webhook.version,
            old_secret_until: found.webhook.old_secret_until,
            webhook: row(found.webhook),
            attempts: found.attempts.into_iter().map(attempt).collect(),
            secret,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, webhook_page).await
}

fn row(webhook: EventWebhook) -> WebhookRow {
    let host = url::Url::parse(&webhook.url).ok().and_then(|url| url.host_str().map(str::to_owned));
    WebhookRow {
        id: webhook.id,
        host: host.unwrap_or_default(),
        format: webhook.format,
        kinds: webhook.actions.map(|actions| actions.len()),
        enabled: webhook.enabled,
        disabled_at: webhook.disabled_at,
        disabled_reason: webhook.disabled_reason.unwrap_or_default(),
        answers: webhook.answers.unwrap_or_default(),
        created_at: webhook.created_at,
        last_success_at: webhook.last_success_at,
        failing_since: webhook.failing_since,
        waiting: webhook.waiting,
        muted: webhook.muted,
    }
}

fn attempt(attempt: ListedAttempt) -> AttemptRow {
    AttemptRow {
        seq: attempt.seq,
        number: attempt.number,
        action: words::webhook::action(&attempt.action),
        started_at: attempt.started_at,
        duration_ms: attempt.duration_ms,
        status: attempt.status,
        fault: attempt.fault,
        answer: attempt.answer.unwrap_or_default(),
        waits: attempt.waits,
    }
}
