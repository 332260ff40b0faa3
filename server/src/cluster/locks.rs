//! The two lock files of a data folder, described in the module's head.

use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::ClusterError;

/// How long to wait for another process that starts or stops the cluster: a first start takes seconds, a recovery after a
/// power cut can take minutes.
const PATIENCE: Duration = Duration::from_secs(300);
/// How often to look again; the lock has no event to wait for that could also time out.
const PAUSE: Duration = Duration::from_millis(50);

/// Both lock files, open.
#[derive(Debug)]
pub(super) struct Locks {
    start: (File, PathBuf),
    users: (File, PathBuf),
}

impl Locks {
    /// Opens the files; takes nothing yet.
    pub(super) fn open(data_dir: &Path) -> Result<Self, ClusterError> {
        Ok(Self {
            start: open(data_dir.join(".postgres-start.lock"))?,
            users: open(data_dir.join(".postgres-users.lock"))?,
        })
    }

    /// Begins a start or a stop: from here until [`Locks::end`] no other process does either.
    pub(super) async fn begin(&mut self) -> Result<(), ClusterError> {
        let (file, path) = &self.start;
        let since = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::WouldBlock) if since.elapsed() < PATIENCE => {
                    tokio::time::sleep(PAUSE).await
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(ClusterError::Busy { path: path.clone(), seconds: PATIENCE.as_secs() });
                }
                Err(TryLockError::Error(error)) => return Err(ClusterError::file(path)(error)),
            }
        }
    }

    /// Ends the start or stop.
    pub(super) fn end(&mut self) -> Result<(), ClusterError> {
        self.start.0.unlock().map_err(ClusterError::file(&self.start.1))
    }

    /// Counts this process among the users. Only a process between begin and end ever holds this lock exclusively, so it is free.
    pub(super) fn use_cluster(&mut self) -> Result<(), ClusterError> {
        self.users.0.lock_shared().map_err(ClusterError::file(&self.users.1))
    }

    /// No longer counts this process among the users; true when it was the last.
    pub(super) fn leave(&mut self) -> Result<bool, ClusterError> {
        let (file, path) = &self.users;
        file.unlock().map_err(ClusterError::file(path))?;
        match file.try_lock() {
            Ok(()) => {
                file.unlock().map_err(ClusterError::file(path))?;
                Ok(true)
            }
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(ClusterError::file(path)(error)),
        }
    }
}

/// Opens a lock file with mode 0600. Otherwise another user could open it, hold its lock, and so block every start and stop.
fn open(path: PathBuf) -> Result<(File, PathBuf), ClusterError> {
    let opened =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
    let private = opened.and_then(|file| {
        // One that was copied, as with a backup, may be open to all.
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            file.set_permissions(Permissions::from_mode(0o600))?;
        }
        Ok(file)
    });
    Ok((private.map_err(ClusterError::file(&path))?, path))
}
