//! A demo event as the bundle that is imported.

use super::evidence::OTHER_EVENT;
use super::floor;
use super::panel::{PER_PROJECT, panels};
use super::pictures;
use super::questions;
use super::scores::Dice;
use super::script::{Project, Script, Stage};
use crate::account::demo_accounts::DEMO_ACCOUNTS;
use crate::prelude::*;
use chrono::Duration;
use shared::bundle::{
    Bundle, BundleAssignment, BundleBallot, BundleEvent, BundleMember, BundlePerson, BundleProject,
    BundleReview, BundleTeam, BundleTrack,
};
use shared::duplicates::Fingerprint;
use shared::window::Window;

/// Choices on a ballot.
const VOTES: usize = 3;

/// The whole event, at the stage it shows.
/// Errors: none, unless the texts were broken before the build.
pub(super) fn of(stage: Stage, now: DateTime<Utc>) -> Outcome<Bundle> {
    let script = stage.script()?;
    let mut bundle = Bundle {
        event: event(stage, &script, now),
        people: people(&script),
        teams: teams(&script, stage, now),
        projects: projects(&script, stage, now),
        pictures: pictures::of(listed(&script).into_iter().map(|(_, project)| project)),
        ..Bundle::default()
    };
    bundle.prizes = floor::prizes(&script, &bundle.projects);
    floor::place(stage, &mut bundle.projects);
    let mut dice = Dice::new(stage, &script);
    if stage != Stage::Submitting {
        bundle.assignments = assignments(&script, &bundle, &mut dice, stage, now);
    }
    if stage.is_judged() {
        bundle.ballots = ballots(&script, &bundle, &mut dice, stage, now);
    }
    Ok(bundle)
}

fn event(stage: Stage, script: &Script, now: DateTime<Utc>) -> BundleEvent {
    let [submissions, judging, voting] = stage.windows(now);
    BundleEvent {
        name: script.name.clone(),
        description: script.description.clone(),
        venue: script.venue.clone(),
        submissions_open: submissions.open,
        submissions_close: submissions.close,
        judging_open: judging.open,
        judging_close: judging.close,
        voting_open: voting.open,
        voting_close: voting.close,
        tracks: (0..).zip(&script.tracks).map(|(id, name)| BundleTrack { id, name: name.clone() }).collect(),
        criteria: script.criteria.clone(),
        form_questions: script.form_questions.clone(),
        questions_until: (stage == Stage::Published).then(|| now + Duration::days(30)),
        voting_mode: if stage.is_judged() { "account" } else { "off" }.into(),
        evidence: stage == Stage::Judging,
        evidence_names: if stage == Stage::Judging { vec![OTHER_EVENT.into()] } else { Vec::new() },
        feedback_released: stage == Stage::Published,
        feedback_criteria: stage == Stage::Published,
        ..BundleEvent::default()
    }
}

/// The organizer, the judges, and the teams' members. The four accounts of the demo are the first of each,
/// so that numbering gives them their external ids.
fn people(script: &Script) -> Vec<BundlePerson> {
    let person = |kind: &str, at: usize, email: &str, name: &str, role: &str| BundlePerson {
        reference: format!("{kind}{at}"),
        external_id: Some(format!("demo-{kind}{at}")),
        email: email.into(),
        name: name.into(),
        roles: vec![role.into()],
        ..BundlePerson::default()
    };
    let mut people = vec![person("o", 1, DEMO_ACCOUNTS[0].email, &script.organizer.name, "organizer")];
    people.extend((1..).zip(&script.judges).map(|(at, judge)| BundlePerson {
        tracks: judge.tracks.iter().filter_map(|t| i64::try_from(*t).ok()).collect(),
        ..person("j", at, &judge.email, &judge.name, "judge")
    }));
    let members = script.teams.iter().flat_map(|t| &t.members);
    people.extend((1..).zip(members).map(|(at, m)| person("p", at, &m.email, &m.name, "participant")));
    people
}

fn teams(script: &Script, stage: Stage, now: DateTime<Utc>) -> Vec<BundleTeam> {
    let [submissions, ..] = stage.windows(now);
    let mut participants = 0_usize;
    (0..)
        .zip(&script.teams)
        .map(|(at, team)| BundleTeam {
            reference: format!("t{at}"),
            external_id: None,
            name: team.name.clone(),
            members: team
                .members
                .iter()
                .map(|_| {
                    participants += 1;
                    BundleMember { person: format!("p{participants}"), joined_at: submissions.open }
                })
                .collect(),
            ..BundleTeam::default()
        })
        .collect()
}

/// The projects of all teams with the place of each team.
fn listed(script: &Script) -> Vec<(usize, &Project)> {
    script.teams.iter().enumerate().flat_map(|(team, t)| t.projects.iter().map(move |p| (team, p))).collect()
}

/// Projects in the order of their submission. What repeats an earlier one is flagged, as it would have been.
fn projects(script: &Script, stage: Stage, now: DateTime<Utc>) -> Vec<BundleProject> {
    let [submissions, ..] = stage.windows(now);
    let listed = listed(script);
    let asked = &script.form_questions;
    let mut seen: Vec<(String, Fingerprint)> = Vec::new();
    let mut projects = Vec::with_capacity(listed.len());
    for (at, (team, project)) in listed.iter().enumerate() {
        let reference = format!("r{at}");
        let texts = [&project.title, &project.tagline, &project.summary, &project.description];
        let print = Fingerprint::of(&project.repo_url, texts.map(String::as_str));
        let repeats =
            seen.iter().find(|(_, earlier)| print.repeats(earlier).is_some()).map(|(first, _)| first.clone());
        if !project.draft && repeats.is_none() {
            seen.push((reference.clone(), print));
        }
        projects.push(BundleProject {
            reference,
            external_id: Some(format!("demo-r{}", at + 1)),
            team: format!("t{team}"),
            track: project.track.and_then(|t| i64::try_from(t).ok()),
            title: project.title.clone(),
            tagline: project.tagline.clone(),
            summary: project.summary.clone(),
            description: project.description.clone(),
            repo_url: project.repo_url.clone(),
            demo_url: project.demo_url.clone(),
            video_url: project.video_url.clone(),
            tags: project.tags.clone(),
            answers: if project.draft { BTreeMap::new() } else { questions::answers(asked, project.track) },
            status: if project.draft { "draft" } else { "submitted" }.into(),
            submitted_at: moment(submissions, now, at, listed.len()).filter(|_| !project.draft),
            duplicate_of: repeats.filter(|_| !project.draft),
            ..BundleProject::default()
        });
    }
    projects
}

/// The moment of number `at` of `all`, spread over the part of the window that is past.
fn moment(window: Window, now: DateTime<Utc>, at: usize, all: usize) -> Option<DateTime<Utc>> {
    let (open, close) = (window.open?, window.close?.min(now));
    let step = (close - open).num_seconds() / i64::try_from(all + 2).ok()?;
    Some(open + Duration::seconds(step * i64::try_from(at + 1).ok()?))
}

/// Three judges for each project that counts. While judging runs, the first of each judge's projects are
/// done and the rest is open; one judge has stepped aside from one.
fn assignments(
    script: &Script,
    bundle: &Bundle,
    dice: &mut Dice,
    stage: Stage,
    now: DateTime<Utc>,
) -> Vec<BundleAssignment> {
    let [_, judging, _] = stage.windows(now);
    let listed = listed(script);
    let counts = |at: &usize| {
        bundle.projects[*at].status == "submitted" && bundle.projects[*at].duplicate_of.is_none()
    };
    let judged: Vec<usize> = (0..listed.len()).filter(counts).collect();
    let tracks: Vec<Option<usize>> = judged.iter().map(|at| listed[*at].1.track).collect();
    let known: Vec<&[usize]> = script.judges.iter().map(|j| j.tracks.as_slice()).collect();
    let panels = panels(&tracks, &known);
    let all = judged.len() * PER_PROJECT;
    let mut finished = 0_usize;
    let mut given = vec![0_usize; script.judges.len()];
    let mut assignments = Vec::with_capacity(all);
    for (at, panel) in judged.into_iter().zip(panels) {
        for judge in panel {
            let nth = given[judge];
            given[judge] += 1;
            let done = stage.is_judged() || nth < first_done(judge);
            let aside = !done && judge == ASIDE && nth == first_done(judge);
            let scores = dice.scores(&script.judges[judge], at, listed[at].1, &script.criteria);
            let comment = script.judges[judge].comments.get(nth).cloned().unwrap_or_default();
            let submitted_at = match stage {
                Stage::Judging => evening_moment(judging, now, finished),
                _ => moment(judging, now, assignments.len(), all),
            };
            finished += usize::from(done);
            assignments.push(BundleAssignment {
                id: None,
                person: format!("j{}", judge + 1),
                project: bundle.projects[at].reference.clone(),
                status: if done {
                    "done"
                } else if aside {
                    "recused"
                } else {
                    "pending"
                }
                .into(),
                source: "planned".into(),
                created_at: judging.open,
                recused_reason: if aside { "I advised this team last winter." } else { "" }.into(),
                voided_at: None,
                ended_with_project: false,
                taken_off: false,
                review: done.then_some(BundleReview {
                    submitted_at,
                    comment,
                    scores,
                    ..BundleReview::default()
                }),
            });
        }
    }
    assignments
}

/// Reviews that came before the last hour, while judging runs.
const EARLIER: usize = 24;
/// Minutes between two reviews of the last hour.
const APART: i64 = 3;

/// When number `at` of the finished reviews was submitted while judging runs: the first ones over the time since the opening, the
/// others within the last hour. Without these the board would show no pace.
fn evening_moment(judging: Window, now: DateTime<Utc>, at: usize) -> Option<DateTime<Utc>> {
    let hour = Window { close: Some(now - Duration::minutes(60)), ..judging };
    if at < EARLIER {
        return moment(hour, now, at, EARLIER);
    }
    let minutes = 58 - APART * i64::try_from(at - EARLIER).ok()?;
    Some(now - Duration::minutes(minutes.max(1)))
}

/// The judge who stepped aside, by place.
const ASIDE: usize = 4;

/// How many of a judge's projects are done while judging runs: the demo's own two have the most to do.
fn first_done(judge: usize) -> usize {
    if judge < 2 { 3 } else { 6 }
}

/// Ballots of every other member but the demo's own, good projects being chosen more often.
fn ballots(
    script: &Script,
    bundle: &Bundle,
    dice: &mut Dice,
    stage: Stage,
    now: DateTime<Utc>,
) -> Vec<BundleBallot> {
    let [_, _, voting] = stage.windows(now);
    let listed = listed(script);
    let voters: Vec<(usize, &BundleMember)> = (0..)
        .zip(&bundle.teams)
        .flat_map(|(team, t)| t.members.iter().map(move |m| (team, m)))
        .skip(1)
        .step_by(2)
        .collect();
    let mut ballots = Vec::with_capacity(voters.len());
    for (nth, (team, voter)) in voters.iter().enumerate() {
        let mut choices: Vec<String> = Vec::new();
        for _ in 0..VOTES {
            // Of two drawn, the better one.
            let (one, other) = (dice.below(listed.len()), dice.below(listed.len()));
            let at = if listed[one].1.quality >= listed[other].1.quality { one } else { other };
            let project = &bundle.projects[at];
            let votable =
                project.status == "submitted" && project.duplicate_of.is_none() && listed[at].0 != *team;
            if votable && !choices.contains(&project.reference) {
                choices.push(project.reference.clone());
            }
        }
        let cast_at = moment(voting, now, nth, voters.len());
        ballots.push(BundleBallot { person: Some(voter.person.clone()), choices, cast_at });
    }
    ballots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000, 0).unwrap()
    }

    #[test]
    fn every_event_passes_the_checks_of_an_import_and_is_large_enough() {
        for stage in Stage::ALL {
            let bundle = of(stage, now()).unwrap();
            let submitted = bundle.projects.iter().filter(|p| p.status == "submitted").count();
            assert!(submitted >= 24, "{stage:?}: {submitted}");
            let judges = bundle.people.iter().filter(|p| p.roles == ["judge"]).count();
            assert!(
                judges >= 8 && bundle.event.tracks.len() == 3 && bundle.event.criteria.len() == 4,
                "{stage:?}"
            );
            assert!(bundle.check().is_ok(), "{stage:?}");
        }
    }

    #[test]
    fn the_four_accounts_have_their_external_ids_everywhere() {
        for stage in Stage::ALL {
            let people = of(stage, now()).unwrap().people;
            for account in DEMO_ACCOUNTS {
                let person = people.iter().find(|p| p.email == account.email).unwrap();
                assert_eq!(person.external_id.as_deref(), Some(account.external_id), "{stage:?}");
            }
        }
    }

    #[test]
    fn the_two_judges_have_work_while_judging_runs_and_none_left_after() {
        let of_judge = |stage, judge: &str| {
            let mine = of(stage, now()).unwrap().assignments.into_iter().filter(|a| a.person == judge);
            mine.map(|a| a.status).collect::<Vec<_>>()
        };
        for judge in ["j1", "j2"] {
            assert!(of_judge(Stage::Judging, judge).iter().filter(|s| *s == "pending").count() >= 3);
            let published = of_judge(Stage::Published, judge);
            assert!(published.len() >= 3 && published.iter().all(|s| s == "done"));
        }
    }

    #[test]
    fn while_judging_runs_reviews_have_come_in_the_last_minutes() {
        let reviews = of(Stage::Judging, now()).unwrap().assignments.into_iter().filter_map(|a| a.review);
        let times: Vec<_> = reviews.filter_map(|review| review.submitted_at).collect();
        let lately = |minutes| times.iter().filter(|at| now() - **at < Duration::minutes(minutes)).count();
        assert!(times.iter().all(|at| *at < now() && now() - *at < Duration::days(2)), "{times:?}");
        assert!(lately(20) >= 5 && lately(60) >= 15 && lately(60) + EARLIER == times.len(), "{times:?}");
    }

    #[test]
    fn the_dice_fall_the_same_way_every_time() {
        assert_eq!(of(Stage::Published, now()).unwrap(), of(Stage::Published, now()).unwrap());
    }
}
