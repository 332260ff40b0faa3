//! What the tests share: a key, a document of each type, a chain, a bundle with a run.

use chrono::{DateTime, Utc};
pub(crate) use serde_json::{Value, json};
use shared::audit::{AuditRow, first_prev_hash, row_hash};
use shared::calibration::{Decisive, Input, Outcome, Review, calibrate};
use shared::export::{ExportKind, guard};
use shared::provenance::{
    AssignmentCounts, AuditHead, AuditHeadDocument, CheckContext, EventName, File, Finding, InputLine,
    JudgeRecord, KeySet, KeyStatus, Link, ParticipantRecord, Payload, PersonName, ProjectRecord, PublicKey,
    Report, Run, SignedEntry, SignedRanking, SignedResults, Verdict, check_with, public_key, sign,
};
use shared::wire::WinnersWithout;
use std::collections::BTreeMap;

/// What somebody does to a file.
pub(crate) type Change = fn(&mut Value);

/// The secret that signs in tests.
pub(crate) const SECRET: [u8; 32] = [42; 32];

/// A moment.
pub(crate) fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
}

/// A set of one key.
pub(crate) fn keys_of(secret: &[u8; 32], status: KeyStatus) -> KeySet {
    KeySet { keys: vec![PublicKey::new(&public_key(secret), status, Some(at(-1000)), None)] }
}

/// The set that trusts [`SECRET`].
pub(crate) fn keys() -> KeySet {
    keys_of(&SECRET, KeyStatus::Current)
}

fn event() -> EventName {
    EventName { slug: "demo".into(), name: "Demo".into() }
}

const ISSUER: &str = "https://hack.example";

/// A head of the chain of `demo`.
pub(crate) fn head(audit_head: AuditHead) -> Payload {
    Payload::AuditHead(AuditHeadDocument {
        issuer: ISSUER.into(),
        issued_at: at(0),
        event: Some(event()),
        audit_head,
    })
}

/// A document of each type.
pub(crate) fn payloads() -> [Payload; 4] {
    let (_, outcome) = calibrated();
    let row = || AuditHead { seq: 12, row_hash: first_prev_hash("demo"), root: None };
    [
        results(&outcome, row()),
        Payload::Judge(JudgeRecord {
            issuer: ISSUER.into(),
            issued_at: at(0),
            event: event(),
            judge: PersonName {
                name: "Ada \"Count\" L\u{e9}vy 😀".into(), email: "ada@example.org".into()
            },
            assignments: AssignmentCounts { pending: 1, done: 9, recused: 0 },
            first_submitted_on: Some(at(-500).date_naive()),
            last_submitted_on: None,
            reviews_digest: first_prev_hash("x"),
        }),
        Payload::Participant(ParticipantRecord {
            issuer: ISSUER.into(),
            issued_at: at(0),
            event: event(),
            person: PersonName { name: "Grace".into(), email: "grace@example.org".into() },
            team: Some("Wick".into()),
            projects: vec![
                ProjectRecord {
                    id: 3,
                    title: "Lamp".into(),
                    submitted_at: Some(at(-9)),
                    rank: Some(1),
                    of: Some(8),
                },
                ProjectRecord { id: 4, title: "Idea".into(), submitted_at: None, rank: None, of: None },
            ],
            provisional_until: None,
            audit_head: None,
        }),
        head(row()),
    ]
}

fn without(decisive: &Decisive) -> WinnersWithout {
    let judges = u32::try_from(decisive.judges.len()).unwrap();
    WinnersWithout { places: decisive.places, reviews: decisive.reviews, judges }
}

/// The results of run 1 as signed.
pub(crate) fn results(outcome: &Outcome, audit_head: AuditHead) -> Payload {
    let projects = outcome.projects.iter().map(|p| SignedEntry {
        rank: p.rank,
        raw_rank: p.raw_rank,
        project: p.project,
        title: format!("Project {}", p.project),
        team: format!("Team {}", p.project),
        calibrated: p.calibrated,
        se: p.se,
        raw_mean: p.raw_mean,
        reviews: p.reviews,
        rank_interval: p.rank_interval,
        chances: p.chances.clone(),
        better_than_next: p.better_than_next,
        strictness: None,
    });
    Payload::Results(SignedResults {
        issuer: ISSUER.into(),
        issued_at: at(0),
        event: event(),
        questions: Vec::new(),
        results: SignedRanking {
            event: "demo".into(),
            published_at: Some(at(0)),
            publication: Some(1),
            run: 1,
            input_digest: outcome.input_digest.clone(),
            method: outcome.method.clone(),
            reason: None,
            supersedes: None,
            provisional_until: None,
            owed: vec![],
            final_of: None,
            judges: u32::try_from(outcome.judges.len()).unwrap(),
            duplicates: 0,
            unreviewed: 0,
            converged: Some(outcome.fit.converged),
            panels: outcome.fit.panels,
            contenders: outcome.contenders.clone(),
            winners_without: outcome.influence.winners.iter().map(without).collect(),
            prizes: vec![],
            corrections: vec![],
            more_time: vec![],
            projects: projects.collect(),
        },
        supersedes: None,
        audit_head,
        evidence: None,
    })
}

/// A chain of so many rows, of `demo`.
pub(crate) fn chain(rows: i64) -> Vec<Link> {
    let mut links = Vec::new();
    for seq in 1..=rows {
        let (object_type, object_id) =
            if seq == 1 { ("event", "demo".to_owned()) } else { ("project", seq.to_string()) };
        links.push(Link {
            row: AuditRow {
                seq,
                ts: format!("2026-11-18T10:00:{:02}.000001Z", seq % 60),
                actor: ["ada@example.org", "=cmd@example.org", "'=odd@example.org", "system"]
                    [seq as usize % 4]
                    .into(),
                action: "project.updated".into(),
                object_type: object_type.into(),
                object_id,
                ip: if seq % 3 == 0 { "-" } else { "" }.into(),
                before: String::new(),
                after: format!("{{\"title\": \"a, \\\"b\\\"\", \"n\": {seq}}}\n"),
                prev_hash: String::new(),
            },
            row_hash: String::new(),
        });
    }
    chained(links, "demo")
}

/// The rows numbered and chained anew, as somebody with the database in hand would.
pub(crate) fn chained(mut links: Vec<Link>, slug: &str) -> Vec<Link> {
    let mut before = first_prev_hash(slug);
    for (seq, link) in (1..).zip(&mut links) {
        link.row.seq = seq;
        link.row.prev_hash.clone_from(&before);
        link.row_hash = row_hash(&link.row);
        before.clone_from(&link.row_hash);
    }
    links
}

/// The same with a second row that publishes run 1 as [`run`] says, of this input.
pub(crate) fn published(mut links: Vec<Link>, input_digest: &str) -> Vec<Link> {
    let row = &mut links[1].row;
    (row.action, row.object_type, row.object_id) = ("results.published".into(), "run".into(), "1".into());
    row.ts = at(0).format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string();
    row.after = json!({"run": 1, "input_digest": input_digest, "reason_sha256": null}).to_string();
    chained(links, "demo")
}

/// The rows as the audit export writes them.
pub(crate) fn export(links: &[Link]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(ExportKind::Audit.columns(&[])).unwrap();
    for Link { row, row_hash } in links {
        let seq = row.seq.to_string();
        let cells: [&str; 11] = [
            &seq, &row.ts, &row.actor, &row.action, &row.object_type, &row.object_id, &row.ip, &row.before,
            &row.after, &row.prev_hash, row_hash,
        ];
        writer.write_record(cells.map(|cell| guard(cell).into_owned())).unwrap();
    }
    writer.into_inner().unwrap()
}

/// The golden input `sim_tiny_12` as scores from 0 to 1,000,000, and its ranking.
pub(crate) fn calibrated() -> (Vec<Review>, Outcome) {
    let rows = include_str!("../golden/sim_tiny_12.data.csv").lines().skip(1);
    let reviews: Vec<Review> = rows
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let total: f64 = cells[2].parse().unwrap();
            Review {
                project: cells[0].parse().unwrap(),
                track: None,
                judge: format!("judge{:0>3}@example.org", cells[1]),
                total_micro: (total.clamp(0.0, 1.0) * 1e6).round() as i64,
            }
        })
        .collect();
    let outcome = calibrate(&Input::new(reviews.clone(), false).unwrap()).unwrap();
    (reviews, outcome)
}

/// Run 1 as a bundle holds it.
pub(crate) fn run() -> Run {
    let (reviews, outcome) = calibrated();
    Run {
        run: 1,
        method: outcome.method,
        input_digest: outcome.input_digest,
        panels: outcome.fit.panels,
        input: reviews.iter().map(InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        excluded: BTreeMap::new(),
        pinned_at: Some(at(0)),
        reason: None,
    }
}

/// A bundle of `demo`, whose one criterion scores in millionths.
pub(crate) fn bundle(runs: &[Run], audit: &[Link]) -> Value {
    let (reviews, _) = calibrated();
    let judges: BTreeMap<&str, ()> = reviews.iter().map(|r| (r.judge.as_str(), ())).collect();
    let projects: BTreeMap<i64, ()> = reviews.iter().map(|r| (r.project, ())).collect();
    let mut people: Vec<Value> = judges
        .keys()
        .map(|email| json!({"ref": email, "email": email, "name": "Judge", "roles": ["judge"]}))
        .collect();
    people.push(json!({"ref": "o", "email": "o@example.org", "name": "Org", "roles": ["organizer"]}));
    let lines: Vec<Value> = audit
        .iter()
        .map(|Link { row: r, row_hash }| {
            json!({"seq": r.seq, "ts": r.ts, "actor": r.actor, "action": r.action, "object_type": r.object_type,
                   "object_id": r.object_id, "ip": r.ip, "before": r.before, "after": r.after,
                   "prev_hash": r.prev_hash, "row_hash": row_hash})
        })
        .collect();
    let published = runs.iter().filter_map(|run| run.pinned_at).max();
    json!({
        "format": "evenhand-bundle/1",
        "event": {"slug": "demo", "name": "Demo", "results_published_at": published, "criteria": [
            {"key": "quality", "name": "Quality", "weight": "1", "min_value": 0, "max_value": 1_000_000}]},
        "people": people,
        "teams": projects.keys().map(|id| json!({"ref": format!("t{id}"), "name": format!("Team {id}")}))
            .collect::<Vec<_>>(),
        "projects": projects.keys().map(|id| json!({
            "ref": format!("p{id}"), "id": id, "team": format!("t{id}"), "title": format!("Project {id}"),
            "status": "submitted", "submitted_at": "2026-11-20T10:00:00Z"})).collect::<Vec<_>>(),
        "assignments": reviews.iter().map(|r| json!({
            "person": r.judge, "project": format!("p{}", r.project), "status": "done", "source": "manual",
            "review": {"submitted_at": "2026-11-20T15:00:00Z", "scores": {"quality": r.total_micro}}}))
            .collect::<Vec<_>>(),
        "runs": runs,
        "audit": lines,
    })
}

/// Checks files by these keys.
pub(crate) fn check(files: &[(&str, Vec<u8>)], trusted: &KeySet) -> Report {
    check_in(files, &CheckContext::of(trusted))
}

/// Checks files where more than the trusted keys is known.
pub(crate) fn check_in(files: &[(&str, Vec<u8>)], context: &CheckContext<'_>) -> Report {
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    check_with(&files, context)
}

/// Checks one file by these keys.
pub(crate) fn one(name: &str, bytes: impl Into<Vec<u8>>, trusted: &KeySet) -> Finding {
    check(&[(name, bytes.into())], trusted).files.remove(0)
}

/// What documents say of this row of a log.
pub(crate) fn row_of(links: &[Link], seq: usize) -> AuditHead {
    AuditHead { seq: seq as i64, row_hash: links[seq - 1].row_hash.clone(), root: None }
}

/// What documents say of a row that no log has: its hash is this letter alone.
pub(crate) fn odd_row(seq: i64, letter: &str) -> AuditHead {
    AuditHead { seq, row_hash: letter.repeat(64), root: None }
}

/// A signed head of this row, from after the rows up to it were written.
pub(crate) fn head_of(links: &[Link], seq: usize) -> Vec<u8> {
    let written: Option<DateTime<Utc>> =
        links[..seq].iter().filter_map(|link| link.row.ts.parse().ok()).max();
    head_at(links, seq, written.max(Some(at(0))).unwrap())
}

/// A head of this row that says that it was signed at this moment.
pub(crate) fn head_at(links: &[Link], seq: usize, signed: DateTime<Utc>) -> Vec<u8> {
    let Payload::AuditHead(mut document) = head(row_of(links, seq)) else { unreachable!() };
    document.issued_at = signed;
    sign(&Payload::AuditHead(document), &SECRET).unwrap().into_bytes()
}

/// A head of this row by the site at this address, signed with this key.
pub(crate) fn head_by(issuer: &str, secret: &[u8; 32], audit_head: AuditHead) -> Vec<u8> {
    let Payload::AuditHead(mut document) = head(audit_head) else { unreachable!() };
    document.issuer = issuer.into();
    sign(&Payload::AuditHead(document), secret).unwrap().into_bytes()
}

/// The signed results of run 1, with a head of the third row.
pub(crate) fn signed_results(links: &[Link]) -> Vec<u8> {
    let (_, outcome) = calibrated();
    sign(&results(&outcome, row_of(links, 3)), &SECRET).unwrap().into_bytes()
}

/// The finding on a bundle of `demo` that was changed, beside the signed results, which were changed too.
pub(crate) fn beside(
    change: Change,
    of_signed: fn(&mut SignedRanking),
    later: Option<(&str, &str)>,
) -> Finding {
    let mut links = published(chain(6), &run().input_digest);
    if let Some((action, object)) = later {
        let row = &mut links[5].row;
        (row.action, row.object_type, row.object_id) = (action.into(), object.into(), "1".into());
        (row.ts, row.after) = ("2027-01-01T00:00:00.000000Z".into(), "{}".into());
    }
    let links = chained(links, "demo");
    let mut file = bundle(&[run()], &links);
    file["event"]["submissions_close"] = json!("2026-11-18T09:00:00Z");
    change(&mut file);
    let Payload::Results(mut document) = results(&calibrated().1, row_of(&links, 3)) else { unreachable!() };
    of_signed(&mut document.results);
    let document = sign(&Payload::Results(document), &SECRET).unwrap().into_bytes();
    check(&[("b.json", file.to_string().into_bytes()), ("r.json", document)], &keys()).files.remove(0)
}

/// One of its messages is this code, with these facts: `RowsAfterHead { rows: 8 }`, or the beginning of it. A longer code that ends
/// alike is another one: `NotAsLogged` is not `AsLogged`.
#[track_caller]
pub(crate) fn finds(finding: &Finding, code: &str) {
    let begins = |text: &str| {
        let before = |at: usize| text.get(..at).unwrap_or_default();
        let is_inside =
            |at| before(at).ends_with(char::is_alphanumeric) && code.starts_with(char::is_alphanumeric);
        text.match_indices(code).any(|(at, _)| !is_inside(at))
    };
    let found = finding.lines.iter().any(|line| begins(&format!("{:?}", line.message)));
    assert!(found, "{code}\n{finding:#?}");
}

/// The verdict on it is this one, and one of its messages is this code.
#[track_caller]
fn judged(finding: &Finding, verdict: Verdict, code: &str) {
    assert_eq!(finding.verdict, verdict, "{finding:#?}");
    finds(finding, code);
}

/// It holds, and one of its messages is this code.
#[track_caller]
pub(crate) fn holds(finding: &Finding, code: &str) {
    judged(finding, Verdict::Holds, code);
}

/// It does not hold, and one of its messages is this code.
#[track_caller]
pub(crate) fn does_not_hold(finding: &Finding, code: &str) {
    judged(finding, Verdict::DoesNotHold, code);
}

/// It cannot be judged, and one of its messages is this code.
#[track_caller]
pub(crate) fn cannot_be_judged(finding: &Finding, code: &str) {
    judged(finding, Verdict::CannotBeJudged, code);
}

/// Whether this is anywhere in its messages; for what should not be.
pub(crate) fn has(finding: &Finding, code: &str) -> bool {
    finding.lines.iter().any(|line| format!("{:?}", line.message).contains(code))
}
