//! The keys that documents are signed and checked with, as site admins see them.

use crate::prelude::*;
use shared::provenance::{KeySet, PublicKey};

/// What kind of place a private key is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyLocation {
    /// In the setting `EVENHAND_SIGNING_KEY`.
    Setting,
    /// In the data folder.
    Folder,
}

#[derive(Debug)]
pub struct KeyOverview {
    /// The keys, the current one first.
    pub keys: KeySet,
    /// The events whose public results each signed, by the key's name: slug and name.
    pub signed: BTreeMap<String, Vec<(String, String)>>,
    /// Where this process's key is kept.
    pub place: KeyLocation,
    /// The name of the key that this process holds.
    pub own: String,
    /// Whether it is the current one.
    pub signs: bool,
    /// Rows in the log of changes outside events.
    pub rows: i64,
}

impl KeyOverview {
    /// The events whose public results a key signed: slug and name.
    pub fn results(&self, key: &PublicKey) -> &[(String, String)] {
        self.signed.get(&key.kid).map(Vec::as_slice).unwrap_or_default()
    }
}
