//! How far a signature's key is trusted.

use super::context::Site;
use super::credential::did;
use super::keys::{KeySet, KeyStatus, PublicKey};
use super::signed::About;
use chrono::{DateTime, Utc};

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
    /// The key is trusted as one of another site. Nothing here says that this site had the address that the document names.
    OtherAddress,
    /// The key is trusted as one of another site, and keys of the site that the document names are trusted, too.
    OtherSite,
    /// The key is only among the files, and no trusted key was expected: the document is of another site, or no key is trusted.
    CameAlong,
    /// The document should be signed with a trusted key, and is not.
    Forged,
}

impl Trust {
    /// Whether nothing that the document says may be repeated.
    pub(super) fn is_forged(self) -> bool {
        matches!(self, Self::Forged | Self::OtherSite)
    }
}

/// Whether two addresses or DIDs name one site.
pub(super) fn is_one_site(one: &str, other: &str) -> bool {
    let name = |issuer: &str| {
        let plain = issuer.trim().trim_end_matches('/').to_ascii_lowercase();
        if plain.starts_with("did:web:") { plain } else { did(&plain).to_ascii_lowercase() }
    };
    name(one) == name(other)
}

/// Whether a key is one of the site with this address or DID.
pub(super) fn is_of(key: &PublicKey, issuer: &str) -> bool {
    key.issuers.iter().any(|own| is_one_site(own, issuer))
}

impl CheckKeys<'_> {
    /// The address of the site whose keys are trusted, where this is its DID; any other DID as it is. The keys of a site are known by
    /// its address, and a credential names it by its DID.
    pub(super) fn address_of(&self, issuer: &str) -> String {
        let own =
            |site: &Site<'_>| did(site.issuer.trim().trim_end_matches('/')).eq_ignore_ascii_case(issuer);
        self.site.filter(own).map_or_else(|| issuer.to_owned(), |site| site.issuer.to_owned())
    }

    /// The key of this name, trusted or else among the files.
    pub(super) fn find(&self, kid: &str) -> Option<&PublicKey> {
        self.trusted.find(kid).or_else(|| self.given.iter().find_map(|set| set.find(kid)))
    }

    /// What a credential claims about itself, its issuer by [`Self::address_of`].
    pub(super) fn claims_of(&self, about: &About) -> About {
        About { issuer: about.issuer.as_deref().map(|issuer| self.address_of(issuer)), ..about.clone() }
    }

    /// How far this key is trusted for a document of this issuer. If keys are trusted without naming a site, as on the command
    /// line, every document should be signed with one of them. A key signs in the name of its own site alone. A site's own page and the
    /// verifier saved from it take its word that an address of another name was its own.
    pub(super) fn trust(&self, kid: &str, issuer: &str) -> Trust {
        if let Some(key) = self.trusted.find(kid) {
            let mut theirs = self.trusted.keys.iter().filter(|other| is_of(other, issuer)).peekable();
            // A site that moved has keys with both addresses. This one may be newer than the set that has the earlier address.
            let is_other = theirs.peek().is_some()
                && !theirs.any(|other| key.issuers.iter().any(|own| is_of(other, own)));
            return match self.other_address(kid, issuer) {
                None => Trust::Trusted,
                Some(_) if is_other => Trust::OtherSite,
                Some(_) if self.site.is_some() => Trust::Trusted,
                Some(_) => Trust::OtherAddress,
            };
        }
        let expected = match self.site {
            Some(site) => site.is(issuer),
            None => !self.trusted.keys.is_empty(),
        };
        if expected { Trust::Forged } else { Trust::CameAlong }
    }

    /// How the key sets among the files know this key, where they say that nothing counts which it signed at this moment, and trust it less
    /// than the trusted set does: they may be the newer ones.
    pub(super) fn refusing(&self, key: &PublicKey, signed: DateTime<Utc>) -> impl Iterator<Item = KeyStatus> {
        let others = self.given.iter().filter_map(move |set| set.find(&key.kid));
        let refusing = others.filter(move |other| {
            let refuses =
                other.status == KeyStatus::Revoked || other.retired_at.is_some_and(|at| signed > at);
            refuses && other.is_stricter_than(key)
        });
        refusing.map(|other| other.status)
    }

    /// Whether one of them says so of a trusted key.
    pub(super) fn is_doubted(&self, kid: &str, signed: DateTime<Utc>) -> bool {
        self.trusted.find(kid).is_some_and(|key| self.refusing(key, signed).next().is_some())
    }

    /// The site whose key it is, as the trusted sets say, where that is another one than this issuer.
    pub(super) fn other_address(&self, kid: &str, issuer: &str) -> Option<String> {
        let key = self.trusted.find(kid).filter(|key| !is_of(key, issuer))?;
        key.issuers.first().cloned()
    }
}
