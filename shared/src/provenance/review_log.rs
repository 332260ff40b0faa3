//! The reviews in a bundle, each against what the log in the same file says about it last.

use super::bundle::Run;
use super::chain::{Chain, Link};
use super::findings::Finding;
use super::report_document::many;
use crate::bundle::{Assignment, Bundle};
use crate::calibration::Input;
use crate::rubric::Scores;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Most reviews that are named as different.
const MOST_FAULTS: usize = 10;

/// How long before its own row a run may have read the reviews: the calibration of a large event takes a minute or two, and the
/// row is written after it.
const READING: TimeDelta = TimeDelta::minutes(10);

/// Things that are logged without a change to what a run reads.
const BESIDE: [&str; 6] = ["run", "publication", "export", "ballot", "comment", "mail"];

/// A review as the log keeps it.
#[derive(Debug, Deserialize)]
struct Logged {
    status: String,
    submitted: bool,
    scores: Scores,
    comment_sha256: Option<String>,
}

/// Whom a project was assigned to, as the log keeps it.
#[derive(Debug, Deserialize)]
struct Assigned {
    project: i64,
}

/// What the log says about one assignment.
#[derive(Debug, Default)]
struct Known {
    /// The project, where the log tells.
    project: Option<i64>,
    /// The newest row that tells, and the review in it; none before anything was saved.
    review: Option<(i64, Logged)>,
}

/// The newest state of each assignment in the log, by its id.
fn newest(chain: &Chain) -> BTreeMap<i64, Known> {
    let mut assignments: BTreeMap<i64, Known> = BTreeMap::new();
    for Link { row, .. } in chain.links().iter().filter(|link| link.row.object_type == "assignment") {
        let Ok(id) = row.object_id.parse() else { continue };
        if row.after.is_empty() {
            assignments.remove(&id);
            continue;
        }
        let known = assignments.entry(id).or_default();
        if let Ok(Assigned { project }) = serde_json::from_str(&row.after) {
            known.project = Some(project);
        }
        if let Ok(logged) = serde_json::from_str(&row.after) {
            known.review = Some((row.seq, logged));
        }
    }
    assignments
}

/// Compares each review with its newest row. `covered`: the reviews in the file are those that the last run read.
pub(super) fn compare(finding: &mut Finding, event: &Bundle, chain: &Chain, covered: bool) {
    let mut log = newest(chain);
    let ids: HashMap<&str, i64> =
        event.projects.iter().filter_map(|p| Some((p.reference.as_str(), p.id?))).collect();
    let (mut same, mut unlogged, mut unnamed, mut faults) = (0, 0, 0, 0);
    let mut fail = |finding: &mut Finding, place: String, sentence: String| {
        faults += 1;
        if faults <= MOST_FAULTS {
            finding.fails(Some(place), sentence);
        }
    };
    for (at, assignment) in event.assignments.iter().enumerate() {
        let reviewed = assignment.review.as_ref().is_some_and(|review| review.submitted_at.is_some());
        let known = assignment.id.and_then(|id| Some((id, log.remove(&id)?)));
        let Some((id, known)) = known else {
            unlogged += usize::from(reviewed);
            unnamed += usize::from(assignment.id.is_none());
            continue;
        };
        match difference(assignment, id, &known, ids.get(assignment.project.as_str()).copied()) {
            None => same += usize::from(known.review.is_some()),
            Some((member, sentence)) => fail(finding, format!("assignments[{at}].{member}"), sentence),
        }
    }
    // What is left in the log is of assignments that the file does not hold, or does not name.
    let left: Vec<(i64, i64)> = log
        .iter()
        .filter_map(|(id, known)| {
            known.review.as_ref().filter(|(_, r)| r.submitted).map(|(row, _)| (*id, *row))
        })
        .collect();
    if unnamed == 0 {
        for (id, row) in left {
            let sentence = format!(
                "Row {row} of the log submits the review of assignment {id}, and the file does not hold it."
            );
            fail(finding, "assignments".to_owned(), sentence);
        }
    } else if !left.is_empty() {
        finding.undecided(format!(
            "{} in the log cannot be compared with the file, which does not name its assignments by their ids. Export the event \
             again.",
            many(left.len(), "review", "reviews")
        ));
    }
    if same > 0 && faults == 0 {
        finding.holds(format!(
            "{} in the log: the file holds each as its newest row says.",
            many(same, "review", "reviews")
        ));
    }
    if unlogged > 0 && !covered {
        finding.open(format!(
            "{} in the file without a row in the log, as in an imported event: the log does not confirm them.",
            many(unlogged, "review", "reviews")
        ));
    }
}

/// The first member in which an assignment is not what the log says about it.
fn difference(
    assignment: &Assignment,
    id: i64,
    known: &Known,
    project: Option<i64>,
) -> Option<(&'static str, String)> {
    if let (Some(logged), Some(here)) = (known.project, project)
        && logged != here
    {
        let sentence =
            format!("The log gives assignment {id} the project {logged}, and the file the project {here}.");
        return Some(("project", sentence));
    }
    let here = assignment.review.as_ref();
    let submitted = here.is_some_and(|review| review.submitted_at.is_some());
    let Some((row, logged)) = &known.review else {
        let sentence =
            format!("The file holds a review of assignment {id}, and the log says nothing of one.");
        return submitted.then_some(("review", sentence));
    };
    let says =
        |what: &str| format!("The review of assignment {id} is not what row {row} of the log says: {what}.");
    if logged.status != assignment.status || logged.submitted != submitted {
        let what = format!("it is {} here and {} there", assignment.status, logged.status);
        return Some(("status", says(&what)));
    }
    let none = Scores::new();
    let scores = here.map_or(&none, |review| &review.scores);
    if *scores != logged.scores {
        let key =
            scores.keys().chain(logged.scores.keys()).find(|key| scores.get(*key) != logged.scores.get(*key));
        let key = key.map_or("", String::as_str);
        let score = |scores: &Scores| scores.get(key).map_or_else(|| "missing".to_owned(), i64::to_string);
        let what = format!("{key} is {} here and {} there", score(scores), score(&logged.scores));
        return Some(("review.scores", says(&what)));
    }
    let commented = here.is_some_and(|review| !review.comment.is_empty());
    (commented && logged.comment_sha256.is_none()).then(|| ("review.comment", says("there was no comment")))
}

/// Reviews that differ from those that a run read, where the log shows no change since: the file was changed.
/// Addresses may differ, for an account can be given up.
pub(super) fn unexplained(finding: &mut Finding, run: &Run, input: &Input, chain: &Chain) {
    let own = |link: &&Link| link.row.action == "run.created" && link.row.object_id == run.run.to_string();
    let moment = |link: &Link| link.row.ts.parse::<DateTime<Utc>>().ok();
    let Some(read_at) = chain.links().iter().find(own).and_then(moment) else { return };
    let Some(from) = read_at.checked_sub_signed(READING) else { return };
    // Nothing was read before the event was there: an import explains no difference to what a run read after it.
    let may_explain = |link: &Link| {
        link.row.action != "event.imported"
            && !BESIDE.contains(&link.row.object_type.as_str())
            && moment(link).is_none_or(|at| at >= from)
    };
    if chain.links().iter().any(may_explain) {
        return;
    }
    let mut totals: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for line in run.input.iter().filter_map(super::bundle::InputLine::review) {
        *totals.entry((line.project, line.total_micro)).or_default() += 1;
    }
    for review in input.reviews() {
        *totals.entry((review.project, review.total_micro)).or_default() -= 1;
    }
    if let Some(((project, _), _)) = totals.into_iter().find(|(_, count)| *count != 0) {
        finding.fails(
            Some(format!("project {project}")),
            format!(
                "The reviews of project {project} are not those that run {} read, and the log shows no change since.",
                run.run
            ),
        );
    }
}
