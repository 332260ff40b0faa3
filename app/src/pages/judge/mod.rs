//! The judge's pages: the list of tasks, and one task.

mod conflicts;
mod list;
mod model;
mod parts;
mod review;
mod visit;

pub use conflicts::{ConflictChoice, ConflictSearch, OwnConflictRow, OwnConflictsPage, own_conflicts_page};
pub use list::{JudgePage, JudgedEvent, Task, judge_page};
pub use model::{Answer, MarkedVisit, Neighbour, Recusal, ReviewPage, ReviewedProject, Saving, VisitState};
pub use review::review_page;
