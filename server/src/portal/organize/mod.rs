//! Setting up an event: creating it, and changing its settings, tracks and criteria.

pub mod create;
pub mod criteria;
pub mod settings;
pub mod tracks;
pub mod windows;

use shared::refusal::{Reason, Refusal};

/// Refuses a form that was made from another state than the stored one.
fn require_version(sent: &str, stored: &str) -> Result<(), Refusal> {
    if sent == stored { Ok(()) } else { Err(Reason::SettingsChanged.into()) }
}
