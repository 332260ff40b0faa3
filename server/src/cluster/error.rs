//! The errors of the private cluster, each with what to do about it.

use std::path::{Path, PathBuf};

/// Why the private cluster could not be started, joined or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No PostgreSQL server programs of a usable version.
    #[error(
        "No PostgreSQL server programs (initdb, pg_ctl, postgres; version 14 or newer) were found. Install them \
         (Debian, Ubuntu: apt-get install postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), \
         or set DATABASE_URL to a running PostgreSQL. Looked in: {looked_in}"
    )]
    NoPrograms { looked_in: String },
    /// The data was made by a PostgreSQL version whose programs are gone.
    #[error(
        "The data in {data} was made by PostgreSQL {wanted}, whose server programs are not on this machine (found: {found}). \
         Install that version (Debian, Ubuntu: apt-get install postgresql-{wanted})."
    )]
    OtherVersion { data: PathBuf, wanted: u32, found: String },
    /// The server was started again, with its socket in another folder.
    #[error("The private database moved its socket from {from} to {now}. Restart this process.")]
    Moved { from: PathBuf, now: PathBuf },
    /// A stop was asked for before the server ran.
    #[error("A stop was asked for before the private database was ready.")]
    Stopped,
    /// As root: there is no unprivileged user to run the server as.
    #[error(
        "PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor a user `nobody` to run it as."
    )]
    NoAccount,
    /// As root: a cluster exists where the unprivileged user cannot reach it.
    #[error(
        "The user `{user}` runs PostgreSQL but cannot enter {path}. Give that user access to the parent folders."
    )]
    CannotEnter { path: PathBuf, user: String },
    /// A folder that only the server's user may enter exists already, but others may enter it.
    #[error(
        "{path} must be a folder with mode 0700 that belongs to the user that runs PostgreSQL. Set its owner and mode, or move it away."
    )]
    NotPrivate { path: PathBuf },
    /// Another process has been starting or stopping the cluster for too long.
    #[error(
        "Another process has been starting or stopping PostgreSQL for over {seconds} s (lock {path}). Wait, or end that process."
    )]
    Busy { path: PathBuf, seconds: u64 },
    /// Processes of an earlier server do not end.
    #[error("Processes of a killed PostgreSQL still use {data}: {pids}. End them, then start again.")]
    StillInUse { data: PathBuf, pids: String },
    /// A server program failed.
    #[error("{program} failed: {said}")]
    Program { program: &'static str, said: String },
    /// The server runs, but does not answer in time.
    #[error("PostgreSQL is running in {data} but does not answer: {last}")]
    NoAnswer { data: PathBuf, last: String },
    /// The server answered with an error while the role and database were made ready.
    #[error("PostgreSQL refused to prepare the database: {0}")]
    Database(#[from] sqlx::Error),
    /// A file or folder could not be used.
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
}

impl ClusterError {
    /// Names the file that an i/o error is about.
    pub(super) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { path, source }
    }
}
