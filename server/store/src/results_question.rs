//! Questions about published results. The database numbers them, makes the digests of texts, and keeps what was said.

use crate::prelude::*;
use shared::provenance::SignedQuestion;
use shared::results_question::{NewAnswer, NewQuestion, QuestionOutcome};

/// The questions of an event, by number.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<Vec<ResultsQuestion>> {
    rows!(conn, ResultsQuestion, r#"select q.number, q.project_id as "project?: ProjectId", p.title as "title?",
                  case when q.named then nullif(a.name, '') end as "asked_by?", nullif(q.question, '') as "question?",
                  q.question_sha256, q.raised_at, q.owner_id as "owner?: PersonId",
                  coalesce(nullif(o.name, ''), o.email) as "owner_name?", q.answer_by,
                  q.outcome as "outcome?: QuestionOutcome", nullif(q.answer, '') as "answer?", q.answer_sha256, q.publication,
                  q.answered_at, nullif(q.removed_reason, '') as "removed?"
           from results_question q left join project p on p.id = q.project_id
           left join person a on a.id = q.asker_id left join person o on o.id = q.owner_id
           where q.event_id = $1 order by q.number"#; event.0)
}

/// The same as signed results hold them.
pub async fn signed(conn: &mut Conn, event: EventId) -> Outcome<Vec<SignedQuestion>> {
    of_event(conn, event).await.each(object! { SignedQuestion from |q|:
        number, raised_at, question_sha256, outcome, answered_at, answer_sha256, publication;
        project: q.project.map(|project| project.0)
    })
}

/// The projects that can be asked about, by title.
pub async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<(ProjectId, String, String)>> {
    rows!(conn, "select p.id, p.title, t.name as team
         from project p join team t on t.event_id = p.event_id and t.id = p.team_id
         where p.event_id = $1 and p.status = 'submitted' order by lower(p.title), p.id"; event.0)
    .each(|row| (ProjectId(row.id), row.title, row.team))
}

/// How many questions of a person wait for an answer.
pub async fn waiting_of(conn: &mut Conn, permit: &Permit<act::RaiseQuestion>) -> Outcome<i64> {
    let (event, person) = permit.ids();
    value!(conn, r#"select count(*) as "waiting!" from results_question
         where event_id = $1 and asker_id = $2 and outcome is null"#; event.0, person.0)
}

/// Stores a question, for the organizer without a part who has the fewest to answer, and returns its number. An answer is due in a week.
/// Errors: the database's refusal: no question is taken now.
pub async fn raise(conn: &mut Conn, permit: &Permit<act::RaiseQuestion>, new: &NewQuestion) -> Outcome<i32> {
    let (event, person) = permit.ids();
    value!(conn, "insert into results_question (event_id, number, project_id, asker_id, named, question, question_sha256, raised_at,
             owner_id, answer_by)
         values ($1, 0, $3, $2, $4, $5, '', clock_timestamp(), (
             select m.person_id from membership m join person p on p.id = m.person_id
             where m.event_id = $1 and m.role = 'organizer' and p.deactivated_at is null and not takes_part($1, m.person_id)
             order by m.person_id = $2, (select count(*) from results_question o
                 where o.event_id = $1 and o.owner_id = m.person_id and o.outcome is null), m.person_id limit 1),
             clock_timestamp() + interval '7 days')
         returning number"; event.0, person.0, new.project.map(|project| project.0), new.named, new.question)
}

/// Makes somebody answer a question until a day.
pub async fn own(
    conn: &mut Conn,
    permit: &Permit<act::AnswerQuestions>,
    number: i32,
    by: DateTime<Utc>,
) -> Outcome<()> {
    let (event, owner) = permit.ids();
    run!(conn, "update results_question set owner_id = $3, answer_by = $4 where event_id = $1 and number = $2";
        event.0, number, owner.0, by)
}

pub async fn answer(
    conn: &mut Conn,
    permit: &Permit<act::AnswerQuestions>,
    number: i32,
    new: &NewAnswer,
) -> Outcome<()> {
    let (event, owner) = permit.ids();
    run!(conn, "update results_question set owner_id = $3, outcome = $4, answer = $5, answer_sha256 = '', publication = $6,
             answered_at = clock_timestamp()
         where event_id = $1 and number = $2";
        event.0, number, owner.0, new.outcome.name(), new.answer, new.publication)
}

/// Removes the text of a question, or of its answer. Number and digest stay.
pub async fn remove(
    conn: &mut Conn,
    permit: &Permit<act::AnswerQuestions>,
    number: i32,
    (of_answer, reason): (bool, &str),
) -> Outcome<()> {
    run!(conn, "update results_question set question = case when $3 then question else '' end,
             answer = case when $3 then '' else answer end, removed_reason = $4
         where event_id = $1 and number = $2"; permit.ids().0.0, number, of_answer, reason)
}

/// Chooses until when questions are taken; never, without a day.
pub async fn set_until(
    conn: &mut Conn,
    permit: &Permit<act::AnswerQuestions>,
    until: Option<DateTime<Utc>>,
) -> Outcome<()> {
    run!(conn, "update event set questions_until = $2 where id = $1"; permit.ids().0.0, until)
}

/// Queues a mail about a question, to who answers it or to who asked, where the address is confirmed.
pub async fn queue_mail(
    conn: &mut Conn,
    event: EventId,
    number: i32,
    to_owner: bool,
    (subject, body, held): (&str, &str, bool),
) -> Outcome<()> {
    run!(conn, "insert into mail_outbox (kind, about_event, to_address, subject, body, failed_at, failure)
         select 'notice', q.event_id, p.email, $4, $5, case when $6 then clock_timestamp() end, case when $6 then 'held' end
         from results_question q join person p on p.id = case when $3 then q.owner_id else q.asker_id end
         where q.event_id = $1 and q.number = $2 and p.deactivated_at is null and p.confirmed_at is not null";
        event.0, number, to_owner, subject, body, held)
}
