//! The assignment planner: a preview of who would judge what, writing it, and undoing the last plan.
//!
//! Computing takes seconds on a large event, so no transaction is open meanwhile. What is written is what was shown: the
//! form carries the digest of what the planner read, and where that has changed, the new version is shown instead.

use super::dealt_order;
use super::open_assigning;
use super::plan_computation::{Alternative, Compared, compare, compute};
use super::plan_input::{Choice, input, same};
use super::to_deal::of_invited;
use crate::dealing::to_deal;
use crate::people::refused_about;
use crate::prelude::*;
use crate::prizes::first_three;
use shared::planner::{Chances, Pair, Plan};
use store::plan::{self as plans, PlanOrigin};
use store::visit;

/// Who judges what now, and the last plan.
#[derive(Debug)]
pub struct AssignmentsOverview {
    pub at: Context,
    /// Judges, projects and assignments.
    pub ground: PlanGround,
    /// The work of judges who have not come, and what of it nobody can take over.
    pub to_share: ToDeal,
    /// The last plan that can still be undone, or why not; none without one.
    pub last: Option<WrittenPlan>,
    /// The judges who gave their first three; none where the event does not ask for them.
    pub first_three: Option<HashSet<PersonId>>,
    pub refused: Option<Refusal>,
    /// Reviews can be entered from a spreadsheet now.
    pub enters: bool,
    /// Judges can be invited now.
    pub invites: bool,
}
model::in_event!(AssignmentsOverview);

/// Reads who judges what.
/// Errors: 401, 404, 403 for a caller who does not organize the event or takes part in it.
pub async fn overview(call: &mut Call<'_>) -> Outcome<AssignmentsOverview> {
    let (at, ground) = read(call).await?;
    Ok(AssignmentsOverview {
        to_share: to_deal(&ground, &of_invited(&ground), &[]),
        ground,
        last: plans::last(call.conn, at.event).await?,
        first_three: first_three::given(call, &at).await?,
        refused: call.ask::<act::PlanAssignments>(&at).err(),
        enters: call.ask::<act::EnterReviews>(&at).is_ok(),
        invites: refused_about::<act::Invite>(call, &at, MemberRole::Judge).await?.is_none(),
        at,
    })
}

pub(super) async fn read(call: &mut Call<'_>) -> Outcome<(Context, PlanGround)> {
    let (at, _) = call.open::<act::ReadAssignments>().await?;
    let ground = plans::ground(call.conn, at.event).await?;
    Ok((at, ground))
}

/// A plan that is shown before it is written.
#[derive(Debug)]
pub struct Preview {
    pub at: Context,
    /// What it was made from, with names.
    pub ground: PlanGround,
    pub choice: Choice,
    pub plan: Plan,
    /// The project that is furthest from the middle of its judges' lists, and its mean place in them from −½ to ½; none where no
    /// project has two judges.
    pub uneven: Option<(ProjectId, f64)>,
    /// λ₂ over load of random balanced plans for the same event, in ascending order.
    pub random: Vec<f64>,
    /// What to expect of it.
    pub chances: Option<Chances>,
    /// What to expect with other numbers of judges for each project; none where that takes too long.
    pub others: Vec<Alternative>,
    /// How many minutes the event sets for a visit, if it does.
    pub visit_minutes: Option<u32>,
    pub refused: Option<Refusal>,
}
model::in_event!(Preview);

/// Makes a plan, and writes nothing.
/// Errors: 401, 404, 403; 400 for the choice; 409 where the event is too large.
pub async fn preview(by: By<'_>, choice: Sent<Choice>) -> Outcome<Preview> {
    let ask = async |call: &mut Call<'_>| {
        let (at, ground) = read(call).await?;
        let minutes = visit::minutes(call.conn, at.event).await?;
        Ok((at, ground, minutes))
    };
    let (at, ground, visit_minutes) = by.read(ask).await?;
    let choice = choice?.check()?;
    let (input, plan) = compute(input(&ground, choice)).await?;
    let uneven = dealt_order::deal(&ground, &[], &plan.added, input.digest()).await?.uneven;
    let Compared { random, chances, others } = compare(input, &plan).await?;
    let refused = by.caller.ask::<act::PlanAssignments>(&at).err();
    Ok(Preview { at, ground, choice, plan, uneven, random, chances, others, visit_minutes, refused })
}

/// Writes the plan that was shown.
/// Errors: as [`preview`]; 409 after publication and where the plan adds nothing; 412 where what it was made from has changed.
pub async fn write(by: By<'_>, choice: Sent<Choice>, shown: &str) -> Outcome<usize> {
    write_as(by, choice, Some(shown)).await
}

/// Deals out what projects lack to the judges who are here, by the event's settings and what is assigned now, also to judges who have not
/// come yet.
/// Errors: as [`write`].
pub(super) async fn deal_out(by: By<'_>) -> Outcome<usize> {
    let choice = Choice { invited: false, ..Choice::default() };
    write_as(by, Ok(choice), None).await
}

async fn write_as(by: By<'_>, choice: Sent<Choice>, shown: Option<&str>) -> Outcome<usize> {
    let (at, ground) = by.read(read).await?;
    by.caller.ask::<act::PlanAssignments>(&at)?;
    let choice = choice?.check()?;
    let before = input(&ground, choice);
    if let Some(shown) = shown {
        same(&before, shown)?;
    }
    let (input, plan) = compute(before).await?;
    require(!plan.added.is_empty(), Reason::PlanEmpty)?;
    let order = dealt_order::deal(&ground, &[], &plan.added, input.digest()).await?.added;
    by.write(async |call| keep(call, choice, (&plan, &order)).await).await
}

/// Stores a plan in the order that was dealt, and logs it.
async fn keep(call: &mut Call<'_>, choice: Choice, (plan, order): (&Plan, &[Pair])) -> Acted<usize> {
    let (at, permit) = open_assigning::<act::PlanAssignments>(call).await?;
    let ground = plans::ground(call.conn, at.event).await?;
    let input = input(&ground, choice);
    same(&input, &plan.digest)?;
    let made = PlanOrigin {
        digest: &plan.digest,
        reviews_per_project: input.reviews_per_project,
        expertise_weight: input.expertise_weight,
    };
    let id = plans::write(call.conn, &permit, made, order).await?;
    let invited = plan.added.iter().filter(|pair| pair.judge < 0).count();
    let mut after = json!({
        "digest": plan.digest,
        "reviews_per_project": input.reviews_per_project,
        "expertise_weight": input.expertise_weight,
        "added": plan.added.len(),
        "given": logged_pairs(&plan.added),
        "unmet": plan.findings.len(),
    });
    if invited > 0 {
        after["not_here_yet"] = json!(invited);
    }
    let after = Some(after);
    let entry = call.entry(&at, "assignment.planned", "assignment_plan", id);
    Ok(Done::logged(plan.added.len(), entry.after(after)))
}

/// Judges and projects as the log keeps them, by their numbers: what nobody touches afterwards has no other row. Who is invited and not
/// here yet is named by the invitation.
pub(super) fn logged_pairs(pairs: &[Pair]) -> Value {
    let logged = |pair: &Pair| match invitation_of(pair.judge) {
        Some(invitation) => json!({ "project": pair.project, "invitation": invitation }),
        None => json!({ "project": pair.project, "judge": pair.judge }),
    };
    pairs.iter().map(logged).collect()
}

/// Undoes the last plan, as long as no review of what it assigned was begun. Judges who stepped aside stay aside.
/// Errors: 401, 404, 403; 409 after publication, where there is no plan, or where reviews exist.
pub async fn undo(call: &mut Call<'_>) -> Acted<u64> {
    let (at, permit) = open_assigning::<act::PlanAssignments>(call).await?;
    let last = plans::last(call.conn, at.event).await?.ok_or(Reason::NoPlan)?;
    require(last.reviewed == 0, Reason::PlanReviewed { reviews: last.reviewed })?;
    let gone = plans::undo(call.conn, &permit, last.id).await?;
    // A review that was submitted while this waited for its assignment is not among them.
    require(i64::try_from(gone).ok() == Some(last.pending), Reason::PlanOutdated)?;
    let before = Some(json!({ "added": last.added, "digest": last.digest }));
    let after = Some(json!({ "removed": gone }));
    let entry = call.entry(&at, "assignment.plan_undone", "assignment_plan", last.id);
    Ok(Done::logged(gone, entry.before(before).after(after)))
}
