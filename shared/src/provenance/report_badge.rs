//! The report on an Open Badge.

use super::badge::{BadgeCheck, check, is_of};
use super::findings::{Finding, Kind};
use super::keys::KeySet;
use super::messages::{DocumentKind, DocumentMessage as Found, Summary};
use super::report_document::{report_contents, report_invalid, report_signer, report_stricter_sets};
use super::signed::About;
use super::trust::CheckKeys;
use chrono::{DateTime, Utc};

/// Reports on a badge. `keys` are all keys, those among the files too.
pub(super) fn report_badge(
    name: &str,
    token: &[u8],
    keys: &KeySet,
    by: &CheckKeys<'_>,
    now: Option<DateTime<Utc>>,
) -> Finding {
    let mut finding = Finding::new(name, Kind::Badge);
    // The keys of a site are known by its address, and a badge names it by its DID.
    let site = |issuer: &str| match by.site {
        Some(site) if is_of(issuer, site.issuer) => site.issuer.to_owned(),
        _ => issuer.to_owned(),
    };
    match check(token, keys, now) {
        BadgeCheck::Valid { about, badge } => {
            let trust = by.trust(&about.key_id, &site(&badge.issuer));
            let summary = Summary::Badge {
                holder: badge.holder.clone(),
                achievement: badge.achievement.clone(),
                evidence: badge.evidence.clone(),
                issuer: badge.host(),
                signed: badge.signed,
            };
            let told = report_contents(&mut finding, DocumentKind::Badge, summary, trust);
            if let Some(key) = keys.find(&about.key_id) {
                report_signer(&mut finding, key, trust);
                report_stricter_sets(&mut finding, key, by.given, badge.signed);
            }
            if let Some(list) = badge.list.filter(|_| told) {
                finding.leave_open(Found::StatusNotAsked { list });
            }
        }
        BadgeCheck::Invalid { about, fault } => {
            let about = About { issuer: about.issuer.as_deref().map(site), ..about };
            report_invalid(&mut finding, &about, &fault, by);
        }
        BadgeCheck::Malformed { fault } => finding.fail(None, Found::Fault(fault)),
    }
    finding
}
