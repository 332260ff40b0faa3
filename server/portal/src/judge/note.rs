//! A judge's private note on a project.

use super::{open_own, tag};
use crate::prelude::*;
use store::note;

/// Saves the caller's note on the project of one of their assignments; an empty text clears it. `known` is the version that
/// it was written over, by [`tag`]. The log says that a note was saved, and nothing of what is in it.
/// Errors: 401; 404 for any assignment but the caller's own; 412 where another version was saved since `known`; 400 for the text.
pub async fn save(call: &mut Call<'_>, id: AssignmentId, known: &str, text: Sent<String>) -> Acted {
    let person = call.caller.account()?;
    let (at, permit) = open_own::<act::SaveNote>(call, id).await?;
    let mut errors = FieldErrors::default();
    let body = text::clean("note", TextField::Note, text?.trim(), text::REVIEW_COMMENT, &mut errors);
    errors.into_result()?;
    let stored = note::find(call.conn, person, id).await?;
    if body == stored.body {
        return Ok(Done::unlogged(()));
    }
    require(known == tag(stored.saved_at), Reason::NoteChanged)?;
    note::save(call.conn, &permit, &body).await?;
    Ok(Done::logged((), call.entry(&at, "note.saved", "assignment", id)))
}
