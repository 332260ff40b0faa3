//! The judge's pages: the list of tasks, and one task.

mod calendar;
mod call;
mod conflicts;
mod first_three;
mod flag;
mod list;
mod model;
mod note;
mod parts;
mod review;
mod seen;
mod timer;
mod visit;

pub use calendar::{CalendarPage, calendar_page};
pub use call::CallState;
pub use conflicts::{ConflictChoice, ConflictSearch, OwnConflictsPage, own_conflicts_page};
pub use first_three::{FirstThreePage, first_three_page};
pub use list::{JudgePage, JudgedEvent, judge_page};
pub use model::{Answer, Neighbour, NoteForm, Recusal, ReviewPage, Saving, Task, VisitState};
pub use review::review_page;
pub use seen::SeenOrder;
