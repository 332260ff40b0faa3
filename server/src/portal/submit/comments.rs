//! What people say about a submitted project.

use super::projects;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::{Sent, entry};
use crate::store::audit::{self, Entry};
use crate::store::{Conn, Page, comment};
use serde_json::json;
use shared::ids::ProjectId;
use shared::refusal::{FieldErrors, Refusal};
use shared::rules::{act, may};
use shared::text;
use shared::wire::Comment;

/// The comments on a project, oldest first.
///
/// # Errors
/// 404 where the caller cannot see the project, or it is a draft.
pub async fn list(
    conn: &mut Conn,
    caller: &Caller,
    id: ProjectId,
    page: Sent<Page>,
) -> Outcome<Vec<Comment>> {
    let (at, _) = projects::read(conn, caller, id).await?;
    may::<act::ReadComments>(caller.actor.as_ref(), &at.facts, at.now)?;
    comment::list(conn, id, page?).await
}

/// Adds a comment in the caller's name.
///
/// # Errors
/// 401; 404 where the caller cannot see the project, or it is a draft; 400 for the text.
pub async fn post(
    conn: &mut Conn,
    caller: &Caller,
    id: ProjectId,
    sent: Sent<Option<String>>,
) -> Outcome<Comment> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let (at, _) = projects::read(conn, caller, id).await?;
    let permit = may::<act::PostComment>(caller.actor.as_ref(), &at.facts, at.now)?;
    let mut errors = FieldErrors::default();
    let sent = sent?.unwrap_or_default();
    let body = text::clean("body", "The comment", sent.trim(), text::COMMENT, &mut errors);
    if body.is_empty() {
        errors.add("body", "Write a comment before you send it.");
    }
    errors.into_result()?;
    let comment = comment::insert(conn, &permit, at.event, id, person, &body).await?;
    let after = Some(json!({ "project": id, "body": body }));
    audit::append(conn, Entry { after, ..entry(caller, &at, "comment.posted", "comment", comment.id) })
        .await?;
    Ok(comment)
}
