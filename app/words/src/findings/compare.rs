//! Differences between a ranking in a file and the computed one.

use super::super::amounts::moment;
use shared::calibration::InputError;
use shared::provenance::{Difference, DifferenceKind, Quantity, Subject};

pub(super) fn difference(difference: &Difference) -> String {
    match &difference.change {
        DifferenceKind::Value { quantity: Quantity::Project, stated, computed, .. } => {
            format!("Project {stated} comes where project {computed} belongs.")
        }
        DifferenceKind::Value { quantity: Quantity::Address, stated, computed, .. } => {
            format!("The judge {stated} comes where the judge {computed} belongs.")
        }
        DifferenceKind::Value { quantity, of, stated, computed } => {
            let of = match of {
                Some(Subject::Project(id)) => format!(" of project {id}"),
                Some(Subject::Judge(judge)) => format!(" of the judge {judge}"),
                None => String::new(),
            };
            format!("The {}{of} is given as {stated}, but computes to {computed}.", quantity_name(*quantity))
        }
        DifferenceKind::NotATotal { total } => format!("{total} is not a weighted total with six decimals."),
        DifferenceKind::NotAnInput(error) => {
            format!("What the run read cannot be ranked: {}.", input_error(error))
        }
        DifferenceKind::NothingToCompute => "There are no reviews to compute a ranking from.".into(),
        DifferenceKind::PublishedAt { signed, here } => {
            let [signed, here] = [signed, here].map(|at| at.map_or_else(|| "no date".to_owned(), moment));
            format!("The signed results say that it was published on {signed}; this file says {here}.")
        }
        DifferenceKind::Reason => "The reason in this file is not the one that was signed.".into(),
    }
}

pub(super) fn quantity_name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::InputDigest => "input digest",
        Quantity::Method => "method",
        Quantity::RankedProjects => "number of ranked projects",
        Quantity::Judges => "number of judges",
        Quantity::Duplicates => "number of repeats",
        Quantity::Unreviewed => "number of projects without a review",
        Quantity::Excluded => "number of projects left out",
        Quantity::Project => "project",
        Quantity::Rank => "rank",
        Quantity::RawRank => "rank by plain mean",
        Quantity::Calibrated => "calibrated score",
        Quantity::Se => "standard error",
        Quantity::RawMean => "plain mean",
        Quantity::Reviews => "number of reviews",
        Quantity::RankInterval => "rank range",
        Quantity::Chances => "chances to be among the first",
        Quantity::BetterThanNext => "chance to be better than the next",
        Quantity::Contenders => "list of projects that could be first",
        Quantity::WinnersWithout => "count of reviews and judges that decide who wins",
        Quantity::Converged => "word on whether the calculation finished",
        Quantity::Panels => "word on who saw which project",
        Quantity::Address => "address",
        Quantity::Offset => "offset",
        Quantity::Scale => "scale",
        Quantity::Noise => "noise",
        Quantity::Weight => "weight",
        Quantity::Flags => "list of flags",
    }
}

/// Why reviews cannot be ranked together, as a clause.
pub(super) fn input_error(error: &InputError) -> String {
    match error {
        InputError::Repeated { project, judge } => {
            format!("{judge} has more than one review of project {project}")
        }
        InputError::TwoTracks { project } => format!("project {project} has two tracks"),
        InputError::OutOfRange { project, judge } => {
            format!("the total of {judge} for project {project} is not between 0 and 1")
        }
    }
}
