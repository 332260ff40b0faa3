//! What the acts of the board would deal to judges who are here, what of it nobody can take, and what judges have left to visit.

use super::plan_input::free_work;
use crate::dealing::{lacking, to_deal, visits_left};
use crate::prelude::*;
use shared::board::{Evening, ForAll};

/// All that is left, in an event that sets so many minutes for a visit, if it does.
pub(super) fn work_left(ground: &PlanGround, evening: &Evening, minutes: Option<u32>) -> WorkLeft {
    let acts = [ForAll::DealOut, ForAll::MoveNotBegun, ForAll::ShareOut];
    WorkLeft {
        to_deal: acts.map(|act| (act, of_act(ground, evening, act))).into(),
        visits: VisitsLeft { minutes, each: visits_left(ground) },
        counted: ground.projects.len() + ground.assignments.len(),
    }
}

fn of_act(ground: &PlanGround, evening: &Evening, act: ForAll) -> ToDeal {
    match act {
        ForAll::DealOut => to_deal(ground, &lacking(ground), &[]),
        ForAll::ShareOut => to_deal(ground, &of_invited(ground), &[]),
        _ => {
            let leaving: Vec<PersonId> = act.whom(evening).into_iter().map(PersonId).collect();
            let work: Vec<ProjectId> = free_work(ground, &leaving).map(|a| a.project).collect();
            to_deal(ground, &work, &leaving)
        }
    }
}

/// The projects that are dealt to judges who have not come, each named once for every one of them.
pub(super) fn of_invited(ground: &PlanGround) -> Vec<ProjectId> {
    ground.invited_work.iter().map(|work| work.project).collect()
}
