//! The report on a bundle.

use super::budget::Budget;
use super::bundle::{BundleFault, Run, StoredBundle};
use super::chain::Chain;
use super::compare::{
    Renamed, again_after, against_signed, from_reviews, places_of, publication_against_signed, renamed,
};
use super::documents::SignedRanking;
use super::findings::{Finding, Kind};
use super::forgetting::Forgetting;
use super::messages::{BundleMessage as Found, Message};
use super::prizes::report_prizes;
use super::report_judge_record::report_judge_records;
use super::report_log::{FoundChain, report_chain, report_heads};
use super::review_log;
use super::rows::BrokenRow;
use super::verified::{NamedRanking, VerifiedDocument};
use crate::calibration::{Input, Outcome, calibrate_for};
use std::collections::{HashMap, HashSet};

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
    // The log is reported last, but it says whether addresses were replaced.
    let chain = Chain::check(std::mem::take(&mut stored.audit));
    let forgetting = chain.as_ref().ok().and_then(Chain::forgetting);
    let event = &stored.event.event;
    let slug = event.slug.clone();
    finding.pass(Found::Whole { event: event.name.clone() });
    let of_event =
        |d: &&VerifiedDocument<'_>| d.ranking().is_some_and(|ranking| Some(ranking.slug) == slug.as_deref());
    let documents: Vec<&VerifiedDocument<'_>> = verified.iter().filter(of_event).collect();
    let signed: Vec<NamedRanking<'_>> = documents.iter().filter_map(|d| d.ranking()).collect();
    let reviews = from_reviews(&stored.event);
    let reviews = match forgetting {
        Some(forgetting) => reviews.map(|input| forgetting.read_as(input)),
        None => reviews,
    };
    Runs { stored: &stored, signed: &signed, reviews: reviews.as_ref(), forgetting }
        .report(&mut finding, budget);
    // A log that breaks proves no later decision.
    let log = chain.as_ref().map_or(&[][..], Chain::links);
    report_prizes(&mut finding, &stored, log, &signed);
    report_judge_records(&mut finding, &stored.event, verified);
    for document in documents {
        finding.leave_open_untrusted(document);
    }
    let titles: HashMap<i64, &str> =
        stored.event.projects.iter().filter_map(|p| Some((p.id?, p.title.as_str()))).collect();
    for NamedRanking { file, ranking, .. } in signed {
        if let Some(renamed) = renamed(ranking, |id| titles.get(&id).copied()) {
            finding.leave_open(renamed_message(renamed, file));
        }
    }
    report_stored_log(&mut finding, stored, chain, reviews.as_ref(), slug.as_deref(), verified);
    finding
}

/// The message about a project with another title than in the signed ranking of `file`.
pub(super) fn renamed_message(renamed: Renamed, file: &str) -> Message {
    let Renamed { project, here, signed, more } = renamed;
    Message::Renamed { project, here, signed, file: file.to_owned(), more }
}

/// The log in a bundle: whether its hashes are right, it reaches the signed heads, and it agrees with the reviews.
fn report_stored_log(
    finding: &mut Finding,
    stored: StoredBundle,
    chain: Result<Chain, BrokenRow>,
    reviews: Option<&Input>,
    slug: Option<&str>,
    verified: &[VerifiedDocument<'_>],
) {
    let StoredBundle { event, runs, exported_at, .. } = stored;
    if chain.as_ref().is_ok_and(|chain| chain.rows() == 0) {
        let head = verified.iter().filter_map(VerifiedDocument::head).find(|(of, _)| Some(*of) == slug);
        return match head {
            Some((_, head)) => finding.fail(Some("audit".into()), Found::LogRemoved { row: head.seq }),
            None => finding.leave_open(Found::NoLog),
        };
    }
    let Some(chain) = report_chain(finding, "audit, ", chain) else { return };
    if slug.is_some_and(|slug| !chain.is_of(slug)) {
        finding.fail(Some("audit, row 1".into()), Found::LogOfOtherEvent);
    }
    let found = FoundChain { chain: &chain, place: "audit, ", slug, saved_at: exported_at };
    report_heads(finding, &found, verified);
    let last = runs.iter().max_by_key(|run| run.run);
    let covered = reviews.zip(last).is_some_and(|(input, run)| input.digest_hex() == run.input_digest);
    review_log::report_reviews(finding, &event, &chain, covered);
    if let (Some(input), Some(run), false) = (reviews, last, covered) {
        review_log::report_unexplained_change(finding, run, input, &chain);
    }
}

/// The runs of a bundle, what was signed of them, and what a run would read now.
struct Runs<'r> {
    stored: &'r StoredBundle,
    signed: &'r [NamedRanking<'r>],
    reviews: Option<&'r Input>,
    forgetting: Option<&'r Forgetting>,
}

impl Runs<'_> {
    fn report(&self, finding: &mut Finding, budget: &mut Budget<'_>) {
        self.stored_runs(finding, budget);
        self.signed_alone(finding, budget);
        if self.signed.is_empty() {
            let unsigned = self.stored.runs.is_empty();
            finding.leave_open(if unsigned { Found::NotSigned } else { Found::AddSignedResults });
        }
        match (self.stored.runs.iter().max_by_key(|run| run.run), self.reviews) {
            (Some(last), Some(input)) if input.digest_hex() == last.input_digest => {
                finding.pass(Found::ReviewsOfRun { run: last.run });
            }
            (Some(last), _) => finding.note(Found::ReviewsChangedSinceRun { run: last.run }),
            (None, _) if self.signed.is_empty() => finding.note(Found::NoRun),
            (None, _) => {}
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
                finding.cannot_judge(Found::LaterRunsNotChecked);
                break;
            }
            if !budget.affords(run.input.iter().map(|line| (line.2.as_str(), line.1))) {
                finding.cannot_judge(Message::TooMuchToCompute { run: run.run, file: None });
                faults += 1;
                continue;
            }
            match again_after(run, self.forgetting, tracks, budget.watch) {
                Ok(outcome) => self.computed(finding, at, run, &outcome),
                Err(difference) => {
                    faults += 1;
                    let place = Some(format!("runs[{at}], {}", difference.at));
                    finding.fail(place, Found::RunDiffers { run: run.run, difference });
                }
            }
            let published = run.pinned_at.is_some() && !self.signed.is_empty();
            if published && !self.signed.iter().any(|signed| signed.ranking.run == run.run) {
                finding.leave_open(Found::PublicationNotConfirmed { run: run.run });
            }
        }
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
        for NamedRanking { file, ranking, .. } in self.signed.iter().filter(|s| s.ranking.run == run.run) {
            compare_with_signed(finding, &format!("runs[{at}], "), file, outcome, ranking);
            if let Err(difference) = publication_against_signed(run, ranking) {
                let place = Some(format!("runs[{at}].{}", difference.at));
                let file = (*file).to_owned();
                finding.fail(place, Found::RunDiffersFromSigned { run: run.run, file, difference });
            }
        }
    }

    /// Signed rankings whose run is not in the file: computed from the file's own reviews, if those are what the run read.
    fn signed_alone(&self, finding: &mut Finding, budget: &mut Budget<'_>) {
        let stored = |number: i32| self.stored.runs.iter().any(|run| run.run == number);
        for NamedRanking { file, ranking, .. } in self.signed.iter().filter(|s| !stored(s.ranking.run)) {
            let (run, of) = (ranking.run, (*file).to_owned());
            let input = self.reviews.filter(|input| input.digest_hex() == ranking.input_digest);
            if input.is_some_and(|input| !budget.affords_input(input)) {
                finding.cannot_judge(Message::TooMuchToCompute { run, file: Some(of) });
                continue;
            }
            let places = places_of(ranking.projects.first().map(|project| &project.chances[..]));
            match input.map(|input| calibrate_for(input, &places, budget.watch)) {
                Some(Ok(outcome)) => compare_with_signed(finding, "", file, &outcome, ranking),
                _ => finding.leave_open(Found::InputMissing { run, file: of }),
            }
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
