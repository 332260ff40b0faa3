//! Computing a ranking again, and comparing it number by number.

use super::bundle::Run;
use super::documents::SignedRanking;
use crate::bundle::Bundle;
use crate::calibration::{Input, JudgeOutcome, Outcome, ProjectOutcome, Review, calibrate};
use crate::rubric::weighted_total;
use chrono::{DateTime, Utc};
use std::collections::{HashMap, HashSet};
use std::fmt::Display;

/// The first thing that is not as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where: `input[3]`, `project 12`, `judge ada@example.org`, `input_digest`.
    pub at: String,
    /// A sentence.
    pub sentence: String,
}

fn difference<T>(at: impl Into<String>, sentence: impl Into<String>) -> Result<T, Difference> {
    Err(Difference { at: at.into(), sentence: sentence.into() })
}

/// Fails where two values are not the same.
fn same<T: PartialEq + Display>(at: &str, what: &str, said: T, computed: T) -> Result<(), Difference> {
    if said == computed {
        return Ok(());
    }
    let of = if at == what { String::new() } else { format!(" of {at}") };
    difference(at, format!("The {what}{of} is said to be {said}, and computes to {computed}."))
}

/// Runs the calibration again on what a run read, and compares all it says: the fit and the draws are made anew.
/// `tracks_declared`: whether the event has tracks at all.
///
/// # Errors
/// The first difference; an input that is none.
pub fn again(run: &Run, tracks_declared: bool) -> Result<Outcome, Difference> {
    let first = once(run, tracks_declared);
    // Tracks can come to an event after a run; it matters only where no project it read had one.
    if first.is_err() && run.input.iter().all(|line| line.1.is_none()) {
        return once(run, !tracks_declared).or(first);
    }
    first
}

fn once(run: &Run, tracks_declared: bool) -> Result<Outcome, Difference> {
    let mut reviews = Vec::with_capacity(run.input.len());
    for (at, line) in run.input.iter().enumerate() {
        match line.review() {
            Some(review) => reviews.push(review),
            None => {
                let sentence = format!("Its total {} is no weighted total with six decimals.", line.3);
                return difference(format!("input[{at}]"), sentence);
            }
        }
    }
    let input = match Input::new(reviews, tracks_declared) {
        Ok(input) => input,
        Err(error) => return difference("input", format!("What the run read is no input: {error}.")),
    };
    same("input_digest", "input_digest", run.input_digest.as_str(), &input.digest_hex())?;
    let outcome = match calibrate(&input) {
        Ok(outcome) => outcome,
        Err(error) => return difference("input", format!("Nothing can be computed: {error}.")),
    };
    same("method", "method", run.method.as_str(), &outcome.method)?;
    same("results", "number of ranked projects", run.results.len(), outcome.projects.len())?;
    for (said, computed) in run.results.iter().zip(&outcome.projects) {
        project(said, computed)?;
    }
    same("judges", "number of judges", run.judges.len(), outcome.judges.len())?;
    for (said, computed) in run.judges.iter().zip(&outcome.judges) {
        judge(said, computed)?;
    }
    Ok(outcome)
}

fn project(said: &ProjectOutcome, computed: &ProjectOutcome) -> Result<(), Difference> {
    let at = format!("project {}", said.project);
    same(&at, "project", said.project, computed.project)?;
    same(&at, "rank", said.rank, computed.rank)?;
    same(&at, "raw_rank", said.raw_rank, computed.raw_rank)?;
    same(&at, "calibrated", said.calibrated, computed.calibrated)?;
    same(&at, "se", said.se, computed.se)?;
    same(&at, "raw_mean", said.raw_mean, computed.raw_mean)?;
    same(&at, "number of reviews", said.reviews, computed.reviews)?;
    let range = |[low, high]: [u32; 2]| format!("{low} to {high}");
    same(&at, "rank_interval", range(said.rank_interval), range(computed.rank_interval))
}

fn judge(said: &JudgeOutcome, computed: &JudgeOutcome) -> Result<(), Difference> {
    let at = format!("judge {}", said.judge);
    same(&at, "address", &said.judge, &computed.judge)?;
    same(&at, "number of reviews", said.reviews, computed.reviews)?;
    same(&at, "offset", said.offset, computed.offset)?;
    same(&at, "scale", said.scale, computed.scale)?;
    same(&at, "noise", said.noise, computed.noise)?;
    same(&at, "list of flags", format!("{:?}", said.flags), format!("{:?}", computed.flags))
}

/// Compares what was computed with a ranking that was signed.
///
/// # Errors
/// The first difference.
pub fn against_signed(outcome: &Outcome, signed: &SignedRanking) -> Result<(), Difference> {
    same("input_digest", "input_digest", signed.input_digest.as_str(), &outcome.input_digest)?;
    same("method", "method", signed.method.as_str(), &outcome.method)?;
    let judges = u32::try_from(outcome.judges.len()).unwrap_or(u32::MAX);
    same("judges", "number of judges", signed.judges, judges)?;
    same("projects", "number of ranked projects", signed.projects.len(), outcome.projects.len())?;
    for (said, computed) in signed.projects.iter().zip(&outcome.projects) {
        let said = ProjectOutcome {
            project: said.project,
            rank: said.rank,
            raw_rank: said.raw_rank,
            calibrated: said.calibrated,
            se: said.se,
            raw_mean: said.raw_mean,
            reviews: said.reviews,
            rank_interval: said.rank_interval,
        };
        project(&said, computed)?;
    }
    Ok(())
}

/// Compares what a bundle says besides of a run with what was signed of it: what it left out and why, when it was published
/// and for what reason.
///
/// # Errors
/// The first difference.
pub(super) fn said_besides(run: &Run, signed: &SignedRanking) -> Result<(), Difference> {
    let count = |why: &str| {
        u32::try_from(run.excluded.values().filter(|said| *said == why).count()).unwrap_or(u32::MAX)
    };
    same("excluded", "number of repeated projects", signed.duplicates, count("duplicate"))?;
    same("excluded", "number of projects without a review", signed.unreviewed, count("no_reviews"))?;
    let moment =
        |at: Option<DateTime<Utc>>| at.map_or_else(|| "none".to_owned(), super::report_document::moment);
    if run.pinned_at != signed.published_at {
        let (signed, here) = (moment(signed.published_at), moment(run.pinned_at));
        return difference(
            "pinned_at",
            format!("The signed results say that it was published on {signed}; this file says {here}."),
        );
    }
    if run.reason != signed.reason {
        return difference("reason", "The reason in this file is not the one that was signed.");
    }
    Ok(())
}

/// The first project that is called otherwise than when a ranking was signed, in words: it was renamed since, or the file changed.
/// `called` gives its title now.
pub(super) fn renamed<'t>(
    name: &str,
    ranking: &SignedRanking,
    called: impl Fn(i64) -> Option<&'t str>,
) -> Option<String> {
    let mut others = ranking
        .projects
        .iter()
        .filter_map(|entry| Some((entry, called(entry.project).filter(|title| *title != entry.title)?)));
    let (entry, title) = others.next()?;
    let more = match others.count() {
        0 => String::new(),
        more => format!(" The same goes for {}.", super::report_document::many(more, "other", "others")),
    };
    Some(format!(
        "Project {} is called {title:?} here and {:?} in {name}: these files cannot show whether it was renamed after signing.{more}",
        entry.project, entry.title
    ))
}

/// What a run would read of the bundle's own reviews: the submitted ones of done assignments of submitted projects
/// that repeat no other. `None` where a project has no id in the file, or nothing is submitted.
#[must_use]
pub fn from_reviews(bundle: &Bundle) -> Option<Input> {
    let emails: HashMap<&str, &str> =
        bundle.people.iter().map(|p| (p.reference.as_str(), p.email.as_str())).collect();
    let projects: HashMap<&str, _> = bundle.projects.iter().map(|p| (p.reference.as_str(), p)).collect();
    let mut reviews = Vec::new();
    let mut seen = HashSet::new();
    for assignment in &bundle.assignments {
        let Some(review) = assignment.review.as_ref().filter(|r| r.submitted_at.is_some()) else { continue };
        let (Some(judge), Some(project)) =
            (emails.get(assignment.person.as_str()), projects.get(assignment.project.as_str()))
        else {
            continue;
        };
        let counts = project.status == "submitted" && project.duplicate_of.is_none();
        if !counts || assignment.status != "done" {
            continue;
        }
        let id = project.id?;
        // Two projects of one id: the file is not the one that was exported.
        if !seen.insert((id, *judge)) {
            return None;
        }
        let total_micro = weighted_total(&bundle.event.criteria, &review.scores).0;
        reviews.push(Review { project: id, track: project.track, judge: (*judge).to_owned(), total_micro });
    }
    if reviews.is_empty() {
        return None;
    }
    Input::new(reviews, !bundle.event.tracks.is_empty()).ok()
}
