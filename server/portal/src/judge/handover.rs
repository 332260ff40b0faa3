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
    let moving = Moving::of(&ground, &[judge])?;
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
    write_as(database, caller, slug, &[judge], Some(shown)).await
}

/// Moves the pending work of several judges to the others, as the planner deals it now. None of them takes over what another one
/// leaves.
///
/// # Errors
/// As [`write`].
pub(super) async fn write_all(
    database: &Database,
    caller: &Caller,
    slug: &str,
    judges: &[PersonId],
) -> Outcome<usize> {
    write_as(database, caller, slug, judges, None).await
}

async fn write_as(
    database: &Database,
    caller: &Caller,
    slug: &str,
    judges: &[PersonId],
    shown: Option<&str>,
) -> Outcome<usize> {
    let (at, ground) = database.read(async |c| plan::read(c, caller, slug).await).await?;
    caller.ask::<act::PlanAssignments>(&at)?;
    let moving = Moving::of(&ground, judges)?;
    if let Some(shown) = shown {
        same(&moving.input, shown)?;
    }
    let (_, plan) = compute(moving.input).await?;
    if plan.added.is_empty() {
        return Err(Reason::PlanEmpty.into());
    }
    database.write(async |c| keep(c, caller, slug, judges, &plan).await).await
}

async fn keep(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    judges: &[PersonId],
    plan: &Plan,
) -> Outcome<Done<usize>> {
    let (at, permit) = open_assigning::<act::PlanAssignments>(conn, caller, slug).await?;
    let ground = plans::ground(conn, at.event).await?;
    let moving = Moving::of(&ground, judges)?;
    same(&moving.input, &plan.digest)?;
    // Two of the judges may have one project, of which one place is taken over.
    let mut taken: BTreeMap<i64, u32> = BTreeMap::new();
    for pair in &plan.added {
        *taken.entry(pair.project).or_default() += 1;
    }
    let mut goes = |project: i64| match taken.get_mut(&project) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    };
    let gone: Vec<AssignmentId> = ground
        .assignments
        .iter()
        .filter(|a| judges.contains(&a.judge) && is_free(a.status, a.reviewed) && goes(a.project.0))
        .map(|a| a.id)
        .collect();
    take_away_all(conn, &permit, &gone).await?;
    plans::assign_all(conn, &permit, &plan.added, "planned").await?;
    let to: Vec<_> = plan.added.iter().map(|p| json!({ "project": p.project, "judge": p.judge })).collect();
    let from = match judges {
        [one] => json!(one),
        several => json!(several),
    };
    let after = Some(json!({ "from": from, "moved": to, "digest": plan.digest }));
    let entry = entry(caller, &at, "assignment.moved", "event", at.event);
    Ok(Done::logged(plan.added.len(), Entry { after, ..entry }))
}

/// The pending work of judges as the planner deals it anew.
struct Moving {
    pending: Vec<Pair>,
    input: PlanInput,
}

impl Moving {
    fn of(ground: &PlanGround, judges: &[PersonId]) -> Result<Self, Refusal> {
        if !judges.iter().all(|judge| ground.judges.iter().any(|j| j.id == *judge)) {
            return Err(Refusal::not_found());
        }
        let mut input = input(ground, Choice { reviews: None, weight: Choice::WEIGHT });
        let known: BTreeSet<ProjectId> = ground.projects.iter().map(|p| p.id).collect();
        let pending: Vec<Pair> = ground
            .assignments
            .iter()
            .filter(|a| {
                judges.contains(&a.judge) && is_free(a.status, a.reviewed) && known.contains(&a.project)
            })
            .map(|a| Pair { project: a.project.0, judge: a.judge.0 })
            .collect();
        // Every project keeps the number of judges that it has now, so that only the judges' own work is dealt.
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
        input.judges.iter_mut().filter(|j| judges.contains(&PersonId(j.id))).for_each(|j| j.cap = Some(0));
        Ok(Self { pending, input })
    }
}
