//! What a run says: plain data that is stored, published and compared byte for byte.

use serde::{Deserialize, Serialize};

/// The whole result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The [`super::Version`]'s, or [`super::METHOD_RAW_MEAN`].
    pub method: String,
    /// Hex of [`super::Input::digest`].
    pub input_digest: String,
    /// One entry for each reviewed project, by rank, then project id.
    pub projects: Vec<ProjectOutcome>,
    /// One entry for each judge with a usable review, by e-mail.
    pub judges: Vec<JudgeOutcome>,
    /// The smallest set of projects that holds the best one with a chance of 95 %, the likeliest first; empty for
    /// [`super::METHOD_RAW_MEAN`].
    pub contenders: Vec<i64>,
    /// What single reviews and judges change.
    pub influence: Influence,
    /// How far the reviews tie the projects together.
    pub connectivity: Connectivity,
    /// What was fitted.
    pub fit: FitSummary,
}

/// A ranked project. Numbers are on the scale of weighted totals (0 to 1), at 6 decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectOutcome {
    /// Project id.
    pub project: i64,
    /// Competition rank of `calibrated`.
    pub rank: u32,
    /// Competition rank of `raw_mean`.
    pub raw_rank: u32,
    /// What an average judge would give; not clipped to 0 to 1.
    pub calibrated: f64,
    /// Standard error of `calibrated`.
    pub se: f64,
    /// Plain mean of the weighted totals.
    pub raw_mean: f64,
    /// How many usable reviews it has. One review alone is ranked, strongly shrunk, and to be marked.
    pub reviews: u32,
    /// 90 % range of the rank, low and high; holds `rank`.
    pub rank_interval: [u32; 2],
    /// Chances to be among the first, by ascending places; empty for [`super::METHOD_RAW_MEAN`].
    #[serde(default)]
    pub chances: Vec<Chance>,
    /// The chance that it is better than the next project of the list; none for the last one, beside an equal score, and
    /// for [`super::METHOD_RAW_MEAN`].
    pub better_than_next: Option<f64>,
}

impl ProjectOutcome {
    /// The chance to be among so many first of all projects.
    pub fn chance(&self, places: u32) -> Option<f64> {
        self.chances.iter().find(|chance| chance.places == places).map(|chance| chance.chance)
    }
}

/// A chance to be among the first: the share of draws in which the project is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// Among how many.
    pub places: u32,
    /// 0 to 1, at 3 decimals.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1))]
    pub chance: f64,
}

/// What single reviews and judges change, with all variances held. Empty for [`super::METHOD_RAW_MEAN`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Influence {
    /// Reviews that lie more than three standard errors away from what all the others predict, by project, then judge.
    pub reviews: Vec<SurprisingReview>,
    /// How many reviews and judges would change the winners if they were left out, by ascending places.
    pub winners: Vec<Decisive>,
    /// How many reviews were not looked at one by one, because so many are surprising, or so many projects are near a line: only
    /// above 300 judges, where what is looked at is bounded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beyond: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A review far from what the others predict. Half a false alarm is expected in an ordinary event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurprisingReview {
    /// Project id.
    pub project: i64,
    /// E-mail address of the judge.
    pub judge: String,
    /// How far its total lies from the prediction without it, in standard errors, at 6 decimals.
    pub residual: f64,
    /// The project's rank without it; none where it is the project's only review.
    pub rank_without: Option<u32>,
}

/// Whether the projects on the first places rest on a single review or judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decisive {
    /// How many places win.
    pub places: u32,
    /// Reviews without each of which other projects would win.
    pub reviews: u32,
    /// Judges (e-mail addresses) without each of whom other projects would win.
    pub judges: Vec<String>,
}

/// What the model learned about a judge. Numbers at 6 decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgeOutcome {
    /// E-mail address.
    pub judge: String,
    /// How many usable reviews they gave.
    pub reviews: u32,
    /// How much higher than the average judge they score, on the scale of totals.
    pub offset: f64,
    /// How strongly they tell good from bad; the average judge has 1.
    pub scale: f64,
    /// Standard deviation of what is left over, on the scale of totals.
    pub noise: f64,
    /// What one of their reviews weighs beside an ordinary one's: λ·s·σ0².
    #[serde(default)]
    pub weight: f64,
    /// What a human should look at.
    pub flags: Vec<Flag>,
}

/// A judge's flag: a reason for a human to look, never a reason to drop reviews by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Scores fall where the other judges' rise.
    Reversed,
    /// Far noisier than the other judges.
    Erratic,
    /// Nearly the same total for everything.
    Flat,
    /// Scores follow the other judges' less than half as strongly as they should.
    WeakAgreement,
    /// Fewer than three reviews.
    Few,
}

impl Flag {
    /// Its word, as files have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reversed => "reversed",
            Self::Erratic => "erratic",
            Self::Flat => "flat",
            Self::WeakAgreement => "weak_agreement",
            Self::Few => "few",
        }
    }
}

/// How far the reviews tie the projects together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Connectivity {
    /// Parts of the review graph, the largest first; one part means that all can be compared.
    pub components: Vec<Component>,
    /// λ₂ of `R − NᵀK⁻¹N` over the mean load, of the judges with three reviews or more: 0 when disconnected, about 0.5 to
    /// 0.8 for good designs. None with a single such judge.
    pub lambda2_over_load: Option<f64>,
    /// What to make of it.
    pub level: Level,
    /// Reviews that would join the parts, one for each part but the largest.
    pub extra_reviews: Vec<Extra>,
    /// The two parts that few reviews connect, where λ₂ over load is low and no tracks set projects apart: the sides of
    /// its eigenvector (Fiedler 1973). Else empty. The fit takes no notice of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weak_parts: Vec<Component>,
}

impl Connectivity {
    /// The parts that cannot be compared, or hardly; none where all projects can be.
    pub fn parts(&self) -> &[Component] {
        if self.components.len() > 1 { &self.components } else { &self.weak_parts }
    }
}

/// How worried to be about connectivity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing to say.
    Sound,
    /// Connected, but by few reviews: λ₂ over load below 0.1.
    Warning,
    /// Disconnected: some projects cannot be compared.
    Alarm,
}

/// A part of the review graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// Project ids, ascending.
    pub projects: Vec<i64>,
    /// Judges by e-mail.
    pub judges: Vec<String>,
}

/// A review that would join two parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// Who would review.
    pub judge: String,
    /// What they would review.
    pub project: i64,
}

/// What was fitted, for the methods page and for reading a run years later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitSummary {
    /// Usable reviews.
    pub reviews: u32,
    /// Projects with a usable review.
    pub projects: u32,
    /// Judges with a usable review.
    pub judges: u32,
    /// Groups with a level of their own (tracks, or parts of a disconnected graph).
    pub groups: u32,
    /// Estimated variances; none for [`super::METHOD_RAW_MEAN`].
    pub variances: Option<Variances>,
    /// Degrees of freedom of the judges' noise, where it differs between them.
    pub nu: Option<f64>,
    /// Whether judges' scales were fitted.
    pub scale: bool,
    /// Whether judges' noises were fitted.
    pub noise: bool,
    /// Rounds that the last fit took.
    pub rounds: u32,
    /// Whether it stopped by its rule, not by the cap on rounds.
    pub converged: bool,
    /// Draws behind the rank intervals.
    pub draws: u32,
    /// What made the groups; none before the third version of the model, and for [`super::METHOD_RAW_MEAN`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grouping: Option<Grouping>,
    /// Whether who saw a project says something of its worth; none before the third version of the model, and for
    /// [`super::METHOD_RAW_MEAN`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panels: Option<Panels>,
}

/// What makes the groups of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouping {
    /// The tracks of the reviewed projects.
    Tracks,
    /// The parts of the review graph that share no judge.
    Parts,
    /// Nothing: all projects are one group.
    None,
}

/// Whether the more generous judges saw the better projects, or the stricter ones did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Panels {
    /// The portal dealt every review that counts. If not, judges or organizers chose, or a list said who judges what.
    pub dealt: bool,
    /// How many standard errors the coefficient between a project's worth and the generosity of its judges is away from 0, at 6
    /// decimals: above 0 where the more generous judges saw the better projects. Null where every judge saw every project.
    #[cfg_attr(feature = "schema", schema(required))]
    pub z: Option<f64>,
    /// Whether the ranking takes it into account: only where not all reviews were dealt, and beyond 2 standard errors.
    pub used: bool,
}

impl Panels {
    /// From so many standard errors on it is said in words.
    pub const SAID: f64 = 2.0;

    /// Whether the more generous judges clearly saw the better projects, or the stricter ones did; none where neither is clear.
    pub fn clear(&self) -> Option<BetterPanels> {
        let z = self.z.filter(|z| z.abs() >= Self::SAID)?;
        Some(if z > 0.0 { BetterPanels::GenerousTheBetter } else { BetterPanels::StricterTheBetter })
    }
}

/// Who saw the better projects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetterPanels {
    /// The more generous judges.
    GenerousTheBetter,
    /// The stricter judges.
    StricterTheBetter,
}

/// Variance components at 12 decimals, on the squared scale of totals (`scale` has no unit).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variances {
    /// σθ², between projects.
    pub project: f64,
    /// σb², between judges' offsets.
    pub judge: f64,
    /// σγ², between the levels of groups; 0 where there is one group.
    pub group: f64,
    /// σζ², of the coefficient of panels; none where that is not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<f64>,
    /// σ0², the (typical) noise of a review.
    pub noise: f64,
    /// τ², between judges' scales; 0 where scales were not fitted.
    pub scale: f64,
}
