//! The private PostgreSQL: what `evenhand` runs by itself where `DATABASE_URL` is unset.
//!
//! The cluster lives under the data folder, listens on a Unix socket inside a folder of mode 0700 and nowhere else, and knows
//! no password: users who can enter that folder can connect, as the tables' owner for migrations and as the application
//! for everything else. Nobody can connect as superuser (`access`). Processes that share a data folder share the cluster: the first one
//! starts it, later ones join it, and the last one to leave stops it. A process that was killed leaves it running; the next
//! one joins it and, being the last, stops it. Three things carry this:
//!
//! * `.postgres-start.lock`, held while starting or stopping, so that two commands started at once do not both begin;
//! * `.postgres-users.lock`, shared by every process that uses the cluster. The kernel releases it when a process dies,
//!   however it dies, so no stale entry is left behind;
//! * PostgreSQL's own `postmaster.pid`, which says where a running server listens.

mod access;
mod account;
mod error;
mod files;
mod lifecycle;
mod locks;
mod place;
mod postmaster;
mod programs;

pub use error::ClusterError;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use account::Account;
use lifecycle::Control;
use locks::Locks;
use place::Place;
use programs::Programs;

/// The role that owns the database and its tables. No superuser: it may create roles, as the migrations need.
const OWNER: &str = "evenhand";
/// The role that `serve` and `send` log in as: a member of `evenhand_app`, and not of the owner.
const APPLICATION: &str = "evenhand_web";
const DATABASE: &str = "evenhand";
/// The port's number is part of the socket's file name; nothing listens on TCP.
const PORT: u16 = 5432;

/// A running private cluster, used by this process until [`Cluster::stop`].
///
/// Dropping it without stopping leaves the server running for the next process to join.
#[derive(Debug)]
pub struct Cluster {
    control: Control,
    locks: Locks,
    socket_dir: PathBuf,
}

/// Joins the cluster of this data folder if it runs, or starts it, creating it on the first use.
/// Errors: where no server programs are found, a folder cannot be used, or PostgreSQL refuses to start; each says what to do.
pub async fn join_or_start(data_dir: &Path) -> Result<Cluster, ClusterError> {
    let joined = join_or_start_unless(data_dir, std::future::pending()).await?;
    joined.ok_or(ClusterError::Stopped)
}

/// The same, until `stop` is done: then none is returned, and a server that only this process wanted is stopped. Waiting for another
/// process or for a server that recovers can take minutes.
/// Errors: as [`join_or_start`].
pub async fn join_or_start_unless(
    data_dir: &Path,
    stop: impl Future<Output = ()>,
) -> Result<Option<Cluster>, ClusterError> {
    let data_dir = files::existing_folder(data_dir)?;
    let account = Account::of_the_server()?;
    let mut locks = Locks::open(&data_dir)?;
    let mut stop = std::pin::pin!(stop);
    tokio::select! {
        begun = locks.begin() => begun?,
        () = &mut stop => return Ok(None),
    }
    let place = Place::find(&data_dir, &account).await?;
    let programs = Programs::find(&account, place.version()?).await?;
    let control = Control { account, place, programs, under_way: Arc::default() };
    locks.use_cluster()?;
    let socket_dir = tokio::select! {
        running = control.ensure_running() => running?,
        () = &mut stop => {
            if locks.leave()? {
                control.end().await?;
            }
            return Ok(None);
        }
    };
    locks.end()?;
    Ok(Some(Cluster { control, locks, socket_dir }))
}

impl Cluster {
    /// How to connect as the application: socket folder, role and database. Environment variables such as `PGPASSWORD` play
    /// no part.
    pub fn options(&self) -> PgConnectOptions {
        connect_options(&self.socket_dir, APPLICATION, DATABASE)
    }

    /// How to connect as the owner of the tables, for migrations.
    pub fn owner_options(&self) -> PgConnectOptions {
        connect_options(&self.socket_dir, OWNER, DATABASE)
    }

    /// The owner's connection as an address, for a child process or a person with `psql` or `pg_dump`.
    pub fn url(&self) -> String {
        let mut folder = url::form_urlencoded::Serializer::new(String::new());
        folder.append_pair("host", &self.socket_dir.to_string_lossy());
        format!("postgres://{OWNER}@localhost:{PORT}/{DATABASE}?{}", folder.finish())
    }

    /// The folder that holds the socket.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Starts the server again where it has ended; true where that was so. What was committed is there.
    /// Errors: where PostgreSQL refuses to start, or the socket's folder had to change: then only a new start of this process helps.
    pub async fn revive(&mut self) -> Result<bool, ClusterError> {
        if self.control.runs() {
            return Ok(false);
        }
        self.locks.begin().await?;
        let socket_dir = self.control.ensure_running().await;
        self.locks.end()?;
        let now = socket_dir?;
        if now == self.socket_dir {
            Ok(true)
        } else {
            Err(ClusterError::Moved { from: self.socket_dir.clone(), now })
        }
    }

    /// Leaves the cluster, and stops the server when no other process uses it. True where it was stopped.
    ///
    /// A fast shutdown: running transactions are rolled back, everything committed is on disk.
    /// Errors: where the server does not stop within a minute, or a lock cannot be taken.
    pub async fn stop(mut self) -> Result<bool, ClusterError> {
        self.locks.begin().await?;
        let last = self.locks.leave()?;
        if last {
            self.control.end().await?;
        }
        self.locks.end()?;
        Ok(last)
    }
}

fn connect_options(socket_dir: &Path, role: &str, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(socket_dir)
        .port(PORT)
        .username(role)
        .database(database)
        .ssl_mode(PgSslMode::Disable)
}
