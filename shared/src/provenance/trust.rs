//! How far a signature's key is trusted.

use super::context::Site;
use super::credential::did;
use super::keys::KeySet;
use super::signed::About;

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
    /// The address of the site whose keys are trusted, where this is its DID; any other DID as it is. The keys of a site are known by
    /// its address, and a credential names it by its DID.
    pub(super) fn address_of(&self, issuer: &str) -> String {
        let own =
            |site: &Site<'_>| did(site.issuer.trim().trim_end_matches('/')).eq_ignore_ascii_case(issuer);
        self.site.filter(own).map_or_else(|| issuer.to_owned(), |site| site.issuer.to_owned())
    }

    /// What a credential claims about itself, its issuer by [`Self::address_of`].
    pub(super) fn claims_of(&self, about: &About) -> About {
        About { issuer: about.issuer.as_deref().map(|issuer| self.address_of(issuer)), ..about.clone() }
    }

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
