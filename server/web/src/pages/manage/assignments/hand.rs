//! The assignments of one judge, or of one project, changed by hand: a part of the page of each.

use super::names;
use crate::pages::prelude::*;
use app::pages::manage::assignments::hand::{HandPart, Side};
use app::pages::manage::assignments::handover::HandoverPart;
use model::plan::{InvitedWork, PlanGround, PlannedAssignment, invited_number};
use portal::judge::by_hand::{self, ByHand};
use shared::rules::AssignmentStatus;
use shared::text::search_key;
use std::collections::{HashMap, HashSet};
use words::plan::PlanNames;

/// Who judges what, for the page of one judge or one project; or why it is withheld from this organizer.
pub type Assigned = Result<ByHand, Refusal>;

pub(in crate::pages::manage) async fn read(call: &mut Call<'_>) -> Outcome<Assigned> {
    match by_hand::read(call).await {
        Ok(found) => Ok(Ok(found)),
        Err(Failure::Refused(refusal)) if refusal.status() == 403 => Ok(Err(refusal)),
        Err(failure) => Err(failure),
    }
}

/// The part of the page of one judge or one project, or the sentence why it is withheld; none for what nobody judges, such as a draft.
pub(in crate::pages::manage) fn part<D: Desk>(
    (side, id): (Side, i64),
    found: Assigned,
    sheet: &DeskContext<'_, D>,
    handover: Option<HandoverPart>,
) -> Option<Result<HandPart, String>> {
    let found = match found {
        Ok(found) => found,
        Err(refusal) => return Some(Err(words::refusal(&refusal))),
    };
    let is_judged = match side {
        Side::Judge => found.ground.judges.iter().any(|judge| judge.id.0 == id),
        Side::Project => found.ground.projects.iter().any(|project| project.id.0 == id),
    };
    if !is_judged {
        return None;
    }
    let names = names(&found.ground);
    let mine = |a: &&PlannedAssignment| match side {
        Side::Judge => a.judge.0 == id,
        Side::Project => a.project.0 == id,
    };
    let with_name = |a: &PlannedAssignment| {
        let name = match side {
            Side::Judge => names.project(a.project.0),
            Side::Project => names.judge(a.judge.0),
        };
        (a.clone(), name)
    };
    let mut rows: Vec<_> = found.ground.assignments.iter().filter(mine).map(with_name).collect();
    rows.sort_by_cached_key(|(_, name)| search_key(name));
    let movable = rows.iter().filter(|(a, _)| a.status == AssignmentStatus::Pending && !a.reviewed).count();
    let typed = sheet.typed(if side == Side::Judge { "project" } else { "judge" });
    // Each form of an assignment says where to go back to.
    let refused = typed.is_some() || sheet.typed("to").is_some() || sheet.typed("digest").is_some();
    Some(Ok(HandPart {
        side,
        id,
        about: about(&found, &names, side, id),
        choices: choices(&found, &names, side, id),
        kept_apart: kept_apart(&found, &names, side, id),
        chosen: typed.unwrap_or_default(),
        movable,
        rows,
        waiting: waiting(&found.ground, side, id).count(),
        open: refused || handover.is_some() || sheet.at.query.asked("assigned").is_some(),
        handover,
        enters: found.enters,
        may: forms::allowed(found.refused),
    }))
}

/// Where the part is in its page.
pub(in crate::pages::manage) const PART: &str = "?assigned=#assigned";

/// What of a project is dealt to judges who are not here yet.
fn waiting(ground: &PlanGround, side: Side, id: i64) -> impl Iterator<Item = &InvitedWork> {
    ground.invited_work.iter().filter(move |work| side == Side::Project && work.project.0 == id)
}

/// Of a project: its track, to whom it is dealt, and what was looked at.
fn about(found: &ByHand, names: &PlanNames, side: Side, id: i64) -> String {
    let ground = &found.ground;
    let project = ground.projects.iter().find(|p| side == Side::Project && p.id.0 == id);
    let Some(project) = project else { return String::new() };
    let track = ground.tracks.iter().find(|(track, _)| Some(*track) == project.track);
    let track = track.map(|(_, name)| format!("Track: {name}."));
    let waiting = waiting(ground, side, id).map(|work| names.judge(invited_number(work.invitation)));
    let waiting: Vec<String> = waiting.collect();
    let paper = if found.enters { " Scores on paper can be entered once they have joined." } else { "" };
    let waiting = (!waiting.is_empty()).then(|| format!("Dealt to {}.{paper}", words::and_list(&waiting)));
    let looks = found.looks.get(&project.id).map(|looks| {
        let judges = words::plural(looks.judges, "judge", "judges");
        format!(
            "Of {judges} whose device counted, {} opened the code before they submitted, {} the demo, {} the video.",
            looks.repository, looks.demo, looks.video
        )
    });
    [track, waiting, looks].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Whom a conflict or an own team keeps apart from this judge or project, by name.
fn kept_apart(found: &ByHand, names: &PlanNames, side: Side, id: i64) -> Vec<String> {
    let barred = found.ground.barred.iter();
    let apart = barred.filter_map(|(judge, project)| match side {
        Side::Judge => (judge.0 == id).then(|| names.project(project.0)),
        Side::Project => (project.0 == id).then(|| names.judge(judge.0)),
    });
    let mut apart: Vec<String> = apart.collect();
    apart.sort_by_cached_key(|name| (search_key(name), name.clone()));
    apart.dedup();
    apart
}

/// Who or what can be added: not assigned, no conflict, no own team.
fn choices(found: &ByHand, names: &PlanNames, side: Side, id: i64) -> Vec<Choice> {
    let ground = &found.ground;
    let assigned = ground.assignments.iter().map(|a| (a.judge, a.project));
    let closed: HashSet<(PersonId, ProjectId)> = ground.barred.iter().copied().chain(assigned).collect();
    let others: Vec<Choice> = match side {
        Side::Judge => {
            let free = ground.projects.iter().filter(|p| !closed.contains(&(PersonId(id), p.id)));
            let mut judges: HashMap<ProjectId, i64> = HashMap::new();
            for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
                *judges.entry(a.project).or_default() += 1;
            }
            free.map(|p| {
                let has = judges.get(&p.id).copied().unwrap_or(0);
                let of = words::plural(ground.reviews_per_project, "judge", "judges");
                let called = words::with_team(&p.title, &p.team);
                Choice::new(p.id.to_string(), format!("{called}, has {has} of {of}"))
            })
            .collect()
        }
        Side::Project => {
            let free = ground.judges.iter().filter(|j| !closed.contains(&(j.id, ProjectId(id))));
            let mut load: HashMap<PersonId, usize> = HashMap::new();
            for a in ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused) {
                *load.entry(a.judge).or_default() += 1;
            }
            let has = |name: String, load: usize| {
                format!("{name}, has {}", words::plural(load, "project", "projects"))
            };
            let here = free.map(|j| {
                let load = load.get(&j.id).copied().unwrap_or(0);
                Choice::new(j.id.to_string(), has(j.name.clone(), load))
            });
            let not_here = not_here(ground, ProjectId(id)).map(|invitation| {
                let number = invited_number(invitation);
                let load = ground.invited_work.iter().filter(|work| work.invitation == invitation).count();
                Choice::new(number.to_string(), has(names.judge(number), load))
            });
            here.chain(not_here).collect()
        }
    };
    let first = if side == Side::Judge { "Choose a project" } else { "Choose a judge" };
    std::iter::once(Choice::new("", first)).chain(others).collect()
}

/// Who is invited and can be dealt the project: it is not theirs yet, and nothing that is known of their address speaks against it.
fn not_here(ground: &PlanGround, project: ProjectId) -> impl Iterator<Item = InvitationId> {
    ground.invited.iter().map(|judge| judge.id).filter(move |id| {
        !ground.invited_barred.contains(&(*id, project))
            && !ground.invited_work.iter().any(|work| (work.invitation, work.project) == (*id, project))
    })
}
