//! Comments on projects.

use super::prelude::*;
use super::project;

acts! {
    /// Read what was said about a project.
    ReadComments on Project, No => read;
    /// Say something about a project.
    PostComment on Project by (EventId, ProjectId, PersonId), No => post;
    /// Remove what was said about a project.
    RemoveComment on Comment by (CommentId, PersonId), No => remove;
}

/// A draft has no comments, not even for its own team.
fn read(asked: &Question<'_>) -> Verdict {
    project::visible(asked)?;
    found(asked.facts.project.is_some_and(|p| p.submitted))
}

fn post(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    read(asked)?;
    asked.stays_in_demo()?;
    asked.not_forgotten()
}

/// A comment is removed by its author, and by organizers without a tie to the project's team: others could silence its critics.
fn remove(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    read(asked)?;
    if asked.facts.comment.is_some_and(|c| c.own) {
        return Ok(());
    }
    asked.organizer_or(Reason::CommentOfOthers)?;
    require(!asked.facts.tied_to_project(), Reason::CommentsAndTeam)
}
