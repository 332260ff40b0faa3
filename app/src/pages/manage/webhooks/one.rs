//! One webhook: its state, its secret, its attempts, and the form that changes it.

use super::attempts::attempts;
use super::base;
use super::form::{WebhookForm, fields};
use super::state::state_pill;
use crate::prelude::*;
use model::webhook::{EventWebhook, ListedAttempt};
use shared::webhook::message::WebhookFormat;
use shared::webhook_form::TypedWebhook;
use words::webhook as said;

pub struct WebhookPart {
    pub webhook: EventWebhook,
    pub form: WebhookForm,
    /// What another organizer saved since the form was opened; none where nobody did.
    pub theirs: Option<TypedWebhook>,
    /// What came of its newest messages.
    pub attempts: Vec<ListedAttempt>,
    /// A secret that was made just now.
    pub secret: Option<String>,
}

/// What is shown of it in place of all exports. Its form posts to the webhook's address, the others to `secret`, `switch`, `test`,
/// `again` and `remove` below that.
pub fn webhook_page(model: WebhookPart) -> AnyView {
    let here = format!("{}/{}", base(&this_event().slug), model.webhook.id);
    let secret = model.secret.clone().map(secret);
    let (state, acts) = (state(&model), acts(&model, &here));
    let attempts = attempts(&model.attempts, &here, model.webhook.enabled);
    let fields = fields(&model.form);
    ManageTab::Webhooks.page(view! {
        <Crumbs above=vec![("Webhooks".to_owned(), ManageTab::Webhooks.href(&this_event().slug))]/>
        <h1>{model.webhook.host()}</h1>
        <ErrorSummary heading="Nothing was changed"/>
        {secret}
        {state}
        {acts}
        {attempts}
        {section("change", "Change it").of(view! {
            {model.theirs.clone().map(theirs)}
            <PostForm action=here class="form">
                <input type="hidden" name="version" value=model.webhook.version.to_string()/>
                {fields}
                <Button kind=Kind::Main>"Save the webhook"</Button>
            </PostForm>
        })}
    })
}

/// What is stored, beside the form that holds what was typed.
fn theirs(saved: TypedWebhook) -> AnyView {
    let format = WebhookFormat::from_word(&saved.format).map(said::format).unwrap_or_default();
    let kinds = each(saved.kinds.iter(), |kind| view! { <li>{said::action(kind)}</li> });
    let kinds = if kinds.is_empty() {
        view! { "Nothing" }
    } else {
        view! { <ul>{kinds}</ul> }
    };
    view! {
        <Notice tone=Tone::Warn title="This is what another organizer saved. The form below holds what you chose.">
            <dl class="facts">
                <dt>"Address"</dt><dd>{saved.url}</dd>
                <dt>"What it takes"</dt><dd>{format}</dd>
                <dt>"What it reports"</dt><dd>{kinds}</dd>
            </dl>
        </Notice>
    }
}

fn secret(secret: String) -> AnyView {
    view! {
        <Notice tone=Tone::Good title="This is the secret. Copy it now: it can’t be shown again.">
            <p>"The receiver checks the signature of each message with it. Slack and Discord do not need it."</p>
            <code class="copy-text">{secret}</code>
        </Notice>
    }
}

fn state(model: &WebhookPart) -> AnyView {
    let row = &model.webhook;
    let why = match row.disabled_reason.as_deref() {
        _ if row.enabled => None,
        Some("gone") => Some("The portal switched it off: the receiver answered that it is gone (410)."),
        Some("left") => Some(
            "The portal switched it off: the organizer responsible for it no longer organizes this event.",
        ),
        Some("failing") => Some("The portal switched it off: for five days, no message arrived."),
        _ => None,
    };
    let why = why.map(|title| {
        let todo = match row.disabled_reason.as_deref() {
            Some("left") => "Check the address that it sends to. If you switch it on, you are responsible for it. What happened meanwhile is not sent.",
            _ => "Repair the receiver, send a test, then switch it on. What happened meanwhile is not sent.",
        };
        let since = row.disabled_at.map(|at| view! { <p>"Since "<Time at/>". "{todo}</p> });
        view! { <Notice tone=Tone::Bad title>{since}</Notice> }
    });
    let muted = row.muted.then(|| {
        let title = format!(
            "{} takes part in this event, so the webhook reports nothing about judging before publication.",
            row.answers.as_deref().unwrap_or_default()
        );
        view! { <Notice tone=Tone::Note title text="An organizer who takes no part can save it and is then responsible for it."/> }
    });
    let moment = |at: Option<DateTime<Utc>>| match at {
        Some(at) => view! { <Time at/> },
        None => view! { "Never" },
    };
    let failing = row.failing_since.map(|at| view! { <dt>"Failing since"</dt><dd><Time at/></dd> });
    let off =
        row.disabled_at.filter(|_| !row.enabled).map(|at| view! { <dt>"Off since"</dt><dd><Time at/></dd> });
    let waiting = (row.waiting > 0)
        .then(|| view! { <dt>"Waiting"</dt><dd>{plural(row.waiting, "message", "messages")}" to be sent again"</dd> });
    let old =
        row.old_secret_until.map(|at| view! { <dt>"Old secret"</dt><dd>"signs too until "<Time at/></dd> });
    let answers = row.answers.clone().map(|answers| view! { <dt>"Answers for it"</dt><dd>{answers}</dd> });
    view! {
        {why}
        {muted}
        <dl class="facts">
            <dt>"State"</dt><dd>{state_pill(row)}</dd>
            {off}
            {failing}
            {waiting}
            <dt>"Last arrived"</dt><dd>{moment(row.last_success_at)}</dd>
            {old}
            <dt>"Added"</dt><dd><Time at=row.created_at/></dd>
            {answers}
        </dl>
    }
}

fn acts(model: &WebhookPart, here: &str) -> AnyView {
    let (on, switch, hint) = if model.webhook.enabled {
        ("false", "Switch it off", "What happens meanwhile is not sent later.")
    } else {
        ("true", "Switch it on", "It starts with what happens from then on.")
    };
    view! {
        <section class="stack" aria-label="What you can do">
            <ActButton action=format!("{here}/test") hint="The result appears below within seconds.">"Send a test"</ActButton>
            <PostForm action=format!("{here}/switch") class="form">
                <input type="hidden" name="on" value=on/>
                <Button hint>{switch}</Button>
            </PostForm>
            <ActButton action=format!("{here}/secret") once=true hint="The old one signs beside the new one for 24 hours.">"Replace the secret"</ActButton>
            <ActButton action=format!("{here}/remove") kind=Kind::Danger hint="Its attempts go with it. This can’t be undone.">"Remove the webhook"</ActButton>
        </section>
    }
}
