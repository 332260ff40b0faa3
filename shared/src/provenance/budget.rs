//! How much a check may compute. A server bounds that, because each check takes a core.

use crate::calibration::{DENSE_JUDGES, Input, Watch};
use std::collections::HashSet;

/// What the smallest ranking costs. Without it, a file of many tiny rankings would get around the bound.
const LEAST: usize = 50;

/// What is left of the budget, and who is told how far a computation is.
pub(super) struct Budget<'w> {
    /// In reviews.
    left: usize,
    /// Told how far a computation is.
    pub(super) watch: Watch<'w>,
}

impl<'w> Budget<'w> {
    /// A budget of so many reviews.
    pub(super) fn of(reviews: usize, watch: Watch<'w>) -> Self {
        Self { left: reviews, watch }
    }

    /// Takes the cost of computing a ranking, given the judge and the track of each of its reviews. Takes nothing and answers
    /// `false` if the cost is more than is left.
    ///
    /// The draws go through all reviews. Up to 300 judges the fit solves for all judges and tracks at once, so its cost grows with
    /// their cube: ten cost as much as one review, a hundred as a thousand. Above, its cost grows with the reviews.
    pub(super) fn affords<'r>(&mut self, reviews: impl Iterator<Item = (&'r str, Option<i64>)>) -> bool {
        let (mut count, mut judges, mut tracks) = (0_usize, HashSet::new(), HashSet::new());
        for (judge, track) in reviews {
            count += 1;
            judges.insert(judge);
            tracks.insert(track);
        }
        let solved = judges.len() + tracks.len();
        let fit = if judges.len() > DENSE_JUDGES { count } else { solved.saturating_pow(3) / 1_000 };
        let left = self.left.checked_sub((LEAST + count).saturating_add(fit));
        self.left = left.unwrap_or(self.left);
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
    use crate::calibration::UNWATCHED;

    #[test]
    fn many_judges_cost_more_than_their_reviews() {
        let names: Vec<String> = (0..1000).map(|n| format!("j{n}")).collect();
        let by = |judges: usize| names.iter().enumerate().map(move |(n, _)| n % judges);
        let mut budget = Budget::of(3_200, UNWATCHED);
        assert!(budget.affords(by(10).map(|n| (names[n].as_str(), None))), "a thousand reviews");
        assert_eq!(budget.left, 2_149);
        assert!(
            !budget.affords(by(290).map(|n| (names[n].as_str(), None))),
            "by as many judges as are solved at once"
        );
        assert_eq!(budget.left, 2_149, "what was refused costs nothing");
        assert!(budget.affords(by(1000).map(|n| (names[n].as_str(), None))), "each judge has one");
        assert_eq!(budget.left, 99);
    }
}
