//! What an act that the portal acknowledged makes of the auditor's world, and whether the answer says so.

use crate::act::Act;
use crate::deeds;
use crate::http::Answer;
use crate::reading::{
    chosen, created, edited, entered, input, moved, planned, reviewed, said, to_pull, windows,
};
use crate::things::{self, EVENT, MORE_TIME};
use crate::world::{Assignment, Comment, Declared, Project, Review, Team, Who, World};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shared::project::ProjectTexts;
use shared::refusal::Refusal;
use shared::review::{CheckedReview, check};
use shared::rubric::{Scores, weighted_total};
use shared::rules::{AssignmentStatus, ResultsView, results_view};
use std::collections::BTreeMap;

/// What came of an act: the answer, and the numbers of assignments that it does not name, by judge and project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) answer: Answer,
    pub(crate) tasks: BTreeMap<(Who, i64), i64>,
    /// The number of what a deed made, or of the team that got more time.
    pub(crate) new: i64,
}

/// Takes an act into the world. Returns in what the answer contradicts it.
pub(crate) fn take(act: &Act, world: &mut World, came: &Outcome, now: DateTime<Utc>) -> Result<(), String> {
    let broken = |refusal: Refusal| format!("it was done, and refused here: {refusal}");
    match act {
        Act::Create { who, body, .. } => {
            let (texts, submit) = created(world, body).map_err(broken)?;
            let said = object(came)?;
            let id = number(&said, "id")?;
            same_project(&said, &texts, submit)?;
            let team = who.and_then(|who| world.team_of(who)).ok_or("nobody's team")?;
            // A key that was sent twice names the same project.
            world.projects.entry(id).or_insert(Project { team, texts, submitted: submit, withdrawn: false });
            world.declare_listed();
        }
        Act::Edit { project, body, .. } => {
            let (texts, submit) = edited(world, *project, body).map_err(broken)?;
            same_project(&object(came)?, &texts, submit)?;
            if let Some(project) = world.projects.get_mut(project) {
                (project.texts, project.submitted) = (texts, submit);
            }
        }
        Act::Say { who, project, body } => {
            let body = said(body).map_err(broken)?;
            let answer = object(came)?;
            same("the comment", answer.get("body"), &json!(body))?;
            let author = who.ok_or("nobody's comment")?;
            world.comments.insert(number(&answer, "id")?, Comment { project: *project, author, body });
        }
        Act::Unsay { comment, .. } => drop(world.comments.remove(comment)),
        Act::Save { assignment, body, .. } => {
            let review = reviewed(world, *assignment, body).map_err(broken)?;
            let answer = object(came)?;
            same("the total", answer.get("weighted_total"), &total(world, &review.scores))?;
            if answer.get("submitted_at").is_some_and(Value::is_null) == review.submit {
                return Err(format!("whether the review is submitted: {answer}"));
            }
            save(world, *assignment, review);
        }
        Act::Enter { body, .. } => enter(world, body, came)?,
        Act::Vote { who, body } => {
            let voter = who.ok_or("nobody's ballot")?;
            let mut choices: Vec<i64> =
                chosen(world, voter, body).map_err(broken)?.iter().map(|id| id.0).collect();
            choices.sort_unstable();
            let answer = object(came)?;
            let listed = answer.get("choices").and_then(Value::as_array).into_iter().flatten();
            let mut listed: Vec<i64> = listed.filter_map(Value::as_i64).collect();
            listed.sort_unstable();
            same("the choices", Some(&json!(listed)), &json!(choices))?;
            world.ballots.remove(&voter);
            if !choices.is_empty() {
                world.ballots.insert(voter, choices);
            }
        }
        Act::ReadResults { who } => same_results(world, *who, came, now)?,
        Act::ReadPrizes { who } => deeds::winners_told(world, *who, &object(came)?, now)?,
        Act::ReadTasks { who } => same_tasks(world, *who, came)?,
        Act::ReadScores { who, of } => same_scores(world, of.or(*who), came)?,
        Act::Pull { who } => {
            let project = to_pull(world, *who).ok_or("nothing to pull")?;
            let location = came.answer.header("location").unwrap_or_default();
            let id = location.rsplit('/').next().and_then(|id| id.parse().ok());
            let id = id.ok_or_else(|| format!("no assignment: {location}"))?;
            world.assignments.insert(id, assignment(*who, project, "pulled"));
        }
        Act::Recuse { who, assignment, declares } => {
            let Some(found) = world.assignments.get_mut(assignment) else { return Ok(()) };
            found.set_aside();
            found.taken_off = found.judge != *who;
            if *declares && found.judge == *who {
                world.conflicts.entry((*who, found.project)).or_insert(Declared::Judge);
            }
        }
        Act::Mark { assignment, .. } | Act::Unmark { assignment, .. } => {
            if let Some(found) = world.assignments.get_mut(assignment) {
                found.missed = matches!(act, Act::Mark { .. });
            }
        }
        Act::DeclareOwn { who, project } => {
            world.conflicts.entry((*who, *project)).or_insert(Declared::Judge);
            recuse(world, *who, *project, false);
        }
        Act::RetractOwn { who, project } => {
            if world.conflicts.get(&(*who, *project)) == Some(&Declared::Judge) {
                world.conflicts.remove(&(*who, *project));
            }
        }
        Act::Declare { judge, project, .. } => {
            world.conflicts.insert((*judge, *project), Declared::Organizer);
            recuse(world, *judge, *project, true);
        }
        Act::Retract { judge, project, .. } => retract(world, *judge, *project),
        Act::List { judge, project, .. } => list(world, *judge, *project),
        Act::Place { project, to, .. } => {
            world.places.insert(*project, *to);
            world.places.retain(|_, place| !place.is_empty());
        }
        Act::Assign { judge, project, .. } => {
            let id = came.tasks.get(&(*judge, *project)).ok_or("the judge does not have the project")?;
            world.assignments.insert(*id, assignment(*judge, *project, "manual"));
        }
        Act::TakeAway { assignment, .. } => drop(world.assignments.remove(assignment)),
        Act::Reinstate { assignment, .. } => {
            if let Some(found) = world.assignments.get_mut(assignment) {
                found.status = AssignmentStatus::Pending;
                found.taken_off = false;
            }
        }
        Act::Void { assignment, .. } => {
            if let Some(found) = world.assignments.get_mut(assignment) {
                found.set_aside();
                found.voided = true;
            }
        }
        Act::Unvoid { assignment, .. } => {
            if let Some(found) = world.assignments.get_mut(assignment) {
                found.voided = false;
                counts_again(found);
            }
        }
        Act::Plan { .. } => plan(world, came)?,
        Act::Withdraw { project, .. } => {
            set_withdrawn(world, *project, true);
            world.withdrawn_once.insert(*project);
            world.left.extend(world.places.remove(project).map(|place| (*project, place)));
            let of = world.assignments.values_mut().filter(|a| a.project == *project);
            for ended in of.filter(|a| a.status != AssignmentStatus::Recused) {
                ended.voided = ended.status == AssignmentStatus::Done;
                ended.ended = true;
                ended.set_aside();
            }
        }
        Act::Restore { project, .. } => {
            set_withdrawn(world, *project, false);
            let place = world.left.remove(project);
            let free = place.filter(|place| !world.places.values().any(|taken| taken == place));
            world.places.extend(free.map(|place| (*project, place)));
            for back in world.assignments.values_mut().filter(|a| a.project == *project && a.ended) {
                let declared = world.conflicts.contains_key(&(back.judge, back.project));
                back.ended = false;
                if !declared && back.voided {
                    counts_again(back);
                } else if !declared {
                    back.status = AssignmentStatus::Pending;
                }
                back.voided &= declared;
            }
        }
        Act::Move { stage, window, .. } => {
            let windows = moved(windows(world), *stage, *window);
            let event = &mut world.event;
            (event.submissions, event.judging, event.voting) =
                (windows.submissions, windows.judging, windows.voting);
        }
        Act::Calibrate { .. } => {
            let read = input(world);
            world.runs.extend(read);
        }
        Act::Publish { .. } => {
            let run = world.runs.len();
            if world.published.last() != Some(&run) {
                world.published.push(run);
            }
            world.event.published = true;
        }
        Act::Found { who, name } => {
            let id = world.teams.keys().max().map_or(1, |last| last + 1);
            world.teams.insert(id, Team { name: name.clone(), ..Team::default() });
            join(world, *who, id);
        }
        Act::Join { who, team } => join(world, *who, *team),
        Act::Leave { who } => leave(world, *who),
        Act::Rename { who, name } => {
            if let Some(team) = world.team_of(*who).and_then(|id| world.teams.get_mut(&id)) {
                team.name.clone_from(name);
            }
        }
        Act::MoreTime { team, until, .. } => {
            if let Some(team) = world.teams.get_mut(team) {
                team.more_time = Some(*until);
            }
            things::set(&mut world.things, (MORE_TIME, came.new), &json!({ "until": until }));
        }
        Act::Invite { guest, .. } => {
            if let Some(guest) = world.cast.get_mut(*guest) {
                guest.judge = true;
            }
        }
        Act::TurnAway { .. } => things::set(&mut world.things, EVENT, &json!({ "room": true })),
        Act::Forget { who, .. } if deeds::is_asked(world) && world.event.forgotten_at.is_none() => {
            things::set(&mut world.things, EVENT, &json!({ "asked_to_forget": who }));
        }
        Act::Forget { .. } => world.event.forgotten_at = world.event.forgotten_at.or(Some(now)),
        Act::Do { deed, who, on, body } => {
            deed.told(world, (*who, *on, body.as_str()), now, &came.answer.body)?;
            let played = deed.play(world, (*who, *on, body.as_str()), (now, came.new));
            played.map_err(|refused| format!("it was done, and refused here: {refused:?}"))?;
        }
        Act::ReadProject { project, .. } => {
            if let Some(found) = world.projects.get(project) {
                same_project(&object(came)?, &found.texts, found.submitted)?;
            }
        }
        // An event of an evening has a review from its beginning, so that its rubric stays.
        Act::Reweigh { .. }
        | Act::ReadComments { .. }
        | Act::ReadBallot { .. }
        | Act::ReadVotes { .. }
        | Act::ReadJudgeRecord { .. }
        | Act::Export { .. }
        | Act::Look { .. }
        | Act::Decline { .. }
        | Act::Finals { .. } => {}
    }
    Ok(())
}

/// One that nobody has begun.
pub(crate) fn assignment(judge: Who, project: i64, source: &'static str) -> Assignment {
    let status = AssignmentStatus::Pending;
    let (taken_off, voided, ended, missed) = (false, false, false, false);
    Assignment { judge, project, status, source, taken_off, voided, ended, missed, review: None }
}

/// A review as it is after a save.
pub(crate) fn save(world: &mut World, assignment: i64, review: CheckedReview) {
    world.event.reviewed = true;
    if let Some(assignment) = world.assignments.get_mut(&assignment) {
        let done = if review.submit { AssignmentStatus::Done } else { AssignmentStatus::Pending };
        assignment.missed &= !review.submit;
        assignment.status = done;
        let (scores, comment, submitted) = (review.scores, review.comment, review.submit);
        assignment.review = Some(Review { scores, comment, submitted });
    }
}

/// Reviews of a list of scores. A judge who does not have the project is given it first.
fn enter(world: &mut World, body: &str, came: &Outcome) -> Result<(), String> {
    let broken = |refusal: Refusal| format!("it was done, and refused here: {refusal}");
    let reviews = entered(world, body).map_err(broken)?;
    same("how many are entered", object(came)?.get("number"), &json!(reviews.len()))?;
    for (pair, changes) in reviews {
        let judge = world.by_number(pair.judge).ok_or("the list names nobody")?;
        let id = match world.assigned(judge, pair.project) {
            Some(id) => id,
            None => {
                let id =
                    came.tasks.get(&(judge, pair.project)).ok_or("the judge does not have the project")?;
                world.assignments.insert(*id, assignment(judge, pair.project, "manual"));
                *id
            }
        };
        let stored = world.assignments.get(&id).and_then(|a| a.review.clone()).unwrap_or_default();
        let checked = check(changes, &world.criteria, stored.scores, stored.comment).map_err(broken)?;
        save(world, id, checked);
    }
    Ok(())
}

/// A list names a judge on a project's team. What was published rests on the reviews that counted then.
fn list(world: &mut World, judge: Who, project: i64) {
    let Some(team) = world.projects.get(&project).map(|project| project.team) else { return };
    world.listed.entry((judge, team)).or_insert(false);
    world.declare_listed();
    if world.event.published {
        return;
    }
    let of_team = world.projects.iter().filter(|(_, project)| project.team == team);
    let of_team: Vec<i64> = of_team.map(|(id, _)| *id).collect();
    of_team.into_iter().for_each(|project| recuse(world, judge, project, true));
}

/// An organizer takes a conflict back. What a list said of the team is wrong then.
fn retract(world: &mut World, judge: Who, project: i64) {
    let of_list = world.is_of_list(judge, project);
    let team = world.projects.get(&project).map(|project| project.team).filter(|_| of_list);
    if let Some(lifted) = team.and_then(|team| world.listed.get_mut(&(judge, team))) {
        *lifted = true;
    }
    world.conflicts.remove(&(judge, project));
}

/// A declared conflict sets the judge aside.
fn recuse(world: &mut World, judge: Who, project: i64, taken_off: bool) {
    let of = world.assignments.values_mut().filter(|a| a.judge == judge && a.project == project);
    for aside in of.filter(|a| a.status != AssignmentStatus::Recused) {
        aside.set_aside();
        aside.taken_off = taken_off;
    }
}

/// A review that was set aside is submitted again.
fn counts_again(assignment: &mut Assignment) {
    assignment.status = AssignmentStatus::Done;
    if let Some(review) = &mut assignment.review {
        review.submitted = true;
    }
}

fn set_withdrawn(world: &mut World, project: i64, withdrawn: bool) {
    if let Some(project) = world.projects.get_mut(&project) {
        project.withdrawn = withdrawn;
    }
}

fn join(world: &mut World, who: Who, team: i64) {
    if let Some(found) = world.teams.get_mut(&team) {
        found.members.push(who);
    }
    if let Some(member) = world.cast.get_mut(who) {
        member.participant = true;
        member.on_team = true;
        member.teams.push(team);
    }
}

/// Somebody is on their team no more; without anybody there is none.
pub(crate) fn leave(world: &mut World, who: Who) {
    for team in world.teams.values_mut() {
        team.members.retain(|member| *member != who);
    }
    world.teams.retain(|_, team| !team.members.is_empty());
    // Another team can get the number.
    let teams = &world.teams;
    world.cast.iter_mut().for_each(|member| member.teams.retain(|team| teams.contains_key(team)));
}

/// Whether somebody is the last of a team that has projects.
pub(crate) fn stays(world: &World, who: Who) -> bool {
    let team = world.team_of(who);
    let holds = world.projects.values().any(|project| Some(project.team) == team);
    holds && team.and_then(|team| world.teams.get(&team)).is_some_and(|team| team.members.len() == 1)
}

fn plan(world: &mut World, came: &Outcome) -> Result<(), String> {
    for pair in planned(world) {
        let judge = world.by_number(pair.judge).ok_or("the plan names nobody")?;
        let id = came.tasks.get(&(judge, pair.project));
        let id = id.ok_or_else(|| format!("judge {} was not dealt project {}", pair.judge, pair.project))?;
        world.assignments.insert(*id, assignment(judge, pair.project, "planned"));
    }
    Ok(())
}

/// The weighted total of scores, as the API sends it.
pub(crate) fn total(world: &World, scores: &Scores) -> Value {
    json!(weighted_total(&world.criteria, scores).as_f64())
}

fn object(came: &Outcome) -> Result<Value, String> {
    came.answer.json().map_err(|error| error.to_string())
}

fn number(object: &Value, field: &str) -> Result<i64, String> {
    object.get(field).and_then(Value::as_i64).ok_or_else(|| format!("no number {field}: {object}"))
}

fn same(what: &str, came: Option<&Value>, expected: &Value) -> Result<(), String> {
    if came == Some(expected) {
        return Ok(());
    }
    Err(format!("{what}: expected {expected}, came {}", came.unwrap_or(&Value::Null)))
}

fn same_project(said: &Value, texts: &ProjectTexts, submitted: bool) -> Result<(), String> {
    let status = said.get("status").and_then(Value::as_str).unwrap_or_default();
    if status != "withdrawn" && (status == "submitted") != submitted {
        return Err(format!("the status of the project: {status}"));
    }
    let texts = [
        ("title", json!(texts.title)),
        ("tagline", json!(texts.tagline)),
        ("summary", json!(texts.summary)),
        ("description", json!(texts.description)),
        ("repo_url", json!(texts.repo_url)),
        ("demo_url", json!(texts.demo_url)),
        ("tags", json!(texts.tags)),
        ("track", json!(texts.track)),
    ];
    texts.iter().try_for_each(|(field, text)| same(field, said.get(*field), text))
}

fn same_results(world: &World, who: Option<Who>, came: &Outcome, now: DateTime<Utc>) -> Result<(), String> {
    let view = results_view(world.actor(who).as_ref(), &world.facts(who), now);
    let run = match view {
        Ok(ResultsView::Published) => world.published.last().copied(),
        _ => Some(world.runs.len()),
    };
    let run = run.ok_or("nothing is published")?;
    let read = run.checked_sub(1).and_then(|at| world.runs.get(at)).ok_or("there is no such run")?;
    let said = object(came)?;
    same("the run", said.get("run"), &json!(run))?;
    same("what the run read", said.get("input_digest"), &json!(read.digest_hex()))
}

fn same_tasks(world: &World, who: Option<Who>, came: &Outcome) -> Result<(), String> {
    let own = world.assignments.iter().filter(|(_, a)| Some(a.judge) == who);
    let own: Vec<Value> = own.map(|(id, a)| json!([id, a.project, a.status.name()])).collect();
    let said = object(came)?;
    let listed = said.as_array().ok_or("no list of assignments")?.iter();
    let listed: Vec<Value> = listed.map(|a| json!([a["id"], a["project"], a["status"]])).collect();
    same("the assignments", Some(&json!(listed)), &json!(own))
}

fn same_scores(world: &World, judge: Option<Who>, came: &Outcome) -> Result<(), String> {
    let own = world.assignments.iter().filter(|(_, a)| Some(a.judge) == judge);
    let own = own.filter_map(|(id, a)| Some((id, a, a.review.as_ref()?)));
    let own: Vec<Value> = own
        .map(|(id, a, r)| {
            json!([id, a.project, a.status.name(), r.scores, r.comment, total(world, &r.scores)])
        })
        .collect();
    let said = object(came)?;
    let listed = said.as_array().ok_or("no list of reviews")?.iter();
    let listed: Vec<Value> = listed
        .map(|r| {
            json!([
                r["assignment"], r["project"], r["status"], r["scores"], r["comment"], r["weighted_total"]
            ])
        })
        .collect();
    same("the reviews", Some(&json!(listed)), &json!(own))
}
