//! Judges' comments, for the team they are about: once results are published and an organizer has released them, and
//! never with names.

use super::projects;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::store::{Conn, feedback};
use shared::ids::ProjectId;
use shared::rules::{act, may};

/// The judges' comments on a project, in an order that says nothing of who wrote them.
///
/// # Errors
/// 401; 404 where the caller cannot see the project, or nothing is released; 403 for another team's project.
pub async fn read(conn: &mut Conn, caller: &Caller, id: ProjectId) -> Outcome<Vec<String>> {
    caller.signed_in()?;
    let (at, _) = projects::read(conn, caller, id).await?;
    may::<act::ReadFeedback>(caller.actor.as_ref(), &at.facts, at.now)?;
    feedback::comments(conn, at.event, id).await
}
