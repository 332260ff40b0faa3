//! One small file of every kind that is read from strangers, for tests that change it at random.

use crate::mutated::{SECRET, documents};
use serde_json::json;
use shared::audit::{AuditRow, first_prev_hash, row_hash};
use shared::calibration::{Input, calibrate};
use shared::export::ExportKind;
use shared::provenance::{InputLine, KeySet, KeyStatus, PublicKey, link, public_key};

#[derive(Clone, Debug)]
pub struct Kind {
    /// What to call it.
    pub name: &'static str,
    /// Files of it that hold, or read at least.
    pub files: Vec<Vec<u8>>,
}

/// The kind whose files are signed documents.
pub const SIGNED: &str = "signed documents";

#[must_use]
pub fn all() -> Vec<Kind> {
    let (signed, _) = documents();
    let links = signed.iter().map(|document| link::write("https://hack.example", document.as_bytes()));
    let kind =
        |name, files: Vec<String>| Kind { name, files: files.into_iter().map(String::into_bytes).collect() };
    vec![
        kind(SIGNED, signed.clone()),
        kind("links", links.collect()),
        kind("key sets", vec![key_set()]),
        kind("audit exports", vec![audit()]),
        kind("scores, projects, assignments", exports().to_vec()),
        kind("events", vec![event().to_string()]),
        kind("bundles", vec![bundle()]),
    ]
}

fn key_set() -> String {
    let key = |secret, status| PublicKey::new(&public_key(secret), status, None, None);
    let keys = vec![key(&SECRET, KeyStatus::Current), key(&[1; 32], KeyStatus::Revoked)];
    serde_json::to_string(&KeySet { keys }).unwrap()
}

fn rows() -> Vec<(AuditRow, String)> {
    let mut before = first_prev_hash("demo");
    let row = |seq: i64| {
        let text = |text: &str| text.to_owned();
        let row = AuditRow {
            prev_hash: before.clone(),
            seq,
            ts: format!("2026-11-20T18:00:0{seq}.000001Z"),
            actor: text(if seq == 2 { "'=cmd@example.org" } else { "ada@example.org" }),
            action: text("project.updated"),
            object_type: text(if seq == 1 { "event" } else { "project" }),
            object_id: text(if seq == 1 { "demo" } else { "7" }),
            ip: String::new(),
            before: String::new(),
            after: text("{\"title\": \"a, b\"}"),
        };
        before = row_hash(&row);
        (row, before.clone())
    };
    (1..=3).map(row).collect()
}

fn audit() -> String {
    let mut text = ExportKind::Audit.columns(&[]).join(",") + "\r\n";
    for (r, hash) in rows() {
        let after = r.after.replace('"', "\"\"");
        let about = format!("{},{},{},{},{},{}", r.seq, r.ts, r.actor, r.action, r.object_type, r.object_id);
        text += &format!("{about},,,\"{after}\",{},{hash}\r\n", r.prev_hash);
    }
    text
}

fn exports() -> [String; 3] {
    let header = |kind: ExportKind| kind.columns(&["quality".into(), "impact".into()]).join(",");
    let at = "2026-11-20T15:00:00Z";
    [
        format!(
            "{}\r\n1,ada@example.org,7,Lamp,{at},4,7,0.733333,\"fine, =1\"\r\n2,'=bo@example.org,7,Lamp,{at},2,,0.250000,\r\n\
             3,ada@example.org,8,'-x,,,3,0.300000,\"a\r\nb\"\r\n",
            header(ExportKind::Scores)
        ),
        format!(
            "{}\r\n7,,Lamp,Lights,Hardware,submitted,{at},https://x.example,,a;b,\r\n8,e-1,'-x,Wick,,draft,,,,,7\r\n",
            header(ExportKind::Projects)
        ),
        format!(
            "{}\r\n1,ada@example.org,7,Lamp,done,planned,{at}\r\n2,'=bo@example.org,7,Lamp,recused,manual,{at}\r\n",
            header(ExportKind::Assignments)
        ),
    ]
}

fn event() -> serde_json::Value {
    json!({"slug": "demo", "name": "Demo", "tracks": [{"id": 1, "name": "Hardware"}], "criteria": [
        {"key": "quality", "name": "Quality", "guidance": "", "weight": "2.5", "min_value": 1, "max_value": 5},
        {"key": "impact", "name": "Impact", "guidance": "", "weight": "1", "min_value": 0, "max_value": 10}]})
}

fn bundle() -> String {
    let lines = [(7, "ada@example.org", 0.5), (8, "ada@example.org", 0.25), (8, "bo@example.org", 0.75)];
    let input: Vec<InputLine> =
        lines.map(|(project, judge, total)| InputLine(project, None, judge.into(), total)).to_vec();
    let reviews = input.iter().map(|line| line.review().unwrap()).collect();
    let outcome = calibrate(&Input::new(reviews, true).unwrap()).unwrap();
    let audit = rows().into_iter().map(|(r, hash)| {
        json!({"seq": r.seq, "ts": r.ts, "actor": r.actor, "action": r.action, "object_type": r.object_type,
               "object_id": r.object_id, "ip": null, "before": null, "after": r.after, "prev_hash": r.prev_hash,
               "row_hash": hash})
    });
    let event = event();

    json!({
        "format": "evenhand-bundle/1",
        "event": event,
        "people": [{"ref": "a", "email": "ada@example.org", "name": "Ada", "roles": ["judge"]},
                   {"ref": "o", "email": "org@example.org", "name": "Org", "roles": ["organizer"]}],
        "teams": [{"ref": "t", "name": "Lights"}],
        "projects": [{"ref": "p", "id": 7, "team": "t", "title": "Lamp", "status": "submitted",
                      "submitted_at": "2026-11-20T10:00:00Z"},
                     {"ref": "q", "id": 8, "team": "t", "title": "Wick", "status": "submitted",
                      "submitted_at": "2026-11-20T11:00:00Z"}],
        "assignments": [{"person": "a", "project": "p", "status": "done", "source": "planned", "review":
            {"submitted_at": "2026-11-20T15:00:00Z", "scores": {"quality": 3, "impact": 4}}}],
        "runs": [{"run": 1, "method": outcome.method, "input_digest": outcome.input_digest, "panels": outcome.fit.panels,
                  "input": input,
                  "results": outcome.projects, "judges": outcome.judges}],
        "audit": audit.collect::<Vec<_>>(),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use shared::provenance::{File, Verdict, check_files};

    #[test]
    fn every_file_reads_as_what_it_is() {
        let (_, keys) = crate::mutated::documents();
        for kind in super::all() {
            for bytes in &kind.files {
                let report = check_files(&[File { name: "x", bytes }], &keys, None);
                let expected = match kind.name {
                    "scores, projects, assignments" | "events" | "key sets" => Verdict::CannotBeJudged,
                    _ => Verdict::Holds,
                };
                assert_eq!(report.files[0].verdict, expected, "{}: {report:#?}", kind.name);
                assert_ne!(report.files[0].kind, shared::provenance::Kind::Unknown, "{}", kind.name);
            }
        }
    }
}
