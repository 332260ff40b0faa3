//! What this process made or read, and keeps within a bound. What was asked for most stays longest.

use crate::prelude::*;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult};
use std::fmt;
use std::hash::{Hash, RandomState};

/// Lines of all that is kept of one kind, where that is what is counted; one takes about half a KiB.
pub const MOST_LINES: u64 = 40_000;

/// Something that can be kept.
pub trait KeptValue {
    /// What all that is kept of its kind may weigh together.
    const MOST: u64;

    /// What it weighs.
    fn weight(&self) -> usize {
        1
    }
}

#[derive(Clone, Copy, Debug)]
struct ByWeight;

impl<K, V: KeptValue> Weighter<K, Arc<V>> for ByWeight {
    fn weight(&self, _: &K, value: &Arc<V>) -> u64 {
        u64::try_from(value.weight()).unwrap_or(u64::MAX).max(1)
    }
}

/// What is kept of one kind, by its keys.
pub struct Kept<K, V>(Arc<Cache<K, Arc<V>, ByWeight, RandomState>>);

impl<K, V> Clone for Kept<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, V> fmt::Debug for Kept<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

impl<K: Clone + Eq + Hash, V: KeptValue> Default for Kept<K, V> {
    fn default() -> Self {
        // So few that the library makes one part of it: each part has its share of the bound.
        Self(Arc::new(Cache::with(32, V::MOST, ByWeight, RandomState::new(), DefaultLifecycle::default())))
    }
}

impl<K: Clone + Eq + Hash, V: KeptValue> Kept<K, V> {
    /// What is kept under this key.
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        self.0.get(key)
    }

    /// Keeps this under the key, in place of what was.
    pub fn insert(&self, key: K, value: V) {
        self.0.insert(key, Arc::new(value));
    }

    /// What is kept under this key, where it `serves`; otherwise what `make` makes. One request makes it, the others wait for it.
    /// Errors: those of `make`.
    pub async fn get_or_make(
        &self,
        key: &K,
        serves: impl FnOnce(&V) -> bool,
        make: impl Future<Output = Outcome<V>>,
    ) -> Outcome<Arc<V>> {
        let look = |_: &K, kept: &mut Arc<V>| {
            if serves(kept) { EntryAction::Retain(Arc::clone(kept)) } else { EntryAction::ReplaceWithGuard }
        };
        let guard = match self.0.entry_async(key, look).await {
            EntryResult::Retained(kept) => return Ok(kept),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Some(guard),
            EntryResult::Removed(..) | EntryResult::Timeout => None,
        };
        let made = Arc::new(make.await?);
        // Refused only where the place was taken away meanwhile, and then nobody misses it.
        drop(guard.map(|guard| guard.insert(Arc::clone(&made))));
        Ok(made)
    }

    /// Drops what is kept under other keys.
    pub fn retain(&self, stays: impl Fn(&K) -> bool) {
        self.0.retain(|key, _| stays(key));
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// What was made of an event's public things, once for each version of it.
pub type KeptByVersion<T> = Kept<EventId, OfVersion<T>>;

#[derive(Debug)]
pub struct OfVersion<T> {
    version: i64,
    value: Arc<T>,
}

impl<T: KeptValue> KeptValue for OfVersion<T> {
    const MOST: u64 = T::MOST;

    fn weight(&self) -> usize {
        self.value.weight()
    }
}

impl<T: KeptValue> KeptByVersion<T> {
    /// What was made of an event of this version, which was read before.
    /// Errors: those of `make`.
    pub async fn of_event(
        &self,
        event: EventId,
        version: i64,
        make: impl Future<Output = Outcome<T>>,
    ) -> Outcome<Arc<T>> {
        // What was made for a later version is newer than what the asker knows of.
        let serves = |kept: &OfVersion<T>| kept.version >= version;
        let make = async { make.await.map(|value| OfVersion { version, value: Arc::new(value) }) };
        Ok(Arc::clone(&self.get_or_make(&event, serves, make).await?.value))
    }
}

#[cfg(all(test, feature = "shuttle"))]
mod schedule_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    struct Number(i64);

    impl KeptValue for Number {
        const MOST: u64 = 2;
    }

    #[tokio::test]
    async fn one_makes_what_many_ask_for_and_an_older_version_is_made_again() {
        let (kept, made) = (KeptByVersion::<Number>::default(), &AtomicI64::new(0));
        let ask = |version| {
            let make = async move {
                tokio::task::yield_now().await;
                Ok(Number(made.fetch_add(1, Ordering::Relaxed)))
            };
            kept.of_event(EventId(1), version, make)
        };
        let (first, second) = tokio::join!(ask(1), ask(1));
        assert_eq!((first.unwrap().0, second.unwrap().0), (0, 0));
        assert_eq!(ask(2).await.unwrap().0, 1);
        assert_eq!(ask(1).await.unwrap().0, 1, "a later version serves who knows of an earlier one");
    }

    #[test]
    fn no_more_is_kept_than_its_kind_may_weigh() {
        let kept = Kept::default();
        for key in 0..10 {
            kept.insert(key, Number(key));
        }
        assert!((1..=2).contains(&kept.count()), "{}", kept.count());
        kept.retain(|_| false);
        assert_eq!(kept.count(), 0);
    }
}
