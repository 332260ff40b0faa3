//! The private half of the signing key: from a setting, or from a file in the data folder that only its owner reads.

use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use shared::provenance::{public_key, thumbprint};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// 32 bytes that nobody may see.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret of {}", self.kid())
    }
}

impl Secret {
    /// A new one.
    /// Errors: where the machine has no random bytes.
    pub fn new() -> Outcome<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(Failure::broken)?;
        Ok(Self(bytes))
    }

    /// One that is known.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads base64url without padding, as [`Self::text`] writes it.
    /// Errors: where it is no 32 bytes.
    pub fn read(text: &str) -> Outcome<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok().and_then(|b| b.try_into().ok());
        bytes.map(Self).ok_or_else(|| {
            Failure::broken("the signing key is no 32 bytes in base64url: restore it from where you keep it")
        })
    }

    /// As a file or a setting holds it.
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// The bytes, to sign with.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The public half.
    pub fn public(&self) -> [u8; 32] {
        public_key(&self.0)
    }

    /// The public half's name.
    pub fn kid(&self) -> String {
        thumbprint(&self.public())
    }
}

/// Where the key is kept.
pub fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("signing.key")
}

/// Where a rotation keeps the next key until the database knows it.
pub fn next_file(data_dir: &Path) -> PathBuf {
    data_dir.join("signing.key.next")
}

/// The key in this file; `None` where there is no file.
/// Errors: a file that cannot be read, or holds no key.
pub fn load(path: &Path) -> Outcome<Option<Secret>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Secret::read(&text).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::broken(format!("{}: {error}", path.display()))),
    }
}

/// Writes a key into a new file of mode 600. False where there is a file already: another process was first. The file
/// appears whole or not at all, whenever the machine stops (where its file system knows hard links).
/// Errors: a folder that cannot be written to.
pub fn keep(path: &Path, secret: &Secret) -> Outcome<bool> {
    let failed = |error: std::io::Error| Failure::broken(format!("{}: {error}", path.display()));
    let beside = path.with_extension(format!("{}.part", secret.kid()));
    write_new(&beside, secret).map_err(failed)?;
    let kept = match std::fs::hard_link(&beside, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            // A file system without hard links.
            write_new(path, secret)
        }
        linked => linked,
    };
    let _ = std::fs::remove_file(&beside);
    match kept {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

fn write_new(path: &Path, secret: &Secret) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(format!("{}\n", secret.text()).as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_key_is_kept_for_its_owner_alone_and_shown_by_nothing() {
        let folder = std::env::temp_dir().join(format!("evenhand-secret-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (path, secret) = (file(&folder), Secret::from_bytes([7; 32]));
        assert!(load(&path).unwrap().is_none());
        assert!(keep(&path, &secret).unwrap());
        assert!(!keep(&path, &Secret::from_bytes([8; 32])).unwrap(), "the first one stays");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(load(&path).unwrap().unwrap().kid(), secret.kid());
        assert!(!format!("{secret:?}").contains(&secret.text()));
        std::fs::write(&path, "short").unwrap();
        assert!(load(&path).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
