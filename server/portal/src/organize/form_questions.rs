//! An event's own questions in the form of a project, changed by its organizers.

use super::require_version;
use crate::prelude::*;
use shared::form_question::FormQuestion;
use shared::question_form::{StoredQuestions, TypedQuestion, questions_version, read_questions};
use store::{form_question, settings};

/// An event's own questions, as its organizers see them.
#[derive(Clone, Debug)]
pub struct FormQuestionsFound {
    pub at: Context,
    /// The questions in their order.
    pub questions: Vec<FormQuestion>,
    /// The keys of those that a team has answered.
    pub answered: Vec<String>,
}
model::in_event!(FormQuestionsFound);

/// Reads the questions.
/// Errors: 401, 403 for a caller who does not organize, 404.
pub async fn open(call: &mut Call<'_>) -> Outcome<FormQuestionsFound> {
    let (at, _) = call.open::<act::Manage>().await?;
    let (questions, answered) = form_question::list(call.conn, at.event).await?;
    Ok(FormQuestionsFound { at, questions, answered })
}

/// Makes the event's own questions those of a form.
/// Errors: 401, 404, 403; 409 where another organizer changed them since `version`; 400 for a value, and for a change of what teams were
/// told or have answered.
pub async fn save(call: &mut Call<'_>, typed: Vec<TypedQuestion>, version: &str) -> Acted {
    let (at, permit) = call.open::<act::EditEvent>().await?;
    // A team that answers at this moment waits for the lock, too.
    settings::lock(call.conn, at.event).await?;
    let (stored, answered) = form_question::list(call.conn, at.event).await?;
    require_version(version, &questions_version(&stored))?;
    let asked = form_question::were_read(call.conn, at.event).await?;
    let mut errors = FieldErrors::default();
    let told = if asked { form_question::told(call.conn, at.event).await? } else { Vec::new() };
    let stored_questions = StoredQuestions { questions: &stored, answered: &answered, told: &told, asked };
    let questions = read_questions(&typed, stored_questions, &mut errors);
    errors.into_result()?;
    if questions == stored {
        return Ok(Done::unlogged(()));
    }
    form_question::set(call.conn, &permit, &questions).await?;
    let entry = call
        .entry(&at, "event.edited", "event", at.event)
        .before(json!({ "form_questions": stored }))
        .after(json!({ "form_questions": questions }));
    Ok(Done::logged((), entry))
}
