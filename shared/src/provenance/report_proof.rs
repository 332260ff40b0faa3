//! The report on a proof that a row is in a log that witnesses saw, and on a policy of witnesses.

use super::audit_head::AuditHead;
use super::findings::Finding;
use super::messages::ProofMessage as Found;
use super::verified::VerifiedDocument;
use crate::audit::from_hex;
use chrono::DateTime;
use transparency::blinded::blinded_entry;
use transparency::checkpoint::{Checkpoint, CheckpointFault};
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

/// A checkpoint that the policy accepts, and the file that it is in.
pub(super) struct NamedCheckpoint<'f> {
    file: &'f str,
    checkpoint: Checkpoint,
}

impl<'f> NamedCheckpoint<'f> {
    /// That of the proof in this file.
    pub(super) fn of(file: &'f str, proof: &LogProof, to_use: Option<PolicyToUse<'_>>) -> Option<Self> {
        let seen = to_use?.policy.check(&proof.note).ok()?;
        Some(Self { file, checkpoint: seen.checkpoint })
    }
}

/// Reports on a proof. What it is about is said by a document among the files, which signed the row.
pub(super) fn report_proof(
    finding: &mut Finding,
    proof: &Result<LogProof, Malformed>,
    to_use: Option<PolicyToUse<'_>>,
    verified: &[VerifiedDocument<'_>],
    checkpoints: &[NamedCheckpoint<'_>],
) {
    let proof = match proof {
        Ok(proof) => proof,
        Err(fault) => return finding.fail(None, Found::Malformed(*fault)),
    };
    let nonce = proof.extra.as_deref().and_then(|extra| <[u8; 32]>::try_from(extra).ok());
    let (Some(nonce), Some(row)) = (nonce, proof.index.checked_add(1)) else {
        return finding.cannot_tell(Found::NoNonce);
    };
    let Some(PolicyToUse { policy, file: policy_file }) = to_use else {
        return finding.cannot_tell(Found::NoPolicy);
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
        return finding.cannot_tell(Found::NoDocument { row });
    }
    let (document, checked) = of_row.swap_remove(at);
    let seen = match checked {
        Ok(seen) => seen,
        Err(ProofFault::Policy(fault)) if is_of_other_log(&fault) => {
            return finding.cannot_tell(Found::LogNotInPolicy { log: log.to_owned() });
        }
        Err(fault @ ProofFault::Policy(PolicyFault::Quorum { .. })) => {
            return finding.cannot_tell(Found::Fault(fault));
        }
        Err(fault) => return finding.fail(None, Found::Fault(fault)),
    };
    let of_site = verified.iter().filter(|other| other.trusted && other.is_of_site_of(document));
    if let Some(file) = other_root(&seen.checkpoint, of_site, checkpoints) {
        let size = seen.checkpoint.head.size;
        finding.cannot_tell(Found::OtherRoot { file: file.to_owned(), size });
    }
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
    finding.rest_on(document);
}

/// The file that says that the log had another root at this size: another proof that the policy accepts, or one of the documents of the
/// log's site. A log has one.
fn other_root<'v, 'f: 'v>(
    here: &Checkpoint,
    mut of_site: impl Iterator<Item = &'v VerifiedDocument<'f>>,
    checkpoints: &[NamedCheckpoint<'f>],
) -> Option<&'f str> {
    let mut proofs = checkpoints.iter();
    let differs = |other: &Checkpoint| {
        other.origin == here.origin && other.head.size == here.head.size && other.head.root != here.head.root
    };
    if let Some(other) = proofs.find(|other| differs(&other.checkpoint)) {
        return Some(other.file);
    }
    let root = here.head.root.to_string();
    let other = of_site.find(|document| {
        document.head().is_some_and(|(slug, head)| {
            let is_of_size = u64::try_from(head.seq) == Ok(here.head.size) && is_log_of(&here.origin, slug);
            is_of_size && head.root.as_ref().is_some_and(|other| *other != root)
        })
    })?;
    Some(other.name)
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
    finding: &mut Finding,
    policy: &Result<WitnessPolicy, Malformed>,
    trusted: Option<&WitnessPolicy>,
) {
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
}
