//! Who somebody is at the provider of the single sign-on, who is there now, and what is asked of the provider.

use crate::prelude::*;
use engine::shared_read::Question;
use shared::sign_on::{ProviderAnswer, ProviderQuestion};

/// How long somebody may stay at the provider, in minutes.
const ATTEMPT_MINUTES: i32 = 10;

/// Stores that the browser with this secret goes to the provider, by the SHA-256 of state and secret.
pub async fn insert_attempt(
    conn: &mut Conn,
    state_hash: &[u8],
    browser_hash: &[u8],
    next_path: &str,
) -> Outcome<()> {
    run!(conn, "insert into sign_on_attempt (state_hash, browser_hash, next_path, expires_at)
         values ($1, $2, $3, clock_timestamp() + make_interval(mins => $4))";
        state_hash, browser_hash, next_path, ATTEMPT_MINUTES)
}

/// Ends an attempt and returns where it leads; `None` where it ended before, or began in another browser.
pub async fn take_attempt(
    conn: &mut Conn,
    state_hash: &[u8],
    browser_hash: &[u8],
) -> Outcome<Option<String>> {
    maybe_value!(conn, "delete from sign_on_attempt
         where state_hash = $1 and browser_hash = $2 and expires_at > clock_timestamp() returning next_path";
        state_hash, browser_hash)
}

/// Deletes the attempts that ended.
pub async fn forget_old(conn: &mut Conn) -> Outcome<()> {
    run!(conn, "delete from sign_on_attempt where expires_at < clock_timestamp()")?;
    forget_old_questions(conn).await
}

/// Leaves a question for the senders.
pub async fn ask(conn: &mut Conn, question: &ProviderQuestion) -> Outcome<i64> {
    let asked = serde_json::to_value(question).map_err(Failure::broken)?;
    value!(conn, "insert into sign_on_question (question) values ($1) returning id"; asked)
}

/// How far the questions with these ids are.
pub(super) struct Questions;

impl Question for Questions {
    type Key = i64;
    type Found = QuestionState;

    async fn read(conn: &mut Conn, ids: &[i64]) -> Outcome<HashMap<i64, QuestionState>> {
        let rows = rows!(conn, r#"select id, question is not null as "open!", answer as "answer: Json<ProviderAnswer>"
               from sign_on_question where id = any($1)"#; ids)?;
        let state = |open, answer: Option<Json<ProviderAnswer>>| match answer {
            Some(Json(answer)) => QuestionState::Answered(answer),
            None if open => QuestionState::Open,
            None => QuestionState::Taken,
        };
        Ok(rows.into_iter().map(|row| (row.id, state(row.open, row.answer))).collect())
    }
}

/// Removes a question and its answer.
pub async fn forget_question(conn: &mut Conn, id: i64) -> Outcome<()> {
    run!(conn, "delete from sign_on_question where id = $1"; id)
}

/// Takes so many questions at most, the oldest first. Nobody else gets them, and they are no longer stored.
pub async fn take_questions(conn: &mut Conn, most: i64) -> Outcome<Vec<(i64, ProviderQuestion)>> {
    rows!(conn, r#"with open as (
               select id, question from sign_on_question where question is not null
               order by id limit $1 for update skip locked)
           update sign_on_question q set question = null from open where q.id = open.id
           returning q.id, open.question as "question!: Json<ProviderQuestion>""#; most)
    .each(|row| (row.id, row.question.0))
}

/// Leaves the answer to a question, unless nobody waits for it any more.
pub async fn answer(conn: &mut Conn, id: i64, answer: &ProviderAnswer) -> Outcome<()> {
    let said = serde_json::to_value(answer).map_err(Failure::broken)?;
    run!(conn, "update sign_on_question set answer = $2 where id = $1"; id, said)
}

/// Removes questions that nobody waits for any more: a browser hung up, or a process ended.
pub async fn forget_old_questions(conn: &mut Conn) -> Outcome<()> {
    run!(
        conn,
        "delete from sign_on_question where id in (
             select id from sign_on_question where asked_at < clock_timestamp() - interval '1 minute'
             for update skip locked)"
    )
}

/// The account that is joined with somebody at a provider. `demo`: the demo's accounts may sign in.
pub async fn find_joined(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
    demo: bool,
) -> Outcome<Option<FoundAccount>> {
    maybe_row!(conn, FoundAccount, r#"select p.id as person, p.email, p.confirmed_at is not null as "confirmed!",
                  p.deactivated_at is null and ($3 or not p.demo) as "active!"
           from sign_on s join person p on p.id = s.person_id where s.issuer = $1 and s.subject = $2"#;
        issuer, subject, demo)
}

/// The account with this address, deactivated or not.
pub async fn find_by_address(conn: &mut Conn, email: &str, demo: bool) -> Outcome<Option<FoundAccount>> {
    maybe_row!(conn, FoundAccount, r#"select id as person, email, confirmed_at is not null as "confirmed!",
                  deactivated_at is null and ($2 or not demo) as "active!"
           from person where lower(email collate "C") = lower($1 collate "C")"#; email, demo)
}

/// Joins an account with somebody at a provider; false where one of them is joined already.
pub async fn join(conn: &mut Conn, person: PersonId, issuer: &str, subject: &str) -> Outcome<bool> {
    changed!(conn, "insert into sign_on (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing";
        issuer, subject, person.0)
}

/// The provider that a person's account was last joined with.
pub async fn joined(conn: &mut Conn, person: PersonId) -> Outcome<Option<JoinedProvider>> {
    maybe_row!(conn, JoinedProvider,
        "select issuer, joined_at from sign_on where person_id = $1 order by joined_at desc limit 1"; person.0)
}

/// Parts a person's account from every provider, and ends their other sessions; false where it was joined with none.
pub async fn part(conn: &mut Conn, person: PersonId, session: &[u8]) -> Outcome<bool> {
    let done = changed!(conn, "delete from sign_on where person_id = $1"; person.0)?;
    run!(conn, "delete from session where person_id = $1 and id_hash <> $2"; person.0, session)?;
    Ok(done)
}

/// Gives the kept account of two that are merged what the other is joined with, where it has none of its own.
pub async fn merge(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "update sign_on s set person_id = $1 where s.person_id = $2
         and not exists (select from sign_on o where o.person_id = $1 and o.issuer = s.issuer)"; kept.0, gone.0)?;
    run!(conn, "delete from sign_on where person_id = $1"; gone.0)
}
