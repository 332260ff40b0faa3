//! How much a check may compute. A server bounds that, because each check takes a core.

use crate::calibration::Input;
use std::collections::HashSet;

/// What the smallest ranking costs. Without it, a file of many tiny rankings would get around the bound.
const LEAST: usize = 50;

/// What is left of the budget, in reviews.
#[derive(Debug)]
pub(super) struct Budget(pub(super) usize);

impl Budget {
    /// Takes the cost of computing a ranking, given the judge and the track of each of its reviews. Takes nothing and answers
    /// `false` if the cost is more than is left.
    ///
    /// The draws go through all reviews. The fit solves for all judges and tracks at once, so its cost grows with their cube: ten
    /// cost as much as one review, a hundred as a thousand, a thousand as a million. (Measured in WASM: 49,000 reviews by 40
    /// judges take 7 s, 5,000 by 690 take 56 s.)
    pub(super) fn affords<'r>(&mut self, reviews: impl Iterator<Item = (&'r str, Option<i64>)>) -> bool {
        let (mut count, mut judges, mut tracks) = (0_usize, HashSet::new(), HashSet::new());
        for (judge, track) in reviews {
            count += 1;
            judges.insert(judge);
            tracks.insert(track);
        }
        let solved = judges.len() + tracks.len();
        let cost = (LEAST + count).saturating_add(solved.saturating_pow(3) / 1_000);
        let left = self.0.checked_sub(cost);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// Takes the cost of computing the ranking of a run's input; see [`Self::affords`].
    pub(super) fn affords_input(&mut self, input: &Input) -> bool {
        self.affords(input.reviews().iter().map(|review| (review.judge.as_str(), review.track)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_judges_cost_more_than_their_reviews() {
        let names: Vec<String> = (0..1000).map(|n| format!("j{n}")).collect();
        let by = |judges: usize| names.iter().enumerate().map(move |(n, _)| n % judges);
        let mut budget = Budget(3_200);
        assert!(budget.affords(by(10).map(|n| (names[n].as_str(), None))), "a thousand reviews");
        assert_eq!(budget.0, 2_149);
        assert!(!budget.affords(by(1000).map(|n| (names[n].as_str(), None))), "by as many judges");
        assert_eq!(budget.0, 2_149, "what was refused costs nothing");
        assert!(budget.affords(by(100).map(|n| (names[n].as_str(), None))));
    }
}
