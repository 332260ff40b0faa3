//! What a forger changes of the event, its projects and its teams.

use super::change::{Change, exchange};
use serde_json::json;

/// Changes of what was submitted, by whom, and until when.
pub(super) const CHANGES: [Change; 16] = [
    ("the event renamed", |e| e.bundle["event"]["name"] = json!("Another")),
    ("the event's address taken out", |e| drop(e.bundle["event"].as_object_mut().unwrap().remove("slug"))),
    ("titles exchanged", |e| exchange(&mut e.bundle["projects"], "Project 11", "Project 14")),
    ("teams exchanged", |e| exchange(&mut e.bundle["projects"], "t11", "t14")),
    ("a repeat flagged", |e| e.bundle["projects"][3]["duplicate_of"] = json!("p11")),
    ("submissions closed later", |e| e.bundle["event"]["submissions_close"] = json!("2026-11-18T10:00:11Z")),
    ("the event held elsewhere", |e| e.bundle["event"]["venue"] = json!("Barn")),
    ("more reviews for each project", |e| e.bundle["event"]["reviews_per_project"] = json!(4)),
    ("teams not hidden from judges", |e| e.bundle["event"]["blind"] = json!(false)),
    ("a project shown at another place", |e| e.bundle["projects"][0]["place"] = json!("2")),
    ("still more time for a team", |e| {
        e.bundle["teams"][3]["more_time_until"] = json!("2026-11-18T12:00:00Z")
    }),
    ("more time for one team", |e| {
        e.bundle["teams"][0]["more_time_until"] = json!("2026-11-18T12:00:00Z");
        e.bundle["teams"][0]["more_time_reason"] = json!("The network was down.");
    }),
    ("a project without a review added", |e| {
        let more = json!({"ref": "p16", "id": 16, "team": "t11", "title": "Project 16", "status": "submitted",
                          "submitted_at": "2026-11-18T10:00:03Z"});
        e.bundle["projects"].as_array_mut().unwrap().push(more);
    }),
    ("a project without a review taken out", |e| {
        e.bundle["projects"].as_array_mut().unwrap().pop();
        // Somebody has a conflict with it.
        e.bundle["conflicts"] = json!([]);
    }),
    ("a ranked project made a draft", |e| {
        let project = &mut e.bundle["projects"][0];
        (project["status"], project["submitted_at"]) = (json!("draft"), json!(null));
        // A draft has neither a place nor comments.
        (project["room"], project["place"]) = (json!(""), json!(""));
        e.bundle["comments"] = json!([]);
    }),
    ("a project moved to a track", |e| {
        e.bundle["event"]["tracks"] = json!([{"id": 1, "name": "One"}]);
        e.bundle["projects"][0]["track"] = json!(1);
    }),
];
