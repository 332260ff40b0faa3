//! One state of the database for a file that is sent while it is read.
//!
//! A file may take minutes to reach a slow client. So it is read on a connection of its own, beside the pool of requests, and
//! only a few are open at once.

use super::wait_budget;
use crate::prelude::*;
use futures_util::stream::BoxStream;
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};

/// Most snapshots of this process at once. Each keeps the database from clearing away rows that changed since it began.
const MOST: u32 = 4;
/// How long a snapshot may be used.
pub const LONGEST_USE: Duration = Duration::from_mins(15);
/// Begins a transaction that sees one state. The session's limits on a statement and on an idle transaction are for requests; a
/// client that reads slowly lets a statement run on.
const BEGIN: &str = "begin isolation level repeatable read, read only; set local statement_timeout = '16min'; \
                     set local idle_in_transaction_session_timeout = '16min'";
/// What the connections are called in `pg_stat_activity`.
const NAME: &str = "evenhand export";

/// Rows as they come from the database.
pub type Rows<'c, T> = BoxStream<'c, sqlx::Result<T>>;

/// A connection that sees one state of the database. It closes when this is dropped, whatever it was about to send.
#[derive(Debug)]
pub struct Snapshot(PoolConnection<Postgres>);

impl Snapshot {
    pub fn conn(&mut self) -> &mut Conn {
        &mut self.0
    }
}

/// Where snapshots are opened.
#[derive(Clone, Debug)]
pub struct Snapshots(PgPool);

impl Snapshots {
    /// Opens connections as this pool does, but none yet.
    pub fn like(pool: &PgPool) -> Self {
        let options = pool.options().clone().max_connections(MOST).min_connections(0);
        let connect = pool.connect_options().as_ref().clone().application_name(NAME);
        Self(options.connect_lazy_with(connect))
    }

    /// A snapshot as of now.
    /// Errors: busy where others take all places for too long; a lost database.
    pub async fn open(&self) -> Outcome<Snapshot> {
        let busy = || Failure::Busy("too many files are being sent".into());
        let mut connection = wait_budget::wait(self.0.acquire()).await.ok_or_else(busy)??;
        // Without this, a connection whose file was cut off would go on reading the file's rest for nobody.
        connection.close_on_drop();
        sqlx::raw_sql(BEGIN).execute(&mut *connection).await?;
        Ok(Snapshot(connection))
    }
}
