//! A lane: connections for one kind of work, with a bounded queue before them. What waits in one lane, or is abandoned there by
//! clients who hang up, takes no connection from another.
//!
//! sqlx's pool asks a connection whether it is alive each time it is taken and given back, two round trips for each use.
//! A lane keeps a connection whose work ended well, and asks it only after a second without use. All others go back to
//! the pool, which ends their transactions and tests them.

use super::shared_flush::FlushPlace;
use super::sync::{AtomicU64, AtomicUsize, Instant, Mutex, MutexGuard, Semaphore, SemaphorePermit, timeout};
use super::wait_budget;
use crate::prelude::*;
use sqlx::pool::PoolConnection;
use sqlx::{Connection, PgPool, Postgres};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// A connection that was used so lately is taken to be alive.
const ALIVE: Duration = Duration::from_secs(1);
/// A connection that is kept for longer goes back to the pool, which closes old ones.
const KEPT: Duration = Duration::from_mins(10);
/// How long a request waits for a place that will most likely not be free in time.
const PATIENCE: Duration = Duration::from_secs(1);
/// Requests that may wait for a place, however fast the others are done: each holds its body in memory.
const MOST_WAITING: usize = 4096;

/// Where a lane's connections come from: sqlx's pool, and in a test a model of one.
pub trait Source: Send + Sync + 'static {
    /// A connection. Dropped, it goes back, and is tested before anybody else gets it.
    type Connection: Send;

    /// A connection that is alive.
    fn open(&self) -> impl Future<Output = Outcome<Self::Connection>> + Send;

    /// Whether a connection is alive.
    fn is_alive(connection: &mut Self::Connection) -> impl Future<Output = bool> + Send;

    /// Whether it gives out no more connections.
    fn is_shut(&self) -> bool;
}

impl Source for PgPool {
    type Connection = PoolConnection<Postgres>;

    async fn open(&self) -> Outcome<Self::Connection> {
        Ok(self.acquire().await?)
    }

    async fn is_alive(connection: &mut Self::Connection) -> bool {
        connection.ping().await.is_ok()
    }

    fn is_shut(&self) -> bool {
        self.is_closed()
    }
}

/// A connection that ended its work well.
#[derive(Debug)]
struct Kept<C> {
    connection: C,
    since: Instant,
    used_at: Instant,
    /// The server that it leads to, where a transaction asked: as long as it lives, it leads to no other.
    server: Option<i64>,
}

/// Places, each with a connection.
#[derive(Clone)]
pub struct Lane<S: Source = PgPool>(Arc<Places<S>>);

struct Places<S: Source> {
    source: S,
    /// Connections that nobody uses. The latest used is taken first.
    idle: Mutex<Vec<Kept<S::Connection>>>,
    most: usize,
    free: Semaphore,
    /// Who waits for a place.
    waiting: AtomicUsize,
    /// How long a place was held of late, in microseconds: an average in which the last one counts an eighth.
    held: AtomicU64,
}

impl<S: Source> std::fmt::Debug for Lane<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lane").field("most", &self.0.most).field("free", &self.free()).finish()
    }
}

impl Lane {
    /// How many connections are open, and how many of them nobody uses.
    pub fn connections(&self) -> (u32, usize) {
        (self.0.source.size(), self.0.source.num_idle() + self.0.idle().len())
    }

    /// Closes every connection once its work has ended.
    pub async fn close(&self) {
        let closing = self.0.source.close();
        self.test_idle();
        closing.await;
    }

    /// Runs a reading operation on a connection.
    /// Errors: the operation's; a lost database; busy where too many reads wait.
    pub async fn read<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        let mut connection = self.take().await?;
        let begun = Instant::now();
        let read = Box::pin(job(&mut connection)).await;
        match &read {
            // Each statement was a transaction of its own: nothing is under way.
            Ok(_) | Err(Failure::Refused(_)) => connection.keep(),
            // Perhaps lost, and the others with it. If it waited for a lock, what says so must not wait as long again.
            Err(_) => {
                self.test_idle();
                wait_budget::spend(begun.elapsed());
            }
        }
        read
    }
}

impl<S: Source> Lane<S> {
    /// A lane with so many places, on connections of its own.
    pub fn new(source: S, most: usize) -> Self {
        let (idle, free) = (Mutex::new(Vec::new()), Semaphore::new(most));
        let (waiting, held) = (AtomicUsize::new(0), AtomicU64::new(0));
        Self(Arc::new(Places { source, idle, most, free, waiting, held }))
    }

    /// How many places are free.
    pub fn free(&self) -> usize {
        self.0.free.available_permits()
    }

    /// Gives all connections that nobody uses back to where they came from, where they are tested.
    pub fn test_idle(&self) {
        self.0.test_idle();
    }

    /// A place with a connection. A request that would wait too long waits for a second at most.
    /// Errors: busy; a lost database.
    pub async fn take(&self) -> Outcome<LanePlace<'_, S>> {
        let begun = Instant::now();
        let taken = self.take_within(wait_budget::left()).await;
        wait_budget::spend(begun.elapsed());
        taken
    }

    async fn take_within(&self, longest: Duration) -> Outcome<LanePlace<'_, S>> {
        let (places, end) = (&*self.0, Instant::now() + longest);
        let place = match places.free.try_acquire() {
            Ok(place) => place,
            Err(_) => self.queue(longest).await?,
        };
        let hold = Hold { lane: places, begun: Instant::now(), _place: place };
        let left = end.saturating_duration_since(Instant::now()).max(wait_budget::SHORTEST);
        let kept = timeout(left, self.connection()).await.map_err(|_| busy())??;
        Ok(LanePlace { kept, hold })
    }

    async fn queue(&self, longest: Duration) -> Outcome<SemaphorePermit<'_>> {
        let places = &*self.0;
        let queued = Queued::join(&places.waiting);
        let held = Duration::from_micros(places.held.load(Ordering::Relaxed));
        let turns = u32::try_from(queued.ahead / places.most.max(1)).unwrap_or(u32::MAX);
        if queued.ahead >= MOST_WAITING {
            return Err(busy());
        }
        // Who is refused at once may ask again at once, and a thousand of them leave those who wait no time to work.
        let longest = if held.saturating_mul(turns) > longest { longest.min(PATIENCE) } else { longest };
        let place = timeout(longest, places.free.acquire()).await;
        place.map_err(|_| busy())?.map_err(Failure::broken)
    }

    /// A connection that is alive, as far as one can know.
    async fn connection(&self) -> Outcome<Kept<S::Connection>> {
        loop {
            let kept = self.0.idle().pop();
            let Some(mut kept) = kept else { break };
            if kept.used_at.elapsed() < ALIVE || S::is_alive(&mut kept.connection).await {
                return Ok(kept);
            }
            // What ended this one has most likely ended all.
            self.test_idle();
        }
        self.0.fresh().await
    }
}

impl<S: Source> Places<S> {
    fn idle(&self) -> MutexGuard<'_, Vec<Kept<S::Connection>>> {
        // No code panics while it holds this.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn test_idle(&self) {
        let all = std::mem::take(&mut *self.idle());
        drop(all);
    }

    /// A connection that was asked just now whether it is alive.
    async fn fresh(&self) -> Outcome<Kept<S::Connection>> {
        let connection = self.source.open().await?;
        let now = Instant::now();
        Ok(Kept { connection, since: now, used_at: now, server: None })
    }
}

/// Somebody who waits for a place, until this is dropped.
struct Queued<'l> {
    waiting: &'l AtomicUsize,
    ahead: usize,
}

impl<'l> Queued<'l> {
    fn join(waiting: &'l AtomicUsize) -> Self {
        Self { waiting, ahead: waiting.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A place of a lane, and since when it is held.
struct Hold<'l, S: Source> {
    lane: &'l Places<S>,
    begun: Instant,
    _place: SemaphorePermit<'l>,
}

impl<S: Source> Drop for Hold<'_, S> {
    fn drop(&mut self) {
        // One slow request must not make everybody believe that the next ones take minutes.
        let last = self.begun.elapsed().min(wait_budget::LONGEST);
        let last = u64::try_from(last.as_micros()).unwrap_or(u64::MAX);
        // Two at once may lose one of both: it is an average.
        let held = self.lane.held.load(Ordering::Relaxed);
        let held = if held == 0 { last } else { held - held / 8 + last / 8 };
        self.lane.held.store(held, Ordering::Relaxed);
    }
}

/// A place with its connection. Dropped, the connection goes back to the pool, which ends what it was at.
pub struct LanePlace<'l, S: Source = PgPool> {
    kept: Kept<S::Connection>,
    hold: Hold<'l, S>,
}

impl<S: Source> LanePlace<'_, S> {
    /// Ends the use of a connection that has nothing under way, and keeps it for the next one.
    pub fn keep(self) {
        let Self { mut kept, hold } = self;
        if kept.since.elapsed() < KEPT && !hold.lane.source.is_shut() {
            kept.used_at = Instant::now();
            hold.lane.idle().push(kept);
        }
    }

    /// Whether it is known that the connection leads to the server of this place.
    pub fn leads_to(&self, place: FlushPlace) -> bool {
        self.kept.server == Some(place.server)
    }

    /// Notes that the connection was asked, and leads to the server of this place.
    pub fn led_to(&mut self, place: FlushPlace) {
        self.kept.server = Some(place.server);
    }

    /// Another connection in place of one that turned out to be lost before anything was done on it.
    /// Errors: busy; a lost database.
    pub async fn renew(self) -> Outcome<Self> {
        let Self { kept, hold } = self;
        drop(kept);
        hold.lane.test_idle();
        let kept = wait_budget::wait(hold.lane.fresh()).await.ok_or_else(busy)??;
        Ok(Self { kept, hold })
    }
}

impl Deref for LanePlace<'_> {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.kept.connection
    }
}

impl DerefMut for LanePlace<'_> {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.kept.connection
    }
}

fn busy() -> Failure {
    Failure::Busy("too many requests wait for the database".into())
}

#[cfg(all(test, feature = "shuttle"))]
mod schedule_tests;

#[cfg(test)]
mod tests {
    use super::*;

    /// How long the second of two waits for the only place, which nobody leaves, where a place is held for so long on average.
    async fn waited(held: Duration, longest: Duration) -> Duration {
        let pool = PgPool::connect_lazy("postgres://nobody@localhost/nothing").unwrap();
        let lane = Lane::new(pool, 1);
        lane.0.held.store(u64::try_from(held.as_micros()).unwrap(), Ordering::Relaxed);
        let _held = lane.0.free.acquire().await.unwrap();
        // Somebody waits already, so a turn passes before the next.
        let _ahead = Queued::join(&lane.0.waiting);
        let begun = Instant::now();
        assert!(matches!(lane.queue(longest).await, Err(Failure::Busy(_))));
        assert_eq!(lane.0.waiting.load(Ordering::Relaxed), 1);
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn who_would_wait_too_long_is_told_after_a_second() {
        let longest = Duration::from_secs(3);
        assert_eq!(waited(Duration::from_secs(4), longest).await.as_secs(), PATIENCE.as_secs());
        assert_eq!(waited(Duration::from_millis(20), longest).await.as_secs(), longest.as_secs());
    }
}
