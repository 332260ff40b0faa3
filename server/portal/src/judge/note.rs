//! A judge's private note on a project.

use super::{facts, tag};
use crate::prelude::*;
use store::{assignment, note};

/// Saves the caller's note on the project of one of their assignments; an empty text clears it. `known` is the version that
/// it was written over, by [`tag`]. The log says that a note was saved, and nothing of what is in it.
/// Errors: 401; 404 for any assignment but the caller's own; 412 where another version was saved since `known`; 400 for the text.
pub async fn save(
    conn: &mut Conn,
    caller: &Caller,
    id: AssignmentId,
    known: &str,
    text: Sent<String>,
) -> Acted {
    let person = caller.account()?;
    let mine = assignment::lock_own(conn, id, person).await?.ok_or_else(Refusal::not_found)?;
    let mut at = context(conn, caller, EventKey::Assignment(id)).await?;
    at.facts.assignment = Some(facts(caller, &at, &mine));
    let permit = caller.ask::<act::SaveNote>(&at)?;
    let mut errors = FieldErrors::default();
    let body = text::clean("note", TextField::Note, text?.trim(), text::REVIEW_COMMENT, &mut errors);
    errors.into_result()?;
    let stored = note::find(conn, person, id).await?;
    if body == stored.body {
        return Ok(Done::unlogged(()));
    }
    if known != tag(stored.saved_at) {
        return Err(Reason::NoteChanged.into());
    }
    note::save(conn, &permit, &body).await?;
    Ok(Done::logged((), entry(caller, &at, "note.saved", "assignment", id)))
}
