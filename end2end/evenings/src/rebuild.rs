//! The event from its log alone, and the file with which it began: what the tables must hold now. Texts that the log leaves out on
//! purpose are known by their digests.

use crate::deeds;
use crate::tables::{bounds, project_values, roles};
use crate::things::{self, MORE_TIME, Things};
use crate::world::{Who, World};
use serde_json::{Map, Value, json};
use shared::audit::AuditRow;
use shared::bundle::Bundle;
use std::collections::{BTreeMap, BTreeSet};

/// A project as the log tells of it: the values that its rows changed, and whose it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoggedProject {
    pub(crate) values: Map<String, Value>,
    pub(crate) team: Option<String>,
}

/// An assignment as the log tells of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoggedAssignment {
    /// Judge and project, as the row that hands it out and those of its review name them.
    pub(crate) pair: Option<(i64, i64)>,
    /// How it came to be, where a row hands it out by itself. The row of a plan names its pairs.
    pub(crate) source: Option<String>,
    pub(crate) status: String,
    /// The newest review in the log: scores, whether it is submitted, and whether there is a comment.
    pub(crate) review: Option<(Value, bool, bool)>,
}

/// What the log tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rebuilt {
    pub(crate) projects: BTreeMap<i64, LoggedProject>,
    pub(crate) assignments: BTreeMap<i64, LoggedAssignment>,
    /// Pairs of judge and project that plans gave and that are still there.
    pub(crate) planned: BTreeSet<(i64, i64)>,
    /// Declared conflicts: judge and project.
    pub(crate) conflicts: BTreeMap<(i64, i64), String>,
    /// Judges whom lists named, each with the team, until an organizer said that the list is wrong.
    listed: BTreeSet<(i64, String)>,
    /// The places of projects in the hall.
    pub(crate) places: BTreeMap<i64, String>,
    /// Comments: project, author and text.
    pub(crate) comments: BTreeMap<i64, (i64, String, String)>,
    /// Ballots: the voter, and the number of choices.
    pub(crate) ballots: BTreeMap<i64, (String, u64)>,
    pub(crate) roles: BTreeMap<String, BTreeSet<String>>,
    pub(crate) teams: BTreeMap<String, String>,
    /// The bounds of each window.
    pub(crate) windows: BTreeMap<String, (Value, Value)>,
    /// What each run read.
    pub(crate) runs: Vec<String>,
    /// The run that was published last.
    pub(crate) published: Option<i64>,
    /// What there is beside that.
    pub(crate) things: Things,
    /// Teams by the numbers that the log gives them.
    numbered: BTreeMap<String, String>,
}

impl Rebuilt {
    /// Reads a log from its first row. `people` gives a person's address by their number.
    pub(crate) fn of<'r>(file: &Bundle, rows: impl Iterator<Item = &'r AuditRow>, world: &World) -> Self {
        let mut rebuilt = Self::default();
        rebuilt.begin(file, world);
        for row in rows {
            rebuilt.read(row, world);
        }
        rebuilt
    }

    fn begin(&mut self, file: &Bundle, world: &World) {
        let emails = file.addresses();
        for team in &file.teams {
            for member in &team.members {
                if let Some(email) = emails.get(member.person.as_str()) {
                    self.teams.insert((*email).to_owned(), team.reference.clone());
                }
            }
        }
        self.roles = roles(file);
        self.windows = bounds(file);
        self.bring(file, world);
    }

    /// The projects of the file, whose numbers the auditor's world knows, and who has them.
    fn bring(&mut self, file: &Bundle, world: &World) {
        let emails = file.addresses();
        let mut numbers: BTreeMap<&str, i64> = BTreeMap::new();
        for (project, id) in file.projects.iter().zip(world.imported.iter().copied()) {
            numbers.insert(&project.reference, id);
            let values = project_values(project).as_object().cloned().unwrap_or_default();
            self.projects.insert(id, LoggedProject { values, team: Some(project.team.clone()) });
        }
        for row in &file.assignments {
            let email = emails.get(row.person.as_str()).copied().unwrap_or_default();
            let judge: Option<Who> = world.cast.iter().position(|member| member.email == email);
            let project = numbers.get(row.project.as_str()).copied().unwrap_or_default();
            let Some(judge) = judge else { continue };
            let Some(id) = world.assigned(judge, project) else { continue };
            let review = row.review.as_ref();
            let logged = LoggedAssignment {
                pair: Some((world.cast[judge].person, project)),
                source: Some(row.source.clone()),
                status: row.status.clone(),
                review: review.map(|r| (json!(r.scores), r.submitted_at.is_some(), !r.comment.is_empty())),
            };
            self.assignments.insert(id, logged);
        }
    }

    fn read(&mut self, row: &AuditRow, world: &World) {
        let before: Value = serde_json::from_str(&row.before).unwrap_or_default();
        let after: Value = serde_json::from_str(&row.after).unwrap_or_default();
        let id: i64 = row.object_id.parse().unwrap_or_default();
        deeds::logged(&mut self.things, row, &after);
        match row.action.as_str() {
            "project.created" | "project.submitted" | "project.edited" => {
                let team = self.teams.get(&row.actor).cloned();
                if !self.projects.contains_key(&id) {
                    self.declare_listed(id, team.as_deref());
                }
                let project = self.projects.entry(id).or_default();
                project.team = project.team.take().or(team);
                let values = after.as_object().cloned().unwrap_or_default();
                project.values.extend(values.into_iter().filter(|(name, _)| name != "salt"));
            }
            "project.corrected" => {
                let values = after.as_object().cloned().unwrap_or_default();
                self.projects.entry(id).or_default().values.extend(values);
            }
            "project.withdrawn" => {
                self.set(id, "withdrawn");
                self.places.remove(&id);
                self.recuse(&after);
            }
            "project.restored" => {
                self.set(id, "submitted");
                self.places.extend(place(&after["place"]).map(|place| (id, place)));
                self.come_back(&after, "counted_again", "done");
                self.come_back(&after, "given_back", "pending");
            }
            "project.moved" => {
                for (id, to) in after["places"].as_object().into_iter().flatten() {
                    let id: i64 = id.parse().unwrap_or_default();
                    self.places.remove(&id);
                    self.places.extend(place(to).map(|place| (id, place)));
                }
            }
            "project.imported" => {
                for declared in after["declared"].as_array().into_iter().flatten() {
                    let (judge, project) = pair(declared);
                    self.conflicts.insert((judge, project), "own_team".to_owned());
                    let team = self.projects.get(&project).and_then(|project| project.team.clone());
                    self.listed.extend(team.map(|team| (judge, team)));
                }
                self.recuse(&after);
            }
            "assignment.created" | "assignment.pulled" => {
                let (source, status) = (Some(text(&after, "source")), text(&after, "status"));
                let logged = LoggedAssignment { pair: Some(pair(&after)), source, status, review: None };
                self.assignments.insert(id, logged);
            }
            "assignment.planned" => {
                self.planned.extend(after["given"].as_array().into_iter().flatten().map(pair));
            }
            "assignment.removed" => {
                self.assignments.remove(&id);
                self.planned.remove(&pair(&before));
            }
            "assignment.recused"
            | "assignment.reinstated"
            | "review.saved"
            | "review.submitted"
            | "review.entered"
            | "review.voided"
            | "review.restored" => self.review(row, id, &after),
            "conflict.declared" => {
                for declared in after["pairs"].as_array().into_iter().flatten() {
                    self.conflicts.insert(pair(declared), text(&after, "kind"));
                }
                self.recuse(&after);
            }
            "conflict.withdrawn" => {
                let (judge, project) = pair(&before);
                self.conflicts.remove(&(judge, project));
                // Of what a list said, the log knows why it is wrong.
                let team = self.projects.get(&project).and_then(|project| project.team.clone());
                if let Some(team) = team.filter(|_| after["reason_sha256"].is_string()) {
                    self.listed.remove(&(judge, team));
                }
            }
            "comment.posted" => {
                let comment = (number(&after, "project"), row.actor.clone(), text(&after, "body"));
                self.comments.insert(id, comment);
            }
            "comment.removed" => drop(self.comments.remove(&id)),
            "ballot.cast" => {
                self.ballots.insert(id, (row.actor.clone(), after["choices"].as_u64().unwrap_or_default()));
            }
            "ballot.withdrawn" => drop(self.ballots.remove(&id)),
            "run.created" => self.runs.push(text(&after, "input_digest")),
            "results.published" | "results.corrected" | "results.finalized" => {
                self.published = Some(number(&after, "run"))
            }
            "membership.granted" => {
                if let Some(member) = world.cast.iter().find(|member| member.person == id) {
                    self.roles.entry(member.email.clone()).or_default().insert(text(&after, "role"));
                }
            }
            "membership.removed" => self.remove_role(id, &before, world),
            "organizer.left" => self.lose_role(&row.actor, "organizer"),
            // Who makes this row is on no team.
            "team.extended" => {
                things::set(&mut self.things, (MORE_TIME, id), &json!({ "until": after["more_time_until"] }));
            }
            action if action.starts_with("team.") => {
                if after["new_participant"].as_bool().unwrap_or_default() {
                    let role = "participant".to_owned();
                    self.roles.entry(row.actor.clone()).or_default().insert(role);
                }
                self.team(row);
            }
            action if action.starts_with("window.") => {
                let bounds = (after["open"].clone(), after["close"].clone());
                self.windows.insert(text(&after, "stage"), bounds);
            }
            _ => {}
        }
    }

    /// As in the tables, who has no role is not listed.
    fn lose_role(&mut self, email: &str, role: &str) {
        if let Some(roles) = self.roles.get_mut(email) {
            roles.remove(role);
        }
        self.roles.retain(|_, roles| !roles.is_empty());
    }

    /// A judge who leaves takes the assignments along that have no review.
    fn remove_role(&mut self, person: i64, before: &Value, world: &World) {
        let role = text(before, "role");
        if let Some(member) = world.cast.iter().find(|member| member.person == person) {
            self.lose_role(&member.email, &role);
            // Who takes part no more is on no team, either.
            if role == "participant" {
                self.teams.remove(&member.email);
            }
        }
        if role == "judge" {
            let stays = |logged: &LoggedAssignment| {
                logged.review.is_some() || logged.pair.is_none_or(|(judge, _)| judge != person)
            };
            self.assignments.retain(|_, logged| stays(logged));
            let kept: BTreeSet<(i64, i64)> =
                self.assignments.values().filter_map(|logged| logged.pair).collect();
            self.planned.retain(|pair| pair.0 != person || kept.contains(pair));
        }
    }

    /// A row about a team names it by its number; who made the row is on it, or comes to it.
    fn team(&mut self, row: &AuditRow) {
        let (actor, number) = (row.actor.clone(), row.object_id.clone());
        match row.action.as_str() {
            "team.created" => {
                self.numbered.insert(number.clone(), number.clone());
                self.teams.insert(actor, number);
            }
            "team.joined" => {
                if let Some(team) = self.numbered.get(&number) {
                    self.teams.insert(actor, team.clone());
                }
            }
            action => {
                if let Some(team) = self.teams.get(&actor) {
                    self.numbered.insert(number, team.clone());
                }
                if action == "team.left" {
                    self.teams.remove(&actor);
                }
            }
        }
    }

    /// Judges whom a list named on its team have a conflict with a new project, without a row of its own, until results are published. Who is on a
    /// panel has it later, too, which no row says.
    fn declare_listed(&mut self, project: i64, team: Option<&str>) {
        if self.published.is_some() {
            return;
        }
        let named = self.listed.iter().filter(|(_, listed)| Some(listed.as_str()) == team);
        let named: Vec<i64> = named.map(|(judge, _)| *judge).collect();
        self.conflicts.extend(named.into_iter().map(|judge| ((judge, project), "own_team".to_owned())));
    }

    fn set(&mut self, project: i64, status: &str) {
        self.projects.entry(project).or_default().values.insert("status".to_owned(), json!(status));
    }

    /// The assignments that a row names as ended.
    fn recuse(&mut self, after: &Value) {
        for id in ids(after, "recused") {
            let logged = self.assignments.entry(id).or_default();
            "recused".clone_into(&mut logged.status);
            if let Some((_, submitted, _)) = &mut logged.review {
                *submitted = false;
            }
        }
    }

    fn come_back(&mut self, after: &Value, member: &str, status: &str) {
        for id in ids(after, member) {
            let logged = self.assignments.entry(id).or_default();
            status.clone_into(&mut logged.status);
            if let Some((_, submitted, _)) = &mut logged.review {
                *submitted = status == "done";
            }
        }
    }

    /// A row that holds a review as it is now.
    fn review(&mut self, row: &AuditRow, id: i64, after: &Value) {
        let logged = self.assignments.entry(id).or_default();
        logged.pair = Some(pair(after));
        logged.status = text(after, "status");
        let begun = logged.review.is_some() || row.action.starts_with("review.");
        let submitted = after["submitted"].as_bool().unwrap_or_default();
        logged.review =
            begun.then(|| (after["scores"].clone(), submitted, !after["comment_sha256"].is_null()));
        if row.action == "assignment.recused" && !after["conflict"].is_null() {
            self.conflicts.insert(pair(after), text(after, "conflict"));
        }
    }
}

/// The place in a room that a row names, if any.
fn place(said: &Value) -> Option<String> {
    said[1].as_str().filter(|place| !place.is_empty()).map(str::to_owned)
}

fn number(object: &Value, member: &str) -> i64 {
    object[member].as_i64().unwrap_or_default()
}

/// The judge and the project that a row names.
fn pair(said: &Value) -> (i64, i64) {
    (number(said, "judge"), number(said, "project"))
}

fn text(object: &Value, member: &str) -> String {
    object[member].as_str().unwrap_or_default().to_owned()
}

fn ids<'v>(object: &'v Value, member: &str) -> impl Iterator<Item = i64> + use<'v> {
    object[member].as_array().into_iter().flatten().filter_map(Value::as_i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(actor: &str, action: &str, id: i64, after: Value) -> AuditRow {
        let (action, after) = (action.to_owned(), after.to_string());
        AuditRow { actor: actor.to_owned(), action, object_id: id.to_string(), after, ..AuditRow::default() }
    }

    #[test]
    fn the_newest_rows_say_what_is_stored() {
        let review = |status: &str, submitted: bool| json!({ "judge": 7, "project": 1, "status": status, "submitted": submitted, "scores": { "q": 3 }, "comment_sha256": null });
        let given =
            [(7, 2), (8, 1), (9, 1)].map(|(judge, project)| json!({ "judge": judge, "project": project }));
        let rows = [
            row("pia", "team.created", 4, json!({ "members": 1 })),
            row("pia", "project.created", 1, json!({ "title": "Lamp", "status": "draft", "salt": "x" })),
            row("pia", "project.submitted", 1, json!({ "status": "submitted" })),
            row(
                "org",
                "assignment.created",
                2,
                json!({ "judge": 7, "project": 1, "source": "manual", "status": "pending" }),
            ),
            row("org", "assignment.planned", 1, json!({ "given": given })),
            row("ada", "review.submitted", 2, review("done", true)),
            row("org", "project.withdrawn", 1, json!({ "recused": [2, 5] })),
            row("org", "project.restored", 1, json!({ "counted_again": [2], "given_back": [5] })),
            AuditRow {
                before: json!({ "judge": 8, "project": 1, "status": "pending" }).to_string(),
                ..row("org", "assignment.removed", 6, Value::Null)
            },
        ];
        let mut rebuilt = Rebuilt::default();
        let world = crate::world::empty();
        rows.iter().for_each(|row| rebuilt.read(row, &world));
        let project = &rebuilt.projects[&1];
        assert_eq!(
            (project.values["title"].as_str(), project.values.contains_key("salt")),
            (Some("Lamp"), false)
        );
        assert_eq!(
            (project.values["status"].as_str(), project.team.as_deref()),
            (Some("submitted"), Some("4"))
        );
        let reviewed = &rebuilt.assignments[&2];
        assert_eq!((reviewed.pair, reviewed.source.as_deref()), (Some((7, 1)), Some("manual")));
        assert_eq!(
            (reviewed.status.as_str(), &reviewed.review),
            ("done", &Some((json!({ "q": 3 }), true, false)))
        );
        assert_eq!(rebuilt.assignments[&5].status, "pending");
        assert_eq!(rebuilt.planned, BTreeSet::from([(7, 2), (9, 1)]));
    }
}
