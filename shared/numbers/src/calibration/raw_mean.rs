//! `raw-mean/v1`: plain means, where there is too little for a model, or nothing to model.

use super::METHOD_RAW_MEAN;
use super::design::Design;
use super::flags;
use super::outcome::{Connectivity, Influence, JudgeOutcome, Outcome};
use super::ranking::round6;
use super::scores::{count, nothing_fitted, ranked};
use crate::digest::hex;

/// Fewest judges that can be compared.
const JUDGES: usize = 2;
/// Fewest reviews that a model can be fitted to.
const REVIEWS: usize = 3;

/// Why a ranking is that of the plain means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainMeans {
    /// One judge gave all reviews: there is nobody to compare them with.
    OneJudge,
    /// Fewer than three reviews.
    FewReviews,
    /// All totals are equal: there is nothing to explain.
    EqualTotals,
}

impl PlainMeans {
    /// The reason for a ranking of this method by so many judges and reviews; none where a model was fitted. It needs
    /// no more than what every published ranking holds, so it works for old ones too.
    pub fn of(method: &str, judges: u32, reviews: u32) -> Option<Self> {
        if !method.starts_with("raw-mean/") {
            return None;
        }
        Some(match (judges as usize, reviews as usize) {
            (..JUDGES, _) => Self::OneJudge,
            (_, ..REVIEWS) => Self::FewReviews,
            _ => Self::EqualTotals,
        })
    }
}

/// One judge, fewer than three reviews, or all totals equal.
pub(super) fn applies(design: &Design) -> bool {
    design.judges.len() < JUDGES || design.y.len() < REVIEWS || design.variance <= 0.0
}

/// Ranks by plain mean; every rank interval is as wide as the field, and the standard error is the
/// standard deviation of all totals.
pub(super) fn outcome(design: &Design, digest: &[u8; 32], connectivity: Connectivity) -> Outcome {
    let sd = design.variance.sqrt();
    let last = count(design.projects.len());
    let se = vec![sd; design.projects.len()];
    Outcome {
        method: METHOD_RAW_MEAN.to_owned(),
        input_digest: hex(digest),
        projects: ranked(design, &design.raw_mean, &se, |_, _| [1, last]),
        judges: design
            .judges
            .iter()
            .zip(&design.load)
            .map(|(judge, &load)| JudgeOutcome {
                judge: judge.clone(),
                reviews: count(load),
                offset: 0.0,
                scale: 1.0,
                noise: round6(sd),
                weight: 1.0,
                flags: flags::few(load).into_iter().collect(),
            })
            .collect(),
        contenders: vec![],
        influence: Influence::default(),
        connectivity,
        fit: nothing_fitted(design),
    }
}

#[cfg(test)]
mod tests {
    use super::PlainMeans;
    use crate::calibration::{Input, Review, calibrate};

    fn reason(reviews: &[(i64, &str, i64)]) -> Option<PlainMeans> {
        let review = |&(project, judge, total_micro): &(i64, &str, i64)| Review {
            project,
            track: None,
            judge: judge.to_owned(),
            total_micro,
        };
        let run = calibrate(&Input::new(reviews.iter().map(review).collect(), false).unwrap()).unwrap();
        PlainMeans::of(&run.method, run.fit.judges, run.fit.reviews)
    }

    #[test]
    fn a_ranking_by_plain_means_knows_why() {
        let many: Vec<_> = (1..=20).map(|project| (project, "a", project * 10_000)).collect();
        assert_eq!(reason(&many), Some(PlainMeans::OneJudge));
        assert_eq!(reason(&[(1, "a", 1), (2, "b", 2)]), Some(PlainMeans::FewReviews));
        let equal: Vec<_> = (1..=20).flat_map(|project| [(project, "a", 5), (project, "b", 5)]).collect();
        assert_eq!(reason(&equal), Some(PlainMeans::EqualTotals));
        assert_eq!(reason(&[(1, "a", 1), (1, "b", 3), (2, "a", 9), (2, "b", 7)]), None);
    }
}
