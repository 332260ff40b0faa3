//! The judge's pages: the list of tasks, and one task.

pub mod calendar;
pub mod call;
pub mod conflicts;
pub mod first_three;
mod flag;
pub mod list;
pub mod model;
mod note;
mod parts;
pub mod review;
pub mod seen;
mod timer;
mod visit;

use crate::prelude::*;

/// The address of a review.
fn path(assignment: AssignmentId) -> String {
    format!("/judge/assignments/{assignment}")
}
