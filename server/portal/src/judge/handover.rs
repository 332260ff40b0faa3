//! Moving pending work to others in one act: a judge's, shown by the planner first and then done as it was shown, that of judges who
//! have not come, or a share for judges who have nothing.

use super::by_hand::take_away_all;
use super::dealt_order;
use super::open_assigning;
use super::plan::{self, logged_pairs};
use super::plan_computation::compute;
use super::plan_input::{Choice, free_work, input, same};
use crate::dealing::untaken;
use crate::prelude::*;
use serde_json::Map;
use shared::planner::{Pair, Plan, PlanInput, UntakenWork};
use shared::proposal::values;
use store::plan as plans;

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
    /// Why those stay.
    pub untaken: UntakenWork,
    pub refused: Option<Refusal>,
}
model::in_event!(Handover);

/// Plans who takes over a judge's pending work, and writes nothing.
/// Errors: 401, 404 for no judge of the event, 403.
pub async fn preview(by: By<'_>, judge: PersonId) -> Outcome<Handover> {
    let (at, ground) = by.read(plan::read).await?;
    let moving = Moving::of(&ground, Leaving::Judges(&[judge]))?;
    let (_, plan) = compute(moving.input).await?;
    let refused = by.caller.ask::<act::PlanAssignments>(&at).err();
    let pending: Vec<Pair> = moving.work.into_iter().map(|(_, pair)| pair).collect();
    let goes: BTreeSet<i64> = plan.added.iter().map(|pair| pair.project).collect();
    let stay = pending.iter().map(|pair| pair.project).filter(|project| !goes.contains(project));
    let untaken = untaken(&ground, stay.map(ProjectId), &[judge], &plan.added);
    Ok(Handover { at, ground, judge, pending, plan, untaken, refused })
}

/// Moves a judge's pending work to those whom [`preview`] showed.
/// Errors: as [`preview`]; 409 after publication and where nothing can move; 412 where something changed since.
pub async fn write(by: By<'_>, judge: PersonId, shown: &str) -> Outcome<usize> {
    move_work(by, Leaving::Judges(&[judge]), Some(shown)).await
}

/// Moves all that is dealt to judges who have not come to those who are here.
/// Errors: as [`write`], without 404.
pub async fn share_out(by: By<'_>) -> Outcome<usize> {
    move_work(by, Leaving::Invited, None).await
}

/// What is dealt to judges who have not come, as a proposal to share it out keeps it.
pub(crate) async fn seen(conn: &mut Conn, event: EventId) -> Outcome<Map<String, Value>> {
    let ground = plans::ground(conn, event).await?;
    Ok(Moving::of(&ground, Leaving::Invited)?.seen())
}

/// Moves the pending work of several judges to the others, as the planner deals it now. None of them takes over what another one
/// leaves.
/// Errors: as [`write`].
pub(super) async fn write_all(by: By<'_>, judges: &[PersonId]) -> Outcome<usize> {
    move_work(by, Leaving::Judges(judges), None).await
}

/// Gives these judges, who have no project, a share of what the others have left.
/// Errors: as [`write`], without 404.
pub(super) async fn share_with(by: By<'_>, judges: &[PersonId]) -> Outcome<usize> {
    move_work(by, Leaving::Surplus(judges), None).await
}

async fn move_work(by: By<'_>, from: Leaving<'_>, shown: Option<&str>) -> Outcome<usize> {
    let (at, ground) = by.read(plan::read).await?;
    by.caller.ask::<act::PlanAssignments>(&at)?;
    let moving = Moving::of(&ground, from)?;
    if let Some(shown) = shown {
        same(&moving.input, shown)?;
    }
    let Moving { work, input } = moving;
    let (input, plan) = compute(input).await?;
    require(!plan.added.is_empty(), Reason::PlanEmpty)?;
    let gone = gone(&work, &plan.added);
    let order = dealt_order::deal(&ground, &gone, &plan.added, input.digest()).await?.added;
    by.write(async |call| keep(call, from, (&plan, &order)).await).await
}

async fn keep(call: &mut Call<'_>, from: Leaving<'_>, (plan, order): (&Plan, &[Pair])) -> Acted<usize> {
    let (at, permit) = open_assigning::<act::PlanAssignments>(call).await?;
    let ground = plans::ground(call.conn, at.event).await?;
    let moving = Moving::of(&ground, from)?;
    call.caller.still(&moving.seen())?;
    same(&moving.input, &plan.digest)?;
    take_away_all(call.conn, &permit, &gone(&moving.work, &plan.added)).await?;
    plans::assign_all(call.conn, &permit, order, "planned").await?;
    let from = match from {
        Leaving::Judges([one]) => json!(one),
        Leaving::Judges(several) => json!(several),
        Leaving::Invited => json!("judges who have not come"),
        Leaving::Surplus(_) => json!("judges who have more"),
    };
    let after = json!({ "from": from, "moved": logged_pairs(&plan.added), "digest": plan.digest });
    Ok(Done::logged(plan.added.len(), call.entry(&at, "assignment.moved", "event", at.event).after(after)))
}

/// Whose work moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving<'a> {
    /// None of them takes over what another one leaves.
    Judges(&'a [PersonId]),
    /// All who are invited and have not come.
    Invited,
    /// Those who have more than an even share, to these alone.
    Surplus(&'a [PersonId]),
}

/// Pending work as the planner deals it anew.
struct Moving {
    /// What moves, by number.
    work: Vec<(AssignmentId, Pair)>,
    input: PlanInput,
}

impl Moving {
    fn of(ground: &PlanGround, from: Leaving<'_>) -> Result<Self, Refusal> {
        let mut input = input(ground, Choice::default());
        let pair = |judge: i64, project: ProjectId| Pair { project: project.0, judge };
        let work: Vec<(AssignmentId, Pair)> = match from {
            Leaving::Judges(judges) => {
                if !judges.iter().all(|judge| ground.judges.iter().any(|j| j.id == *judge)) {
                    return Err(Refusal::not_found());
                }
                free_work(ground, judges).map(|a| (a.id, pair(a.judge.0, a.project))).collect()
            }
            Leaving::Invited => {
                let dealt = ground.invited_work.iter();
                dealt.map(|a| (a.id, pair(invited_number(a.invitation), a.project))).collect()
            }
            Leaving::Surplus(to) => {
                surplus(ground, to).into_iter().map(|a| (a.id, pair(a.judge.0, a.project))).collect()
            }
        };
        let moving: BTreeSet<Pair> = work.iter().map(|(_, pair)| *pair).collect();
        // Every project keeps the number of judges that it has now, so that only this work is dealt.
        let mut has: BTreeMap<i64, u32> = BTreeMap::new();
        for pair in &input.kept {
            *has.entry(pair.project).or_default() += 1;
        }
        for project in &mut input.projects {
            let has = has.get(&project.id).copied().unwrap_or(0);
            project.wanted = Some(has.min(PlanInput::MOST_REVIEWS));
        }
        input.kept.retain(|pair| !moving.contains(pair));
        input.barred.extend(&moving);
        // Work moves to judges who are here.
        let leaves = |id: i64| {
            id < 0
                || match from {
                    Leaving::Judges(judges) => judges.contains(&PersonId(id)),
                    Leaving::Surplus(to) => !to.contains(&PersonId(id)),
                    Leaving::Invited => false,
                }
        };
        input.judges.iter_mut().filter(|j| leaves(j.id)).for_each(|j| j.cap = Some(0));
        Ok(Self { work, input })
    }

    fn seen(&self) -> Map<String, Value> {
        let mut assignments: Vec<AssignmentId> = self.work.iter().map(|(id, _)| *id).collect();
        assignments.sort_unstable();
        values([("assignments", json!(assignments))])
    }
}

/// What judges have beyond the share that each would have if all were dealt evenly, `to` among them. The first of what somebody has stays:
/// they may be on their way to it. A project goes as often as there are judges to take it.
fn surplus<'g>(ground: &'g PlanGround, to: &[PersonId]) -> Vec<&'g PlannedAssignment> {
    let others: Vec<PersonId> = ground.judges.iter().map(|j| j.id).filter(|id| !to.contains(id)).collect();
    let mut free: BTreeMap<PersonId, Vec<&PlannedAssignment>> = BTreeMap::new();
    for assignment in free_work(ground, &others) {
        free.entry(assignment.judge).or_default().push(assignment);
    }
    let all: usize = free.values().map(Vec::len).sum();
    let share = all.div_ceil((free.len() + to.len()).max(1));
    let mut times: BTreeMap<ProjectId, usize> = BTreeMap::new();
    let mut work = Vec::new();
    for of_judge in free.into_values() {
        let more = of_judge.len().saturating_sub(share);
        let last = of_judge.into_iter().rev().filter(|assignment| {
            let taken = times.entry(assignment.project).or_default();
            *taken += 1;
            *taken <= to.len()
        });
        work.extend(last.take(more));
    }
    work
}

/// What goes of this work where these are added: of each project as many as it gets.
fn gone(work: &[(AssignmentId, Pair)], added: &[Pair]) -> Vec<AssignmentId> {
    let mut gets: BTreeMap<i64, usize> = BTreeMap::new();
    for pair in added {
        *gets.entry(pair.project).or_default() += 1;
    }
    let goes = |(id, pair): &(AssignmentId, Pair)| {
        let left = gets.get_mut(&pair.project)?;
        *left = left.checked_sub(1)?;
        Some(*id)
    };
    work.iter().filter_map(goes).collect()
}
