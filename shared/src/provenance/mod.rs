//! Records that anyone can check, a year later, on a laptop with no network.
//!
//! A **signed document** is a payload with an Ed25519 signature over its canonical JSON. An **audit chain** is a log
//! whose rows each hold the hash of the row before. A **bundle** holds what a ranking was computed from. Here is how
//! each is made and judged; [`check_files`] takes files of every kind at once and answers in sentences, for the
//! command line, the API, the page and its WASM alike.
//!
//! Nothing here reads a clock, a file or a network. `docs/provenance.md` says what each check can tell and what not.

mod audit_csv;
mod budget;
mod bundle;
mod canonical;
mod chain;
mod compare;
mod contradictions;
mod csv;
mod documents;
mod files;
mod findings;
mod json;
mod keys;
pub mod link;
mod page_keys;
mod records;
mod report_bundle;
mod report_document;
mod report_judge_record;
mod report_log;
mod report_scores;
mod review_log;
mod signed;
mod statement;
mod supporting;
mod tables;
mod visible;

pub use audit_csv::read as read_audit_csv;
pub use bundle::{AuditLine, InputLine, Run, StoredBundle, read as read_bundle};
pub use canonical::{canonical, number};
pub use chain::{Broken, Chain, HeadVerdict, Link};
pub use compare::{Difference, again, against_signed, from_reviews};
pub use documents::{
    AuditHead, AuditHeadDocument, EventName, Payload, PersonName, SignedEntry, SignedRanking, SignedResults,
};
pub use files::{File, Known, Site, check_files, check_with};
pub use findings::{Finding, Kind, Line, Report, Standing};
pub use json::{Json, JsonError, parse};
pub use keys::{KeySet, KeyStatus, PublicKey, public_key, signature_holds, thumbprint};
pub use page_keys::PageKeys;
pub use records::{
    AssignmentCounts, JudgeRecord, ParticipantRecord, ProjectRecord, ReviewRecord, reviews_digest,
};
pub use signed::{About, Answer, SignError, Verdict, sign, verify, verify_at};
pub use statement::{Fact, Statement, Table};
