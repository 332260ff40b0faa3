//! Evidence about projects: what judges and organizers see of it, and what people write.

use super::facts;
use crate::prelude::*;
use crate::submit::evidence::{OwnEvidence, seen};
use crate::submit::projects;
use shared::evidence::ProjectFact;
use shared::evidence::{Fact, NewWritten, WrittenKind, current, waiting};
use store::{assignment, evidence, evidence_desk};

#[derive(Clone, Debug)]
pub struct EvidenceDesk {
    pub at: Context,
    /// Those with facts, by title.
    pub projects: Vec<EvidenceProject>,
    /// Why words of people are left out, and this organizer writes none.
    pub refused: Option<Refusal>,
}
model::in_event!(EvidenceDesk);

/// What a project's judge sees; `None` in an event that collects nothing. The context holds the assignment and the project.
pub(super) async fn of_task(call: &mut Call<'_>, at: &Context, saved: bool) -> Outcome<Option<OwnEvidence>> {
    let (Some(person), Some(project)) = (call.caller.person(), at.facts.project) else { return Ok(None) };
    if !at.facts.event.evidence {
        return Ok(None);
    }
    let refused = call.ask::<act::FlagProject>(at).err();
    // In a blind event facts wait as the team's name does: they quote addresses.
    if !saved || !sees_team(call.caller.actor.as_ref(), &at.facts, project.id) {
        return Ok(Some(OwnEvidence { facts: None, refused }));
    }
    let found = current(evidence::of_project(call.conn, project.id).await?).into_iter();
    let found = found.filter(|one| one.is_for_judge(person));
    let facts = found.map(|one| {
        let own = one.found_by == Some(person);
        seen(one, own.then(|| call.caller.name.clone()))
    });
    Ok(Some(OwnEvidence { facts: Some(facts.collect()), refused }))
}

/// The projects with facts, for organizers. One who takes part reads what the portal found, but no words of people until results are final.
/// Before publication they read nothing about a project that they have yet to review.
/// Errors: 401, 404; 403 for a caller who does not organize.
pub async fn desk(call: &mut Call<'_>) -> Outcome<EvidenceDesk> {
    let (at, _) = call.open::<act::ReadEvidence>().await?;
    let refused = call.ask::<act::ReadFlags>(&at).err();
    let names = evidence_desk::writers(call.conn, at.event).await?;
    let mut by_project: HashMap<ProjectId, Vec<ProjectFact>> = HashMap::new();
    let found = current(evidence::of_event(call.conn, at.event).await?);
    let waiting = waiting(&found, refused.is_none());
    for one in found {
        if refused.is_none() || !one.fact.is_of_people() {
            let name = one.found_by.and_then(|person| names.get(&person).cloned());
            by_project.entry(one.project_id).or_default().push(seen(one, name));
        }
    }
    let mut projects = evidence_desk::projects(call.conn, at.event).await?;
    for project in &mut projects {
        project.facts = by_project.remove(&project.id).unwrap_or_default();
        project.waits = waiting.contains(&project.id);
    }
    let unread = unreviewed(call, &at).await?;
    projects.retain(|project| !project.facts.is_empty() && !unread.contains(&project.id));
    Ok(EvidenceDesk { at, projects, refused })
}

/// The projects that the caller judges and has saved no review of. Their facts wait for it, as for every judge: scores stay independent.
async fn unreviewed(call: &mut Call<'_>, at: &Context) -> Outcome<HashSet<ProjectId>> {
    let judges = at.facts.standing.judge && !at.facts.event.published;
    let Some(person) = call.caller.person().filter(|_| judges) else { return Ok(HashSet::new()) };
    let reviewed = evidence_desk::reviewed(call.conn, at.event, person).await?;
    let tasks = assignment::tasks(call.conn, person, Some(at.event)).await?.into_iter();
    let theirs = tasks.filter(|task| task.status != AssignmentStatus::Recused).map(|task| task.project);
    Ok(theirs.filter(|project| !reviewed.contains(project)).collect())
}

/// What the caller may read in an event: an organizer as at the desk, a judge of what they have reviewed, a team of its projects.
/// Errors: 401, 404.
pub async fn visible(call: &mut Call<'_>) -> Outcome<Vec<ProjectFact>> {
    let at = call.enter().await?;
    let mut list: Vec<ProjectFact> = Vec::new();
    if call.ask::<act::ReadEvidence>(&at).is_ok() {
        let desk = desk(call).await?;
        list.extend(desk.projects.into_iter().flat_map(|project| project.facts));
    }
    let (judge, team) = (at.facts.standing.judge, at.facts.standing.team);
    if let Some(person) =
        call.caller.person().filter(|_| at.facts.event.evidence && (judge || team.is_some()))
    {
        let reviewed =
            if judge { evidence_desk::reviewed(call.conn, at.event, person).await? } else { Vec::new() };
        let own: HashSet<ProjectId> = evidence_desk::projects(call.conn, at.event)
            .await?
            .into_iter()
            .filter(|project| team == Some(project.team_id))
            .map(|project| project.id)
            .collect();
        let known: HashSet<i64> = list.iter().map(|one| one.id).collect();
        for one in current(evidence::of_event(call.conn, at.event).await?) {
            let as_judge = reviewed.contains(&one.project_id)
                && sees_team(call.caller.actor.as_ref(), &at.facts, one.project_id)
                && one.is_for_judge(person);
            let as_member = own.contains(&one.project_id) && one.is_for_team();
            if (as_judge || as_member) && !known.contains(&one.id) {
                let name = (one.found_by == Some(person)).then(|| call.caller.name.clone());
                list.push(seen(one, name));
            }
        }
    }
    list.sort_by_key(|one| one.id);
    Ok(list)
}

/// Flags the project of one of the caller's assignments.
/// Errors: 401; 404 for any assignment but the caller's own; 409 while judging is closed, for a project that they gave back, and where the
/// event collects nothing; 400 for the words.
pub async fn flag(call: &mut Call<'_>, id: AssignmentId, new: NewWritten) -> Acted<ProjectFact> {
    call.caller.account()?;
    let assigned = assignment::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(call, EventKey::Assignment(id)).await?;
    at.facts.assignment = Some(facts(call.caller, &at, &assigned));
    call.ask::<act::ReadAssignment>(&at)?;
    write(call, assigned.project, NewWritten { kind: Some(WrittenKind::Flag), ..new }).await
}

/// Writes at the desk: a note, or that the caller has looked.
/// Errors: as [`write`]; 404 also for a project of another event.
pub async fn write_at_desk(call: &mut Call<'_>, id: ProjectId, new: NewWritten) -> Acted<ProjectFact> {
    call.open::<act::ReadEvidence>().await?;
    let (_, project) = projects::read(call, id).await?;
    require(project.event == call.slug, Reason::NotFound)?;
    write(call, id, new).await
}

/// Writes a fact on a project: as its judge a flag, for its team the one answer, as an organizer a note or that they have looked.
/// Errors: 401; 404 where the caller cannot see the project, and for a flag by who does not judge it; 403 for an answer by another team,
/// and for a look by who takes part; 409 where the event collects nothing, outside the time for it, and for a second answer; 400 for the
/// words.
pub async fn write(call: &mut Call<'_>, id: ProjectId, new: NewWritten) -> Acted<ProjectFact> {
    let person = call.caller.account()?;
    let (mut at, _) = projects::read(call, id).await?;
    match new.kind {
        Some(WrittenKind::Flag) => {
            let assigned = assignment::of_judge(call.conn, id, person).await?;
            at.facts.assignment = assigned.map(|assigned| facts(call.caller, &at, &assigned));
            append::<act::FlagProject>(call, &at, new.fact, "evidence.flagged").await
        }
        Some(WrittenKind::Answer) => {
            append::<act::AnswerEvidence>(call, &at, new.fact, "evidence.answered").await
        }
        Some(WrittenKind::Note) => append::<act::LookAtEvidence>(call, &at, new.fact, "evidence.noted").await,
        Some(WrittenKind::LookedAt) => {
            append::<act::LookAtEvidence>(call, &at, new.fact, "evidence.looked_at").await
        }
        None => Err(new.fact.err().unwrap_or_else(Refusal::not_found).into()),
    }
}

async fn append<A>(
    call: &mut Call<'_>,
    at: &Context,
    fact: Sent<Fact>,
    action: &'static str,
) -> Acted<ProjectFact>
where
    A: Rule<Ids = (EventId, ProjectId, PersonId)>,
{
    let permit = call.ask::<A>(at)?;
    let fact = fact?;
    let (_, project, _) = permit.ids();
    let (id, found_at) = evidence_desk::write(call.conn, &permit, &fact).await?;
    // A sentence may name people, so the log knows it by its digest, as it knows other texts.
    let said = sha256_hex(fact.said().as_bytes());
    let after = json!({ "evidence": id, "sentence_sha256": said });
    let written = ProjectFact { id, project, fact, found_at, found_by: Some(call.caller.name.clone()) };
    Ok(Done::logged(written, call.entry(at, action, "project", project).after(after)))
}
