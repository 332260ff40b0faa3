//! Calibration: a run turns weighted totals into a ranking with its uncertainty.
//!
//! The model is `crossed-eb/v3`: `y_ij = γ_t(i) + b_j + s_j·θ_i + ε_ij` for the total that judge
//! `j` gave project `i` of group `t`, fitted by empirical Bayes. `docs/calibration.md` explains it
//! in words and gives every formula; the modules below follow its order.
//!
//! Everything here is plain arithmetic in a fixed order (`+ − × ÷ √`, and `libm` for logarithms and
//! exponentials), so the same [`Input`] gives the same bits natively and in WASM.

mod certainty;
mod connectivity;
mod contest;
pub(crate) mod design;
mod draws;
mod fit;
mod fitted;
mod flags;
mod influence;
mod input;
mod line;
pub(crate) mod linear;
mod moments;
mod noise;
pub(crate) mod normals;
mod outcome;
mod panels;
mod posterior;
mod project_share;
pub mod ranking;
mod raw_mean;
#[cfg(test)]
mod reml_tests;
mod sampled_influence;
mod scores;
mod sparse;
pub(crate) mod spectrum;
mod squarem;
mod variances;
mod version;

pub use certainty::{Certainties, Certainty, SURE_SET, certainties};
pub use connectivity::WEAK_CONNECTIVITY;
pub use contest::{CONTEST_DRAWS, Contest, Entrant, wins};
pub use fit::DENSE as DENSE_JUDGES;
pub use input::{Input, InputError, Review};
pub use outcome::{
    BetterPanels, Chance, Component, Connectivity, Decisive, Extra, FitSummary, Flag, Grouping, Influence,
    JudgeOutcome, Level, Outcome, Panels, ProjectOutcome, SurprisingReview, Variances,
};
pub use project_share::project_share;
pub use raw_mean::PlainMeans;
pub use version::Version;

use design::Design;
use fitted::Fitted;
use std::fmt;

/// Label of the model: what a new run's `method` says when the model was fitted.
pub const METHOD: &str = Version::CURRENT.method;

/// Label of the fallback: plain means, where there is too little to fit a model.
pub const METHOD_RAW_MEAN: &str = "raw-mean/v1";

/// How many draws of the joint posterior a rank interval rests on.
pub const DRAWS: u32 = 1_000;

/// There is no usable review at all, so there is nothing to rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoReviews;

impl fmt::Display for NoReviews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are no submitted reviews to calibrate")
    }
}

impl std::error::Error for NoReviews {}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// This round of a fit begins. There are two fits, and up to eight more where not all reviews were dealt; each has at most
    /// 500 rounds.
    Round(u32),
    /// So many of [`DRAWS`] draws are done.
    Draws(u32),
}

/// Who is told how far a run is.
#[derive(Clone, Copy)]
pub struct Watch<'w>(pub &'w dyn Fn(Progress));

/// Nobody is told.
pub const UNWATCHED: Watch<'static> = Watch(&|_| {});

impl Watch<'_> {
    fn tell(self, progress: Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// Runs the calibration on `input`: the model, or plain means where there is too little for it.
///
/// # Errors
/// [`NoReviews`] when the input is empty.
pub fn calibrate(input: &Input) -> Result<Outcome, NoReviews> {
    calibrate_for(input, &[], UNWATCHED)
}

/// As [`calibrate`], with chances and influence for each of these numbers of winning places beside 1, 3 and 10, and telling
/// `watch` how far it is.
///
/// # Errors
/// [`NoReviews`] when the input is empty.
pub fn calibrate_for(input: &Input, winners: &[u32], watch: Watch<'_>) -> Result<Outcome, NoReviews> {
    calibrate_as(Version::CURRENT, input, winners, watch)
}

/// As [`calibrate_for`], by a version of the model: what was computed with an earlier one can be computed again.
///
/// # Errors
/// [`NoReviews`] when the input is empty.
pub fn calibrate_as(
    version: &Version,
    input: &Input,
    winners: &[u32],
    watch: Watch<'_>,
) -> Result<Outcome, NoReviews> {
    if input.reviews().is_empty() {
        return Err(NoReviews);
    }
    let design = Design::of(input);
    let connectivity = connectivity::describe(input, &design);
    let digest = input.digest();
    if raw_mean::applies(&design) {
        return Ok(raw_mean::outcome(&design, &digest, connectivity));
    }

    let fitted = Fitted::of(design, input.dealt(), version, watch);
    let Fitted { design, fit: chosen, heterogeneity, plain, .. } = &fitted;
    let scores::Ranking { projects, contenders, influence } =
        scores::ranking((design, chosen, version), &digest, *plain, (winners, watch));
    Ok(Outcome {
        method: version.method.to_owned(),
        input_digest: crate::digest::hex(&digest),
        projects,
        judges: scores::judges(design, chosen, &flags::raise(design, chosen, heterogeneity)),
        contenders,
        influence,
        connectivity,
        fit: scores::summary(&fitted, input.grouping()),
    })
}
