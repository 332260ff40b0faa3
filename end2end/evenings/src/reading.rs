//! Bodies as they are read, and what the event has at the moment of an act: by the functions of `shared` that the portal asks.

use crate::act::plan_input;
use crate::world::{Assignment, Who, World};
use shared::ballot;
use shared::calibration::{Input, Review};
use shared::comment::NewComment;
use shared::event_windows::Windows;
use shared::fields::{Fields, JsonFields};
use shared::ids::{ProjectId, TeamId};
use shared::known_names::KnownNames;
use shared::planner::{self, Pair};
use shared::project::{self, ProjectTexts};
use shared::refusal::{Fault, Refusal};
use shared::review::{self, CheckedReview, ReviewChanges};
use shared::rubric::weighted_total;
use shared::rules::AssignmentStatus;
use shared::score_file::{self, AssignedReview, ScoreAct, ScoreContext, StoredReview};
use shared::teammates;
use shared::window::{Stage, Window};
use std::collections::{BTreeMap, BTreeSet};

/// The texts of a new project.
pub(crate) fn created(world: &World, body: &str) -> Result<(ProjectTexts, bool), Refusal> {
    let changes = teammates::of_json(&JsonFields::read(body.as_bytes())?)?;
    let submit = changes.submit;
    Ok((project::check(changes, ProjectTexts::default(), &world.tracks, &[], false)?, submit))
}

/// The texts of a changed project, and whether it is submitted.
pub(crate) fn edited(world: &World, id: i64, body: &str) -> Result<(ProjectTexts, bool), Refusal> {
    let stored = world.projects.get(&id).ok_or_else(Refusal::not_found)?;
    let mut changes = teammates::of_json(&JsonFields::read(body.as_bytes())?)?;
    teammates::merge_into(&mut changes, &stored.texts)?;
    let submit = changes.submit || stored.submitted;
    Ok((project::check(changes, stored.texts.clone(), &world.tracks, &[], false)?, submit))
}

/// The text of a comment.
pub(crate) fn said(body: &str) -> Result<String, Refusal> {
    Ok(NewComment::read(&JsonFields::read(body.as_bytes())?)?.checked()?.body)
}

/// The review of an assignment as it is after a save.
pub(crate) fn reviewed(world: &World, id: i64, body: &str) -> Result<CheckedReview, Refusal> {
    let stored = world.assignments.get(&id).and_then(|a| a.review.clone()).unwrap_or_default();
    let changes = ReviewChanges::read(&JsonFields::read(body.as_bytes())?)?;
    review::check(changes, &world.criteria, stored.scores, stored.comment)
}

/// The reviews that a list of scores enters, each with its judge and project, by their numbers.
pub(crate) fn entered(world: &World, body: &str) -> Result<Vec<(Pair, ReviewChanges)>, Refusal> {
    let sent = JsonFields::read(body.as_bytes())?;
    let mut errors = sent.faults();
    let file = sent.text("file", &mut errors).unwrap_or_default();
    let (replace, assign) = (sent.flag("replace", &mut errors), sent.flag("assign", &mut errors));
    errors.into_result()?;
    let list =
        score_file::read(&file, &listed_scores(world)).map_err(|fault| Refusal::field("file", fault))?;
    let chosen = list.lines.into_iter().filter_map(|line| {
        let chosen = match line.verdict.ok()? {
            ScoreAct::New => true,
            ScoreAct::Replaces => replace,
            ScoreAct::Assigns => assign,
        };
        Some((line.pair.filter(|_| chosen)?, line.changes))
    });
    let chosen: Vec<(Pair, ReviewChanges)> = chosen.collect();
    if chosen.is_empty() { Err(Refusal::field("file", Fault::NoUsableLine)) } else { Ok(chosen) }
}

/// What a list of scores is read against.
fn listed_scores(world: &World) -> ScoreContext {
    let judges = world.cast.iter().filter(|member| member.judge);
    let projects = world.projects.iter().filter(|(id, _)| world.is_submitted(**id));
    let pair =
        |judge: Who, project: i64| world.cast.get(judge).map(|member| Pair { project, judge: member.person });
    let assigned = world.assignments.values().filter_map(|a| {
        let stored = a.review.as_ref().map(|review| StoredReview {
            scores: review.scores.clone(),
            comment: review.comment.clone(),
            submitted: review.submitted,
        });
        let recused = a.status == AssignmentStatus::Recused;
        Some((pair(a.judge, a.project)?, AssignedReview { recused, voided: a.voided, stored }))
    });
    ScoreContext {
        criteria: world.criteria.clone(),
        judges: KnownNames::of_people(judges.map(|member| {
            let name = member.email.split('@').next().unwrap_or_default();
            (member.person, member.email.as_str(), name)
        })),
        projects: KnownNames::of_projects(projects.map(|(id, project)| (*id, project.texts.title.as_str()))),
        barred: world.barred().into_iter().filter_map(|(judge, project)| pair(judge, project)).collect(),
        assigned: assigned.collect(),
    }
}

/// The choices of a ballot.
pub(crate) fn chosen(world: &World, voter: Who, body: &str) -> Result<Vec<ProjectId>, Refusal> {
    let sent = ballot::read(&JsonFields::read(body.as_bytes())?)?;
    let electable: BTreeMap<ProjectId, TeamId> = world
        .projects
        .iter()
        .filter(|(id, _)| world.is_submitted(**id))
        .map(|(id, project)| (ProjectId(*id), TeamId(project.team)))
        .collect();
    let own: BTreeSet<TeamId> = world.team_of(voter).map(TeamId).into_iter().collect();
    ballot::check(&sent, &electable, &own, world.votes_per_voter)
}

/// The project that a judge is given who asks for another one: that with the fewest judges, the earliest of them.
pub(crate) fn to_pull(world: &World, judge: Who) -> Option<i64> {
    let judges = |project: i64| {
        let of = world.assignments.values().filter(|a| a.project == project);
        of.filter(|a| a.status != AssignmentStatus::Recused).count()
    };
    let free = world.projects.keys().copied().filter(|project| {
        world.is_submitted(*project)
            && world.assigned(judge, *project).is_none()
            && !world.was_own(judge, *project)
            && !world.conflicts.contains_key(&(judge, *project))
    });
    free.min_by_key(|project| (judges(*project), *project))
}

/// The pairs of judge and project, by their numbers, that a plan adds now.
pub(crate) fn planned(world: &World) -> Vec<planner::Pair> {
    planner::plan(&plan_input(world)).map(|plan| plan.added).unwrap_or_default()
}

/// What a run reads now.
pub(crate) fn input(world: &World) -> Option<Input> {
    let counts = |a: &&Assignment| a.status == AssignmentStatus::Done && world.is_submitted(a.project);
    let usable: Vec<&Assignment> = world.assignments.values().filter(counts).collect();
    let dealt = usable.iter().all(|a| a.source == "planned");
    let reviews = usable.into_iter().filter_map(|a| {
        let review = a.review.as_ref().filter(|review| review.submitted)?;
        Some(Review {
            project: a.project,
            track: world.projects.get(&a.project)?.texts.track.map(|track| track.0),
            judge: world.cast.get(a.judge)?.email.clone(),
            total_micro: weighted_total(&world.criteria, &review.scores).0,
        })
    });
    Input::new(reviews.collect(), dealt).ok()
}

pub(crate) fn windows(world: &World) -> Windows {
    let event = &world.event;
    Windows { submissions: event.submissions, judging: event.judging, voting: event.voting }
}

/// The same with one moved.
pub(crate) fn moved(windows: Windows, stage: Stage, window: Window) -> Windows {
    match stage {
        Stage::Submissions => Windows { submissions: window, ..windows },
        Stage::Judging => Windows { judging: window, ..windows },
        Stage::Voting => Windows { voting: window, ..windows },
    }
}

/// Whether a team has this name.
pub(crate) fn taken(world: &World, name: &str) -> bool {
    world.teams.values().any(|team| team.name.eq_ignore_ascii_case(name))
}
