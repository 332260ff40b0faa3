//! How strict the judges of each project are, as far as everybody may know it.
//!
//! An offset belongs to one judge, and people know who stood at which table. So an offset is public only as one of three kinds and
//! as a rounded mean, and neither is where one could work out a single judge: decision 0053.

use crate::calibration::{Input, METHOD_RAW_MEAN, Outcome};
use crate::ids::ProjectId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// With fewer judges in the event, nothing is said of their offsets: those of two add up to 0.
pub const FEWEST_JUDGES: usize = 5;

/// With fewer reviews, nothing is said of a project's judges.
pub const FEWEST_REVIEWS: usize = 3;

/// From this offset on, on the scale of totals, a judge is strict or generous.
pub const CLEAR: f64 = 0.05;

/// The judges of a project, beside an average judge of the event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Strictness {
    /// Judges who score lower by at least 0.05.
    pub strict: u32,
    /// Judges in between.
    pub ordinary: u32,
    /// Judges who score higher by at least 0.05.
    pub generous: u32,
    /// The mean of their offsets, at 2 decimals: below 0 they are stricter than the average judge.
    pub offset: f64,
}

/// The strictness of the judges of each project, where it may be said. `input` is what the run read.
#[must_use]
pub fn of_projects(input: &Input, outcome: &Outcome) -> BTreeMap<ProjectId, Strictness> {
    if outcome.method == METHOD_RAW_MEAN || outcome.judges.len() < FEWEST_JUDGES {
        return BTreeMap::new();
    }
    let offsets: BTreeMap<&str, f64> =
        outcome.judges.iter().map(|judge| (judge.judge.as_str(), judge.offset)).collect();
    let mut of_project: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for review in input.reviews() {
        if let Some(offset) = offsets.get(review.judge.as_str()) {
            of_project.entry(review.project).or_default().push(*offset);
        }
    }
    let enough = of_project.into_iter().filter(|(_, offsets)| offsets.len() >= FEWEST_REVIEWS);
    enough.map(|(project, offsets)| (ProjectId(project), summary(&offsets))).collect()
}

fn summary(offsets: &[f64]) -> Strictness {
    let count = |is: fn(f64) -> bool| {
        u32::try_from(offsets.iter().filter(|offset| is(**offset)).count()).unwrap_or(u32::MAX)
    };
    #[expect(clippy::cast_precision_loss, reason = "a handful of reviews")]
    let mean = offsets.iter().sum::<f64>() / offsets.len() as f64;
    Strictness {
        strict: count(|offset| offset <= -CLEAR),
        ordinary: count(|offset| offset.abs() < CLEAR),
        generous: count(|offset| offset >= CLEAR),
        // Without the sum, a rounded mean of nothing would be a minus zero.
        offset: (mean * 100.0).round() / 100.0 + 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Review, calibrate};

    /// Eight projects by the judges that are named for each; the first judge is strict, the last one generous.
    fn run(judges: &[&str], of: impl Fn(usize, i64) -> bool) -> (Input, Outcome) {
        let review = |(at, judge): (usize, &&str), project: i64| Review {
            project,
            track: None,
            judge: (*judge).to_owned(),
            total_micro: 300_000
                + project * 50_000
                + (project * 7 + i64::try_from(at).unwrap() * 3) % 5 * 4_000
                + if at == 0 { -150_000 } else { 0 }
                + if at + 1 == judges.len() { 150_000 } else { 0 },
        };
        let reviews = (1..=8).flat_map(|project| {
            let seen = judges.iter().enumerate().filter(|(at, _)| of(*at, project)).collect::<Vec<_>>();
            seen.into_iter().map(move |judge| review(judge, project)).collect::<Vec<_>>()
        });
        let input = Input::new(reviews.collect(), false).unwrap();
        let outcome = calibrate(&input).unwrap();
        (input, outcome)
    }

    #[test]
    fn the_judges_of_a_project_are_counted_by_kind() {
        let (input, outcome) = run(&["a", "b", "c", "d", "e"], |_, _| true);
        let all = of_projects(&input, &outcome);
        assert_eq!(all.len(), 8);
        let one = all[&ProjectId(1)];
        assert_eq!((one.strict, one.ordinary, one.generous), (1, 3, 1), "{one:?}");
        assert!(one.offset.abs() <= 0.01, "{one:?}");
    }

    #[test]
    fn nothing_is_said_where_one_could_work_out_a_judge() {
        let (input, outcome) = run(&["a", "b", "c", "d"], |_, _| true);
        assert!(of_projects(&input, &outcome).is_empty(), "an event of four judges");
        // The first two judges alone saw project 3.
        let (input, outcome) = run(&["a", "b", "c", "d", "e"], |at, project| project != 3 || at < 2);
        let all = of_projects(&input, &outcome);
        assert!(!all.contains_key(&ProjectId(3)) && all.contains_key(&ProjectId(4)), "{all:?}");
    }

    #[test]
    fn a_mean_is_rounded() {
        let said = summary(&[-0.123_4, 0.001, -0.2]);
        assert_eq!((said.strict, said.ordinary, said.generous), (2, 1, 0));
        assert!((said.offset + 0.11).abs() < 1e-12, "{said:?}");
        assert!(summary(&[-0.001, 0.001, -0.001]).offset.is_sign_positive());
    }
}
