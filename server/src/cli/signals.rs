//! SIGTERM and Ctrl-C.

use sender::{Stop, stop};
use store::failure::{Failure, Outcome};
use tokio::signal::unix::{SignalKind, signal};

/// A stop that SIGTERM or Ctrl-C asks for. From here on, neither of them ends the process by itself.
pub(super) fn stop_on_signals() -> Outcome<Stop> {
    let mut terminate = signal(SignalKind::terminate()).map_err(Failure::broken)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(Failure::broken)?;
    let (stopper, asked) = stop();
    tokio::spawn(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        stopper.ask();
    });
    Ok(asked)
}
