//! The assignment planner: a preview of who would judge what, writing it, and undoing the last plan.
//!
//! Computing takes seconds on a large event, so no transaction is open meanwhile. What is written is what was shown: the
//! form carries the digest of what the planner read, and where that has changed, the new version is shown instead.

use crate::caller::Caller;
use crate::failure::{Failure, Outcome};
use crate::model::context::{Context, EventKey};
use crate::model::plan::{PlanGround, WrittenPlan};
use crate::portal::{Sent, context, entry};
use crate::store::Conn;
use crate::store::database::Database;
use crate::store::plan::{self as store, Made};
use crate::store::transaction::{Done, Entry};
use serde_json::json;
use shared::digest::hex;
use shared::ids::{AssignmentId, PersonId};
use shared::planner::{self, Chances, Pair, Plan, PlanJudge, PlanProject, PlanWorld, TooLarge};
use shared::refusal::{Fault, Reason, Refusal};
use shared::rules::{AssignmentStatus, act, may};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Plans under way at once: each takes a core for as long as it computes.
static PLACES: Semaphore = Semaphore::const_new(1);
/// Up to this many reviews, 20 random plans are made to compare with; above, 2.
const COMPARED: usize = 5_000;

/// What an organizer chooses for a plan.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Judges for each project; none for the event's setting.
    pub reviews: Option<u32>,
    /// What a review outside the judge's tracks costs, in projects of load.
    pub weight: u32,
}

impl Choice {
    /// The weight that costs the ranking nothing and still prefers the judge's tracks.
    pub const WEIGHT: u32 = 3;

    fn check(self) -> Result<Self, Refusal> {
        if self.reviews.is_some_and(|n| !(1..=PlanWorld::MOST_REVIEWS).contains(&n)) {
            let range = Fault::NumberRange { from: 1, to: PlanWorld::MOST_REVIEWS };
            return Err(Refusal::field("reviews", range));
        }
        if self.weight > PlanWorld::MOST_WEIGHT {
            return Err(Refusal::field("weight", Fault::NumberRange { from: 0, to: PlanWorld::MOST_WEIGHT }));
        }
        Ok(self)
    }
}

/// Who judges what now, and the last plan.
#[derive(Debug)]
pub struct AssignmentsOverview {
    /// The event.
    pub at: Context,
    /// Judges, projects and assignments.
    pub ground: PlanGround,
    /// The last plan that can still be undone, or why not; none without one.
    pub last: Option<WrittenPlan>,
    /// Suggested conflicts that nobody settled.
    pub suggestions: usize,
    /// Why nothing can change.
    pub refused: Option<Refusal>,
}

/// Reads who judges what.
///
/// # Errors
/// 401, 404, 403 for a caller who does not organize the event or takes part in it.
pub async fn overview(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<AssignmentsOverview> {
    let (at, ground) = read(conn, caller, slug).await?;
    Ok(AssignmentsOverview {
        ground,
        last: store::last(conn, at.event).await?,
        suggestions: crate::store::conflict::suggestions(conn, at.event).await?.len(),
        refused: may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now).err(),
        at,
    })
}

pub(super) async fn read(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<(Context, PlanGround)> {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    may::<act::ReadAssignments>(caller.actor.as_ref(), &at.facts, at.now)?;
    let ground = store::ground(conn, at.event).await?;
    Ok((at, ground))
}

/// A plan that is shown before it is written.
#[derive(Debug)]
pub struct Preview {
    /// The event.
    pub at: Context,
    /// What it was made from, with names.
    pub ground: PlanGround,
    /// What was chosen.
    pub choice: Choice,
    /// The plan.
    pub plan: Plan,
    /// λ₂ over load of random balanced plans for the same event, in ascending order.
    pub random: Vec<f64>,
    /// What to expect of it.
    pub chances: Option<Chances>,
    /// What to expect with other numbers of judges for each project; none where that takes too long.
    pub others: Vec<Alternative>,
    /// Why it cannot be written.
    pub refused: Option<Refusal>,
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

/// Makes a plan, and writes nothing.
///
/// # Errors
/// 401, 404, 403; 400 for the choice; 409 where the event is too large.
pub async fn preview(
    database: &Database,
    caller: &Caller,
    slug: &str,
    choice: Sent<Choice>,
) -> Outcome<Preview> {
    let (at, ground) = database.read(async |c| read(c, caller, slug).await).await?;
    let choice = choice?.check()?;
    let (world, plan) = compute(world(&ground, choice)).await?;
    let Compared { random, chances, others } = compare(world, &plan).await?;
    let refused = may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now).err();
    Ok(Preview { at, ground, choice, plan, random, chances, others, refused })
}

/// Writes the plan that was shown.
///
/// # Errors
/// As [`preview`]; 409 after publication and where the plan adds nothing; 412 where what it was made from has changed.
pub async fn write(
    database: &Database,
    caller: &Caller,
    slug: &str,
    choice: Sent<Choice>,
    shown: &str,
) -> Outcome<usize> {
    let (at, ground) = database.read(async |c| read(c, caller, slug).await).await?;
    may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now)?;
    let choice = choice?.check()?;
    let before = world(&ground, choice);
    same(&before, shown)?;
    let (_, plan) = compute(before).await?;
    if plan.added.is_empty() {
        return Err(Reason::PlanEmpty.into());
    }
    database.write(async |c| keep(c, caller, slug, choice, &plan).await).await
}

/// Stores a plan and logs it; asks the rule again, since time has passed.
async fn keep(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    choice: Choice,
    plan: &Plan,
) -> Outcome<Done<usize>> {
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now)?;
    store::lock(conn, at.event).await?;
    let ground = store::ground(conn, at.event).await?;
    let world = world(&ground, choice);
    same(&world, &plan.digest)?;
    let made = Made {
        digest: &plan.digest,
        reviews_per_project: world.reviews_per_project,
        expertise_weight: world.expertise_weight,
    };
    let id = store::write(conn, &permit, made, &plan.added).await?;
    let after = Some(json!({
        "digest": plan.digest,
        "reviews_per_project": world.reviews_per_project,
        "expertise_weight": world.expertise_weight,
        "added": plan.added.len(),
        "unmet": plan.findings.len(),
    }));
    let entry = entry(caller, &at, "assignment.planned", "assignment_plan", id);
    Ok(Done::logged(plan.added.len(), Entry { after, ..entry }))
}

/// Undoes the last plan, as long as no review of what it assigned was begun. Judges who stepped aside stay aside.
///
/// # Errors
/// 401, 404, 403; 409 after publication, where there is no plan, or where reviews exist.
pub async fn undo(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Done<u64>> {
    caller.actor.ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now)?;
    store::lock(conn, at.event).await?;
    let last = store::last(conn, at.event).await?.ok_or(Reason::NoPlan)?;
    if last.reviewed > 0 {
        return Err(Reason::PlanReviewed { reviews: last.reviewed }.into());
    }
    let gone = store::undo(conn, &permit, last.id).await?;
    let before = Some(json!({ "added": last.added, "digest": last.digest }));
    let after = Some(json!({ "removed": gone }));
    let entry = entry(caller, &at, "assignment.plan_undone", "assignment_plan", last.id);
    Ok(Done::logged(gone, Entry { before, after, ..entry }))
}

/// A judge's pending work, and who would take it over.
#[derive(Debug)]
pub struct Handover {
    /// The event.
    pub at: Context,
    /// Names.
    pub ground: PlanGround,
    /// The judge who hands over.
    pub judge: PersonId,
    /// Assignments that move: pending, without a review.
    pub pending: Vec<Pair>,
    /// Who takes what; projects that nobody can take stay.
    pub plan: Plan,
    /// Why it cannot be done.
    pub refused: Option<Refusal>,
}

/// Plans who takes over a judge's pending work, and writes nothing.
///
/// # Errors
/// 401, 404 for no judge of the event, 403.
pub async fn handover(
    database: &Database,
    caller: &Caller,
    slug: &str,
    judge: PersonId,
) -> Outcome<Handover> {
    let (at, ground) = database.read(async |c| read(c, caller, slug).await).await?;
    let moving = Moving::of(&ground, judge)?;
    let (_, plan) = compute(moving.world).await?;
    let refused = may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now).err();
    Ok(Handover { at, ground, judge, pending: moving.pending, plan, refused })
}

/// Moves a judge's pending work to those whom [`handover`] showed.
///
/// # Errors
/// As [`handover`]; 409 after publication and where nothing can move; 412 where something changed since.
pub async fn hand_over(
    database: &Database,
    caller: &Caller,
    slug: &str,
    judge: PersonId,
    shown: &str,
) -> Outcome<usize> {
    let (at, ground) = database.read(async |c| read(c, caller, slug).await).await?;
    may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now)?;
    let moving = Moving::of(&ground, judge)?;
    same(&moving.world, shown)?;
    let (_, plan) = compute(moving.world).await?;
    if plan.added.is_empty() {
        return Err(Reason::PlanEmpty.into());
    }
    database.write(async |c| keep_handover(c, caller, slug, judge, &plan).await).await
}

async fn keep_handover(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    judge: PersonId,
    plan: &Plan,
) -> Outcome<Done<usize>> {
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = may::<act::PlanAssignments>(caller.actor.as_ref(), &at.facts, at.now)?;
    store::lock(conn, at.event).await?;
    let ground = store::ground(conn, at.event).await?;
    let moving = Moving::of(&ground, judge)?;
    same(&moving.world, &plan.digest)?;
    let taken = |project: i64| plan.added.iter().any(|pair| pair.project == project);
    let gone: Vec<AssignmentId> = ground
        .assignments
        .iter()
        .filter(|a| a.judge == judge && is_free(a.status, a.reviewed) && taken(a.project.0))
        .map(|a| a.id)
        .collect();
    store::take_away(conn, &permit, &gone).await?;
    store::assign_all(conn, &permit, &plan.added, "planned").await?;
    let to: Vec<_> = plan.added.iter().map(|p| json!({ "project": p.project, "judge": p.judge })).collect();
    let after = Some(json!({ "from": judge, "moved": to, "digest": plan.digest }));
    let entry = entry(caller, &at, "assignment.moved", "event", at.event);
    Ok(Done::logged(plan.added.len(), Entry { after, ..entry }))
}

/// A judge's pending work as the planner deals it anew.
struct Moving {
    pending: Vec<Pair>,
    world: PlanWorld,
}

impl Moving {
    fn of(ground: &PlanGround, judge: PersonId) -> Result<Self, Refusal> {
        if !ground.judges.iter().any(|j| j.id == judge) {
            return Err(Refusal::not_found());
        }
        let mut world = world(ground, Choice { reviews: None, weight: Choice::WEIGHT });
        let known = |project: i64| ground.projects.iter().any(|p| p.id.0 == project);
        let pending: Vec<Pair> = ground
            .assignments
            .iter()
            .filter(|a| a.judge == judge && is_free(a.status, a.reviewed) && known(a.project.0))
            .map(|a| Pair { project: a.project.0, judge: judge.0 })
            .collect();
        // Every project keeps the number of judges that it has now, so that only the judge's own work is dealt.
        for project in &mut world.projects {
            let has = world.kept.iter().filter(|pair| pair.project == project.id).count();
            project.wanted = Some(u32::try_from(has).unwrap_or(u32::MAX).min(PlanWorld::MOST_REVIEWS));
        }
        world.kept.retain(|pair| !pending.contains(pair));
        world.barred.extend(&pending);
        world.judges.iter_mut().filter(|j| j.id == judge.0).for_each(|j| j.cap = Some(0));
        Ok(Self { pending, world })
    }
}

/// Whether an assignment can go without losing anything.
pub(super) fn is_free(status: AssignmentStatus, reviewed: bool) -> bool {
    status == AssignmentStatus::Pending && !reviewed
}

/// What the planner reads, as it takes it.
pub(super) fn world(ground: &PlanGround, choice: Choice) -> PlanWorld {
    let pair = |judge: i64, project: i64| Pair { project, judge };
    let recused = ground.assignments.iter().filter(|a| a.status == AssignmentStatus::Recused);
    let kept = ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused);
    PlanWorld {
        reviews_per_project: choice.reviews.unwrap_or(ground.reviews_per_project),
        expertise_weight: choice.weight,
        judges: ground
            .judges
            .iter()
            .map(|j| PlanJudge { id: j.id.0, cap: j.cap, tracks: j.tracks.iter().map(|t| t.0).collect() })
            .collect(),
        projects: ground
            .projects
            .iter()
            .map(|p| PlanProject { id: p.id.0, track: p.track.map(|t| t.0), wanted: None })
            .collect(),
        kept: kept.map(|a| pair(a.judge.0, a.project.0)).collect(),
        barred: ground
            .barred
            .iter()
            .map(|(judge, project)| pair(judge.0, project.0))
            .chain(recused.map(|a| pair(a.judge.0, a.project.0)))
            .collect(),
    }
}

/// Refuses where the event is no longer as it was shown.
pub(super) fn same(world: &PlanWorld, shown: &str) -> Result<(), Refusal> {
    if hex(&world.digest()) == shown { Ok(()) } else { Err(Reason::PlanOutdated.into()) }
}

/// Plans on a blocking thread.
async fn compute(world: PlanWorld) -> Outcome<(PlanWorld, Plan)> {
    on_thread(move || planner::plan(&world).map(|plan| (world, plan))).await?.map_err(too_large)
}

/// What a plan is compared with.
struct Compared {
    random: Vec<f64>,
    chances: Option<Chances>,
    others: Vec<Alternative>,
}

/// The random plans and the simulations, on a blocking thread.
async fn compare(world: PlanWorld, plan: &Plan) -> Outcome<Compared> {
    let plan = Arc::new(plan.clone());
    let reviews = world.projects.len() * world.reviews_per_project as usize;
    let compared = on_thread(move || {
        // They keep what exists, as the plan does.
        let random = planner::random_plans(&world, if reviews <= COMPARED { 20 } else { 2 });
        random.map(|mut random| {
            random.sort_by(f64::total_cmp);
            let others = if reviews <= COMPARED { alternatives(&world) } else { vec![] };
            Compared { random, chances: planner::chances(&plan), others }
        })
    });
    compared.await?.map_err(too_large)
}

/// The same event with up to two judges fewer and two more for each project.
fn alternatives(world: &PlanWorld) -> Vec<Alternative> {
    let asked = world.reviews_per_project;
    let numbers = (asked.saturating_sub(2).max(1)..=asked + 2).filter(|&n| n != asked);
    let each = |reviews| {
        let plan = planner::plan(&PlanWorld { reviews_per_project: reviews, ..world.clone() }).ok()?;
        Some(Alternative { reviews, added: plan.added.len(), chances: planner::chances(&plan)? })
    };
    numbers.filter_map(each).collect()
}

async fn on_thread<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    let place = PLACES.acquire().await.map_err(Failure::broken)?;
    // The computation owns its place: a request that ends before it must not make room for another one.
    let computed = tokio::task::spawn_blocking(move || {
        let _place = place;
        job()
    });
    computed.await.map_err(Failure::broken)
}

fn too_large(_: TooLarge) -> Failure {
    Failure::from(Refusal::from(Reason::PlanTooLarge {
        judges: PlanWorld::MOST_JUDGES,
        projects: PlanWorld::MOST_PROJECTS,
    }))
}
