//! After an evening: the event again from its log, and the tables beside the log, the exports and the API, row by row.

use crate::compare::{Differences, log_with_tables};
use crate::deeds;
use crate::play::{ORGANIZER, Play};
use crate::rebuild::Rebuilt;
use crate::site::Site;
use crate::tables::Tables;
use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use shared::audit::sha256_hex;
use shared::bundle;
use shared::provenance::{File, KeySet, Verdict, check_files, read_audit_csv};
use shared::rubric::{Scores, weighted_total};
use std::collections::BTreeMap;

/// A line of an export, by the names of its columns.
type Line = BTreeMap<String, String>;

/// Compares everything that the portal says of the event. Returns what differs.
pub(crate) fn audit(play: &mut Play<'_>, file: &str) -> Result<Vec<String>> {
    play.narrow()?;
    let (site, world) = (play.site, play.world());
    let path = format!("/api/events/{}", world.slug);
    let saved = site.get(ORGANIZER, &format!("{path}/export/bundle.json"))?.body;
    let mut tables = Tables::read(saved.as_bytes())?;
    tables.things.extend(deeds::listed(site, &world.slug)?);
    let rows = &tables.stored.audit;
    let mut found = Differences::default();
    let imported: Value =
        rows.first().and_then(|link| serde_json::from_str(&link.row.after).ok()).unwrap_or_default();
    found.same(
        "the file of the log's first row",
        &imported["file_sha256"],
        &json!(sha256_hex(file.as_bytes())),
    );
    let begun = bundle::read_to_verify(file.as_bytes()).map_err(|refusal| anyhow!("the file: {refusal}"))?;
    let rebuilt = Rebuilt::of(&begun, rows.iter().map(|link| &link.row), world);
    found.0.extend(log_with_tables(&rebuilt, &tables, world));
    checked(site, &path, &saved, !world.published.is_empty(), &mut found)?;
    let csv = |kind: &str| {
        Ok::<String, anyhow::Error>(site.get(ORGANIZER, &format!("{path}/export/{kind}.csv"))?.body)
    };
    let log = read_audit_csv(csv("audit")?.as_bytes()).map_err(|row| anyhow!("the log's export: {row:?}"))?;
    found.same("the log's export begins with the bundle's rows", true, log.starts_with(rows));
    projects(&lines(&csv("projects")?)?, &tables, &mut found);
    assignments(&lines(&csv("assignments")?)?, &tables, &mut found);
    scores(&lines(&csv("scores")?)?, &tables, &mut found);
    let listed = site.get(ORGANIZER, &format!("{path}/projects"))?.json()?;
    let listed = listed.as_array().into_iter().flatten();
    let listed: BTreeMap<i64, String> = listed
        .map(|project| (project["id"].as_i64().unwrap_or_default(), text(&project["status"])))
        .collect();
    found.same("the API's projects", listed, statuses(&tables));
    Ok(found.0)
}

/// What the verifier says of the bundle, together with the published ranking.
fn checked(site: &Site, path: &str, saved: &str, published: bool, found: &mut Differences) -> Result<()> {
    let keys = site.get(ORGANIZER, "/.well-known/evenhand-signing-key")?.body;
    let keys = KeySet::read(keys.as_bytes()).map_err(|fault| anyhow!("the keys: {fault:?}"))?;
    let mut files = vec![("bundle.json", saved.to_owned())];
    if published {
        let signed = site.send(&site.api(Some(ORGANIZER), "GET", &format!("{path}/results/signed")))?;
        files.extend((signed.status == 200).then_some(("results.json", signed.body)));
    }
    let files: Vec<File<'_>> =
        files.iter().map(|(name, bytes)| File { name, bytes: bytes.as_bytes() }).collect();
    for file in check_files(&files, &keys, None).files {
        let faults: Vec<_> =
            file.lines.iter().filter(|line| line.verdict == Some(Verdict::DoesNotHold)).collect();
        if file.verdict == Verdict::DoesNotHold {
            found.0.push(format!("the verifier on {}: {faults:?}", file.name));
        }
    }
    Ok(())
}

fn lines(csv: &str) -> Result<Vec<Line>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head = reader.headers()?.clone();
    let line = |record: csv::StringRecord| {
        head.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect::<Line>()
    };
    Ok(reader.records().collect::<Result<Vec<_>, _>>()?.into_iter().map(line).collect())
}

fn get<'l>(line: &'l Line, column: &str) -> &'l str {
    line.get(column).map(String::as_str).unwrap_or_default()
}

fn number(line: &Line, column: &str) -> i64 {
    get(line, column).parse().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn statuses(tables: &Tables) -> BTreeMap<i64, String> {
    tables.projects.iter().map(|(id, project)| (*id, text(&project["status"]))).collect()
}

fn projects(lines: &[Line], tables: &Tables, found: &mut Differences) {
    let exported = |column: &str| -> BTreeMap<i64, String> {
        lines.iter().map(|line| (number(line, "project_id"), get(line, column).to_owned())).collect()
    };
    let stored = |column: &str| -> BTreeMap<i64, String> {
        tables.projects.iter().map(|(id, project)| (*id, text(&project[column]))).collect()
    };
    for column in ["title", "demo_url", "status"] {
        found.same(&format!("the projects' export: {column}"), exported(column), stored(column));
    }
}

fn assignments(lines: &[Line], tables: &Tables, found: &mut Differences) {
    let exported: BTreeMap<i64, (String, i64, String, String)> = lines
        .iter()
        .map(|line| {
            let [judge, status, source] =
                ["judge_email", "status", "source"].map(|column| get(line, column).to_owned());
            (number(line, "assignment_id"), (judge, number(line, "project_id"), status, source))
        })
        .collect();
    let stored = tables
        .assignments
        .iter()
        .map(|(id, row)| (*id, (row.judge.clone(), row.project, row.status.clone(), row.source.clone())));
    found.same("the assignments' export", exported, stored.collect());
}

/// Judge, project, scores, total and comment of each review.
fn scores(lines: &[Line], tables: &Tables, found: &mut Differences) {
    let criteria = &tables.stored.event.event.criteria;
    let exported = lines.iter().map(|line| {
        let scores: Scores =
            criteria.iter().filter_map(|c| Some((c.key.clone(), get(line, &c.key).parse().ok()?))).collect();
        let submitted = !get(line, "submitted_at").is_empty();
        let key = (get(line, "judge_email").to_owned(), number(line, "project_id"));
        (key, (scores, submitted, get(line, "weighted_0_1").to_owned(), get(line, "comment").to_owned()))
    });
    let exported: BTreeMap<_, _> = exported.collect();
    let stored = tables.assignments.values().filter_map(|row| {
        let (scores, submitted, comment) = row.review.clone()?;
        let scores: Scores = serde_json::from_value(scores).ok()?;
        let total = weighted_total(criteria, &scores).to_string();
        Some(((row.judge.clone(), row.project), (scores, submitted, total, comment)))
    });
    found.same("the scores' export", exported, stored.collect());
}
