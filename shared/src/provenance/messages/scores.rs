//! What is found in exported scores and the files that support them.

use super::super::rows::BrokenRow;
use crate::calibration::InputError;
use crate::rubric::Total;

/// What is found in exported scores.
#[derive(Clone, Debug, PartialEq)]
pub enum ScoresMessage {
    Counts { reviews: usize, counting: usize, drafts: usize },
    NothingCounts,
    NotOneEvent(InputError),
    Digest { digest: String },
    AddSignedResults,
    // Which exports would show what counts.
    AddExports { projects: bool, assignments: bool },
    ReviewsOfRun { run: i32, file: String },
    OtherReviews { run: i32, file: String, digest: String },
    TotalsNotChecked,
    OtherRubric,
    TotalDiffers { row: usize, total: Total, computed: Total },
    TotalsFollow,
    Computed { projects: usize, judges: usize, file: String },
    NothingToCompute,
    DependsOnTracks { file: String },
    TrackMayHaveChanged,
    // What no signature covers.
    NotCovered,
    // A project whose reviews are not the ones that the run read; none where it has no reviews.
    ProjectDiffers { project: i64, title: String, reviews: ReadAndHere },
    MoreProjectsDiffer { projects: usize },
    // The reviews are others, and each project has as many of them with the same mean.
    SameMeans,
}

/// A project's number of reviews and their mean, as the run read them and as they are here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadAndHere {
    pub read: Option<(u32, f64)>,
    pub here: Option<(u32, f64)>,
}

/// What is found in a file that supports exported scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SupportingMessage {
    Broken(BrokenRow),
    Projects { projects: usize, counting: usize },
    Assignments { assignments: usize, done: usize },
    Event { slug: String, criteria: usize },
    ComputesWith { scores: String },
    CoversUsedValues,
    NotSigned,
}
