//! What is wrong with a webhook.

use crate::webhook::target::TargetFault;

/// What is wrong with a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookFault {
    Address(TargetFault),
    Format,
    /// No kind of event was ticked, or one that is none.
    Kinds,
}
