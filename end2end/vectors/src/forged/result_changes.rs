//! What a forger changes of runs, publications and prizes.

use super::change::Change;
use serde_json::json;

/// Changes of what was ranked, published and awarded.
pub(super) const CHANGES: [Change; 14] = [
    ("a prize moved", |e| e.bundle["prizes"][0]["projects"] = json!(["p11", "p12"])),
    ("a prize's winners in another order", |e| e.bundle["prizes"][0]["projects"] = json!(["p12", "p13"])),
    ("a prize renamed", |e| e.bundle["prizes"][0]["name"] = json!("Best")),
    ("a prize added", |e| {
        let more = json!({"name": "Best", "rule": "choice", "projects": ["p14"], "winners": 1});
        e.bundle["prizes"].as_array_mut().unwrap().push(more);
    }),
    ("published at another time", |e| e.bundle["runs"][0]["pinned_at"] = json!("2026-11-18T10:00:40Z")),
    ("published for a reason", |e| e.bundle["runs"][0]["reason"] = json!("A judge asked.")),
    ("a prize given by somebody else", |e| e.bundle["prizes"][0]["sponsor"] = json!("Somebody")),
    ("the event published at another time", |e| {
        e.bundle["event"]["results_published_at"] = json!("2026-11-18T10:00:40Z");
    }),
    ("the event not published", |e| e.bundle["event"]["results_published_at"] = json!(null)),
    ("a prize given for another reason", |e| e.bundle["prizes"][0]["reason"] = json!("Even.")),
    ("more winners for a prize that nobody has", |e| e.bundle["prizes"][1]["winners"] = json!(3)),
    ("a prize that nobody has taken out", |e| drop(e.bundle["prizes"].as_array_mut().unwrap().pop())),
    ("another project left out", |e| e.bundle["runs"][0]["excluded"] = json!({"11": "no_reviews"})),
    ("a run that nobody made", |e| {
        let mut again = e.bundle["runs"][0].clone();
        (again["run"], again["pinned_at"]) = (json!(2), json!(null));
        e.bundle["runs"].as_array_mut().unwrap().push(again);
    }),
];
