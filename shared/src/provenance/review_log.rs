//! Compares each review in a bundle with its newest row of the log in the same file.

use super::bundle::Run;
use super::deleted_judges::{EarlierAddresses, Numbers};
use super::findings::Finding;
use super::handed_out::{DealtPairs, HandedOut};
use super::imported_reviews::{is_logged, report_imported};
use super::logged_reviews::{LoggedAssignment, Origin, ReadLog};
use super::messages::{ReviewChange, ReviewMessage as Found};
use super::report_log::FoundChain;
use super::review_digests::judges_digest;
use crate::bundle::{Bundle, BundleAssignment};
use crate::names::is_deleted_address;
use crate::prelude::*;
use crate::rubric::Scores;
use chrono::{DateTime, TimeDelta, Utc};

/// Most reviews that are named as changed.
const MOST_FAULTS: usize = 10;

/// How far a review's moment may be from that of its row. Both are written in one transaction, which ends within a minute.
pub(super) const SAVING: TimeDelta = TimeDelta::minutes(1);

/// The people of a file, by whom its reviews are.
struct People<'f> {
    /// The address of each, by ref.
    addresses: HashMap<&'f str, &'f str>,
    known: HashSet<&'f str>,
    numbers: &'f Numbers<'f>,
}

impl<'f> People<'f> {
    fn of(event: &'f Bundle, numbers: &'f Numbers<'f>) -> Self {
        let addresses = event.addresses();
        Self { known: addresses.values().copied().collect(), addresses, numbers }
    }

    /// Somebody's address; empty where the file does not say it.
    fn address(&self, reference: &str) -> &'f str {
        self.addresses.get(reference).copied().unwrap_or_default()
    }

    /// Whether the address in a row is another person's than the one in the file. An address never changes, unless the account was deleted:
    /// an account that has reviewed is merged into no other, and a merge moves nobody's name from what they entered. Addresses that were
    /// taken out of the log say nothing. `row`: the one that has the address.
    fn are_two(&self, logged: &str, here: &str, row: i64) -> bool {
        let is_somebody = || self.known.contains(logged) && !self.numbers.were_one(here, logged, row);
        !logged.is_empty() && logged != here && (!is_deleted_address(here) || is_somebody())
    }
}

/// The judges of a file by their numbers in the log: each number is one person, and each person has one number.
#[derive(Default)]
struct Judges<'f> {
    /// Whose a number is, and by which assignment.
    people: HashMap<i64, (&'f str, i64)>,
    /// The number of a person, and by which assignment.
    numbers: HashMap<&'f str, (i64, i64)>,
}

impl<'f> Judges<'f> {
    /// How an assignment differs from one before it, by the same person or of the same number.
    fn difference(
        &mut self,
        assignment: &'f BundleAssignment,
        id: i64,
        number: Option<i64>,
    ) -> Option<(&'static str, Found)> {
        let (person, number) = (assignment.person.as_str(), number?);
        let other = self.people.insert(number, (person, id)).filter(|(known, _)| *known != person);
        let same = self.numbers.insert(person, (number, id)).filter(|(known, _)| *known != number);
        let other = other.map(|(_, other)| other).or(same.map(|(_, other)| other))?;
        Some(("person", Found::JudgesMixed { assignment: id, other }))
    }
}

/// What came of the reviews of a file.
#[derive(Default)]
struct Tally<'f> {
    faults: usize,
    /// They are as the log says.
    same: usize,
    /// No row names them.
    unlogged: usize,
    /// Assignments without an id.
    unnamed: usize,
    /// Those of them that have a review, where each review has its rows.
    unfound: usize,
    /// They differ from what the last signed row says, or it does not know them.
    unconfirmed: usize,
    /// The log says that their judge is somebody whom the file does not have.
    unknown: usize,
    /// Entered for a judge whom the log does not name.
    nameless: usize,
    /// People whom the file has as deleted accounts, and no row does.
    unshown: HashSet<&'f str>,
}

impl Tally<'_> {
    fn fail(&mut self, finding: &mut Finding, place: String, message: Found) {
        self.faults += 1;
        if self.faults <= MOST_FAULTS {
            finding.fail(Some(place), message);
        }
    }

    /// Counts an assignment that no row names, or that has no id. `is_due`: it has a review, and each review has its rows.
    fn without_row(
        &mut self,
        finding: &mut Finding,
        (at, id): (usize, Option<i64>),
        (reviewed, is_due): (bool, bool),
    ) {
        if let Some(id) = id.filter(|_| is_due) {
            let place = format!("assignments[{at}].review");
            return self.fail(finding, place, Found::NeverLogged { assignment: id });
        }
        self.unlogged += usize::from(reviewed && !is_due);
        self.unnamed += usize::from(id.is_none());
        self.unfound += usize::from(is_due);
    }

    /// Says what each number means. `uncovered`: how many of those that no row names the row of an import does not cover, where it covers any.
    fn say(self, finding: &mut Finding, uncovered: Option<usize>, is_read: bool, is_signed: bool) {
        if self.same > 0 && self.faults == 0 {
            finding.pass(Found::AsLogged { reviews: self.same });
        }
        if self.unconfirmed > 0 && self.faults == 0 {
            finding.cannot_tell(Found::NotConfirmed { reviews: self.unconfirmed });
        }
        if !self.unshown.is_empty() {
            finding.cannot_tell(Found::DeletionsNotLogged { people: self.unshown.len() });
        }
        if self.unknown > 0 {
            finding.leave_open(Found::JudgesNotAsLogged { reviews: self.unknown });
        }
        if self.nameless > 0 {
            finding.leave_open(Found::JudgesNotLogged { reviews: self.nameless });
        }
        let imported = uncovered.map_or(0, |uncovered| self.unlogged - uncovered);
        if imported > 0 {
            finding.pass(Found::AsImported { reviews: imported });
        }
        match self.unlogged - imported {
            0 => {}
            // The run's input covers their totals, and nothing covers which criterion got what.
            reviews if is_read => finding.leave_open(Found::ScoresNotLogged { reviews }),
            reviews if is_signed => finding.cannot_tell(Found::NotLogged { reviews }),
            reviews => finding.leave_open(Found::NotLogged { reviews }),
        }
    }
}

/// Compares each review with its newest row. `read`: the last run, if the reviews in the file are those that it read; and the addresses by
/// which other runs knew its judges.
pub(super) fn report_reviews<'f>(
    finding: &mut Finding,
    event: &'f Bundle,
    found: &FoundChain<'_>,
    (read, earlier): (Option<&Run>, &EarlierAddresses<'_>),
) {
    let log = &found.read.assignments;
    // As the last signed head has it. Later rows prove nothing; without a head, the log alone says what happened.
    let upto = found.signed_before_others().and_then(|rows| usize::try_from(rows).ok());
    let then = upto.and_then(|rows| found.chain.links().get(..rows)).map(ReadLog::of);
    let forgetting = found.chain.forgetting();
    let has_no_words = forgetting.is_some();
    let forgotten = forgetting.is_some_and(|forgetting| forgetting.judges_digest.is_some());
    let as_forgotten = report_forgotten_judges(finding, event, found);
    let imported = report_imported(finding, event, (found, log), (read, earlier)).filter(|_| as_forgotten);
    let (people, ids) = (People::of(event, &earlier.numbers), event.project_ids());
    let merged_by =
        |last: usize| found.chain.audit_rows().take(last).any(|row| row.action == "person.merged");
    let (merged, merged_then) = (merged_by(usize::MAX), upto.is_none_or(merged_by));
    let lines = read.into_iter().flat_map(|run| &run.input);
    let of_run: HashSet<(i64, &str)> = lines.map(|line| (line.0, line.2.as_str())).collect();
    // A logged run that read them by the address in the file says that it is theirs.
    let is_run_logged = read.is_some_and(|run| is_logged(run, found));
    let of_logged_run: HashSet<&str> = of_run.iter().filter(|_| is_run_logged).map(|(_, by)| *by).collect();
    // Such an event imported no reviews, so each has its rows.
    let is_created = found.chain.is_of_created_event();
    let (mut judges, mut judges_then) = (Judges::default(), Judges::default());
    let (mut tally, mut untouched) = (Tally::default(), Vec::new());
    for (at, assignment) in event.assignments.iter().enumerate() {
        let reviewed = assignment.review.as_ref().is_some_and(|review| review.submitted_at.is_some());
        let aside = assignment.review.as_ref().is_some_and(|review| review.voided_submitted_at.is_some());
        let judge = people.address(&assignment.person);
        // Whom only an earlier run shows by the address that the row of the import has.
        let had = earlier.addresses.get(judge).filter(|_| imported.as_ref().is_some_and(|i| i.by_earlier));
        let is_unshown = had.is_some_and(|had| earlier.is_unshown(judge, had));
        if (reviewed || aside) && is_unshown && !of_logged_run.contains(judge) {
            tally.unshown.insert(judge);
        }
        let logged = assignment.id.and_then(|id| Some((id, log.get(&id)?)));
        let Some((id, logged)) = logged else {
            let is_due = is_created && (reviewed || aside);
            tally.without_row(finding, (at, assignment.id), (reviewed, is_due));
            untouched.push((at, assignment));
            continue;
        };
        let project = ids.get(assignment.project.as_str()).copied();
        let compare = |logged: &LoggedAssignment<'_>, merged: bool, judges: &mut Judges<'f>| {
            let by = By { judge, people: &people, merged };
            difference(assignment, id, logged, (project, has_no_words))
                .or_else(|| by.difference(assignment, id, logged))
                .or_else(|| judges.difference(assignment, id, logged.number))
        };
        let mut is_nameless = is_entered_for_nobody(logged);
        let as_signed = then.as_ref().is_none_or(|then| match then.assignments.get(&id) {
            Some(then) => {
                is_nameless |= is_entered_for_nobody(then);
                compare(then, merged_then, &mut judges_then).is_none()
            }
            None => !reviewed && !aside,
        });
        tally.unconfirmed += usize::from(!as_signed);
        // Names that were taken out of the log are covered by the row of that day, and what a run read says whose those reviews are.
        let by_nobody = logged.judge.is_some_and(|by| !by.is_empty() && !people.known.contains(by));
        let is_of_run = project.is_some_and(|project| of_run.contains(&(project, judge)));
        let is_read = is_of_run || earlier.has(judge, logged.judge);
        if (reviewed || aside) && !forgotten {
            let by = logged.judge.filter(|_| !(is_of_run && is_run_logged));
            let entered = entered(assignment, logged).map(|(here, by)| (people.address(here), by));
            let both = by.map(|by| (judge, by)).into_iter().chain(entered);
            let unshown = both.filter(|(here, by)| earlier.is_unshown(here, by));
            tally.unshown.extend(unshown.map(|(here, _)| here));
        }
        tally.unknown += usize::from((reviewed || aside) && by_nobody && !is_read);
        tally.nameless += usize::from((reviewed || aside) && !is_read && !forgotten && is_nameless);
        match compare(logged, merged, &mut judges) {
            None => tally.same += usize::from(logged.review.is_some()),
            Some((member, message)) => {
                tally.fail(finding, format!("assignments[{at}].{member}"), message);
            }
        }
    }
    let signed = then.as_ref().map_or(&found.read.dealt, |then| &then.dealt);
    report_untouched(finding, &mut tally, (event, &untouched), (found, signed));
    // The rest of the log is about assignments that the file does not hold, or holds without an id.
    let here: HashSet<i64> = event.assignments.iter().filter_map(|assignment| assignment.id).collect();
    let submitted = |(id, logged): (&i64, &LoggedAssignment<'_>)| {
        let (link, _) = logged.review.as_ref()?;
        let is_compared = here.contains(id) && log.contains_key(id);
        (logged.was_submitted && !is_compared).then_some((*id, link.row.seq))
    };
    let left: Vec<(i64, i64)> = log.iter().filter_map(submitted).collect();
    tally.unconfirmed += then.iter().flat_map(|then| &then.assignments).filter_map(submitted).count();
    if tally.unnamed == 0 {
        for (assignment, row) in left {
            tally.fail(finding, "assignments".to_owned(), Found::Missing { row, assignment });
        }
    } else if !left.is_empty() || tally.unfound > 0 {
        finding.cannot_tell(Found::WithoutIds { reviews: left.len().max(tally.unfound) });
    }
    tally.say(finding, imported.map(|i| i.uncovered), read.is_some(), found.signed_up_to() > 0);
}

/// Compares how those assignments came to be of which no row says anything but that, where the log tells the number of their judge. `signed`:
/// as the rows up to the last signed one say.
fn report_untouched(
    finding: &mut Finding,
    tally: &mut Tally<'_>,
    (event, untouched): (&Bundle, &[(usize, &BundleAssignment)]),
    (found, signed): (&FoundChain<'_>, &DealtPairs<'_>),
) {
    let (ids, numbers) = (event.project_ids(), found.read.numbers_of(event));
    let mut unconfirmed = None;
    for (at, assignment) in untouched {
        let number = numbers.get(assignment.person.as_str()).copied();
        let pair = number.zip(ids.get(assignment.project.as_str()).copied());
        let (Some(id), Some((judge, project))) = (assignment.id, pair) else { continue };
        let other = |dealt: &DealtPairs<'_>| came_otherwise(assignment, id, dealt.of(judge, project));
        if let Some((member, message)) = other(&found.read.dealt) {
            tally.fail(finding, format!("assignments[{at}].{member}"), message);
        } else if let Some((_, message)) = other(signed) {
            unconfirmed.get_or_insert(message);
        }
    }
    // The first says enough.
    if let Some(message) = unconfirmed {
        finding.cannot_tell(message);
    }
}

/// Who entered a review, as the file and its row have them.
fn entered<'a>(
    assignment: &'a BundleAssignment,
    logged: &LoggedAssignment<'a>,
) -> Option<(&'a str, &'a str)> {
    let here = assignment.review.as_ref()?.entered_by.as_deref()?;
    let row = logged.submission.map(|link| &link.row).filter(|row| row.action == "review.entered")?;
    Some((here, row.actor.as_str()))
}

/// Whether an organizer entered a review whose judge the log does not name by an address. The row of an import covers those that it brought.
fn is_entered_for_nobody(logged: &LoggedAssignment<'_>) -> bool {
    let entered = logged.submission.is_some_and(|link| link.row.action == "review.entered");
    let imported = matches!(&logged.origin, Origin::Logged(was) if was.submitted);
    entered && !imported && logged.judge.is_none()
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

/// By whom a file says that a review is, and what its rows are compared with.
struct By<'p> {
    /// The judge's address.
    judge: &'p str,
    people: &'p People<'p>,
    /// Whether accounts were merged.
    merged: bool,
}

impl By<'_> {
    /// How the file and the log differ about who gave a review, entered it, or ended the assignment.
    fn difference(
        &self,
        assignment: &BundleAssignment,
        id: i64,
        logged: &LoggedAssignment<'_>,
    ) -> Option<(&'static str, Found)> {
        let (link, _) = logged.review.as_ref()?;
        let is_anothers = |by: &str| self.people.are_two(by, self.judge, link.row.seq);
        let changed =
            |member, change| Some((member, Found::Changed { assignment: id, row: link.row.seq, change }));
        if let Some(by) = logged.judge.filter(|by| is_anothers(by)) {
            let change = ReviewChange::Judge { here: self.judge.to_owned(), logged: by.to_owned() };
            return changed("person", change);
        }
        if let (Some((here, by)), Some(link)) = (entered(assignment, logged), logged.submission)
            && self.people.are_two(by, self.people.address(here), link.row.seq)
        {
            let (here, logged) = (self.people.address(here).to_owned(), by.to_owned());
            return changed("review.entered_by", ReviewChange::EnteredBy { here, logged });
        }
        // Who is recused by somebody else was taken off, as long as nothing else ended it. After a merge, the judge may have been somebody
        // else: an account without a review goes with what was taken from it.
        let actor = Some(&link.row).filter(|row| row.action == "assignment.recused" && !self.merged);
        let actor = actor.map(|row| &row.actor);
        let taken_off = actor.and_then(|by| match by.as_str() {
            own if own == self.judge => Some(false),
            other => is_anothers(other).then_some(true),
        });
        let taken_off = taken_off.filter(|logged| *logged != assignment.taken_off);
        taken_off.and_then(|logged| changed("taken_off", ReviewChange::TakenOff { logged }))
    }
}

/// Whether an assignment came to be in another way, or at another time, than by one of these rows.
fn came_otherwise(
    assignment: &BundleAssignment,
    id: i64,
    came_by: &[HandedOut<'_>],
) -> Option<(&'static str, Found)> {
    let HandedOut { row, source, .. } = *came_by.last()?;
    let mut of_source = came_by.iter().filter(|came| came.source == assignment.source).peekable();
    if of_source.peek().is_none() {
        let (logged, here) = (source.to_owned(), assignment.source.clone());
        return Some(("source", Found::OtherSource { assignment: id, logged, here }));
    }
    // Every export says when. Without this, a bundle could leave out a moment that differs.
    let is_dated = |came: &HandedOut<'_>| {
        let is_then =
            |logged: DateTime<Utc>| assignment.created_at.is_some_and(|here| (here - logged).abs() <= SAVING);
        came.at.is_none_or(is_then)
    };
    (!of_source.any(is_dated)).then_some(("created_at", Found::OtherMoment { assignment: id, row }))
}

/// The first member in which an assignment differs from the log. `forgotten`: what people wrote is gone from the file.
fn difference(
    assignment: &BundleAssignment,
    id: i64,
    logged: &LoggedAssignment<'_>,
    (project, forgotten): (Option<i64>, bool),
) -> Option<(&'static str, Found)> {
    if let (Some(logged), Some(here)) = (logged.project, project)
        && logged != here
    {
        return Some(("project", Found::OtherProject { assignment: id, logged, here }));
    }
    if let Some(other) = came_otherwise(assignment, id, &logged.came_by) {
        return Some(other);
    }
    let here = assignment.review.as_ref();
    let submitted_at = here.and_then(|review| review.submitted_at);
    let (submission, origin) = (logged.submission, &logged.origin);
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
    // Forgetting takes every comment out of the file, and no digest out of the log.
    let (has_comment, said) =
        (here.is_some_and(|review| !review.comment.is_empty()), logged.comment_sha256.is_some());
    if has_comment != said && (has_comment || !forgotten) {
        return changed("review.comment", ReviewChange::Comment { logged: said });
    }
    let entered = submission.map(|link| (link.row.action == "review.entered", link.row.actor.is_empty()));
    let here_entered = here.is_some_and(|review| review.entered_by.is_some());
    // The organizer who entered it may be gone from a forgotten event.
    if let Some((logged, _)) =
        entered.filter(|(logged, forgotten)| *logged != here_entered && (here_entered || !forgotten))
    {
        return changed("review.entered_by", ReviewChange::Entered { logged });
    }
    // The database dates a review again with every submission. Without this, a bundle could claim an earlier moment, before the close.
    // One that was set aside keeps its moment.
    let kept = here.and_then(|review| review.voided_submitted_at);
    let moments = [("review.submitted_at", submitted_at), ("review.voided_submitted_at", kept)];
    let (member, here) = moments.into_iter().find_map(|(member, moment)| Some((member, moment?)))?;
    // One that no row submitted has the moment that its rows say.
    let was = if let Origin::Logged(review) = origin { review.submitted_at } else { None };
    let (logged, saving) = match submission {
        Some(link) => (link.row.ts.parse::<DateTime<Utc>>().ok()?, SAVING),
        None => (logged.submitted_at.or(was)?, TimeDelta::zero()),
    };
    if (here - logged).abs() <= saving {
        None
    } else {
        changed(member, ReviewChange::SubmittedAt { here, logged })
    }
}
