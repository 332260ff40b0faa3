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

/// Makes the event's questions these, in this order.
///
/// # Errors
/// 409 where one that a team has answered goes, or comes before more readers.
pub async fn set(
    conn: &mut Conn,
    permit: &Permit<act::EditEvent>,
    questions: &[FormQuestion],
) -> Outcome<()> {
    run!(conn, "update event set form_questions = $2 where id = $1"; permit.ids().0, Json(questions) as _)
}
