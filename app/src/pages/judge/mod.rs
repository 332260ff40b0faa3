//! The judge's pages: the list of tasks, and one task.

mod list;
mod model;
mod parts;
mod review;

pub use list::{JudgePage, JudgedEvent, Task, judge_page};
pub use model::{Answer, Neighbour, Recusal, ReviewPage, ReviewedProject, Saving};
pub use review::review_page;
