//! The newest state of each review, as the rows of a log have it.

use super::handed_out::{DealtPairs, HandedOut};
use super::log_row::Link;
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::prelude::*;
use crate::rubric::Scores;

/// The action of the row after which an assignment is gone.
pub(super) const REMOVED: &str = "assignment.removed";

/// A review as the log holds it.
#[derive(Debug, Deserialize)]
pub(super) struct LoggedReview {
    pub(super) status: String,
    pub(super) submitted: bool,
    /// Since when; the state before a row says so, and that after a review was taken back, but none in rows of earlier versions.
    #[serde(default)]
    pub(super) submitted_at: Option<DateTime<Utc>>,
    pub(super) scores: Scores,
    pub(super) comment_sha256: Option<String>,
    /// Whether it was set aside: by an organizer, or with its project.
    #[serde(default)]
    pub(super) voided: bool,
}

/// Who reviews what, as the row of an assignment or of its review holds it.
#[derive(Debug, Deserialize)]
struct LoggedPair {
    project: i64,
    /// Their number. Rows of earlier versions about a review lack it, and so do those that hand a project to somebody who was only invited.
    judge: Option<i64>,
}

/// Whose account a row names by its number: that of an accepted invitation who accepted it, that of a merge which account stays.
#[derive(Debug, Deserialize)]
struct LoggedPerson {
    person: i64,
}

/// The assignments from which judges were recused, in the row of a conflict, of a list that named judges as members of teams, of a merge
/// of accounts that made a conflict theirs, or of a project that was withdrawn. Their reviews are drafts since.
#[derive(Debug, Deserialize)]
struct LoggedRecusals {
    recused: Vec<i64>,
    /// Since when those reviews had been submitted that were; rows of earlier versions do not say.
    counted_since: Option<BTreeMap<i64, DateTime<Utc>>>,
}

/// What a row says of the assignments that came back with a project which had been withdrawn.
#[derive(Debug, Deserialize)]
struct LoggedRestoration {
    /// Their reviews are submitted again.
    counted_again: Vec<i64>,
    /// They are still to come.
    given_back: Vec<i64>,
}

/// What there was of an assignment before its first row.
#[derive(Debug, Default)]
pub(super) enum Origin {
    /// This, as that row says.
    Logged(LoggedReview),
    /// What the file has still, submitted since then, or since when the file says: it was recused, or set aside with its project.
    Kept(Option<DateTime<Utc>>),
    /// The row does not say.
    #[default]
    Unknown,
}

/// What the log holds about one assignment.
#[derive(Debug, Default)]
pub(super) struct LoggedAssignment<'l> {
    /// Its first row.
    pub(super) since: i64,
    /// What there was before that.
    pub(super) origin: Origin,
    /// Whether a row of its own hands it out: an organizer's, or that of a judge who took it. None does where an import or a plan made it.
    pub(super) handed_out: bool,
    /// The row by which it came to be; several where it can be any of them, and none where no row says it.
    pub(super) came_by: Vec<HandedOut<'l>>,
    /// The project, if a row names it.
    pub(super) project: Option<i64>,
    /// The judge's number, if a row names it. After a merge, that of the account that stayed.
    pub(super) number: Option<i64>,
    /// The newest row with a review, and that review; none before anything was saved.
    pub(super) review: Option<(&'l Link, LoggedReview)>,
    /// The address of its judge: who saved it last as its judge, since nobody else can (what an organizer enters or sets aside has another
    /// action), or who took the project. Otherwise the address of that number in another such row, in that of their invitation, or in that by which
    /// they deleted the account. It is empty once they are gone from the log, and missing if no row says it.
    pub(super) judge: Option<&'l str>,
    /// The row that submitted it last, unless it was saved as a draft since. Setting it aside and taking that back change no date.
    pub(super) submission: Option<&'l Link>,
    /// Whether it was ever submitted. Such a review is never removed: set aside or a draft again, it stays in the file.
    pub(super) was_submitted: bool,
}

impl LoggedAssignment<'_> {
    fn begun(since: i64, origin: Origin) -> Self {
        Self { since, origin, ..Self::default() }
    }
}

/// What the log holds about assignments, by their ids.
pub(super) type LoggedAssignments<'l> = BTreeMap<i64, LoggedAssignment<'l>>;

/// What the rows of a log say of assignments and judges, read once for all that is compared with it.
#[derive(Debug, Default)]
pub(super) struct ReadLog<'l> {
    /// The newest state of each assignment.
    pub(super) assignments: LoggedAssignments<'l>,
    /// How assignments came to be that rows name by their pairs.
    pub(super) dealt: DealtPairs<'l>,
    /// The numbers of who accepted an invitation, by their addresses.
    accepted: HashMap<&'l str, i64>,
}

impl<'l> ReadLog<'l> {
    /// Reads the rows.
    pub(super) fn of(links: &'l [Link]) -> Self {
        let mut read = Self::default();
        let mut addresses: HashMap<i64, &str> = HashMap::new();
        let mut is_forgotten = false;
        for link in links {
            let (row, assignments) = (&link.row, &mut read.assignments);
            is_forgotten |= row.action == "event.forgotten";
            // Stand-ins are merged with nobody.
            let merges = row.action == "person.merged" && !is_forgotten;
            match (row.object_type.as_str(), row.action.as_str()) {
                ("assignment", _) => follow(assignments, link),
                ("event", "conflict.declared" | "assignment.imported" | "project.imported")
                | ("project", "project.withdrawn") => recuse(assignments, row),
                ("person", "person.merged") => {
                    recuse(assignments, row);
                    if merges {
                        merge(assignments, row);
                    }
                }
                ("project", "project.restored") => restore(assignments, row),
                ("person", "person.left") => addresses.extend(left(row)),
                _ => {}
            }
            if merges || row.action != "person.merged" {
                read.dealt.read(row);
            }
            if let Some((person, by)) = accepted(row) {
                addresses.insert(person, by);
                read.accepted.insert(by, person);
                read.dealt.come_in(person, row);
            }
        }
        addresses.extend(read.assignments.values().filter_map(|logged| logged.number.zip(logged.judge)));
        for logged in read.assignments.values_mut() {
            logged.judge = logged.judge.or_else(|| addresses.get(&logged.number?).copied());
            let pair = logged.number.zip(logged.project);
            // A row of its own says it for good.
            if let (true, Some((judge, project))) = (logged.came_by.is_empty(), pair) {
                logged.came_by = read.dealt.of(judge, project).to_vec();
            }
        }
        read
    }

    /// The numbers of people of a file, by their refs, as far as rows give them one: those of their reviews, and of who accepted an
    /// invitation.
    pub(super) fn numbers_of<'f>(&self, event: &'f Bundle) -> HashMap<&'f str, i64> {
        let by_address = event.people.iter().filter_map(|person| {
            Some((person.reference.as_str(), *self.accepted.get(person.email.as_str())?))
        });
        // Accounts may have become one since.
        let by_review = event.assignments.iter().filter_map(|assignment| {
            Some((assignment.person.as_str(), self.assignments.get(&assignment.id?)?.number?))
        });
        by_address.chain(by_review).collect()
    }
}

/// The number and the address of who accepted an invitation, in the row that says so.
pub(super) fn accepted(row: &AuditRow) -> Option<(i64, &str)> {
    let said = Some(row).filter(|row| row.action == "invitation.accepted")?;
    let LoggedPerson { person } = serde_json::from_str(&said.after).ok()?;
    Some((person, said.actor.as_str()))
}

/// The number and the address of who deleted the account, in the row that says so.
pub(super) fn left(row: &AuditRow) -> Option<(i64, &str)> {
    let said = (row.object_type.as_str(), row.action.as_str()) == ("person", "person.left");
    let number = row.object_id.parse().ok().filter(|_| said && !row.actor.is_empty())?;
    Some((number, row.actor.as_str()))
}

/// Gives what was one account's to the one that it was merged into.
fn merge(assignments: &mut LoggedAssignments<'_>, row: &AuditRow) {
    let (Ok(gone), Ok(LoggedPerson { person })) =
        (row.object_id.parse::<i64>(), serde_json::from_str(&row.after))
    else {
        return;
    };
    for logged in assignments.values_mut().filter(|logged| logged.number == Some(gone)) {
        logged.number = Some(person);
        // Who took the project is gone. An account that has reviewed is merged into no other.
        if logged.review.is_none() {
            logged.judge = None;
        }
    }
}

/// Takes over what a row of an assignment says.
fn follow<'l>(assignments: &mut LoggedAssignments<'l>, link: &'l Link) {
    let row = &link.row;
    let Ok(id) = row.object_id.parse::<i64>() else { return };
    if row.action == REMOVED {
        assignments.remove(&id);
        return;
    }
    let pair: Option<LoggedPair> = serde_json::from_str(&row.after).ok();
    let review: Option<LoggedReview> = serde_json::from_str(&row.after).ok();
    // The rows of a judge's note and of a visit say nothing of the review.
    if pair.is_none() && review.is_none() {
        return;
    }
    let before: Option<LoggedReview> = serde_json::from_str(&row.before).ok();
    let counted = before.as_ref().is_some_and(|before| before.submitted);
    let logged = assignments.entry(id).or_insert_with(|| LoggedAssignment::begun(row.seq, Origin::default()));
    // Nothing changed until the first row of its own, or that which does not find it set aside.
    let kept = if let Origin::Kept(since) = logged.origin { Some(since) } else { None };
    if let Some(before) = before.filter(|b| logged.since == row.seq || (kept.is_some() && !b.voided)) {
        logged.origin = Origin::Logged(match kept.flatten() {
            Some(since) => LoggedReview { submitted: true, submitted_at: Some(since), ..before },
            None => before,
        });
    }
    let is_pulled = row.action == "assignment.pulled";
    logged.handed_out |= is_pulled || row.action == "assignment.created";
    if is_pulled {
        logged.judge = Some(row.actor.as_str());
    }
    if let Some(came_by) = HandedOut::of(row) {
        logged.came_by = vec![came_by];
    }
    if let Some(LoggedPair { project, judge }) = pair {
        (logged.project, logged.number) = (Some(project), judge.or(logged.number));
    }
    // An imported one has no row that submits it.
    logged.was_submitted |= counted;
    let Some(review) = review else { return };
    match row.action.as_str() {
        "review.saved" => (logged.judge, logged.submission) = (Some(row.actor.as_str()), None),
        "review.submitted" => (logged.judge, logged.submission) = (Some(row.actor.as_str()), Some(link)),
        "review.entered" => logged.submission = Some(link),
        _ => {}
    }
    logged.was_submitted |= review.submitted;
    logged.review = Some((link, review));
}

/// Takes over what a row says of the assignments from which judges were recused.
fn recuse(assignments: &mut LoggedAssignments<'_>, row: &AuditRow) {
    let Ok(LoggedRecusals { recused, counted_since }) = serde_json::from_str(&row.after) else { return };
    let is_withdrawn = row.object_type == "project";
    for id in recused {
        let origin = match &counted_since {
            _ if is_withdrawn => Origin::Kept(None),
            Some(since) => Origin::Kept(since.get(&id).copied()),
            None => Origin::Unknown,
        };
        let logged = assignments.entry(id).or_insert_with(|| LoggedAssignment::begun(row.seq, origin));
        if let Some((_, review)) = &mut logged.review {
            // A project's withdrawal sets the submitted ones aside.
            review.voided |= is_withdrawn && review.submitted;
            (review.status, review.submitted) = ("recused".to_owned(), false);
        }
    }
}

/// Takes over what the row of a project that came back says of its assignments.
fn restore(assignments: &mut LoggedAssignments<'_>, row: &AuditRow) {
    let Ok(LoggedRestoration { counted_again, given_back }) = serde_json::from_str(&row.after) else {
        return;
    };
    let back = counted_again.into_iter().map(|id| (id, true));
    for (id, counts) in back.chain(given_back.into_iter().map(|id| (id, false))) {
        match assignments.get_mut(&id) {
            Some(LoggedAssignment { review: Some((_, review)), .. }) => {
                review.status = if counts { "done" } else { "pending" }.to_owned();
                (review.submitted, review.voided) = (counts, false);
            }
            // Only the withdrawal named it: it is again as an import or a plan made it.
            Some(LoggedAssignment { handed_out: false, .. }) => drop(assignments.remove(&id)),
            _ => {}
        }
    }
}

/// The rows by which projects came back that an import had brought withdrawn, each with the assignments whose reviews count since then.
/// A project that is withdrawn and restored once more has other rows, of which none is here.
pub(super) fn came_back(links: &[Link]) -> Vec<(&AuditRow, HashSet<i64>)> {
    let (mut left, mut back) = (HashSet::new(), Vec::new());
    for row in links.iter().map(|link| &link.row).filter(|row| row.object_type == "project") {
        match row.action.as_str() {
            "project.withdrawn" => {
                let said: Option<LoggedRecusals> = serde_json::from_str(&row.after).ok();
                left.extend(said.into_iter().flat_map(|said| said.recused));
            }
            "project.restored" => {
                let said: Option<LoggedRestoration> = serde_json::from_str(&row.after).ok();
                let again = said.into_iter().flat_map(|said| said.counted_again);
                back.push((row, again.filter(|id| !left.contains(id)).collect()));
            }
            _ => {}
        }
    }
    back
}
