//! The report on a bundle.

use super::budget::Budget;
use super::bundle::{BundleFault, Run, StoredBundle};
use super::chain::Chain;
use super::compare::{
    Named, Quantity, Renamed, again_after, against_signed, from_reviews, places_of,
    publication_against_signed, renamed,
};
use super::dealt::{Dealt, NotAsDealt};
use super::documents::SignedRanking;
use super::duplicates::{fit_flags, report_duplicates};
use super::evidence_digest::EvidenceDigest;
use super::findings::{Finding, Kind, Verdict};
use super::messages::{BundleMessage as Found, Message};
use super::more_time::{report_logged_time, report_more_time};
use super::named_projects::report_named_projects;
use super::prizes::{latest, report_prizes};
use super::questions::{report_questions, say_questions};
use super::report_judge_record::report_judge_records;
use super::report_log::{FoundChain, LaterValue, publication_row_says, report_broken, report_heads};
use super::review_log;
use super::rows::BrokenRow;
use super::submissions::{report_submissions, report_withdrawals};
use super::verified::{NamedRanking, VerifiedDocument};
use crate::audit::AuditRow;
use crate::bundle::{Bundle, BundleProject};
use crate::calibration::{Input, Outcome, Panels, Version, calibrate_as};
use crate::evidence::Evidence;
use crate::prelude::*;
use serde_json::Value;

/// Most runs that are reported as not computing to what they say.
const MOST_FAULTS: usize = 10;

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
    let event = &stored.event.event;
    let slug = event.slug.clone();
    let (of, saved_at) = (slug.as_deref(), stored.exported_at);
    // A log that breaks proves nothing.
    let log = chain.as_ref().ok();
    let secret = stored.log_secret.as_ref();
    let log = log.map(|chain| FoundChain { chain, place: "audit, ", slug: of, saved_at, secret, verified });
    finding.pass(Found::Whole { event: event.name.clone() });
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
    report_named_projects(&mut finding, &stored, log, &known);
    report_prizes(&mut finding, &stored, log, &known);
    report_more_time(&mut finding, &stored.event, log, &known);
    report_logged_time(&mut finding, &stored.event, log);
    report_published_at(&mut finding, &stored);
    report_evidence(&mut finding, &stored.event, log, &known);
    report_judge_records(&mut finding, &stored.event, verified);
    report_questions(&mut finding, &stored.event, log, &documents);
    for document in documents {
        finding.leave_open_untrusted(document);
    }
    report_event_name(&mut finding, &stored.event.event.name, log, &known);
    report_names(&mut finding, &stored.event, log, &known);
    report_duplicates(&mut finding, &stored.event, log);
    report_submissions(&mut finding, &stored.event, log);
    report_withdrawals(&mut finding, &stored.event, log);
    report_stored_log(&mut finding, &stored, (&chain, log), reviews);
    // If the file does not hold, nobody may have said these words.
    if finding.verdict != Verdict::DoesNotHold {
        say_questions(&mut finding, &stored.event);
    }
    finding.note(Found::NotCovered);
    finding
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
    let Some(NamedRanking { file, ranking, event, .. }) = latest(signed) else { return };
    let is_edit = |row: &AuditRow| row.action == "event.edited";
    let name_of = |row: &AuditRow| {
        let edited = is_edit(row).then(|| serde_json::from_str(&row.after).ok()).flatten();
        edited.map(|Edited { name }| name)
    };
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

/// Whether the event says that its results were published when one of its runs was.
fn report_published_at(finding: &mut Finding, stored: &StoredBundle) {
    let Some(here) = stored.event.event.results_published_at else { return };
    if !stored.runs.is_empty() && stored.runs.iter().all(|run| run.pinned_at != Some(here)) {
        finding.fail(Some("event.results_published_at".to_owned()), Found::PublishedAtDiffers { here });
    }
}

/// Whether the first facts on the projects are those whose digest is in the latest of the signed rankings. Later ones come behind them, and
/// whoever has the file may have added some.
fn report_evidence(
    finding: &mut Finding,
    event: &Bundle,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    let Some(NamedRanking { file, evidence, .. }) = latest(signed) else { return };
    let file = (*file).to_owned();
    let mut here: Vec<Evidence> = event.projects.iter().flat_map(BundleProject::facts).collect();
    let Some(signed) = evidence else {
        if !here.is_empty() {
            finding.note(Found::EvidenceNotSigned { facts: here.len(), file });
        }
        return;
    };
    here.sort_by_key(|fact| fact.id);
    let first = usize::try_from(signed.facts).ok().and_then(|facts| here.get(..facts));
    if first.is_some_and(|first| EvidenceDigest::of(first).is_ok_and(|digest| digest == **signed)) {
        let later = here.len() - first.map_or(0, <[Evidence]>::len);
        finding.pass(Found::EvidenceEqualsSigned { facts: signed.facts, file: file.clone() });
        if later > 0 {
            finding.note(Found::EvidenceUnsigned { facts: later, file });
        }
    } else if log.and_then(|log| log.forgetting()).is_some() {
        finding.cannot_tell(Found::EvidenceForgotten { file });
    } else {
        finding.fail(Some("projects".to_owned()), Found::EvidenceDiffers { file });
    }
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
    if found.secret.is_none() && found.heads().any(|(_, _, head)| head.root.is_some()) {
        finding.note(Found::RootNotCompared);
    }
    let last = stored.runs.iter().max_by_key(|run| run.run);
    let read = last.filter(|run| reviews.is_some_and(|input| input.digest_hex() == run.input_digest));
    review_log::report_reviews(finding, &stored.event, &found, read);
    if let (Some(input), Some(run), None) = (reviews, last, read) {
        review_log::report_unexplained_change(finding, &stored.event, run, input, &found);
    }
}

/// The runs of a bundle, what was signed of them, and what a run would read now.
struct Runs<'r> {
    stored: &'r StoredBundle,
    signed: &'r [NamedRanking<'r>],
    /// A signed ranking of another event, where none of this one is among the files.
    other: Option<&'r str>,
    reviews: Option<&'r Input>,
    log: Option<FoundChain<'r>>,
    dealt: Dealt<'r>,
}

impl Runs<'_> {
    fn report(&self, finding: &mut Finding, budget: &mut Budget<'_>) {
        self.stored_runs(finding, budget);
        self.signed_alone(finding, budget);
        self.runs_in_log(finding);
        if self.signed.is_empty() {
            let unsigned = self.stored.runs.is_empty();
            finding.leave_open(match self.other {
                Some(file) => Found::SignedOfOtherEvent { file: file.to_owned() },
                None if unsigned => Found::NotSigned,
                None => Found::AddSignedResults,
            });
        }
        let last = self.stored.runs.iter().max_by_key(|run| run.run);
        match (last, self.reviews) {
            (Some(last), Some(input)) if input.digest_hex() == last.input_digest => {
                finding.pass(Found::ReviewsOfRun { run: last.run });
            }
            (Some(last), _) => finding.note(Found::ReviewsChangedSinceRun { run: last.run }),
            (None, _) if self.signed.is_empty() => finding.note(Found::NoRun),
            (None, _) => {}
        }
        if let Some(last) = last {
            self.tracks_of_run(finding, last);
        }
    }

    /// Whether the file holds every run that the log names, as it was made, and no other. Without this, a bundle could pass for one from
    /// before a correction. A log that names no run is one from before rows did.
    fn runs_in_log(&self, finding: &mut Finding) {
        // Rows of earlier versions name less.
        #[derive(Deserialize)]
        struct Made {
            input_digest: Option<String>,
            method: Option<String>,
            panels: Option<Panels>,
            excluded: Option<usize>,
        }
        // The log of another event says nothing of these.
        let Some(log) = self.log.filter(|log| log.is_of_event()) else { return };
        let runs: BTreeMap<String, &Run> =
            self.stored.runs.iter().map(|run| (run.run.to_string(), run)).collect();
        let rows = || log.chain.audit_rows().filter(|row| row.object_type == "run");
        if let Some(row) = rows().find(|row| !runs.contains_key(&row.object_id)) {
            let missing = Found::RunMissing { run: row.object_id.clone(), row: row.seq };
            return finding.fail(Some("runs".to_owned()), missing);
        }
        // A run is made once. Whoever has the file could add another row at the end.
        let mut made: BTreeMap<&str, &AuditRow> = BTreeMap::new();
        for row in rows().filter(|row| row.action == "run.created") {
            made.entry(&row.object_id).or_insert(row);
        }
        for (number, run) in runs.iter().filter(|_| !made.is_empty()) {
            let place = Some(format!("run {number}"));
            let Some(row) = made.get(number.as_str()) else {
                return finding.fail(place, Found::RunNotAsLogged { run: run.run, row: None });
            };
            let Ok(Made { input_digest, method, panels, excluded }) = serde_json::from_str(&row.after) else {
                continue;
            };
            if input_digest.is_some_and(|digest| digest != run.input_digest) {
                return finding.fail(place, Found::RunNotAsLogged { run: run.run, row: Some(row.seq) });
            }
            // The digest covers the reviews alone: the same ones give another ranking by another method, and if others chose them.
            let quantity = if method.is_some_and(|method| method != run.method) {
                Quantity::Method
            } else if panels.is_some_and(|panels| Some(panels) != run.panels) {
                Quantity::Panels
            } else if excluded.is_some_and(|excluded| excluded != run.excluded.len())
                || !fit_flags(log.chain, row, &run.excluded)
            {
                Quantity::Excluded
            } else {
                continue;
            };
            return finding.fail(place, Found::RunMadeOtherwise { run: run.run, row: row.seq, quantity });
        }
    }

    /// Whether projects have the tracks by which the run ranked them, or one that a row gave them since. The digest of the reviews does not
    /// cover those.
    fn tracks_of_run(&self, finding: &mut Finding, run: &Run) {
        // A row that says nothing of a track has no such member.
        #[derive(Deserialize)]
        struct Logged {
            track: Value,
        }
        let (mut since, mut open) = (None, None);
        let tracks: HashMap<i64, Option<i64>> = run.input.iter().map(|line| (line.0, line.1)).collect();
        let moved = |project: &&BundleProject| {
            let then = project.id.and_then(|id| tracks.get(&id));
            then.is_some_and(|track| *track != project.track)
        };
        for project in self.stored.event.projects.iter().filter(moved) {
            let Some(number) = project.id else { continue };
            let message = Found::TrackNotOfRun { project: number, run: run.run };
            let id = number.to_string();
            let of_project = |row: &&AuditRow| row.object_type == "project" && row.object_id == id;
            // The rows of an edited track and of an imported list name no projects.
            let of_many =
                |row: &&AuditRow| row.action.starts_with("track.") || row.action == "project.imported";
            let Some(log) = self.log.filter(|log| log.chain.rows() > 0) else {
                return finding.leave_open(message);
            };
            let rows = || log.chain.audit_rows();
            let said = rows().filter(of_project).filter_map(|row| {
                let Logged { track } = serde_json::from_str(&row.after).ok()?;
                Some((row.seq, track.as_i64()))
            });
            let made = rows().find(|row| row.action == "run.created" && row.object_id == run.run.to_string());
            let made = made.map_or(0, |row| row.seq);
            match said.last() {
                // Moved since, as its newest row says.
                Some((row, track)) if track == project.track && row > made => {
                    let first = if row <= log.signed_up_to() { &mut since } else { &mut open };
                    first.get_or_insert(message);
                }
                Some((_, track)) if track != project.track && !rows().any(|row| of_many(&row)) => {
                    return finding.fail(Some(format!("project {id}")), message);
                }
                _ if rows().any(|row| of_project(&row) || of_many(&row)) => {
                    open.get_or_insert(message);
                }
                _ => return finding.fail(Some(format!("project {id}")), message),
            }
        }
        // The first of each kind says enough.
        if let Some(message) = since {
            finding.note(message);
        }
        if let Some(message) = open {
            finding.cannot_tell(message);
        }
    }

    /// Computes every run in the file again, and compares it with what was signed.
    fn stored_runs(&self, finding: &mut Finding, budget: &mut Budget<'_>) {
        let tracks = !self.stored.event.event.tracks.is_empty();
        let (mut numbers, mut faults) = (HashSet::new(), 0);
        for (at, run) in self.stored.runs.iter().enumerate() {
            if !numbers.insert(run.run) {
                finding.fail(Some(format!("runs[{at}].run")), Found::RepeatedRun { run: run.run });
                break;
            }
            if faults == MOST_FAULTS {
                finding.cannot_tell(Found::LaterRunsNotChecked);
                break;
            }
            if !budget.affords(run.input.iter().map(|line| (line.2.as_str(), line.1))) {
                finding.cannot_tell(Message::TooMuchToCompute { run: run.run, file: None });
                faults += 1;
                continue;
            }
            let forgetting = self.log.and_then(|log| log.forgetting());
            let (signed, unsigned) = match forgetting {
                Some((forgetting, true)) => (Some(forgetting), None),
                Some((forgetting, false)) => (None, Some(forgetting)),
                None => (None, None),
            };
            match again_after(run, signed, tracks, budget.watch) {
                Ok(outcome) => self.computed(finding, at, run, &outcome),
                Err(_) if unsigned.is_some() && again_after(run, unsigned, tracks, budget.watch).is_ok() => {
                    finding.cannot_tell(Found::DigestNotConfirmed { run: run.run });
                }
                Err(difference) => {
                    faults += 1;
                    let place = Some(format!("runs[{at}], {}", difference.at));
                    finding.fail(place, Found::RunDiffers { run: run.run, difference });
                }
            }
            let claimed = run.pinned_at.filter(|_| !self.signed.is_empty());
            if claimed.is_some_and(|at| !self.is_signed(run, at)) {
                finding.cannot_tell(Found::PublicationNotConfirmed { run: run.run });
            }
            let mut ranked = run.results.iter().map(|entry| entry.project);
            if let Some(project) = ranked.find(|project| run.excluded.contains_key(project)) {
                let place = Some(format!("runs[{at}].excluded"));
                finding.fail(place, Found::RankedAndLeftOut { run: run.run, project });
            }
            self.publication_in_log(finding, at, run);
            let reviews = run.input.iter().map(|line| (line.0, line.2.as_str()));
            let place = format!("runs[{at}].panels.dealt");
            self.as_dealt(finding, (run.run, None), run.panels, reviews, place);
        }
    }

    /// Compares what a run, or the ranking that was signed of it in a file, says of who chose its judges with the assignments.
    fn as_dealt<'l>(
        &self,
        finding: &mut Finding,
        (run, file): (i32, Option<&str>),
        panels: Option<Panels>,
        reviews: impl Iterator<Item = (i64, &'l str)>,
        place: String,
    ) {
        let Some(Panels { dealt, .. }) = panels else { return };
        if let Err(NotAsDealt { by_others }) = self.dealt.compare(dealt, reviews) {
            let file = file.map(str::to_owned);
            finding.fail(Some(place), Found::NotAsDealt { run, file, by_others });
        }
    }

    /// Compares when and why a run was published with the newest row of the log that publishes it. The row proves no more than the log
    /// itself: see `signed_up_to`.
    fn publication_in_log(&self, finding: &mut Finding, at: usize, run: &Run) {
        // The log of another event says nothing of this run.
        let Some(log) = self.log.filter(|log| log.chain.rows() > 0 && log.is_of_event()) else { return };
        let row = log.publications(run.run).last();
        let same = match row {
            Some(row) => publication_row_says(row, run),
            None => run.pinned_at.is_none(),
        };
        if !same {
            let (row, here) = (row.map(|row| row.seq), run.pinned_at.is_some());
            let message = Found::PublicationNotAsLogged { run: run.run, row, here };
            finding.fail(Some(format!("runs[{at}].pinned_at")), message);
        }
    }

    /// Whether the site signed that the run was published at this moment: in its results, or by a row of the log under a signed
    /// head. The row of results that are here tells of no other moment than they do.
    fn is_signed(&self, run: &Run, at: DateTime<Utc>) -> bool {
        let in_results =
            |of: &NamedRanking<'_>| of.ranking.run == run.run && of.ranking.published_at == Some(at);
        let in_log = |log: FoundChain<'_>| {
            let upto = log.signed_up_to();
            let of_results = |row: &AuditRow| self.signed.iter().any(|signed| signed.row == row.seq);
            let mut rows = log.publications(run.run).filter(|row| !of_results(row));
            rows.any(|row| row.seq <= upto && publication_row_says(row, run))
        };
        self.signed.iter().any(in_results) || self.log.is_some_and(in_log)
    }

    /// A run that computes to what it says, and what was signed of it.
    fn computed(&self, finding: &mut Finding, at: usize, run: &Run, outcome: &Outcome) {
        finding.pass(Found::RunComputed {
            run: run.run,
            reviews: run.input.len(),
            projects: outcome.projects.len(),
            judges: outcome.judges.len(),
            digest: outcome.input_digest.clone(),
        });
        for signed in self.signed.iter().filter(|s| s.ranking.run == run.run) {
            let NamedRanking { file, ranking, row: published, .. } = signed;
            compare_with_signed(finding, &format!("runs[{at}], "), file, outcome, ranking);
            if self.log.is_some_and(|log| log.ends_before(*published)) {
                continue;
            }
            if let Err(difference) = publication_against_signed(run, ranking) {
                // Published once more since. Unless that is signed too, `PublicationNotConfirmed` asks for it.
                let later = |log: FoundChain<'_>| {
                    log.publications(run.run)
                        .any(|row| row.seq > *published && publication_row_says(row, run))
                };
                let again = run.pinned_at.filter(|at| Some(*at) > ranking.published_at);
                if again.is_some_and(|at| self.log.is_some_and(later) || self.is_signed(run, at)) {
                    continue;
                }
                let place = Some(format!("runs[{at}].{}", difference.at));
                let file = (*file).to_owned();
                finding.fail(place, Found::RunDiffersFromSigned { run: run.run, file, difference });
            }
        }
    }

    /// Signed rankings whose run is not in the file: computed from the file's own reviews, if those are what the run read.
    fn signed_alone(&self, finding: &mut Finding, budget: &mut Budget<'_>) {
        let stored = |number: i32| self.stored.runs.iter().any(|run| run.run == number);
        for NamedRanking { file, ranking, row, .. } in self.signed.iter().filter(|s| !stored(s.ranking.run)) {
            let (run, of) = (ranking.run, (*file).to_owned());
            // Tracks, by which a run ranks, can have changed since an older file.
            let is_older = self.log.is_some_and(|log| log.ends_before(*row));
            let input = self.reviews.filter(|input| !is_older && input.digest_hex() == ranking.input_digest);
            if input.is_some_and(|input| !budget.affords_input(input)) {
                finding.cannot_tell(Message::TooMuchToCompute { run, file: Some(of) });
                continue;
            }
            let places = places_of(ranking.projects.first().map(|project| &project.chances[..]));
            let compute =
                |input: &Input| calibrate_as(Version::of(&ranking.method), input, &places, budget.watch);
            if let Some(input) = input {
                let reviews = input.reviews().iter().map(|review| (review.project, review.judge.as_str()));
                self.as_dealt(finding, (run, Some(*file)), ranking.panels, reviews, "assignments".to_owned());
            }
            // Where the ranking does not say whether all reviews were dealt, the assignments of the file do.
            let input = input.map(|input| {
                ranking.panels.map_or_else(|| input.clone(), |panels| input.as_dealt(panels.dealt))
            });
            let Some(Ok(mut outcome)) = input.as_ref().map(compute) else {
                finding.cannot_tell(Found::InputMissing { run, file: of });
                continue;
            };
            // Earlier versions took fewer reviews for dealt, and made one group wherever the event had a track.
            let other =
                input.filter(|_| ranking.panels.is_none() && against_signed(&outcome, ranking).is_err());
            if let Some(Ok(as_before)) = other.map(|input| compute(&input.as_dealt(!input.dealt())))
                && against_signed(&as_before, ranking).is_ok()
            {
                outcome = as_before;
            }
            compare_with_signed(finding, "", file, &outcome, ranking);
        }
    }
}

/// Compares a computed ranking with a signed one.
fn compare_with_signed(
    finding: &mut Finding,
    place: &str,
    file: &str,
    outcome: &Outcome,
    ranking: &SignedRanking,
) {
    let file = file.to_owned();
    match against_signed(outcome, ranking) {
        Ok(()) => finding.pass(Message::EqualsSigned { file }),
        Err(difference) => {
            let at = [place, &difference.at].concat();
            finding.fail(Some(at), Message::DiffersFromSigned { file, difference });
        }
    }
}
