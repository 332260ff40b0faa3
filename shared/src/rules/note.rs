//! Notes that judges write for themselves.

use super::assignment;
use super::prelude::*;

acts! {
    /// Write a note for oneself on a project that one judges. It has no window: it counts nowhere and nobody else reads it.
    SaveNote on OwnAssignment by (EventId, PersonId, AssignmentId), No => save;
}

fn save(asked: &Question<'_>) -> Verdict {
    assignment::own(asked)?;
    asked.not_forgotten()
}
