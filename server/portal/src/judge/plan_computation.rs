//! Plans, and what they are compared with, computed on threads that may block: it takes seconds on a large event.

use crate::prelude::*;
use shared::planner::{self, Chances, Plan, PlanInput, TooLarge};
use store::heavy::{self, Class};

/// Up to this many reviews, 20 random plans are made to compare with; above, 2.
const COMPARED: usize = 5_000;

/// Plans on a blocking thread.
pub(super) async fn compute(input: PlanInput) -> Outcome<(PlanInput, Plan)> {
    heavy::run_as(Class::Event, move || planner::plan(&input).map(|plan| (input, plan)))
        .await?
        .map_err(too_large)
}

pub(super) struct Compared {
    /// λ₂ over load of random plans, in ascending order.
    pub(super) random: Vec<f64>,
    /// What to expect of the plan.
    pub(super) chances: Option<Chances>,
    /// The same for other numbers of judges for each project.
    pub(super) others: Vec<Alternative>,
}

/// A plan for another number of judges for each project.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// Judges for each project.
    pub reviews: u32,
    /// Assignments that it would add.
    pub added: usize,
    /// What to expect of it.
    pub chances: Chances,
}

/// The random plans and the simulations, on a blocking thread.
pub(super) async fn compare(input: PlanInput, plan: &Plan) -> Outcome<Compared> {
    let plan = plan.clone();
    let reviews = input.projects.len() * input.reviews_per_project as usize;
    let compared = heavy::run_as(Class::Event, move || {
        // They keep what exists, as the plan does.
        let random = planner::random_plans(&input, if reviews <= COMPARED { 20 } else { 2 });
        random.map(|mut random| {
            random.sort_by(f64::total_cmp);
            let others = if reviews <= COMPARED { alternatives(&input) } else { vec![] };
            let plans: Vec<&Plan> =
                std::iter::once(&plan).chain(others.iter().map(|(_, plan)| plan)).collect();
            // All judge the same simulated events, so that plans which assign the same have the same chances.
            let mut expected = planner::compared_chances(&plans).into_iter();
            let chances = expected.next().flatten();
            let others = others.iter().zip(expected).filter_map(|((reviews, plan), chances)| {
                Some(Alternative { reviews: *reviews, added: plan.added.len(), chances: chances? })
            });
            Compared { random, chances, others: others.collect() }
        })
    });
    compared.await?.map_err(too_large)
}

/// The same event with up to two judges fewer and two more for each project.
fn alternatives(input: &PlanInput) -> Vec<(u32, Plan)> {
    let asked = input.reviews_per_project;
    let numbers = (asked.saturating_sub(2).max(1)..=asked + 2).filter(|&n| n != asked);
    let each = |reviews| {
        let plan = planner::plan(&PlanInput { reviews_per_project: reviews, ..input.clone() }).ok()?;
        Some((reviews, plan))
    };
    numbers.filter_map(each).collect()
}

fn too_large(_: TooLarge) -> Failure {
    Failure::from(Refusal::from(Reason::PlanTooLarge {
        judges: PlanInput::MOST_JUDGES,
        projects: PlanInput::MOST_PROJECTS,
    }))
}
