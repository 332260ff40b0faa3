//! Questions about published results: raised by those who took part, answered in public by an organizer who did not.

use super::results::Ranking;
use crate::people::mails::plain;
use crate::people::send::is_held;
use crate::prelude::*;
use crate::zone_of;
use shared::results_question::{MOST_WAITING, NewAnswer, NewQuestion, TextRemoval};
use store::{publication, results_question, settings};

/// The questions about an event's published results.
/// Errors: 404 where the caller sees no published results.
pub async fn read(call: &mut Call<'_>) -> Outcome<QuestionsFound> {
    let at = call.context().await?;
    call.caller.sees_published(&at)?;
    found(call, at).await
}

/// The questions that stand below a ranking, and whether the caller may ask; none below a preview.
pub async fn below(call: &mut Call<'_>, ranking: &Ranking) -> Outcome<(Vec<ResultsQuestion>, bool)> {
    if ranking.view == ResultsView::Preview {
        return Ok((Vec::new(), false));
    }
    let may_ask = call.ask::<act::RaiseQuestion>(&ranking.at).is_ok();
    Ok((results_question::of_event(call.conn, ranking.at.event).await?, may_ask))
}

/// What [`read`] finds, for organizers, who prepare it before there are results.
/// Errors: 401, 404; 403 for who does not organize.
pub async fn for_organizers(call: &mut Call<'_>) -> Outcome<QuestionsFound> {
    let (at, _) = call.open::<act::Manage>().await?;
    found(call, at).await
}

async fn found(call: &mut Call<'_>, at: Context) -> Outcome<QuestionsFound> {
    Ok(QuestionsFound {
        questions: results_question::of_event(call.conn, at.event).await?,
        may_ask: call.ask::<act::RaiseQuestion>(&at).map(drop),
        may_answer: call.ask::<act::AnswerQuestions>(&at).map(drop),
        projects: results_question::projects(call.conn, at.event).await?,
        corrections: publication::correcting(call.conn, at.event).await?,
        at,
    })
}

/// Asks about a project or the ranking. Returns the question's number.
/// Errors: 401; 404 where no results are to be seen; 403 for who does not take part; 409 once no question is taken, and while others of the
/// caller's wait; 400 for the fields.
pub async fn raise(call: &mut Call<'_>, base_url: &str, sent: Sent<NewQuestion>) -> Acted<i32> {
    call.caller.account()?;
    let (at, permit) = call.open::<act::RaiseQuestion>().await?;
    let new = sent?;
    if let Some(project) = new.project
        && !results_question::projects(call.conn, at.event).await?.iter().any(|(id, ..)| *id == project)
    {
        return Err(Refusal::field("project", Fault::ProjectMissing).into());
    }
    // Without this, several at once would each count none of the others.
    settings::lock(call.conn, at.event).await?;
    let waiting = results_question::waiting_of(call.conn, &permit).await?;
    require(waiting < MOST_WAITING, Reason::QuestionsWait { most: MOST_WAITING })?;
    let number = results_question::raise(call.conn, &permit, &new).await?;
    let stored = one(call.conn, &at, number).await?;
    let event = plain(&at.facts.event.name);
    let by = zone_of(call.conn, &at.slug).await?.words(stored.answer_by);
    let body = format!(
        "Somebody asked question {number} about the results of {event}. Answer it in public by {by}.\n\n\
         {base_url}/events/{}/manage/calibration/publish?of={number}\n",
        at.slug
    );
    let subject = format!("{event}: question {number} about the results");
    let mail = (subject.as_str(), body.as_str(), is_held(call.caller, &at));
    results_question::queue_mail(call.conn, at.event, number, true, mail).await?;
    // Texts and names stay out of the log.
    let after = json!({
        "project": new.project,
        "question_sha256": stored.question_sha256,
        "owner": stored.owner,
        "answer_by": stored.answer_by,
    });
    Ok(Done::logged(number, call.entry(&at, "question.raised", "question", number).after(after)))
}

/// Takes a question on, or sets another time for its answer.
/// Errors: 401, 404; 403 for who takes part; 409 for one with an answer, and for a time after the day on which the personal data go; 400 for a
/// time that has passed.
pub async fn own(call: &mut Call<'_>, number: i64, sent: Sent<Option<DateTime<Utc>>>) -> Acted {
    call.caller.account()?;
    let (at, permit, stored) = waiting(call, number).await?;
    let by = sent?.filter(|by| *by > at.now);
    let by = by.ok_or_else(|| Refusal::field("answer_by", Fault::TimePast))?;
    // A later time would keep the data past the day that everybody reads. One that was due after it stays due.
    let kept = at.facts.event.forget_on.is_none_or(|day| by <= day.max(stored.answer_by));
    require(kept, Reason::ForgetDayFirst)?;
    if stored.owner == call.caller.person() && stored.answer_by == by {
        return Ok(Done::unlogged(()));
    }
    results_question::own(call.conn, &permit, stored.number, by).await?;
    let before = json!({ "owner": stored.owner, "answer_by": stored.answer_by });
    let after = json!({ "owner": call.caller.person(), "answer_by": by });
    let entry = call.entry(&at, "question.owned", "question", stored.number);
    Ok(Done::logged((), entry.before(Some(before)).after(after)))
}

/// Answers a question in public, for good, and tells who asked.
/// Errors: 401, 404; 403 for who takes part; 409 for one with an answer; 400 for the fields.
pub async fn answer(call: &mut Call<'_>, base_url: &str, number: i64, sent: Sent<NewAnswer>) -> Acted {
    call.caller.account()?;
    let (at, permit, stored) = waiting(call, number).await?;
    let new = sent?;
    if let Some(publication) = new.publication
        && !publication::correcting(call.conn, at.event)
            .await?
            .iter()
            .any(|(number, since)| *number == publication && *since > stored.raised_at)
    {
        return Err(Refusal::field("publication", Fault::PublicationUnknown).into());
    }
    results_question::answer(call.conn, &permit, stored.number, &new).await?;
    let (number, event) = (stored.number, plain(&at.facts.event.name));
    let body = format!(
        "Your question {number} about the results of {event} has its answer:\n{base_url}/events/{}/results#question-{number}\n",
        at.slug
    );
    let subject = format!("{event}: your question has its answer");
    let mail = (subject.as_str(), body.as_str(), is_held(call.caller, &at));
    results_question::queue_mail(call.conn, at.event, number, false, mail).await?;
    let after = json!({
        "outcome": new.outcome,
        "answer_sha256": sha256_hex(new.answer.as_bytes()),
        "publication": new.publication,
    });
    Ok(Done::logged((), call.entry(&at, "question.answered", "question", number).after(after)))
}

/// Removes the text of a question or of its answer: it breaks the law, or names a person. Number and digest stay.
/// Errors: 401, 404; 403 for who takes part; 400 for the fields.
pub async fn remove(call: &mut Call<'_>, number: i64, sent: Sent<TextRemoval>) -> Acted {
    call.caller.account()?;
    let (at, permit, stored) = opened(call, number).await?;
    let TextRemoval { of_answer, reason } = sent?;
    let there = if of_answer { &stored.answer } else { &stored.question };
    require_field(there.is_some(), "part", Fault::QuestionPartMissing)?;
    results_question::remove(call.conn, &permit, stored.number, (of_answer, &reason)).await?;
    let part = if of_answer { "answer" } else { "question" };
    let after = json!({ "part": part, "reason_sha256": sha256_hex(reason.as_bytes()) });
    Ok(Done::logged((), call.entry(&at, "question.removed", "question", stored.number).after(after)))
}

/// Chooses until when questions are taken; none: not at all.
/// Errors: 401, 404; 403 for who takes part; 400 for what is no time.
pub async fn set_until(call: &mut Call<'_>, sent: Sent<Option<DateTime<Utc>>>) -> Acted {
    call.caller.account()?;
    let (at, permit) = call.open::<act::AnswerQuestions>().await?;
    let (before, until) = (at.facts.event.questions_until, sent?);
    if before == until {
        return Ok(Done::unlogged(()));
    }
    results_question::set_until(call.conn, &permit, until).await?;
    let said = |until: Option<DateTime<Utc>>| json!({ "questions_until": until });
    let entry = call.entry(&at, "question.period_set", "event", at.event);
    Ok(Done::logged((), entry.before(Some(said(before))).after(said(until))))
}

async fn one(conn: &mut Conn, at: &Context, number: i32) -> Outcome<ResultsQuestion> {
    let all = results_question::of_event(conn, at.event).await?;
    Ok(all.into_iter().find(|question| question.number == number).ok_or_else(Refusal::not_found)?)
}

async fn opened(
    call: &mut Call<'_>,
    number: i64,
) -> Outcome<(Context, Permit<act::AnswerQuestions>, ResultsQuestion)> {
    let (at, permit) = call.open::<act::AnswerQuestions>().await?;
    // Two answers at once wait for each other: the second finds the first.
    settings::lock(call.conn, at.event).await?;
    let number = i32::try_from(number).map_err(|_| Refusal::not_found())?;
    let stored = one(call.conn, &at, number).await?;
    Ok((at, permit, stored))
}

/// The same, of a question without an answer.
async fn waiting(
    call: &mut Call<'_>,
    number: i64,
) -> Outcome<(Context, Permit<act::AnswerQuestions>, ResultsQuestion)> {
    let (at, permit, stored) = opened(call, number).await?;
    require(stored.outcome.is_none(), Reason::QuestionAnswered)?;
    Ok((at, permit, stored))
}
