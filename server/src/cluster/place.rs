//! Where the cluster's files live.
//!
//! In `<data folder>/postgres`, unless this is root and the server's user cannot reach it (a checkout under `/root`, say).
//! Then they live in `/var/lib/evenhand/<hash of the data folder's path>`, and `<data folder>/postgres.place` says so. If the
//! data folder is removed, the next start makes a new cluster; if it is moved, it keeps its cluster.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use shared::audit::hex;

use super::account::Account;
use super::files;
use super::{ClusterError, PORT};

/// Where root keeps clusters that cannot live in the data folder.
const ELSEWHERE: &str = "/var/lib/evenhand";
/// The longest path of a Unix socket on Linux, without the closing zero. (On macOS it is 103.)
const LONGEST_SOCKET_PATH: usize = 103;

/// The cluster's folder; what PostgreSQL calls the data directory is `data` inside it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    home: PathBuf,
}

impl Place {
    /// Finds the place of this data folder's cluster, or chooses one.
    pub(super) async fn find(data_dir: &Path, account: &Account) -> Result<Self, ClusterError> {
        let inside = data_dir.join("postgres");
        if inside.join("data/PG_VERSION").exists() {
            return if account.can_use(&inside).await {
                Ok(Self { home: inside })
            } else {
                Err(ClusterError::CannotEnter { path: inside, user: account.name.clone() })
            };
        }
        let note = data_dir.join("postgres.place");
        if let Ok(home) = std::fs::read_to_string(&note) {
            let home = PathBuf::from(home.trim());
            files::private_folder(&home, account)?;
            return Ok(Self { home });
        }
        let made = files::private_folder(&inside, account);
        if made.is_ok() && account.can_use(&inside).await {
            return Ok(Self { home: inside });
        }
        if !account.switch {
            made?;
            return Err(ClusterError::CannotEnter { path: inside, user: account.name.clone() });
        }
        // Root only: an empty folder that the server's user cannot reach is of no use.
        if made.is_ok() {
            std::fs::remove_dir(&inside).map_err(ClusterError::file(&inside))?;
        }
        let home = unused_home(data_dir);
        files::existing_folder(Path::new(ELSEWHERE))?;
        files::private_folder(&home, account)?;
        std::fs::write(&note, format!("{}\n", home.display())).map_err(ClusterError::file(&note))?;
        tracing::info!(
            "the user {} cannot enter {}: the database lives in {}",
            account.name,
            data_dir.display(),
            home.display()
        );
        Ok(Self { home })
    }

    /// PostgreSQL's data directory.
    pub(super) fn data(&self) -> PathBuf {
        self.home.join("data")
    }

    /// Where a new data directory is prepared before it takes its place whole.
    pub(super) fn data_in_the_making(&self) -> PathBuf {
        self.home.join("data.new")
    }

    /// What the server has to say. Never a statement or a value: see the settings.
    pub(super) fn log(&self) -> PathBuf {
        self.home.join("postgres.log")
    }

    /// The major version that made the data; none where there is none yet.
    pub(super) fn version(&self) -> Result<Option<(u32, PathBuf)>, ClusterError> {
        let path = self.data().join("PG_VERSION");
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(text.trim().parse().ok().map(|version| (version, self.data()))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ClusterError::file(&path)(error)),
        }
    }

    /// A folder of mode 0700 for the socket: in the cluster's folder where the path is short enough for a socket, else in
    /// `/tmp`, which no log-out empties.
    pub(super) fn socket_dir(&self, account: &Account) -> Result<PathBuf, ClusterError> {
        let inside = self.home.join("socket");
        let folder = if fits(&inside) {
            inside
        } else {
            Path::new("/tmp").join(format!("evenhand-{}", short_hash(&self.home)))
        };
        files::private_folder(&folder, account)?;
        Ok(folder)
    }
}

fn unused_home(data_dir: &Path) -> PathBuf {
    let first = Path::new(ELSEWHERE).join(short_hash(data_dir));
    let mut home = first.clone();
    let mut number = 1_u32;
    while home.exists() {
        number += 1;
        home = PathBuf::from(format!("{}-{number}", first.display()));
    }
    home
}

fn fits(folder: &Path) -> bool {
    let socket = folder.join(format!(".s.PGSQL.{PORT}"));
    socket.as_os_str().len() <= LONGEST_SOCKET_PATH
}

/// Twelve hexadecimal digits.
fn short_hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    hex(digest.get(..6).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_is_no_place_for_a_socket() {
        assert!(fits(Path::new("/srv/evenhand/data/postgres/socket")));
        assert!(!fits(Path::new(&format!("/srv/{}/postgres/socket", "x".repeat(90)))));
    }

    #[test]
    fn two_folders_have_two_short_names() {
        assert_ne!(short_hash(Path::new("/a")), short_hash(Path::new("/b")));
        assert_eq!(short_hash(Path::new("/a")).len(), 12);
    }
}
