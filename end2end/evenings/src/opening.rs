//! How an evening begins: forty people with accounts, and an event that a site admin brings in as a file, with one project, which was
//! withdrawn. What the file says is in the log by its digest; everything after it is in the log itself.

use crate::dice::Dice;
use crate::generate::{Place, window};
use crate::site::Site;
use crate::tables::Tables;
use crate::world::{Assignment, Member, Project, Review, Team, Who, World, now};
use anyhow::{Context, Result, bail};
use chrono::DateTime;
use serde_json::Value;
use shared::bundle::{Bundle, BundleAssignment, BundleProject, BundleReview};
use shared::ids::{EventId, TrackId};
use shared::project::ProjectTexts;
use shared::rubric::{Criterion, Scores, Weight};
use shared::rules::{AssignmentStatus, EventFacts, VotingMode};
use std::collections::BTreeMap;

/// Everybody. The first is a site admin.
const PEOPLE: usize = 40;
/// Organizers; the last of them is on a team.
const ORGANIZERS: std::ops::Range<Who> = 1..4;
/// Judges; the last of them is on a team.
const JUDGES: std::ops::Range<Who> = 4..14;
const PARTICIPANTS: std::ops::Range<Who> = 14..36;
const TEAMS: usize = 10;

/// The addresses of an evening's people.
pub(crate) fn emails(evening: usize) -> Vec<String> {
    (0..PEOPLE).map(|who| format!("person{who}@evening{evening}.example")).collect()
}

/// The file of an event, and the event that the auditor knows from it.
pub(crate) struct Opening {
    pub(crate) file: String,
    pub(crate) world: World,
}

/// Makes the file, and brings it in.
pub(crate) fn open(site: &Site, slug: &str, dice: &mut Dice) -> Result<Opening> {
    let mut world = first_world(site, slug, dice);
    let file = String::from_utf8(bundle(&world).to_json()?)?;
    let answer =
        site.send(&site.sends(Some(0), "POST", &format!("/api/events/import?slug={slug}"), &file))?;
    if answer.status != 201 {
        bail!("the event cannot be brought in: {} {}", answer.status, answer.body);
    }
    let stored = format!("/api/events/{slug}/export/bundle.json");
    let stored = Tables::read(site.get(ORGANIZERS.start, &stored)?.body.as_bytes())?;
    let numbers = stored.projects.keys().next().zip(stored.assignments.keys().next());
    let (project, assignment) = numbers.context("the withdrawn project did not come")?;
    bring(&mut world, *project, *assignment);
    let event = site.get(0, &format!("/api/events/{slug}"))?.json()?;
    let tracks = event.get("tracks").and_then(Value::as_array).context("no tracks")?;
    world.tracks = tracks.iter().filter_map(|track| track.get("id")?.as_i64()).map(TrackId).collect();
    Ok(Opening { file, world })
}

fn first_world(site: &Site, slug: &str, dice: &mut Dice) -> World {
    let cast = site.logins.iter().enumerate().map(|(who, login)| {
        let team = team_at(who);
        Member {
            email: login.email.clone(),
            person: login.id,
            staff: who == 0,
            organizer: ORGANIZERS.contains(&who),
            judge: JUDGES.contains(&who),
            judged: false,
            review_cap: None,
            participant: team.is_some() || PARTICIPANTS.contains(&who),
            on_team: team.is_some(),
            teams: team.into_iter().collect(),
        }
    });
    let mut teams: BTreeMap<i64, Team> = BTreeMap::new();
    for who in 0..PEOPLE {
        if let Some(id) = team_at(who) {
            let team = teams.entry(id).or_default();
            team.name = format!("Team {id}");
            team.members.push(who);
        }
    }
    let event = EventFacts {
        id: Some(EventId(1)),
        name: format!("The evening {slug}"),
        submissions: window(Place::Open, dice),
        judging: window(Place::Ahead, dice),
        voting: window(Place::Ahead, dice),
        voting_mode: VotingMode::Account,
        first_three: true,
        ..EventFacts::default()
    };
    World {
        slug: slug.to_owned(),
        event,
        votes_per_voter: 3,
        reviews_per_project: 2,
        max_team_size: 4,
        criteria: criteria(),
        cast: cast.collect(),
        teams,
        ..World::default()
    }
}

/// The team that somebody begins on: most participants, one organizer and one judge. Their numbers count from 1.
fn team_at(who: Who) -> Option<i64> {
    let nth = if PARTICIPANTS.contains(&who) && who + 2 < PARTICIPANTS.end {
        (who - PARTICIPANTS.start) % TEAMS
    } else if who + 1 == ORGANIZERS.end {
        0
    } else if who + 1 == JUDGES.end {
        1
    } else {
        return None;
    };
    i64::try_from(nth + 1).ok()
}

/// The project that comes withdrawn with the file, and the judge whose review was set aside with it.
const WITHDRAWN: &str = "What came withdrawn";
const ITS_TEAM: i64 = 3;
const ITS_JUDGE: Who = JUDGES.start;

/// The same in the auditor's world, which learns only their numbers.
fn bring(world: &mut World, project: i64, assignment: i64) {
    let texts = ProjectTexts { title: WITHDRAWN.to_owned(), ..ProjectTexts::default() };
    let came = Project { team: ITS_TEAM, texts, submitted: true, withdrawn: true };
    world.projects.insert(project, came);
    world.imported.push(project);
    let review = Review { scores: its_scores(), comment: String::new(), submitted: false };
    let came = Assignment {
        judge: ITS_JUDGE,
        project,
        status: AssignmentStatus::Recused,
        source: "import",
        taken_off: false,
        voided: true,
        ended: true,
        missed: false,
        review: Some(review),
    };
    world.assignments.insert(assignment, came);
    world.event.reviewed = true;
}

fn its_scores() -> Scores {
    [("quality".to_owned(), 4), ("impact".to_owned(), 7)].into()
}

/// The same as the file says it. Moments are whole seconds, as a file has them.
fn withdrawn(bundle: &mut Bundle) {
    let at = |minutes: i64| DateTime::from_timestamp(now().timestamp() - minutes * 60, 0);
    bundle.projects.push(BundleProject {
        reference: "pr1".to_owned(),
        external_id: Some("lamp-1".to_owned()),
        team: format!("t{ITS_TEAM}"),
        title: WITHDRAWN.to_owned(),
        status: "draft".to_owned(),
        withdrawn_at: at(30),
        withdrawal_reason: "It was a test.".to_owned(),
        withdrawn_submitted_at: at(90),
        ..Default::default()
    });
    let review =
        BundleReview { voided_submitted_at: at(60), scores: its_scores(), ..BundleReview::default() };
    bundle.assignments.push(BundleAssignment {
        person: format!("p{ITS_JUDGE}"),
        project: "pr1".to_owned(),
        status: "recused".to_owned(),
        source: "import".to_owned(),
        recused_reason: "It was a test.".to_owned(),
        voided_at: at(30),
        ended_with_project: true,
        review: Some(review),
        ..BundleAssignment::default()
    });
}

fn criteria() -> Vec<Criterion> {
    let criterion = |key: &str, name: &str, weight: &str, min_value: i64, max_value: i64| {
        let weight = Weight::parse(weight)?;
        let (key, name) = (key.to_owned(), name.to_owned());
        Some(Criterion { key, name, guidance: String::new(), weight, min_value, max_value })
    };
    let all = [criterion("quality", "Quality", "2", 1, 5), criterion("impact", "Impact", "1.5", 0, 10)];
    all.into_iter().flatten().collect()
}

/// The file that makes this world.
fn bundle(world: &World) -> Bundle {
    let reference = |who: Who| format!("p{who}");
    let mut bundle = Bundle::default();
    let (event, facts) = (&mut bundle.event, &world.event);
    event.name.clone_from(&facts.name);
    (event.submissions_open, event.submissions_close) = (facts.submissions.open, facts.submissions.close);
    (event.judging_open, event.judging_close) = (facts.judging.open, facts.judging.close);
    (event.voting_open, event.voting_close) = (facts.voting.open, facts.voting.close);
    event.voting_mode = facts.voting_mode.name().to_owned();
    event.first_three = facts.first_three;
    event.votes_per_voter = world.votes_per_voter;
    event.reviews_per_project = i32::try_from(world.reviews_per_project).unwrap_or(1);
    event.max_team_size = i32::try_from(world.max_team_size).unwrap_or(1);
    event.criteria.clone_from(&world.criteria);
    event.tracks = vec![shared::bundle::BundleTrack { id: 1, name: "Sea".to_owned() }];
    for (who, member) in world.cast.iter().enumerate() {
        let roles: Vec<String> = member.roles().map(str::to_owned).collect();
        if roles.is_empty() {
            continue;
        }
        bundle.people.push(shared::bundle::BundlePerson {
            reference: reference(who),
            email: member.email.clone(),
            name: member.email.clone(),
            roles,
            ..Default::default()
        });
    }
    bundle.teams = world
        .teams
        .iter()
        .map(|(id, team)| shared::bundle::BundleTeam {
            reference: format!("t{id}"),
            name: team.name.clone(),
            members: team
                .members
                .iter()
                .map(|who| shared::bundle::BundleMember { person: reference(*who), joined_at: None })
                .collect(),
            ..Default::default()
        })
        .collect();
    withdrawn(&mut bundle);
    bundle
}
