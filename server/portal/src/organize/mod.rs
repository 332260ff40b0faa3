//! Setting up an event: creating it, and changing its settings, tracks and criteria.

use crate::prelude::*;

pub mod create;
pub mod criteria;
pub mod finals;
pub mod form_questions;
pub mod keeping;
pub mod passkeys;
pub mod rubric;
pub mod settings;
pub mod start;
pub mod tracks;
pub mod webhooks;
pub mod windows;

/// Refuses a form that was made from another state than the stored one.
fn require_version(sent: &str, stored: &str) -> Result<(), Refusal> {
    require(sent == stored, Reason::SettingsChanged)
}

/// Refuses a form that names a part which the event does not have, or one part twice: only one of the two lines would be
/// stored, and the log would name both.
fn require_parts(named: impl Iterator<Item = i64>, stored: &[i64]) -> Result<(), Refusal> {
    let mut left = stored.to_vec();
    for id in named {
        let at = left.iter().position(|known| *known == id).ok_or_else(Refusal::not_found)?;
        left.swap_remove(at);
    }
    Ok(())
}
