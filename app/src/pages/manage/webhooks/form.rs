//! The fields of a webhook: where to, what it takes, and what it is told.

use crate::prelude::*;
use shared::webhook::kinds::KIND_GROUPS;
use shared::webhook::message::WebhookFormat;
use shared::webhook_form::TypedWebhook;
use words::webhook as said;

#[derive(Clone, Debug, Default)]
pub struct WebhookForm {
    /// What was typed, or is stored.
    pub typed: TypedWebhook,
    /// Why kinds of judging are not offered; empty where they are.
    pub judging_refused: String,
}

/// The fields `url`, `format` and each `kind`.
pub(super) fn fields(form: &WebhookForm) -> AnyView {
    let formats = WebhookFormat::ALL.map(|format| Choice::new(format.word(), said::format(format)));
    let withheld = !form.judging_refused.is_empty();
    let groups = each(KIND_GROUPS.iter().filter(|group| !(group.judging && withheld)), |group| {
        let boxes = each(group.actions.iter(), |action| {
            let checked = form.typed.kinds.iter().any(|kind| kind == action);
            view! { <Check name="kind" value=*action label=said::action(action) checked/> }
        });
        let chosen = group.actions.iter().any(|action| form.typed.kinds.iter().any(|kind| kind == action));
        let name = said::group(group.name);
        disclosure(name).class("disclosure manage-kinds").open(chosen).of(view! {
            <fieldset aria-label=name>{boxes}</fieldset>
        })
    });
    let without = withheld.then(|| {
        view! {
            <Notice tone=Tone::Note title=form.judging_refused.clone() text="Reviews, assignments, the ranking and votes are therefore not offered here."/>
        }
    });
    let kind_error = refused("kind");
    let kind_error =
        (!kind_error.is_empty()).then(|| view! { <p class="field-error" id="kind-error">{kind_error}</p> });
    view! {
        <Field
            name="url"
            label="Address"
            kind="url"
            value=form.typed.url.clone()

            hint="Where the messages go: a public address that starts with https://."
        />
        <Select
            name="format"
            label="What it takes"
            choices=formats.to_vec()
            value=form.typed.format.clone()

            hint="Messages hold no names, scores or texts. A program asks the API for them with a token of its own."
        />
        <div class="stack" id="kind" tabindex="-1">
            <h3>"What it reports"</h3>
            {kind_error}
            {groups}
            {without}
        </div>
    }
}
