//! Public comments on a submitted project.

use super::projects;
use crate::prelude::*;
use shared::comment::NewComment;
use shared::rules::CommentFacts;
use store::comment;

/// The comments on a project, oldest first.
/// Errors: 404 where the caller cannot see the project, or it is a draft.
pub async fn list(call: &mut Call<'_>, id: ProjectId, page: Sent<ListPage>) -> Outcome<Vec<Comment>> {
    let (at, _) = projects::read(call, id).await?;
    call.ask::<act::ReadComments>(&at)?;
    let blind = !sees_team(call.caller.actor.as_ref(), &at.facts, id);
    comment::list(call.conn, id, blind, page?).await
}

/// Adds a comment in the caller's name.
/// Errors: 401; 404 where the caller cannot see the project, or it is a draft; 400 for the text.
pub async fn post(call: &mut Call<'_>, id: ProjectId, sent: Sent<NewComment>) -> Acted<Comment> {
    call.caller.account()?;
    let (at, _) = projects::read(call, id).await?;
    let permit = call.ask::<act::PostComment>(&at)?;
    let NewComment { body } = sent?.checked()?;
    let comment = comment::insert(call.conn, &permit, &body).await?;
    let after = json!({ "project": id, "body": body });
    let entry = call.entry(&at, "comment.posted", "comment", comment.id).after(after);
    Ok(Done::logged(comment, entry))
}

/// Takes a comment off the page: by its author, or by an organizer. The log keeps what it said.
/// Errors: 401; 404 where there is no such comment to be seen; 403 for anybody else.
pub async fn remove(call: &mut Call<'_>, project: ProjectId, id: CommentId) -> Acted {
    let person = call.caller.account()?;
    let (mut at, _) = projects::read(call, project).await?;
    let author = comment::author(call.conn, project, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.comment = Some(CommentFacts { id, own: author == person });
    let permit = call.ask::<act::RemoveComment>(&at)?;
    comment::remove(call.conn, &permit).await?;
    let before = Some(json!({ "project": project }));
    Ok(Done::logged((), call.entry(&at, "comment.removed", "comment", id).before(before)))
}

/// The comments on a project, and what the caller may do about them.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// Oldest first, each with whether the caller may remove it.
    pub comments: Vec<(Comment, bool)>,
    /// Whether the caller may comment, or why not.
    pub may: Result<(), Refusal>,
}

/// The comments on a project's page; `None` where the caller may not read them, as on a draft.
pub async fn conversation(
    call: &mut Call<'_>,
    at: &Context,
    project: ProjectId,
) -> Outcome<Option<Conversation>> {
    let actor = call.caller.actor.as_ref();
    if call.ask::<act::ReadComments>(at).is_err() {
        return Ok(None);
    }
    let may_post = call.ask::<act::PostComment>(at).map(drop);
    let blind = !sees_team(actor, &at.facts, project);
    let comments =
        comment::list(call.conn, project, blind, ListPage::ALL).await?.into_iter().map(|comment| {
            let own = call.caller.person() == Some(comment.person);
            let facts = Facts { comment: Some(CommentFacts { id: comment.id, own }), ..at.facts.clone() };
            let removable = may::<act::RemoveComment>(actor, &facts, at.now).is_ok();
            (comment, removable)
        });
    Ok(Some(Conversation { comments: comments.collect(), may: may_post }))
}
