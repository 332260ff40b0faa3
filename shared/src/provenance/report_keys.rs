//! The report on a key set.

use super::findings::Finding;
use super::keys::{KeySet, KeySetFault};
use super::messages::KeySetMessage as Found;

/// Reports on a key set.
pub(super) fn report_keys(finding: &mut Finding, set: Result<KeySet, KeySetFault>, trusted: &KeySet) {
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
        if let Some(known) = trusted.find(&key.kid).filter(|known| known.status != key.status) {
            finding.cannot_tell(Found::OtherStatus { kid: key.kid.clone(), trusted: known.status });
        }
    }
    if !set.keys.iter().all(|key| trusted.find(&key.kid).is_some()) {
        finding.cannot_tell(Found::NotTrusted);
    }
}
