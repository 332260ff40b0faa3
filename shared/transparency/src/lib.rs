//! A log that witnesses sign, in the formats of [C2SP](https://c2sp.org), so that code of other people reads it.
//!
//! | module | what it reads, makes and checks | specification |
//! |---|---|---|
//! | [`merkle`] | roots, proofs of inclusion and of consistency | [RFC 6962], section 2.1 |
//! | [`note`] | signed notes, verifier keys, and what a witness signs (Ed25519) | [signed-note], [tlog-cosignature] |
//! | [`checkpoint`] | a log's size and root, signed by the log | [tlog-checkpoint] |
//! | [`tile`] | the files that a tree is served as | [tlog-tiles] |
//! | [`witness`] | the request to a witness, its answer, and what a refusal means | [tlog-witness] |
//! | [`proof`] | a file that proves offline that an entry is in the log | [tlog-proof] |
//! | [`policy`] | which logs and how many witnesses are enough | [tlog-policy] |
//! | [`blinded`] | leaves that nobody can guess without a secret | Evenhand's own |
//!
//! ```
//! use transparency::checkpoint::Checkpoint;
//! use transparency::malformed::Malformed;
//! use transparency::merkle::{Tree, TreeHead, inclusion_proof, leaf_hash, root};
//! use transparency::note::{KeyType, NoteSigner};
//! use transparency::policy::WitnessPolicy;
//! use transparency::proof::LogProof;
//!
//! # fn main() -> Result<(), Malformed> {
//! let log = NoteSigner::new("example.com/log", KeyType::Note, &[1; 32])?;
//! let witness = NoteSigner::new("witness.example", KeyType::Cosignature, &[2; 32])?;
//! let tree: Tree = ["one", "two", "three"].iter().map(|entry| leaf_hash(entry.as_bytes())).collect();
//!
//! // The log signs its size and root, a witness cosigns them, and who has the file needs neither of them to check an entry.
//! let head = TreeHead { size: 3, root: root(&tree, 3).unwrap() };
//! let mut note = Checkpoint::new("example.com/log", head).sign(&log)?;
//! note.signatures.push(witness.cosign(&note.text, 1_700_000_000)?);
//! let proof = LogProof { extra: None, index: 1, path: inclusion_proof(&tree, 1, 3).unwrap(), note };
//!
//! let policy = WitnessPolicy::at_least(1, log.key().clone(), vec![witness.key().clone()])?;
//! assert!(LogProof::parse(proof.to_string().as_bytes())?.check(leaf_hash(b"two"), &policy).is_ok());
//! # Ok(())
//! # }
//! ```
//!
//! No input or output, no clock, no randomness: who calls it sends, stores and knows the time. ML-DSA-44 cosignatures and
//! `sign-subtree` are left out.
//!
//! [RFC 6962]: https://www.rfc-editor.org/rfc/rfc6962.html#section-2.1
//! [signed-note]: https://c2sp.org/signed-note
//! [tlog-checkpoint]: https://c2sp.org/tlog-checkpoint
//! [tlog-cosignature]: https://c2sp.org/tlog-cosignature
//! [tlog-tiles]: https://c2sp.org/tlog-tiles
//! [tlog-witness]: https://c2sp.org/tlog-witness
//! [tlog-proof]: https://c2sp.org/tlog-proof
//! [tlog-policy]: https://c2sp.org/tlog-policy

#![warn(missing_docs)]

pub mod blinded;
pub mod checkpoint;
mod cosignature;
mod encoding;
pub mod malformed;
pub mod merkle;
pub mod note;
pub mod policy;
pub mod proof;
pub mod tile;
pub mod witness;

/// Goes on where a condition holds.
fn ensure<E>(holds: bool, otherwise: E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(otherwise) }
}
