//! An event as its bundle and its log hold it, and what the site signed of it.

use super::log::{SLUG, append, forget, moment, rechain, seal_of};
use crate::mutated::SECRET;
use serde_json::{Value, json};
use shared::audit::{row_hash, sha256_hex};
use shared::calibration::{Input, Outcome, calibrate};
use shared::export::{ExportKind, guard};
use shared::provenance::{
    InputLine, Link, Payload, from_reviews, judges_digest, read_bundle, scores_digest, sign,
};
use shared::rubric::{Scores, weighted_total};

/// An event as its bundle holds it, with the log apart.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) bundle: Value,
    pub(super) log: Vec<Link>,
}

/// What the site signed.
#[derive(Clone, Debug)]
pub(super) struct Signed {
    pub(super) results: Vec<u8>,
    pub(super) head: Vec<u8>,
}

/// When the results were corrected.
const CORRECTED: &str = "2026-11-18T10:05:00.000001Z";
/// Until when one team could submit.
const LONGER: &str = "2026-11-18T11:00:00Z";

const ORGANIZER: &str = "org@example.org";
const JUDGES: [&str; 3] = ["ada@example.org", "bo@example.org", "cy@example.org"];
/// Nobody reviewed the last one.
const PROJECTS: [i64; 5] = [11, 12, 13, 14, 15];
/// Scores by project and judge. Projects 11 and 12 have one total by two judges each, so names can be exchanged there.
const SCORES: [[[i64; 2]; 3]; 4] =
    [[[5, 4], [4, 5], [3, 4]], [[2, 3], [3, 2], [4, 4]], [[1, 2], [2, 2], [1, 1]], [[3, 3], [5, 3], [2, 4]]];

/// When the ranking was published: as its row of the log was written.
const PUBLISHED: &str = "2026-11-18T10:00:35.000002Z";

/// The digest of the lines of a run's input.
fn kept_digest(run: &Value) -> String {
    let lines: Vec<InputLine> = serde_json::from_value(run["input"].clone()).unwrap();
    let reviews = lines.iter().map(|line| line.review().unwrap()).collect();
    Input::new(reviews, false).unwrap().digest_hex()
}

impl Event {
    /// The event as the site has it, published, with a log that went on.
    pub(super) fn genuine() -> Self {
        let person = |email: &&str| json!({"ref": email, "email": email, "name": email, "roles": ["judge"]});
        let mut people: Vec<Value> = JUDGES.iter().map(person).collect();
        people.push(json!({"ref": "o", "email": "org@example.org", "name": "Org", "roles": ["organizer"]}));
        // Their rows follow that of the event.
        let projects = (2..).zip(PROJECTS).map(|(row, id)| {
            json!({"ref": format!("p{id}"), "id": id, "team": format!("t{id}"), "title": format!("Project {id}"),
                   "status": "submitted", "submitted_at": moment(row)})
        });
        let projects: Vec<Value> = projects.collect();
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
        let (mut assignments, mut id) = (Vec::new(), 0);
        for (project, scores) in PROJECTS.iter().zip(SCORES) {
            for (judge, [quality, impact]) in JUDGES.iter().zip(scores) {
                id += 1;
                let object = ("assignment", id.to_string());
                // A plan handed it out, so no row before the review's own says of which project it is.
                append(
                    &mut log,
                    judge,
                    "visit.marked",
                    (object.0, &object.1),
                    json!({"mark": "absent", "marked_at": "2026-11-18T10:00:01Z"}),
                );
                let scores = json!({"quality": quality, "impact": impact});
                let after = json!({"project": project, "status": "done", "submitted": true, "scores": scores,
                                   "comment_sha256": null});
                // An organizer enters the last one for its judge.
                let (action, actor) =
                    if id == 12 { ("review.entered", ORGANIZER) } else { ("review.submitted", *judge) };
                append(&mut log, actor, action, (object.0, &object.1), after);
                let mut review = json!({"submitted_at": log.last().unwrap().row.ts, "scores": scores});
                if id == 12 {
                    review["entered_by"] = json!("o");
                }
                assignments.push(
                    json!({"id": id, "person": judge, "project": format!("p{project}"), "status": "done",
                    "source": "manual", "review": review}),
                );
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
            "event": {"slug": SLUG, "name": "Forged", "submissions_close": "2026-11-18T10:00:10Z", "results_published_at": PUBLISHED,
                      "criteria": [criterion("quality"), criterion("impact")]},
            "people": people,
            "teams": teams,
            "projects": projects,
            "assignments": assignments,
            "prizes": [{"name": "Oddest", "rule": "panel", "winners": 2, "projects": ["p13", "p12"], "reason": "Odd."}],
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

    /// The event after other winners of its prize corrected its results, more than a minute later.
    pub(super) fn corrected(&self) -> Self {
        let mut event = self.clone();
        let won = json!({"winners": [12, 14], "as_suggested": false, "reason_sha256": sha256_hex(b"Odder.")});
        append(&mut event.log, ORGANIZER, "prize.awarded", ("prize", "1"), won);
        let run = &event.bundle["runs"][0];
        let corrected = json!({"publication": 2, "run": 1, "method": run["method"], "input_digest": run["input_digest"],
                               "reason_sha256": sha256_hex(b"Another one.")});
        append(&mut event.log, ORGANIZER, "results.corrected", ("run", "1"), corrected);
        let last = event.log.last_mut().unwrap();
        last.row.ts = CORRECTED.into();
        last.row_hash = row_hash(&last.row);
        (event.bundle["runs"][0]["pinned_at"], event.bundle["runs"][0]["reason"]) =
            (json!(CORRECTED), json!("Another one."));
        event.bundle["event"]["results_published_at"] = json!(CORRECTED);
        (event.bundle["prizes"][0]["projects"], event.bundle["prizes"][0]["reason"]) =
            (json!(["p12", "p14"]), json!("Odder."));
        event
    }

    /// The event as finals: its first row stands for those of the projects, which came from another event.
    pub(super) fn finals() -> Self {
        let mut event = Self::genuine();
        event.log.retain(|link| link.row.object_type != "project");
        let first = &mut event.log[0].row;
        first.after = json!({"finals_of": "semifinal", "projects": PROJECTS.len()}).to_string();
        event.bundle["event"]["finals_of"] = json!("semifinal");
        rechain(&mut event.log);
        event
    }

    /// The event as one that was imported: its row of the import stands for those of projects and reviews.
    pub(super) fn imported() -> Self {
        let mut event = Self::genuine();
        let imported =
            |link: &Link| ["event", "project", "assignment"].contains(&link.row.object_type.as_str());
        let rest: Vec<Link> = event.log.iter().filter(|link| !imported(link)).cloned().collect();
        event.log.clear();
        let record = event.import_record();
        append(&mut event.log, "org@example.org", "event.imported", ("event", SLUG), record);
        event.log.extend(rest);
        rechain(&mut event.log);
        event
    }

    /// The event after a judge changed a review, when its results had been published.
    pub(super) fn judged_again(&self) -> Self {
        let mut event = self.clone();
        let assignment = &event.bundle["assignments"][8];
        let (judge, id) = (assignment["person"].as_str().unwrap().to_owned(), assignment["id"].to_string());
        let scores = json!({"quality": 2, "impact": 2});
        let after = json!({"project": project_of(assignment), "status": "done", "submitted": true, "scores": scores,
                           "comment_sha256": null});
        append(&mut event.log, &judge, "review.submitted", ("assignment", &id), after);
        let at = &event.log.last().unwrap().row.ts;
        event.bundle["assignments"][8]["review"] = json!({"submitted_at": at, "scores": scores});
        event
    }

    /// The event after an act.
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
               "scores_digest": scores_digest(&event, |_| true), "judges_digest": judges_digest(&event, |_| true)})
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
            let after = json!({"project": project_of(assignment), "status": assignment["status"], "submitted": submitted,
                               "scores": assignment["review"]["scores"], "comment_sha256": null});
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
        for project in self.bundle["projects"].as_array().unwrap() {
            if was("projects", &project["id"]).is_none() {
                let (id, after) = (project["id"].to_string(), json!({"tags": [], "duplicate_of": null}));
                append(&mut self.log, "pia@example.org", "project.submitted", ("project", &id), after);
            }
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

    pub(super) fn bundle_file(&self) -> (&'static str, Vec<u8>) {
        let line = |Link { row: r, row_hash }: &Link| {
            json!({"seq": r.seq, "ts": r.ts, "actor": r.actor, "action": r.action, "object_type": r.object_type,
                   "object_id": r.object_id, "ip": r.ip, "before": (!r.before.is_empty()).then_some(&r.before),
                   "after": r.after, "prev_hash": r.prev_hash, "row_hash": row_hash})
        };
        let mut bundle = self.bundle.clone();
        bundle["audit"] = self.log.iter().map(line).collect();
        ("forged.json", bundle.to_string().into_bytes())
    }

    pub(super) fn log_file(&self) -> (&'static str, Vec<u8>) {
        let mut text = ExportKind::Audit.columns(&[]).join(",") + "\r\n";
        for Link { row: r, row_hash } in &self.log {
            let seq = r.seq.to_string();
            let cells = [
                &seq,
                &r.ts,
                &r.actor,
                &r.action,
                &r.object_type,
                &r.object_id,
                &r.ip,
                &r.before,
                &r.after,
                &r.prev_hash,
                row_hash,
            ];
            let quoted = cells.map(|cell| format!("\"{}\"", guard(cell).replace('"', "\"\"")));
            text += &(quoted.join(",") + "\r\n");
        }
        ("forged-audit.csv", text.into_bytes())
    }

    /// The results as the site signed them, over the row of the publication, and a head of the last row.
    pub(super) fn signed(&self) -> Signed {
        let (_, outcome) = self.outcome();
        let entry = |p: &shared::calibration::ProjectOutcome| {
            let mut entry = serde_json::to_value(p).unwrap();
            entry["title"] = json!(format!("Project {}", p.project));
            entry["team"] = json!(format!("Team {}", p.project));
            entry
        };
        let without = |w: &shared::calibration::Decisive| json!({"places": w.places, "reviews": w.reviews, "judges": w.judges.len()});
        let winner =
            |id: i64| json!({"project": id, "title": format!("Project {id}"), "team": format!("Team {id}")});
        let row_of = |link: &Link| json!({"seq": link.row.seq, "row_hash": link.row_hash});
        let publication = self.log.iter().find(|link| link.row.action == "results.published").unwrap();
        let event = json!({"slug": SLUG, "name": "Forged"});
        let results = json!({
            "type": "evenhand/results/1", "issuer": "https://hack.example", "issued_at": PUBLISHED, "event": event,
            "results": {
                "event": SLUG, "published_at": PUBLISHED, "publication": 1, "run": 1, "input_digest": outcome.input_digest,
                "method": outcome.method, "reason": null, "supersedes": null, "converged": outcome.fit.converged,
                "panels": outcome.fit.panels,
                "judges": outcome.judges.len(), "duplicates": 0, "unreviewed": 1, "contenders": outcome.contenders,
                "winners_without": outcome.influence.winners.iter().map(without).collect::<Vec<_>>(),
                "more_time": [{"team": "Team 14", "until": PUBLISHED, "reason": "Ill."}],
                "prizes": [{"name": "Oddest", "sponsor": "", "rule": "panel", "reason": "Odd.", "winners": [winner(13), winner(12)]}],
                "projects": outcome.projects.iter().map(entry).collect::<Vec<_>>()},
            "supersedes": null, "audit_head": row_of(publication)});
        let head = json!({
            "type": "evenhand/audit-head/1", "issuer": "https://hack.example", "issued_at": "2026-11-18T10:01:00Z",
            "event": event, "audit_head": row_of(self.log.last().unwrap())});
        let [results, head] = [results, head].map(|payload| {
            let payload: Payload = serde_json::from_value(payload).unwrap();
            sign(&payload, &SECRET).unwrap().into_bytes()
        });
        Signed { results, head }
    }

    /// The event as it is after its personal data went: the site's own seal, and stand-ins that sort as the addresses did.
    pub(super) fn forgotten(&self) -> Self {
        let mut text = self.bundle.to_string();
        for (nth, judge) in JUDGES.iter().enumerate() {
            text = text.replace(judge, &format!("deleted-x-{nth}@deleted.invalid"));
        }
        let mut event = Self { bundle: serde_json::from_str(&text).unwrap(), log: self.log.clone() };
        for link in &mut event.log {
            (link.row.actor, link.row.ip) = (String::new(), String::new());
            if link.row.action.starts_with("comment.") {
                link.row.after = String::new();
            }
        }
        event.forget();
        event
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

    fn forget(&mut self) {
        let run = &self.bundle["runs"][0];
        let runs = json!([{"run": 1, "input_digest": run["input_digest"], "kept_digest": kept_digest(run)}]);
        let judges = self.judges();
        forget(&mut self.log, &runs, judges);
    }
}

/// The head that the site signs of the last row, as when an event is forgotten.
pub(super) fn last_head(event: &Event) -> Signed {
    let last = event.log.last().unwrap();
    let payload = json!({
        "type": "evenhand/audit-head/1", "issuer": "https://hack.example", "issued_at": "2026-11-18T10:01:00Z",
        "event": {"slug": SLUG, "name": "Forged"}, "audit_head": {"seq": last.row.seq, "row_hash": last.row_hash}});
    let payload: Payload = serde_json::from_value(payload).unwrap();
    Signed { results: Vec::new(), head: sign(&payload, &SECRET).unwrap().into_bytes() }
}

/// The id of the project that an assignment is for.
fn project_of(assignment: &Value) -> Option<i64> {
    assignment["project"].as_str()?.strip_prefix('p')?.parse().ok()
}
