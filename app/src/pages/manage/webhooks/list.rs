//! The list of webhooks, with the form that adds one.

use super::base;
use super::form::{WebhookForm, fields};
use super::state::state_pill;
use crate::prelude::*;
use model::webhook::EventWebhook;
use shared::webhook_form::MOST_WEBHOOKS;
use words::webhook as said;

pub struct WebhooksPart {
    /// Those that this organizer may see, the oldest first.
    pub webhooks: Vec<EventWebhook>,
    /// How many others there are.
    pub hidden: usize,
    /// The form that adds one: it posts `url`, `format` and each `kind`.
    pub add: WebhookForm,
}

/// The page of exports with its webhooks in place of the files.
pub fn webhooks_page(model: WebhooksPart) -> AnyView {
    let WebhooksPart { webhooks, hidden, add } = model;
    let full = webhooks.len() + hidden >= MOST_WEBHOOKS;
    let note = (hidden > 0).then(|| {
        let title = format!("{} not shown to you.", plural(hidden, "webhook is", "webhooks are"));
        view! { <Notice tone=Tone::Note title text="They report on judging, and you take part in this event."/> }
    });
    ManageTab::Webhooks.page(view! {
        <Crumbs above=vec![("Exports".to_owned(), ManageTab::Exports.href(&this_event().slug))]/>
        <h1>"Webhooks"</h1>
        <p class="prose">{ABOUT}</p>
        <ErrorSummary heading="Nothing was saved"/>
        {list(&webhooks)}
        {note}
        {add_section(base(&this_event().slug), &add, full)}
    })
}

pub(in crate::pages::manage) const ABOUT: &str = "A webhook tells another program, or a channel, what happens in this event, within seconds. Each message is signed and is repeated until it arrives.";

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

fn list(webhooks: &[EventWebhook]) -> AnyView {
    let exports = ManageTab::Exports.href(&this_event().slug);
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
                <th scope="row"><a href=format!("{exports}?of={}", row.id)>{row.host()}</a><br/><small class="quiet">{kinds}</small></th>
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
