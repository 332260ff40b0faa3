//! The organizer's page of an event's webhooks.

use crate::pages::prelude::*;
use app::pages::manage::webhooks::form::WebhookForm;
use app::pages::manage::webhooks::list::{BelowWebhooks, webhooks_page};
use app::pages::manage::webhooks::one::WebhookPart;
use model::webhook::EventWebhook;
use portal::organize::webhooks::{self, OneWebhook, WebhooksFound};
use shared::webhook_form::TypedWebhook;

/// `?of=` is the webhook that is shown below the list.
pub struct Webhooks;

/// The part of the page that is about one of them.
const PART: &str = "#webhook";

impl Desk for Webhooks {
    /// The webhook of an act.
    type Id = Option<i64>;
    type Found = (WebhooksFound, Option<OneWebhook>);
    /// A secret that was made just now.
    type Beside = Option<String>;
    const TITLE: &'static str = "Webhooks of";

    fn path(at: &At<Option<i64>>) -> String {
        let of = at.id.map(|id| format!("?of={id}")).unwrap_or_default();
        format!("/events/{}/manage/webhooks{of}", at.slug)
    }

    async fn read(c: &mut Conn, at: &At<Option<i64>>) -> Outcome<Self::Found> {
        let found = webhooks::for_page(c, &at.caller, &at.slug).await?;
        let one = match at.shown() {
            Some(id) => Some(webhooks::one(c, &at.caller, &at.slug, id).await?),
            None => None,
        };
        Ok((found, one))
    }

    fn draw((found, one): Self::Found, around: DeskContext<'_, Self>) -> AnyView {
        let judging = found.judging_refused.as_ref();
        let below = match one {
            None => {
                let stored = TypedWebhook { format: "standard".to_owned(), ..TypedWebhook::default() };
                BelowWebhooks::Add(form_of(around.form(), stored, judging))
            }
            Some(one) => {
                let stored = stored(&one.webhook);
                BelowWebhooks::One(Box::new(WebhookPart {
                    theirs: around.is_stale().then(|| stored.clone()),
                    form: form_of(around.form(), stored, judging),
                    webhook: one.webhook,
                    attempts: one.attempts,
                    secret: around.beside,
                }))
            }
        };
        webhooks_page(&found.webhooks, found.hidden, below)
    }
}

/// `POST …/webhooks`: adds one with `url`, `format` and each `kind`. The answer shows its secret.
pub async fn add(sent: Post<Webhooks>) -> PageResult {
    let new = TypedWebhook::of_form(&sent.form);
    let add = async |c: &mut Conn, at: &At<Option<i64>>| {
        let loopback = at.state.settings.webhooks.allow_loopback;
        webhooks::add(c, &at.caller, &at.slug, Ok(new), loopback).await
    };
    let next = async |at: At<Option<i64>>, added| match added {
        Some((id, secret)) => show_with::<Webhooks>(&at.to(Some(id)), Some(secret)).await,
        // The form was sent again: its secret is not shown twice.
        None => Ok(see(&Webhooks::path(&at))),
    };
    sent.once_shown(add, next).await
}

/// `POST …/<id>`: changes it. `version` is that of the form.
pub async fn change(sent: Post<Webhooks>) -> PageResult {
    let (new, version) = (TypedWebhook::of_form(&sent.form), sent.get("version").to_owned());
    let change = async |c: &mut Conn, at: &At<Option<i64>>| {
        let loopback = at.state.settings.webhooks.allow_loopback;
        webhooks::change(c, &at.caller, &at.slug, (at.one()?, &version), Ok(new), loopback).await
    };
    sent.act_to(PART, change).await
}

/// `POST …/<id>/secret`: replaces the secret. The answer shows the new one.
pub async fn replace_secret(sent: Post<Webhooks>) -> PageResult {
    let replace = async |c: &mut Conn, at: &At<Option<i64>>| {
        webhooks::replace_secret(c, &at.caller, &at.slug, at.one()?).await
    };
    sent.once_shown(replace, async |at, secret| show_with::<Webhooks>(&at, secret).await).await
}

/// `POST …/<id>/switch`: on where `on` is `true`, else off.
pub async fn switch(sent: Post<Webhooks>) -> PageResult {
    let on = sent.ticked("on");
    sent.act_to(PART, async |c, at| webhooks::switch(c, &at.caller, &at.slug, at.one()?, on).await).await
}

/// `POST …/<id>/test`: has a test sent.
pub async fn test(sent: Post<Webhooks>) -> PageResult {
    sent.act_to("#attempts", async |c, at| webhooks::test(c, &at.caller, &at.slug, at.one()?).await).await
}

/// `POST …/<id>/again`: has the message of the log's row `seq` sent again.
pub async fn send_again(sent: Post<Webhooks>) -> PageResult {
    let seq: i64 = sent.get("seq").parse().unwrap_or_default();
    let again = async |c: &mut Conn, at: &At<Option<i64>>| {
        webhooks::send_again(c, &at.caller, &at.slug, at.one()?, seq).await
    };
    sent.act_to("#attempts", again).await
}

/// `POST …/<id>/remove`.
pub async fn remove(sent: Post<Webhooks>) -> PageResult {
    let list = Webhooks::path(&sent.at.clone().to(None));
    sent.lead(&list, async |c, at| webhooks::remove(c, &at.caller, &at.slug, at.one()?).await).await
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
