//! The list of webhooks, and the form that adds one.

use super::base;
use super::form::{WebhookForm, fields};
use crate::components::{
    Button, Crumbs, EmptyState, ErrorSummary, Kind, Notice, Pill, PostForm, Sign, Table, Time, Tone,
};
use crate::pages::event_head::EventHead;
use crate::pages::manage::tabs::{ManageTab, manage_head};
use crate::prelude::*;
use chrono::{DateTime, Utc};
use shared::webhook::message::WebhookFormat;
use shared::webhook_form::MOST_WEBHOOKS;
use words::plural;
use words::webhook as said;

/// What the list shows.
#[derive(Clone, Debug)]
pub struct WebhooksPage {
    /// The event's head.
    pub head: EventHead,
    /// The form that adds one.
    pub form: WebhookForm,
    /// The webhooks, the oldest first.
    pub webhooks: Vec<WebhookRow>,
    /// How many others this organizer may not see.
    pub hidden: usize,
}

/// A webhook.
#[derive(Clone, Debug)]
pub struct WebhookRow {
    /// Identifier.
    pub id: i64,
    /// The host that it goes to.
    pub host: String,
    /// What it takes.
    pub format: WebhookFormat,
    /// How many kinds of event it is told of; none is every one.
    pub kinds: Option<usize>,
    /// It is switched on.
    pub enabled: bool,
    /// When it was switched off.
    pub disabled_at: Option<DateTime<Utc>>,
    /// Why: `gone`, `failing` or `organizer`.
    pub disabled_reason: String,
    /// Who answers for it; may be empty.
    pub answers: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When a message last arrived.
    pub last_success_at: Option<DateTime<Utc>>,
    /// Since when every message failed.
    pub failing_since: Option<DateTime<Utc>>,
    /// How many messages wait to be sent again.
    pub waiting: i64,
    /// It tells nothing of judging, because who answers for it takes part.
    pub muted: bool,
}

/// `On`, `Off`, `Failing`, …
pub(super) fn state_pill(row: &WebhookRow) -> AnyView {
    let (tone, sign, word) = match (row.enabled, row.disabled_reason.as_str()) {
        (true, _) if row.failing_since.is_some() => (Tone::Warn, Sign::Alert, "Failing"),
        (true, _) => (Tone::Good, Sign::Check, "On"),
        (false, "gone" | "failing" | "left") => (Tone::Bad, Sign::Cross, "Switched off by the portal"),
        (false, _) => (Tone::Plain, Sign::Cross, "Off"),
    };
    view! { <Pill tone sign word/> }
}

/// The page. Its form posts `url`, `format` and each `kind`.
#[must_use]
pub fn webhooks_page(model: WebhooksPage) -> AnyView {
    let head = manage_head(&model.head, ManageTab::Exports);
    let here = base(&model.head.slug);
    let above = vec![("Exports".to_owned(), ManageTab::Exports.href(&model.head.slug))];
    let list = list(&here, &model.webhooks);
    let hidden = (model.hidden > 0).then(|| {
        let title = format!("{} not shown to you.", plural(model.hidden, "webhook is", "webhooks are"));
        view! { <Notice tone=Tone::Note title><p>"They report on judging, and you take part in this event."</p></Notice> }
    });
    let full = model.webhooks.len() + model.hidden >= MOST_WEBHOOKS;
    let add = if full {
        let title = format!("An event can have {MOST_WEBHOOKS} webhooks. Remove one to add another.");
        view! { <Notice tone=Tone::Note title/> }
    } else {
        let fields = fields(&model.form);
        view! {
            <PostForm action=here once=true class="form">
                {fields}
                <Button kind=Kind::Main>"Add the webhook"</Button>
            </PostForm>
        }
    };
    view! {
        {head}
        <div class="manage">
            <Crumbs above/>
            <h1>"Webhooks"</h1>
            <p class="prose">"A webhook tells another program, or a channel, what happens in this event, within seconds. Each message is signed and is repeated until it arrives."</p>
            <ErrorSummary heading="Nothing was saved"/>
            {list}
            {hidden}
            <section class="stack" aria-labelledby="add">
                <h2 id="add">"Add a webhook"</h2>
                {add}
            </section>
        </div>
    }
}

fn list(here: &str, webhooks: &[WebhookRow]) -> AnyView {
    if webhooks.is_empty() {
        return view! { <EmptyState title="No webhooks yet" text="The portal tells no other program about this event."/> };
    }
    let rows: Vec<_> = webhooks
        .iter()
        .map(|row| {
            let kinds = row.kinds.map_or_else(
                || "every kind of event".to_owned(),
                |n| plural(n, "kind of event", "kinds of event"),
            );
            let last = match row.last_success_at {
                Some(at) => view! { <Time at/> },
                None => view! { "Never" },
            };
            view! {
                <tr>
                    <th scope="row"><a href=format!("{here}/{}", row.id)>{row.host.clone()}</a><br/><small class="quiet">{kinds}</small></th>
                    <td data-label="Takes">{said::format(row.format)}</td>
                    <td data-label="State">{state_pill(row)}</td>
                    <td data-label="Last arrived">{last}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <Table label="Webhooks" stacks=true>
            <thead>
                <tr>
                    <th scope="col">"To"</th><th scope="col">"Takes"</th><th scope="col">"State"</th>
                    <th scope="col">"Last arrived"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </Table>
    }
}
