//! Whether the database's disk had room for what was written last.

use crate::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::Instant;

/// How long a write that found no room is remembered: while nobody writes, nobody knows whether there is room again.
const REMEMBERED: Duration = Duration::from_secs(60);

/// When a write found no room; none once another was saved.
#[derive(Clone, Debug, Default)]
pub struct DiskSpace(Arc<Mutex<Option<Instant>>>);

impl DiskSpace {
    /// Notes how a write ended.
    pub fn note<T>(&self, outcome: &Outcome<T>) {
        let refused = match outcome {
            Ok(_) => None,
            Err(Failure::Full(_)) => Some(Instant::now()),
            Err(_) => return,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = refused;
    }

    /// Whether the last writes found no room.
    pub fn is_missing(&self) -> bool {
        let refused = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refused.is_some_and(|at| at.elapsed() < REMEMBERED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_full_disk_is_known_until_something_is_saved_or_nobody_tries_any_more() {
        let space = DiskSpace::default();
        let full = || Err::<(), _>(Failure::Full("no room".into()));
        assert!(!space.is_missing());
        space.note(&full());
        space.note(&Err::<(), _>(Failure::Busy("something else".into())));
        assert!(space.is_missing());
        space.note(&Ok(()));
        assert!(!space.is_missing());
        space.note(&full());
        tokio::time::advance(REMEMBERED).await;
        assert!(!space.is_missing());
    }
}
