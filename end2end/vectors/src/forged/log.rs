//! The rows of a forged log, chained and sealed as the site does it.

use serde_json::{Value, json};
use shared::audit::{AuditRow, first_prev_hash, netstrings, row_hash, sha256_hex};
use shared::provenance::Link;

pub(super) const SLUG: &str = "forged";

/// The moment of a row.
pub(super) fn moment(seq: i64) -> String {
    format!("2026-11-18T10:{:02}:{:02}.000001Z", seq / 60, seq % 60)
}

/// A row at the end of the log, with a salt as the database writes it.
pub(super) fn append(
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
pub(super) fn rechain(log: &mut [Link]) {
    let mut before = first_prev_hash(SLUG);
    for (seq, link) in (1..).zip(log) {
        link.row.seq = seq;
        link.row.prev_hash.clone_from(&before);
        link.row_hash = row_hash(&link.row);
        before.clone_from(&link.row_hash);
    }
}

/// What the row of a forgetting holds under `seal`.
pub(super) fn seal_of(log: &[Link]) -> String {
    log.iter().fold(String::new(), |seal, link| {
        let (row, seq) = (&link.row, link.row.seq.to_string());
        let values =
            [&seal, &seq, &row.ts, &row.action, &row.object_type, &row.object_id, &row.before, &row.after];
        let values: Vec<&str> = values.into_iter().chain([&link.row_hash]).map(String::as_str).collect();
        sha256_hex(netstrings(&values).as_bytes())
    })
}

/// A row of forgetting that excuses every row without its actor, and gives the runs other digests. `judges`: who gave which review.
pub(super) fn forget(log: &mut Vec<Link>, runs: &Value, judges: Option<String>) {
    let mut after = json!({"rows": log.len(), "seal": seal_of(log), "runs": runs});
    if let Some(judges) = judges {
        after["judges_digest"] = json!(judges);
    }
    append(log, "system", "event.forgotten", ("event", "1"), after);
}
