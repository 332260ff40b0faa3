//! Two calibrations of one event side by side: which projects moved, and what of their reviews and judges differs.

use crate::calibration::{Grouping, Input, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// Offsets that differ by less than this are not named as a reason: half a percent of the scale of totals.
const OFFSET_STEP: f64 = 0.005;
/// So many judges are named for a project at most.
const JUDGES_NAMED: usize = 2;

/// A calibration with what it read.
#[derive(Clone, Copy, Debug)]
pub struct Calibrated<'a> {
    /// The reviews.
    pub input: &'a Input,
    /// What was found.
    pub outcome: &'a Outcome,
}

/// What differs between two calibrations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Projects with another rank, or with a rank in only one of the two; those that reach the best place first.
    pub movers: Vec<Mover>,
    /// How many projects have a rank in at least one of the two.
    pub projects: usize,
    /// Reviews that only one of the two read, or that have another total, by project, then judge.
    pub reviews: Vec<ReviewDifference>,
    /// Judges whose offset differs by half a percent of the scale or more, the largest difference first.
    pub judges: Vec<OffsetDifference>,
    /// The groups of projects are others: tracks were changed, or parts were made tracks.
    pub regrouped: bool,
}

/// A project whose rank differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// Project id.
    pub project: i64,
    /// Its rank before and after; none where it has none.
    pub ranks: [Option<u32>; 2],
    /// Its calibrated score before and after.
    pub scores: [Option<f64>; 2],
    /// Which of its reviews differ.
    pub reviews: Vec<ReviewDifference>,
    /// Its judges whose offsets differ most.
    pub judges: Vec<OffsetDifference>,
}

/// A review that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewDifference {
    /// Project id.
    pub project: i64,
    /// The judge's address.
    pub judge: String,
    /// Its total in millionths before and after; none where it was not read.
    pub totals: [Option<i64>; 2],
}

/// A judge's offset before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetDifference {
    /// The judge's address.
    pub judge: String,
    /// How much higher than the average judge they score, before and after.
    pub offsets: [f64; 2],
}

impl OffsetDifference {
    fn size(&self) -> f64 {
        (self.offsets[1] - self.offsets[0]).abs()
    }
}

/// Compares two calibrations.
pub fn compare(before: Calibrated<'_>, after: Calibrated<'_>) -> Comparison {
    let reviews = reviews_that_differ(before.input, after.input);
    let judges = offsets_that_differ(before.outcome, after.outcome);
    let judges_of = judges_of_projects(before.input, after.input);
    let mut places: BTreeMap<i64, [Option<(u32, f64)>; 2]> = BTreeMap::new();
    for (at, outcome) in [before.outcome, after.outcome].into_iter().enumerate() {
        for project in &outcome.projects {
            places.entry(project.project).or_default()[at] = Some((project.rank, project.calibrated));
        }
    }
    let projects = places.len();
    let moved = places.into_iter().filter(|(_, [a, b])| a.map(|p| p.0) != b.map(|p| p.0));
    let mut movers: Vec<Mover> = moved
        .map(|(project, places)| {
            let panel = judges_of.get(&project);
            let shifted = judges.iter().filter(|j| panel.is_some_and(|p| p.contains(j.judge.as_str())));
            Mover {
                project,
                ranks: places.map(|place| place.map(|p| p.0)),
                scores: places.map(|place| place.map(|p| p.1)),
                reviews: reviews.iter().filter(|r| r.project == project).cloned().collect(),
                judges: shifted.take(JUDGES_NAMED).cloned().collect(),
            }
        })
        .collect();
    movers.sort_by_key(|m| (m.ranks.iter().flatten().min().copied(), m.project));
    let regrouped = groups(before.input) != groups(after.input);
    Comparison { movers, projects, reviews, judges, regrouped }
}

fn reviews_that_differ(before: &Input, after: &Input) -> Vec<ReviewDifference> {
    let mut totals: BTreeMap<(i64, &str), [Option<i64>; 2]> = BTreeMap::new();
    for (at, input) in [before, after].into_iter().enumerate() {
        for review in input.reviews() {
            totals.entry((review.project, &review.judge)).or_default()[at] = Some(review.total_micro);
        }
    }
    let differ = totals.into_iter().filter(|(_, [a, b])| a != b);
    differ
        .map(|((project, judge), totals)| ReviewDifference { project, judge: judge.to_owned(), totals })
        .collect()
}

fn offsets_that_differ(before: &Outcome, after: &Outcome) -> Vec<OffsetDifference> {
    let offsets: BTreeMap<&str, f64> = before.judges.iter().map(|j| (j.judge.as_str(), j.offset)).collect();
    let both = after.judges.iter().filter_map(|j| {
        let was = offsets.get(j.judge.as_str())?;
        Some(OffsetDifference { judge: j.judge.clone(), offsets: [*was, j.offset] })
    });
    let mut differ: Vec<_> = both.filter(|j| j.size() >= OFFSET_STEP).collect();
    differ.sort_by(|a, b| b.size().total_cmp(&a.size()).then_with(|| a.judge.cmp(&b.judge)));
    differ
}

/// Who reviewed each project, in either.
fn judges_of_projects<'a>(before: &'a Input, after: &'a Input) -> BTreeMap<i64, BTreeSet<&'a str>> {
    let mut judges: BTreeMap<i64, BTreeSet<&str>> = BTreeMap::new();
    for review in before.reviews().iter().chain(after.reviews()) {
        judges.entry(review.project).or_default().insert(&review.judge);
    }
    judges
}

/// The track of each project that both know would differ with the list of projects, so only the tracks in use count.
fn groups(input: &Input) -> (Grouping, BTreeSet<Option<i64>>) {
    (input.grouping(), input.reviews().iter().map(|r| r.track).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Review, calibrate};

    fn input(reviews: &[(i64, &str, i64)]) -> Input {
        let review = |&(project, judge, total_micro): &(i64, &str, i64)| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro,
        };
        Input::new(reviews.iter().map(review).collect(), true).unwrap()
    }

    const BEFORE: [(i64, &str, i64); 9] = [
        (1, "a", 900_000),
        (1, "b", 800_000),
        (1, "c", 850_000),
        (2, "a", 700_000),
        (2, "b", 640_000),
        (2, "c", 660_000),
        (3, "a", 300_000),
        (3, "b", 200_000),
        (3, "c", 280_000),
    ];

    fn compared(after: &[(i64, &str, i64)]) -> Comparison {
        let (before, after) = (input(&BEFORE), input(after));
        let outcomes = [calibrate(&before).unwrap(), calibrate(&after).unwrap()];
        compare(
            Calibrated { input: &before, outcome: &outcomes[0] },
            Calibrated { input: &after, outcome: &outcomes[1] },
        )
    }

    #[test]
    fn nothing_differs_between_a_run_and_itself() {
        assert_eq!(compared(&BEFORE), Comparison { projects: 3, ..Comparison::default() });
    }

    #[test]
    fn a_mover_names_the_reviews_that_moved_it() {
        let mut after = BEFORE;
        // Project 3 becomes the best, by three reviews; the others only fall behind it.
        for review in &mut after[6..] {
            review.2 = 990_000;
        }
        let found = compared(&after);
        let ranks: Vec<_> = found.movers.iter().map(|m| (m.project, m.ranks)).collect();
        assert_eq!(ranks[0], (1, [Some(1), Some(2)]));
        assert_eq!(ranks[1], (3, [Some(3), Some(1)]));
        assert_eq!(found.reviews.len(), 3);
        let third = &found.movers[1];
        assert_eq!(third.reviews, found.reviews);
        assert_eq!(third.reviews[0].totals, [Some(300_000), Some(990_000)]);
        assert!(found.movers[0].reviews.is_empty(), "no review of project 1 differs");
    }

    #[test]
    fn reviews_come_and_go_with_their_projects() {
        let after: Vec<_> =
            BEFORE[..6].iter().copied().chain([(4, "a", 950_000), (4, "b", 950_000)]).collect();
        let found = compared(&after);
        assert_eq!(found.projects, 4);
        let of = |project| found.movers.iter().find(|m| m.project == project).unwrap();
        assert_eq!((of(3).ranks, of(3).reviews.len()), ([Some(3), None], 3));
        assert_eq!((of(4).ranks[0], of(4).reviews[0].totals[0]), (None, None));
        assert!(!found.regrouped);
    }

    #[test]
    fn a_judge_whose_offset_differs_is_named_where_they_reviewed() {
        // Judge c turns from the middle to by far the kindest: what c gave means less.
        let mut after = BEFORE;
        for at in [2, 5, 8] {
            after[at].2 += 140_000;
        }
        let found = compared(&after);
        assert_eq!(found.judges[0].judge, "c", "{found:?}");
        assert!(found.judges[0].offsets[1] > found.judges[0].offsets[0]);
    }
}
