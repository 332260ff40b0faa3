//! The list of webhooks, and below it one of them, or the form that adds one.

use super::base;
use super::form::{WebhookForm, fields};
use super::one::{WebhookPart, webhook_section};
use super::state::state_pill;
use crate::prelude::*;
use model::webhook::EventWebhook;
use shared::webhook_form::MOST_WEBHOOKS;
use words::webhook as said;

/// What is below the list; a new secret is above it.
#[derive(Clone, Debug)]
pub enum BelowWebhooks {
    /// The form that adds one: it posts `url`, `format` and each `kind`.
    Add(WebhookForm),
    One(Box<WebhookPart>),
}

/// The page, with those that this organizer may see, the oldest first, and how many others there are.
pub fn webhooks_page(webhooks: &[EventWebhook], hidden: usize, below: BelowWebhooks) -> AnyView {
    let here = base(&this_event().slug);
    let list = list(&here, webhooks);
    let note = (hidden > 0).then(|| {
        let title = format!("{} not shown to you.", plural(hidden, "webhook is", "webhooks are"));
        view! { <Notice tone=Tone::Note title><p>"They report on judging, and you take part in this event."</p></Notice> }
    });
    let full = webhooks.len() + hidden >= MOST_WEBHOOKS;
    // A new secret is shown once, so it is in view.
    let is_new = matches!(&below, BelowWebhooks::One(part) if part.secret.is_some());
    let below = match below {
        BelowWebhooks::One(part) => {
            view! { <p><a href=format!("{here}#add")>"Add a webhook"</a></p>{webhook_section(*part)} }
        }
        BelowWebhooks::Add(form) => add_section(here, &form, full),
    };
    let (above, below) = if is_new { (Some(below), None) } else { (None, Some(below)) };
    ManageTab::Webhooks.page(view! {
            <h1>"Webhooks"</h1>
            <p class="prose">"A webhook tells another program, or a channel, what happens in this event, within seconds. Each message is signed and is repeated until it arrives."</p>
            <ErrorSummary heading="Nothing was saved"/>
            {above}
            {list}
            {note}
            {below}
    })
}

fn add_section(action: String, form: &WebhookForm, full: bool) -> AnyView {
    let add = if full {
        let title = format!("An event can have {MOST_WEBHOOKS} webhooks. Remove one to add another.");
        view! { <Notice tone=Tone::Note title/> }
    } else {
        let fields = fields(form);
        view! {
            <PostForm action once=true class="form">
                {fields}
                <Button kind=Kind::Main>"Add the webhook"</Button>
            </PostForm>
        }
    };
    section("add", "Add a webhook").of(add)
}

fn list(here: &str, webhooks: &[EventWebhook]) -> AnyView {
    if webhooks.is_empty() {
        return view! { <EmptyState title="No webhooks yet" text="The portal tells no other program about this event."/> };
    }
    let rows = each(webhooks.iter(), |row| {
        let kinds = row.actions.as_ref().map_or_else(
            || "every kind of event".to_owned(),
            |actions| plural(actions.len(), "kind of event", "kinds of event"),
        );
        let last = match row.last_success_at {
            Some(at) => view! { <Time at/> },
            None => view! { "Never" },
        };
        view! {
            <tr>
                <th scope="row"><a href=format!("{here}?of={}#webhook", row.id)>{row.host()}</a><br/><small class="quiet">{kinds}</small></th>
                <td data-label="Takes">{said::format(row.format)}</td>
                <td data-label="State">{state_pill(row)}</td>
                <td data-label="Last arrived">{last}</td>
            </tr>
        }
    });
    view! {
        <Table label="Webhooks" stacks=true columns=[text_column("To"), text_column("Takes"), text_column("State"), text_column("Last arrived")]>{rows}</Table>
    }
}
