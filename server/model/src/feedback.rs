//! What teams see of the reviews of their projects.

use shared::feedback::CriterionFigures;

/// What a team sees of the reviews of its project. What the organizers don't show is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamFeedback {
    /// What judges wrote, in random order.
    pub comments: Option<Vec<String>>,
    /// The project's means per criterion.
    pub figures: Option<CriterionFigures>,
}

/// How much feedback an event holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedbackCounts {
    /// Comments of submitted reviews.
    pub comments: i64,
    /// Projects that they are about.
    pub commented: i64,
    /// Ranked projects with enough reviews for figures per criterion.
    pub enough: i64,
    /// Ranked projects with fewer.
    pub too_few: i64,
}
