//! The ranking, and how it was made.

mod asked;
mod how;
mod page;
mod parts;
mod prizes;
mod sentences;
mod story;
mod table;

pub use asked::{AskedPart, Columns};
pub use how::{HowPage, how_page};
pub use page::{RankingState, ResultsPage, Ties, results_page};
pub use parts::place_of_rank;
pub(crate) use sentences::{THREE_JUDGES, plain_means};
pub use story::ModelParts;
