//! How much a check may compute: whoever checks for others bounds what each may ask of them.

use crate::calibration::Input;
use std::collections::HashSet;

/// Why a ranking is not computed again.
pub(super) const TOO_MUCH: &str = "it has too many reviews or judges for a check on this site. The page with scripting and the command line have no such bound.";

/// What a ranking costs besides, however small: a file of tiny ones is no way around the bound.
const LEAST: usize = 50;

/// What is left to be spent, in reviews.
#[derive(Debug)]
pub(super) struct Budget(pub(super) usize);

impl Budget {
    /// Takes what computing a ranking costs, given the judge and the track of each of its reviews; `false` where that is more
    /// than is left.
    ///
    /// The draws go through all reviews, and the fit solves for all judges and tracks at once, densely: ten of these cost as much as
    /// one review, a hundred as much as a thousand, a thousand as much as a million. (Measured in WASM: 49,000 reviews by 40
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

    /// As [`Self::affords`], of what a run reads.
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
