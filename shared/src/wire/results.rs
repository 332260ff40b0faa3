//! The ranking, and what was said to a team.

use super::prize::AwardedPrize;
use crate::calibration::{Chance, Panels};
use crate::feedback::CriterionFigure;
use crate::prelude::*;
use crate::strictness::Strictness;

/// A ranking: the published one, or an organizer's preview of the latest run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Results {
    /// Event's slug.
    pub event: String,
    /// Null for a preview.
    #[schema(required)]
    pub published_at: Option<DateTime<Utc>>,
    /// The publication's number in the event, from 1. One run may be published more than once. Null for a preview.
    #[schema(required)]
    pub publication: Option<i32>,
    /// Calibration run's number.
    pub run: i32,
    /// Fingerprint of the scores the run read, SHA-256 in hex.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub input_digest: String,
    /// `<method-name>/v<integer>`.
    #[schema(pattern = "^[a-z0-9-]+/v[0-9]+$")]
    pub method: String,
    /// Why this ranking replaces an earlier one; null for the first.
    #[schema(required)]
    pub reason: Option<String>,
    /// The run it replaces; null for the first.
    #[schema(required)]
    pub supersedes: Option<i32>,
    /// Winners are provisional, and owe what `owed` lists until then. Left out for ordinary and final publications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub provisional_until: Option<DateTime<Utc>>,
    /// What each winner owes; left out where results are not provisional.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<String>,
    /// The number of the provisional publication that this one makes final; left out for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub final_of: Option<i32>,
    /// Whether the calculation finished. If not, it was stopped at its limit of rounds and the numbers are less exact.
    pub converged: bool,
    /// Whether the more generous judges saw the better projects, and whether the ranking takes it into account. Left out for plain
    /// means, and for rankings before the third version of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub panels: Option<Panels>,
    /// Judges whose reviews the run read.
    pub judges: u32,
    /// Submitted projects that are not ranked because they repeat an earlier one.
    pub duplicates: u32,
    /// Submitted projects that are not ranked because they have no usable review.
    pub unreviewed: u32,
    /// The fewest projects that hold the best one with a chance of 95 %, the likeliest first. Empty for plain means.
    pub contenders: Vec<ProjectId>,
    /// Whether the winners rest on a single review or judge, by ascending places. Empty for plain means, and in events
    /// with more than 300 judges.
    pub winners_without: Vec<WinnersWithout>,
    /// The prizes whose winners are confirmed, in their order.
    pub prizes: Vec<AwardedPrize>,
    /// The corrections since the first publication, the newest first; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
    /// The teams that organizers gave more time to submit than the others; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_time: Vec<MoreTime>,
    /// Ranked entries only.
    pub projects: Vec<ResultEntry>,
}

/// A publication that replaced an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Correction {
    /// The run that became public. A correction of prizes alone publishes the run before once more.
    pub run: i32,
    /// When.
    pub published_at: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

/// More time to submit that one team got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoreTime {
    /// The team's name.
    pub team: String,
    /// When submissions closed for it.
    pub until: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

/// One project's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResultEntry {
    /// Rank by calibrated score; equal scores share a rank.
    pub rank: u32,
    /// Rank by plain mean.
    pub raw_rank: u32,
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Its team.
    pub team: String,
    /// What an average judge would give. Mostly between 0 and 1; extreme values can be outside.
    pub calibrated: f64,
    /// The model's own standard error.
    pub se: f64,
    /// Plain mean of the weighted totals, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    pub raw_mean: f64,
    /// Usable reviews.
    pub reviews: u32,
    /// Low and high, a 90% bootstrap range.
    pub rank_interval: [u32; 2],
    /// Chances to be among the first, by ascending places. Empty for plain means.
    pub chances: Vec<Chance>,
    /// The chance that it is better than the next entry. Null for the last one, beside an equal score and for plain means.
    #[schema(required, minimum = 0, maximum = 1)]
    pub better_than_next: Option<f64>,
    /// How strict its judges are together, beside an average judge of the event. Null with fewer than three reviews, in events with
    /// fewer than five judges, and for plain means.
    #[schema(required)]
    pub strictness: Option<Strictness>,
}

#[cfg(test)]
impl ResultEntry {
    /// A project at these ranks, which is its number by the first.
    pub(crate) fn at(rank: u32, raw_rank: u32, rank_interval: [u32; 2]) -> Self {
        Self {
            rank,
            raw_rank,
            project: ProjectId(i64::from(rank)),
            title: String::new(),
            team: String::new(),
            calibrated: 0.5,
            se: 0.1,
            raw_mean: 0.5,
            reviews: 4,
            rank_interval,
            chances: vec![],
            better_than_next: None,
            strictness: None,
        }
    }
}

/// How many reviews and judges would change the winners if they were left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WinnersWithout {
    /// How many places win.
    pub places: u32,
    /// Reviews without each of which other projects would win.
    pub reviews: u32,
    /// Judges without each of whom other projects would win.
    pub judges: u32,
}

/// What a ranking rests on: whether reviews can compare all projects, and what the model has of the judges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankingBasis {
    /// Event's slug.
    pub event: String,
    /// Calibration run's number.
    pub run: i32,
    /// The parts of the projects that reviews can compare. Between parts that share no judge, the ranking assumes that they are about
    /// equally good. Empty where reviews can compare all.
    pub parts: Vec<Vec<ProjectId>>,
    /// Judges of some projects share very few with the others. The order between such projects may be worth less than plain means.
    pub weak: bool,
    /// How much less than an average judge the strictest one gives, and how much more the most generous one, from 0 to 1, at two decimals.
    /// Left out for plain means and where one could work out whose they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub offsets: Option<[f64; 2]>,
    /// Reviews weigh by how closely their judge agrees with the others.
    pub own_noise: bool,
    /// Each judge has a scale of their own.
    pub own_scale: bool,
    /// Tracks, or parts, have levels of their own.
    pub own_levels: bool,
}

/// What judges wrote about one project, and what they scored, without their names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Feedback {
    /// Project.
    pub project: ProjectId,
    /// The comments of its submitted reviews, in random order; left out where the organizers don't show them to teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub comments: Option<Vec<String>>,
    /// Reviews that count in the ranking; left out with `criteria`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reviews: Option<i64>,
    /// The mean per criterion, in the order of the rubric; empty with fewer than three reviews. Left out where the organizers
    /// don't show it to teams, and while judging is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub criteria: Option<Vec<CriterionFigure>>,
}
