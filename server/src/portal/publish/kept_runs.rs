//! Runs that are kept in memory. A run never changes, so one that was read once need not be read and parsed again: at a
//! ceremony everybody asks for the same one at once.

use crate::failure::Outcome;
use crate::model::run::StoredRun;
use crate::store::{Conn, run};
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use shared::ids::EventId;
use std::hash::RandomState;
use std::sync::Arc;

/// Projects and judges of all kept runs together; one takes about half a KiB.
const MOST: u64 = 40_000;

type Key = (EventId, i32);
type Runs = Cache<Key, Arc<StoredRun>, Lines, RandomState>;

#[derive(Clone, Copy, Debug)]
struct Lines;

impl Weighter<Key, Arc<StoredRun>> for Lines {
    fn weight(&self, _: &Key, run: &Arc<StoredRun>) -> u64 {
        let lines = run.outcome.projects.len() + run.outcome.judges.len();
        u64::try_from(lines).unwrap_or(u64::MAX).max(1)
    }
}

/// The runs that this process read and keeps.
#[derive(Clone, Debug)]
pub struct KeptRuns(Arc<Runs>);

impl Default for KeptRuns {
    fn default() -> Self {
        // So few that the library makes one part of it: each part has its share of the bound.
        Self(Arc::new(Cache::with(32, MOST, Lines, RandomState::new(), DefaultLifecycle::default())))
    }
}

impl KeptRuns {
    /// The event's run with this number. One request reads it, the others wait for it.
    ///
    /// # Errors
    /// A lost database.
    pub async fn find(
        &self,
        conn: &mut Conn,
        event: EventId,
        number: i32,
    ) -> Outcome<Option<Arc<StoredRun>>> {
        let guard = match self.0.get_value_or_guard_async(&(event, number)).await {
            Ok(kept) => return Ok(Some(kept)),
            Err(guard) => guard,
        };
        let Some(found) = run::find(conn, event, number).await?.map(Arc::new) else { return Ok(None) };
        // Refused only where it was taken away meanwhile, and then nobody misses it.
        drop(guard.insert(found.clone()));
        Ok(Some(found))
    }
}
