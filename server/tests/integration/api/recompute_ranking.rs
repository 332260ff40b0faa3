//! Anyone with an event's exports and its signed results can compute the ranking again, without the site.

use crate::prelude::*;
use crate::support::multipart::{KIND, form};
use shared::provenance::{File, Finding, Kind, Report, Verdict, check_files};
use words::findings::sentence;

/// The exports as an organizer saves them; the event and the signed results as anyone can.
async fn saved(site: &Site) -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    for name in ["demo-scores.csv", "demo-projects.csv", "demo-assignments.csv"] {
        let kind = name.strip_prefix("demo-").unwrap();
        let reply = site.api("org").get(&format!("/api/events/demo/export/{kind}")).await.is(200);
        files.push((name, reply.body));
    }
    files.push(("event.json", site.api("").get("/api/events/demo").await.body));
    files.push(("results.json", site.api("").get("/api/events/demo/results/signed").await.body));
    files
}

async fn checked(site: &Site, files: &[(&str, String)]) -> Report {
    let files: Vec<File<'_>> =
        files.iter().map(|(name, text)| File { name, bytes: text.as_bytes() }).collect();
    check_files(&files, &site.keys().await, None)
}

fn says(finding: &Finding, words: &str) {
    assert!(
        finding.lines.iter().any(|line| sentence(&line.message).contains(words)),
        "{words}\n{finding:#?}"
    );
}

#[database_test(PUBLISHED)]
async fn the_exports_compute_to_the_signed_results_number_by_number(demo: World, site: Site) {
    let files = saved(&site).await;
    let report = checked(&site, &files).await;
    assert_eq!(report.verdict(), Verdict::Holds, "{report:#?}");
    let kinds: Vec<Kind> = report.files.iter().map(|file| file.kind).collect();
    assert_eq!(kinds, [Kind::Scores, Kind::Projects, Kind::Assignments, Kind::Event, Kind::Document]);
    // A repeated project's review does not count; nor does a draft, nor what a judge stepped aside from.
    says(&report.files[0], "18 submitted reviews, of which 17 count. 2 drafts are left out.");
    let words =
        "We computed the ranking again. Every number for 5 projects and 5 judges matches results.json.";
    says(&report.files[0], words);
    // The page takes the same files and draws the same report.
    let given: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    site.api("").send_with("POST", "/verify", &[KIND], form(&given, &[])).await.shows("All 5 files hold.");

    // So does the command line, without a database.
    let folder = std::env::temp_dir().join(format!("evenhand-recomputed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let keys = site.api("").get("/.well-known/evenhand-signing-key").await.body;
    let paths =
        files.iter().map(|(name, text)| (folder.join(name), text)).chain([(folder.join("keys.json"), &keys)]);
    let paths: Vec<_> =
        paths.inspect(|(path, text)| std::fs::write(path, text).unwrap()).map(|(path, _)| path).collect();
    let (set, saved_files) = paths.split_last().unwrap();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_evenhand"));
    let done = command
        .env_remove("DATABASE_URL")
        .arg("verify")
        .args(saved_files)
        .arg("--key")
        .arg(set)
        .output()
        .await
        .unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(done.status.success() && said.contains("demo-scores.csv (scores): holds\n"), "{said}");

    // A judge changed a score after the run: the report says that the total and the reviews differ.
    rescored(&demo).await;
    let later = checked(&site, &saved(&site).await).await;
    assert_eq!(later.files[0].verdict, Verdict::CannotBeJudged, "{later:#?}");
    says(&later.files[0], "These are not the reviews that run 1 of results.json read");
    says(&later.files[0], "Project 1, Project 1: the run read 3 reviews");

    // Someone changed a score in the file.
    let mut forged = files.clone();
    let row = forged[0].1.lines().nth(1).unwrap().to_owned();
    let mut cells: Vec<&str> = row.split(',').collect();
    cells[6] = if cells[6] == "10" { "9" } else { "10" };
    forged[0].1 = forged[0].1.replace(&row, &cells.join(","));
    let forged = checked(&site, &forged).await;
    assert_eq!(forged.files[0].verdict, Verdict::DoesNotHold, "{forged:#?}");
    assert_eq!(forged.files[0].breaks_at.as_deref(), Some("row 1"), "{forged:#?}");
}

#[database_test(PUBLISHED)]
async fn without_the_projects_the_report_says_what_is_missing(site: Site) {
    let mut files = saved(&site).await;
    files.remove(1);
    let report = checked(&site, &files).await;
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "{report:#?}");
    let text = "Add the projects export. It shows which projects are submitted, which are repeats, and their tracks.";
    says(&report.files[0], text);
}
