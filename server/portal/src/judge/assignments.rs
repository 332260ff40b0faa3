//! A judge's tasks: the list, and one with all that its page shows.

use super::evidence;
use super::pull::may_pull;
use super::{facts, judge};
use crate::prelude::*;
use crate::submit::evidence::OwnEvidence;
use crate::zone::Zone;
use crate::zone_of;
use shared::floor::in_walking_order;
use shared::rules::ReviewRule;
use shared::window::Phase;
use store::{assignment, call, first_three, invitation_link, note, panel, project, review, visit};

/// A page of the caller's assignments over all events, by id. Where it was `brought` by the statement that found who calls, it is not
/// read again.
/// Errors: 401; 403 for a caller who judges nothing.
pub async fn list(
    by: By<'_>,
    page: Sent<ListPage>,
    brought: Option<Vec<ListedAssignment>>,
) -> Outcome<Vec<ListedAssignment>> {
    let person = judge(by.caller)?;
    let page = page?;
    let mut listed = match brought {
        Some(brought) => brought,
        None => by.database.questions().assignments_of(person, page).await?,
    };
    listed.retain(|assignment| by.caller.knows_slug(&assignment.event));
    Ok(listed)
}

/// The caller's tasks by event: those where judging is open first, then those to come, the nearest close
/// before the others.
/// Errors: 401; 403 for a caller who judges nothing.
pub async fn tasks(call: &mut Call<'_>) -> Outcome<Vec<EventTasks>> {
    let person = judge(call.caller)?;
    let mut events = assignment::judged_events(call.conn, person).await?;
    events.retain(|e| call.caller.knows(e.event));
    events.sort_by_key(|e| {
        let phase = match e.judging.phase(e.now) {
            Phase::Open => 0,
            Phase::NotYet => 1,
            Phase::Closed => 2,
        };
        (phase, e.judging.close.is_none(), e.judging.close)
    });
    let ids: Vec<EventId> = events.iter().map(|e| e.event).collect();
    let mut rubrics = review::rubrics(call.conn, &ids).await?;
    let mut by_event: BTreeMap<EventId, Vec<JudgeTask>> = BTreeMap::new();
    for task in assignment::tasks(call.conn, person, None).await? {
        by_event.entry(task.event).or_default().push(task);
    }
    let all_panels = panel::open_of_person(call.conn, person).await?;
    let mut new_links = invitation_link::newest_for_judge(call.conn, person).await?;
    let mut calls: BTreeMap<EventId, OwnCall> =
        call::own(call.conn, person, None).await?.into_iter().collect();
    let mut judged = Vec::with_capacity(events.len());
    for event in events {
        let criteria = rubrics.remove(&event.event).unwrap_or_default();
        let mut tasks = by_event.remove(&event.event).unwrap_or_default();
        hide_unreviewed(event.blind, &mut tasks);
        in_visiting_order(&mut tasks);
        let may_ask = !tasks.iter().any(waits) && event.judging.is_open(event.now);
        let (mut may_take, mut by_need, mut results_out, mut first_three) = (false, false, false, None);
        // While there is something to do, the list needs no more of the event than its head.
        if may_ask || event.published || event.first_three {
            let at = context(call, EventKey::Slug(&event.slug)).await?;
            may_take = may_ask && may_pull(call, &at).await?;
            by_need = at.facts.event.review_rule == ReviewRule::Need;
            results_out = event.published && results_view(None, &at.facts, at.now).is_ok();
            if event.first_three {
                first_three = Some(own_first_three(call, &at, &tasks).await?);
            }
        }
        let panels = all_panels.iter().filter(|panel| panel.event == event.event);
        let panels = panels.map(|panel| (panel.prize, panel.name.clone())).collect();
        let new_link = new_links.iter().position(|(of, ..)| *of == event.event);
        let new_link = new_link.map(|at| new_links.swap_remove(at)).map(|(_, by, at)| (by, at));
        judged.push(EventTasks {
            call: calls.remove(&event.event),
            may_call: !event.published && !event.judging.is_over(event.now),
            event,
            criteria,
            tasks,
            may_pull: may_take,
            by_need,
            results_out,
            panels,
            new_link,
            first_three,
        });
    }
    Ok(judged)
}

/// What a judge does next in one event.
#[derive(Clone, Debug)]
pub struct NextReview {
    pub event: JudgingEvent,
    /// The project to review; none where the judge may take one.
    pub task: Option<JudgeTask>,
    /// Submitted reviews.
    pub done: usize,
    /// Assignments, those given back left out.
    pub of: usize,
}

/// What the caller does next in each event that is judged now, the nearest close first. Where nothing is left to do, the event is
/// left out.
/// Errors: 401; a lost database.
pub async fn next(call: &mut Call<'_>) -> Outcome<Vec<NextReview>> {
    if !call.caller.judges {
        return Ok(Vec::new());
    }
    let person = judge(call.caller)?;
    let mut events = assignment::judged_events(call.conn, person).await?;
    events.retain(|e| call.caller.knows(e.event) && e.judging.is_open(e.now) && !e.published);
    events.sort_by_key(|e| (e.judging.close.is_none(), e.judging.close));
    let mut all = Vec::new();
    for event in events {
        let mut tasks = assignment::tasks(call.conn, person, Some(event.event)).await?;
        hide_unreviewed(event.blind, &mut tasks);
        in_visiting_order(&mut tasks);
        let counted = |status| tasks.iter().filter(|task| task.status == status).count();
        let (done, recused) = (counted(AssignmentStatus::Done), counted(AssignmentStatus::Recused));
        let of = tasks.len() - recused;
        let task = tasks.into_iter().find(|task| task.status == AssignmentStatus::Pending);
        if task.is_none() {
            let at = context(call, EventKey::Slug(&event.slug)).await?;
            if !may_pull(call, &at).await? {
                continue;
            }
        }
        all.push(NextReview { event, task, done, of });
    }
    Ok(all)
}

/// The caller's first three, in an event that asks for them.
async fn own_first_three(call: &mut Call<'_>, at: &Context, tasks: &[JudgeTask]) -> Outcome<FirstThree> {
    let may_give = call.ask::<act::GiveFirstThree>(at).is_ok();
    let order = first_three::of_judge(call.conn, at.event, call.caller.account()?).await?;
    let title = |project| tasks.iter().find(|task| task.project == project).map(|task| task.title.clone());
    let titles = order.iter().copied().filter_map(title).collect();
    Ok(FirstThree { order, titles, may_give })
}

/// Whether a task keeps its judge from taking another project: it is to be scored, and its team was not missed.
fn waits(task: &JudgeTask) -> bool {
    task.status == AssignmentStatus::Pending && task.visit.is_none()
}

/// Takes the teams out of what a judge of a blind event has not reviewed. On these pages an organizer who judges is a judge.
fn hide_unreviewed(blind: bool, tasks: &mut [JudgeTask]) {
    for task in tasks.iter_mut().filter(|task| blind && task.status != AssignmentStatus::Done) {
        task.hide_team();
    }
}

/// The order in which a judge visits projects: round the floor, and at the end once more those that were visited in vain, the
/// earliest visit first.
fn in_visiting_order(tasks: &mut [JudgeTask]) {
    in_walking_order(tasks, |task| &task.place, |task| task.id);
    tasks.sort_by_key(|task| task.visit.map(|visit| visit.at));
}

#[derive(Clone, Debug)]
pub struct TaskDetails {
    /// The event, and the caller's assignment in it.
    pub at: Context,
    pub assignment: Assignment,
    pub project: Project,
    pub track: Option<String>,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    pub review: Option<Review>,
    /// The judge's tasks in the event, this one among them, in the order of the list.
    pub tasks: Vec<JudgeTask>,
    pub save_refused: Option<Refusal>,
    /// Whether the judge may step aside now.
    pub may_recuse: bool,
    /// Whether the judge, with nothing left in the event but marked visits, may take another project.
    pub may_pull: bool,
    /// The visit in vain that the judge marked.
    pub visit: Option<Visit>,
    /// Whether the judge may mark the visit now.
    pub may_mark: bool,
    /// How many minutes the event sets for a visit, if it does.
    pub minutes: Option<u32>,
    /// The judge's private note on the project.
    pub note: Note,
    /// The judge's call for help that waits or ended a short time ago, and whether they may call.
    pub call: Option<OwnCall>,
    pub may_call: bool,
    /// What is found about the project; none in an event that collects nothing.
    pub evidence: Option<OwnEvidence>,
    /// The clocks of the event's place.
    pub zone: Zone,
}

/// One of the caller's own tasks.
/// Errors: 401; 404 for any assignment but the caller's own.
pub async fn read(call: &mut Call<'_>, id: AssignmentId) -> Outcome<TaskDetails> {
    let person = call.caller.account()?;
    let assignment = assignment::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(call, EventKey::Assignment(id)).await?;
    at.facts.assignment = Some(facts(call.caller, &at, &assignment));
    call.ask::<act::ReadAssignment>(&at)?;
    let save_refused = call.ask::<act::SaveReview>(&at).err();
    let may_recuse = call.ask::<act::Recuse>(&at).is_ok();
    let mut project = project::find(call.conn, assignment.project).await?.ok_or_else(Refusal::not_found)?;
    if at.facts.event.blind && assignment.status != AssignmentStatus::Done {
        project.hide_team();
    }
    let (criteria, review) = review::load(call.conn, at.event, id).await?;
    let mut tasks = assignment::tasks(call.conn, person, Some(at.event)).await?;
    hide_unreviewed(at.facts.event.blind, &mut tasks);
    in_visiting_order(&mut tasks);
    let this = tasks.iter().find(|t| t.id == id);
    let (track, marked) = (this.and_then(|t| t.track.clone()), this.and_then(|t| t.visit));
    let may_mark = call.ask::<act::MarkVisit>(&at).is_ok();
    let minutes = visit::minutes(call.conn, at.event).await?;
    let note = note::find(call.conn, person, id).await?;
    let own_call = call::own(call.conn, person, Some(at.event)).await?.pop().map(|(_, call)| call);
    at.facts.project = Some(project.facts());
    let evidence = evidence::of_task(call, &at, review.is_some()).await?;
    let may_call = call.ask::<act::CallForHelp>(&at).is_ok();
    let zone = zone_of(call.conn, &at.slug).await?;
    let left = tasks.iter().any(waits);
    let may_pull = !left && may_pull(call, &at).await?;
    Ok(TaskDetails {
        at,
        assignment,
        project,
        track,
        criteria,
        review,
        tasks,
        save_refused,
        may_recuse,
        may_pull,
        visit: marked,
        may_mark,
        minutes,
        note,
        call: own_call,
        may_call,
        evidence,
        zone,
    })
}
