//! Prizes, who won them, and their panels.

use crate::prelude::*;

/// A prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Prize {
    /// Identifier.
    pub id: PrizeId,
    /// Name.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// What it is; may be empty.
    pub description: String,
    /// How many projects win it.
    pub number: i32,
    /// Which projects can win it: `all`, those of a `track`, or `opt-in`.
    #[schema(pattern = "^(all|track|opt-in)$")]
    pub eligibility: String,
    /// The track, where it is for one.
    #[schema(required)]
    pub track: Option<TrackId>,
    /// How the winners are found: `rank`, `panel`, `vote` or `choice`.
    #[schema(pattern = "^(rank|panel|vote|choice)$")]
    pub rule: String,
    /// What decided beside the rule: `organizers`, who chose others or between equals, or `earlier_ranking`, which another one has replaced
    /// since. Left out where the rule decided, and before the results are published.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(pattern = "^(organizers|earlier_ranking)$")]
    pub decided: String,
    /// Why these won; empty where no reason was given, and before the results are published.
    pub reason: String,
    /// The projects that won, the first one first; null before the results are published.
    #[schema(required)]
    pub winners: Option<Vec<PrizeWinner>>,
    /// The winners are provisional until then; left out where they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub provisional_until: Option<DateTime<Utc>>,
}

/// A prize with its winners, as the results name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AwardedPrize {
    /// Identifier.
    pub id: PrizeId,
    /// Name.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// How the winners were found: `rank`, `panel`, `vote` or `choice`.
    #[schema(pattern = "^(rank|panel|vote|choice)$")]
    pub rule: String,
    /// What decided beside the rule: `organizers`, who chose others or between equals, or `earlier_ranking`, which another one has replaced
    /// since. Left out where the rule decided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(pattern = "^(organizers|earlier_ranking)$")]
    pub decided: String,
    /// Why these won; may be empty.
    pub reason: String,
    /// The projects that won, the first one first.
    pub winners: Vec<PrizeWinner>,
}

/// A project that won a prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PrizeWinner {
    /// Project.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// True where it was flagged as a repeat of another project since it won.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
}

/// A prize whose panel the caller is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Panel {
    /// The event's slug.
    pub event: String,
    /// The prize.
    pub prize: PrizeId,
    /// Its name.
    pub name: String,
    /// How many projects the caller has put in order.
    pub ranked: i32,
}

/// The panel of a prize as one who is on it meets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PanelOrder {
    /// The event's slug.
    pub event: String,
    /// The prize.
    pub prize: PrizeId,
    /// Its name.
    pub name: String,
    /// What the prize is for; may be empty.
    pub description: String,
    /// Whether the order can be given or changed now.
    pub open: bool,
    /// The projects to choose from, by title: none of the caller's own team, and none that the caller has a conflict with.
    pub eligible: Vec<PanelProject>,
    /// The caller's order, the best first; empty before they give one.
    pub order: Vec<ProjectId>,
}

/// A project that a panel can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PanelProject {
    /// Project.
    pub project: ProjectId,
    /// Title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// The room in which it is shown; may be empty.
    pub room: String,
    /// Its place in the room; may be empty.
    pub place: String,
}

/// What a team asks for with a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectWishes {
    /// Project.
    pub project: ProjectId,
    /// The prizes that it competes for because the team asked.
    pub prizes: Vec<PrizeId>,
    /// Whether it needs power at its place.
    pub power: bool,
    /// Whether it needs a quiet place.
    pub quiet: bool,
    /// Which of `repo_url`, `demo_url` and `video_url` tell whose project it is. Left out if none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names_us: Vec<String>,
    /// Whether this can be changed now.
    pub open: bool,
}
