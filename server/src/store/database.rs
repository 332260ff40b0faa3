//! The database as operations meet it: a connection for what reads, a transaction for what writes.

use super::Conn;
use super::disk_space::DiskSpace;
use super::transaction::{Done, finish};
use crate::failure::{Failure, Outcome};
use sqlx::{AssertSqlSafe, Connection, PgPool};
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
}

impl Database {
    /// Three of five connections of the pool, at least one, are for writes.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        let size = usize::try_from(pool.options().get_max_connections()).unwrap_or(usize::MAX);
        let places = (size.saturating_mul(3) / 5).clamp(1, Semaphore::MAX_PERMITS);
        Self { pool, write_places: Arc::new(Semaphore::new(places)), disk_space: DiskSpace::default() }
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

    /// Runs a writing operation in a transaction, appends its rows to the audit log and commits. What the operation
    /// refuses, or the database refuses at the commit, leaves nothing behind.
    ///
    /// # Errors
    /// The operation's, the database's refusal, or a lost database; busy where too many writes wait.
    pub async fn write<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        let saved = self.write_in_turn(job).await;
        self.disk_space.note(&saved);
        saved
    }

    async fn write_in_turn<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        let begun = Instant::now();
        let _place = self.write_place().await?;
        let left = LONGEST_WAIT_OF_A_WRITE.saturating_sub(begun.elapsed());
        let connection = tokio::time::timeout(left, self.pool.acquire());
        let mut connection = connection.await.map_err(|_| busy())??;
        let waited = begun.elapsed();
        if waited < NO_WAIT {
            return finish(connection.begin().await?, job).await;
        }
        let left = (LONGEST_WAIT_OF_A_WRITE.saturating_sub(waited).max(NO_WAIT) / 2).as_millis();
        let begin = AssertSqlSafe(format!("begin; set local lock_timeout = {left}"));
        finish(connection.begin_with(begin).await?, job).await
    }

    async fn write_place(&self) -> Outcome<SemaphorePermit<'_>> {
        let place = tokio::time::timeout(LONGEST_WAIT_OF_A_WRITE, self.write_places.acquire()).await;
        place.map_err(|_| busy())?.map_err(Failure::broken)
    }
}

fn busy() -> Failure {
    Failure::Busy("too many writes wait".into())
}
