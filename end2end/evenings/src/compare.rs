//! Row by row: the tables beside what the log tells, and beside what the auditor expects.

use crate::deeds::UNLISTED;
use crate::reading::windows;
use crate::rebuild::{LoggedAssignment, Rebuilt};
use crate::tables::{AssignmentRow, Tables, bounds, values};
use crate::things;
use crate::world::{Assignment, Who, World};
use serde_json::{Value, json};
use shared::event_windows::stage_field;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// What differs, in sentences.
#[derive(Default)]
pub(crate) struct Differences(pub(crate) Vec<String>);

impl Differences {
    /// Notes where two values are not the same.
    pub(crate) fn same<T: PartialEq + Debug>(&mut self, what: &str, here: T, tables: T) {
        if here != tables {
            self.0.push(format!("{what}: {here:?}, and the tables hold {tables:?}"));
        }
    }
}

pub(crate) fn log_with_tables(rebuilt: &Rebuilt, tables: &Tables, world: &World) -> Vec<String> {
    let mut found = Differences::default();
    let email = |person: i64| {
        let member = world.cast.iter().find(|member| member.person == person);
        member.map(|member| member.email.clone()).unwrap_or_default()
    };
    let mut members: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (email, team) in &rebuilt.teams {
        members.entry(team).or_default().push(email.clone());
    }
    let numbers = |rows: Vec<&i64>| rows.into_iter().copied().collect::<Vec<i64>>();
    found.same(
        "log: the projects",
        numbers(rebuilt.projects.keys().collect()),
        numbers(tables.projects.keys().collect()),
    );
    for (id, project) in &rebuilt.projects {
        let get = |name: &str| project.values.get(name).and_then(Value::as_str).unwrap_or_default();
        let any = |name: &str| project.values.get(name).cloned().unwrap_or_default();
        let mut logged = values(
            [get("title"), get("tagline"), get("repo_url"), get("demo_url")],
            ["", ""],
            (project.values.get("tags").cloned().unwrap_or_else(|| json!([])), any("track")),
            get("status"),
        );
        logged["summary_sha256"] = any("summary_sha256");
        logged["description_sha256"] = any("description_sha256");
        let stored = tables.projects.get(id).cloned().unwrap_or_default();
        found.same(&format!("log: project {id}"), logged, stored);
        let team = project.team.as_deref().and_then(|team| members.get(team)).cloned().unwrap_or_default();
        found.same(
            &format!("log: the team of project {id}"),
            team,
            tables.owners.get(id).cloned().unwrap_or_default(),
        );
    }
    for (id, row) in &tables.assignments {
        match rebuilt.assignments.get(id) {
            Some(logged) => logged_assignment(&mut found, *id, logged, row, email),
            None => {
                let untouched = (row.status.as_str(), row.source.as_str(), row.review.is_none());
                found.same(
                    &format!("log: assignment {id}, of which it has no row"),
                    ("pending", "planned", true),
                    untouched,
                );
            }
        }
    }
    let given: BTreeSet<(String, i64)> =
        rebuilt.planned.iter().map(|(judge, project)| (email(*judge), *project)).collect();
    let planned = tables.assignments.values().filter(|row| row.source == "planned");
    found.same("log: what plans gave", given, planned.map(|row| (row.judge.clone(), row.project)).collect());
    for id in rebuilt.assignments.keys().filter(|id| !tables.assignments.contains_key(*id)) {
        found.0.push(format!("log: the tables hold no assignment {id}"));
    }
    let named: BTreeSet<(String, i64)> =
        rebuilt.conflicts.keys().map(|(judge, project)| (email(*judge), *project)).collect();
    found.same("log: the conflicts", &named, &tables.conflicts);
    found.same("log: the places", &rebuilt.places, &tables.places);
    let mut comments: Vec<(i64, String, String)> = rebuilt.comments.values().cloned().collect();
    comments.sort();
    found.same("log: the comments", &comments, &tables.comments);
    if world.event.voting.is_over(crate::world::now()) {
        let ballots: BTreeMap<String, u64> = rebuilt.ballots.values().cloned().collect();
        let counted = |choices: &Vec<i64>| u64::try_from(choices.len()).unwrap_or_default();
        let stored =
            tables.ballots.iter().map(|(voter, choices)| (voter.clone(), counted(choices))).collect();
        found.same("log: the choices on ballots", ballots, stored);
    }
    found.same("log: the teams", members.into_values().collect(), tables.teams.clone());
    found.same("log: the roles", &rebuilt.roles, &tables.roles);
    found.same("log: the windows", rebuilt.windows.clone(), bounds(&tables.stored.event));
    let runs: Vec<String> = tables.stored.runs.iter().map(|run| run.input_digest.clone()).collect();
    found.same("log: what runs read", &rebuilt.runs, &runs);
    let pinned =
        tables.stored.runs.iter().filter(|run| run.pinned_at.is_some()).map(|run| i64::from(run.run)).max();
    found.same("log: the published run", rebuilt.published, pinned);
    things::same(&mut found, "log", (&rebuilt.things, &tables.things), UNLISTED);
    things::same(&mut found, "log, and expected", (&rebuilt.things, &world.things), &[]);
    found.0
}

fn logged_assignment(
    found: &mut Differences,
    id: i64,
    logged: &LoggedAssignment,
    row: &AssignmentRow,
    email: impl Fn(i64) -> String,
) {
    found.same(&format!("log: the status of assignment {id}"), &logged.status, &row.status);
    let handed_out = (row.judge.clone(), row.project, row.source.clone());
    // One that a plan made and nobody began has no such row.
    let (judge, project) = match logged.pair {
        Some((judge, project)) => (email(judge), project),
        None => (row.judge.clone(), row.project),
    };
    let logged_out = (judge, project, logged.source.clone().unwrap_or_else(|| "planned".to_owned()));
    found.same(&format!("log: assignment {id}"), logged_out, handed_out);
    let review =
        row.review.as_ref().map(|(scores, submitted, comment)| (scores, *submitted, !comment.is_empty()));
    let logged = logged.review.as_ref().map(|(scores, submitted, comment)| (scores, *submitted, *comment));
    found.same(&format!("log: the review of assignment {id}"), logged, review);
}

/// Compares what the auditor expects with the tables.
pub(crate) fn world_with_tables(world: &World, tables: &Tables) -> Vec<String> {
    let mut found = Differences::default();
    let email = |who: Who| world.email(who).to_owned();
    let members = |members: &[Who]| {
        let mut emails: Vec<String> = members.iter().map(|who| email(*who)).collect();
        emails.sort();
        emails
    };
    let status = |project: &crate::world::Project| match (project.withdrawn, project.submitted) {
        (true, _) => "withdrawn",
        (false, true) => "submitted",
        (false, false) => "draft",
    };
    let projects = world.projects.iter().map(|(id, project)| {
        let texts = &project.texts;
        let values = values(
            [&texts.title, &texts.tagline, &texts.repo_url, &texts.demo_url],
            [&texts.summary, &texts.description],
            (json!(texts.tags), json!(texts.track)),
            status(project),
        );
        (*id, values)
    });
    rows(&mut found, "project", &projects.collect(), &tables.projects);
    let assignments =
        world.assignments.iter().map(|(id, assignment)| (*id, row_of(assignment, email(assignment.judge))));
    rows(&mut found, "assignment", &assignments.collect(), &tables.assignments);
    let conflicts = world.conflicts.keys().map(|(judge, project)| (email(*judge), *project)).collect();
    found.same("the conflicts", &conflicts, &tables.conflicts);
    let places = world.places.iter().map(|(id, place)| (*id, (*place).to_owned())).collect();
    found.same("the places", &places, &tables.places);
    let mut comments: Vec<(i64, String, String)> =
        world.comments.values().map(|c| (c.project, email(c.author), c.body.clone())).collect();
    comments.sort();
    found.same("the comments", &comments, &tables.comments);
    if world.event.voting.is_over(crate::world::now()) {
        let ballots = world.ballots.iter().map(|(voter, choices)| (email(*voter), choices.clone())).collect();
        found.same("the ballots", &ballots, &tables.ballots);
    }
    let teams = world.teams.values().map(|team| members(&team.members)).collect();
    found.same("the teams", &teams, &tables.teams);
    let with_role = world.cast.iter().filter(|member| member.has_role());
    let roles: BTreeMap<String, BTreeSet<String>> =
        with_role.map(|member| (member.email.clone(), member.roles().map(str::to_owned).collect())).collect();
    found.same("the roles", &roles, &tables.roles);
    let caps: BTreeMap<String, i32> =
        world.cast.iter().filter_map(|member| Some((member.email.clone(), member.review_cap?))).collect();
    let people = &tables.stored.event.people;
    let stored = people.iter().filter_map(|person| Some((person.email.clone(), person.review_cap?)));
    found.same("the most reviews of judges", caps, stored.collect());
    let windows = windows(world)
        .all()
        .map(|(stage, window)| (stage_field(stage).to_owned(), (json!(window.open), json!(window.close))));
    found.same("the windows", windows.into(), bounds(&tables.stored.event));
    let runs: Vec<String> = world.runs.iter().map(shared::calibration::Input::digest_hex).collect();
    let stored: Vec<String> = tables.stored.runs.iter().map(|run| run.input_digest.clone()).collect();
    found.same("what runs read", runs, stored);
    things::same(&mut found, "expected", (&world.things, &tables.things), UNLISTED);
    found.0
}

fn row_of(assignment: &Assignment, judge: String) -> AssignmentRow {
    let review = assignment.review.as_ref();
    AssignmentRow {
        judge,
        project: assignment.project,
        status: assignment.status.name().to_owned(),
        source: assignment.source.to_owned(),
        review: review.map(|review| (json!(review.scores), review.submitted, review.comment.clone())),
    }
}

/// Compares two lists by number: what one holds alone, and what differs.
fn rows<T: PartialEq + Debug>(
    found: &mut Differences,
    what: &str,
    here: &BTreeMap<i64, T>,
    tables: &BTreeMap<i64, T>,
) {
    let all: BTreeSet<&i64> = here.keys().chain(tables.keys()).collect();
    for id in all {
        found.same(&format!("{what} {id}"), here.get(id), tables.get(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Member, Project, Team, empty, member};
    use shared::audit::AuditRow;
    use shared::project::ProjectTexts;

    /// Tables with one draft, and the world that they are.
    fn lamp() -> (Tables, World) {
        let file = json!({
            "format": "evenhand-bundle/1",
            "event": {
                "name": "Evening",
                "criteria": [{ "key": "quality", "name": "Quality", "weight": "1", "min_value": 1, "max_value": 5 }],
            },
            "people": [{ "ref": "p", "email": "7@x.example", "name": "Pia", "roles": ["participant"] }],
            "teams": [{ "ref": "t", "name": "Lights", "members": [{ "person": "p" }] }],
            "projects": [{ "ref": "a", "id": 1, "team": "t", "title": "Lamp", "status": "draft" }],
        });
        let tables = Tables::read(file.to_string().as_bytes()).unwrap();
        let texts = ProjectTexts { title: "Lamp".to_owned(), ..ProjectTexts::default() };
        let world = World {
            cast: vec![Member { participant: true, on_team: true, teams: vec![1], ..member(7) }],
            teams: [(1, Team { name: "Lights".to_owned(), members: vec![0], ..Team::default() })].into(),
            projects: [(1, Project { team: 1, texts, submitted: false, withdrawn: false })].into(),
            ..empty()
        };
        (tables, world)
    }

    #[test]
    fn a_row_that_is_not_as_expected_is_named() {
        let (tables, mut world) = lamp();
        assert_eq!(world_with_tables(&world, &tables), Vec::<String>::new());
        world.projects.get_mut(&1).unwrap().texts.title.push('s');
        let found = world_with_tables(&world, &tables);
        assert!(found.len() == 1 && found[0].starts_with("project 1"), "{found:?}");
    }

    #[test]
    fn what_the_log_does_not_tell_is_found_in_the_tables() {
        let (tables, world) = lamp();
        let row = |title: &str| AuditRow {
            actor: "7@x.example".to_owned(),
            action: "project.created".to_owned(),
            object_id: "1".to_owned(),
            after: json!({ "title": title, "status": "draft", "duplicate_of": null, "salt": "s" })
                .to_string(),
            ..AuditRow::default()
        };
        let mut file = tables.stored.event.clone();
        file.projects.clear();
        let differ = |rows: &[AuditRow]| {
            let rebuilt = Rebuilt::of(&file, rows.iter(), &world);
            log_with_tables(&rebuilt, &tables, &world).len()
        };
        assert_eq!((differ(&[row("Lamp")]), differ(&[row("Boat")]), differ(&[])), (0, 1, 1));
    }
}
