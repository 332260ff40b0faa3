//! The projects of a bundle beside those that its log, its runs and the signed rankings name. No project is ever removed from an
//! event, so each of them has to be in the file.

use super::bundle::StoredBundle;
use super::duplicates::LoggedDuplicates;
use super::findings::Finding;
use super::log_row::Link;
use super::messages::{BundleMessage as Found, NamedBy};
use super::report_log::{FoundChain, is_signed};
use super::verified::NamedRanking;
use crate::audit::AuditRow;
use crate::prelude::*;
use serde_json::{Map, Value};

/// How many projects a row brought: that of an imported or a finals event, or of a list.
#[derive(Deserialize)]
struct Brought {
    projects: Option<usize>,
    created: Option<usize>,
}

/// What the first row of a finals event says; no other event's has it.
#[derive(Deserialize)]
struct Created {
    finals_of: Option<String>,
}

/// Whether the file holds every project that something signed or logged names, and no submitted one that the log would name and does not.
pub(super) fn report_named_projects(
    finding: &mut Finding,
    stored: &StoredBundle,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    let projects = &stored.event.projects;
    // The log of another event says nothing of these.
    let log = log.filter(|log| log.is_of_event());
    let links = log.map_or(&[][..], |log| log.chain.links());
    let named = named(stored, links, signed);
    let without_id = projects.iter().filter(|project| project.id.is_none()).count();
    if without_id > 0 && !(named.is_empty() && links.is_empty()) {
        // By the names of the members alone, one project could pass for another.
        return finding.cannot_tell(Found::ProjectsWithoutIds { projects: without_id });
    }
    let here: BTreeSet<i64> = projects.iter().filter_map(|project| project.id).collect();
    if let Some((project, by)) = named.into_iter().find(|(project, _)| !here.contains(project)) {
        return finding.fail(Some("projects".to_owned()), Found::ProjectMissing { project, by });
    }
    let upto = log.map_or(0, FoundChain::signed_up_to);
    report_finals(finding, stored, links);
    report_counts(finding, projects.len(), links, upto);
    report_unlogged(finding, stored, links, upto);
}

/// Each project that is named, and what names it first.
fn named(stored: &StoredBundle, links: &[Link], signed: &[NamedRanking<'_>]) -> BTreeMap<i64, NamedBy> {
    let ranked = signed.iter().flat_map(|NamedRanking { file, ranking, .. }| {
        ranking
            .projects
            .iter()
            .map(move |entry| (entry.project, NamedBy::Signed { file: (*file).to_owned() }))
    });
    let run = stored
        .runs
        .iter()
        .flat_map(|run| run.projects().map(move |project| (project, NamedBy::Run { run: run.run })));
    let rows = links.iter().flat_map(|link| {
        of_row(&link.row).into_iter().map(move |project| (project, NamedBy::Row { row: link.row.seq }))
    });
    let mut named = BTreeMap::new();
    for (project, by) in ranked.chain(run).chain(rows) {
        named.entry(project).or_insert(by);
    }
    named
}

/// The projects that a row submits, or names as repeats.
fn of_row(row: &AuditRow) -> Vec<i64> {
    match row.action.as_str() {
        "project.submitted" => row.object_id.parse().into_iter().collect(),
        "event.imported" | "project.imported" => {
            let told = serde_json::from_str(&row.after).ok().map(|LoggedDuplicates { repeats }| repeats);
            told.into_iter().flatten().flat_map(|(project, of)| [project, of]).collect()
        }
        _ => Vec::new(),
    }
}

/// How many projects a row brought; none where it does not say so.
fn count(row: &AuditRow) -> Option<usize> {
    let said = || serde_json::from_str::<Brought>(&row.after).ok();
    match row.action.as_str() {
        "event.imported" => said()?.projects,
        "event.created" => Some(said().and_then(|said| said.projects).unwrap_or_default()),
        "project.imported" => said()?.created,
        "project.created" => Some(1),
        // It was created as it was submitted.
        "project.submitted" if row.before.is_empty() => Some(1),
        _ => Some(0),
    }
}

/// Whether the file holds as many projects as the rows of the log brought. Rows after `upto`, the last signed one, prove nothing.
fn report_counts(finding: &mut Finding, here: usize, links: &[Link], upto: i64) {
    let begins = |link: &Link| matches!(link.row.action.as_str(), "event.created" | "event.imported");
    if !links.first().is_some_and(begins) {
        return;
    }
    let until = |last: i64| -> Option<usize> {
        let mut rows = links.iter().map(|link| &link.row).take_while(|row| row.seq <= last);
        // A row may say any number.
        rows.try_fold(0_usize, |all, row| all.checked_add(count(row)?))
    };
    match (until(i64::MAX), until(upto)) {
        (Some(logged), _) if logged != here => {
            finding.fail(Some("projects".to_owned()), Found::ProjectsNotAsLogged { here, logged });
        }
        (_, Some(logged)) if upto > 0 && logged != here => {
            finding.cannot_tell(Found::ProjectsNotConfirmed { here, logged });
        }
        _ => {}
    }
}

/// Whether the event is the finals of the one that its first row names. An import makes no link, and keeps the name.
fn report_finals(finding: &mut Finding, stored: &StoredBundle, links: &[Link]) {
    let Some(first) = links.first().map(|link| &link.row) else { return };
    let Ok(after) = serde_json::from_str::<Map<String, Value>>(&first.after) else { return };
    let (here, said) = (stored.event.event.finals_of.as_deref(), after.get("finals_of"));
    match (first.action.as_str(), said) {
        ("event.imported", None) if here.is_some() => finding.leave_open(Found::FinalsNotLogged),
        ("event.created", _) | ("event.imported", Some(_)) if said.and_then(Value::as_str) != here => {
            finding.fail(Some("event.finals_of".to_owned()), Found::FinalsNotAsLogged);
        }
        _ => {}
    }
}

/// Whether each submitted project has a row that submits it, where every project of the event has one: not where some were imported, or
/// came from another event into its finals.
fn report_unlogged(finding: &mut Finding, stored: &StoredBundle, links: &[Link], upto: i64) {
    let is_finals = |row: &AuditRow| {
        serde_json::from_str(&row.after).is_ok_and(|Created { finals_of }| finals_of.is_some())
    };
    let first = links.first().map(|link| &link.row);
    let created = first.is_some_and(|row| row.action == "event.created" && !is_finals(row));
    let imported = brought(links, &["project.imported"]);
    if !created || imported.is_some_and(|row| is_signed(row, upto)) {
        return;
    }
    let submits = links.iter().filter(|link| link.row.action == "project.submitted");
    let submitted: HashMap<&str, i64> =
        submits.rev().map(|link| (link.row.object_id.as_str(), link.row.seq)).collect();
    if submitted.is_empty() {
        return;
    }
    for (at, project) in stored.event.projects.iter().enumerate() {
        let moment = project.submitted_at.or(project.withdrawn_submitted_at);
        let Some(id) = project.id.filter(|_| moment.is_some()) else { continue };
        // The first says enough.
        match submitted.get(id.to_string().as_str()).copied().or(imported) {
            Some(row) if is_signed(row, upto) => {}
            Some(_) => return finding.cannot_tell(Found::SubmissionNotConfirmed { project: id }),
            None => {
                let place = Some(format!("projects[{at}].submitted_at"));
                return finding.fail(place, Found::SubmissionNotLogged { project: id });
            }
        }
    }
}

/// The first row that did one of these.
fn brought(links: &[Link], actions: &[&str]) -> Option<i64> {
    links.iter().map(|link| &link.row).find(|row| actions.contains(&row.action.as_str())).map(|row| row.seq)
}
