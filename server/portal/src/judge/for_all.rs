//! One press on the board for all judges, or all projects, of a state. Each calls the operation that acts for one.

use super::board::{KeptBoards, numbers};
use super::handover;
use super::plan;
use crate::notices::post_to_each;
use crate::prelude::*;
use shared::board::ForAll;
use shared::notice::Audience;
use words::notices::{MISSED, NUDGE};

/// Does it for all who are in the state now, and returns how many notices it posted, or how many reviews
/// it moved or dealt out.
/// Errors: 401, 404; 403 for all but organizers, and for an organizer who takes part, before publication; 400 for no such act; then those
/// of a notice to one person, or of a plan.
pub async fn act(by: By<'_>, boards: &KeptBoards, what: Sent<ForAll>) -> Outcome<usize> {
    let numbers = numbers(by, boards).await?.1.numbers;
    let what = what?;
    let whom = what.whom(&numbers.evening);
    let (audiences, text): (Vec<Audience>, &str) = match what {
        ForAll::DealOut => return plan::deal_out(by).await,
        ForAll::ShareOut => return handover::share_out(by).await,
        ForAll::MoveNotBegun => {
            let judges: Vec<PersonId> = whom.into_iter().map(PersonId).collect();
            return handover::write_all(by, &judges).await;
        }
        ForAll::ShareWithIdle => {
            let judges: Vec<PersonId> = whom.into_iter().map(PersonId).collect();
            return handover::share_with(by, &judges).await;
        }
        ForAll::NudgeSilent | ForAll::NudgeNotStarted => {
            (whom.into_iter().map(|judge| Audience::Person(PersonId(judge))).collect(), NUDGE)
        }
        ForAll::CallMissed => {
            let teams = whom.iter().filter_map(|id| numbers.projects.get(id));
            (teams.map(|project| Audience::Team(project.team)).collect(), MISSED)
        }
    };
    by.write(async |call| post_to_each(call, audiences, text).await).await
}
