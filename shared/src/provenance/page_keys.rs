//! The keys that a page checks by, and whose they are.

use super::files::Site;
use super::keys::KeySet;
use serde::{Deserialize, Serialize};

/// A site's keys as its page, or a verifier saved from it, carries them. As JSON it is a key set with two members more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageKeys {
    /// The keys.
    #[serde(flatten)]
    pub set: KeySet,
    /// The site's address, as its documents name it; none where that is not known.
    pub issuer: Option<String>,
    /// Whether the keys are as they are now, as opposed to when a file was saved.
    pub current: bool,
}

impl PageKeys {
    /// Reads them; without any key where they cannot be read, since a page without keys still checks all that needs none.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        #[derive(Default, Deserialize)]
        struct Whose {
            #[serde(default)]
            issuer: Option<String>,
            #[serde(default)]
            current: bool,
        }
        let Whose { issuer, current } = serde_json::from_slice(bytes).unwrap_or_default();
        Self { set: KeySet::read(bytes).unwrap_or_default(), issuer, current }
    }

    /// The site, where it is known.
    #[must_use]
    pub fn site(&self) -> Option<Site<'_>> {
        Some(Site { issuer: self.issuer.as_deref()?, current: self.current })
    }
}
