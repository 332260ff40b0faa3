//! Whether teams may read what judges wrote about their projects.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::context::EventKey;
use crate::portal::{context, entry};
use crate::store::transaction::{Done, Entry};
use crate::store::{Conn, feedback};
use serde_json::json;
use shared::rules::{act, may};

/// Lets the teams of an event read what judges wrote about their projects, or takes that back.
///
/// # Errors
/// 401; 404; 403 for a caller who does not organize the event; 409 before results are published.
pub async fn release(conn: &mut Conn, caller: &Caller, slug: &str, released: bool) -> Outcome<Done<()>> {
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = may::<act::ReleaseFeedback>(caller.actor.as_ref(), &at.facts, at.now)?;
    if !feedback::release(conn, &permit, released).await? {
        return Ok(Done::unlogged(()));
    }
    let action = if released { "feedback.released" } else { "feedback.withdrawn" };
    let after = Some(json!({ "feedback_released": released }));
    Ok(Done::logged((), Entry { after, ..entry(caller, &at, action, "event", &at.slug) }))
}
