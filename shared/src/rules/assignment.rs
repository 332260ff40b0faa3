//! Assignments: which judge has which project, and who changes that.

use super::facts::{AssignmentFacts, AssignmentStatus};
use super::prelude::*;

acts! {
    /// Read one's own assignment and the review kept with it.
    ReadAssignment on OwnAssignment, Yes => own;
    /// Take another project to judge, with nothing left but visits that were marked as missed.
    PullProject on Event by (EventId, PersonId), Yes => pull;
    /// Step aside from a project, or set a judge aside.
    Recuse on Assignment, Yes => recuse;
    /// Give a recused judge the project back.
    Reinstate on Assignment, Yes => reinstate;
    /// Read who judges what.
    ReadAssignments on Event, Yes => read_all;
    /// Watch how far projects, judges and prizes are while judging runs.
    WatchBoard on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Progress);
    /// Give a judge a project.
    Assign on Event, Yes => assign;
    /// Take a project that nobody has reviewed away from its judge.
    Unassign on Assignment, Yes => unassign;
    /// Write a plan of who judges what, and take the last one back.
    PlanAssignments on Event, Yes => assign;
}

/// An assignment is its judge's.
pub(super) fn own(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    found(asked.facts.assignment.is_some_and(|a| a.mine))
}

/// A judge of the event takes another project while reviews can be saved and results are not out.
fn pull(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.judge, Reason::EventJudgesOnly)?;
    asked.judging_open()?;
    asked.unpublished()
}

/// A judge steps aside until judging closes. Until publication an organizer without a conflict sets any judge aside; one
/// who judges steps aside as any judge does.
fn recuse(asked: &Question<'_>) -> Verdict {
    let assignment = known(asked)?;
    let organizes = asked.facts.acts_as_organizer(asked.signed_in()?);
    let as_judge = assignment.mine && (asked.facts.takes_part() || !organizes);
    if !as_judge {
        asked.unconflicted_organizer(Withheld::Assignments)?;
    }
    asked.unpublished()?;
    if as_judge && asked.facts.event.judging.is_over(asked.now) {
        asked.judging_open()?;
    }
    require(assignment.status != AssignmentStatus::Recused, already(assignment))
}

/// Why a judge does nothing on a project from which they are recused.
pub(super) fn aside(assignment: AssignmentFacts) -> Reason {
    match assignment {
        AssignmentFacts { ended_with_project: true, .. } => Reason::Withdrawn,
        AssignmentFacts { voided: true, .. } => Reason::Voided,
        AssignmentFacts { taken_off: true, .. } => Reason::TakenOff,
        _ => Reason::RecusedSelf,
    }
}

/// Why nobody is taken off a project, and no review of it is entered, where its judge is recused.
pub(super) fn already(assignment: AssignmentFacts) -> Reason {
    match aside(assignment) {
        Reason::TakenOff | Reason::RecusedSelf => Reason::RecusedAlready,
        why => why,
    }
}

fn reinstate(asked: &Question<'_>) -> Verdict {
    let assignment = known(asked)?;
    asked.unconflicted_organizer(Withheld::Assignments)?;
    asked.unpublished()?;
    require(!assignment.voided, Reason::Voided)?;
    require(assignment.status == AssignmentStatus::Recused, Reason::NotRecused)
}

fn read_all(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)
}

/// What was reviewed stays. A judge who stepped aside stays aside: without the row, a plan could pair the two again.
fn unassign(asked: &Question<'_>) -> Verdict {
    let assignment = known(asked)?;
    assign(asked)?;
    require(assignment.status != AssignmentStatus::Recused, already(assignment))?;
    require(assignment.status != AssignmentStatus::Done, Reason::HasReview)
}

fn assign(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)?;
    asked.unpublished()
}

/// The assignment, for its own judge and for organizers; for anybody else there is none.
pub(super) fn known(asked: &Question<'_>) -> Result<AssignmentFacts, Refusal> {
    let organizes = asked.facts.acts_as_organizer(asked.signed_in()?);
    asked.facts.assignment.filter(|a| a.mine || organizes).ok_or_else(Refusal::not_found)
}

/// How a judge came to an assignment, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Dealing<'a> {
    /// When it was dealt.
    pub at: DateTime<Utc>,
    /// By what: `planned`, `manual`, `pulled` or `import`.
    pub source: &'a str,
    /// Since when its judge is one.
    pub joined_at: DateTime<Utc>,
    /// When the judge got the first one in the event, or the event its first plan that was not undone, if that was earlier.
    pub first_at: DateTime<Utc>,
    /// The judge has saved a review, marked a visit or written a note.
    pub begun: bool,
    /// The state of the assignment.
    pub status: AssignmentStatus,
    /// The event is a draft.
    pub draft: bool,
    /// When the event is judged.
    pub judging: Window,
}

impl Dealing<'_> {
    /// When an organizer added it for a judge who was there while judging went on, and who has not begun it; none for any other. The
    /// first plan that was not undone adds nothing, nor does what somebody finds as they come, takes, or has from a file. What an organizer
    /// gives by hand is added also as the first.
    pub fn added_at(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let waits = self.status == AssignmentStatus::Pending && !self.begun;
        let lasts = !self.draft && !self.judging.is_over(now);
        let known = match self.source {
            "planned" => self.joined_at.max(self.first_at),
            "manual" => self.joined_at,
            _ => return None,
        };
        let added = self.at > known && self.judging.open.is_none_or(|open| self.at > open);
        (waits && lasts && added).then_some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::at;

    #[test]
    fn added_is_what_an_organizer_deals_to_a_judge_at_work_until_they_begin_it() {
        let added = Dealing {
            at: at(5),
            source: "planned",
            joined_at: at(1),
            first_at: at(2),
            begun: false,
            status: AssignmentStatus::Pending,
            draft: false,
            judging: Window { open: Some(at(3)), close: Some(at(9)) },
        };
        let judging = |open, close| Dealing { judging: Window { open, close }, ..added };
        for (dealing, hour, is_added) in [
            (added, 6, true),
            (Dealing { source: "manual", ..added }, 6, true),
            (Dealing { source: "manual", first_at: at(5), ..added }, 6, true),
            (judging(None, None), 20, true),
            // Their own choice, or a list of somebody else's.
            (Dealing { source: "pulled", ..added }, 6, false),
            (Dealing { source: "import", ..added }, 6, false),
            // Found as they came, or as judging opened; the first plan.
            (Dealing { joined_at: at(5), ..added }, 6, false),
            (judging(Some(at(5)), None), 6, false),
            (Dealing { first_at: at(5), ..added }, 6, false),
            (Dealing { first_at: at(5), ..judging(None, None) }, 6, false),
            (Dealing { source: "manual", joined_at: at(5), ..added }, 6, false),
            (Dealing { source: "manual", ..judging(Some(at(5)), None) }, 6, false),
            // Begun, given back, over.
            (Dealing { begun: true, ..added }, 6, false),
            (Dealing { status: AssignmentStatus::Done, ..added }, 6, false),
            (Dealing { status: AssignmentStatus::Recused, ..added }, 6, false),
            (Dealing { draft: true, ..added }, 6, false),
            (added, 9, false),
        ] {
            assert_eq!(dealing.added_at(at(hour)), is_added.then_some(dealing.at), "{dealing:?} at {hour}");
        }
    }
}
