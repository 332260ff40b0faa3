//! `/api/events/<slug>/questions`: what is asked about published results, and the answers.

use super::document::params::QuestionPath;
use super::prelude::*;
use model::results_question::{QuestionsFound, ResultsQuestion};
use portal::publish::results_questions;
use shared::results_question::{NewAnswer, NewQuestion, TextRemoval};
use shared::wire::{Question, Questions};

fn object(found: QuestionsFound) -> Questions {
    let now = found.at.now;
    let one = |q: ResultsQuestion| {
        object! { Question from q:
            number, project, question, question_sha256, asked_by, raised_at, answer_by, answer, answer_sha256, answered_at,
            publication, removed;
            state: q.state(now).to_owned()
        }
    };
    let questions_until = found.at.facts.event.questions_until;
    Questions { questions_until, questions: found.questions.into_iter().map(one).collect() }
}

/// The questions about the published results, with their answers.
#[utoipa::path(
    get, path = "/events/{slug}/questions", tag = "results", operation_id = "listQuestions", security((), ("bearer" = [])),
    extensions(("x-caller" = json!("anyone who sees the published results"))), params(Slug),
    responses((status = OK, description = "The questions.", body = Questions, example = examples::questions)),
)]
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let found = state.by(&caller).at(&slug).read(results_questions::read).await?;
    answer::json(StatusCode::OK, &object(found)).map(answer::public)
}

/// The same for who answers, also before there are results.
async fn for_organizers(state: &State, caller: &Caller, slug: &str) -> Answer {
    let found = state.by(caller).at(slug).read(results_questions::for_organizers).await?;
    answer::json(StatusCode::OK, &object(found))
}

/// Asks about a project or the ranking. Everybody reads the question, and who asked only where that is wanted.
///
/// Nobody has more than three questions that wait for an answer.
#[utoipa::path(
    post, path = "/events/{slug}/questions", tag = "results", operation_id = "askQuestion", security(("bearer" = [])),
    extensions(("x-caller" = json!("members of a team, judges and organizers, until the event's day"))), params(Slug, KeyHeader),
    request_body(content = NewQuestion, example = json!({ "question": "Why is Lamp before Boat?", "named": false })),
    responses((status = CREATED, description = "The questions.", body = Questions, example = examples::questions)),
)]
pub async fn ask(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let key = idempotency_key::of_request(&json.headers, &["askQuestion", &slug], &json.bytes);
    let sent = key.clone().and_then(|_| NewQuestion::read(&json.fields()?));
    let job = state.by(&caller).at(&slug).write_once(key.unwrap_or_default(), async |call| {
        results_questions::raise(call, &state.base_url, sent).await
    });
    job.await?;
    let found = state.by(&caller).at(&slug).read(results_questions::read).await?;
    answer::json(StatusCode::CREATED, &object(found))
}

/// Chooses until when questions about the results are taken.
#[utoipa::path(
    post, path = "/events/{slug}/questions/until", tag = "results", operation_id = "setQuestionsUntil", security(("bearer" = [])),
    extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = bodies::QuestionsUntil, example = json!({ "questions_until": "2099-11-27T18:00:00Z" })),
    responses((status = OK, description = "The questions.", body = Questions, example = examples::questions)),
)]
pub async fn set_until(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let until = time(&json, "questions_until");
    state.by(&caller).at(&slug).write(async |call| results_questions::set_until(call, until).await).await?;
    for_organizers(&state, &caller, &slug).await
}

/// Takes a question on, or sets another time for its answer.
#[utoipa::path(
    post, path = "/events/{slug}/questions/{number}/own", tag = "results", operation_id = "ownQuestion",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))),
    params(Slug, QuestionPath), request_body(content = bodies::QuestionOwner, example = json!({ "answer_by": "2099-11-24T18:00:00Z" })),
    responses((status = OK, description = "The questions.", body = Questions, example = examples::questions)),
)]
pub async fn own(SignedIn(state, caller, (slug, number)): SignedIn<(String, i64)>, json: JsonBody) -> Answer {
    let by = time(&json, "answer_by");
    state.by(&caller).at(&slug).write(async |call| results_questions::own(call, number, by).await).await?;
    for_organizers(&state, &caller, &slug).await
}

/// Answers a question in public, for good.
#[utoipa::path(
    post, path = "/events/{slug}/questions/{number}/answer", tag = "results", operation_id = "answerQuestion",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))),
    params(Slug, QuestionPath), request_body(content = NewAnswer, example = json!({ "outcome": "rejected", "answer": "Its judges are strict, and the calibration takes that into account." })),
    responses((status = OK, description = "The questions.", body = Questions, example = examples::questions)),
)]
pub async fn answer(
    SignedIn(state, caller, (slug, number)): SignedIn<(String, i64)>,
    json: JsonBody,
) -> Answer {
    let sent = json.fields().and_then(|body| NewAnswer::read(&body));
    let by = state.by(&caller).at(&slug);
    by.write(async |call| results_questions::answer(call, &state.base_url, number, sent).await).await?;
    for_organizers(&state, &caller, &slug).await
}

/// Removes the text of a question or of its answer, with a reason that everybody reads. Number and digest stay.
#[utoipa::path(
    post, path = "/events/{slug}/questions/{number}/remove", tag = "results", operation_id = "removeQuestionText",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))),
    params(Slug, QuestionPath), request_body(content = bodies::TextRemoval, example = json!({ "part": "question", "reason": "It named a judge." })),
    responses((status = OK, description = "The questions.", body = Questions, example = examples::questions)),
)]
pub async fn remove(
    SignedIn(state, caller, (slug, number)): SignedIn<(String, i64)>,
    json: JsonBody,
) -> Answer {
    let sent = json.fields().and_then(|body| TextRemoval::read(&body));
    let by = state.by(&caller).at(&slug);
    by.write(async |call| results_questions::remove(call, number, sent).await).await?;
    for_organizers(&state, &caller, &slug).await
}

/// A time of a body; none where it is left out.
fn time(json: &JsonBody, field: &str) -> Sent<Option<DateTime<Utc>>> {
    let body = json.fields()?;
    body.faults().gather(|errors| body.moment(field, errors))
}
