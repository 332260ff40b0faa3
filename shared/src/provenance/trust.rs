//! How far a signature's key is trusted.

use super::context::Site;
use super::keys::KeySet;

/// The keys with which documents are checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckKeys<'k> {
    /// The keys that are trusted.
    pub(super) trusted: &'k KeySet,
    /// The key sets among the files.
    pub(super) given: &'k [KeySet],
    /// The site whose keys are trusted.
    pub(super) site: Option<Site<'k>>,
}

/// How far a signature's key is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// The key is trusted.
    Trusted,
    /// The key is only among the files, and no trusted key was expected: the document is of another site, or no key is trusted.
    CameAlong,
    /// The document should be signed with a trusted key, and is not.
    Forged,
}

impl CheckKeys<'_> {
    /// How far this key is trusted for a document of this issuer. If keys are trusted without naming a site, as on the command
    /// line, every document should be signed with one of them.
    pub(super) fn trust(&self, kid: &str, issuer: &str) -> Trust {
        if self.trusted.find(kid).is_some() {
            return Trust::Trusted;
        }
        let expected = match self.site {
            Some(site) => site.is(issuer),
            None => !self.trusted.keys.is_empty(),
        };
        if expected { Trust::Forged } else { Trust::CameAlong }
    }
}
