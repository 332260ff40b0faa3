//! The report on an Open Badge, and on a status list, which says which badges were corrected.

use super::badge::{Badge, BadgeStatus, host_of};
use super::context::CheckContext;
use super::findings::Finding;
use super::keys::KeySet;
use super::messages::{DocumentKind, DocumentMessage as Found, Headline, Message, Summary};
use super::published::{Currency, Replacement};
use super::report_document::{report_contents, report_invalid, report_signer};
use super::status_list::StatusList;
use super::token::{Credential, CredentialCheck};
use super::trust::{CheckKeys, Trust, is_one_site};
use super::verified::{NamedRanking, VerifiedDocument};
use chrono::{DateTime, Utc};

/// A status list with a valid signature, with which badges are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedList<'l> {
    /// Its file's name.
    name: &'l str,
    /// What it says.
    list: &'l StatusList,
    /// When it was made at the latest: on its day, and before its key was retired.
    latest: DateTime<Utc>,
    /// Whether its key is trusted, and not only among the files.
    trusted: bool,
    /// Whether a key set among the files says that its key no longer counts.
    doubted: bool,
}

impl<'l> NamedList<'l> {
    /// `None` for what is no status list, does not hold, or is forged.
    pub(super) fn of(name: &'l str, check: &'l CredentialCheck, by: &CheckKeys<'_>) -> Option<Self> {
        let CredentialCheck::Valid { about, credential: Credential::StatusList(list) } = check else {
            return None;
        };
        let trust = by.trust(&about.key_id, &by.address_of(&list.issuer));
        // The list does not say at what time of its day it was made.
        let doubted = by.is_doubted(&about.key_id, list.end());
        let retired = by.find(&about.key_id).and_then(|key| key.retired_at);
        let latest = retired.map_or(list.end(), |at| at.min(list.end()));
        let trusted = trust == Trust::Trusted;
        (!trust.is_forged()).then_some(Self { name, list, latest, trusted, doubted })
    }
}

/// Results among the files that correct what badges say.
#[derive(Clone, Copy, Debug)]
struct NamedCorrection<'d> {
    /// Its file's name.
    file: &'d str,
    /// When it was published.
    at: DateTime<Utc>,
}

impl<'d> NamedCorrection<'d> {
    /// The newest correction of this event of the site at this address after this moment, in results whose key is trusted.
    fn of(
        documents: &[VerifiedDocument<'d>],
        (site, slug): (&str, &str),
        after: DateTime<Utc>,
    ) -> Option<Self> {
        let ours = documents.iter().filter(|document| {
            let Some(ranking) = document.ranking() else { return false };
            document.trusted && ranking.slug == slug && is_one_site(document.payload.issuer(), site)
        });
        let corrections =
            ours.filter_map(VerifiedDocument::ranking).flat_map(|NamedRanking { file, ranking, .. }| {
                // Earlier versions signed no list of them.
                let own = ranking.published_at.filter(|_| ranking.reason.is_some());
                let all = ranking.corrections.iter().map(|correction| correction.published_at).chain(own);
                all.map(move |at| Self { file, at })
            });
        corrections.filter(|correction| correction.at > after).max_by_key(|correction| correction.at)
    }
}

/// Reports on a badge or a status list. `keys` are all keys, those among the files too; `lists` are the status lists among them, and
/// `documents` the signed documents.
pub(super) fn report_credential(
    finding: &mut Finding,
    check: &CredentialCheck,
    keys: &KeySet,
    by: &CheckKeys<'_>,
    (lists, documents): (&[NamedList<'_>], &[VerifiedDocument<'_>]),
    context: &CheckContext<'_>,
) {
    let (about, credential) = match check {
        CredentialCheck::Valid { about, credential } => (about, credential),
        CredentialCheck::Invalid { about, fault } => {
            return report_invalid(finding, &by.claims_of(about), fault, by);
        }
        CredentialCheck::Malformed { fault } => return finding.fail(None, Found::Fault(fault.clone())),
    };
    let (issuer, signed, document) = match credential {
        Credential::Badge(badge) => (&badge.issuer, badge.signed, DocumentKind::Badge),
        Credential::StatusList(list) => (&list.issuer, list.end(), DocumentKind::StatusList),
    };
    let address = by.address_of(issuer);
    let trust = by.trust(&about.key_id, &address);
    let host = host_of(issuer);
    let summary = match credential.clone() {
        Credential::Badge(badge) => Summary::Badge(Badge { issuer: host, ..badge }),
        Credential::StatusList(list) => Summary::StatusList(StatusList { issuer: host, ..list }),
    };
    let told = report_contents(finding, document, summary, trust);
    if let Some(key) = keys.find(&about.key_id) {
        report_signer(finding, key, by, &address, signed, trust);
    }
    match credential {
        Credential::Badge(badge) => {
            if let Some(status) = badge.status.as_ref().filter(|_| told) {
                let slug = status.slug().filter(|_| trust == Trust::Trusted);
                let correction =
                    slug.and_then(|slug| NamedCorrection::of(documents, (&address, slug), badge.signed));
                BadgeReport { badge, status, trust, lists, correction, context }.report(finding);
            }
        }
        Credential::StatusList(list) => {
            if told && context.now.is_some_and(|now| now > list.until) {
                finding.leave_open(Found::ListExpired { until: list.until });
            }
        }
    }
}

/// A badge that can have been corrected, and what says whether it was.
struct BadgeReport<'b> {
    badge: &'b Badge,
    status: &'b BadgeStatus,
    trust: Trust,
    lists: &'b [NamedList<'b>],
    correction: Option<NamedCorrection<'b>>,
    context: &'b CheckContext<'b>,
}

impl BadgeReport<'_> {
    /// Whether a correction changed what the badge says: as the site itself knows, or as its newest status list among the files says.
    fn report(self, finding: &mut Finding) {
        let Self { badge, status, trust, lists, correction, context } = self;
        // What this site published says nothing about badges signed with other keys.
        let published = context.published.filter(|_| trust == Trust::Trusted);
        if let Some(newest) = published.zip(status.slug()).and_then(|(published, slug)| published.get(slug)) {
            return match badge.currency(newest) {
                Currency::Replaced(Replacement { at, .. }) => {
                    corrected(finding, trust, Found::BadgeCorrected { at });
                }
                Currency::Never(fault) => finding.cannot_tell(Found::Fault(fault)),
                Currency::Unknown | Currency::Current | Currency::Final(_) => {
                    finding.pass(Found::NotReplaced);
                }
            };
        }
        let marks =
            |named: &NamedList<'_>| status.places.iter().any(|at| named.list.marks(*at) == Some(true));
        // Anybody can make a list whose key came along, so it casts no doubt on a badge with a trusted key.
        let of_badge = |named: &&NamedList<'_>| {
            named.list.address == status.list
                && named.list.issuer == badge.issuer
                && (named.trusted || trust != Trust::Trusted)
        };
        let newest =
            lists.iter().filter(of_badge).max_by_key(|named| (named.list.day, marks(named), named.latest));
        let may_be_corrected = |NamedCorrection { file, at }: NamedCorrection<'_>| {
            Found::BadgeMayBeCorrected { file: file.to_owned(), at, list: status.list.clone() }
        };
        let Some(named) = newest else {
            let not_asked = Found::StatusNotAsked { list: status.list.clone() };
            return finding.leave_open(correction.map_or(not_asked, may_be_corrected));
        };
        let (file, day, until) = (named.name.to_owned(), named.list.day, named.list.until);
        let address = status.list.clone();
        if named.doubted {
            finding.cannot_tell(Message::InDoubt { file: file.clone() });
        }
        if marks(named) {
            corrected(finding, trust, Found::MarkedInList { file, day });
        } else if named.latest <= badge.signed
            || status.places.iter().any(|at| named.list.marks(*at).is_none())
        {
            finding.leave_open(Found::StatusListOlder { file, day, list: address });
        } else if let Some(later) = correction.filter(|correction| correction.at > day) {
            // One of the same day may have been made before it.
            finding.leave_open(may_be_corrected(later));
        } else if context.now.is_some_and(|now| now > until) {
            finding.leave_open(Found::StatusListExpired { file, until, list: address });
        } else {
            finding.pass(Found::NotMarkedInList { file, day });
        }
    }
}

/// A badge that is genuine and says what is no longer so. Verifiers of Open Badges call it revoked.
fn corrected(finding: &mut Finding, trust: Trust, message: Found) {
    if trust != Trust::Trusted {
        return finding.note(message);
    }
    let first = finding.is_whole();
    finding.fail(Some("credentialStatus".to_owned()), message);
    if first {
        finding.headline = Some(Headline::BadgeCorrected);
    }
}
