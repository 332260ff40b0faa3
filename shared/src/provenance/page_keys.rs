//! The keys that a page checks with, and the site that they belong to.

use super::context::Site;
use super::keys::KeySet;
use super::published::PublishedResults;
use serde::{Deserialize, Serialize};

/// A site's keys, as its page and a verifier saved from it hold them. As JSON it is a key set with more members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageKeys {
    /// The keys.
    #[serde(flatten)]
    pub set: KeySet,
    /// The site's address, as its documents name it; none if it is not known.
    pub issuer: Option<String>,
    /// Whether these are the site's present keys. A saved file holds the keys of the day it was saved.
    pub current: bool,
    /// What the site has published by now. A saved file does not say: it would soon be out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<PublishedResults>,
}

impl PageKeys {
    /// Reads them. Keys that cannot be read become an empty set: without keys a page still checks logs and bundles.
    pub fn read(bytes: &[u8]) -> Self {
        #[derive(Default, Deserialize)]
        struct Whose {
            issuer: Option<String>,
            #[serde(default)]
            current: bool,
            published: Option<PublishedResults>,
        }
        let Whose { issuer, current, published } = serde_json::from_slice(bytes).unwrap_or_default();
        Self { set: KeySet::read(bytes).unwrap_or_default(), issuer, current, published }
    }

    /// The site, if it is known.
    pub fn site(&self) -> Option<Site<'_>> {
        Some(Site { issuer: self.issuer.as_deref()?, current: self.current })
    }
}
