//! Conflicts of interest: who declares them, and who reads them.

use super::prelude::*;

acts! {
    /// Read every conflict of the event, with the reasons.
    ReadConflicts on Event, Yes => read;
    /// Declare a conflict of any judge, take one back, and settle what the portal found.
    DeclareConflict on Event, Yes => declare;
    /// Read one's own conflicts as a judge.
    ReadOwnConflicts on Event by (EventId, PersonId), Yes => own;
    /// Declare one's own conflicts as a judge, and take them back.
    DeclareOwnConflict on Event by (EventId, PersonId), Yes => declare_own;
}

fn read(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)
}

/// A conflict decides who judges what, so it can change until the results rest on it.
fn declare(asked: &Question<'_>) -> Verdict {
    read(asked)?;
    asked.unpublished()
}

fn own(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.judge, Reason::EventJudgesOnly)
}

/// As stepping aside: until judging closes, also before it opens.
fn declare_own(asked: &Question<'_>) -> Verdict {
    own(asked)?;
    asked.unpublished()?;
    if asked.facts.event.judging.is_over(asked.now) { asked.judging_open() } else { Ok(()) }
}
