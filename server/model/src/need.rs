//! What decides where a further review helps most.

use shared::calibration::{Contest, Entrant};

/// How fast reviews come in.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pub judges: i64,
    /// Submitted reviews.
    pub reviews: i64,
    /// Reviews submitted since the moment asked for.
    pub new: i64,
}

/// Who competes for what.
#[derive(Clone, Debug)]
pub struct Field {
    /// The projects that are ranked, by id.
    pub entrants: Vec<Entrant>,
    /// A contest for each prize that is decided by rank.
    pub contests: Vec<Contest>,
}
