//! Objects of the JSON API, with the specification's field names. Timestamps are RFC 3339 in UTC.

mod assignment;
mod ballot;
mod call;
mod comment;
mod confirmation;
mod event;
mod notice;
mod organizing;
mod person;
mod prize;
mod project;
mod proposal;
mod question;
mod results;
mod review;
mod team;
mod visit;

pub use crate::evidence::ProjectFact;
pub use assignment::{Assignment, JudgeCall, JudgeConflict, JudgeTask, JudgeTasks, NewLink, TaskRecusal};
pub use ballot::{Ballot, ProjectVotes, Votes};
pub use call::{OwnCall, WaitingCall};
pub use comment::Comment;
pub use confirmation::Confirmation;
pub use event::{Event, Track};
pub use notice::Notice;
pub use organizing::{
    NextWinner, NumberDone, OwedThing, PrizeException, PrizesByRule, ScoreCheck, ScoreRow, TeamTime,
    WaitingPrize, WinnersOwe,
};
pub use person::{Me, Role};
pub use prize::{AwardedPrize, Panel, PanelOrder, PanelProject, Prize, PrizeWinner, ProjectWishes};
pub use project::{Looks, Project, Withdrawal};
pub use proposal::Proposal;
pub use question::{Question, Questions};
pub use results::{Correction, Feedback, MoreTime, RankingBasis, ResultEntry, Results, WinnersWithout};
pub use review::{ReviewSaved, ScoreRecord};
pub use team::{LinkedTeam, Team, TeamMember};
pub use visit::{MissedVisit, ProjectVisits};
