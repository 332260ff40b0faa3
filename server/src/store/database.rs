//! The database as operations meet it: a connection for what reads, a transaction for what writes.

use super::Conn;
use super::disk_space::DiskSpace;
use super::shared_flush::{FlushPlace, SharedFlush};
use super::transaction::{Done, Flush, finish};
use crate::failure::{Failure, Outcome};
use sqlx::{AssertSqlSafe, Connection, PgPool};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// How long a write waits for its place, its connection and two locks (a row, then the head of the log) together, before it
/// is answered 503. Few writes take more locks than these two, such as a submission, which first waits for other submissions.
const LONGEST_WAIT_OF_A_WRITE: Duration = Duration::from_millis(4_500);
/// A wait for a place and a connection that is too short to shorten the wait for locks.
const NO_WAIT: Duration = Duration::from_millis(500);

/// How busy the database's pool is.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseLoad {
    /// Open connections.
    pub connections: u32,
    /// Those that nobody uses.
    pub idle: usize,
    /// Places for writes that are free.
    pub write_places: usize,
    /// The last writes found no room on the database's disk.
    pub is_full: bool,
}

/// A pool of connections, shared by all requests of this process.
#[derive(Clone, Debug)]
pub struct Database {
    pool: PgPool,
    /// Bounds the writes that hold a connection, so that reads always find one. Writers queue for the head of a chain, and
    /// would take the whole pool with them while one of them is slow.
    write_places: Arc<Semaphore>,
    disk_space: DiskSpace,
    /// What answers writes once they are on the disk.
    shared_flush: SharedFlush,
}

impl Database {
    /// Three of five connections of the pool, at least one, are for writes. One more connection, outside the pool, is opened
    /// for flushes.
    ///
    /// # Panics
    /// Outside of tokio's runtime.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        let size = usize::try_from(pool.options().get_max_connections()).unwrap_or(usize::MAX);
        let places = (size.saturating_mul(3) / 5).clamp(1, Semaphore::MAX_PERMITS);
        let shared_flush = SharedFlush::new(&pool.connect_options());
        let (write_places, disk_space) = (Arc::new(Semaphore::new(places)), DiskSpace::default());
        Self { pool, write_places, disk_space, shared_flush }
    }

    /// The pool, for what is neither a request's read nor its write: health checks, housekeeping, closing.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// The pool and the places for writes, at this moment.
    #[must_use]
    pub fn load(&self) -> DatabaseLoad {
        DatabaseLoad {
            connections: self.pool.size(),
            idle: self.pool.num_idle(),
            write_places: self.write_places.available_permits(),
            is_full: self.disk_space.is_missing(),
        }
    }

    /// Runs a reading operation on a connection of its own.
    ///
    /// # Errors
    /// The operation's, or a lost database.
    pub async fn read<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        let mut connection = self.pool.acquire().await?;
        Box::pin(job(&mut connection)).await
    }

    /// Runs a reading operation whose statements all see one state of the database.
    ///
    /// # Errors
    /// The operation's, or a lost database.
    pub async fn read_snapshot<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        let mut connection = self.pool.acquire().await?;
        let mut snapshot = connection.begin_with("begin isolation level repeatable read, read only").await?;
        let read = Box::pin(job(&mut snapshot)).await?;
        snapshot.rollback().await?;
        Ok(read)
    }

    /// Runs a reading operation whose result leaves the portal for good, such as a signed document: it returns once all that it
    /// could see is on the disk. Otherwise it could tell of a row that a crash undoes.
    ///
    /// # Errors
    /// The operation's, or a lost database.
    pub async fn read_flushed<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        let place = self.shared_flush.place().await?;
        let read = self.read(job).await?;
        // A read may be repeated, whatever happened.
        self.shared_flush.wait(place).await.map_err(|lost| Failure::Busy(lost.to_string()))?;
        Ok(read)
    }

    /// Runs a writing operation in a transaction, appends its rows to the audit log and commits. What the operation
    /// refuses, or the database refuses at the commit, leaves nothing behind. What was done is on the disk when this returns;
    /// others may see it a moment earlier.
    ///
    /// # Errors
    /// The operation's, the database's refusal, or a lost database; busy where too many writes wait.
    pub async fn write<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        // The connection is free again before the flush: a few connections serve all who wait for one.
        let (value, place) = self.transact(Flush::Shared, job).await?;
        if let Some(place) = place {
            self.shared_flush.wait(place).await?;
        }
        Ok(value)
    }

    /// As [`Self::write`], but nobody sees what was done before it is on the disk: for what makes somebody outside act on it.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub async fn write_flushed<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        Ok(self.transact(Flush::AtCommit, job).await?.0)
    }

    /// The operation's value, and where it has to wait for a shared flush.
    async fn transact<T>(
        &self,
        flush: Flush,
        job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>,
    ) -> Outcome<(T, Option<FlushPlace>)> {
        let saved = self.transact_in_turn(flush, job).await;
        self.disk_space.note(&saved);
        saved
    }

    async fn transact_in_turn<T>(
        &self,
        flush: Flush,
        job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>,
    ) -> Outcome<(T, Option<FlushPlace>)> {
        let begun = Instant::now();
        let _place = self.write_place().await?;
        let left = LONGEST_WAIT_OF_A_WRITE.saturating_sub(begun.elapsed());
        let connection = tokio::time::timeout(left, self.pool.acquire());
        let mut connection = connection.await.map_err(|_| busy())??;
        let place = match flush {
            Flush::Shared => Some(self.shared_flush.place().await?),
            Flush::AtCommit => None,
        };
        let begin = AssertSqlSafe(begin(flush, begun.elapsed()));
        let (value, flush) = finish(connection.begin_with(begin).await?, flush, job).await?;
        Ok((value, place.filter(|_| flush == Flush::Shared)))
    }

    async fn write_place(&self) -> Outcome<SemaphorePermit<'_>> {
        let place = tokio::time::timeout(LONGEST_WAIT_OF_A_WRITE, self.write_places.acquire()).await;
        place.map_err(|_| busy())?.map_err(Failure::broken)
    }
}

/// What begins a transaction that waited so long for its place and its connection. One text, so one round trip.
fn begin(flush: Flush, waited: Duration) -> String {
    let mut begin = match flush {
        Flush::AtCommit => "begin; set local synchronous_commit = on".to_owned(),
        Flush::Shared => "begin; set local synchronous_commit = off".to_owned(),
    };
    if waited >= NO_WAIT {
        let left = LONGEST_WAIT_OF_A_WRITE.saturating_sub(waited).max(NO_WAIT) / 2;
        let _ = write!(begin, "; set local lock_timeout = {}", left.as_millis());
    }
    begin
}

fn busy() -> Failure {
    Failure::Busy("too many writes wait".into())
}
