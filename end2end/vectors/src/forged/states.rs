//! Other states of the event, as the site has them.

use super::event::{Event, JUDGES, ON_PAPER, ORGANIZER, PROJECTS, submitted};
use super::log::{SLUG, append, rechain};
use serde_json::json;
use shared::audit::{row_hash, sha256_hex};
use shared::provenance::Link;

/// When the results were corrected.
const CORRECTED: &str = "2026-11-18T10:05:00.000001Z";

impl Event {
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
        event.bundle["event"]["finals_of"] = json!("semifinal");
        let imported = |link: &Link| {
            link.row.action == "event.created"
                || ["project", "assignment"].contains(&link.row.object_type.as_str())
        };
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
        let after = submitted(assignment, &scores);
        append(&mut event.log, &judge, "review.submitted", ("assignment", &id), after);
        let at = &event.log.last().unwrap().row.ts;
        event.bundle["assignments"][8]["review"] = json!({"submitted_at": at, "scores": scores});
        event
    }

    /// The event after two accounts of somebody who reviewed nothing became one.
    pub(super) fn merged(&self) -> Self {
        let mut event = self.clone();
        append(&mut event.log, ORGANIZER, "person.merged", ("person", "31"), json!({"person": 32}));
        event
    }

    /// The event after a judge deleted the account.
    pub(super) fn left(&self) -> Self {
        let mut event = self.clone();
        append(&mut event.log, JUDGES[1], "person.left", ("person", "22"), json!({}));
        event.bundle["people"][1]["email"] = json!("deleted-22-x@deleted.invalid");
        event
    }

    /// The event after an organizer entered reviews of a judge who scored on paper. No run has read them.
    pub(super) fn entered_since(&self) -> Self {
        let mut event = self.clone();
        for (id, project) in (13..).zip(&PROJECTS[..2]) {
            let mut assignment = json!({"id": id, "person": ON_PAPER[0], "project": format!("p{project}"), "status": "done",
                                        "source": "manual"});
            let scores = json!({"quality": 4, "impact": 2});
            let after = submitted(&assignment, &scores);
            append(&mut event.log, ORGANIZER, "review.entered", ("assignment", &id.to_string()), after);
            let at = &event.log.last().unwrap().row.ts;
            assignment["review"] = json!({"submitted_at": at, "scores": scores, "entered_by": "o"});
            event.bundle["assignments"].as_array_mut().unwrap().push(assignment);
        }
        event
    }

    /// The event as it is after its personal data went: the site's own seal, and stand-ins that sort as the addresses did.
    pub(super) fn forgotten(&self) -> Self {
        let mut text = self.bundle.to_string();
        for (nth, judge) in JUDGES.iter().enumerate() {
            text = text.replace(judge, &format!("deleted-x-{nth}@deleted.invalid"));
        }
        let mut event = Self { bundle: serde_json::from_str(&text).unwrap(), log: self.log.clone() };
        event.bundle["comments"] = json!([]);
        for assignment in event.bundle["assignments"].as_array_mut().unwrap() {
            assignment["review"].as_object_mut().unwrap().remove("comment");
        }
        for link in &mut event.log {
            (link.row.actor, link.row.ip) = (String::new(), String::new());
            if link.row.action.starts_with("comment.") {
                link.row.after = String::new();
            }
        }
        event.forget();
        event
    }
}
