//! What is found in a proof that a row is in a log that witnesses saw, and in a policy of witnesses.

use chrono::{DateTime, Utc};
use transparency::malformed::Malformed;
use transparency::proof::ProofFault;

/// What is found in a proof that a row is in a log that witnesses saw, and in a policy of witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofMessage {
    Malformed(Malformed),
    Policy { logs: usize, witnesses: usize },
    // Nobody said which log and which witnesses count.
    NoPolicy,
    // The policy is only among the files.
    PolicyCameAlong { file: String },
    // A policy among the files is not the trusted one.
    PolicyNotTrusted,
    NoNonce,
    // No document says the hash of the row.
    NoDocument { row: u64 },
    // No key of the policy signed the checkpoint: it is of another log, or of one that began anew.
    LogNotInPolicy { log: String },
    Fault(ProofFault),
    InLog { row: u64, file: String, log: String, size: u64 },
    // Another file says that the log had another root at this size.
    OtherRoot { file: String, size: u64 },
    Cosigned { witness: String, at: Option<DateTime<Utc>> },
    NoWitness,
}
