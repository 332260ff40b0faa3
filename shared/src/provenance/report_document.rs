//! The report on a signed document.

use super::context::Site;
use super::documents::Payload;
use super::findings::Finding;
use super::keys::{KeySet, KeyStatus, PublicKey};
use super::messages::{DocumentKind, DocumentMessage as Found, Headline, Summary};
use super::published::{Currency, Published, PublishedResults};
use super::signed::{About, DocumentCheck, DocumentFault};
use super::trust::{CheckKeys, Trust};
use super::verified::VerifiedDocument;
use chrono::{DateTime, Utc};

/// The place of every fault of a signature.
const SIGNATURE: &str = "signature";

/// Reports on a signed document. `keys` are all keys, those among the files too; `published` is what this site has
/// published, and `others` are the documents among the files.
pub(super) fn report_document(
    finding: &mut Finding,
    check: &DocumentCheck,
    keys: &KeySet,
    by: &CheckKeys<'_>,
    published: Option<&PublishedResults>,
    others: &[VerifiedDocument<'_>],
) {
    match check {
        DocumentCheck::Valid { about, payload } => {
            let trust = by.trust(&about.key_id, payload.issuer());
            if report_contents(finding, kind_of(payload), Summary::Document(payload.clone()), trust) {
                finding.statement = Some(payload.clone());
            }
            if let Some(key) = keys.find(&about.key_id) {
                report_signer(finding, key, by, payload.issuer(), payload.issued_at(), trust);
            }
            // What this site signed or published says nothing about documents signed with other keys.
            let trusted = trust == Trust::Trusted;
            let own = VerifiedDocument::of("", check, by).filter(|_| trusted);
            let newest = own.and_then(|own| newest(&own, others));
            report_correction(finding, payload, published.filter(|_| trusted), newest.as_ref());
        }
        DocumentCheck::Invalid { about, fault } => report_invalid(finding, about, fault, by),
        DocumentCheck::Malformed { fault } => finding.fail(None, Found::Fault(fault.clone())),
    }
}

/// A document or a badge that proves nothing.
pub(super) fn report_invalid(
    finding: &mut Finding,
    about: &About,
    fault: &DocumentFault,
    by: &CheckKeys<'_>,
) {
    match about.key_status {
        None => report_unknown_key(finding, about, fault, by),
        Some(_) => finding.fail(Some(SIGNATURE.into()), Found::Fault(fault.clone())),
    }
}

/// A document with an unknown key. A site knows all of its own keys, so a document that names the site is forged.
fn report_unknown_key(finding: &mut Finding, about: &About, fault: &DocumentFault, by: &CheckKeys<'_>) {
    let own = |site: &Site<'_>| site.current && about.issuer.as_deref().is_some_and(|issuer| site.is(issuer));
    if by.site.as_ref().is_some_and(own) {
        let forged = Found::KeyNeverOfThisSite { key_id: about.key_id.clone() };
        return finding.fail(Some(SIGNATURE.into()), forged);
    }
    finding.cannot_tell(Found::Fault(fault.clone()));
    finding.note(Found::AddKeySet);
}

/// The contents of a document or a badge, and how far its key is trusted. Whether they may be repeated: a page that vouches for
/// documents does not repeat what a forgery says.
pub(super) fn report_contents(
    finding: &mut Finding,
    document: DocumentKind,
    summary: Summary,
    trust: Trust,
) -> bool {
    let summary = Found::Summary(summary);
    match trust {
        Trust::Trusted => {
            finding.headline = Some(Headline::Genuine { document });
            finding.pass(summary);
        }
        Trust::CameAlong => {
            finding.cannot_judge_because(Headline::KeyCameAlong { document }, Found::KeyCameAlong);
            finding.note(summary);
        }
        // What is missing is said with the key.
        Trust::OtherAddress => finding.note(summary),
        Trust::OtherSite => finding.fail(Some(SIGNATURE.into()), Found::KeyOfOtherSite),
        Trust::Forged => finding.fail(Some(SIGNATURE.into()), Found::KeyNotTrusted),
    }
    !trust.is_forged()
}

/// The newest results of the same site and event among the files whose key is trusted.
fn newest(own: &VerifiedDocument<'_>, others: &[VerifiedDocument<'_>]) -> Option<Published> {
    let slug = &own.payload.event()?.slug;
    let of_site = |other: &&VerifiedDocument<'_>| other.trusted && own.is_of_site_of(other);
    let results = others.iter().filter(of_site).filter_map(|other| match other.payload {
        Payload::Results(results) if results.event.slug == *slug => Some(Published::from(results)),
        _ => None,
    });
    results.max_by_key(|published| published.published_at)
}

/// Whether later results replaced what the document says of a ranking, as far as that is known: by what the site has published, else by
/// the newest results among the files, which cannot show that none are later.
fn report_correction(
    finding: &mut Finding,
    payload: &Payload,
    published: Option<&PublishedResults>,
    newest: Option<&Published>,
) {
    let slug = payload.event().map_or("", |event| event.slug.as_str());
    let currency = match published.and_then(|published| published.get(slug)) {
        None => payload.currency(newest).map(|found| match found {
            Currency::Current => Currency::Unknown,
            found => found,
        }),
        published => payload.currency(published),
    };
    match currency {
        None => {}
        Some(Currency::Unknown) => {
            finding.note(Found::MayBeReplaced { issuer: payload.issuer().to_owned(), slug: slug.to_owned() });
        }
        Some(Currency::Current) => finding.pass(Found::NotReplaced),
        Some(Currency::Final(at)) => finding.pass(Found::BecameFinal { at }),
        Some(Currency::Never(fault)) => finding.cannot_tell(Found::Fault(fault)),
        Some(Currency::Replaced(replacement)) => {
            finding.note(Found::Replaced(replacement.clone()));
            if finding.is_whole() {
                finding.headline =
                    Some(Headline::GenuineButReplaced { document: kind_of(payload), replacement });
            }
        }
    }
}

fn kind_of(payload: &Payload) -> DocumentKind {
    match payload {
        Payload::Results(_) => DocumentKind::Results,
        Payload::Judge(_) => DocumentKind::JudgeRecord,
        Payload::Participant(_) => DocumentKind::ParticipantRecord,
        Payload::AuditHead(_) => DocumentKind::AuditHead,
    }
}

/// Which key signed it, whether it is a key of the site that the document names, and the key sets among the files that trust the key less
/// than the trusted set does: they may be the newer ones.
pub(super) fn report_signer(
    finding: &mut Finding,
    key: &PublicKey,
    by: &CheckKeys<'_>,
    issuer: &str,
    signed: DateTime<Utc>,
    trust: Trust,
) {
    let signer = Found::SignedWith { kid: key.kid.clone(), fingerprint: key.fingerprint() };
    if trust == Trust::Trusted {
        finding.pass(signer);
    } else {
        finding.note(signer);
    }
    if key.status == KeyStatus::Retired {
        finding.note(Found::KeyRetired);
    }
    match (by.other_address(&key.kid, issuer), trust) {
        (Some(site), Trust::Trusted) => finding.leave_open(Found::OtherAddress { site }),
        (Some(site), Trust::OtherAddress) => finding.cannot_tell(Found::OtherAddress { site }),
        _ => {}
    }
    for status in by.refusing(key, signed) {
        let revokes = status == KeyStatus::Revoked;
        finding.cannot_tell(if revokes { Found::GivenSetRevokes } else { Found::GivenSetRetiresEarlier });
    }
}
