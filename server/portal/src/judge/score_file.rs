//! Reviews of several judges from a list, such as a spreadsheet that was filled in from paper. Each row is what entering one review from paper
//! is, with its own row in the log; all of them are entered or none.

use super::assign::{Pair as Assigned, create};
use super::plan;
use super::plan_input::known_judges;
use super::save_review::{ReviewToEnter, enter_all};
use super::{open_assigning, tag};
use crate::prelude::*;
use sha2::{Digest, Sha256};
use shared::digest::hex;
use shared::known_names::KnownNames;
use shared::planner::Pair;
use shared::score_file::{self, AssignedReview, ScoreAct, ScoreContext, ScoreList, StoredReview};
use store::plan as plans;
use store::{assignment, review};

/// The page before a list was read.
#[derive(Debug)]
pub struct ScoreSheet {
    pub at: Context,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    pub refused: Option<Refusal>,
}
model::in_event!(ScoreSheet);

/// What a list would do.
#[derive(Debug)]
pub struct ScorePreview {
    pub at: Context,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    pub list: ScoreList,
    /// Names what is shown.
    pub digest: String,
    pub refused: Option<Refusal>,
}
model::in_event!(ScorePreview);

/// What is entered beside the reviews that are new.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreChoice {
    /// Those that replace a stored one.
    pub replace: bool,
    /// Those that need an assignment first.
    pub assign: bool,
}

/// What a list is read against.
struct Ground {
    world: ScoreContext,
    assignments: BTreeMap<Pair, AssignmentId>,
    stored: BTreeMap<AssignmentId, Review>,
}

impl Ground {
    async fn read(conn: &mut Conn, at: &Context, plan: PlanGround) -> Outcome<Self> {
        let stored = review::stored(conn, at.event).await?;
        let criteria = review::rubrics(conn, &[at.event]).await?.remove(&at.event).unwrap_or_default();
        let of = |judge: PersonId, project: ProjectId| Pair { project: project.0, judge: judge.0 };
        let assignments: BTreeMap<Pair, AssignmentId> =
            plan.assignments.iter().map(|a| (of(a.judge, a.project), a.id)).collect();
        let assigned = plan.assignments.iter().map(|a| {
            let stored = stored.get(&a.id).map(|review| StoredReview {
                scores: review.scores.clone(),
                comment: review.comment.clone(),
                submitted: review.submitted_at.is_some(),
            });
            let recused = a.status == AssignmentStatus::Recused;
            (of(a.judge, a.project), AssignedReview { recused, voided: a.voided, stored })
        });
        let assigned = assigned.collect();
        let world = ScoreContext {
            criteria,
            judges: known_judges(&plan),
            projects: KnownNames::of_projects(plan.projects.iter().map(|p| (p.id.0, p.title.as_str()))),
            barred: plan.barred.into_iter().map(|(judge, project)| of(judge, project)).collect(),
            assigned,
        };
        Ok(Self { world, assignments, stored })
    }

    fn judge(&self, text: &str) -> Result<ScoreList, Refusal> {
        score_file::read(text, &self.world).map_err(|fault| Refusal::field("file", fault))
    }

    fn assignment(&self, pair: Option<Pair>) -> Option<AssignmentId> {
        self.assignments.get(&pair?).copied()
    }

    /// Names what the rows would do, over which saves of which reviews.
    fn digest(&self, list: &ScoreList) -> String {
        let mut hash = Sha256::new();
        for line in &list.lines {
            let stored = self.assignment(line.pair).and_then(|id| self.stored.get(&id));
            let over = tag(stored.and_then(|review| review.saved_at));
            hash.update(format!(
                "{} {:?} {:?} {:?} {over}\n",
                line.number, line.pair, line.verdict, line.changes
            ));
        }
        hex(&hash.finalize())
    }
}

/// Opens the page.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part.
pub async fn open(call: &mut Call<'_>) -> Outcome<ScoreSheet> {
    let (at, _) = call.open::<act::ReadAssignments>().await?;
    let criteria = review::rubrics(call.conn, &[at.event]).await?.remove(&at.event).unwrap_or_default();
    let refused = call.ask::<act::EnterReviews>(&at).err();
    Ok(ScoreSheet { at, criteria, refused })
}

/// Reads a list, and writes nothing.
/// Errors: as [`open`]; 400 where it cannot be read.
pub async fn read(call: &mut Call<'_>, text: Sent<String>) -> Outcome<ScorePreview> {
    let (at, plan) = plan::read(call).await?;
    let text = text?;
    let ground = Ground::read(call.conn, &at, plan).await?;
    let list = ground.judge(&text)?;
    let digest = ground.digest(&list);
    let refused = call.ask::<act::EnterReviews>(&at).err();
    Ok(ScorePreview { at, criteria: ground.world.criteria, list, digest, refused })
}

/// Enters what [`read`] showed: the reviews that are new, and those that were chosen beside them. Returns how many.
/// Errors: as [`read`]; 409 outside the judging window and after publication; 412 where a row would do something else now than `shown`
/// names; 400 where no row changes anything.
pub async fn enter(
    call: &mut Call<'_>,
    text: Sent<String>,
    shown: Option<&str>,
    choice: ScoreChoice,
) -> Acted<usize> {
    // Behind the lock of those who assign, so that nobody assigns, pulls or declares a conflict meanwhile.
    let (at, _) = open_assigning::<act::EnterReviews>(call).await?;
    let assign = call.ask::<act::Assign>(&at)?;
    let text = text?;
    let plan = plans::ground(call.conn, at.event).await?;
    let first = Ground::read(call.conn, &at, plan).await?;
    let mut held = hold(call.conn, &first, &first.judge(&text)?).await?;
    // Judges save their own reviews, so what is stored is read again behind the locks.
    let plan = plans::ground(call.conn, at.event).await?;
    let ground = Ground::read(call.conn, &at, plan).await?;
    let list = ground.judge(&text)?;
    require(shown.is_none_or(|shown| ground.digest(&list) == shown), Reason::PlanOutdated)?;
    let (mut done, mut reviews) = (Done::unlogged(()), Vec::new());
    for line in list.lines {
        let (Some(pair), Ok(act)) = (line.pair, line.verdict) else { continue };
        let chosen = match act {
            ScoreAct::New => true,
            ScoreAct::Replaces => choice.replace,
            ScoreAct::Assigns => choice.assign,
        };
        if !chosen {
            continue;
        }
        let id = match ground.assignment(Some(pair)) {
            Some(id) => id,
            None => {
                let pair = Assigned { judge: PersonId(pair.judge), project: ProjectId(pair.project) };
                let made = create(call, &at, &assign, pair).await?;
                let id = *made.value();
                held.extend(assignment::lock(call.conn, id).await?.map(|assigned| (id, assigned)));
                done = done.and(made);
                id
            }
        };
        let assigned = held.remove(&id).ok_or(Refusal::from(Reason::PlanOutdated))?;
        let stored = ground.stored.get(&id).cloned();
        reviews.push(ReviewToEnter { assigned, stored, changes: line.changes });
    }
    require_field(!reviews.is_empty(), "file", Fault::NoUsableLine)?;
    let done = done.append(call.conn).await?;
    let entered = enter_all(call, &at, &ground.world.criteria, reviews).await?;
    let number = *entered.value();
    Ok(done.and(entered).map(|()| number))
}

/// Locks the assignments that the rows would write, in the order of their numbers, as all do that lock several.
async fn hold(
    conn: &mut Conn,
    ground: &Ground,
    list: &ScoreList,
) -> Outcome<BTreeMap<AssignmentId, Assignment>> {
    let written = list.lines.iter().filter(|line| line.verdict.is_ok());
    let mut ids: Vec<AssignmentId> = written.filter_map(|line| ground.assignment(line.pair)).collect();
    ids.sort_unstable();
    let mut held = BTreeMap::new();
    for id in ids {
        held.extend(assignment::lock(conn, id).await?.map(|assigned| (id, assigned)));
    }
    Ok(held)
}
