//! What is made of an event's public things, once for each version of it.

use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult};
use shared::ids::EventId;
use std::fmt;
use std::hash::RandomState;
use std::sync::Arc;
use store::failure::Outcome;

/// Lines of all that is kept together; one takes about half a KiB.
const MOST: u64 = 40_000;

/// Something that can be kept.
pub trait Weighed {
    /// How many lines it is long.
    fn lines(&self) -> usize;
}

struct Entry<T> {
    version: i64,
    value: Arc<T>,
}

impl<T> Clone for Entry<T> {
    fn clone(&self) -> Self {
        Self { version: self.version, value: Arc::clone(&self.value) }
    }
}

#[derive(Clone, Copy, Debug)]
struct ByLines;

impl<T: Weighed> Weighter<EventId, Entry<T>> for ByLines {
    fn weight(&self, _: &EventId, entry: &Entry<T>) -> u64 {
        u64::try_from(entry.value.lines()).unwrap_or(u64::MAX).max(1)
    }
}

/// What this process made of events, and keeps.
pub struct KeptByVersion<T>(Arc<Cache<EventId, Entry<T>, ByLines, RandomState>>);

impl<T> Clone for KeptByVersion<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for KeptByVersion<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptByVersion").finish_non_exhaustive()
    }
}

impl<T: Weighed> Default for KeptByVersion<T> {
    fn default() -> Self {
        // So few that the library makes one part of it: each part has its share of the bound.
        Self(Arc::new(Cache::with(32, MOST, ByLines, RandomState::new(), DefaultLifecycle::default())))
    }
}

impl<T: Weighed> KeptByVersion<T> {
    /// What was made of an event of this version, which was read before. One request makes it, the others wait for it.
    ///
    /// # Errors
    /// Those of `make`.
    pub async fn of_event(
        &self,
        event: EventId,
        version: i64,
        make: impl Future<Output = Outcome<T>>,
    ) -> Outcome<Arc<T>> {
        // What was made for a later version is newer than what the asker knows of.
        let look = |_: &EventId, kept: &mut Entry<T>| {
            let serves = kept.version >= version;
            if serves { EntryAction::Retain(kept.value.clone()) } else { EntryAction::ReplaceWithGuard }
        };
        let guard = match self.0.entry_async(&event, look).await {
            EntryResult::Retained(value) => return Ok(value),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Some(guard),
            EntryResult::Removed(..) | EntryResult::Timeout => None,
        };
        let value = Arc::new(make.await?);
        // Refused only where the place was taken away meanwhile, and then nobody misses it.
        let entry = Entry { version, value: Arc::clone(&value) };
        drop(guard.map(|guard| guard.insert(entry)));
        Ok(value)
    }
}
