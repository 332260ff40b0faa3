//! The organizer's pages of an event's webhooks.

use crate::pages::prelude::*;
use app::pages::manage::{WebhookForm, WebhookPage, webhook_page, webhooks_page};
use model::webhook::EventWebhook;
use portal::organize::webhooks::{self, OneWebhook, WebhooksFound};
use shared::webhook_form::TypedWebhook;

pub struct Webhooks;

impl Desk for Webhooks {
    type Id = ();
    type Found = WebhooksFound;
    type Beside = ();
    const PATH: &'static str = "manage/webhooks";

    async fn read(c: &mut Conn, at: &At) -> Outcome<WebhooksFound> {
        webhooks::for_page(c, &at.caller, &at.slug).await
    }

    fn title(_: &WebhooksFound, _: &EventView) -> String {
        "Webhooks".to_owned()
    }

    fn draw(found: WebhooksFound, around: Around<'_, Self>) -> AnyView {
        let stored = TypedWebhook { format: "standard".to_owned(), ..TypedWebhook::default() };
        let form = form_of(around.form(), stored, found.judging_refused.as_ref());
        webhooks_page(&found.webhooks, found.hidden, &form)
    }
}

pub struct Webhook;

impl Desk for Webhook {
    type Id = i64;
    type Found = OneWebhook;
    /// A secret that was made just now.
    type Beside = Option<String>;

    fn path(at: &At<i64>) -> String {
        format!("/events/{}/manage/webhooks/{}", at.slug, at.id)
    }

    async fn read(c: &mut Conn, at: &At<i64>) -> Outcome<OneWebhook> {
        webhooks::one(c, &at.caller, &at.slug, at.id).await
    }

    fn title(_: &OneWebhook, _: &EventView) -> String {
        "Webhook".to_owned()
    }

    fn draw(found: OneWebhook, around: Around<'_, Self>) -> AnyView {
        let stored = stored(&found.webhook);
        webhook_page(WebhookPage {
            theirs: around.is_stale().then(|| stored.clone()),
            form: form_of(around.form(), stored, found.judging_refused.as_ref()),
            webhook: found.webhook,
            attempts: found.attempts,
            secret: around.beside,
        })
    }
}

/// `POST …/webhooks`: adds one with `url`, `format` and each `kind`. The answer shows its secret.
pub async fn add(sent: Post<Webhooks>) -> PageResult {
    let new = TypedWebhook::of_form(&sent.form);
    let add = async |c: &mut Conn, at: &At| {
        let loopback = at.state.settings.webhooks.allow_loopback;
        let added = webhooks::add(c, &at.caller, &at.slug, Ok(new), loopback).await?;
        Ok(added.map(|added| ShownOnce(Some(added))))
    };
    let next = async |at: At, ShownOnce(added)| match added {
        Some((id, secret)) => show_with::<Webhook>(&at.to(id), Some(secret)).await,
        // The form was sent again: its secret is not shown twice.
        None => Ok(see(&Webhooks::path(&at))),
    };
    sent.once(add, next).await
}

/// `POST …/<id>`: changes it. `version` is that of the form.
pub async fn change(sent: Post<Webhook>) -> PageResult {
    let (new, version) = (TypedWebhook::of_form(&sent.form), sent.get("version").to_owned());
    let change = async |c: &mut Conn, at: &At<i64>| {
        let loopback = at.state.settings.webhooks.allow_loopback;
        webhooks::change(c, &at.caller, &at.slug, (at.id, &version), Ok(new), loopback).await
    };
    sent.act(change).await
}

/// `POST …/<id>/secret`: replaces the secret. The answer shows the new one.
pub async fn replace_secret(sent: Post<Webhook>) -> PageResult {
    let replace = async |c: &mut Conn, at: &At<i64>| {
        let replaced = webhooks::replace_secret(c, &at.caller, &at.slug, at.id).await?;
        Ok(replaced.map(|secret| ShownOnce(Some(secret))))
    };
    sent.once(replace, async |at, ShownOnce(secret)| show_with::<Webhook>(&at, secret).await).await
}

/// `POST …/<id>/switch`: on where `on` is `true`, else off.
pub async fn switch(sent: Post<Webhook>) -> PageResult {
    let on = sent.ticked("on");
    sent.act(async |c, at| webhooks::switch(c, &at.caller, &at.slug, at.id, on).await).await
}

/// `POST …/<id>/test`: has a test sent.
pub async fn test(sent: Post<Webhook>) -> PageResult {
    sent.act_to("#attempts", async |c, at| webhooks::test(c, &at.caller, &at.slug, at.id).await).await
}

/// `POST …/<id>/again`: has the message of the log's row `seq` sent again.
pub async fn send_again(sent: Post<Webhook>) -> PageResult {
    let seq: i64 = sent.get("seq").parse().unwrap_or_default();
    let again =
        async |c: &mut Conn, at: &At<i64>| webhooks::send_again(c, &at.caller, &at.slug, at.id, seq).await;
    sent.act_to("#attempts", again).await
}

/// `POST …/<id>/remove`.
pub async fn remove(sent: Post<Webhook>) -> PageResult {
    let list = Webhooks::path(&sent.at.clone().to(()));
    sent.lead(&list, async |c, at| webhooks::remove(c, &at.caller, &at.slug, at.id).await).await
}

fn stored(webhook: &EventWebhook) -> TypedWebhook {
    TypedWebhook {
        url: webhook.url.clone(),
        format: webhook.format.word().to_owned(),
        kinds: webhook.actions.clone().unwrap_or_default(),
    }
}

/// The form with what was typed, or else with what is stored.
fn form_of(sent: Option<&Form>, stored: TypedWebhook, judging: Option<&Refusal>) -> WebhookForm {
    WebhookForm {
        typed: sent
            .map(|form| TypedWebhook::of_form(form))
            .filter(|sent| !sent.format.is_empty())
            .unwrap_or(stored),
        judging_refused: judging.map(words::refusal).unwrap_or_default(),
    }
}
