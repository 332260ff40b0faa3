//! The report on the runs of a bundle: computed again, and compared with what was signed and logged of them.

use super::budget::Budget;
use super::bundle::{Run, StoredBundle};
use super::compare::{Quantity, again_after, against_signed, places_of, publication_against_signed};
use super::dealt::{Dealt, NotAsDealt};
use super::documents::SignedRanking;
use super::duplicates::fit_flags;
use super::findings::Finding;
use super::messages::{BundleMessage as Found, Message};
use super::report_log::{FoundChain, is_signed, publication_row_says};
use super::tracks::report_tracks;
use super::verified::NamedRanking;
use crate::audit::AuditRow;
use crate::calibration::{Input, Outcome, Panels, Version, calibrate_as};
use crate::prelude::*;

/// Most runs that are reported as not computing to what they say.
const MOST_FAULTS: usize = 10;

/// The runs of a bundle, what was signed of them, and what a run would read now.
pub(super) struct Runs<'r> {
    pub(super) stored: &'r StoredBundle,
    pub(super) signed: &'r [NamedRanking<'r>],
    /// A signed ranking of another event, where none of this one is among the files.
    pub(super) other: Option<&'r str>,
    pub(super) reviews: Option<&'r Input>,
    pub(super) log: Option<FoundChain<'r>>,
    pub(super) dealt: Dealt<'r>,
}

impl Runs<'_> {
    pub(super) fn report(&self, finding: &mut Finding, budget: &mut Budget<'_>) {
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
            report_tracks(finding, &self.stored.event, last, self.log);
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
        // A run is made once. Somebody with the file could add another row at the end.
        let mut made: BTreeMap<&str, &AuditRow> = BTreeMap::new();
        for row in rows().filter(|row| row.action == "run.created") {
            made.entry(&row.object_id).or_insert(row);
        }
        let (upto, mut unconfirmed) = (log.signed_up_to(), None);
        for (number, run) in runs.iter().filter(|_| !made.is_empty()) {
            let place = Some(format!("run {number}"));
            let Some(row) = made.get(number.as_str()) else {
                return finding.fail(place, Found::RunNotAsLogged { run: run.run, row: None });
            };
            if !is_signed(row.seq, upto) {
                unconfirmed.get_or_insert(run.run);
            }
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
        // The first says enough.
        if let Some(run) = unconfirmed {
            finding.cannot_tell(Found::RunNotConfirmed { run });
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
            // A head without the publication's row says nothing of it.
            let upto = self.log.map_or(0, FoundChain::signed_up_to);
            let claimed = run.pinned_at.filter(|_| !self.signed.is_empty() || upto > 0);
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
            None => run.pinned_at.is_none() && run.reason.is_none(),
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
