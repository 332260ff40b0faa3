//! How a forger covers a change up: computes rankings again, writes rows anew, or seals them as if the event were forgotten.

use super::event::{Event, JUDGES, ORGANIZER, comment_digest, number_of, project_of};
use super::log::{SLUG, append, forget, rechain, seal_of};
use serde_json::{Value, json};
use shared::audit::{row_hash, sha256_hex};
use shared::calibration::Input;
use shared::provenance::{InputLine, Link, read_bundle};
use shared::rubric::{Scores, weighted_total};

/// A way to cover a change up, given the event without it.
type Cover = (&'static str, fn(&mut Event, &Event));

/// How a forger covers a change up.
pub(super) const COVERS: [Cover; 10] = [
    ("as it is", |_, _| {}),
    ("computed again", |e, _| e.run_again()),
    ("computed and chained again", |e, _| {
        e.run_again();
        e.log_again();
        rechain(&mut e.log);
    }),
    ("computed again and sealed", |e, before| {
        e.run_again();
        e.log_again();
        e.sealed(before);
    }),
    ("the run taken out and sealed", |e, before| {
        e.run_again();
        e.log_again();
        e.sealed(before);
        e.bundle["runs"] = json!([]);
    }),
    ("followed by rows that say so", |e, before| e.rows_since(before)),
    ("followed by the row of a deleted account", |e, _| {
        append(&mut e.log, JUDGES[2], "person.left", ("person", "23"), json!({}));
    }),
    ("followed by states that the run could have read", |e, _| e.states_since()),
    ("the run taken out", |e, _| e.bundle["runs"] = json!([])),
    ("published once more", |e, _| {
        let mut again = e.bundle["runs"][0].clone();
        (again["run"], again["pinned_at"]) = (json!(2), json!("2026-11-18T10:00:50Z"));
        e.bundle["runs"].as_array_mut().unwrap().push(again);
    }),
];

/// The digest of the lines of a run's input.
fn kept_digest(run: &Value) -> String {
    let lines: Vec<InputLine> = serde_json::from_value(run["input"].clone()).unwrap();
    let reviews = lines.iter().map(|line| line.review().unwrap()).collect();
    Input::new(reviews, false).unwrap().digest_hex()
}

impl Event {
    /// Writes what the bundle says into the rows of the log that say it too.
    pub(super) fn log_again(&mut self) {
        let assignments = self.bundle["assignments"].as_array().unwrap().clone();
        let of_id = |id: &str| assignments.iter().find(|a| a["id"].as_i64() == id.parse().ok());
        let run = self.bundle["runs"][0].clone();
        let (flags, record): (Vec<_>, _) = (self.flags().collect(), self.import_record());
        let projects = self.bundle["projects"].as_array().unwrap().clone();
        for Link { row, .. } in &mut self.log {
            let Ok(mut after) = serde_json::from_str::<Value>(&row.after) else { continue };
            let of_row = of_id(&row.object_id);
            match (row.action.as_str(), of_row) {
                ("review.submitted" | "review.entered", Some(assignment)) => {
                    if row.action == "review.submitted" {
                        row.actor = assignment["person"].as_str().unwrap().to_owned();
                    }
                    if let Some(at) = assignment["review"]["submitted_at"].as_str() {
                        row.ts = at.to_owned();
                    }
                    after["project"] = json!(project_of(assignment));
                    if let Some(number) = number_of(assignment) {
                        after["judge"] = json!(number);
                    }
                    after["status"] = assignment["status"].clone();
                    after["scores"] = assignment["review"]["scores"].clone();
                }
                ("run.created" | "results.published", _) => {
                    after["input_digest"] = run["input_digest"].clone();
                    if row.action == "run.created" {
                        after["panels"] = run["panels"].clone();
                    }
                    if let (Some(reason), "results.published") = (run["reason"].as_str(), row.action.as_str())
                    {
                        after["reason_sha256"] = json!(sha256_hex(reason.as_bytes()));
                    }
                }
                ("event.imported", _) => after = record.clone(),
                ("project.submitted", _) => {
                    let flag = flags.iter().find(|(id, _)| row.object_id == id.to_string());
                    after["duplicate_of"] = json!(flag.and_then(|(_, of)| *of));
                    let id: Option<i64> = row.object_id.parse().ok();
                    let project = projects.iter().find(|project| project["id"].as_i64() == id);
                    after["track"] = json!(project.map(|project| &project["track"]));
                }
                _ => continue,
            }
            row.after = after.to_string();
        }
    }

    /// Takes the actors out of the rows that are not as they were `before`, keeps their hashes, and seals it all. The run gets back the
    /// digest that was signed.
    pub(super) fn sealed(&mut self, before: &Self) {
        for (link, was) in self.log.iter_mut().zip(&before.log) {
            if link.row != was.row {
                (link.row.actor, link.row.ip) = (String::new(), String::new());
            }
        }
        let signed = before.bundle["runs"][0]["input_digest"].clone();
        let runs = match self.bundle["runs"].get_mut(0) {
            Some(run) => {
                run["input_digest"] = signed.clone();
                json!([{"run": 1, "input_digest": signed, "kept_digest": kept_digest(run)}])
            }
            None => json!([]),
        };
        let judges = self.judges();
        forget(&mut self.log, &runs, judges);
    }

    /// Rows at the end that say what was changed of reviews, projects and the rubric, as if it had been done since.
    pub(super) fn rows_since(&mut self, before: &Self) {
        let was = |list: &str, id: &Value| {
            before.bundle[list].as_array().unwrap().iter().find(|entry| entry["id"] == *id).cloned()
        };
        let mut assignments = self.bundle["assignments"].as_array().unwrap().clone();
        for assignment in &mut assignments {
            let before = was("assignments", &assignment["id"]);
            if before.as_ref() == Some(&*assignment) {
                continue;
            }
            let moment = |of: &Value| of["review"]["submitted_at"].clone();
            let redated = before.is_some_and(|before| moment(&before) != moment(assignment));
            let (person, id) =
                (assignment["person"].as_str().unwrap().to_owned(), assignment["id"].to_string());
            let submitted = assignment["status"] == json!("done");
            let after = json!({"judge": number_of(assignment), "project": project_of(assignment), "status": assignment["status"],
                               "submitted": submitted, "scores": assignment["review"]["scores"],
                               "comment_sha256": comment_digest(assignment)});
            append(&mut self.log, &person, "review.submitted", ("assignment", &id), after);
            // A moment that was forged stays.
            if submitted && !redated {
                assignment["review"]["submitted_at"] = json!(self.log.last().unwrap().row.ts);
            }
        }
        let here = |id: &Value| assignments.iter().any(|assignment| assignment["id"] == *id);
        for gone in before.bundle["assignments"].as_array().unwrap().iter().filter(|was| !here(&was["id"])) {
            let id = gone["id"].to_string();
            append(&mut self.log, "org@example.org", "assignment.removed", ("assignment", &id), json!({}));
        }
        self.bundle["assignments"] = json!(assignments);
        let criteria = &self.bundle["event"]["criteria"];
        if *criteria != before.bundle["event"]["criteria"] {
            let after = json!({ "criteria": criteria });
            append(&mut self.log, "org@example.org", "rubric.edited", ("event", SLUG), after);
        }
        self.terms_since(before);
        for project in self.bundle["projects"].as_array().unwrap() {
            if was("projects", &project["id"]).is_none() {
                let (id, after) = (project["id"].to_string(), json!({"tags": [], "duplicate_of": null}));
                append(&mut self.log, "pia@example.org", "project.submitted", ("project", &id), after);
            }
        }
    }

    /// Rows at the end that say what was changed of the event, of places, of prizes, and of who was handed what.
    fn terms_since(&mut self, before: &Self) {
        let (now, was) = (self.bundle.clone(), &before.bundle);
        let (settings, before_them) = (&now["event"], &was["event"]);
        for member in ["name", "venue", "reviews_per_project", "blind"] {
            if settings[member] != before_them[member] {
                append(
                    &mut self.log,
                    ORGANIZER,
                    "event.edited",
                    ("event", "1"),
                    json!({member: settings[member]}),
                );
            }
        }
        if settings["submissions_close"] != before_them["submissions_close"] {
            let window =
                json!({"stage": "submissions", "open": null, "close": settings["submissions_close"]});
            append(&mut self.log, ORGANIZER, "window.reopened", ("event", "1"), window);
        }
        if now["projects"][0]["place"] != was["projects"][0]["place"] {
            let places = json!({"places": {"11": ["Hall", now["projects"][0]["place"]]}});
            append(&mut self.log, ORGANIZER, "project.moved", ("event", "1"), places);
        }
        if now["prizes"][1]["winners"] != was["prizes"][1]["winners"] {
            let gone = now["prizes"][1].is_null();
            let terms = json!({"name": "Brightest", "sponsor": "Lamps", "rule": "choice", "winners": now["prizes"][1]["winners"]});
            let action = if gone { "prize.removed" } else { "prize.changed" };
            append(&mut self.log, ORGANIZER, action, ("prize", "2"), terms);
        }
        if now["conflicts"] != was["conflicts"] {
            append(&mut self.log, ORGANIZER, "conflict.withdrawn", ("event", "1"), json!(null));
            let last = self.log.last_mut().unwrap();
            last.row.before = json!({"judge": 22, "project": 15}).to_string();
            last.row_hash = row_hash(&last.row);
        }
        if now["assignments"][1]["source"] != was["assignments"][1]["source"] {
            let planned = json!({"given": [{"judge": 22, "project": 11}]});
            append(&mut self.log, ORGANIZER, "assignment.planned", ("assignment_plan", "2"), planned);
        }
    }

    /// Rows at the end that say of each review that it once had scores whose total, by the rubric in the bundle, is the one that the run read.
    pub(super) fn states_since(&mut self) {
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        let criteria = &event.event.criteria;
        let [first, second] = criteria.as_slice() else { return };
        let lines: Vec<InputLine> = serde_json::from_value(self.bundle["runs"][0]["input"].clone()).unwrap();
        for review in lines.iter().filter_map(InputLine::review) {
            let all = (first.min_value..=first.max_value)
                .flat_map(|one| (second.min_value..=second.max_value).map(move |two| (one, two)));
            let scores = |(one, two)| Scores::from([(first.key.clone(), one), (second.key.clone(), two)]);
            let read = |scores: &Scores| weighted_total(criteria, scores).0 == review.total_micro;
            let project = format!("p{}", review.project);
            let of_it = |a: &&Value| a["person"] == json!(review.judge) && a["project"] == json!(project);
            let assignment = self.bundle["assignments"].as_array().unwrap().iter().find(of_it);
            let (Some(scores), Some(assignment)) = (all.map(scores).find(read), assignment) else { continue };
            let id = assignment["id"].to_string();
            let mark = json!({"mark": "absent", "marked_at": "2026-11-18T10:00:01Z"});
            append(&mut self.log, &review.judge, "visit.marked", ("assignment", &id), mark);
            let last = self.log.last_mut().unwrap();
            last.row.before =
                json!({"status": "done", "submitted": true, "scores": scores, "comment_sha256": null})
                    .to_string();
            last.row_hash = row_hash(&last.row);
        }
    }

    /// Another row at the end, as if somebody had done this since.
    pub(super) fn and_then(&mut self, action: &str) {
        let flag = self.flags().find(|(_, of)| of.is_some()).unwrap_or((11, None));
        let flagged = flag.0.to_string();
        let object = match action.split('.').next() {
            Some("project" | "picture") => ("project", flagged.as_str()),
            Some("team") => ("team", "1"),
            Some("prize") => ("prize", "1"),
            Some("review" | "assignment") => ("assignment", "1"),
            Some("run" | "results") => ("run", "1"),
            Some("person") => ("person", "23"),
            Some(_) | None => ("event", "1"),
        };
        let run = &self.bundle["runs"][0];
        let (digest, reason) = (run["input_digest"].clone(), run["reason"].as_str());
        let after = json!({"publication": 2, "run": 1, "method": run["method"], "input_digest": digest,
                           "duplicate_of": flag.1, "reason_sha256": reason.map(|reason| sha256_hex(reason.as_bytes())),
                           "rows": self.log.len(), "seal": seal_of(&self.log),
                           "runs": [{"run": 1, "input_digest": digest, "kept_digest": digest}]});
        append(&mut self.log, "org@example.org", action, object, after);
    }

    /// Writes what the bundle says into the rows of an event that was forgotten, and seals them again.
    pub(super) fn forget_again(&mut self) {
        self.log.pop();
        let mut unmasked = self.clone();
        unmasked.log_again();
        for (link, new) in self.log.iter_mut().zip(unmasked.log) {
            link.row.after = new.row.after;
        }
        self.forget();
    }

    pub(super) fn forget(&mut self) {
        let run = &self.bundle["runs"][0];
        let runs = json!([{"run": 1, "input_digest": run["input_digest"], "kept_digest": kept_digest(run)}]);
        let judges = self.judges();
        forget(&mut self.log, &runs, judges);
    }
}
