//! The judge's pages: the list of tasks, and one task.

mod list;
mod parts;
mod review;

pub use list::{JudgePage, JudgedEvent, Task, judge_page};
pub use review::{Answer, Neighbour, Recusal, ReviewPage, ReviewedProject, Saving, review_page};
