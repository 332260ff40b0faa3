//! How strict the judges of each project are together, as far as everybody may know it.
//!
//! An offset belongs to one judge, and people know who judged which project. So only a word about the mean of a project's judges
//! is public. A count of strict judges would name each of them where all are strict, and so would its absence:
//! `docs/decisions/results.md`.

use crate::calibration::{Input, METHOD_RAW_MEAN, Outcome};
use crate::prelude::*;

/// With fewer judges in the event, nothing is said of their offsets: those of two add up to 0.
pub const FEWEST_JUDGES: usize = 5;

/// With fewer reviews, nothing is said of a project's judges.
pub const FEWEST_REVIEWS: usize = 3;

/// From this mean of their offsets on, on the scale of totals, a project's judges are stricter or more generous than average.
pub const CLEAR: f64 = 0.03;

/// The judges of a project together, beside an average judge of the event: `stricter` if the mean of their offsets is at most -0.03,
/// `more_generous` if it is at least 0.03, and else `average`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strictness {
    /// The mean of their offsets is at most -0.03.
    Stricter,
    /// It is in between.
    Average,
    /// It is at least 0.03.
    MoreGenerous,
}

/// The strictness of the judges of each project, where it may be said. `input` is what the run read.
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
    enough.map(|(project, offsets)| (ProjectId(project), word(&offsets))).collect()
}

fn word(offsets: &[f64]) -> Strictness {
    let mean = offsets.iter().sum::<f64>() / offsets.len() as f64;
    match mean {
        low if low <= -CLEAR => Strictness::Stricter,
        high if high >= CLEAR => Strictness::MoreGenerous,
        _ => Strictness::Average,
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
                + if at == 0 { -200_000 } else { 0 }
                + if at + 1 == judges.len() { 200_000 } else { 0 },
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
    fn a_project_is_told_how_strict_its_judges_are_together() {
        // The strict judge saw projects 1 to 4 with the others, and the generous one saw the rest.
        let (input, outcome) = run(&["a", "b", "c", "d", "e"], |at, project| match at {
            0 => project <= 4,
            4 => project > 4,
            _ => true,
        });
        let all = of_projects(&input, &outcome);
        assert_eq!(all.len(), 8);
        assert_eq!(all[&ProjectId(1)], Strictness::Stricter, "{all:?}");
        assert_eq!(all[&ProjectId(8)], Strictness::MoreGenerous, "{all:?}");
        let (input, outcome) = run(&["a", "b", "c", "d", "e"], |_, _| true);
        assert!(of_projects(&input, &outcome).values().all(|said| *said == Strictness::Average));
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
    fn judges_who_are_all_strict_read_like_judges_of_several_kinds() {
        let unanimous = [-0.1, -0.1, -0.1];
        let mixed = [-0.32, 0.001, 0.02];
        assert_eq!(word(&unanimous), word(&mixed));
        assert_eq!(word(&[-0.06, 0.02, 0.02]), Strictness::Average);
        assert_eq!(word(&[0.03, 0.04, 0.05]), Strictness::MoreGenerous);
    }
}
