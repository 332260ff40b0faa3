//! All that a forger changes.

use super::change::{Change, exchange};
use super::{project_changes, result_changes, review_changes};
use serde_json::json;

/// Changes of what was judged, signed or logged.
pub(super) fn changes() -> Vec<Change> {
    [&review_changes::CHANGES[..], &project_changes::CHANGES, &result_changes::CHANGES].concat()
}

/// Changes after which nothing can be computed again, and one of what an import brings along.
pub(super) const ODD_CHANGES: [Change; 8] = [
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
    ("a member put into a criterion", |e| e.bundle["event"]["criteria"][0]["more"] = json!(1)),
    ("a member put into a place of the ranking", |e| e.bundle["runs"][0]["results"][0]["more"] = json!(1)),
];
