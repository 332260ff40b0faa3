//! What an organizer types for a webhook, checked.

use crate::fields::FormFields;
use crate::refusal::{Fault, FieldErrors, Refusal, WebhookFault};
use crate::webhook::kinds::group_of;
use crate::webhook::message::WebhookFormat;
use crate::webhook::target::WebhookTarget;

/// Most webhooks of an event.
pub const MOST_WEBHOOKS: usize = 10;
/// How long the old secret still signs after it was replaced, in hours.
pub const OVERLAP_HOURS: i32 = 24;

/// What was typed.
#[derive(Clone, Debug, Default)]
pub struct TypedWebhook {
    /// Where to.
    pub url: String,
    /// A word of [`WebhookFormat`].
    pub format: String,
    /// The actions that were ticked.
    pub kinds: Vec<String>,
}

impl TypedWebhook {
    /// Reads a form: `url`, `format` and each `kind`.
    pub fn of_form(form: &FormFields) -> Self {
        Self {
            url: form.get("url").to_owned(),
            format: form.get("format").to_owned(),
            kinds: form.all("kind").map(str::to_owned).collect(),
        }
    }
}

/// A webhook that can be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedWebhook {
    /// Where to.
    pub url: String,
    /// The host of it, for the log: the rest may hold a secret.
    pub host: String,
    /// The body that it takes.
    pub format: WebhookFormat,
    /// The actions that it is told of.
    pub actions: Vec<String>,
}

/// Checks what was typed.
///
/// # Errors
/// 400 with the faults of the fields `url`, `format` and `kind`.
pub fn check(typed: &TypedWebhook, allow_loopback: bool) -> Result<CheckedWebhook, Refusal> {
    let mut errors = FieldErrors::default();
    let url = typed.url.trim();
    let target = WebhookTarget::read(url, allow_loopback)
        .map_err(|fault| errors.add("url", Fault::Webhook(WebhookFault::Address(fault))));
    let format = WebhookFormat::from_word(&typed.format);
    errors.add_if(format.is_none(), "format", Fault::Webhook(WebhookFault::Format));
    if typed.kinds.is_empty() || typed.kinds.iter().any(|kind| group_of(kind).is_none()) {
        errors.add("kind", Fault::Webhook(WebhookFault::Kinds));
    }
    errors.into_result()?;
    let (Ok(target), Some(format)) = (target, format) else { return Err(Refusal::not_found()) };
    let mut actions = typed.kinds.clone();
    actions.sort();
    actions.dedup();
    let host = target.url().host_str().unwrap_or_default().to_owned();
    Ok(CheckedWebhook { url: url.to_owned(), host, format, actions })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(url: &str, kinds: &[&str]) -> TypedWebhook {
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        TypedWebhook { url: url.into(), format: "standard".into(), kinds }
    }

    #[test]
    fn a_webhook_has_a_public_address_and_known_kinds() {
        let checked = check(
            &typed(" https://hooks.x.example/a/secret ", &["team.left", "team.created", "team.left"]),
            false,
        );
        let checked = checked.unwrap();
        assert_eq!(
            (checked.url.as_str(), checked.host.as_str()),
            ("https://hooks.x.example/a/secret", "hooks.x.example")
        );
        assert_eq!(checked.actions, ["team.created", "team.left"]);
        for (url, kinds, field) in [
            ("https://127.0.0.1/", &["team.left"][..], "url"),
            ("http://hooks.x.example/", &["team.left"], "url"),
            ("", &["team.left"], "url"),
            ("https://hooks.x.example/", &[], "kind"),
            ("https://hooks.x.example/", &["mail.burned"], "kind"),
        ] {
            let refused = check(&typed(url, kinds), false).unwrap_err();
            assert_eq!(refused.fields.0.keys().collect::<Vec<_>>(), [field], "{url} {kinds:?}");
        }
        let loopback = typed("http://127.0.0.1:9000/", &["team.left"]);
        assert!(check(&loopback, true).is_ok());
        let refused = check(&TypedWebhook { format: "xml".into(), ..loopback }, true).unwrap_err();
        assert_eq!(refused.status(), 400);
    }
}
