//! What is to be said of a bundle.

use super::budget::{Budget, TOO_MUCH};
use super::bundle::StoredBundle;
use super::chain::Chain;
use super::compare::{Difference, again, against_signed, from_reviews, renamed, said_besides};
use super::documents::SignedRanking;
use super::files::VerifiedDocument;
use super::findings::{Finding, Kind};
use super::report_document::many;
use super::report_judge_record::judge_records;
use super::report_log::{Held, chained, heads};
use super::review_log;
use crate::calibration::{Outcome, calibrate};
use std::collections::{HashMap, HashSet};

/// A bundle: that it reads, its log, and every ranking computed again, as far as the budget goes.
pub(super) fn bundle(
    name: &str,
    read: Result<StoredBundle, (String, String)>,
    proven: &[VerifiedDocument<'_>],
    budget: &mut Budget,
) -> Finding {
    let mut finding = Finding::new(name, Kind::Bundle);
    let stored = match read {
        Ok(stored) => stored,
        Err((place, sentence)) => {
            finding.fails(Some(place), sentence);
            return finding;
        }
    };
    let event = &stored.event.event;
    let slug = event.slug.clone();
    finding.holds(format!("The file holds the whole event {} and breaks no rule.", event.name));
    let signed: Vec<(&str, &SignedRanking)> = proven
        .iter()
        .filter_map(VerifiedDocument::ranking)
        .filter_map(|(of, name, ranking)| (Some(of) == slug.as_deref()).then_some((name, ranking)))
        .collect();
    runs(&mut finding, &stored, &signed, budget);
    judge_records(&mut finding, &stored.event, proven);
    let of_event =
        |p: &&VerifiedDocument<'_>| p.ranking().is_some_and(|(of, ..)| Some(of) == slug.as_deref());
    for doubt in proven.iter().filter(of_event).filter_map(VerifiedDocument::doubt) {
        finding.open_once(doubt);
    }
    let titles: HashMap<i64, &str> =
        stored.event.projects.iter().filter_map(|p| Some((p.id?, p.title.as_str()))).collect();
    for (name, ranking) in &signed {
        if let Some(sentence) = renamed(name, ranking, |id| titles.get(&id).copied()) {
            finding.open(sentence);
        }
    }
    log(&mut finding, stored, slug.as_deref(), proven);
    finding
}

/// The log in a bundle: whether it holds together, reaches the signed heads, and says the same of the reviews as the file.
fn log(finding: &mut Finding, stored: StoredBundle, slug: Option<&str>, proven: &[VerifiedDocument<'_>]) {
    let StoredBundle { event, runs, audit, exported_at } = stored;
    if audit.is_empty() {
        let head = proven.iter().filter_map(VerifiedDocument::head).find(|(of, _)| Some(*of) == slug);
        return match head {
            Some((_, head)) => {
                let sentence = format!(
                    "It holds no audit log, though a signed head is at row {}. The log was taken out.",
                    head.seq
                );
                finding.fails(Some("audit".into()), sentence);
            }
            None => finding.open("It holds no audit log. Every export of an event holds one."),
        };
    }
    let Some(chain) = chained(finding, "audit, ", Chain::check(audit)) else { return };
    if slug.is_some_and(|slug| !chain.is_of(slug)) {
        finding.fails(
            Some("audit, row 1".into()),
            "The first row of its audit log does not begin this event's log.",
        );
    }
    heads(finding, &Held { chain: &chain, place: "audit, ", slug, saved_at: exported_at }, proven);
    let (reviews, last) = (from_reviews(&event), runs.iter().max_by_key(|run| run.run));
    let covered =
        reviews.as_ref().zip(last).is_some_and(|(input, run)| input.digest_hex() == run.input_digest);
    review_log::compare(finding, &event, &chain, covered);
    if let (Some(input), Some(run), false) = (&reviews, last, covered) {
        review_log::unexplained(finding, run, input, &chain);
    }
}

/// Most runs that are told of, of those that do not compute.
const MOST_FAULTS: usize = 10;

/// Every run again, and against what was signed of it.
fn runs(
    finding: &mut Finding,
    stored: &StoredBundle,
    signed: &[(&str, &SignedRanking)],
    budget: &mut Budget,
) {
    let event = &stored.event.event;
    let reviews = from_reviews(&stored.event);
    let (mut numbers, mut faults) = (HashSet::new(), 0);
    for (at, run) in stored.runs.iter().enumerate() {
        if !numbers.insert(run.run) {
            finding
                .fails(Some(format!("runs[{at}].run")), format!("Run {} stands in the file twice.", run.run));
            break;
        }
        if faults == MOST_FAULTS {
            finding.undecided("The runs after it were not looked at.");
            break;
        }
        if !budget.affords(run.input.iter().map(|line| (line.2.as_str(), line.1))) {
            finding.undecided(format!("Run {} is not computed again here: {TOO_MUCH}", run.run));
            faults += 1;
            continue;
        }
        match again(run, !event.tracks.is_empty()) {
            Ok(outcome) => {
                let (n, digest) = (run.run, &outcome.input_digest);
                finding.holds(format!(
                    "Run {n}, computed again from {}: {} and {} agree in every number. Input digest {digest}.",
                    many(run.input.len(), "review", "reviews"),
                    many(outcome.projects.len(), "project", "projects"),
                    many(outcome.judges.len(), "judge", "judges"),
                ));
                for (name, ranking) in signed.iter().filter(|(_, ranking)| ranking.run == n) {
                    compare(finding, &format!("runs[{at}], "), name, &outcome, ranking);
                    if let Err(Difference { at: member, sentence }) = said_besides(run, ranking) {
                        let place = Some(format!("runs[{at}].{member}"));
                        finding.fails(
                            place,
                            format!("Run {n} differs from what {name} says about it. {sentence}"),
                        );
                    }
                }
            }
            Err(difference) => {
                faults += 1;
                finding.fails(
                    Some(format!("runs[{at}], {}", difference.at)),
                    format!("Run {} does not compute to what it says. {}", run.run, difference.sentence),
                );
            }
        }
        if run.pinned_at.is_some() && !signed.is_empty() && !signed.iter().any(|(_, s)| s.run == run.run) {
            finding.open(format!(
                "Run {} is marked as published, but its signed results are not among these files, so that cannot be confirmed.",
                run.run
            ));
        }
    }
    for (name, ranking) in signed.iter().filter(|(_, s)| !stored.runs.iter().any(|run| run.run == s.run)) {
        let input = reviews.as_ref().filter(|input| input.digest_hex() == ranking.input_digest);
        if input.is_some_and(|input| !budget.affords_input(input)) {
            finding
                .undecided(format!("Run {} of {name} is not computed again here: {TOO_MUCH}", ranking.run));
            continue;
        }
        match input.map(calibrate) {
            Some(Ok(outcome)) => compare(finding, "", name, &outcome, ranking),
            _ => finding.open(format!(
                "What run {} of {name} read is not in the file: that ranking is not computed again.",
                ranking.run
            )),
        }
    }
    if signed.is_empty() {
        finding.open(if stored.runs.is_empty() {
            "Bundles are not signed. A bundle alone cannot prove what the site published."
        } else {
            "To confirm what was published, add the signed results."
        });
    }
    let last = stored.runs.iter().max_by_key(|run| run.run);
    match (last, &reviews) {
        (Some(run), Some(input)) if input.digest_hex() == run.input_digest => {
            finding.holds(format!("The reviews in the file are those that run {} read.", run.run));
        }
        (Some(run), _) => finding.say(format!(
            "The reviews in the file are not those that run {} read. Reviews may change after a run.",
            run.run
        )),
        (None, _) if signed.is_empty() => {
            finding.say("It holds no run: there is no ranking to compute again.")
        }
        (None, _) => {}
    }
}

/// What was computed against what was signed.
fn compare(finding: &mut Finding, place: &str, name: &str, outcome: &Outcome, ranking: &SignedRanking) {
    match against_signed(outcome, ranking) {
        Ok(()) => finding.holds(format!("What was computed is what {name} says, number by number.")),
        Err(difference) => finding.fails(
            Some(format!("{place}{}", difference.at)),
            format!("What was computed is not what {name} says. {}", difference.sentence),
        ),
    }
}
