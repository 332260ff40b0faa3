//! The database as operations meet it: a connection for what reads, a transaction for what writes.

use super::row_lock::RowLock;
use super::standby::{self, Standby};
use super::transaction::{Done, Flush, finish};
use crate::freshness::PublicAddress;
use crate::prelude::*;
use crate::shared_questions::SharedQuestions;
use engine::disk_space::DiskSpace;
use engine::lane::{Lane, LanePlace};
use engine::refused;
use engine::shared_flush::{FlushPlace, SharedFlush};
use engine::snapshot::{Snapshot, Snapshots};
use engine::wait_budget;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgPool};
use std::fmt::Write as _;
use tokio::time::Instant;

/// Connections for what one statement answers to all who ask at once.
const SHARED: u32 = 2;
/// The setting by which PostgreSQL plans a statement once for all its parameters.
const ONE_PLAN: (&str, &str) = ("plan_cache_mode", "force_generic_plan");

/// How busy the database's pools are.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseLoad {
    pub connections: u32,
    /// Those that nobody uses.
    pub idle: usize,
    /// Places for writes that are free.
    pub write_places: usize,
    /// The last writes found no room on the database's disk.
    pub is_full: bool,
}

/// Pools of connections, shared by all requests of this process.
#[derive(Clone, Debug)]
pub struct Database {
    pool: PgPool,
    /// Reads always find a connection: writers queue for the head of a chain, and would take all of them while one is slow.
    reads: Lane,
    writes: Lane,
    /// Requests that read or write a whole event, so that nobody else waits for a few of them.
    long: Lane,
    disk_space: DiskSpace,
    /// What answers writes once they are on the disk.
    shared_flush: SharedFlush,
    /// What opens connections for files that are sent while they are read.
    snapshots: Snapshots,
    /// Where questions are asked for many requests at once. One plan of each statement is for any number of keys: made anew for each
    /// number, plans take longer than the reads.
    shared: Lane,
    /// Where requests are counted, apart from what only reads: a counter that somebody locks holds up no read.
    counts: Lane,
    questions: SharedQuestions,
    standby: Option<Standby>,
}

impl Database {
    /// Divides a pool's size: two fifths are for writes, a fifth for what is long, one connection for what takes it from
    /// [`Self::pool`], the rest for reads, and of each one at least. One more connection is opened for flushes, two for what many ask at once,
    /// and one for what is counted.
    ///
    /// # Panics
    /// Outside of tokio's runtime.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        let size = pool.options().get_max_connections();
        let writes = (size / 5 * 2).max(1);
        let long = (size / 5).max(1);
        let reads = size.saturating_sub(writes + long + 1).max(1);
        let lane = |pool: PgPool, most| Lane::new(pool, usize::try_from(most).unwrap_or(usize::MAX));
        let planned_once = PgConnectOptions::clone(&pool.connect_options()).options([ONE_PLAN]);
        let planned_once = |most| {
            let options = pool.options().clone().max_connections(most);
            lane(options.connect_lazy_with(planned_once.clone()), most)
        };
        let (shared, counts) = (planned_once(SHARED), planned_once(1));
        let (reads, long) = (lane(another(&pool, reads), reads), lane(another(&pool, long), long));
        // It has a connection already.
        let writes = lane(pool.clone(), writes);
        Self::on(&pool, [reads, writes, long, shared, counts])
    }

    /// One lane for all work, with as many places as the pool has connections: for a database that is asked by few at a time, such as a
    /// test's. Each connection more has to be opened, and reads and plans everything anew.
    ///
    /// # Panics
    /// Outside of tokio's runtime.
    #[must_use]
    pub fn on_one_lane(pool: PgPool) -> Self {
        let size = pool.options().get_max_connections();
        let lane = Lane::new(pool.clone(), usize::try_from(size).unwrap_or(usize::MAX));
        Self::on(&pool, std::array::from_fn(|_| lane.clone()))
    }

    fn on(pool: &PgPool, [reads, writes, long, shared, counts]: [Lane; 5]) -> Self {
        let own = another(pool, 1);
        Self {
            questions: SharedQuestions::new(&shared, &counts, own.clone()),
            pool: own,
            reads,
            writes,
            long,
            disk_space: DiskSpace::default(),
            shared_flush: SharedFlush::new(&pool.connect_options()),
            snapshots: Snapshots::like(pool),
            shared,
            counts,
            standby: None,
        }
    }

    /// The same, with a standby that public reads may be answered by, on at most so many connections.
    ///
    /// # Panics
    /// Outside of tokio's runtime.
    #[must_use]
    pub fn with_standby(self, options: PgConnectOptions, most: u32) -> Self {
        Self { standby: Some(Standby::new(options, most)), ..self }
    }

    /// Whether the standby may answer at this moment what a visitor asks about this: it has come as far as the primary, and its clock
    /// stands in the same windows.
    pub async fn standby_is_current(&self, of: &PublicAddress) -> bool {
        let Some(standby) = &self.standby else { return false };
        let primary = self.questions.public_state(of.clone(), None);
        let (primary, standby) = tokio::join!(primary, standby.freshness(of.clone()));
        match (primary, standby) {
            (Ok(Some(primary)), Some(standby)) => standby.shows_what(&primary.fresh),
            _ => false,
        }
    }

    /// Says that the standby failed: for a while the primary answers all.
    pub fn leave_standby_alone(&self) {
        if let Some(standby) = &self.standby {
            standby.leave_alone();
        }
    }

    /// Where what reads finds its connection.
    fn read_lane(&self) -> &Lane {
        match &self.standby {
            Some(standby) if standby::may_answer() => standby.reads(),
            _ => self.primary_lane(),
        }
    }

    fn primary_lane(&self) -> &Lane {
        if wait_budget::is_long() { &self.long } else { &self.reads }
    }

    /// Connections for what is neither a request's read nor its write: health checks, housekeeping, mail.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Whether the database answers a query.
    pub async fn answers(&self) -> bool {
        super::connect::answers(&self.pool).await
    }

    /// The pools and the places for writes, at this moment.
    #[must_use]
    pub fn load(&self) -> DatabaseLoad {
        let lanes =
            [&self.reads, &self.writes, &self.long, &self.shared, &self.counts].map(Lane::connections);
        DatabaseLoad {
            connections: self.pool.size() + lanes.iter().map(|(open, _)| open).sum::<u32>(),
            idle: self.pool.num_idle() + lanes.iter().map(|(_, idle)| idle).sum::<usize>(),
            write_places: self.writes.free(),
            is_full: self.disk_space.is_missing(),
        }
    }

    /// Closes every connection once its work has ended.
    pub async fn close(&self) {
        self.questions.write_last_uses().await;
        let lanes = async {
            let shared = async { tokio::join!(self.shared.close(), self.counts.close()) };
            let standby = async {
                if let Some(standby) = &self.standby {
                    standby.reads().close().await;
                }
            };
            tokio::join!(self.reads.close(), self.writes.close(), self.long.close(), shared, standby)
        };
        tokio::join!(lanes, self.pool.close());
    }

    /// Runs a reading operation on a connection of its own.
    /// Errors: the operation's, or a lost database; busy where too many reads wait.
    pub async fn read<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        self.read_lane().read(job).await
    }

    /// What nearly every request asks.
    #[must_use]
    pub fn questions(&self) -> &SharedQuestions {
        &self.questions
    }

    /// Runs a reading operation whose statements all see one state of the database.
    /// Errors: the operation's, or a lost database; busy where too many reads wait.
    pub async fn read_snapshot<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        let mut connection = self.read_lane().take().await?;
        let begin = "begin isolation level repeatable read, read only";
        let mut snapshot = connection.begin_with(begin).await;
        if snapshot.as_ref().is_err_and(refused::is_useless) {
            drop(snapshot);
            connection = connection.renew().await?;
            snapshot = connection.begin_with(begin).await;
        }
        let mut snapshot = snapshot?;
        let read = Box::pin(job(&mut snapshot)).await?;
        snapshot.rollback().await?;
        connection.keep();
        Ok(read)
    }

    /// Opens a connection beside the pool that sees one state of the database, for a file that is sent while it is read.
    /// Errors: busy where too many such files are under way; a lost database.
    pub async fn snapshot(&self) -> Outcome<Snapshot> {
        self.snapshots.open().await
    }

    /// Runs a reading operation whose result leaves the portal for good, such as a signed document: it returns once all that it
    /// could see is on the disk. Otherwise it could tell of a row that a crash undoes.
    pub async fn read_flushed<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<T>) -> Outcome<T> {
        let place = self.shared_flush.place().await?;
        let read = self.primary_lane().read(job).await?;
        // A read may be repeated, whatever happened.
        self.shared_flush.wait(place).await.map_err(|lost| Failure::Busy(lost.to_string()))?;
        Ok(read)
    }

    /// Runs a writing operation in a transaction, appends its rows to the audit log and commits. What the operation
    /// refuses, or the database refuses at the commit, leaves nothing behind. What was done is on the disk when this returns;
    /// others may see it a moment earlier.
    /// Errors: the operation's, the database's refusal, or a lost database; busy where too many writes wait.
    pub async fn write<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        let done = self.transact(Flush::Shared, None, job).await?;
        self.answer(done).await
    }

    /// The value of a write that has committed, once it is on the disk.
    pub(super) async fn answer<T>(&self, (value, place): (T, Option<FlushPlace>)) -> Outcome<T> {
        // The connection is free again: a few serve all who wait for the flush.
        if let Some(place) = place {
            self.shared_flush.wait(place).await?;
        }
        Ok(value)
    }

    /// As [`Self::write`], but nobody sees what was done before it is on the disk: for what makes somebody outside act on it.
    /// Errors: as [`Self::write`].
    pub async fn write_flushed<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>) -> Outcome<T> {
        Ok(self.transact(Flush::AtCommit, None, job).await?.0)
    }

    /// Runs a writing operation in a transaction that may lock a row as it begins. Returns the operation's value, and where it has to wait
    /// for a shared flush.
    /// Errors: as [`Self::write`], but for the flush; busy where the lock does not come free in time.
    pub(super) async fn transact<T>(
        &self,
        flush: Flush,
        lock: Option<RowLock>,
        job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>,
    ) -> Outcome<(T, Option<FlushPlace>)> {
        let saved = self.transact_in_turn(flush, lock, job).await;
        self.disk_space.note(&saved);
        saved
    }

    async fn transact_in_turn<T>(
        &self,
        flush: Flush,
        lock: Option<RowLock>,
        job: impl AsyncFnOnce(&mut Conn) -> Outcome<Done<T>>,
    ) -> Outcome<(T, Option<FlushPlace>)> {
        let lane = if wait_budget::is_long() { &self.long } else { &self.writes };
        let mut connection = lane.take().await?;
        let mut place = match flush {
            Flush::Shared => Some(self.shared_flush.place().await?),
            Flush::AtCommit => None,
        };
        let (begun, left) = (Instant::now(), wait_budget::left());
        // The other half is left for the head of the log.
        let longest = left / 2;
        let finished = {
            // PostgreSQL may have been restarted since the connection was last used, or another machine may be the primary now. Nothing was
            // done on it yet.
            let text = begin(&connection, place, lock, longest);
            let mut transaction = connection.begin_with(AssertSqlSafe(text)).await;
            if transaction
                .as_ref()
                .is_err_and(|error| refused::is_useless(error) || refused::is_elsewhere(error))
            {
                drop(transaction);
                connection = connection.renew().await?;
                // The connection for flushes is as old, and would leave it unknown whether this is saved.
                if flush == Flush::Shared {
                    place = Some(self.shared_flush.tested_place().await?);
                }
                let text = begin(&connection, place, lock, longest);
                transaction = connection.begin_with(AssertSqlSafe(text)).await;
            }
            match transaction {
                // Boxed, so that it takes no memory while a thousand wait for their turn.
                Ok(transaction) => Box::pin(finish(transaction, flush, begun + left, job)).await,
                Err(error) if refused::is_elsewhere(&error) => {
                    Err(Failure::Busy("two servers take writes for a moment: the primary moves".into()))
                }
                Err(error) => Err(error.into()),
            }
        };
        match finished {
            Ok((value, flush)) => {
                if let Some(place) = place {
                    connection.led_to(place);
                }
                connection.keep();
                Ok((value, place.filter(|_| flush == Flush::Shared)))
            }
            Err(failure) => {
                // It waited for locks, most likely. What the request still reads, to say so, must not wait as long again.
                if matches!(failure, Failure::Busy(_)) {
                    wait_budget::spend(begun.elapsed());
                }
                // What ended this connection in its commit has most likely ended all.
                if matches!(failure, Failure::Unknown(_)) {
                    lane.test_idle();
                }
                Err(failure)
            }
        }
    }
}

/// Connections beside those of a pool, with the same options. They are opened when somebody asks.
fn another(pool: &PgPool, most: u32) -> PgPool {
    let connect = PgConnectOptions::clone(&pool.connect_options());
    pool.options().clone().max_connections(most).connect_lazy_with(connect)
}

/// What begins a transaction whose locks may take this long, on the server that flushes it later, where it is not flushed at its commit. One
/// text, so one round trip. A connection that is known to lead to that server is not asked again.
fn begin(
    connection: &LanePlace<'_>,
    place: Option<FlushPlace>,
    lock: Option<RowLock>,
    longest: Duration,
) -> String {
    let synchronous = if place.is_some() { "off" } else { "on" };
    let longest = longest.as_millis();
    let mut begin =
        format!("begin; set local synchronous_commit = {synchronous}; set local lock_timeout = {longest}");
    if let Some(place) = place
        && !connection.leads_to(place)
    {
        let _ = write!(begin, "; {}", place.same_server());
    }
    if let Some(lock) = lock {
        let _ = write!(begin, "; {}", lock.statement());
    }
    begin
}
