//! Checkpoints of the events' logs, where something was logged: after the opening and the close of a window, and hourly.

use crate::prelude::*;
use crate::{Stop, rounds_every};
use portal::records::log_tree;

/// How long to wait before logs are looked for again.
const PAUSE: Duration = Duration::from_secs(60);

/// Makes the checkpoints that are due, each minute. `site` is the portal's public address.
/// Errors: with `once`, a lost database.
pub async fn advance(database: &Database, site: &str, stop: &Stop, once: bool) -> Outcome<()> {
    let round = async || database.write_flushed(async |c| log_tree::advance_next_due(c, site).await).await;
    rounds_every(PAUSE, "checkpoints", stop, once, round).await
}
