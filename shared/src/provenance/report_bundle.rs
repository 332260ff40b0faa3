//! The report on a bundle.

use super::budget::Budget;
use super::bundle::{BundleFault, StoredBundle};
use super::chain::Chain;
use super::compare::{Named, Renamed, from_reviews, renamed};
use super::dealt::Dealt;
use super::deleted_judges::{EarlierAddresses, Numbers, report_restored, restore_addresses};
use super::duplicates::report_duplicates;
use super::evidence_digest::EvidenceDigest;
use super::findings::{Finding, Kind, Verdict};
use super::logged_comments::report_comments;
use super::logged_conflicts::said_conflicts;
use super::logged_evidence::said_evidence;
use super::logged_prizes::{report_logged_prizes, said_prizes};
use super::logged_projects::said_projects;
use super::logged_reviews::ReadLog;
use super::logged_rubric::report_rubric;
use super::logged_settings::said_settings;
use super::messages::{BundleMessage as Found, Message};
use super::more_time::{report_logged_time, report_more_time};
use super::named_projects::report_named_projects;
use super::prizes::{latest, report_prizes};
use super::questions::{report_questions, said_times, say_questions};
use super::report_judge_record::report_judge_records;
use super::report_log::{FoundChain, LaterValue, is_signed, report_broken, report_heads};
use super::report_runs::Runs;
use super::review_log::report_reviews;
use super::reviews_of_run::report_unexplained_change;
use super::rows::BrokenRow;
use super::said_members::report_members;
use super::signed::is_before;
use super::submissions::{report_drafts_of_runs, report_submissions, report_withdrawals};
use super::verified::{NamedRanking, VerifiedDocument};
use crate::audit::AuditRow;
use crate::bundle::{Bundle, BundleProject};
use crate::calibration::Input;
use crate::evidence::Evidence;
use crate::names::Slug;
use crate::prelude::*;

/// Reports on a bundle: its contents, its log, and every ranking, computed again as far as the budget goes.
pub(super) fn report_bundle(
    name: &str,
    read: Result<StoredBundle, BundleFault>,
    verified: &[VerifiedDocument<'_>],
    budget: &mut Budget<'_>,
) -> Finding {
    let mut finding = Finding::new(name, Kind::Bundle);
    let mut stored = match read {
        Ok(stored) => stored,
        Err(fault) => {
            finding.fail(Some(fault.place.clone()), Found::Fault(fault));
            return finding;
        }
    };
    // The log is reported last, but it says whether addresses were replaced, and what happened after a publication.
    let chain = Chain::check(std::mem::take(&mut stored.audit));
    // A forgotten event has stand-ins, which its row of that day covers.
    let is_forgotten = chain.as_ref().is_ok_and(|chain| chain.forgetting().is_some());
    let links = chain.as_ref().map(Chain::links).unwrap_or_default();
    let read = ReadLog::of(links);
    let numbers = Numbers::of(&stored.event, &read, links);
    let deleted = if is_forgotten { None } else { restore_addresses(&mut stored, &numbers) };
    let event = &stored.event.event;
    let slug = event.slug.clone();
    let (of, saved_at) = (slug.as_deref(), stored.exported_at);
    // A log that breaks proves nothing.
    let log = chain.as_ref().ok();
    let secret = stored.log_secret.as_ref();
    let (place, read) = ("audit, ", &read);
    let log = log.map(|chain| FoundChain { chain, place, slug: of, saved_at, read, secret, verified });
    finding.pass(Found::Whole { event: event.name.clone() });
    // One that only looks like the address of a signed event would be compared with nothing.
    if slug.as_deref().is_some_and(|slug| !Slug::has_form(slug)) {
        finding.fail(Some("event.slug".to_owned()), Found::SlugImpossible);
    }
    if slug.is_none() && !verified.is_empty() {
        finding.cannot_tell(Found::EventUnnamed);
    }
    let of_event =
        |d: &&VerifiedDocument<'_>| d.ranking().is_some_and(|ranking| Some(ranking.slug) == slug.as_deref());
    let documents: Vec<&VerifiedDocument<'_>> = verified.iter().filter(of_event).collect();
    let signed: Vec<NamedRanking<'_>> = documents.iter().filter_map(|d| d.ranking()).collect();
    // Names, winners and publications can have changed between an older file and what was signed later.
    let is_known = |named: &&NamedRanking<'_>| log.is_none_or(|log| !log.ends_before(named.row));
    let known: Vec<NamedRanking<'_>> = signed.iter().filter(is_known).copied().collect();
    let reviews = from_reviews(&stored.event);
    let reviews = match log.and_then(|log| log.forgetting()) {
        Some((forgetting, true)) => reviews.map(|input| forgetting.read_as(input)),
        _ => reviews,
    };
    let reviews = reviews.as_ref();
    let dealt = Dealt::of(&stored.event);
    let named = signed.is_empty() && slug.is_some();
    let other = verified.iter().find_map(|d| d.ranking()).map(|ranking| ranking.file).filter(|_| named);
    Runs { stored: &stored, signed: &signed, other, reviews, log, dealt }.report(&mut finding, budget);
    if let Some((run, addresses)) = deleted {
        report_restored(&mut finding, (run, &addresses), log);
    }
    report_named_projects(&mut finding, &stored, log, &known);
    report_prizes(&mut finding, &stored, log, &known);
    report_logged_prizes(&mut finding, &stored.event, log);
    report_more_time(&mut finding, &stored.event, log, &known);
    report_logged_time(&mut finding, &stored.event, log);
    report_rubric(&mut finding, &stored.event, log);
    report_said(&mut finding, &stored.event, log);
    report_published_at(&mut finding, &stored);
    report_evidence(&mut finding, &stored.event, log, &known);
    report_judge_records(&mut finding, &stored.event, verified);
    report_questions(&mut finding, &stored.event, log, &documents);
    for document in documents {
        finding.rest_on(document);
    }
    report_event_name(&mut finding, &stored.event.event.name, log, &known);
    report_names(&mut finding, &stored.event, log, &known);
    report_duplicates(&mut finding, &stored.event, log);
    report_submissions(&mut finding, &stored.event, log);
    report_drafts_of_runs(&mut finding, &stored);
    report_withdrawals(&mut finding, &stored, log);
    report_stored_log(&mut finding, &stored, (&chain, log), reviews, numbers);
    // If the file does not hold, nobody may have said these words.
    if finding.verdict != Verdict::DoesNotHold {
        say_questions(&mut finding, &stored.event);
    }
    finding.note(Found::NotCovered);
    finding
}

/// Compares each member of the file with the newest row that names it, also where a signed document names it too.
fn report_said(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    report_members(finding, log, |log, upto| said_settings(&event.event, log, upto));
    report_members(finding, log, |log, upto| said_projects(event, log, upto));
    report_members(finding, log, |log, upto| said_prizes(event, log, upto));
    report_members(finding, log, |log, upto| said_conflicts(event, log, upto));
    report_members(finding, log, |log, upto| said_evidence(event, log, upto));
    report_members(finding, log, |log, upto| said_times(event, log, upto));
    report_comments(finding, event, log);
}

/// Whether the event is called as in the latest of the signed rankings, or as a row of the log has renamed it since.
fn report_event_name(
    finding: &mut Finding,
    here: &str,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    #[derive(Deserialize)]
    struct Edited {
        name: String,
    }
    let is_edit = |row: &AuditRow| row.action == "event.edited";
    let name_of = |row: &AuditRow| {
        let edited = is_edit(row).then(|| serde_json::from_str(&row.after).ok()).flatten();
        edited.map(|Edited { name }| name)
    };
    let Some(NamedRanking { file, ranking, event, .. }) = latest(signed) else { return };
    let later = log.and_then(|log| log.later_value(ranking.published_at, name_of));
    let (signed, file) = ((*event).to_owned(), (*file).to_owned());
    match later {
        Some(LaterValue { row, is_signed, value }) if value == here => {
            if here == *event {
                return;
            }
            finding.changed_since(
                is_signed,
                Found::EventRenamedSince { here: value, signed, file, row, is_signed },
            );
        }
        None if here == *event => {}
        // Earlier rows of an edit say no name.
        None if log.is_some_and(|log| log.later_than(ranking.published_at).any(is_edit)) => {
            finding.cannot_tell(Found::EventRenamed { here: here.to_owned(), signed, file });
        }
        _ => {
            let renamed = Found::EventRenamed { here: here.to_owned(), signed, file };
            finding.fail(Some("event.name".to_owned()), renamed);
        }
    }
}

/// Whether the event says that its results were last published when one of its runs was.
fn report_published_at(finding: &mut Finding, stored: &StoredBundle) {
    let here = stored.event.event.results_published_at;
    let by_runs = stored.runs.iter().filter_map(|run| run.pinned_at).max();
    if !stored.runs.is_empty() && here != by_runs {
        let differs = Found::PublishedAtDiffers { here, by_runs };
        finding.fail(Some("event.results_published_at".to_owned()), differs);
    }
}

/// Whether the first facts on the projects are those whose digest is in the latest of the signed rankings. Later ones come behind them, and
/// somebody with the file may have added some.
fn report_evidence(
    finding: &mut Finding,
    event: &Bundle,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    let mut here: Vec<Evidence> = event.projects.iter().flat_map(BundleProject::facts).collect();
    here.sort_by_key(|fact| fact.id);
    let unlogged = report_logged_evidence(finding, &here, log);
    let Some(NamedRanking { file, evidence, .. }) = latest(signed) else {
        if unlogged > 0 {
            finding.leave_open(Found::EvidenceNotLogged { facts: unlogged });
        }
        return;
    };
    let file = (*file).to_owned();
    let Some(signed) = evidence else {
        if !here.is_empty() {
            finding.leave_open(Found::EvidenceNotSigned { facts: here.len(), file });
        }
        return;
    };
    if let Some(later) = facts_after(&here, signed) {
        finding.pass(Found::EvidenceEqualsSigned { facts: signed.facts, file: file.clone() });
        if later > 0 {
            finding.leave_open(Found::EvidenceUnsigned { facts: later, file });
        }
        return;
    }
    // Forgetting takes what people wrote, and nothing comes into the event after it.
    let is_found = || here.iter().all(|one| !one.fact.is_of_people());
    match log.and_then(|log| log.forgetting()) {
        Some((_, true)) if is_found() => finding.leave_open(Found::EvidenceForgotten { file }),
        Some((_, false)) if is_found() => finding.cannot_tell(Found::EvidenceForgotten { file }),
        _ => finding.fail(Some("projects".to_owned()), Found::EvidenceDiffers { file }),
    }
}

/// How many facts come behind those of a digest; none where the first ones are others.
fn facts_after(here: &[Evidence], digest: &EvidenceDigest) -> Option<usize> {
    let (first, later) = here.split_at_checked(usize::try_from(digest.facts).ok()?)?;
    EvidenceDigest::of(first).is_ok_and(|of_first| of_first == *digest).then_some(later.len())
}

/// Whether the first facts are those whose digest the newest row about facts has, of the rows that a signed head covers where there is one.
/// Facts get their numbers in the order in which they are committed, so that none comes in before those of a row. Returns how many come
/// behind those.
fn report_logged_evidence(finding: &mut Finding, here: &[Evidence], log: Option<FoundChain<'_>>) -> usize {
    // What a row says of all facts until then.
    #[derive(Deserialize)]
    struct Collected {
        facts: u32,
        digest: String,
    }
    let Some(log) = log.filter(|log| log.is_of_event() && log.forgetting().is_none()) else { return 0 };
    let upto = log.signed_up_to();
    let rows = log.chain.audit_rows().filter(|row| row.action == "evidence.collected");
    let logged = rows.filter(|row| is_signed(row.seq, upto)).filter_map(|row| {
        let Collected { facts, digest } = serde_json::from_str(&row.after).ok()?;
        Some((row.seq, EvidenceDigest { facts, digest }))
    });
    let Some((row, says)) = logged.last() else { return here.len() };
    facts_after(here, &says).unwrap_or_else(|| {
        finding.fail(Some("projects".to_owned()), Found::EvidenceNotAsLogged { row });
        0
    })
}

/// Whether projects and teams are called as in the latest of the signed rankings. Only a name that the log says was changed since
/// may differ.
fn report_names(
    finding: &mut Finding,
    event: &Bundle,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    let teams: HashMap<&str, &str> =
        event.teams.iter().map(|team| (team.reference.as_str(), team.name.as_str())).collect();
    let names: HashMap<i64, Named<'_>> = event
        .projects
        .iter()
        .filter_map(|p| Some((p.id?, Named { title: &p.title, team: teams.get(p.team.as_str()).copied() })))
        .collect();
    let Some(NamedRanking { file, ranking, .. }) = latest(signed) else { return };
    let Some(renamed) = renamed(ranking, |id| names.get(&id).copied()) else { return };
    let id = renamed.project.to_string();
    let names_it = |row: &AuditRow| match row.object_type.as_str() {
        "project" => row.object_id == id,
        object => object == "team",
    };
    let logged = log.is_some_and(|log| log.later_than(ranking.published_at).any(names_it));
    let message = renamed_message(renamed, file);
    if logged {
        finding.cannot_tell(message);
    } else {
        finding.fail(Some(format!("project {id}")), message);
    }
}

/// The message about a project with another title or team than in the signed ranking of `file`.
pub(super) fn renamed_message(renamed: Renamed, file: &str) -> Message {
    let Renamed { project, name, here, signed, more } = renamed;
    Message::Renamed { project, name, here, signed, file: file.to_owned(), more }
}

/// The log in a bundle: whether its hashes are right, it reaches the signed heads, and it agrees with the reviews.
fn report_stored_log(
    finding: &mut Finding,
    stored: &StoredBundle,
    (chain, log): (&Result<Chain, BrokenRow>, Option<FoundChain<'_>>),
    reviews: Option<&Input>,
    numbers: Numbers<'_>,
) {
    let Some(found) = log else {
        if let Err(broken) = chain {
            report_broken(finding, "audit, ", broken);
        }
        return;
    };
    if found.chain.rows() == 0 {
        return match found.heads().next() {
            Some((_, _, head)) => finding.fail(Some("audit".into()), Found::LogRemoved { row: head.seq }),
            None => finding.leave_open(Found::NoLog),
        };
    }
    found.report_rows(finding);
    if !found.is_of_event() {
        finding.fail(Some("audit, row 1".into()), Found::LogOfOtherEvent);
    }
    report_heads(finding, found);
    // Without this, a file could say that it is older than a head whose rows were cut off it.
    if let (Some(saved), Some(written)) = (found.saved_at, found.chain.last_at())
        && is_before(saved, written)
    {
        finding.cannot_tell(Found::SavedBeforeLastRow { saved, written });
    }
    if found.secret.is_none() && found.heads().any(|(_, _, head)| head.root.is_some()) {
        finding.note(Found::RootNotCompared);
    }
    let last = stored.runs.iter().max_by_key(|run| run.run);
    let read = last.filter(|run| reviews.is_some_and(|input| input.digest_hex() == run.input_digest));
    let earlier = EarlierAddresses::of(&stored.event, &stored.runs, &found, numbers);
    report_reviews(finding, &stored.event, &found, (read, &earlier));
    if let (Some(input), Some(run), None) = (reviews, last, read) {
        report_unexplained_change(finding, &stored.event, run, input, &found);
    }
}
