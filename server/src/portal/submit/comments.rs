//! What people say about a submitted project.

use super::projects;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::{Sent, entry};
use crate::store::audit::{self, Entry};
use crate::store::facts::Context;
use crate::store::{Conn, Page, comment};
use serde_json::json;
use shared::ids::{CommentId, ProjectId};
use shared::refusal::{FieldErrors, Refusal};
use shared::rules::{Facts, act, may};
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
    if text::is_blank(&body) {
        errors.add("body", "Write a comment before you send it.");
    }
    errors.into_result()?;
    let comment = comment::insert(conn, &permit, at.event, id, person, &body).await?;
    let after = Some(json!({ "project": id, "body": body }));
    audit::append(conn, Entry { after, ..entry(caller, &at, "comment.posted", "comment", comment.id) })
        .await?;
    Ok(comment)
}

/// Takes a comment off the page: by its author, or by an organizer. The log keeps what it said.
///
/// # Errors
/// 401; 404 where there is no such comment to be seen; 403 for anybody else.
pub async fn remove(conn: &mut Conn, caller: &Caller, project: ProjectId, id: CommentId) -> Outcome<()> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let (mut at, _) = projects::read(conn, caller, project).await?;
    let author = comment::author(conn, project, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.own_comment = author == person;
    let permit = may::<act::RemoveComment>(caller.actor.as_ref(), &at.facts, at.now)?;
    comment::remove(conn, &permit, id, person).await?;
    let before = Some(json!({ "project": project }));
    audit::append(conn, Entry { before, ..entry(caller, &at, "comment.removed", "comment", id) }).await
}

/// What the project's page says of the conversation.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// Oldest first, each with whether the caller may remove it.
    pub said: Vec<(comment::Said, bool)>,
    /// The caller may say something, or why not.
    pub may: Result<(), Refusal>,
}

/// The conversation below a project; none where there is none, as below a draft.
///
/// # Errors
/// A lost database.
pub async fn conversation(
    conn: &mut Conn,
    caller: &Caller,
    at: &Context,
    project: ProjectId,
) -> Outcome<Option<Conversation>> {
    let actor = caller.actor.as_ref();
    if may::<act::ReadComments>(actor, &at.facts, at.now).is_err() {
        return Ok(None);
    }
    let may_post = may::<act::PostComment>(actor, &at.facts, at.now).map(drop);
    let said = comment::said(conn, project).await?.into_iter().map(|said| {
        let own_comment = caller.person().is_some_and(|p| p.0 == said.person);
        let facts = Facts { own_comment, ..at.facts.clone() };
        let removable = may::<act::RemoveComment>(actor, &facts, at.now).is_ok();
        (said, removable)
    });
    Ok(Some(Conversation { said: said.collect(), may: may_post }))
}
