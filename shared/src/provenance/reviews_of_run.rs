//! Compares the reviews in a bundle with those that its last run read.

use super::bundle::{InputLine, Run};
use super::findings::Finding;
use super::log_row::Link;
use super::logged_reviews::{LoggedReview, REMOVED};
use super::messages::ReviewMessage as Found;
use super::report_log::FoundChain;
use crate::bundle::{Bundle, BundleAssignment};
use crate::calibration::{Input, Review};
use crate::prelude::*;
use crate::rubric::{Scores, weighted_total};
use chrono::TimeDelta;

/// How long before its own row a run may have read the reviews. The row is written after the calibration, which takes a minute or
/// two for a large event.
pub(super) const READING: TimeDelta = TimeDelta::minutes(10);

/// Objects whose rows show no change to what a run reads.
const OTHER_OBJECTS: [&str; 7] = ["run", "publication", "export", "ballot", "comment", "mail", "question"];

/// Fails if the reviews differ from those that a run read and the log shows no change since. Addresses may differ, because an
/// account can be deleted.
pub(super) fn report_unexplained_change(
    finding: &mut Finding,
    event: &Bundle,
    run: &Run,
    input: &Input,
    found: &FoundChain<'_>,
) {
    let chain = found.chain;
    let own = |link: &&Link| link.row.action == "run.created" && link.row.object_id == run.run.to_string();
    let moment = |link: &Link| link.row.ts.parse::<DateTime<Utc>>().ok();
    let Some(read_at) = chain.links().iter().find(own).and_then(moment) else { return };
    let Some(from) = read_at.checked_sub_signed(READING) else { return };
    let later = |link: &&Link| moment(link).is_none_or(|at| at >= from);
    // Every run came after the import, so the import explains no difference.
    let may_explain = |link: &Link| {
        link.row.action != "event.imported" && !OTHER_OBJECTS.contains(&link.row.object_type.as_str())
    };
    if chain.links().iter().filter(later).any(may_explain) {
        return report_totals_of_run(finding, event, run, found);
    }
    let mut totals: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for line in run.input.iter().filter_map(InputLine::review) {
        *totals.entry((line.project, line.total_micro)).or_default() += 1;
    }
    for review in input.reviews() {
        *totals.entry((review.project, review.total_micro)).or_default() -= 1;
    }
    if let Some(((project, _), _)) = totals.into_iter().find(|(_, count)| *count != 0) {
        let at = Some(format!("project {project}"));
        finding.fail(at, Found::ChangedSinceRun { project, run: run.run });
    }
}

/// The scores that rows of a log give each assignment before and after, and whether one was removed.
fn states(links: &[Link]) -> (HashMap<i64, Vec<Scores>>, bool) {
    let (mut states, mut removed): (HashMap<i64, Vec<Scores>>, bool) = (HashMap::new(), false);
    for row in links.iter().map(|link| &link.row).filter(|row| row.object_type == "assignment") {
        removed |= row.action == REMOVED;
        let Ok(id) = row.object_id.parse() else { continue };
        for text in [&row.before, &row.after] {
            let said: Option<LoggedReview> = serde_json::from_str(text).ok();
            states.entry(id).or_default().extend(said.map(|review| review.scores));
        }
    }
    (states, removed)
}

/// Fails if the run read a total that, by the rubric in the file, no state of the review in the log or in the file has. Once anything was
/// reviewed, only the words of the rubric change. Rows after the last signed one prove no state.
fn report_totals_of_run(finding: &mut Finding, event: &Bundle, run: &Run, found: &FoundChain<'_>) {
    let (judges, ids) = (event.addresses(), event.project_ids());
    let known: HashSet<&str> = judges.values().copied().collect();
    let here: HashMap<(i64, &str), &BundleAssignment> = event
        .assignments
        .iter()
        .filter_map(|a| Some(((*ids.get(a.project.as_str())?, *judges.get(a.person.as_str())?), a)))
        .collect();
    let named = event.assignments.iter().all(|assignment| assignment.id.is_some());
    let others = |links: &[Link]| -> Vec<i64> {
        let (states, removed) = states(links);
        let differs = |review: &Review| match here.get(&(review.project, review.judge.as_str())) {
            Some(assignment) => assignment.id.is_some_and(|id| {
                let own = assignment.review.as_ref().map(|here| &here.scores);
                let mut all = own.into_iter().chain(states.get(&id).into_iter().flatten());
                !all.any(|scores| weighted_total(&event.event.criteria, scores).0 == review.total_micro)
            }),
            // The account may have another address since.
            None => named && !removed && known.contains(review.judge.as_str()),
        };
        let read = run.input.iter().filter_map(InputLine::review);
        read.filter(differs).map(|review| review.project).collect()
    };
    let links = found.chain.links();
    // The first says enough.
    if let Some(&project) = others(links).first() {
        let changed = Found::ChangedSinceRun { project, run: run.run };
        return finding.fail(Some(format!("project {project}")), changed);
    }
    let signed = usize::try_from(found.signed_up_to()).ok().filter(|rows| *rows > 0);
    let reviews = signed.and_then(|rows| links.get(..rows)).map_or(0, |links| others(links).len());
    if reviews > 0 {
        finding.cannot_tell(Found::NotConfirmed { reviews });
    }
}
