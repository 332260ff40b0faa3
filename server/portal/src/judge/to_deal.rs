//! What the acts of the board would deal to judges who are here, and what of it nobody can take.

use super::plan_input::free_work;
use crate::dealing::{lacking, to_deal};
use crate::prelude::*;
use shared::board::{Evening, ForAll};

/// What each act would deal that deals work.
pub(super) fn by_act(ground: &PlanGround, evening: &Evening) -> [(ForAll, ToDeal); 3] {
    [ForAll::DealOut, ForAll::MoveNotBegun, ForAll::ShareOut].map(|act| (act, of_act(ground, evening, act)))
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
