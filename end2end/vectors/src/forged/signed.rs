//! What the site signed of the event, and the event's own files.

use super::event::{Event, PUBLISHED};
use super::log::SLUG;
use crate::mutated::SECRET;
use serde_json::json;
use shared::export::{ExportKind, guard};
use shared::provenance::{Link, Payload, sign};

#[derive(Clone, Debug)]
pub(super) struct Signed {
    pub(super) results: Vec<u8>,
    pub(super) head: Vec<u8>,
}

impl Event {
    pub(super) fn bundle_file(&self) -> (&'static str, Vec<u8>) {
        let line = |Link { row: r, row_hash }: &Link| {
            json!({"seq": r.seq, "ts": r.ts, "actor": r.actor, "action": r.action, "object_type": r.object_type,
                   "object_id": r.object_id, "ip": r.ip, "before": (!r.before.is_empty()).then_some(&r.before),
                   "after": r.after, "prev_hash": r.prev_hash, "row_hash": row_hash})
        };
        let mut bundle = self.bundle.clone();
        bundle["audit"] = self.log.iter().map(line).collect();
        ("forged.json", bundle.to_string().into_bytes())
    }

    pub(super) fn log_file(&self) -> (&'static str, Vec<u8>) {
        let mut text = ExportKind::Audit.columns(&[]).join(",") + "\r\n";
        for Link { row: r, row_hash } in &self.log {
            let seq = r.seq.to_string();
            let cells = [
                &seq, &r.ts, &r.actor, &r.action, &r.object_type, &r.object_id, &r.ip, &r.before, &r.after,
                &r.prev_hash, row_hash,
            ];
            let quoted = cells.map(|cell| format!("\"{}\"", guard(cell).replace('"', "\"\"")));
            text += &(quoted.join(",") + "\r\n");
        }
        ("forged-audit.csv", text.into_bytes())
    }

    /// The results as the site signed them, over the row of the publication, and a head of the last row.
    pub(super) fn signed(&self) -> Signed {
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
                "judges": outcome.judges.len(), "duplicates": 0, "unreviewed": 1, "contenders": outcome.contenders,
                "winners_without": outcome.influence.winners.iter().map(without).collect::<Vec<_>>(),
                "more_time": [{"team": "Team 14", "until": PUBLISHED, "reason": "Ill."}],
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
}

/// The head that the site signs of the last row, as when an event is forgotten.
pub(super) fn last_head(event: &Event) -> Signed {
    let last = event.log.last().unwrap();
    let payload = json!({
        "type": "evenhand/audit-head/1", "issuer": "https://hack.example", "issued_at": "2026-11-18T10:01:00Z",
        "event": {"slug": SLUG, "name": "Forged"}, "audit_head": {"seq": last.row.seq, "row_hash": last.row_hash}});
    let payload: Payload = serde_json::from_value(payload).unwrap();
    Signed { results: Vec::new(), head: sign(&payload, &SECRET).unwrap().into_bytes() }
}
