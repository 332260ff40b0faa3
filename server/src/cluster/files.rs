//! Folders and files of the cluster. As root, files are made for another user inside folders of that user, so nothing here
//! follows a link that the user may have left there.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::ClusterError;
use super::account::Account;

/// The folder's absolute path without links. Creates the folder if it is missing.
pub(super) fn existing_folder(path: &Path) -> Result<PathBuf, ClusterError> {
    std::fs::create_dir_all(path).map_err(ClusterError::file(path))?;
    path.canonicalize().map_err(ClusterError::file(path))
}

/// Makes a folder of mode 0700 that belongs to the account, or accepts one that is already like that.
pub(super) fn private_folder(path: &Path, account: &Account) -> Result<(), ClusterError> {
    match DirBuilder::new().mode(0o700).create(path) {
        Ok(()) if account.switch => std::os::unix::fs::lchown(path, Some(account.uid), Some(account.gid))
            .map_err(ClusterError::file(path)),
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let found = std::fs::symlink_metadata(path).map_err(ClusterError::file(path))?;
            if found.is_dir() && found.uid() == account.uid && found.mode() & 0o077 == 0 {
                Ok(())
            } else {
                Err(ClusterError::NotPrivate { path: path.to_owned() })
            }
        }
        Err(error) => Err(ClusterError::file(path)(error)),
    }
}

/// Writes a file with mode 0600 that belongs to the account. It is written under another name and renamed, so it is never half written.
pub(super) fn write_private(path: &Path, text: &str, account: &Account) -> Result<(), ClusterError> {
    let beside = path.with_extension("new");
    let written = remove_if_there(&beside).and_then(|()| {
        let mut file: File = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
        file.write_all(text.as_bytes())?;
        if account.switch {
            std::os::unix::fs::fchown(&file, Some(account.uid), Some(account.gid))?;
        }
        file.sync_all()?;
        std::fs::rename(&beside, path)
    });
    written.map_err(ClusterError::file(path))
}

/// Reads a file of the account. Another user's file is refused: the account may have left a link to a file that only root
/// can read, and what root reads here is written where the account can read it.
pub(super) fn read_own(path: &Path, account: &Account) -> Result<Vec<u8>, ClusterError> {
    let read = || {
        // Reading a pipe in its place would never end.
        if !std::fs::symlink_metadata(path)?.is_file() {
            return Err(std::io::Error::other("it is not a regular file"));
        }
        let mut file = File::open(path)?;
        // Checks the opened file, since the path may lead to another file by now.
        if file.metadata()?.uid() != account.uid {
            return Err(std::io::Error::other("it belongs to another user"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(ClusterError::file(path))
}

pub(super) fn remove_if_there(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a folder with its content, if it exists.
pub(super) fn remove_folder_if_there(path: &Path) -> Result<(), ClusterError> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(ClusterError::file(path)(error)),
        _ => Ok(()),
    }
}

/// The last lines of a text, for an error message.
pub(super) fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_accounts_own_files_are_read() {
        let folder = std::env::temp_dir().join(format!("evenhand-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        std::fs::write(&file, "its own").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let account = |uid| Account { name: "account".into(), uid, gid: 0, switch: true };
        let owner = std::fs::metadata(&file).unwrap().uid();
        assert_eq!(read_own(&file, &account(owner)).unwrap(), b"its own");
        assert!(read_own(&link, &account(owner)).is_err(), "a link");
        assert!(read_own(&file, &account(owner + 1)).is_err(), "another user's file");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
