//! An event's own questions in the form of a project.

use crate::prelude::*;
use shared::form_question::FormQuestion;

/// The questions of an event, and the keys of those that a team has answered.
pub async fn list(conn: &mut Conn, event: EventId) -> Outcome<(Vec<FormQuestion>, Vec<String>)> {
    let found = row!(conn, r#"select e.form_questions as "questions: Json<Vec<FormQuestion>>",
                  array(select distinct jsonb_object_keys(p.answers) from project p where p.event_id = e.id) as "answered!"
           from event e where e.id = $1"#; event.0)?;
    Ok((found.questions.0, found.answered))
}

/// Whether teams may have read the event's questions, and have a form with them open: submissions were open once.
pub async fn were_read(conn: &mut Conn, event: EventId) -> Outcome<bool> {
    value!(conn, r#"select submissions_first_opened($1) is not null as "read!""#; event.0)
}

/// The questions of each list that was changed after submissions first opened.
pub async fn told(conn: &mut Conn, event: EventId) -> Outcome<Vec<FormQuestion>> {
    let rows = rows!(conn, r#"with opened as materialized (select submissions_first_opened($1) as at)
           select l.before as "before!" from opened o cross join event e join audit_log l on l.chain = e.slug
           where e.id = $1 and l.action = 'event.edited' and l.ts > o.at
               and strpos(l.before, '"form_questions"') > 0"#; event.0)?;
    let mut told = Vec::new();
    for row in rows {
        let mut before: serde_json::Value = serde_json::from_str(&row.before)?;
        told.extend(serde_json::from_value::<Vec<FormQuestion>>(before["form_questions"].take())?);
    }
    Ok(told)
}

/// Makes the event's questions these, in this order.
/// Errors: 409 where one that a team has answered goes, or comes before more readers.
pub async fn set(
    conn: &mut Conn,
    permit: &Permit<act::EditEvent>,
    questions: &[FormQuestion],
) -> Outcome<()> {
    run!(conn, "update event set form_questions = $2 where id = $1"; permit.ids().0, Json(questions) as _)
}
