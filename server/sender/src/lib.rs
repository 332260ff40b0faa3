//! What `evenhand send` does: all requests that leave the portal. Each job goes round by itself, several processes may run the same
//! jobs, and all end soon after they are asked to.

pub mod evidence;
pub mod forgetting;
pub mod log_trees;
pub mod mail;
mod prelude;
pub mod sign_on;
pub mod webhook;
pub mod witnesses;

use crate::prelude::*;
use tokio::sync::watch;

/// The wait between two rounds where nothing is due.
const PAUSE: Duration = Duration::from_secs(1);

/// Whether the process was asked to stop. Every job has a copy.
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

/// Asks all jobs to stop. Dropped, it asks too.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

/// A stop that was not asked for yet.
pub fn stop() -> (Stopper, Stop) {
    let (asker, asked) = watch::channel(false);
    (Stopper(asker), Stop(asked))
}

impl Stopper {
    pub fn ask(&self) {
        self.0.send_replace(true);
    }
}

impl Stop {
    pub fn is_asked(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Returns once it is asked for.
    pub async fn asked(&self) {
        let mut asked = self.0.clone();
        // An error means that nobody can ask any more.
        let _ = asked.wait_for(|asked| *asked).await;
    }
}

/// Calls a round of a job every second, and at once again where it returns that more is due. A database that is away is
/// logged once, and once more when it is back. Ends when it is stopped, and with `once` when nothing is due.
/// Errors: with `once`, that of the round.
pub async fn rounds(
    job: &'static str,
    stop: &Stop,
    once: bool,
    round: impl AsyncFnMut() -> Outcome<bool>,
) -> Outcome<()> {
    rounds_every(PAUSE, job, stop, once, round).await
}

/// As [`rounds`], with a wait of its own between two rounds.
async fn rounds_every(
    pause: Duration,
    job: &'static str,
    stop: &Stop,
    once: bool,
    mut round: impl AsyncFnMut() -> Outcome<bool>,
) -> Outcome<()> {
    let mut is_lost = false;
    while !stop.is_asked() {
        let more = match round().await {
            Ok(more) => {
                if std::mem::take(&mut is_lost) {
                    tracing::info!(job, "the database is back");
                }
                more
            }
            Err(failure) if once => return Err(failure),
            Err(failure) => {
                if !std::mem::replace(&mut is_lost, true) {
                    tracing::warn!(job, %failure, "this waits until the database is back");
                }
                false
            }
        };
        if once && !more {
            break;
        }
        if !more {
            tokio::select! { () = sleep(pause) => {}, () = stop.asked() => {} }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_survives_a_lost_database_and_ends_when_asked() {
        let (stopper, stop) = stop();
        let mut called = 0;
        let done = rounds("test", &stop, false, async || {
            called += 1;
            match called {
                1..4 => Err(Failure::Busy("away".into())),
                4..10 => Ok(true),
                _ => {
                    stopper.ask();
                    Ok(false)
                }
            }
        });
        assert!(done.await.is_ok());
        assert_eq!(called, 10);
    }

    #[tokio::test]
    async fn once_ends_with_the_last_round_or_the_first_failure() {
        let (_stopper, stop) = stop();
        let mut left = 3;
        let done = rounds("test", &stop, true, async || {
            left -= 1;
            Ok(left > 0)
        });
        assert!(done.await.is_ok());
        assert_eq!(left, 0);
        let lost = rounds("test", &stop, true, async || Err(Failure::Busy("away".into())));
        assert!(lost.await.is_err());
    }

    #[tokio::test]
    async fn a_dropped_stopper_stops() {
        let (stopper, stop) = stop();
        assert!(!stop.is_asked());
        drop(stopper);
        stop.asked().await;
        assert!(stop.is_asked());
    }
}
