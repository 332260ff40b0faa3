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
pub use table::NINETY;

#[cfg(test)]
mod sample {
    use shared::ids::ProjectId;
    use shared::wire::ResultEntry;

    /// A ranked project, at this rank by the plain mean too.
    pub(super) fn entry(rank: u32) -> ResultEntry {
        ResultEntry {
            rank,
            raw_rank: rank,
            project: ProjectId(i64::from(rank)),
            title: String::new(),
            team: String::new(),
            calibrated: 0.5,
            se: 0.1,
            raw_mean: 0.5,
            reviews: 4,
            rank_interval: [rank, rank],
            chances: vec![],
            better_than_next: None,
            strictness: None,
        }
    }
}
