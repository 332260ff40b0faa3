//! Who judges what, changed by an organizer's hand: one assignment at a time, or the lines of a file.

use super::dealt_order;
use super::open_assigning;
use super::plan::{self, logged_pairs};
use super::plan_input::{Choice, input, is_free, known_judges};
use super::recuse::locked;
use crate::prelude::*;
use crate::submit::looks;
use shared::assignment_file::{self, Action, AssignmentContext, AssignmentLine, AssignmentList};
use shared::conflict::{ConflictKind, ConflictSource};
use shared::digest::hex;
use shared::known_names::KnownNames;
use shared::planner::Pair;
use shared::project::Looks;
use store::conflict::{self, ConflictTerms};
use store::plan as plans;
use store::{assignment, review};

/// Who judges what, for a page of one judge or one project.
#[derive(Debug)]
pub struct ByHand {
    pub at: Context,
    /// Judges, projects and assignments.
    pub ground: PlanGround,
    /// What judges looked at before they submitted, as far as anybody may read it.
    pub looks: HashMap<ProjectId, Looks>,
    pub refused: Option<Refusal>,
    /// Reviews can be entered from paper now.
    pub enters: bool,
}
model::in_event!(ByHand);

/// Reads who judges what.
/// Errors: 401, 404, 403.
pub async fn read(call: &mut Call<'_>) -> Outcome<ByHand> {
    let (at, ground) = plan::read(call).await?;
    let refused = call.ask::<act::Assign>(&at).err();
    let enters = call.ask::<act::EnterReviews>(&at).is_ok();
    let looks = looks::read(call.conn, &at).await?;
    Ok(ByHand { at, ground, looks, refused, enters })
}

/// Takes a project away from a judge who has not begun a review of it.
/// Errors: 401, 404, 403; 409 after publication, or where a review is begun.
pub async fn take_away(call: &mut Call<'_>, id: AssignmentId) -> Acted {
    let (at, assigned) = locked(call, id).await?;
    let permit = call.ask::<act::Unassign>(&at)?;
    require(review::load(call.conn, at.event, id).await?.1.is_none(), Reason::HasReview)?;
    assignment::remove(call.conn, &permit).await?;
    let before = Some(json!({
        "judge": assigned.judge, "project": assigned.project, "status": assigned.status.name(),
    }));
    Ok(Done::logged((), call.entry(&at, "assignment.removed", "assignment", id).before(before)))
}

/// Takes pending assignments without a review away.
/// Errors: 412 where one of them is so no more: its judge submitted a review, or stepped aside, while this waited.
pub(super) async fn take_away_all(
    conn: &mut Conn,
    permit: &Permit<act::PlanAssignments>,
    assignments: &[AssignmentId],
) -> Outcome<()> {
    let gone = plans::take_away(conn, permit, assignments).await?;
    if usize::try_from(gone) == Ok(assignments.len()) { Ok(()) } else { Err(Reason::PlanOutdated.into()) }
}

/// What a file of assignments would do.
#[derive(Debug)]
pub struct FilePreview {
    pub at: Context,
    /// Each line with its verdict, and the columns that are not used.
    pub list: AssignmentList,
    /// Names the verdicts.
    pub digest: String,
    pub refused: Option<Refusal>,
}
model::in_event!(FilePreview);

/// Reads a file of assignments, and writes nothing.
/// Errors: 401, 404, 403; 400 where it cannot be read.
pub async fn read_file(call: &mut Call<'_>, text: Sent<String>) -> Outcome<FilePreview> {
    let (at, ground) = plan::read(call).await?;
    let list = judged(&ground, &text?)?;
    let refused = call.ask::<act::PlanAssignments>(&at).err();
    Ok(FilePreview { digest: digest(&list.lines), at, list, refused })
}

/// Writes what [`read_file`] showed: the lines that change something; the others are left out.
/// Errors: as [`read_file`]; 409 after publication; 412 where a line would do something else now; 400 where no line changes anything.
pub async fn write_file(call: &mut Call<'_>, text: Sent<String>, shown: &str) -> Acted<usize> {
    let (at, permit) = open_assigning::<act::PlanAssignments>(call).await?;
    let declare = call.ask::<act::DeclareConflict>(&at)?;
    let ground = plans::ground(call.conn, at.event).await?;
    let AssignmentList { lines, .. } = judged(&ground, &text?)?;
    require(digest(&lines) == shown, Reason::PlanOutdated)?;
    let of = |action: Action| {
        let meant = lines.iter().filter(move |l| l.verdict.is_ok() && l.action == action);
        meant.map(|l| Pair { project: l.project, judge: l.judge }).collect::<Vec<_>>()
    };
    let (assigned, removed, conflicts) = (of(Action::Assign), of(Action::Remove), of(Action::Conflict));
    let number = assigned.len() + removed.len() + conflicts.len();
    require_field(number > 0, "file", Fault::NoUsableLine)?;
    let mut after = json!({
        "assigned": assigned.len(), "removed": removed.len(), "conflicts": conflicts.len(),
        "given": logged_pairs(&assigned), "taken": logged_pairs(&removed), "declared": logged_pairs(&conflicts),
        "left_out": lines.len() - number,
    });
    let removed: BTreeSet<Pair> = removed.into_iter().collect();
    let here = ground.assignments.iter().map(|a| (a.id, a.project, a.judge.0));
    let dealt = ground.invited_work.iter().map(|w| (w.id, w.project, invited_number(w.invitation)));
    let gone: Vec<AssignmentId> = here
        .chain(dealt)
        .filter(|(_, project, judge)| removed.contains(&Pair { project: project.0, judge: *judge }))
        .map(|(id, ..)| id)
        .collect();
    take_away_all(call.conn, &permit, &gone).await?;
    let seed = input(&ground, Choice::default()).digest();
    let order = dealt_order::deal(&ground, &gone, &assigned, seed).await?.added;
    plans::assign_all(call.conn, &permit, &order, "import").await?;
    let pairs: Vec<_> = conflicts.iter().map(|p| (PersonId(p.judge), ProjectId(p.project))).collect();
    let declared = ConflictTerms {
        kind: ConflictKind::Other,
        reason: "",
        source: ConflictSource::Import,
        by: call.caller.person(),
    };
    let recused = conflict::recuse(call.conn, &declare, &pairs).await?;
    conflict::declare(call.conn, &declare, &pairs, declared).await?;
    recused.log(&mut after);
    Ok(Done::logged(number, call.entry(&at, "assignment.imported", "event", at.event).after(after)))
}

fn judged(ground: &PlanGround, text: &str) -> Result<AssignmentList, Refusal> {
    let invited =
        |id: InvitationId, project: ProjectId| Pair { project: project.0, judge: invited_number(id) };
    let barred = ground.barred.iter().map(|(j, p)| Pair { project: p.0, judge: j.0 });
    let assigned = ground.assignments.iter().map(|a| {
        let free = is_free(a.status, a.reviewed);
        let pair = Pair { project: a.project.0, judge: a.judge.0 };
        (pair, (a.status == AssignmentStatus::Recused, free))
    });
    let dealt =
        ground.invited_work.iter().map(|work| (invited(work.invitation, work.project), (false, true)));
    let world = AssignmentContext {
        judges: known_judges(ground),
        projects: KnownNames::of_projects(ground.projects.iter().map(|p| (p.id.0, p.title.as_str()))),
        barred: barred.chain(ground.invited_barred.iter().map(|(id, p)| invited(*id, *p))).collect(),
        assigned: assigned.chain(dealt).collect(),
        submitted: ground
            .assignments
            .iter()
            .filter(|a| a.status == AssignmentStatus::Done)
            .map(|a| Pair { project: a.project.0, judge: a.judge.0 })
            .collect(),
    };
    assignment_file::read(text, &world).map_err(|fault| Refusal::field("file", fault))
}

/// Names what the lines would do.
fn digest(lines: &[AssignmentLine]) -> String {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    for AssignmentLine { number, action, judge, project, verdict, ends_review, .. } in lines {
        hash.update(format!("{number} {action:?} {judge} {project} {verdict:?} {ends_review}\n"));
    }
    hex(&hash.finalize())
}
