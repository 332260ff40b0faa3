//! The ranking, and how it was made.

mod how;
mod page;
mod parts;
mod prizes;
mod story;
mod table;
mod words;

pub use how::{HowPage, how_page};
pub use page::{RankingState, ResultsPage, Ties, results_page};
pub use parts::{AskedPart, place_of_rank};
pub use prizes::WinnerFace;
pub use story::ModelParts;
pub(crate) use words::plain_means;
