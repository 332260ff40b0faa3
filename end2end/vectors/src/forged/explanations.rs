//! Rows that could explain a change, and logs into which a forger writes.

use super::event::Event;
use super::log::{forget, rechain};
use serde_json::json;
use shared::audit::{AuditRow, row_hash};
use shared::webhook::kinds::KIND_GROUPS;
use std::collections::BTreeSet;

/// A change of one row.
type Edit = (&'static str, fn(&mut AuditRow));

/// Actions that could explain a change of what was signed, and that webhooks do not tell.
const MORE_ACTIONS: [&str; 13] = [
    "results.published", "results.corrected", "results.finalized", "run.created", "review.entered",
    "assignment.created", "assignment.removed", "team.renamed", "project.edited", "prize.awarded",
    "event.imported", "comment.posted", "export.csv",
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
