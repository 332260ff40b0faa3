//! The report on a proof that a row is in a log that witnesses saw, and on a policy of witnesses.

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
    let of_row = verified.iter().filter_map(|document| {
        let (_, head) = document.head().filter(|(_, head)| u64::try_from(head.seq) == Ok(row))?;
        let leaf = leaf_hash(&blinded_entry(&nonce, &from_hex(&head.row_hash)?));
        Some((document, proof.check(leaf, policy)))
    });
    // Rows of other events may have the number, too.
    let mut of_row: Vec<_> = of_row.collect();
    let at = of_row.iter().position(|(_, checked)| checked.is_ok()).unwrap_or_default();
    if of_row.is_empty() {
        finding.cannot_tell(Found::NoDocument { row });
        return finding;
    }
    let (document, checked) = of_row.swap_remove(at);
    let seen = match checked {
        Ok(seen) => seen,
        Err(fault) if is_open(&fault) => {
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

/// Whether something is missing, and nothing is wrong: another log, or too few witnesses so far.
fn is_open(fault: &ProofFault) -> bool {
    matches!(
        fault,
        ProofFault::Policy(
            PolicyFault::Quorum { .. }
                | PolicyFault::Log(CheckpointFault::Signature(SignatureFault::Missing))
        )
    )
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
