//! What one press does for all judges, or all projects, of a state.

use super::{Evening, JudgeState, MISSED_AT_RISK, ProjectProgress};

/// An act for all of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForAll {
    /// Writes to the judges who saved nothing for half an hour.
    NudgeSilent,
    /// Writes to the judges who have not started.
    NudgeNotStarted,
    /// Moves the work of the judges who saved nothing for half an hour after the opening to others.
    MoveNotBegun,
    /// Writes to the teams that judges missed.
    CallMissed,
    /// Deals out the reviews of projects with too few judges. What is dealt to judges who have not come yet is not dealt again.
    DealOut,
    /// Moves what is dealt to judges who have not come for half an hour after the opening to those who are here.
    ShareOut,
    /// Moves a share of what the others have left to the judges without a project.
    ShareWithIdle,
}

named! { ForAll:
    NudgeSilent = "nudge-silent", NudgeNotStarted = "nudge-not-started", MoveNotBegun = "move-not-begun",
    CallMissed = "call-missed", DealOut = "deal-out", ShareOut = "share-out",
    ShareWithIdle = "share-with-idle",
}

impl ForAll {
    /// The judges, or the projects, that it is for.
    pub fn whom(self, evening: &Evening) -> Vec<i64> {
        let judges = |states: &[JudgeState]| -> Vec<i64> {
            evening.judges.iter().filter(|of| states.contains(&of.state)).map(|of| of.judge).collect()
        };
        let projects = |is: fn(&ProjectProgress) -> bool| -> Vec<i64> {
            evening.projects.iter().filter(|of| is(of)).map(|of| of.project).collect()
        };
        match self {
            Self::NudgeSilent => judges(&[JudgeState::Silent]),
            Self::NudgeNotStarted => judges(&[JudgeState::NotBegun, JudgeState::Ready]),
            // Where nobody else is here, there is nobody to move it to.
            Self::MoveNotBegun if evening.judges.iter().all(|of| of.state == JudgeState::NotBegun) => {
                Vec::new()
            }
            Self::MoveNotBegun => judges(&[JudgeState::NotBegun]),
            Self::CallMissed => projects(|of| of.missed >= MISSED_AT_RISK),
            // Without a judge there is nobody to deal to.
            Self::DealOut | Self::ShareOut if evening.judges.is_empty() => Vec::new(),
            Self::DealOut => projects(|of| of.undealt > 0),
            // Where one project needs it, all that is dealt to them moves.
            Self::ShareOut if evening.projects.iter().all(|of| of.lacks == of.undealt) => Vec::new(),
            Self::ShareOut => projects(|of| of.not_here > 0),
            // Where one project lacks judges, a plan has something for them.
            Self::ShareWithIdle if evening.projects.iter().any(|of| of.undealt > 0) => Vec::new(),
            Self::ShareWithIdle if evening.judges.iter().all(|of| of.pending < 2) => Vec::new(),
            Self::ShareWithIdle => judges(&[JudgeState::Idle]),
        }
    }
}
