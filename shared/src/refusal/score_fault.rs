//! What is wrong with a score.

/// What is wrong with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreFault {
    /// No whole number.
    NotWhole {
        /// The criterion's name.
        name: String,
    },
    /// Outside the criterion's range.
    Range {
        /// The criterion's name.
        name: String,
        /// Lowest score.
        min: i64,
        /// Highest score.
        max: i64,
    },
    /// A criterion that the rubric does not have.
    Unknown {
        /// The key, cut to a bearable length.
        key: String,
    },
    /// A criterion without a score, in a review to submit.
    Missing {
        /// The criterion's name.
        name: String,
    },
    /// There are more faults of this kind.
    More,
}
