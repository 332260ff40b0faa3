//! All that a forger changes.

use super::change::{Change, exchange};
use super::event::{COMMENTED, Event, ON_PAPER, ORGANIZER};
use super::log::append;
use super::{project_changes, result_changes, review_changes};
use serde_json::{Value, json};

/// Changes of what was judged, signed or logged.
pub(super) fn changes() -> Vec<Change> {
    [&review_changes::CHANGES[..], &project_changes::CHANGES, &result_changes::CHANGES].concat()
}

/// Changes after which nothing can be computed again, and one of what an import brings along.
pub(super) const ODD_CHANGES: [Change; 23] = [
    ("a review entered by somebody else", |e| {
        let judge = e.bundle["assignments"][0]["person"].clone();
        e.bundle["assignments"][11]["review"]["entered_by"] = judge;
    }),
    ("a project left out for a third reason", |e| e.bundle["runs"][0]["excluded"]["15"] = json!("late")),
    ("a winner's id given to another project", |e| {
        let other = json!({"ref": "p16", "id": 13, "team": "t11", "title": "Project 16", "status": "submitted",
                           "submitted_at": "2026-11-18T10:00:04Z"});
        e.bundle["projects"].as_array_mut().unwrap().insert(0, other);
        e.bundle["prizes"][0]["projects"] = json!(["p16", "p12"]);
    }),
    ("two projects without their ids exchanged", |e| {
        for at in [0_usize, 3] {
            e.bundle["projects"][at].as_object_mut().unwrap().remove("id");
        }
        exchange(&mut e.bundle["projects"], "Project 11", "Project 14");
    }),
    ("an assignment's id given to another one", |e| e.bundle["assignments"][1]["id"] = json!(1)),
    ("the runs taken out", |e| e.bundle["runs"] = json!([])),
    ("a review set aside that has no id", |e| {
        let aside = json!({"person": ON_PAPER[1], "project": "p11", "status": "recused", "recused_reason": "Late.",
                           "voided_at": "2026-11-18T10:00:20Z",
                           "review": {"voided_submitted_at": "2026-11-18T10:00:19Z", "scores": {"quality": 1, "impact": 1}}});
        e.bundle["assignments"].as_array_mut().unwrap().push(aside);
    }),
    ("a second run and its row", |e| run_and_its_row(e, 2)),
    ("a run before the first and its row", |e| run_and_its_row(e, 0)),
    ("the event's address in other letters", |e| another_address(e, "f\u{43e}rged")),
    ("a space behind the event's address", |e| another_address(e, "forged ")),
    ("a project described otherwise", |e| e.bundle["projects"][1]["description"] = json!("A better one.")),
    ("a project's code elsewhere", |e| {
        e.bundle["projects"][1]["repo_url"] = json!("https://code.example/other")
    }),
    ("a comment with other words", |e| e.bundle["comments"][0]["body"] = json!("Not so nice.")),
    ("a comment by somebody else", |e| e.bundle["comments"][0]["person"] = json!("o")),
    ("a comment taken out", |e| e.bundle["comments"] = json!([])),
    ("a comment that nobody posted", |e| {
        let more =
            json!({"project": "p12", "person": "o", "body": "Poor.", "created_at": "2026-11-18T10:00:15Z"});
        e.bundle["comments"].as_array_mut().unwrap().push(more);
    }),
    ("a comment without its moment", |e| {
        drop(e.bundle["comments"][0].as_object_mut().unwrap().remove("created_at"))
    }),
    ("the comment of a review taken out", |e| {
        let commented = |assignment: &&mut Value| assignment["id"] == json!(COMMENTED);
        let review = &mut e.bundle["assignments"].as_array_mut().unwrap().iter_mut().find(commented).unwrap()
            ["review"];
        review.as_object_mut().unwrap().remove("comment").unwrap();
    }),
    ("a project handed out at no time", |e| {
        e.bundle["assignments"][0].as_object_mut().unwrap().remove("created_at").unwrap();
    }),
    ("the file saved before its last row", |e| e.bundle["exported_at"] = json!("2026-11-18T09:00:00Z")),
    ("a member put into a criterion", |e| e.bundle["event"]["criteria"][0]["more"] = json!(1)),
    ("a member put into a place of the ranking", |e| e.bundle["runs"][0]["results"][0]["more"] = json!(1)),
];

/// Another run of the same reviews, that nobody published, and a row at the end that makes it.
fn run_and_its_row(event: &mut Event, number: i32) {
    let mut again = event.bundle["runs"][0].clone();
    (again["run"], again["pinned_at"]) = (json!(number), json!(null));
    let made = json!({"method": again["method"], "input_digest": again["input_digest"], "panels": again["panels"],
                      "excluded": again["excluded"].as_object().unwrap().len()});
    event.bundle["runs"].as_array_mut().unwrap().push(again);
    append(&mut event.log, ORGANIZER, "run.created", ("run", &number.to_string()), made);
}

/// Another address, which the log does not name any more, so that nothing that was signed is of this event.
fn another_address(event: &mut Event, slug: &str) {
    event.bundle["event"]["slug"] = json!(slug);
    event.log.clear();
}
