//! What pages call the projects of an event.

use crate::prelude::*;
use store::run_input;

/// Every project's title, with its team where two have the same one.
pub(crate) async fn titles(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<ProjectId, String>> {
    let names = run_input::names(conn, event).await?;
    Ok(words::told_apart(names.iter().map(|(id, named)| (*id, named.title.as_str(), named.team.as_str()))))
}
