//! Calls for help: a judge asks for an organizer, and an organizer comes.

use super::prelude::*;

acts! {
    /// Call for an organizer as a judge, and take the call back.
    CallForHelp on Event by (EventId, PersonId), No => call;
    /// See who calls, say that one is on the way, and end a call. It reads no review.
    AnswerCall on Event by (EventId, PersonId), No => |asked| asked.organizer();
}

/// Until judging closes, also before it opens: the hall fills earlier.
fn call(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.judge, Reason::EventJudgesOnly)?;
    asked.unpublished()?;
    if asked.facts.event.judging.is_over(asked.now) { asked.judging_open() } else { Ok(()) }
}
