//! `/events/<slug>/manage/webhooks`: what other programs are told of an event.

mod attempts;
mod form;
mod list;
mod one;
mod state;

pub use form::WebhookForm;
pub use list::{BelowWebhooks, webhooks_page};
pub use one::WebhookPart;

use super::tabs::ManageTab;

/// The address of the list.
pub(super) fn base(slug: &str) -> String {
    ManageTab::Webhooks.href(slug)
}
