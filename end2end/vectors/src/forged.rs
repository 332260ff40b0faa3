//! Forgeries that are well formed: made by somebody who has the files, knows the formats and every rule of them, and has no key.
//! Rows are chained anew, sealed as if the event were forgotten, or followed by a row that could explain the change; rankings are
//! computed again; names change where all sums stay. With what the site signed beside it, none of them may hold.

use crate::mutated::{Dice, SECRET, SEED};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::audit::{AuditRow, first_prev_hash, netstrings, row_hash, sha256_hex};
use shared::calibration::{Input, Outcome, calibrate};
use shared::export::{ExportKind, guard};
use shared::provenance::{
    File, InputLine, KeySet, KeyStatus, Link, Payload, PublicKey, Verdict, check_files, from_reviews,
    judges_digest, public_key, read_bundle, scores_digest, sign,
};
use shared::webhook::kinds::KIND_GROUPS;
use std::collections::BTreeSet;

/// Files that are checked together. The first is the one whose verdict counts.
#[derive(Clone, Debug)]
pub struct Files {
    /// What was done to them.
    pub name: String,
    /// Names and contents.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// How many are judged where somebody waits: [`all`], and some hundreds that are drawn.
pub const FEW: usize = 4_000;

/// An event as its bundle holds it, with the log apart.
#[derive(Clone, Debug)]
struct Event {
    bundle: Value,
    log: Vec<Link>,
}

/// What the site signed.
#[derive(Clone, Debug)]
struct Signed {
    results: Vec<u8>,
    head: Vec<u8>,
}

/// A change of an event; it names itself.
type Change = (&'static str, fn(&mut Event));

/// A way to cover a change up, given the event without it.
type Cover = (&'static str, fn(&mut Event, &Event));
/// A change of one row.
type Edit = (&'static str, fn(&mut AuditRow));

const SLUG: &str = "forged";
const JUDGES: [&str; 3] = ["ada@example.org", "bo@example.org", "cy@example.org"];
const PROJECTS: [i64; 4] = [11, 12, 13, 14];
/// Scores by project and judge. Projects 11 and 12 have one total by two judges each, so names can be exchanged there.
const SCORES: [[[i64; 2]; 3]; 4] =
    [[[5, 4], [4, 5], [3, 4]], [[2, 3], [3, 2], [4, 4]], [[1, 2], [2, 2], [1, 1]], [[3, 3], [5, 3], [2, 4]]];
/// Actions that could explain a change of what was signed, and that webhooks do not tell.
const MORE_ACTIONS: [&str; 13] = [
    "results.published",
    "results.corrected",
    "results.finalized",
    "run.created",
    "review.entered",
    "assignment.created",
    "assignment.removed",
    "team.renamed",
    "project.edited",
    "prize.awarded",
    "event.imported",
    "comment.posted",
    "export.csv",
];

/// The moment of a row.
fn moment(seq: i64) -> String {
    format!("2026-11-18T10:{:02}:{:02}.000001Z", seq / 60, seq % 60)
}

/// When the ranking was published: as its row of the log was written.
const PUBLISHED: &str = "2026-11-18T10:00:31.000002Z";

/// A row at the end of the log, with a salt as the database writes it.
fn append(
    log: &mut Vec<Link>,
    actor: &str,
    action: &str,
    (object_type, object_id): (&str, &str),
    after: Value,
) {
    let seq = i64::try_from(log.len()).unwrap() + 1;
    let mut after = after;
    if let Value::Object(members) = &mut after {
        members.insert("salt".into(), json!(&sha256_hex(moment(seq).as_bytes())[..22]));
    }
    let row = AuditRow {
        prev_hash: log.last().map_or_else(|| first_prev_hash(SLUG), |last| last.row_hash.clone()),
        seq,
        ts: moment(seq),
        actor: actor.into(),
        action: action.into(),
        object_type: object_type.into(),
        object_id: object_id.into(),
        ip: if actor == "system" { "" } else { "192.0.2.7" }.into(),
        before: String::new(),
        after: after.to_string(),
    };
    log.push(Link { row_hash: row_hash(&row), row });
}

/// Chains the rows anew from the first.
fn rechain(log: &mut [Link]) {
    let mut before = first_prev_hash(SLUG);
    for (seq, link) in (1..).zip(log) {
        link.row.seq = seq;
        link.row.prev_hash.clone_from(&before);
        link.row_hash = row_hash(&link.row);
        before.clone_from(&link.row_hash);
    }
}

/// What the row of a forgetting holds under `seal`.
fn seal_of(log: &[Link]) -> String {
    log.iter().fold(String::new(), |seal, link| {
        let (row, seq) = (&link.row, link.row.seq.to_string());
        let values =
            [&seal, &seq, &row.ts, &row.action, &row.object_type, &row.object_id, &row.before, &row.after];
        let values: Vec<&str> = values.into_iter().chain([&link.row_hash]).map(String::as_str).collect();
        sha256_hex(netstrings(&values).as_bytes())
    })
}

/// A row of forgetting that excuses every row without its actor, and gives the runs other digests. `judges`: who gave which review.
fn forget(log: &mut Vec<Link>, runs: &Value, judges: Option<String>) {
    let mut after = json!({"rows": log.len(), "seal": seal_of(log), "runs": runs});
    if let Some(judges) = judges {
        after["judges_digest"] = json!(judges);
    }
    append(log, "system", "event.forgotten", ("event", "1"), after);
}

/// The digest of the lines of a run's input.
fn kept_digest(run: &Value) -> String {
    let lines: Vec<InputLine> = serde_json::from_value(run["input"].clone()).unwrap();
    let reviews = lines.iter().map(|line| line.review().unwrap()).collect();
    Input::new(reviews, false).unwrap().digest_hex()
}

impl Event {
    /// The event as the site has it, published, with a log that went on.
    fn genuine() -> Self {
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
                append(
                    &mut log,
                    "org@example.org",
                    "assignment.created",
                    (object.0, &object.1),
                    json!({"project": project}),
                );
                let scores = json!({"quality": quality, "impact": impact});
                let after =
                    json!({"status": "done", "submitted": true, "scores": scores, "comment_sha256": null});
                append(&mut log, judge, "review.submitted", (object.0, &object.1), after);
                let submitted_at = log.last().unwrap().row.ts.clone();
                assignments.push(
                    json!({"id": id, "person": judge, "project": format!("p{project}"), "status": "done",
                    "source": "manual", "review": {"submitted_at": submitted_at, "scores": scores}}),
                );
            }
        }
        let criterion = |key| json!({"key": key, "name": key, "weight": "1", "min_value": 1, "max_value": 5});
        let bundle = json!({
            "format": "evenhand-bundle/1",
            "event": {"slug": SLUG, "name": "Forged", "criteria": [criterion("quality"), criterion("impact")]},
            "people": people,
            "teams": PROJECTS.map(|id| json!({"ref": format!("t{id}"), "name": format!("Team {id}")})),
            "projects": projects,
            "assignments": assignments,
            "prizes": [{"name": "Oddest", "rule": "panel", "winners": 2, "projects": ["p13", "p12"], "reason": "Odd."}],
            "runs": [{"run": 1, "method": "", "input_digest": "", "input": [], "results": [], "judges": [],
                      "pinned_at": PUBLISHED, "reason": null}],
        });
        let mut event = Self { bundle, log };
        event.run_again();
        let run = &event.bundle["runs"][0];
        let created = json!({"method": run["method"], "input_digest": run["input_digest"]});
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

    /// The event as one that was imported: its row of the import stands for those of projects and reviews.
    fn imported() -> Self {
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

    fn reads(&self) -> bool {
        read_bundle(self.bundle.to_string().as_bytes()).is_ok()
    }

    /// What the row of an import says of the bundle.
    fn import_record(&self) -> Value {
        let repeats: Vec<(i64, i64)> = self.flags().filter_map(|(id, of)| Some((id, of?))).collect();
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        json!({"file_sha256": "0".repeat(64), "repeats": repeats, "scores_digest": scores_digest(&event, |_| true),
               "judges_digest": judges_digest(&event, |_| true)})
    }

    /// Each project, and which one it repeats.
    fn flags(&self) -> impl Iterator<Item = (i64, Option<i64>)> {
        let of = |project: &Value| project["duplicate_of"].as_str()?.strip_prefix('p')?.parse().ok();
        self.bundle["projects"].as_array().unwrap().iter().map(move |p| (p["id"].as_i64().unwrap(), of(p)))
    }

    /// Who gave which review.
    fn judges(&self) -> Option<String> {
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        judges_digest(&event, |_| true)
    }

    /// The outcome of the reviews in the bundle.
    fn outcome(&self) -> (Input, Outcome) {
        let event = read_bundle(self.bundle.to_string().as_bytes()).unwrap().event;
        let input = from_reviews(&event).unwrap();
        let outcome = calibrate(&input).unwrap();
        (input, outcome)
    }

    /// Makes the run anew from the reviews in the bundle.
    fn run_again(&mut self) {
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
    fn log_again(&mut self) {
        let assignments = self.bundle["assignments"].as_array().unwrap().clone();
        let of_id = |id: &str| assignments.iter().find(|a| a["id"].as_i64() == id.parse().ok());
        let run = self.bundle["runs"][0].clone();
        let (flags, record): (Vec<_>, _) = (self.flags().collect(), self.import_record());
        for Link { row, .. } in &mut self.log {
            let Ok(mut after) = serde_json::from_str::<Value>(&row.after) else { continue };
            let of_row = of_id(&row.object_id);
            match (row.action.as_str(), of_row) {
                ("review.submitted", Some(assignment)) => {
                    row.actor = assignment["person"].as_str().unwrap().to_owned();
                    if let Some(at) = assignment["review"]["submitted_at"].as_str() {
                        row.ts = at.to_owned();
                    }
                    after["status"] = assignment["status"].clone();
                    after["scores"] = assignment["review"]["scores"].clone();
                }
                ("run.created" | "results.published", _) => {
                    after["input_digest"] = run["input_digest"].clone();
                    if let (Some(reason), "results.published") = (run["reason"].as_str(), row.action.as_str())
                    {
                        after["reason_sha256"] = json!(sha256_hex(reason.as_bytes()));
                    }
                }
                ("event.imported", _) => after = record.clone(),
                ("project.submitted", _) => {
                    let flag = flags.iter().find(|(id, _)| row.object_id == id.to_string());
                    after["duplicate_of"] = json!(flag.and_then(|(_, of)| *of));
                }
                _ => continue,
            }
            row.after = after.to_string();
        }
    }

    /// Takes the actors out of the rows that are not as they were `before`, keeps their hashes, and seals it all. The run gets back the
    /// digest that was signed.
    fn sealed(&mut self, before: &Self) {
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

    /// Another row at the end, as if somebody had done this since.
    fn and_then(&mut self, action: &str) {
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

    fn bundle_file(&self) -> (&'static str, Vec<u8>) {
        let line = |Link { row: r, row_hash }: &Link| {
            json!({"seq": r.seq, "ts": r.ts, "actor": r.actor, "action": r.action, "object_type": r.object_type,
                   "object_id": r.object_id, "ip": r.ip, "before": null, "after": r.after, "prev_hash": r.prev_hash,
                   "row_hash": row_hash})
        };
        let mut bundle = self.bundle.clone();
        bundle["audit"] = self.log.iter().map(line).collect();
        ("forged.json", bundle.to_string().into_bytes())
    }

    fn log_file(&self) -> (&'static str, Vec<u8>) {
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
    fn signed(&self) -> Signed {
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
                "judges": outcome.judges.len(), "duplicates": 0, "unreviewed": 0, "contenders": outcome.contenders,
                "winners_without": outcome.influence.winners.iter().map(without).collect::<Vec<_>>(),
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
    fn forgotten(&self) -> Self {
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
        let run = &event.bundle["runs"][0];
        let runs = json!([{"run": 1, "input_digest": run["input_digest"], "kept_digest": kept_digest(run)}]);
        let judges = event.judges();
        forget(&mut event.log, &runs, judges);
        event
    }
}

/// Exchanges two texts wherever they are the whole value.
fn exchange(value: &mut Value, one: &str, two: &str) {
    match value {
        Value::String(text) if text == one => two.clone_into(text),
        Value::String(text) if text == two => one.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| exchange(item, one, two)),
        Value::Object(members) => members.values_mut().for_each(|member| exchange(member, one, two)),
        _ => {}
    }
}

/// Changes of what was judged, signed or logged.
const CHANGES: [Change; 20] = [
    ("a score raised", |e| e.bundle["assignments"][8]["review"]["scores"]["quality"] = json!(5)),
    ("points moved between criteria of one weight", |e| {
        e.bundle["assignments"][0]["review"]["scores"] = json!({"quality": 4, "impact": 5});
    }),
    ("two judges' reviews of one total exchanged", |e| {
        let (a, b) =
            (e.bundle["assignments"][0]["person"].take(), e.bundle["assignments"][1]["person"].take());
        (e.bundle["assignments"][0]["person"], e.bundle["assignments"][1]["person"]) = (b, a);
    }),
    ("a judge renamed where the order of sums stays", |e| {
        exchange(&mut e.bundle, "bo@example.org", "bz@example.org")
    }),
    ("two judges exchanged everywhere", |e| exchange(&mut e.bundle, "ada@example.org", "bo@example.org")),
    ("a judge's reviews of two projects exchanged", |e| {
        let (a, b) =
            (e.bundle["assignments"][2]["project"].take(), e.bundle["assignments"][5]["project"].take());
        (e.bundle["assignments"][2]["project"], e.bundle["assignments"][5]["project"]) = (b, a);
    }),
    ("a judge stepped aside", |e| {
        let assignment = &mut e.bundle["assignments"][6];
        (assignment["status"], assignment["review"]["submitted_at"]) = (json!("recused"), json!(null));
    }),
    ("a review taken out", |e| drop(e.bundle["assignments"].as_array_mut().unwrap().remove(6))),
    ("a submission dated earlier", |e| {
        e.bundle["assignments"][3]["review"]["submitted_at"] = json!("2026-11-17T10:00:00Z");
    }),
    ("the event renamed", |e| e.bundle["event"]["name"] = json!("Another")),
    ("titles exchanged", |e| exchange(&mut e.bundle["projects"], "Project 11", "Project 14")),
    ("teams exchanged", |e| exchange(&mut e.bundle["projects"], "t11", "t14")),
    ("a prize moved", |e| e.bundle["prizes"][0]["projects"] = json!(["p11", "p12"])),
    ("a prize's winners in another order", |e| e.bundle["prizes"][0]["projects"] = json!(["p12", "p13"])),
    ("a prize renamed", |e| e.bundle["prizes"][0]["name"] = json!("Best")),
    ("a prize added", |e| {
        let more = json!({"name": "Best", "rule": "choice", "projects": ["p14"], "winners": 1});
        e.bundle["prizes"].as_array_mut().unwrap().push(more);
    }),
    ("published at another time", |e| e.bundle["runs"][0]["pinned_at"] = json!("2026-11-18T10:00:40Z")),
    ("a repeat flagged", |e| e.bundle["projects"][3]["duplicate_of"] = json!("p11")),
    ("published for a reason", |e| e.bundle["runs"][0]["reason"] = json!("A judge asked.")),
    ("all reviews said to be dealt", |e| {
        let assignments = e.bundle["assignments"].as_array_mut().unwrap();
        assignments.iter_mut().for_each(|assignment| assignment["source"] = json!("planned"));
    }),
];

/// How a forger covers a change up.
const COVERS: [Cover; 6] = [
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
    ("published once more", |e, _| {
        let mut again = e.bundle["runs"][0].clone();
        (again["run"], again["pinned_at"]) = (json!(2), json!("2026-11-18T10:00:50Z"));
        e.bundle["runs"].as_array_mut().unwrap().push(again);
    }),
];

/// The actions that are tried as explanations.
fn actions() -> BTreeSet<&'static str> {
    KIND_GROUPS.iter().flat_map(|group| group.actions.iter().copied()).chain(MORE_ACTIONS).collect()
}

/// The files as the site gives them, before and after the event was forgotten: all of them hold.
#[must_use]
pub fn genuine() -> Vec<Files> {
    let event = Event::genuine();
    let signed = event.signed();
    let forgotten = event.forgotten();
    let forgotten_signed = Signed { results: signed.results.clone(), ..forgotten_head(&forgotten) };
    let imported = Event::imported();
    let imported_signed = imported.signed();
    let mut all = Vec::new();
    for (name, event, signed) in [
        ("genuine", event, signed),
        ("genuine and forgotten", forgotten, forgotten_signed),
        ("genuine and imported", imported, imported_signed),
    ] {
        for (kind, file) in [("bundle", event.bundle_file()), ("log", event.log_file())] {
            all.push(with(format!("{name}: {kind}"), file, &signed, true));
        }
    }
    all
}

/// The head that the site signs as an event is forgotten.
fn forgotten_head(forgotten: &Event) -> Signed {
    let last = forgotten.log.last().unwrap();
    let payload = json!({
        "type": "evenhand/audit-head/1", "issuer": "https://hack.example", "issued_at": "2026-11-18T10:01:00Z",
        "event": {"slug": SLUG, "name": "Forged"}, "audit_head": {"seq": last.row.seq, "row_hash": last.row_hash}});
    let payload: Payload = serde_json::from_value(payload).unwrap();
    Signed { results: Vec::new(), head: sign(&payload, &SECRET).unwrap().into_bytes() }
}

/// A file beside what the site signed, with or without the later head.
fn with(name: String, file: (&'static str, Vec<u8>), signed: &Signed, head: bool) -> Files {
    let mut files = vec![file, ("results.json", signed.results.clone())];
    if head {
        files.push(("head.json", signed.head.clone()));
    }
    Files { name, files }
}

/// Each change, covered up in each way and followed by a row of each action.
#[must_use]
pub fn all() -> Vec<Files> {
    let before = Event::genuine();
    let signed = before.signed();
    let mut all = Vec::new();
    for (what, change) in CHANGES {
        let mut changed = before.clone();
        change(&mut changed);
        for (how, cover) in COVERS {
            let mut forged = changed.clone();
            cover(&mut forged, &before);
            for head in [true, false] {
                all.push(with(format!("{what}, {how}"), forged.bundle_file(), &signed, head));
            }
        }
        for action in actions() {
            let mut forged = changed.clone();
            forged.and_then(action);
            all.push(with(format!("{what}, then {action}"), forged.bundle_file(), &signed, false));
        }
    }
    // An event whose reviews have no rows of their own.
    let imported = Event::imported();
    let signed_imported = imported.signed();
    for (what, change) in CHANGES {
        let mut changed = imported.clone();
        change(&mut changed);
        for (how, cover) in COVERS {
            let mut forged = changed.clone();
            cover(&mut forged, &imported);
            all.push(with(format!("{what}, imported, {how}"), forged.bundle_file(), &signed_imported, true));
        }
    }
    for (what, forged) in logs(&before) {
        for head in [true, false] {
            all.push(with(what.clone(), forged.log_file(), &signed, head));
        }
    }
    // An event that was really forgotten: what its rows still say is changed, sealed and chained again, with the head of that day; and
    // as it is, with the head of an earlier day alone.
    let forgotten = before.forgotten();
    let of_that_day = Signed { results: signed.results.clone(), ..forgotten_head(&forgotten) };
    all.push(with("forgotten, with an earlier head".into(), forgotten.log_file(), &signed, false));
    all.push(with("forgotten, with an earlier head".into(), forgotten.bundle_file(), &signed, false));
    for (what, change) in CHANGES {
        let mut forged = forgotten.clone();
        change(&mut forged);
        // Addresses are gone, so they cannot be changed.
        if forged.bundle == forgotten.bundle {
            continue;
        }
        for (how, again) in [("as it is", false), ("sealed again", true)] {
            let mut forged = forged.clone();
            if again {
                forged.log.pop();
                let mut unmasked = forged.clone();
                unmasked.log_again();
                for (link, new) in forged.log.iter_mut().zip(unmasked.log) {
                    link.row.after = new.row.after;
                }
                let run = &forged.bundle["runs"][0];
                let runs =
                    json!([{"run": 1, "input_digest": run["input_digest"], "kept_digest": kept_digest(run)}]);
                let judges = forged.judges();
                forget(&mut forged.log, &runs, judges);
            }
            all.push(with(format!("{what}, forgotten, {how}"), forged.bundle_file(), &of_that_day, true));
        }
    }
    all
}

/// Forgeries without end, always the same ones and no two alike: up to three changes at once, covered up in one of the ways, and
/// followed by up to two rows that could explain them.
pub fn drawn() -> impl Iterator<Item = Files> {
    let [genuine, imported] = [Event::genuine(), Event::imported()];
    let forgotten = genuine.forgotten();
    let [signed, signed_imported] = [genuine.signed(), imported.signed()];
    let of_that_day = Signed { results: signed.results.clone(), ..forgotten_head(&forgotten) };
    let worlds = [
        ("", genuine, signed),
        (", imported", imported, signed_imported),
        (", forgotten", forgotten, of_that_day),
    ];
    let actions: Vec<&str> = actions().into_iter().collect();
    let (mut dice, mut seen) = (Dice::new(SEED), BTreeSet::new());
    std::iter::from_fn(move || {
        loop {
            let (world, before, signed) = &worlds[dice.below(worlds.len())];
            let most = dice.below(3);
            let changes: BTreeSet<usize> = (0..=most).map(|_| dice.below(CHANGES.len())).collect();
            let mut forged = before.clone();
            // Two changes may give one name twice: such a file is refused before it is checked.
            let reads = changes.iter().all(|at| {
                CHANGES[*at].1(&mut forged);
                forged.reads()
            });
            // Addresses that are gone cannot be changed.
            if !reads || forged.bundle == before.bundle {
                continue;
            }
            let (how, cover) = COVERS[dice.below(COVERS.len())];
            cover(&mut forged, before);
            let rows: Vec<&str> = (0..dice.below(3)).map(|_| actions[dice.below(actions.len())]).collect();
            for action in &rows {
                forged.and_then(action);
            }
            let head = dice.below(2) == 0;
            let what: Vec<&str> = changes.iter().map(|at| CHANGES[*at].0).collect();
            let beside = if head { "with" } else { "without" };
            let name =
                format!("{}{world}, {how}, then {rows:?}, {beside} the later head", what.join(" and "));
            if seen.insert(name.clone()) {
                return Some(with(name, forged.bundle_file(), signed, head));
            }
        }
    })
}

/// One forgery of each kind: the first with each change, and the first with each way to cover one up.
#[must_use]
pub fn sample() -> Vec<Files> {
    let mut seen = BTreeSet::new();
    let mut all = all();
    all.retain(|files| {
        let name: String = files.name.chars().filter(|c| !c.is_ascii_digit()).collect();
        let (what, how) = name.split_once(", ").unwrap_or((&name, ""));
        let is_new = seen.insert(what.to_owned());
        seen.insert(how.to_owned()) || is_new
    });
    all
}

/// Logs of which a signed row, or one before it, is not as it was.
fn logs(before: &Event) -> Vec<(String, Event)> {
    let edits: [Edit; 8] = [
        ("ts", |r| r.ts = r.ts.replace("10:0", "09:0")),
        ("actor", |r| r.actor = "eve@example.org".into()),
        ("action", |r| r.action = "project.edited".into()),
        ("object_type", |r| r.object_type = "team".into()),
        ("object_id", |r| r.object_id.push('7')),
        ("ip", |r| r.ip = "192.0.2.8".into()),
        ("before", |r| r.before = "{}".into()),
        ("after", |r| r.after = r.after.replacen(':', ":1", 1)),
    ];
    let mut all = Vec::new();
    let publication = before.log.iter().position(|link| link.row.action == "results.published").unwrap();
    for at in (0..=publication).step_by(3) {
        for (member, edit) in edits {
            let mut edited = before.clone();
            edit(&mut edited.log[at].row);
            let name = |how: &str| format!("row {}, {member}, {how}", at + 1);
            let mut rehashed = edited.clone();
            rehashed.log[at].row_hash = row_hash(&rehashed.log[at].row);
            let mut chained = edited.clone();
            rechain(&mut chained.log);
            let mut sealed = edited.clone();
            (sealed.log[at].row.actor, sealed.log[at].row.ip) = (String::new(), String::new());
            forget(&mut sealed.log, &json!([]), None);
            all.extend([
                (name("as it is"), edited),
                (name("hashed again"), rehashed),
                (name("chained again"), chained),
                (name("sealed"), sealed),
            ]);
        }
        let mut hidden = before.clone();
        for link in &mut hidden.log[..=at] {
            (link.row.actor, link.row.ip) = (String::new(), String::new());
        }
        forget(&mut hidden.log, &json!([]), None);
        all.push((format!("names taken out up to row {}", at + 1), hidden));
        let mut removed = before.clone();
        removed.log.remove(at);
        rechain(&mut removed.log);
        all.push((format!("row {} removed", at + 1), removed));
    }
    for (nth, action) in actions().into_iter().enumerate() {
        let mut inserted = before.clone();
        inserted.and_then(action);
        let row = inserted.log.pop().unwrap();
        inserted.log.insert(nth % publication, row);
        rechain(&mut inserted.log);
        all.push((format!("{action} put in"), inserted));
    }
    all
}

/// What came of the forgeries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many were tried.
    pub tried: usize,
    /// The names of those that hold.
    pub held: Vec<String>,
    /// Those that do not hold.
    pub refused: usize,
    /// Those that cannot be judged.
    pub open: usize,
    /// SHA-256, in hexadecimal, over the reports in order.
    pub reports: String,
}

/// The keys that are trusted.
#[must_use]
pub fn keys() -> KeySet {
    KeySet { keys: vec![PublicKey::new(&public_key(&SECRET), KeyStatus::Current, None, None)] }
}

/// The verdict on the first of these files, and the whole report as text.
#[must_use]
pub fn verdict(files: &Files, keys: &KeySet) -> (Verdict, String) {
    let given: Vec<File<'_>> = files.files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let report = check_files(&given, keys, None);
    (report.files[0].verdict, format!("{report:?}"))
}

/// Judges so many forgeries: [`all`], then [`drawn`] ones.
#[must_use]
pub fn judged(count: usize) -> Tally {
    let keys = keys();
    let mut tally = Tally { tried: 0, held: Vec::new(), refused: 0, open: 0, reports: String::new() };
    let mut hash = Sha256::new();
    for forgery in all().into_iter().chain(drawn()).take(count) {
        let (verdict, report) = verdict(&forgery, &keys);
        tally.tried += 1;
        match verdict {
            Verdict::Holds => tally.held.push(forgery.name),
            Verdict::DoesNotHold => tally.refused += 1,
            Verdict::CannotBeJudged => tally.open += 1,
        }
        hash.update(report);
    }
    tally.reports = shared::audit::hex(&hash.finalize());
    tally
}
