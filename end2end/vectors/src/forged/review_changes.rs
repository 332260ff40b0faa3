//! What a forger changes of reviews: who gave which, of which project, with which scores, when, and by which rubric.

use super::change::{Change, exchange};
use super::event::ON_PAPER;
use serde_json::json;

/// Changes of what was judged.
pub(super) const CHANGES: [Change; 19] = [
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
    ("all reviews said to be dealt", |e| {
        let assignments = e.bundle["assignments"].as_array_mut().unwrap();
        assignments.iter_mut().for_each(|assignment| assignment["source"] = json!("planned"));
    }),
    ("a dealt review said to be pulled", |e| e.bundle["assignments"][0]["source"] = json!("pulled")),
    ("a review of a list said to be dealt", |e| e.bundle["assignments"][1]["source"] = json!("planned")),
    ("a project handed out earlier", |e| {
        e.bundle["assignments"][3]["created_at"] = json!("2026-11-17T10:00:00Z");
    }),
    ("a conflict taken out", |e| e.bundle["conflicts"] = json!([])),
    ("a criterion given more weight", |e| e.bundle["event"]["criteria"][0]["weight"] = json!("2")),
    ("a range of scores widened", |e| e.bundle["event"]["criteria"][1]["max_value"] = json!(7)),
    ("a review entered by hand moved to another judge", |e| {
        let entered = e.bundle["assignments"].as_array_mut().unwrap().last_mut().unwrap();
        entered["person"] = json!(ON_PAPER[1]);
    }),
    ("a judge renamed where no run read the name", |e| {
        e.bundle["people"][1]["email"] = json!("bz@example.org");
    }),
    ("a judge said to have deleted the account", |e| {
        e.bundle["people"][2]["email"] = json!("deleted-23-x@deleted.invalid");
    }),
];
