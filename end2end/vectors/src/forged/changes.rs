//! What a forger changes, and how they cover it up.

use super::event::Event;
use super::log::{forget, rechain};
use serde_json::{Value, json};
use shared::audit::{AuditRow, row_hash};
use shared::webhook::kinds::KIND_GROUPS;
use std::collections::BTreeSet;

/// A change of an event; it names itself.
type Change = (&'static str, fn(&mut Event));

/// A way to cover a change up, given the event without it.
type Cover = (&'static str, fn(&mut Event, &Event));

/// A change of one row.
type Edit = (&'static str, fn(&mut AuditRow));

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
pub(super) const CHANGES: [Change; 35] = [
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
    ("a prize given by somebody else", |e| e.bundle["prizes"][0]["sponsor"] = json!("Somebody")),
    ("the event's address taken out", |e| drop(e.bundle["event"].as_object_mut().unwrap().remove("slug"))),
    ("the event published at another time", |e| {
        e.bundle["event"]["results_published_at"] = json!("2026-11-18T10:00:40Z");
    }),
    ("the event not published", |e| e.bundle["event"]["results_published_at"] = json!(null)),
    ("a prize given for another reason", |e| e.bundle["prizes"][0]["reason"] = json!("Even.")),
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
    ("a project without a review taken out", |e| drop(e.bundle["projects"].as_array_mut().unwrap().pop())),
    ("another project left out", |e| e.bundle["runs"][0]["excluded"] = json!({"11": "no_reviews"})),
    ("a run that nobody made", |e| {
        let mut again = e.bundle["runs"][0].clone();
        (again["run"], again["pinned_at"]) = (json!(2), json!(null));
        e.bundle["runs"].as_array_mut().unwrap().push(again);
    }),
    ("a ranked project made a draft", |e| {
        let project = &mut e.bundle["projects"][0];
        (project["status"], project["submitted_at"]) = (json!("draft"), json!(null));
    }),
    ("a criterion given more weight", |e| e.bundle["event"]["criteria"][0]["weight"] = json!("2")),
    ("a range of scores widened", |e| e.bundle["event"]["criteria"][1]["max_value"] = json!(7)),
    ("a project moved to a track", |e| {
        e.bundle["event"]["tracks"] = json!([{"id": 1, "name": "One"}]);
        e.bundle["projects"][0]["track"] = json!(1);
    }),
];

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

/// How a forger covers a change up.
pub(super) const COVERS: [Cover; 9] = [
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
    ("followed by states that the run could have read", |e, _| e.states_since()),
    ("the run taken out", |e, _| e.bundle["runs"] = json!([])),
    ("published once more", |e, _| {
        let mut again = e.bundle["runs"][0].clone();
        (again["run"], again["pinned_at"]) = (json!(2), json!("2026-11-18T10:00:50Z"));
        e.bundle["runs"].as_array_mut().unwrap().push(again);
    }),
];

/// The actions that are tried as explanations.
pub(super) fn actions() -> BTreeSet<&'static str> {
    KIND_GROUPS.iter().flat_map(|group| group.actions.iter().copied()).chain(MORE_ACTIONS).collect()
}

/// Logs of which a signed row, or one before it, is not as it was.
pub(super) fn logs(before: &Event) -> Vec<(String, Event)> {
    let edits: [Edit; 8] = [
        ("ts", |r| r.ts = r.ts.replace("10:0", "09:0")),
        ("actor", |r| r.actor = "eve@example.org".into()),
        ("action", |r| r.action = "project.edited".into()),
        ("object_type", |r| r.object_type = "webhook".into()),
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
