//! An event as its bundle and its log hold it.

use super::log::{SLUG, append, moment};
use serde_json::{Value, json};
use shared::audit::sha256_hex;
use shared::calibration::{Input, Outcome, calibrate};
use shared::provenance::{InputLine, Link, from_reviews, judges_digest, read_bundle, scores_digest};

/// An event as its bundle holds it, with the log apart.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) bundle: Value,
    pub(super) log: Vec<Link>,
}

/// Until when one team could submit.
const LONGER: &str = "2026-11-18T11:00:00Z";

pub(super) const ORGANIZER: &str = "org@example.org";
pub(super) const JUDGES: [&str; 3] = ["ada@example.org", "bo@example.org", "cy@example.org"];
/// Judges who do nothing themselves: an organizer enters reviews of the first.
pub(super) const ON_PAPER: [&str; 2] = ["dee@example.org", "eli@example.org"];
/// Nobody reviewed the last one.
pub(super) const PROJECTS: [i64; 5] = [11, 12, 13, 14, 15];
/// Scores by project and judge. Projects 11 and 12 have one total by two judges each, so names can be exchanged there.
const SCORES: [[[i64; 2]; 3]; 4] =
    [[[5, 4], [4, 5], [3, 4]], [[2, 3], [3, 2], [4, 4]], [[1, 2], [2, 2], [1, 1]], [[3, 3], [5, 3], [2, 4]]];

/// The assignment whose review has a comment.
pub(super) const COMMENTED: i64 = 5;

/// When submissions closed.
const CLOSED: &str = "2026-11-18T10:00:10Z";

/// When the ranking was published: as its row of the log was written.
pub(super) const PUBLISHED: &str = "2026-11-18T10:00:45.000002Z";

impl Event {
    /// The event as the site has it, published, with a log that went on.
    pub(super) fn genuine() -> Self {
        let person = |email: &&str| json!({"ref": email, "email": email, "name": email, "roles": ["judge"]});
        let mut people: Vec<Value> = JUDGES.iter().chain(&ON_PAPER).map(person).collect();
        people.push(json!({"ref": "o", "email": "org@example.org", "name": "Org", "roles": ["organizer"]}));
        // Their rows follow that of the event.
        let projects = (2..).zip(PROJECTS).map(|(row, id)| {
            json!({"ref": format!("p{id}"), "id": id, "team": format!("t{id}"), "title": format!("Project {id}"),
                   "status": "submitted", "submitted_at": moment(row)})
        });
        let mut projects: Vec<Value> = projects.collect();
        (projects[0]["room"], projects[0]["place"]) = (json!("Hall"), json!("1"));
        let mut log = Vec::new();
        append(&mut log, "org@example.org", "event.created", ("event", SLUG), json!({"name": "Forged"}));
        for id in PROJECTS {
            append(
                &mut log,
                "pia@example.org",
                "project.submitted",
                ("project", &id.to_string()),
                json!({"tags": [], "duplicate_of": null}),
            );
        }
        let dealt = set_up(&mut log);
        let (mut assignments, mut id) = (Vec::new(), 0);
        for (project, scores) in PROJECTS.iter().zip(SCORES) {
            for (judge, [quality, impact]) in JUDGES.iter().zip(scores) {
                id += 1;
                let object = ("assignment", id.to_string());
                // No row before the review's own says of which project it is, but a plan's and a list's name pairs.
                append(
                    &mut log,
                    judge,
                    "visit.marked",
                    (object.0, &object.1),
                    json!({"mark": "absent", "marked_at": "2026-11-18T10:00:01Z"}),
                );
                let mut assignment = json!({"id": id, "person": judge, "project": format!("p{project}"),
                                            "status": "done", "source": "manual"});
                if let Some((_, source, at)) = dealt.iter().find(|(by, ..)| by == judge) {
                    (assignment["source"], assignment["created_at"]) = (json!(source), json!(at));
                }
                let scores = json!({"quality": quality, "impact": impact});
                if id == COMMENTED {
                    assignment["review"] = json!({"comment": "Solid."});
                }
                let after = submitted(&assignment, &scores);
                // An organizer enters the last one for its judge.
                let (action, actor) =
                    if id == 12 { ("review.entered", ORGANIZER) } else { ("review.submitted", *judge) };
                append(&mut log, actor, action, (object.0, &object.1), after);
                assignment["review"]["submitted_at"] = json!(log.last().unwrap().row.ts);
                assignment["review"]["scores"] = scores;
                if id == 12 {
                    assignment["review"]["entered_by"] = json!("o");
                }
                assignments.push(assignment);
            }
        }
        let criterion = |key| json!({"key": key, "name": key, "weight": "1", "min_value": 1, "max_value": 5});
        let teams = PROJECTS.map(|id| {
            let mut team = json!({"ref": format!("t{id}"), "name": format!("Team {id}")});
            if id == 14 {
                (team["more_time_until"], team["more_time_reason"]) = (json!(LONGER), json!("Ill."));
            }
            team
        });
        let bundle = json!({
            "format": "evenhand-bundle/1",
            "event": {"slug": SLUG, "name": "Forged", "submissions_close": CLOSED, "results_published_at": PUBLISHED, "venue": "Hall",
                      "reviews_per_project": 3, "blind": true, "criteria": [criterion("quality"), criterion("impact")]},
            "people": people,
            "teams": teams,
            "projects": projects,
            "assignments": assignments,
            "prizes": [{"name": "Oddest", "rule": "panel", "winners": 2, "projects": ["p13", "p12"], "reason": "Odd."},
                       {"name": "Brightest", "sponsor": "Lamps", "rule": "choice", "opt_in": true, "winners": 2}],
            "conflicts": [{"person": JUDGES[1], "project": "p15", "kind": "family", "reason": ""}],
            "comments": [{"project": "p11", "person": JUDGES[2], "body": "Nice.", "created_at": moment(15)}],
            "runs": [{"run": 1, "method": "", "input_digest": "", "input": [], "results": [], "judges": [],
                      "excluded": {"15": "no_reviews"}, "pinned_at": PUBLISHED, "reason": null}],
        });
        let mut event = Self { bundle, log };
        event.team_and_prize();
        event.run_again();
        let run = &event.bundle["runs"][0];
        let created = json!({"method": run["method"], "input_digest": run["input_digest"], "panels": run["panels"],
                             "excluded": run["excluded"].as_object().unwrap().len()});
        let published = json!({"publication": 1, "run": 1, "method": run["method"], "input_digest": run["input_digest"],
                               "reason_sha256": null});
        append(&mut event.log, "org@example.org", "run.created", ("run", "1"), created);
        append(&mut event.log, "org@example.org", "results.published", ("run", "1"), published);
        for (action, object) in
            [("export.csv", "export"), ("notice.sent", "notice"), ("comment.posted", "comment")]
        {
            append(&mut event.log, "org@example.org", action, (object, "1"), json!({"n": 1}));
        }
        event
    }

    /// The rows of the team that had more time, and of the prize.
    fn team_and_prize(&mut self) {
        let longer = json!({"more_time_until": LONGER, "reason_sha256": sha256_hex(b"Ill.")});
        append(&mut self.log, ORGANIZER, "team.extended", ("team", "14"), longer);
        let terms = json!({"name": "Oddest", "sponsor": "", "rule": "panel"});
        append(&mut self.log, ORGANIZER, "prize.created", ("prize", "1"), terms);
        let won = json!({"winners": [13, 12], "as_suggested": true, "reason_sha256": sha256_hex(b"Odd.")});
        append(&mut self.log, ORGANIZER, "prize.awarded", ("prize", "1"), won);
    }

    pub(super) fn after(mut self, act: impl FnOnce(&mut Self)) -> Self {
        act(&mut self);
        self
    }

    pub(super) fn reads(&self) -> bool {
        read_bundle(self.bundle.to_string().as_bytes()).is_ok()
    }

    /// What the row of an import says of the bundle.
    pub(super) fn import_record(&self) -> Value {
        let repeats: Vec<(i64, i64)> = self.flags().filter_map(|(id, of)| Some((id, of?))).collect();
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        json!({"file_sha256": "0".repeat(64), "projects": event.projects.len(), "repeats": repeats,
               "finals_of": event.event.finals_of, "scores_digest": scores_digest(&event, |_| true), "judges_digest": judges_digest(&event, |_| true)})
    }

    /// Each project, and which one it repeats.
    pub(super) fn flags(&self) -> impl Iterator<Item = (i64, Option<i64>)> {
        let of = |project: &Value| project["duplicate_of"].as_str()?.strip_prefix('p')?.parse().ok();
        self.bundle["projects"].as_array().unwrap().iter().map(move |p| (p["id"].as_i64().unwrap(), of(p)))
    }

    /// Who gave which review.
    pub(super) fn judges(&self) -> Option<String> {
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        judges_digest(&event, |_| true)
    }

    /// The outcome of the reviews in the bundle.
    pub(super) fn outcome(&self) -> (Input, Outcome) {
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        let input = from_reviews(&event).unwrap();
        let outcome = calibrate(&input).unwrap();
        (input, outcome)
    }

    /// Makes the run anew from the reviews in the bundle.
    pub(super) fn run_again(&mut self) {
        let (input, outcome) = self.outcome();
        let lines: Vec<InputLine> = input.reviews().iter().map(InputLine::from).collect();
        let run = &mut self.bundle["runs"][0];
        run["method"] = json!(outcome.method);
        run["input_digest"] = json!(outcome.input_digest);
        run["panels"] = json!(outcome.fit.panels);
        run["input"] = json!(lines);
        run["results"] = json!(outcome.projects);
        run["judges"] = json!(outcome.judges);
    }
}

/// The rows by which the event was set up, and projects were handed out to two judges: how, and when.
fn set_up(log: &mut Vec<Link>) -> [(&'static str, &'static str, String); 2] {
    let window = json!({"stage": "submissions", "open": null, "close": CLOSED});
    append(log, ORGANIZER, "window.set", ("event", "1"), window);
    let terms = json!({"reviews_per_project": 3, "blind": true, "venue": "Hall"});
    append(log, ORGANIZER, "event.edited", ("event", "1"), terms);
    for (number, judge) in (21..).zip(&JUDGES[..2]) {
        append(
            log,
            judge,
            "invitation.accepted",
            ("invitation", "1"),
            json!({"role": "judge", "person": number}),
        );
    }
    let pairs = |judge: i64| -> Vec<Value> {
        PROJECTS[..4].iter().map(|project| json!({"project": project, "judge": judge})).collect()
    };
    append(log, ORGANIZER, "assignment.planned", ("assignment_plan", "1"), json!({"given": pairs(21)}));
    let listed = json!({"given": pairs(22), "taken": [], "declared": []});
    append(log, ORGANIZER, "assignment.imported", ("event", "1"), listed);
    let dealt = [(JUDGES[0], "planned", moment(11)), (JUDGES[1], "import", moment(12))];
    let declared = json!({"pairs": [{"judge": 22, "project": 15}], "kind": "family", "recused": []});
    append(log, ORGANIZER, "conflict.declared", ("event", "1"), declared);
    append(log, ORGANIZER, "project.moved", ("event", "1"), json!({"places": {"11": ["Hall", "1"]}}));
    append(log, JUDGES[2], "comment.posted", ("comment", "7"), json!({"project": 11, "body": "Nice."}));
    let terms = json!({"name": "Brightest", "sponsor": "Lamps", "rule": "choice", "winners": 2, "eligibility": "opt-in", "track": null});
    append(log, ORGANIZER, "prize.created", ("prize", "2"), terms);
    dealt
}

pub(super) fn project_of(assignment: &Value) -> Option<i64> {
    assignment["project"].as_str()?.strip_prefix('p')?.parse().ok()
}

/// The number of the judge of an assignment in the log; none for somebody whom no row names.
pub(super) fn number_of(assignment: &Value) -> Option<i64> {
    let person = assignment["person"].as_str()?;
    (21..).zip(JUDGES.iter().chain(&ON_PAPER)).find(|(_, judge)| **judge == person).map(|(number, _)| number)
}

/// What a row says of a submitted review that has these scores.
pub(super) fn submitted(assignment: &Value, scores: &Value) -> Value {
    json!({"judge": number_of(assignment), "project": project_of(assignment), "status": "done", "submitted": true, "scores": scores,
           "comment_sha256": comment_digest(assignment)})
}

/// What a row says of the comment of an assignment's review.
pub(super) fn comment_digest(assignment: &Value) -> Option<String> {
    assignment["review"]["comment"].as_str().map(|comment| sha256_hex(comment.as_bytes()))
}
