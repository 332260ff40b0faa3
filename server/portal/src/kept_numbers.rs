//! Numbers about a large event, counted once for all who look at them. A small event is counted anew for each: that takes a few
//! milliseconds, and nothing is kept.

use crate::kept::{Kept, KeptValue};
use crate::prelude::*;
use std::hash::Hash;
use std::time::Instant;
use store::freshness;
use tokio::sync::Mutex;

/// From so many projects and assignments on, an event's numbers are kept.
const LARGE: usize = 2_000;
/// For so long, numbers are shown although the event goes on: at the rush, each save would have them counted again.
const YOUNG: Duration = Duration::from_secs(2);
/// For so long, numbers are shown while nothing is logged: some look at the clock, and mails are sent without a row.
const OLDEST: Duration = Duration::from_secs(30);
/// Numbers that can be kept.
pub trait Numbers {
    /// Projects and assignments that were counted.
    fn size(&self) -> usize;
}

/// Numbers, and the state of the event that they are of.
#[derive(Debug)]
pub struct Counted<T> {
    /// The event's state.
    pub mark: EventMark,
    pub numbers: Arc<T>,
    at: Instant,
}

impl<T> Clone for Counted<T> {
    fn clone(&self) -> Self {
        Self { mark: self.mark.clone(), numbers: Arc::clone(&self.numbers), at: self.at }
    }
}

/// The numbers that are kept of an event. Who counts them again holds this.
#[derive(Debug)]
struct Place<T>(Mutex<Counted<T>>);

impl<T> KeptValue for Place<T> {
    /// Events; a large one takes some MiB.
    const MOST: u64 = 8;
}

/// The numbers of large events that this process counted.
#[derive(Debug)]
pub struct KeptNumbers<K, T> {
    places: Kept<K, Place<T>>,
    large: usize,
    young: Duration,
}

impl<K: Clone + Eq + Hash, T: Numbers> Default for KeptNumbers<K, T> {
    fn default() -> Self {
        Self::with(LARGE, YOUNG)
    }
}

impl<K: Clone + Eq + Hash, T: Numbers> KeptNumbers<K, T> {
    /// Keeps the numbers of events from this size on, and shows them for so long although the event goes on.
    pub fn with(large: usize, young: Duration) -> Self {
        Self { places: Kept::default(), large, young }
    }

    /// The numbers of an event: what is kept, or else what `count` reads, in one snapshot. Of those who ask for a large event at
    /// once, one counts and the others wait for it, without a connection.
    /// Errors: 404 where there is no such event; those of `count`; a lost database.
    pub async fn of_event(
        &self,
        database: &Database,
        slug: &str,
        key: K,
        count: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
    ) -> Outcome<Counted<T>> {
        let Some(place) = self.places.get(&key) else {
            let counted = counted(database, slug, count).await?;
            if counted.numbers.size() >= self.large {
                self.places.insert(key, Place(Mutex::new(counted.clone())));
            }
            return Ok(counted);
        };
        let mut kept = place.0.lock().await;
        let age = kept.at.elapsed();
        if age < self.young || (age < OLDEST && mark(database, slug).await? == kept.mark) {
            return Ok(kept.clone());
        }
        *kept = counted(database, slug, count).await?;
        Ok(kept.clone())
    }
}

async fn mark(database: &Database, slug: &str) -> Outcome<EventMark> {
    database.read(async |c| read_mark(c, slug).await).await
}

async fn read_mark(conn: &mut Conn, slug: &str) -> Outcome<EventMark> {
    Ok(freshness::mark(conn, slug).await?.ok_or_else(Refusal::not_found)?.0)
}

async fn counted<T>(
    database: &Database,
    slug: &str,
    count: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
) -> Outcome<Counted<T>> {
    // Taken before the count: the numbers are never younger than they say.
    let at = Instant::now();
    let read = async |c: &mut Conn| Ok((read_mark(c, slug).await?, Arc::new(count(c).await?)));
    let (mark, numbers) = database.read_snapshot(read).await?;
    Ok(Counted { mark, numbers, at })
}
