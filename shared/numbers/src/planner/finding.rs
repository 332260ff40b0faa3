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
pub enum Unmet {
    /// There is no judge at all.
    NoJudges,
    /// There is no project to judge.
    NoProjects,
    /// The event has fewer judges than these projects should have.
    FewJudges {
        /// The projects, by id.
        projects: Vec<i64>,
        /// Judges of the event.
        judges: u32,
        /// Judges that a project should have; the most that any of these should.
        wanted: u32,
    },
    /// Projects lack judges because the caps leave no room.
    Capped {
        /// The projects, by id.
        projects: Vec<i64>,
        /// Reviews that are missing.
        missing: u32,
    },
    /// A project has fewer judges who may judge it than it should have.
    FewMayJudge {
        /// The project.
        project: i64,
        /// Judges who may judge it.
        eligible: u32,
        /// Judges whom a conflict, their own team or an earlier recusal keeps away.
        barred: u32,
        /// Judges that it should have.
        wanted: u32,
    },
    /// An existing assignment is between a judge and a project that must not be paired.
    KeptDespiteConflict {
        /// The project.
        project: i64,
        /// The judge.
        judge: i64,
    },
    /// A judge already has more than their cap.
    OverCap {
        /// The judge.
        judge: i64,
        /// What they have.
        load: u32,
        /// Their cap.
        cap: u32,
    },
    /// The reviews fall into parts that share no judge.
    Parts {
        /// How many.
        parts: u32,
    },
    /// Judges are compared through too few reviews.
    WeakTies {
        /// λ₂ over load, in thousandths.
        thousandths: u32,
    },
    /// Judges review hardly anything outside one track each.
    TracksApart {
        /// The share of reviews outside each judge's main track, in thousandths.
        thousandths: u32,
    },
    /// Tracks did not count for a part of the reviews, so that judges can be compared.
    TracksOpened {
        /// The part, in percent.
        percent: u32,
    },
    /// No judge knows this track, though others are declared for tracks.
    TrackWithoutJudge {
        /// The track.
        track: i64,
        /// How many projects it has.
        projects: u32,
    },
    /// Judges with nothing to do, since every project has its judges.
    Idle {
        /// The judges.
        judges: Vec<i64>,
    },
}

/// What would help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum Help {
    /// Raise caps by this many reviews in all.
    RaiseCaps {
        /// Reviews.
        reviews: u32,
    },
    /// Invite more judges.
    InviteJudges {
        /// How many.
        judges: u32,
        /// Projects for each.
        each: u32,
    },
    /// Ask for fewer reviews: as many as every project has in this plan.
    FewerReviews {
        /// Reviews for each project.
        each: u32,
    },
    /// Ask for more reviews for each project.
    MoreReviews {
        /// Reviews for each project.
        each: u32,
    },
    /// Find judges who have no conflict with the project.
    FreeJudges {
        /// How many.
        judges: u32,
    },
    /// Recuse the judge from the project.
    Recuse,
    /// Let tracks count for less.
    LowerExpertise,
    /// Give a judge this track.
    GiveTrack,
    /// A review by this judge of this project would join two parts.
    Review {
        /// The judge.
        judge: i64,
        /// The project.
        project: i64,
    },
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
