//! `evenhand log new-origin`.

use super::database;
use clap::Subcommand;
use portal::call::Call;
use portal::caller::Caller;
use portal::records::log_tree;
use settings::Settings;
use store::failure::Outcome;

/// What can be done to a log that witnesses sign.
#[derive(Debug, Subcommand)]
pub(super) enum LogCommand {
    /// Begin an event's log anew for witnesses, after a backup was restored: they have seen rows that it lost, and sign the old name
    /// never again. Prints the new name. Their operators add its key, which the site's key set lists
    NewOrigin {
        /// The event's slug
        event: String,
        /// Why. It is written into the log for good: name nobody
        #[arg(long)]
        reason: String,
    },
}

pub(super) async fn log(settings: &Settings, command: LogCommand) -> Outcome<()> {
    let LogCommand::NewOrigin { event, reason } = command;
    let origin = database::with(settings, async |database| {
        database
            .write_flushed(async |c| {
                log_tree::new_origin(&mut Call::of(c, &Caller::shell()).at(&event), &reason).await
            })
            .await
    })
    .await
    .map_err(|failure| super::of_event(failure, &event))?;
    super::print(&origin)
}
