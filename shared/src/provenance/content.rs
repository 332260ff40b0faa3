//! What a file is, and what it holds.

use super::audit_csv;
use super::bundle::{self, BundleFault, StoredBundle};
use super::findings::Kind;
use super::keys::{KeySet, KeySetFault};
use super::link::{self, BrokenLink};
use super::log_row::Link;
use super::messages::UnknownFile;
use super::rows::BrokenRow;
use super::tables::{self, Table};
use super::token;
use crate::json_place::JsonBreak;
use crate::text::without_mark;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use transparency::malformed::Malformed;
use transparency::policy::WitnessPolicy;
use transparency::proof::LogProof;

/// What a file holds, read without the other files.
pub(super) enum Content {
    /// A signed document.
    Document,
    /// An Open Badge, or a status list of badges.
    Credential(Kind),
    /// A key set, and whether it lists keys of logs, too.
    Keys(Result<KeySet, KeySetFault>, bool),
    /// An audit export.
    Audit(Result<Vec<Link>, BrokenRow>),
    /// A bundle.
    Bundle(Box<Result<StoredBundle, BundleFault>>),
    /// An export from which a run's reviews are put together, or an event.
    Table(Result<Table, BrokenRow>),
    /// A proof that a row is in a log.
    Proof(Box<Result<LogProof, Malformed>>),
    /// Which logs and witnesses count.
    Policy(Box<Result<WitnessPolicy, Malformed>>),
    /// None of these.
    Unknown(UnknownFile),
}

/// Most bytes of a text that is tried as a link.
const LONGEST_LINK: usize = 2 * 1024 * 1024;

impl Content {
    /// A file's own bytes, or the document of the link in it, and what they hold.
    pub(super) fn of(bytes: &[u8]) -> (Cow<'_, [u8]>, Self) {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST_LINK);
        match text.and_then(link::read) {
            None => (Cow::Borrowed(bytes), Self::plain(bytes)),
            Some(Ok(document)) => {
                let content = Self::plain(&document);
                (Cow::Owned(document), content)
            }
            Some(Err(BrokenLink)) => (Cow::Borrowed(bytes), Self::Unknown(UnknownFile::BrokenLink)),
        }
    }

    fn plain(bytes: &[u8]) -> Self {
        if audit_csv::is_audit(bytes) {
            return Self::Audit(audit_csv::read(bytes));
        }
        if let Some(kind) = tables::table_kind(bytes) {
            return Self::Table(tables::read(kind, bytes));
        }
        if bytes.starts_with(b"c2sp.org/tlog-proof@") {
            return Self::Proof(Box::new(LogProof::parse(bytes)));
        }
        if std::str::from_utf8(bytes).is_ok_and(|text| text.lines().any(|line| line.starts_with("quorum "))) {
            return Self::Policy(Box::new(WitnessPolicy::parse(bytes)));
        }
        if token::is_token(bytes) {
            let is_list = token::is_status_list(bytes);
            return Self::Credential(if is_list { Kind::StatusList } else { Kind::Badge });
        }
        let json = without_mark(bytes);
        if json.trim_ascii_start().first() != Some(&b'{') {
            return Self::Unknown(UnknownFile::NoKnownKind);
        }
        let members = match serde_json::from_slice(json) {
            Ok(Members(members)) => members,
            Err(error) => return Self::Unknown(UnknownFile::BrokenJson(JsonBreak::of(json, &error))),
        };
        let has = |name: &str| members.iter().any(|member| member == name);
        if has("payload") || has("signature") {
            Self::Document
        } else if has("format") {
            Self::Bundle(Box::new(bundle::read(bytes)))
        } else if has("keys") || has("kty") || has("verificationMethod") {
            Self::Keys(KeySet::read(bytes), lists_logs(json))
        } else if has("slug") && has("criteria") {
            Self::Table(tables::event(bytes))
        } else {
            Self::Unknown(UnknownFile::JsonOfNoKnownKind)
        }
    }
}

/// Whether a key set lists keys of logs, wherever among its members.
fn lists_logs(json: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Listed {
        logs: Option<serde_json::Value>,
    }
    let names_any = |logs: &serde_json::Value| logs.as_array().is_none_or(|list| !list.is_empty());
    serde_json::from_slice(json).is_ok_and(|Listed { logs }| logs.as_ref().is_some_and(names_any))
}

/// The names of an object's own members. Their values are skipped.
struct Members(Vec<String>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
                    // No file of ours has as many. Without a bound, a made-up file could fill the memory.
                    if names.len() < 64 {
                        names.push(name);
                    }
                }
                Ok(Members(names))
            }
        }
        deserializer.deserialize_map(Names)
    }
}
