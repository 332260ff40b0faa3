//! Compares each review in a bundle with its newest row of the log in the same file.

use super::bundle::{InputLine, Run};
use super::findings::Finding;
use super::log_row::Link;
use super::messages::{ReviewChange, ReviewMessage as Found};
use super::report_log::{FoundChain, is_signed};
use super::review_digests::{ImportRecord, judges_digest, scores_digest};
use crate::audit::AuditRow;
use crate::bundle::{Bundle, BundleAssignment};
use crate::calibration::{Input, Review};
use crate::prelude::*;
use crate::rubric::{Scores, weighted_total};
use chrono::TimeDelta;

/// Most reviews that are named as changed.
const MOST_FAULTS: usize = 10;

/// How long before its own row a run may have read the reviews. The row is written after the calibration, which takes a minute or
/// two for a large event.
pub(super) const READING: TimeDelta = TimeDelta::minutes(10);

/// How far a review's moment may be from that of its row. Both are written in one transaction, which ends within a minute.
pub(super) const SAVING: TimeDelta = TimeDelta::minutes(1);

/// The action of the row after which an assignment is gone.
const REMOVED: &str = "assignment.removed";

/// Objects whose rows show no change to what a run reads.
const OTHER_OBJECTS: [&str; 7] = ["run", "publication", "export", "ballot", "comment", "mail", "question"];

/// A review as the log holds it.
#[derive(Debug, Deserialize)]
struct LoggedReview {
    status: String,
    submitted: bool,
    scores: Scores,
    comment_sha256: Option<String>,
    /// Whether it was set aside: by an organizer, or with its project.
    #[serde(default)]
    voided: bool,
}

/// The project of an assignment, as the log holds it.
#[derive(Debug, Deserialize)]
struct LoggedProject {
    project: i64,
}

/// What a row says of the assignments of an event from which judges were recused, because a conflict was declared, or became theirs when
/// two accounts were merged, or the project was withdrawn: their reviews are drafts since.
#[derive(Debug, Deserialize)]
struct LoggedRecusals {
    recused: Vec<i64>,
}

/// What a row says of the assignments that came back with a project which had been withdrawn.
#[derive(Debug, Deserialize)]
struct LoggedRestoration {
    /// Their reviews are submitted again.
    counted_again: Vec<i64>,
    /// They are still to come.
    given_back: Vec<i64>,
}

/// What the log holds about one assignment.
#[derive(Debug, Default)]
struct LoggedAssignment<'l> {
    /// Its first row; 0 before one was read.
    since: i64,
    /// Whether a review of it may have been submitted before that row: unless the row says that none was.
    counted_before: bool,
    /// Whether a row hands it out. One that an import brought has none.
    handed_out: bool,
    /// The project, if a row names it.
    project: Option<i64>,
    /// The newest row with a review, and that review; none before anything was saved.
    review: Option<(&'l Link, LoggedReview)>,
    /// Who saved it last as its judge, unless they are gone from the log. Nobody else can: what an organizer enters or sets aside has
    /// another action.
    judge: Option<&'l str>,
    /// The row that submitted it last, unless it was saved as a draft since. Setting it aside and taking that back change no date.
    submission: Option<&'l Link>,
    /// Whether it was ever submitted. Such a review is never removed: set aside or a draft again, it stays in the file.
    was_submitted: bool,
}

impl<'l> LoggedAssignment<'l> {
    /// Takes over what a row of the assignment says.
    fn follow(&mut self, link: &'l Link, project: Option<LoggedProject>, review: Option<LoggedReview>) {
        self.handed_out |= project.is_some() && review.is_none();
        self.project = project.map(|LoggedProject { project }| project).or(self.project);
        let Some(review) = review else { return };
        match link.row.action.as_str() {
            "review.saved" => (self.judge, self.submission) = (Some(link.row.actor.as_str()), None),
            "review.submitted" => (self.judge, self.submission) = (Some(link.row.actor.as_str()), Some(link)),
            "review.entered" => self.submission = Some(link),
            _ => {}
        }
        self.was_submitted |= review.submitted;
        self.review = Some((link, review));
    }
}

/// The newest state of each assignment in the rows of a log, by its id.
fn newest(links: &[Link]) -> BTreeMap<i64, LoggedAssignment<'_>> {
    let mut assignments: BTreeMap<i64, LoggedAssignment<'_>> = BTreeMap::new();
    for link in links {
        let row = &link.row;
        if let ("project", "project.restored") = (row.object_type.as_str(), row.action.as_str())
            && let Ok(LoggedRestoration { counted_again, given_back }) =
                serde_json::from_slice(row.after.as_bytes())
        {
            let back = counted_again.into_iter().map(|id| (id, true));
            for (id, counts) in back.chain(given_back.into_iter().map(|id| (id, false))) {
                match assignments.get_mut(&id) {
                    Some(LoggedAssignment { review: Some((_, review)), .. }) => {
                        review.status = if counts { "done" } else { "pending" }.to_owned();
                        (review.submitted, review.voided) = (counts, false);
                    }
                    // Only the withdrawal named it: it is again as an import brought it.
                    Some(LoggedAssignment { handed_out: false, .. }) => drop(assignments.remove(&id)),
                    _ => {}
                }
            }
        }
        if let ("event", "conflict.declared" | "assignment.imported")
        | ("project", "project.withdrawn")
        | ("person", "person.merged") = (row.object_type.as_str(), row.action.as_str())
        {
            let recused = serde_json::from_slice(row.after.as_bytes());
            for id in recused.map_or_else(|_| Vec::new(), |LoggedRecusals { recused }| recused) {
                let logged = assignments.entry(id).or_default();
                if logged.since == 0 {
                    (logged.since, logged.counted_before) = (row.seq, true);
                }
                if let Some((_, review)) = &mut logged.review {
                    // A project's withdrawal sets the submitted ones aside.
                    review.voided |= row.object_type == "project" && review.submitted;
                    (review.status, review.submitted) = ("recused".to_owned(), false);
                }
            }
        }
        if row.object_type != "assignment" {
            continue;
        }
        let Ok(id) = row.object_id.parse() else { continue };
        if row.action == REMOVED {
            assignments.remove(&id);
            continue;
        }
        let project: Option<LoggedProject> = serde_json::from_slice(row.after.as_bytes()).ok();
        let review: Option<LoggedReview> = serde_json::from_slice(row.after.as_bytes()).ok();
        // The rows of a judge's note and of a visit say nothing of the review.
        if project.is_none() && review.is_none() {
            continue;
        }
        let logged = assignments.entry(id).or_default();
        let before = serde_json::from_slice(row.before.as_bytes()).ok();
        let counted = before.map(|LoggedReview { submitted, .. }| submitted);
        if logged.since == 0 {
            (logged.since, logged.counted_before) = (row.seq, counted.unwrap_or(true));
        }
        // An imported one has no row that submits it.
        logged.was_submitted |= counted.unwrap_or(false);
        logged.follow(link, project, review);
    }
    assignments
}

/// Compares each review with its newest row. `read`: the last run, if the reviews in the file are those that it read.
pub(super) fn report_reviews(
    finding: &mut Finding,
    event: &Bundle,
    found: &FoundChain<'_>,
    read: Option<&Run>,
) {
    let mut log = newest(found.chain.links());
    // As the last signed head has it. Later rows prove nothing; without a head, the log alone says what happened.
    let upto = usize::try_from(found.signed_up_to()).ok().filter(|rows| *rows > 0);
    let mut then = upto.and_then(|rows| found.chain.links().get(..rows)).map(newest);
    let mut unconfirmed = 0;
    let as_forgotten = report_forgotten_judges(finding, event, found);
    let imported = report_imported(finding, event, (found, &log), read) && as_forgotten;
    let (judges, ids) = (event.addresses(), event.project_ids());
    let known: HashSet<&str> = judges.values().copied().collect();
    // Such an event imported no reviews, so each has its rows.
    let is_created = found.chain.audit_rows().next().is_some_and(|row| row.action == "event.created");
    let (mut same, mut unlogged, mut unnamed, mut unknown, mut faults) = (0, 0, 0, 0, 0);
    let mut fail = |finding: &mut Finding, place: String, message: Found| {
        faults += 1;
        if faults <= MOST_FAULTS {
            finding.fail(Some(place), message);
        }
    };
    for (at, assignment) in event.assignments.iter().enumerate() {
        let reviewed = assignment.review.as_ref().is_some_and(|review| review.submitted_at.is_some());
        let logged = assignment.id.and_then(|id| Some((id, log.remove(&id)?)));
        let Some((id, logged)) = logged else {
            let aside = assignment.review.as_ref().is_some_and(|review| review.voided_submitted_at.is_some());
            if let Some(id) = assignment.id.filter(|_| is_created && (reviewed || aside)) {
                fail(finding, format!("assignments[{at}].review"), Found::NeverLogged { assignment: id });
                continue;
            }
            unlogged += usize::from(reviewed);
            unnamed += usize::from(assignment.id.is_none());
            continue;
        };
        let project = ids.get(assignment.project.as_str()).copied();
        let judge = judges.get(assignment.person.as_str()).copied().unwrap_or_default();
        let compare = |logged: &LoggedAssignment<'_>| {
            let other = logged.judge.filter(|logged| *logged != judge && known.contains(logged));
            match (other, &logged.review) {
                (Some(logged), Some((link, _))) => {
                    let change = ReviewChange::Judge { here: judge.to_owned(), logged: logged.to_owned() };
                    Some(("person", Found::Changed { assignment: id, row: link.row.seq, change }))
                }
                _ => difference(assignment, id, logged, project),
            }
        };
        let as_signed = then.as_mut().is_none_or(|then| match then.remove(&id) {
            Some(then) => compare(&then).is_none(),
            None => !reviewed,
        });
        unconfirmed += usize::from(!as_signed);
        // Names that were taken out of the log are covered by the row of that day.
        let by_nobody = logged.judge.is_some_and(|by| !by.is_empty() && !known.contains(by));
        unknown += usize::from(reviewed && by_nobody);
        match compare(&logged) {
            None => same += usize::from(logged.review.is_some()),
            Some((member, message)) => fail(finding, format!("assignments[{at}].{member}"), message),
        }
    }
    // The rest of the log is about assignments that the file does not hold, or holds without an id.
    let submitted = |(id, logged): (&i64, &LoggedAssignment<'_>)| {
        let (link, _) = logged.review.as_ref()?;
        logged.was_submitted.then_some((*id, link.row.seq))
    };
    let left: Vec<(i64, i64)> = log.iter().filter_map(submitted).collect();
    unconfirmed += then.iter().flatten().filter_map(submitted).count();
    if unnamed == 0 {
        for (assignment, row) in left {
            fail(finding, "assignments".to_owned(), Found::Missing { row, assignment });
        }
    } else if !left.is_empty() {
        finding.cannot_tell(Found::WithoutIds { reviews: left.len() });
    }
    if same > 0 && faults == 0 {
        finding.pass(Found::AsLogged { reviews: same });
    }
    if unconfirmed > 0 && faults == 0 {
        finding.cannot_tell(Found::NotConfirmed { reviews: unconfirmed });
    }
    // What a run read says whose the reviews are, and an account may have another address since.
    if unknown > 0 && read.is_none() {
        finding.leave_open(Found::JudgesNotAsLogged { reviews: unknown });
    }
    let signed = upto.is_some();
    match (unlogged, read.is_some()) {
        (0, _) => {}
        _ if imported => finding.pass(Found::AsImported { reviews: unlogged }),
        // The run's input covers their totals, and nothing covers which criterion got what.
        (_, true) => finding.leave_open(Found::ScoresNotLogged { reviews: unlogged }),
        (_, false) if signed => finding.cannot_tell(Found::NotLogged { reviews: unlogged }),
        (_, false) => finding.leave_open(Found::NotLogged { reviews: unlogged }),
    }
}

/// Compares the reviews that no row names with the digests in the row of the import. Whether they are those of the import. A judge who
/// deleted the account has another address since: then a run has to say whose they are.
fn report_imported(
    finding: &mut Finding,
    event: &Bundle,
    (found, log): (&FoundChain<'_>, &BTreeMap<i64, LoggedAssignment<'_>>),
    read: Option<&Run>,
) -> bool {
    let Some(record) = ImportRecord::of(found.chain) else { return false };
    let unlogged = |id: i64| !log.contains_key(&id);
    if scores_digest(event, unlogged).as_ref() != Some(&record.scores_digest) {
        // A review that was changed since has rows of its own, and none that hands it out; the first says that it counted before. After the
        // last signed row they prove nothing.
        let upto = found.signed_up_to();
        let changed = |last: i64| {
            log.values().any(|logged| !logged.handed_out && logged.counted_before && logged.since <= last)
        };
        if !changed(i64::MAX) {
            finding.fail(Some("assignments".to_owned()), Found::NotAsImported);
        } else if upto > 0 && !changed(upto) {
            finding.cannot_tell(Found::NotAsImported);
        }
        return false;
    }
    // Addresses are gone from a forgotten event, and the row of that day has a digest of its own.
    let forgotten = found.chain.forgetting().is_some_and(|forgetting| forgetting.judges_digest.is_some());
    if !forgotten && judges_digest(event, unlogged).as_ref() != Some(&record.judges_digest) {
        let tells = |run: &&Run| tells_judges(run) && read_all(run, event, unlogged) && is_logged(run, found);
        match read.filter(tells) {
            Some(run) => finding.pass(Found::JudgesAsRead { run: run.run }),
            None => finding.cannot_tell(Found::JudgesNotAsImported),
        }
    }
    true
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
fn is_logged(run: &Run, found: &FoundChain<'_>) -> bool {
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

/// Compares who gave which review with the row of forgetting, since no other row says so any more. Whether nothing differs.
fn report_forgotten_judges(finding: &mut Finding, event: &Bundle, found: &FoundChain<'_>) -> bool {
    let Some(logged) = found.chain.forgetting().and_then(|f| f.judges_digest.as_ref()) else { return true };
    let same = judges_digest(event, |_| true).as_ref() == Some(logged);
    if !same {
        finding.fail(Some("assignments".to_owned()), Found::JudgesNotAsForgotten);
    }
    same
}

/// The first member in which an assignment differs from the log.
fn difference(
    assignment: &BundleAssignment,
    id: i64,
    logged: &LoggedAssignment<'_>,
    project: Option<i64>,
) -> Option<(&'static str, Found)> {
    if let (Some(logged), Some(here)) = (logged.project, project)
        && logged != here
    {
        return Some(("project", Found::OtherProject { assignment: id, logged, here }));
    }
    let here = assignment.review.as_ref();
    let submitted_at = here.and_then(|review| review.submitted_at);
    let submission = logged.submission;
    let Some((link, logged)) = &logged.review else {
        return submitted_at.map(|_| ("review", Found::NeverLogged { assignment: id }));
    };
    let changed =
        |member, change| Some((member, Found::Changed { assignment: id, row: link.row.seq, change }));
    if logged.status != assignment.status || logged.submitted != submitted_at.is_some() {
        let (here, logged) = (assignment.status.clone(), logged.status.clone());
        return changed("status", ReviewChange::Status { here, logged });
    }
    // Without this, a bundle could say that a judge stepped aside where an organizer set the review aside.
    if logged.voided != assignment.voided_at.is_some() {
        return changed("voided_at", ReviewChange::SetAside { logged: logged.voided });
    }
    let none = Scores::new();
    let scores = here.map_or(&none, |review| &review.scores);
    let keys = scores.keys().chain(logged.scores.keys());
    if let Some(key) = keys.into_iter().find(|key| scores.get(*key) != logged.scores.get(*key)) {
        let (here, logged) = (scores.get(key).copied(), logged.scores.get(key).copied());
        return changed("review.scores", ReviewChange::Score { criterion: key.clone(), here, logged });
    }
    if here.is_some_and(|review| !review.comment.is_empty()) && logged.comment_sha256.is_none() {
        return changed("review.comment", ReviewChange::CommentAdded);
    }
    // A judge's account and an organizer's may be gone from a forgotten event.
    let entered = submission.filter(|link| !link.row.actor.is_empty());
    let entered = entered.map(|link| link.row.action == "review.entered");
    let here_entered = here.is_some_and(|review| review.entered_by.is_some());
    if let Some(logged) = entered.filter(|logged| *logged != here_entered) {
        return changed("review.entered_by", ReviewChange::Entered { logged });
    }
    // The database dates a review again with every submission. Without this, a bundle could claim an earlier moment, before the close.
    // One that was set aside keeps its moment.
    let kept = here.and_then(|review| review.voided_submitted_at);
    let moments = [("review.submitted_at", submitted_at), ("review.voided_submitted_at", kept)];
    let (member, here) = moments.into_iter().find_map(|(member, moment)| Some((member, moment?)))?;
    let logged = submission?.row.ts.parse::<DateTime<Utc>>().ok()?;
    if (here - logged).abs() <= SAVING {
        None
    } else {
        changed(member, ReviewChange::SubmittedAt { here, logged })
    }
}

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
        return report_totals_of_run(finding, event, run, chain.links());
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

/// Fails if the run read a total that, by the rubric in the file, no state of the review in the log or in the file has. Once anything was
/// reviewed, only the words of the rubric change.
fn report_totals_of_run(finding: &mut Finding, event: &Bundle, run: &Run, links: &[Link]) {
    let (judges, ids) = (event.addresses(), event.project_ids());
    let known: HashSet<&str> = judges.values().copied().collect();
    let (mut states, mut removed): (HashMap<i64, Vec<Scores>>, bool) = (HashMap::new(), false);
    for row in links.iter().map(|link| &link.row).filter(|row| row.object_type == "assignment") {
        removed |= row.action == REMOVED;
        let Ok(id) = row.object_id.parse() else { continue };
        for text in [&row.before, &row.after] {
            let said: Option<LoggedReview> = serde_json::from_str(text).ok();
            states.entry(id).or_default().extend(said.map(|review| review.scores));
        }
    }
    let here: HashMap<(i64, &str), &BundleAssignment> = event
        .assignments
        .iter()
        .filter_map(|a| Some(((*ids.get(a.project.as_str())?, *judges.get(a.person.as_str())?), a)))
        .collect();
    let named = event.assignments.iter().all(|assignment| assignment.id.is_some());
    let differs = |review: &Review| match here.get(&(review.project, review.judge.as_str())) {
        Some(assignment) => assignment.id.is_some_and(|id| {
            let own = assignment.review.as_ref().map(|here| &here.scores);
            let mut all = own.into_iter().chain(states.get(&id).into_iter().flatten());
            !all.any(|scores| weighted_total(&event.event.criteria, scores).0 == review.total_micro)
        }),
        // The account may have another address since.
        None => named && !removed && known.contains(review.judge.as_str()),
    };
    // The first says enough.
    let Some(review) = run.input.iter().filter_map(InputLine::review).find(differs) else { return };
    let project = review.project;
    finding.fail(Some(format!("project {project}")), Found::ChangedSinceRun { project, run: run.run });
}
