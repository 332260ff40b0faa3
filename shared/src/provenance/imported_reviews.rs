//! Compares the reviews that an import brought with its row of the log in the same file.

use super::bundle::Run;
use super::deleted_judges::EarlierAddresses;
use super::findings::Finding;
use super::logged_reviews::{LoggedAssignment, LoggedAssignments, Origin, came_back};
use super::messages::ReviewMessage as Found;
use super::report_log::{FoundChain, is_signed};
use super::review_digests::{
    ImportRecord, Submitted, SubmittedReviews, judges_digest_of, scores_digest_of, submitted,
};
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::prelude::*;

/// How the judges of a file fit the digest in a row of the log. The largest of several says it of all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum JudgesFit {
    /// As the file names them.
    Now,
    /// By the addresses that earlier runs read.
    AsRead,
    No,
}

/// Imported reviews that are as the row of their import says.
pub(super) struct ImportedReviews {
    /// How many of those that no row names it does not cover.
    pub(super) uncovered: usize,
    /// Whether it names their judges only by addresses that some had before.
    pub(super) by_earlier: bool,
}

/// Compares the reviews as they were at the import with the digests in its row: those that no row names are as they were, and of others
/// the log says it. `None` where they do not match.
/// A judge who deleted the account has another address since: then the row of that day or a run has to say whose they are.
pub(super) fn report_imported(
    finding: &mut Finding,
    event: &Bundle,
    (found, log): (&FoundChain<'_>, &LoggedAssignments<'_>),
    (read, earlier): (Option<&Run>, &EarlierAddresses<'_>),
) -> Option<ImportedReviews> {
    let record = ImportRecord::of(found.chain)?;
    let returns = came_back(found.chain.links());
    let back: HashSet<i64> = returns.iter().flat_map(|(_, again)| again).copied().collect();
    let unlogged = |id: i64| !log.contains_key(&id) && !back.contains(&id);
    let then = as_was(event, log, |id| !back.contains(&id), submitted(event, unlogged));
    let digest = then.as_ref().and_then(|then| scores_digest_of(event, then));
    if digest.as_ref() != Some(&record.scores_digest) {
        // Rows do not always say when a review that they change had been submitted. Those after the last signed one prove nothing.
        let upto = found.signed_up_to();
        let unsaid = |last: i64| log.values().any(|logged| is_unsaid(logged) && logged.since <= last);
        if !unsaid(i64::MAX) {
            finding.fail(Some("assignments".to_owned()), Found::NotAsImported);
        } else if upto > 0 && !unsaid(upto) {
            finding.cannot_tell(Found::NotAsImported);
        }
        return None;
    }
    // Addresses are gone from a forgotten event, and the row of that day has a digest of its own.
    let forgotten = found.chain.forgetting().is_some_and(|forgetting| forgetting.judges_digest.is_some());
    let none = HashMap::new();
    let fits = |then: Option<&SubmittedReviews<'_>>, said: &str| {
        let by = |addresses: &HashMap<String, String>| {
            let digest = then.and_then(|then| judges_digest_of(event, then, addresses));
            digest.as_deref() == Some(said)
        };
        if forgotten || by(&none) {
            JudgesFit::Now
        } else if by(&earlier.addresses) {
            JudgesFit::AsRead
        } else {
            JudgesFit::No
        }
    };
    let mut judges = fits(then.as_ref(), &record.judges_digest);
    let mut covered = HashSet::new();
    for said in restorations(found, &returns) {
        let of = |id: i64| said.counted_again.contains(&id);
        let then = as_was(event, log, of, submitted(event, |id| of(id) && !log.contains_key(&id)));
        let digest = then.as_ref().and_then(|then| scores_digest_of(event, then));
        if digest.as_ref() == Some(&said.scores_digest) {
            judges = judges.max(fits(then.as_ref(), &said.judges_digest));
            covered.extend(said.counted_again);
        } else if !said.counted_again.iter().filter_map(|id| log.get(id)).any(is_unsaid) {
            finding.fail(Some("assignments".to_owned()), Found::NotAsImported);
            return None;
        }
    }
    let read_by = match judges {
        JudgesFit::Now => None,
        JudgesFit::AsRead => earlier.run,
        JudgesFit::No => {
            let among = |id: i64| unlogged(id) || (covered.contains(&id) && !log.contains_key(&id));
            let tells =
                |run: &&Run| tells_judges(run) && read_all(run, event, among) && is_logged(run, found);
            let run = read.filter(tells).map(|run| run.run);
            if run.is_none() {
                finding.cannot_tell(Found::JudgesNotAsImported);
            }
            run
        }
    };
    if let Some(run) = read_by {
        finding.pass(Found::JudgesAsRead { run });
    }
    let bare = |id: i64| !log.contains_key(&id) && back.contains(&id) && !covered.contains(&id);
    Some(ImportedReviews {
        uncovered: submitted(event, bare)?.len(),
        by_earlier: judges == JudgesFit::AsRead,
    })
}

/// What the row of a project that came back says of the reviews that count again.
#[derive(Deserialize)]
struct RestorationRecord {
    counted_again: Vec<i64>,
    scores_digest: String,
    judges_digest: String,
}

/// What those rows say, signed if any is, by which projects came back that an import had brought withdrawn.
fn restorations(found: &FoundChain<'_>, returns: &[(&AuditRow, HashSet<i64>)]) -> Vec<RestorationRecord> {
    let upto = found.signed_up_to();
    let record = |(row, again): &(&AuditRow, HashSet<i64>)| {
        let said: Option<RestorationRecord> = serde_json::from_str(&row.after).ok();
        said.filter(|said| is_signed(row.seq, upto) && said.counted_again.iter().all(|id| again.contains(id)))
    };
    returns.iter().filter_map(record).collect()
}

/// Whether an import may have brought a review of an assignment, and no row says what it was.
fn is_unsaid(logged: &LoggedAssignment<'_>) -> bool {
    !logged.handed_out
        && match &logged.origin {
            Origin::Logged(review) => review.submitted && review.submitted_at.is_none(),
            Origin::Kept(_) => false,
            Origin::Unknown => true,
        }
}

/// The submitted reviews of those assignments that are asked for, as they were at the import, or as their project came back: those that no row
/// names, and what the rest was before its first row.
fn as_was<'r>(
    event: &'r Bundle,
    log: &'r LoggedAssignments<'_>,
    of: impl Fn(i64) -> bool,
    unlogged: Option<SubmittedReviews<'r>>,
) -> Option<SubmittedReviews<'r>> {
    let mut reviews = unlogged?;
    for assignment in &event.assignments {
        let logged = assignment.id.filter(|id| of(*id)).and_then(|id| Some((id, log.get(&id)?)));
        let Some((id, logged)) = logged.filter(|(_, logged)| !logged.handed_out) else { continue };
        let was = match &logged.origin {
            Origin::Logged(review) => {
                review.submitted_at.filter(|_| review.submitted).map(|at| (at, &review.scores))
            }
            Origin::Kept(since) => assignment.review.as_ref().and_then(|review| {
                Some((since.or(review.submitted_at).or(review.voided_submitted_at)?, &review.scores))
            }),
            Origin::Unknown => None,
        };
        if let Some((at, scores)) = was {
            reviews.insert(id, Submitted { assignment, status: "done", at, scores });
        }
    }
    Some(reviews)
}

/// Whether the digest of what a run read says who gave which review: two reviews of one project with one total could be exchanged.
fn tells_judges(run: &Run) -> bool {
    let mut totals = HashSet::new();
    run.input.iter().all(|line| totals.insert((line.0, line.3.to_bits())))
}

/// Whether the run read each submitted review of these assignments, from this judge. It reads none of a repeat, or of a withdrawn project.
fn read_all(run: &Run, event: &Bundle, among: impl Fn(i64) -> bool) -> bool {
    let (judges, ids) = (event.addresses(), event.project_ids());
    let lines: HashSet<(i64, &str)> = run.input.iter().map(|line| (line.0, line.2.as_str())).collect();
    let mut submitted = event.assignments.iter().filter(|assignment| {
        let review = assignment.review.as_ref().is_some_and(|review| review.submitted_at.is_some());
        review && assignment.id.is_some_and(&among)
    });
    submitted.all(|assignment| {
        let judge = judges.get(assignment.person.as_str()).copied();
        let project = ids.get(assignment.project.as_str()).copied();
        project.zip(judge).is_some_and(|of| lines.contains(&of))
    })
}

/// Whether a row, signed if any is, says that the run read what it says.
pub(super) fn is_logged(run: &Run, found: &FoundChain<'_>) -> bool {
    #[derive(Deserialize)]
    struct Made {
        input_digest: String,
    }
    let (upto, number) = (found.signed_up_to(), run.run.to_string());
    let says = |row: &AuditRow| {
        let made = serde_json::from_str(&row.after);
        made.is_ok_and(|Made { input_digest }| input_digest == run.input_digest)
    };
    found.chain.audit_rows().any(|row| {
        let is_made = row.action == "run.created" && row.object_id == number;
        is_made && is_signed(row.seq, upto) && says(row)
    })
}
