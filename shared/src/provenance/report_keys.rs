//! The report on a key set.

use super::findings::Finding;
use super::keys::{KeySet, KeySetFault};
use super::messages::KeySetMessage as Found;
use super::trust::is_of;

/// Reports on a key set. `lists_logs`: whether it names keys of logs, too.
pub(super) fn report_keys(
    finding: &mut Finding,
    set: Result<KeySet, KeySetFault>,
    lists_logs: bool,
    trusted: &KeySet,
) {
    let set = match set {
        Ok(set) => set,
        Err(fault) => return finding.fail(None, Found::Fault(fault)),
    };
    for key in &set.keys {
        finding.note(Found::Key {
            kid: key.kid.clone(),
            status: key.status,
            from: key.created_at,
            to: key.retired_at,
            fingerprint: key.fingerprint(),
        });
    }
    for key in &set.keys {
        let Some(known) = trusted.find(&key.kid) else { continue };
        let kid = || key.kid.clone();
        if known.status != key.status {
            finding.cannot_tell(Found::OtherStatus { kid: kid(), trusted: known.status });
        } else if known.retired_at != key.retired_at
            || key.created_at.is_some() && known.created_at != key.created_at
        {
            finding.cannot_tell(Found::OtherDates {
                kid: kid(),
                from: known.created_at,
                to: known.retired_at,
            });
        }
        if let Some(site) = key.issuers.iter().find(|site| !is_of(known, site)) {
            finding.cannot_tell(Found::OtherIssuer { kid: kid(), site: site.clone() });
        }
    }
    if lists_logs {
        finding.leave_open(Found::LogsNotCompared);
    }
    if !set.keys.iter().all(|key| trusted.find(&key.kid).is_some()) {
        finding.cannot_tell(Found::NotTrusted);
    }
}
