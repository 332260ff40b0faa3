//! The report on a proof that a row is in a log that witnesses saw, and on a policy of witnesses.

use super::audit_head::AuditHead;
use super::findings::{Finding, Kind};
use super::messages::ProofMessage as Found;
use super::verified::VerifiedDocument;
use crate::audit::from_hex;
use chrono::DateTime;
use transparency::blinded::blinded_entry;
use transparency::checkpoint::CheckpointFault;
use transparency::malformed::Malformed;
use transparency::merkle::leaf_hash;
use transparency::note::SignatureFault;
use transparency::policy::{PolicyFault, WitnessPolicy};
use transparency::proof::{LogProof, ProofFault};

/// Which log and which witnesses count.
#[derive(Clone, Copy)]
pub(super) struct PolicyToUse<'p> {
    pub(super) policy: &'p WitnessPolicy,
    /// The file among the others that it came in; none where it is trusted.
    pub(super) file: Option<&'p str>,
}

/// Reports on a proof. What it is about is said by a document among the files, which signed the row.
pub(super) fn report_proof(
    name: &str,
    proof: &Result<LogProof, Malformed>,
    to_use: Option<PolicyToUse<'_>>,
    verified: &[VerifiedDocument<'_>],
) -> Finding {
    let mut finding = Finding::new(name, Kind::Proof);
    let proof = match proof {
        Ok(proof) => proof,
        Err(fault) => {
            finding.fail(None, Found::Malformed(*fault));
            return finding;
        }
    };
    let nonce = proof.extra.as_deref().and_then(|extra| <[u8; 32]>::try_from(extra).ok());
    let (Some(nonce), Some(row)) = (nonce, proof.index.checked_add(1)) else {
        finding.cannot_tell(Found::NoNonce);
        return finding;
    };
    let Some(PolicyToUse { policy, file: policy_file }) = to_use else {
        finding.cannot_tell(Found::NoPolicy);
        return finding;
    };
    let log = proof.note.text.lines().next().unwrap_or_default();
    // Rows of other events have the number, too.
    let is_of_row = |slug: &str, head: &AuditHead| u64::try_from(head.seq) == Ok(row) && is_log_of(log, slug);
    let of_row = verified.iter().filter_map(|document| {
        let (_, head) = document.head().filter(|&(slug, head)| is_of_row(slug, head))?;
        let leaf = leaf_hash(&blinded_entry(&nonce, &from_hex(&head.row_hash)?));
        Some((document, proof.check(leaf, policy)))
    });
    let mut of_row: Vec<_> = of_row.collect();
    let at = of_row.iter().position(|(_, checked)| checked.is_ok()).unwrap_or_default();
    if of_row.is_empty() {
        finding.cannot_tell(Found::NoDocument { row });
        return finding;
    }
    let (document, checked) = of_row.swap_remove(at);
    let seen = match checked {
        Ok(seen) => seen,
        Err(ProofFault::Policy(fault)) if is_of_other_log(&fault) => {
            finding.cannot_tell(Found::LogNotInPolicy { log: log.to_owned() });
            return finding;
        }
        Err(fault @ ProofFault::Policy(PolicyFault::Quorum { .. })) => {
            finding.cannot_tell(Found::Fault(fault));
            return finding;
        }
        Err(fault) => {
            finding.fail(None, Found::Fault(fault));
            return finding;
        }
    };
    let (log, size) = (seen.checkpoint.origin, seen.checkpoint.head.size);
    finding.pass(Found::InLog { row, file: document.name.to_owned(), log, size });
    if seen.cosigned.is_empty() {
        finding.note(Found::NoWitness);
    }
    for (witness, time) in seen.cosigned {
        let at = i64::try_from(time).ok().and_then(|time| DateTime::from_timestamp(time, 0));
        finding.pass(Found::Cosigned { witness, at });
    }
    if let Some(file) = policy_file {
        // Anybody can make a log of their own up, with its witnesses and the policy that names them.
        finding.cannot_tell(Found::PolicyCameAlong { file: file.to_owned() });
    }
    finding.leave_open_untrusted(document);
    finding
}

/// Whether a log of this name, which is an address without its scheme, is the one of an event. Behind it comes when the log began anew.
fn is_log_of(log: &str, slug: &str) -> bool {
    let name = format!("/events/{slug}/log");
    log.ends_with(&name) || log.contains(&format!("{name}/"))
}

/// Whether the policy names no key that signed the checkpoint, and nothing is wrong.
fn is_of_other_log(fault: &PolicyFault) -> bool {
    matches!(fault, PolicyFault::Log(CheckpointFault::Signature(SignatureFault::Missing)))
}

/// Reports on a policy. It holds if it is the trusted one.
pub(super) fn report_policy(
    name: &str,
    policy: &Result<WitnessPolicy, Malformed>,
    trusted: Option<&WitnessPolicy>,
) -> Finding {
    let mut finding = Finding::new(name, Kind::Policy);
    match policy {
        Ok(policy) => {
            let (logs, witnesses) = (policy.logs().len(), policy.witnesses().len());
            finding.note(Found::Policy { logs, witnesses });
            if trusted != Some(policy) {
                finding.cannot_tell(Found::PolicyNotTrusted);
            }
        }
        Err(fault) => finding.fail(None, Found::Malformed(*fault)),
    }
    finding
}
