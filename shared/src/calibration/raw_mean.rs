//! `raw-mean/v1`: plain means, where there is too little for a model, or nothing to model.

use super::METHOD_RAW_MEAN;
use super::design::Design;
use super::flags;
use super::input::hex;
use super::outcome::{Connectivity, JudgeOutcome, Outcome};
use super::ranking::round6;
use super::scores::{count, nothing_fitted, ranked};

/// One judge, fewer than three reviews, or all totals equal.
pub(super) fn applies(design: &Design) -> bool {
    design.judges.len() < 2 || design.y.len() < 3 || design.variance <= 0.0
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
                flags: flags::few(load).into_iter().collect(),
            })
            .collect(),
        connectivity,
        fit: nothing_fitted(design),
    }
}
