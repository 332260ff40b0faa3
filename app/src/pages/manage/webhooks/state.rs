//! How a webhook is doing, in a word.

use crate::prelude::*;
use model::webhook::EventWebhook;

/// `On`, `Off`, `Failing`, …
pub(super) fn state_pill(webhook: &EventWebhook) -> AnyView {
    let (tone, sign, word) = match (webhook.enabled, webhook.disabled_reason.as_deref()) {
        (true, _) if webhook.failing_since.is_some() => (Tone::Warn, Sign::Alert, "Failing"),
        (true, _) => (Tone::Good, Sign::Check, "On"),
        (false, Some("gone" | "failing" | "left")) => (Tone::Bad, Sign::Cross, "Switched off by the portal"),
        (false, _) => (Tone::Plain, Sign::Cross, "Off"),
    };
    view! { <Pill tone sign word/> }
}
