//! Reviews that would connect the parts of an event that share no judge, or few reviews.

use crate::calibration::{Component, Connectivity, Extra, Input};
use std::collections::{BTreeMap, BTreeSet};

/// So many are named at most: after them, calibrate again and look.
pub const MOST_JOINING: usize = 6;

/// Reviews that would connect the parts best: of judges with few reviews, for projects with few, from one part into another
/// and back. `may` says whether a judge can be given a project; the calibration knows no conflicts. Empty where all projects
/// can be compared, or nobody may review across.
pub fn joining_reviews(
    connectivity: &Connectivity,
    input: &Input,
    may: impl Fn(&str, i64) -> bool,
) -> Vec<Extra> {
    let Some((main, others)) = connectivity.parts().split_first() else { return vec![] };
    let mut busy = Busy::of(input);
    let mut found: Vec<Extra> = vec![];
    // One review for each part first, so that none is left out where there are many.
    for back in [false, true, false, true] {
        for part in others {
            let (judges, projects) = if back { (part, main) } else { (main, part) };
            let pair = busy.least(judges, projects, &may);
            let Some(extra) = pair.filter(|_| found.len() < MOST_JOINING) else { continue };
            busy.take(&extra);
            found.push(extra);
        }
    }
    found
}

/// How many reviews each judge gave and each project has, with those named so far.
struct Busy {
    judges: BTreeMap<String, usize>,
    projects: BTreeMap<i64, usize>,
    given: BTreeSet<(String, i64)>,
}

impl Busy {
    fn of(input: &Input) -> Self {
        let mut busy = Self { judges: BTreeMap::new(), projects: BTreeMap::new(), given: BTreeSet::new() };
        for review in input.reviews() {
            busy.take(&Extra { judge: review.judge.clone(), project: review.project });
        }
        busy
    }

    fn take(&mut self, review: &Extra) {
        *self.judges.entry(review.judge.clone()).or_default() += 1;
        *self.projects.entry(review.project).or_default() += 1;
        self.given.insert((review.judge.clone(), review.project));
    }

    /// The pair with the fewest reviews: the project counts first.
    fn least(
        &self,
        judges: &Component,
        projects: &Component,
        may: impl Fn(&str, i64) -> bool,
    ) -> Option<Extra> {
        let mut judges: Vec<&String> = judges.judges.iter().collect();
        let mut projects = projects.projects.clone();
        judges.sort_by_key(|judge| (self.judges.get(*judge), *judge));
        projects.sort_by_key(|project| (self.projects.get(project), *project));
        projects.iter().find_map(|&project| {
            let free =
                |judge: &&&String| !self.given.contains(&((**judge).clone(), project)) && may(judge, project);
            judges.iter().find(free).map(|judge| Extra { judge: (*judge).clone(), project })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Review, calibrate};

    /// Three parts that share no judge: projects 1 to 4, 5 and 6, and 7.
    fn parted() -> (Connectivity, Input) {
        let pairs: [(i64, &str); 11] = [
            (1, "a"),
            (1, "b"),
            (2, "a"),
            (2, "b"),
            (3, "a"),
            (4, "b"),
            (5, "c"),
            (5, "d"),
            (6, "c"),
            (6, "d"),
            (7, "e"),
        ];
        let review = |(at, &(project, judge)): (usize, &(i64, &str))| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro: 100_000 + 70_000 * i64::try_from(at).unwrap(),
        };
        let input = Input::new(pairs.iter().enumerate().map(review).collect(), false).unwrap();
        (calibrate(&input).unwrap().connectivity, input)
    }

    fn named(of: &[Extra]) -> Vec<(&str, i64)> {
        of.iter().map(|extra| (extra.judge.as_str(), extra.project)).collect()
    }

    #[test]
    fn each_part_gets_a_review_before_any_gets_two() {
        let (connectivity, input) = parted();
        let found = joining_reviews(&connectivity, &input, |_, _| true);
        assert_eq!(found.len(), MOST_JOINING);
        assert_eq!(named(&found)[..4], [("a", 5), ("b", 7), ("c", 3), ("e", 4)], "{found:?}");
    }

    #[test]
    fn nobody_is_named_who_may_not_review() {
        let (connectivity, input) = parted();
        let found = joining_reviews(&connectivity, &input, |judge, project| judge != "a" && project != 7);
        assert!(named(&found).iter().all(|(judge, project)| *judge != "a" && *project != 7), "{found:?}");
        assert!(joining_reviews(&connectivity, &input, |_, _| false).is_empty());
    }

    #[test]
    fn what_they_name_joins_the_parts() {
        let (connectivity, input) = parted();
        let mut reviews = input.reviews().to_vec();
        for extra in joining_reviews(&connectivity, &input, |_, _| true) {
            reviews.push(Review {
                project: extra.project,
                track: None,
                judge: extra.judge,
                total_micro: 500_000,
            });
        }
        let joined = calibrate(&Input::new(reviews, false).unwrap()).unwrap().connectivity;
        assert_eq!(joined.components.len(), 1);
        assert!(
            joining_reviews(&Connectivity { weak_parts: vec![], ..joined }, &input, |_, _| true).is_empty()
        );
    }
}
