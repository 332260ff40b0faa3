//! The report on a status list, which says which badges were corrected.

use super::badge::host_of;
use super::context::CheckContext;
use super::findings::{Finding, Kind};
use super::keys::KeySet;
use super::messages::{DocumentKind, DocumentMessage as Found, Summary};
use super::report_document::{report_contents, report_invalid, report_signer, report_stricter_sets};
use super::status_list::StatusList;
use super::token::{Credential, CredentialCheck};
use super::trust::{CheckKeys, Trust};

/// A status list with a valid signature, with which badges are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedList<'l> {
    /// Its file's name.
    pub(super) name: &'l str,
    /// What it says.
    pub(super) list: &'l StatusList,
    /// Whether its key is trusted, and not only among the files.
    pub(super) trusted: bool,
}

impl<'l> NamedList<'l> {
    /// `None` for what is no status list, does not hold, or is forged.
    pub(super) fn of(name: &'l str, check: &'l CredentialCheck, by: &CheckKeys<'_>) -> Option<Self> {
        let CredentialCheck::Valid { about, credential: Credential::StatusList(list) } = check else {
            return None;
        };
        let trust = by.trust(&about.key_id, &by.address_of(&list.issuer));
        (trust != Trust::Forged).then_some(Self { name, list, trusted: trust == Trust::Trusted })
    }
}

/// Reports on a status list. `keys` are all keys, those among the files too.
pub(super) fn report_status_list(
    name: &str,
    check: &CredentialCheck,
    keys: &KeySet,
    by: &CheckKeys<'_>,
    context: &CheckContext<'_>,
) -> Finding {
    let mut finding = Finding::new(name, Kind::StatusList);
    match check {
        CredentialCheck::Valid { about, credential: Credential::StatusList(list) } => {
            let trust = by.trust(&about.key_id, &by.address_of(&list.issuer));
            let summary = Summary::StatusList {
                list: list.address.clone(),
                marked: list.marked(),
                issuer: host_of(&list.issuer),
                day: list.day,
                until: list.until,
            };
            let told = report_contents(&mut finding, DocumentKind::StatusList, summary, trust);
            if let Some(key) = keys.find(&about.key_id) {
                report_signer(&mut finding, key, trust);
                report_stricter_sets(&mut finding, key, by.given, list.day);
            }
            if told && context.now.is_some_and(|now| now > list.until) {
                finding.leave_open(Found::ListExpired { until: list.until });
            }
        }
        CredentialCheck::Valid { credential: Credential::Badge(_), .. } => {}
        CredentialCheck::Invalid { about, fault } => {
            report_invalid(&mut finding, &by.claims_of(about), fault, by)
        }
        CredentialCheck::Malformed { fault } => finding.fail(None, Found::Fault(fault.clone())),
    }
    finding
}
