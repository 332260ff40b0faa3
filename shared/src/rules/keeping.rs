//! How long an event keeps its personal data, and when they go.

use super::facts::{EventFacts, VotingMode};
use super::prelude::*;
use chrono::TimeDelta;

acts! {
    /// See how long an event keeps its personal data, what will go, and what went.
    SeeKeeping on Event, Yes => see;
    /// Choose the day on which an event's personal data go, move it, and take it back.
    ChooseForgetDay on Event, Yes => choose_day;
    /// Remove an event's personal data now.
    ForgetEvent on Event, Yes => forget;
}

/// How long an event without final results keeps its data after the last close: nobody loses a ranking by haste.
pub const UNPUBLISHED_KEPT: TimeDelta = TimeDelta::days(30);

/// From when on an event can be forgotten: once all its windows have closed and its results are final, or some time later where they
/// are not. Nothing is published in a forgotten event, so its winners would stay provisional. Nor is a question about the results answered,
/// so it is not before `questions`, when these are over. The database computes the same (`forget_from`).
///
/// # Errors
/// A window never closes.
pub fn forget_from(event: &EventFacts, questions: Option<DateTime<Utc>>) -> Result<DateTime<Utc>, Refusal> {
    let vote = (event.voting_mode != VotingMode::Off).then_some((Stage::Voting, event.voting.close));
    let closes = [(Stage::Submissions, event.submissions.close), (Stage::Judging, event.judging.close)];
    let mut last = DateTime::<Utc>::MIN_UTC;
    for (stage, close) in closes.into_iter().chain(vote) {
        last = last.max(close.ok_or(Reason::ForgetNoClose { stage })?);
    }
    let last = if event.published && !event.provisional { last } else { last + UNPUBLISHED_KEPT };
    Ok(questions.map_or(last, |until| last.max(until)))
}

/// Refuses to let the data go before [`forget_from`], which is asked with the same `questions`.
///
/// # Errors
/// A window never closes, or it is too early.
pub fn forget_due(
    event: &EventFacts,
    questions: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let from = forget_from(event, questions)?;
    require(now >= from, Reason::ForgetTooEarly { from })
}

/// The numbers of what will go move with each review, and what goes is in the reviews.
fn see(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Keeping)
}

/// Evidence and questions go with the rest, and winners are looked at until they are final.
fn decide(asked: &Question<'_>) -> Verdict {
    asked.organizer_until_final(Withheld::Keeping)
}

/// A day that has come is the sender's: what it is about to remove cannot be asked back.
fn choose_day(asked: &Question<'_>) -> Verdict {
    decide(asked)?;
    asked.not_forgotten()?;
    let day = asked.facts.event.forget_on.filter(|day| *day <= asked.now);
    require(day.is_none(), Reason::ForgetDayCame)?;
    forget_from(&asked.facts.event, None).map(drop)
}

fn forget(asked: &Question<'_>) -> Verdict {
    decide(asked)?;
    asked.not_forgotten()?;
    // The operation asks again, with the questions.
    forget_due(&asked.facts.event, None, asked.now)
}
