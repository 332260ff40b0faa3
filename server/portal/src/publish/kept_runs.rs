//! Runs that are kept in memory. A run never changes, so one that was read once need not be read and parsed again: at a
//! ceremony everybody asks for the same one at once.

use model::context::Context;
use model::run::StoredRun;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use shared::ids::{EventId, ProjectId};
use shared::strictness::{self, Strictness};
use std::collections::BTreeMap;
use std::hash::RandomState;
use std::sync::Arc;
use store::failure::Outcome;
use store::{Conn, run};

/// Projects and judges of all kept runs together; one takes about half a KiB.
const MOST: u64 = 40_000;

/// A run of an event, as it was before the event was forgotten or as it is since: forgetting replaces the judges' addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    event: EventId,
    run: i32,
    forgotten: bool,
}

/// A run, and what may be said of its projects' judges.
#[derive(Clone, Debug)]
pub struct KeptRun {
    pub stored: StoredRun,
    /// How strict the judges of each project are together.
    pub strictness: BTreeMap<ProjectId, Strictness>,
}

impl KeptRun {
    /// Reads what the stored run had read.
    pub async fn of(conn: &mut Conn, event: EventId, stored: StoredRun) -> Outcome<Self> {
        let input = run::input(conn, event, stored.run).await?;
        let strictness = input.map(|input| strictness::of_projects(&input, &stored.outcome));
        Ok(Self { strictness: strictness.unwrap_or_default(), stored })
    }
}

type Runs = Cache<Key, Arc<KeptRun>, Lines, RandomState>;

#[derive(Clone, Copy, Debug)]
struct Lines;

impl Weighter<Key, Arc<KeptRun>> for Lines {
    fn weight(&self, _: &Key, run: &Arc<KeptRun>) -> u64 {
        let outcome = &run.stored.outcome;
        let lines = outcome.projects.len() + outcome.judges.len();
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
    /// The event's run with this number. One request reads it, the others wait for it. Once the event is forgotten, what was kept
    /// of it before is dropped.
    pub async fn find(&self, conn: &mut Conn, at: &Context, number: i32) -> Outcome<Option<Arc<KeptRun>>> {
        let forgotten = at.facts.event.forgotten_at.is_some();
        let key = Key { event: at.event, run: number, forgotten };
        if forgotten {
            self.forget(at.event);
        }
        let guard = match self.0.get_value_or_guard_async(&key).await {
            Ok(kept) => return Ok(Some(kept)),
            Err(guard) => guard,
        };
        let Some(stored) = run::find(conn, at.event, number).await? else { return Ok(None) };
        let found = Arc::new(KeptRun::of(conn, at.event, stored).await?);
        // Refused only where it was taken away meanwhile, and then nobody misses it.
        drop(guard.insert(found.clone()));
        Ok(Some(found))
    }

    /// Drops what was kept of an event before it was forgotten. Another process does so when it next reads one of the runs.
    pub fn forget(&self, event: EventId) {
        self.0.retain(|key, _| key.event != event || key.forgotten);
    }

    /// How many runs are kept.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}
