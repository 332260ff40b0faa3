//! The three projects that each judge liked best, where the event asks for them.

use super::prelude::*;

acts! {
    /// See one's own first three.
    SeeOwnFirstThree on Event by (EventId, PersonId), Yes => see_own;
    /// Give one's first three in order, or take them back.
    GiveFirstThree on Event by (EventId, PersonId), Yes => give;
    /// Read how judges ranked their first three, without names.
    ReadFirstThree on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Scores);
}

fn see_own(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    found(asked.facts.event.first_three)?;
    require(asked.facts.standing.judge, Reason::EventJudgesOnly)
}

fn give(asked: &Question<'_>) -> Verdict {
    see_own(asked)?;
    asked.judging_open()?;
    asked.unpublished()
}
