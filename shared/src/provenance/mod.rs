//! Records that anyone can check, years later, on a laptop without a network.
//!
//! A **signed document** is a payload with an Ed25519 signature over its canonical JSON. An **audit chain** is a log in which
//! each row holds the hash of the row before. A **bundle** holds what a ranking was computed from. This module makes and checks
//! each of them. [`check_files`] checks files of all kinds together and answers with a [`Report`] of codes and facts, which
//! `words` turns into English for the command line, the API and the page.
//!
//! Nothing here reads a clock, a file or a network. `docs/provenance.md` says what each check can show and what it cannot.

mod audit_csv;
mod audit_head;
mod badge;
mod budget;
mod bundle;
mod canonical;
mod chain;
mod claims;
mod compare;
mod content;
mod context;
mod contradictions;
mod credential;
pub(crate) mod csv;
mod dealt;
mod deleted_judges;
mod documents;
mod duplicates;
mod evidence_digest;
mod file_names;
mod files;
mod findings;
mod forgetting;
mod handed_out;
mod imported_reviews;
mod json;
mod keys;
pub mod link;
mod log_row;
mod logged_comments;
mod logged_conflicts;
mod logged_evidence;
mod logged_prizes;
mod logged_projects;
mod logged_reviews;
mod logged_rubric;
mod logged_settings;
pub mod messages;
mod more_time;
mod named_projects;
mod page_keys;
mod prizes;
mod published;
mod questions;
mod records;
mod report_bundle;
mod report_credential;
mod report_document;
mod report_judge_record;
mod report_keys;
mod report_log;
mod report_proof;
mod report_runs;
mod report_scores;
mod review_digests;
mod review_log;
mod reviews_of_run;
mod rows;
mod said_members;
mod serde_text;
mod signed;
mod status_list;
mod subjects;
mod submissions;
mod supporting;
mod tables;
mod token;
mod tracks;
mod trust;
mod verified;
mod visible;

pub use audit_csv::read as read_audit_csv;
pub use audit_head::AuditHead;
pub use badge::{Badge, BadgeStatus};
pub use bundle::{AuditLine, BundleFault, InputLine, Run, StoredBundle, read as read_bundle};
pub use canonical::{SignError, canonical, number};
pub use chain::{Chain, HeadVerdict};
pub use compare::{
    Difference, DifferenceKind, ProjectNamePart, Quantity, Subject, again, against_signed, from_reviews,
};
pub use context::{CheckContext, Site};
pub use credential::{bit_list, did, did_document, sign_credential};
pub use documents::{
    AuditHeadDocument, Payload, SignedCorrection, SignedEntry, SignedMoreTime, SignedPrize, SignedQuestion,
    SignedRanking, SignedResults, SignedWinner,
};
pub use evidence_digest::EvidenceDigest;
pub use files::{File, check_files, check_with};
pub use findings::{Finding, Kind, Line, Report, Verdict};
pub use forgetting::Forgetting;
pub use json::{Json, JsonError, JsonFault, parse};
pub use keys::{
    KeyFault, KeySet, KeySetFault, KeyStatus, PublicKey, public_key, signature_holds, thumbprint,
};
pub use log_row::Link;
pub use page_keys::PageKeys;
pub use published::{ChangedPlace, Currency, Published, PublishedResults, Replacement};
pub use records::{
    AssignmentCounts, JudgeRecord, ParticipantRecord, ProjectRecord, ReviewRecord, reviews_digest,
};
pub use review_digests::{judges_digest, scores_digest};
pub use rows::{BrokenRow, CsvFault, RowFault};
pub use signed::{About, DocumentCheck, DocumentFault, sign, verify, verify_at};
pub use status_list::StatusList;
pub use subjects::{EventName, PersonName};
pub use token::{Credential, CredentialCheck, check as verify_credential, is_token as is_credential};
pub use visible::escape_hidden;
