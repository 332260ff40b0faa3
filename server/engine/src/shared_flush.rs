//! One flush to the disk for all writes that wait for one.
//!
//! A write commits with `synchronous_commit = off`, which gives its locks back before the disk has its rows: the head of an
//! event's log is held for a moment and not for an fsync. It is answered only after a flush that began after its commit. One
//! task makes that flush for all who wait, by a transaction that commits synchronously: the log of PostgreSQL is written in
//! order, so its commit covers every earlier one. With synchronous standbys it waits for them too.
//!
//! A flush proves something only on a connection that was open before the commit. A crash of PostgreSQL ends every connection,
//! so an unbroken one says that there was none in between. [`FlushPlace`] names the connection, and the server that it leads to: while a
//! primary moves, two servers may take writes for a moment, and a flush on one says nothing about a commit on the other.

use super::sync::{Instant, Mutex, MutexGuard, mpsc, oneshot, spawn, timeout};
use super::wait_budget;
use crate::prelude::*;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection, Row as _};
use std::sync::{Arc, PoisonError};

/// What the connection is called in `pg_stat_activity`.
const NAME: &str = "evenhand flush";
/// A connection that was used so lately is taken to be alive. Another one is asked first: a write that commits while the
/// connection is dead cannot know whether it was saved.
const ALIVE: Duration = Duration::from_secs(1);
/// While a flush takes longer than this, no write begins.
const SLOW: Duration = Duration::from_secs(2);
/// How long a write waits for a connection before it begins.
const CONNECTING: Duration = Duration::from_secs(4);
/// How long a committed write waits for its flush before it is answered that nobody knows.
const LONGEST_WAIT: Duration = Duration::from_secs(4);
/// What it waits at least, however long it waited before its commit.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
/// A flush that takes longer is given up, and its connection with it.
const LONGEST_FLUSH: Duration = Duration::from_secs(10);
/// Most requests that are looked at together.
const AT_ONCE: usize = 4096;
/// Makes the commit synchronous where the database's own setting is off; a stronger setting remains.
const SESSION: &str = "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";
/// Whether the server is a standby, which flushes nothing; when it was started, which no two servers have in common; and whether an earlier
/// flush still waits there for a standby. If it does, another one would wait as well, and each takes a session that nobody may cancel.
const SERVER: &str = "select pg_is_in_recovery(), (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint, \
                      exists (select from pg_stat_activity where application_name = current_setting('application_name') \
                              and wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '2 seconds')";
/// A transaction that writes something, if only to the log of PostgreSQL: without that, its commit would wait for nothing.
const FLUSH: &str = "select pg_catalog.pg_logical_emit_message(true, 'evenhand flush', '')";

/// A promise of a flush: the connection, by its number, that was open when it was given, and its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlushPlace {
    connection: u64,
    pub(super) server: i64,
}

impl FlushPlace {
    /// A statement that fails on every other server.
    pub fn same_server(self) -> String {
        let server = self.server;
        format!(
            "select 1 / ((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint = {server})::int"
        )
    }
}

/// Where flushes are made: PostgreSQL, and in a test a model of it.
pub(super) trait Line: Send + Sync + 'static {
    /// An open connection.
    type Connection: Send;

    /// A new connection, and when its server was started.
    fn open(&self) -> impl Future<Output = Result<(Self::Connection, i64), String>> + Send;

    /// Looks whether a connection is alive.
    fn look(connection: &mut Self::Connection) -> impl Future<Output = Result<(), String>> + Send;

    /// Flushes all that has committed on its server.
    fn flush(connection: &mut Self::Connection) -> impl Future<Output = Result<(), String>> + Send;

    fn close(connection: Self::Connection) -> impl Future<Output = ()> + Send;
}

impl Line for PgConnectOptions {
    type Connection = PgConnection;

    async fn open(&self) -> Result<(PgConnection, i64), String> {
        open(self).await.map_err(|error| error.to_string())
    }

    async fn look(connection: &mut PgConnection) -> Result<(), String> {
        connection.ping().await.map_err(|error| error.to_string())
    }

    async fn flush(connection: &mut PgConnection) -> Result<(), String> {
        let flushed = sqlx::raw_sql(FLUSH).execute(connection).await;
        flushed.map(|_| ()).map_err(|error| error.to_string())
    }

    async fn close(connection: PgConnection) {
        let _ = connection.close().await;
    }
}

/// What a connection that must write fails with on a standby.
pub fn takes_no_writes() -> sqlx::Error {
    sqlx::Error::Protocol("the server is a standby, which takes no writes".into())
}

/// A connection that may flush, and when its server was started.
async fn open(options: &PgConnectOptions) -> sqlx::Result<(PgConnection, i64)> {
    let mut connection = PgConnection::connect_with(options).await?;
    sqlx::raw_sql(SESSION).execute(&mut connection).await?;
    let server = sqlx::raw_sql(SERVER).fetch_one(&mut connection).await?;
    let is_standby: bool = server.try_get(0)?;
    if is_standby {
        return Err(takes_no_writes());
    }
    let (started, waits): (i64, bool) = (server.try_get(1)?, server.try_get(2)?);
    if waits {
        return Err(sqlx::Error::Protocol("an earlier flush still waits for a standby".into()));
    }
    Ok((connection, started))
}

#[derive(Debug)]
enum Request {
    /// Opens the connection, or looks whether it is alive.
    Connect(oneshot::Sender<Result<FlushPlace, String>>),
    /// Flushes on this connection and no other.
    Flush(FlushPlace, oneshot::Sender<Result<(), String>>),
}

/// What callers see of the task.
#[derive(Debug)]
struct Condition {
    open: Option<FlushPlace>,
    used_at: Instant,
    flushing_since: Option<Instant>,
}

/// Flushes for all writes of this process.
#[derive(Clone, Debug)]
pub struct SharedFlush {
    requests: mpsc::UnboundedSender<Request>,
    condition: Arc<Mutex<Condition>>,
}

impl SharedFlush {
    /// Flushes by a connection with these options, which is opened when the first write asks. The task ends with the last
    /// clone.
    pub fn new(options: &PgConnectOptions) -> Self {
        Self::on(options.clone().application_name(NAME))
    }

    pub(super) fn on(line: impl Line) -> Self {
        let (requests, received) = mpsc::unbounded_channel();
        let condition = Condition { open: None, used_at: Instant::now(), flushing_since: None };
        let condition = Arc::new(Mutex::new(condition));
        let task =
            FlushTask { line, condition: Arc::clone(&condition), connection: None, opened: 0, server: 0 };
        spawn(task.run(received));
        Self { requests, condition }
    }

    /// A place, before a transaction begins.
    /// Errors: busy where the database cannot be reached, or the disk is so slow that the write would wait for long.
    pub async fn place(&self) -> Outcome<FlushPlace> {
        {
            let condition = lock(&self.condition);
            if condition.flushing_since.is_some_and(|since| since.elapsed() > SLOW) {
                return Err(Failure::Busy("the database's disk is slow: a flush takes long".into()));
            }
            if let Some(place) = condition.open
                && condition.used_at.elapsed() < ALIVE
            {
                return Ok(place);
            }
        }
        self.tested_place().await
    }

    /// A place on a connection that was just asked whether it is alive, or on a new one.
    /// Errors: busy where the database cannot be reached.
    pub async fn tested_place(&self) -> Outcome<FlushPlace> {
        let (reply, replied) = oneshot::channel();
        let begun = Instant::now();
        let place = self.ask(Request::Connect(reply), replied, CONNECTING.min(wait_budget::left())).await;
        wait_budget::spend(begun.elapsed());
        place.map_err(|why| Failure::Busy(format!("database: {why}")))
    }

    /// Waits until everything that was committed so far is on the disk.
    /// Errors: unknown where no flush tells: what was committed may survive or not.
    pub async fn wait(&self, place: FlushPlace) -> Outcome<()> {
        let (reply, replied) = oneshot::channel();
        let longest = LONGEST_WAIT.min(wait_budget::left().max(SHORTEST_WAIT));
        let flushed = self.ask(Request::Flush(place, reply), replied, longest).await;
        flushed.map_err(|why| Failure::Unknown(format!("flush: {why}")))
    }

    async fn ask<T>(
        &self,
        request: Request,
        replied: oneshot::Receiver<Result<T, String>>,
        longest: Duration,
    ) -> Result<T, String> {
        self.requests.send(request).map_err(|_| "the task has ended".to_owned())?;
        match timeout(longest, replied).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err("the task has ended".into()),
            Err(_) => Err(format!("no answer within {} ms", longest.as_millis())),
        }
    }
}

/// What a connection is used for.
enum Use {
    Look,
    Flush,
}

struct FlushTask<L: Line> {
    line: L,
    condition: Arc<Mutex<Condition>>,
    connection: Option<L::Connection>,
    /// How many connections were opened: the number of the present one.
    opened: u64,
    /// When the present one's server was started.
    server: i64,
}

impl<L: Line> FlushTask<L> {
    async fn run(mut self, mut requests: mpsc::UnboundedReceiver<Request>) {
        let mut batch = Vec::new();
        while requests.recv_many(&mut batch, AT_ONCE).await > 0 {
            let (mut connects, mut flushes) = (Vec::new(), Vec::new());
            for request in batch.drain(..) {
                match request {
                    Request::Connect(reply) => connects.push(reply),
                    Request::Flush(place, reply) => flushes.push((place, reply)),
                }
            }
            // Who asked has committed already, so a flush that begins now covers it.
            self.flush(flushes).await;
            // Whoever gave up waiting needs no connection.
            connects.retain(|reply| !reply.is_closed());
            if !connects.is_empty() {
                let place = self.connect().await;
                for reply in connects {
                    let _ = reply.send(place.clone());
                }
            }
        }
        if let Some(connection) = self.connection.take() {
            L::close(connection).await;
        }
    }

    async fn flush(&mut self, waiting: Vec<(FlushPlace, oneshot::Sender<Result<(), String>>)>) {
        let open = self.place();
        let (mine, lost): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|(place, _)| *place == open && self.connection.is_some());
        for (_, reply) in lost {
            let _ = reply.send(Err("the connection was lost".into()));
        }
        if mine.is_empty() {
            return;
        }
        self.note(|condition| condition.flushing_since = Some(Instant::now()));
        let flushed = self.use_connection(Use::Flush).await;
        self.note(|condition| condition.flushing_since = None);
        for (_, reply) in mine {
            let _ = reply.send(flushed.clone());
        }
    }

    fn place(&self) -> FlushPlace {
        FlushPlace { connection: self.opened, server: self.server }
    }

    /// The connection, if it is alive, or a new one.
    async fn connect(&mut self) -> Result<FlushPlace, String> {
        if self.use_connection(Use::Look).await.is_ok() {
            return Ok(self.place());
        }
        let (connection, server) = match timeout(CONNECTING, self.line.open()).await {
            Ok(opened) => opened?,
            Err(_) => return Err("connecting takes too long".into()),
        };
        self.connection = Some(connection);
        self.opened += 1;
        self.server = server;
        let place = self.place();
        self.note(|condition| (condition.open, condition.used_at) = (Some(place), Instant::now()));
        Ok(place)
    }

    /// Uses the connection, and keeps it only where that ended well.
    async fn use_connection(&mut self, how: Use) -> Result<(), String> {
        let Some(mut connection) = self.connection.take() else {
            return Err("there is no connection".into());
        };
        let used = match how {
            Use::Look => timeout(CONNECTING, L::look(&mut connection)).await,
            Use::Flush => timeout(LONGEST_FLUSH, L::flush(&mut connection)).await,
        };
        let done = used.unwrap_or_else(|_| Err("it takes too long".into()));
        if done.is_ok() {
            self.connection = Some(connection);
            self.note(|condition| condition.used_at = Instant::now());
        } else {
            self.note(|condition| condition.open = None);
        }
        done
    }

    fn note(&self, change: impl FnOnce(&mut Condition)) {
        change(&mut lock(&self.condition));
    }
}

/// No code panics while it holds this.
fn lock(condition: &Mutex<Condition>) -> MutexGuard<'_, Condition> {
    condition.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, feature = "shuttle"))]
pub(super) mod schedule_tests;
