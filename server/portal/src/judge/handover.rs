//! Moving a judge's pending work to others in one act: shown by the planner first, then done as it was shown.

use super::by_hand::take_away_all;
use super::open_assigning;
use super::plan;
use super::plan_computation::compute;
use super::plan_input::{Choice, input, is_free, same};
use crate::caller::Caller;
use crate::entry;
use model::context::Context;
use model::plan::PlanGround;
use serde_json::json;
use shared::ids::{AssignmentId, PersonId, ProjectId};
use shared::planner::{Pair, Plan, PlanInput};
use shared::refusal::{Reason, Refusal};
use shared::rules::act;
use std::collections::{BTreeMap, BTreeSet};
use store::Conn;
use store::database::Database;
use store::failure::Outcome;
use store::plan as plans;
use store::transaction::{Done, Entry};

/// A judge's pending work, and who would take it over.
#[derive(Debug)]
pub struct Handover {
    pub at: Context,
    /// Names.
    pub ground: PlanGround,
    /// The judge who hands over.
    pub judge: PersonId,
    /// Assignments that move: pending, without a review.
    pub pending: Vec<Pair>,
    /// Who takes what; projects that nobody can take stay.
    pub plan: Plan,
    pub refused: Option<Refusal>,
}

/// Plans who takes over a judge's pending work, and writes nothing.
///
/// # Errors
/// 401, 404 for no judge of the event, 403.
pub async fn preview(database: &Database, caller: &Caller, slug: &str, judge: PersonId) -> Outcome<Handover> {
    let (at, ground) = database.read(async |c| plan::read(c, caller, slug).await).await?;
    let moving = Moving::of(&ground, judge)?;
    let (_, plan) = compute(moving.input).await?;
    let refused = caller.ask::<act::PlanAssignments>(&at).err();
    Ok(Handover { at, ground, judge, pending: moving.pending, plan, refused })
}

/// Moves a judge's pending work to those whom [`preview`] showed.
///
/// # Errors
/// As [`preview`]; 409 after publication and where nothing can move; 412 where something changed since.
pub async fn write(
    database: &Database,
    caller: &Caller,
    slug: &str,
    judge: PersonId,
    shown: &str,
) -> Outcome<usize> {
    let (at, ground) = database.read(async |c| plan::read(c, caller, slug).await).await?;
    caller.ask::<act::PlanAssignments>(&at)?;
    let moving = Moving::of(&ground, judge)?;
    same(&moving.input, shown)?;
    let (_, plan) = compute(moving.input).await?;
    if plan.added.is_empty() {
        return Err(Reason::PlanEmpty.into());
    }
    database.write(async |c| keep(c, caller, slug, judge, &plan).await).await
}

async fn keep(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    judge: PersonId,
    plan: &Plan,
) -> Outcome<Done<usize>> {
    let (at, permit) = open_assigning::<act::PlanAssignments>(conn, caller, slug).await?;
    let ground = plans::ground(conn, at.event).await?;
    let moving = Moving::of(&ground, judge)?;
    same(&moving.input, &plan.digest)?;
    let taken: BTreeSet<i64> = plan.added.iter().map(|pair| pair.project).collect();
    let gone: Vec<AssignmentId> = ground
        .assignments
        .iter()
        .filter(|a| a.judge == judge && is_free(a.status, a.reviewed) && taken.contains(&a.project.0))
        .map(|a| a.id)
        .collect();
    take_away_all(conn, &permit, &gone).await?;
    plans::assign_all(conn, &permit, &plan.added, "planned").await?;
    let to: Vec<_> = plan.added.iter().map(|p| json!({ "project": p.project, "judge": p.judge })).collect();
    let after = Some(json!({ "from": judge, "moved": to, "digest": plan.digest }));
    let entry = entry(caller, &at, "assignment.moved", "event", at.event);
    Ok(Done::logged(plan.added.len(), Entry { after, ..entry }))
}

/// A judge's pending work as the planner deals it anew.
struct Moving {
    pending: Vec<Pair>,
    input: PlanInput,
}

impl Moving {
    fn of(ground: &PlanGround, judge: PersonId) -> Result<Self, Refusal> {
        if !ground.judges.iter().any(|j| j.id == judge) {
            return Err(Refusal::not_found());
        }
        let mut input = input(ground, Choice { reviews: None, weight: Choice::WEIGHT });
        let known: BTreeSet<ProjectId> = ground.projects.iter().map(|p| p.id).collect();
        let pending: Vec<Pair> = ground
            .assignments
            .iter()
            .filter(|a| a.judge == judge && is_free(a.status, a.reviewed) && known.contains(&a.project))
            .map(|a| Pair { project: a.project.0, judge: judge.0 })
            .collect();
        // Every project keeps the number of judges that it has now, so that only the judge's own work is dealt.
        let mut has: BTreeMap<i64, u32> = BTreeMap::new();
        for pair in &input.kept {
            *has.entry(pair.project).or_default() += 1;
        }
        for project in &mut input.projects {
            let has = has.get(&project.id).copied().unwrap_or(0);
            project.wanted = Some(has.min(PlanInput::MOST_REVIEWS));
        }
        input.kept.retain(|pair| !pending.contains(pair));
        input.barred.extend(&pending);
        input.judges.iter_mut().filter(|j| j.id == judge.0).for_each(|j| j.cap = Some(0));
        Ok(Self { pending, input })
    }
}
