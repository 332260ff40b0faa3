//! What a check knows besides the files.

use super::keys::KeySet;
use super::published::PublishedResults;
use crate::calibration::{UNWATCHED, Watch};
use chrono::{DateTime, Utc};
use transparency::policy::WitnessPolicy;

/// What a check knows besides the files.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext<'k> {
    /// The keys that are trusted.
    pub trusted: &'k KeySet,
    /// The event of the audit exports among the files; none to go by the files' names.
    pub slug: Option<&'k str>,
    /// Most reviews from which rankings are computed again, in all files together. Hundreds of judges lower it. A server needs
    /// a bound because each check takes a core.
    pub reviews: usize,
    /// What the site has published; none offline.
    pub published: Option<&'k PublishedResults>,
    /// The site whose keys are trusted. Without a site, every document has to be signed with a trusted key.
    pub site: Option<Site<'k>>,
    /// Which log and which witnesses count for proofs; none to go by a policy among the files.
    pub policy: Option<&'k WitnessPolicy>,
    /// The present. Without it, dates in the future are not noticed.
    pub now: Option<DateTime<Utc>>,
    /// Told how far the computation of a ranking is.
    pub watch: Watch<'k>,
}

impl<'k> CheckContext<'k> {
    /// A context with nothing but the keys, and without a bound on what is computed.
    pub fn of(trusted: &'k KeySet) -> Self {
        Self {
            trusted,
            slug: None,
            reviews: usize::MAX,
            published: None,
            site: None,
            policy: None,
            now: None,
            watch: UNWATCHED,
        }
    }
}

/// A site, all of whose keys are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site<'k> {
    /// Its address, as its documents name it.
    pub issuer: &'k str,
    /// Whether these are its present keys. A saved verifier may be older than a document.
    pub current: bool,
}

impl Site<'_> {
    /// Whether an issuer is this site. Case and a slash at the end make no difference.
    pub(super) fn is(&self, issuer: &str) -> bool {
        let plain = |address: &str| address.trim().trim_end_matches('/').to_ascii_lowercase();
        plain(self.issuer) == plain(issuer)
    }
}
