//! Questions about published results.

use super::prelude::*;

acts! {
    /// Ask about published results.
    RaiseQuestion on Event by (EventId, PersonId), No => raise;
    /// Answer what was asked about the results, choose until when that can be asked, and remove texts.
    AnswerQuestions on Event by (EventId, PersonId), No => |asked| asked.organizer_without_part(Withheld::Questions).and(asked.not_forgotten());
}

/// Whoever sees the results and takes part in the event, or organizes it, asks until the event's day.
fn raise(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    let event = &asked.facts.event;
    found(event.published && !asked.vote_is_open())?;
    let standing = &asked.facts.standing;
    let takes_part = standing.team.is_some() || standing.judge;
    require(takes_part || asked.facts.organizes(actor), Reason::QuestionOfOthers)?;
    asked.not_forgotten()?;
    let taken = event.questions_until.is_some_and(|until| asked.now < until);
    require(taken, Reason::QuestionsClosed { event: event.name.clone() })
}
