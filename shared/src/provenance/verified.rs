//! Documents with a valid signature, with which the other files are compared.

use super::audit_head::AuditHead;
use super::documents::{Payload, SignedRanking};
use super::evidence_digest::EvidenceDigest;
use super::messages::Message;
use super::signed::DocumentCheck;
use super::trust::{CheckKeys, Trust, is_one_site};
use crate::prelude::*;

/// A document with a valid signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct VerifiedDocument<'d> {
    /// Its file's name.
    pub(super) name: &'d str,
    /// Its contents.
    pub(super) payload: &'d Payload,
    /// Whether its key is trusted, and not only among the files.
    pub(super) trusted: bool,
    /// Whether another file makes it doubtful: a document contradicts it, or a key set says that its key no longer counts.
    pub(super) doubted: bool,
    /// The key that signed it.
    key: &'d str,
    /// The address of the site that signed it, as far as it is known: a site's own page takes its word that an earlier address was its own.
    site: &'d str,
}

/// A signed ranking, and where it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedRanking<'d> {
    /// The event's slug.
    pub(super) slug: &'d str,
    /// The event's name.
    pub(super) event: &'d str,
    /// The file's name.
    pub(super) file: &'d str,
    /// What was signed.
    pub(super) ranking: &'d SignedRanking,
    /// The row of the log that published it.
    pub(super) row: i64,
    /// What it says of the event's evidence.
    pub(super) evidence: Option<&'d EvidenceDigest>,
}

/// The documents that others are compared with. Beside one whose key is trusted, those of its event whose key only came along count for
/// nothing: anybody can make one, which agrees with whatever was changed.
pub(super) fn counting<'d>(verified: &[VerifiedDocument<'d>]) -> Vec<VerifiedDocument<'d>> {
    let event = |document: &VerifiedDocument<'d>| document.payload.event().map(|event| &event.slug);
    let trusted: BTreeSet<_> = verified.iter().filter(|d| d.trusted).map(event).collect();
    verified.iter().filter(|d| d.trusted || !trusted.contains(&event(d))).copied().collect()
}

/// Two of these documents that have a trusted key and sign the log of one event for two sites. Each site has an event and a log of its own,
/// and a head of one would cover rows that somebody appended to the other's.
pub(super) fn of_two_sites<'v, 'd: 'v>(
    documents: impl Iterator<Item = &'v VerifiedDocument<'d>>,
) -> Option<Message> {
    let heads = documents.filter(|document| document.trusted);
    let heads: Vec<_> = heads.filter_map(|document| Some((document, document.head()?.0))).collect();
    heads.iter().enumerate().find_map(|(at, (document, event))| {
        let mut before = heads.iter().take(at);
        let (other, _) = before.find(|(other, of)| of == event && !document.is_of_site_of(other))?;
        let (file, other) = (other.name.to_owned(), document.name.to_owned());
        Some(Message::TwoSites { event: (*event).to_owned(), file, other })
    })
}

impl<'d> VerifiedDocument<'d> {
    /// `None` for a document that does not hold, and for a forged one.
    pub(super) fn of(name: &'d str, check: &'d DocumentCheck, keys: &CheckKeys<'d>) -> Option<Self> {
        let DocumentCheck::Valid { about, payload } = check else { return None };
        let trust = keys.trust(&about.key_id, payload.issuer());
        let trusted = trust == Trust::Trusted;
        let site = keys.site.filter(|_| trusted).map_or(payload.issuer(), |site| site.issuer);
        let doubted = keys.is_doubted(&about.key_id, payload.issued_at());
        (!trust.is_forged()).then_some(Self { name, payload, trusted, doubted, key: &about.key_id, site })
    }

    /// Whether one site signed both, as far as they show it: they are of one address, or have one key.
    pub(super) fn is_of_site_of(&self, other: &Self) -> bool {
        self.key == other.key || is_one_site(self.site, other.site)
    }

    /// The ranking in it.
    pub(super) fn ranking(&self) -> Option<NamedRanking<'d>> {
        match self.payload {
            Payload::Results(d) => Some(NamedRanking {
                slug: &d.event.slug,
                event: &d.event.name,
                file: self.name,
                ranking: &d.results,
                row: d.audit_head.seq,
                evidence: d.evidence.as_ref(),
            }),
            _ => None,
        }
    }

    /// The head of a log in it, with the slug of the log's event; empty for the log of no event.
    pub(super) fn head(&self) -> Option<(&'d str, &'d AuditHead)> {
        let head = self.payload.audit_head()?;
        Some((self.payload.event().map_or("", |event| event.slug.as_str()), head))
    }
}
