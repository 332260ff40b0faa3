//! Webhooks, a part of the page of exports.

use crate::pages::prelude::*;
use app::pages::manage::webhooks::form::WebhookForm;
use app::pages::manage::webhooks::list::WebhooksPart;
use app::pages::manage::webhooks::one::WebhookPart;
use model::webhook::EventWebhook;
use portal::organize::webhooks::{OneWebhook, WebhooksFound};
use shared::webhook_form::TypedWebhook;

/// The list, with the form that adds one.
pub(super) fn all<D: Desk>(found: WebhooksFound, around: &DeskContext<'_, D>) -> WebhooksPart {
    let stored = TypedWebhook { format: "standard".to_owned(), ..TypedWebhook::default() };
    WebhooksPart {
        add: form_of(around.form(), stored, found.judging_refused.as_ref()),
        webhooks: found.webhooks,
        hidden: found.hidden,
    }
}

/// One of them, with a secret that was made just now.
pub(super) fn one<D: Desk>(
    found: OneWebhook,
    secret: Option<String>,
    around: &DeskContext<'_, D>,
) -> WebhookPart {
    let stored = stored(&found.webhook);
    WebhookPart {
        theirs: around.is_stale().then(|| stored.clone()),
        form: form_of(around.form(), stored, found.judging_refused.as_ref()),
        webhook: found.webhook,
        attempts: found.attempts,
        secret,
    }
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
