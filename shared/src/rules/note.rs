//! Notes that judges write for themselves.

use super::assignment;
use crate::ids::{AssignmentId, EventId, PersonId};

acts! {
    /// Write a note for oneself on a project that one judges. It has no window: it counts nowhere and nobody else reads it.
    SaveNote on OwnAssignment by (EventId, PersonId, AssignmentId) => assignment::own;
}
