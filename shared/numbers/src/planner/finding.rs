//! What a plan could not meet, and what would help: codes with numbers. `words` has the sentences.

use serde::{Deserialize, Serialize};

/// Something that the plan could not meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFinding {
    /// What.
    pub unmet: Unmet,
    /// What would help, the simplest first; empty where nothing needs to be done.
    pub helps: Vec<Help>,
}

/// What was not met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "code")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum Unmet {
    /// There is no judge at all.
    NoJudges,
    /// There is no project to judge.
    NoProjects,
    /// The event has fewer judges than these projects should have. `wanted` is the most that any of them should.
    FewJudges { projects: Vec<i64>, judges: u32, wanted: u32 },
    /// Projects lack judges because the caps leave no room.
    Capped { projects: Vec<i64>, missing: u32 },
    /// A project has fewer judges who may judge it than it should have. A conflict, their own team or an earlier recusal bars others.
    FewMayJudge { project: i64, eligible: u32, barred: u32, wanted: u32 },
    /// An existing assignment is between a judge and a project that must not be paired.
    KeptDespiteConflict { project: i64, judge: i64 },
    /// A judge already has more than their cap.
    OverCap { judge: i64, load: u32, cap: u32 },
    /// The reviews fall into parts that share no judge.
    Parts { parts: u32 },
    /// Judges are compared through too few reviews: λ₂ over load, in thousandths.
    WeakTies { thousandths: u32 },
    /// Judges review hardly anything outside one track each: the share of such reviews, in thousandths.
    TracksApart { thousandths: u32 },
    /// Tracks did not count for a part of the reviews, so that judges can be compared.
    TracksOpened { percent: u32 },
    /// No judge knows this track, though others are declared for tracks.
    TrackWithoutJudge { track: i64, projects: u32 },
    /// Judges with nothing to do, since every project has its judges.
    Idle { judges: Vec<i64> },
}

/// What would help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "code")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum Help {
    /// Raise caps by this many reviews in all.
    RaiseCaps { reviews: u32 },
    /// Invite more judges, with so many projects each.
    InviteJudges { judges: u32, each: u32 },
    /// Ask for fewer reviews: as many as every project has in this plan.
    FewerReviews { each: u32 },
    /// Ask for more reviews for each project.
    MoreReviews { each: u32 },
    /// Find so many judges who have no conflict with the project.
    FreeJudges { judges: u32 },
    /// Recuse the judge from the project.
    Recuse,
    /// Let tracks count for less.
    LowerExpertise,
    /// Give a judge this track.
    GiveTrack,
    /// A review by this judge of this project would join two parts.
    Review { judge: i64, project: i64 },
    /// Move pending work of others to them.
    MoveWork,
}

/// Reviews that no judge who is here can take over, by what keeps them away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UntakenWork {
    /// A conflict, an own team or an earlier recusal keeps every judge away.
    pub barred: usize,
    /// All others have the project already.
    pub given: usize,
    /// All others are at their cap.
    pub full: usize,
}

impl UntakenWork {
    /// All of them.
    #[must_use]
    pub fn reviews(self) -> usize {
        self.barred + self.given + self.full
    }
}
