//! Proofs that a row is in a log that witnesses saw, and policies of witnesses.

use super::super::amounts::{moment, plural};
use shared::provenance::messages::ProofMessage;

pub(super) fn proof(message: &ProofMessage) -> String {
    match message {
        ProofMessage::Malformed(fault) => format!("The form of this file does not match its first words. {fault}"),
        ProofMessage::Policy { logs, witnesses } => format!(
            "The policy names {} and {}.",
            plural(*logs, "log", "logs"),
            plural(*witnesses, "witness", "witnesses")
        ),
        ProofMessage::NoPolicy => {
            "This check does not know whose signatures count. Add a policy: it names the log’s key and the witnesses that you trust.".into()
        }
        ProofMessage::PolicyCameAlong { file } => {
            format!(
                "The policy {file} came with the files. Anyone could have made up the log and the witnesses that it names. Compare their \
                 keys with those that you have from people you trust, then check again with it as the trusted policy (--policy)."
            )
        }
        ProofMessage::PolicyNotTrusted => {
            "Policies are not signed, and this one is not the trusted one. Compare the keys in it with those that you have from people you \
             trust."
                .into()
        }
        ProofMessage::NoNonce => {
            "The proof lacks the nonce of its row, so it cannot be compared with what was signed.".into()
        }
        ProofMessage::NoDocument { row } => format!(
            "Add the signed ranking or the signed head that names row {row}: it says which row the proof is about."
        ),
        ProofMessage::LogNotInPolicy { log } => format!(
            "The policy does not name the key of the log {log}. Add a line “log” with that key: the site’s key set lists it under “logs”."
        ),
        ProofMessage::Fault(fault) => fault.to_string(),
        ProofMessage::InLog { row, file, log, size } => {
            format!("The log {log} contained row {row}, which {file} signed, when it had {}.", plural(*size, "row", "rows"))
        }
        ProofMessage::OtherRoot { file, size } => format!(
            "{file} says that this log had other contents when it had {}. Both are signed, so two histories were shown.",
            plural(*size, "row", "rows")
        ),
        ProofMessage::Cosigned { witness, at } => match at {
            Some(at) => format!("{witness} witnessed that on {}.", moment(*at)),
            None => format!("{witness} witnessed that."),
        },
        ProofMessage::NoWitness => {
            "The policy asks for no witness, so only the log’s own signature was checked.".into()
        }
    }
}
