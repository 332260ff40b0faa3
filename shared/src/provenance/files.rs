//! Checking files of every kind together: keys and heads among them serve the others.

use super::audit_csv;
use super::budget::Budget;
use super::bundle::{self, StoredBundle};
use super::chain::{Broken, Link};
use super::contradictions::contradictions;
use super::documents::{AuditHead, Payload, SignedRanking};
use super::findings::{Finding, Kind, Report};
use super::keys::KeySet;
use super::link;
use super::report_document::{Keys, Worth};
use super::signed::{Verdict, verify_at};
use super::tables::{self, Table};
use super::{report_bundle, report_document, report_log, report_scores};
use crate::text::without_mark;
use chrono::{DateTime, Utc};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A file to be checked.
#[derive(Clone, Copy, Debug)]
pub struct File<'f> {
    /// Its name; of an audit export it tells the event, `<slug>-audit.csv`.
    pub name: &'f str,
    /// What it holds.
    pub bytes: &'f [u8],
}

/// Checks files together: documents by the keys of `trusted` and, with a word on what that proves, by key sets among
/// the files; logs by the heads among the valid documents; bundles by computing their rankings again. `slug` is the
/// event of the audit exports among them, where the caller knows better than the files' names.
#[must_use]
pub fn check_files(files: &[File<'_>], trusted: &KeySet, slug: Option<&str>) -> Report {
    check_with(files, &Known { slug, ..Known::of(trusted) })
}

/// What a check knows besides the files.
#[derive(Clone, Copy, Debug)]
pub struct Known<'k> {
    /// The keys that are trusted.
    pub trusted: &'k KeySet,
    /// The event of the audit exports among the files, where the caller knows better than their names.
    pub slug: Option<&'k str>,
    /// Rankings are computed again from at most so many reviews in all, or fewer where there are hundreds of judges: a machine that
    /// checks for others bounds what each may ask of it. Of a ranking beyond that, the report says that it was not computed.
    pub reviews: usize,
    /// The run that is published of each event, by its slug, as the site knows it; none offline.
    pub published: Option<&'k BTreeMap<String, i32>>,
    /// The site whose keys are trusted; none where the caller named the keys, which every document is then expected to be
    /// signed by.
    pub site: Option<Site<'k>>,
    /// The present, where it is known: nothing was signed after it.
    pub now: Option<DateTime<Utc>>,
}

impl<'k> Known<'k> {
    /// Nothing but the keys, and no bound on what is computed.
    #[must_use]
    pub fn of(trusted: &'k KeySet) -> Self {
        Self { trusted, slug: None, reviews: usize::MAX, published: None, site: None, now: None }
    }
}

/// A site by its address, of which it is known which keys it ever had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site<'k> {
    /// Its address, as its documents name it.
    pub issuer: &'k str,
    /// Whether the keys are as they are now. In a verifier that was saved they may be older than a document.
    pub current: bool,
}

impl Site<'_> {
    /// Whether an issuer is this site. What only looks like another address is the same one.
    pub(super) fn is(&self, issuer: &str) -> bool {
        let plain = |address: &str| address.trim().trim_end_matches('/').to_ascii_lowercase();
        plain(self.issuer) == plain(issuer)
    }
}

/// As [`check_files`], with all that is known.
#[must_use]
pub fn check_with(files: &[File<'_>], known: &Known<'_>) -> Report {
    let Known { trusted, slug, reviews, published, site, now } = *known;
    let mut budget = Budget(reviews);
    let unfolded: Vec<(Cow<'_, [u8]>, Content)> = files.iter().map(|file| Content::of(file.bytes)).collect();
    let contents = || unfolded.iter().map(|(_, content)| content);
    let keys = contents().fold(trusted.clone(), |keys, content| match content {
        Content::Keys(Ok(set)) => keys.and(set),
        _ => keys,
    });
    let verdicts: Vec<Option<Verdict>> = unfolded
        .iter()
        .map(|(bytes, content)| matches!(content, Content::Document).then(|| verify_at(bytes, &keys, now)))
        .collect();
    let sets: Vec<KeySet> = contents()
        .filter_map(|content| match content {
            Content::Keys(Ok(set)) => Some(set.clone()),
            _ => None,
        })
        .collect();
    let by = Keys { trusted, given: &sets, site };
    let (places, proven): (Vec<usize>, Vec<VerifiedDocument<'_>>) = files
        .iter()
        .zip(&verdicts)
        .enumerate()
        .filter_map(|(at, (file, verdict))| {
            Some((at, VerifiedDocument::of(file.name, verdict.as_ref()?, &by)?))
        })
        .unzip();
    let against = contradictions(&proven);
    let given = contents().enumerate().filter_map(|(at, content)| match content {
        Content::Table(table) => Some((at, files[at].name, table)),
        _ => None,
    });
    let mut tables = report_scores::tables(&given.collect::<Vec<_>>(), slug, &proven, &mut budget);
    let found =
        files.iter().zip(unfolded).zip(&verdicts).enumerate().map(|(at, ((file, (_, content)), verdict))| {
            match (content, verdict) {
                (_, Some(verdict)) => {
                    let mut finding = report_document::document(file.name, verdict, &keys, &by, published);
                    for (_, sentence) in against.iter().filter(|(nth, _)| places.get(*nth) == Some(&at)) {
                        finding.undecided(sentence.clone());
                    }
                    finding
                }
                (Content::Keys(set), _) => report_document::keys(file.name, set, trusted),
                (Content::Audit(rows), _) => report_log::audit(file.name, rows, slug, &proven),
                (Content::Bundle(read), _) => report_bundle::bundle(file.name, *read, &proven, &mut budget),
                (Content::Table(_), _) => {
                    tables.remove(&at).unwrap_or_else(|| unknown(file.name, "It cannot be read.".into()))
                }
                (Content::Unknown(sentence), _) => unknown(file.name, sentence),
                (Content::Document, None) => unknown(file.name, "It cannot be read.".into()),
            }
        });
    Report { files: found.collect() }
}

fn unknown(name: &str, sentence: String) -> Finding {
    let mut finding = Finding::new(name, Kind::Unknown);
    finding.undecided(sentence);
    finding
}

/// A document that is valid, for the other files to be held against.
#[derive(Clone, Copy, Debug)]
pub(super) struct VerifiedDocument<'d> {
    /// Its file's name.
    pub(super) name: &'d str,
    /// What it says.
    pub(super) payload: &'d Payload,
    /// Whether its key is one that is trusted, and did not come along.
    pub(super) trusted: bool,
}

impl<'d> VerifiedDocument<'d> {
    /// `None` for a document that is not to be believed.
    fn of(name: &'d str, verdict: &'d Verdict, by: &Keys<'_>) -> Option<Self> {
        let Verdict::Valid { about, payload } = verdict else { return None };
        let worth = by.worth(&about.key_id, payload.issuer());
        (worth != Worth::Forged).then_some(Self { name, payload, trusted: worth == Worth::Trusted })
    }

    /// What a file is told that is held against it, where its key came along.
    pub(super) fn doubt(&self) -> Option<String> {
        (!self.trusted).then(|| {
            format!("The key of {} came along with the files. That the two agree proves only that they fit together.", self.name)
        })
    }

    /// The ranking in it: the event's slug, the file's name, and what was signed.
    pub(super) fn ranking(&self) -> Option<(&'d str, &'d str, &'d SignedRanking)> {
        match self.payload {
            Payload::Results(d) => Some((&d.event.slug, self.name, &d.results)),
            _ => None,
        }
    }

    /// The chain it knows of, by its event's slug (empty for none), and how far that reached.
    pub(super) fn head(&self) -> Option<(&'d str, &'d AuditHead)> {
        let head = self.payload.audit_head()?;
        Some((self.payload.event().map_or("", |event| event.slug.as_str()), head))
    }
}

/// What a file is, read as far as it can be by itself.
enum Content {
    /// A signed document.
    Document,
    /// A key set.
    Keys(Result<KeySet, String>),
    /// An audit export.
    Audit(Result<Vec<Link>, Broken>),
    /// A bundle; where it is none, the place and the sentence.
    Bundle(Box<Result<StoredBundle, (String, String)>>),
    /// An export that a run's reviews are made from again, or an event.
    Table(Result<Table, Broken>),
    /// None of these, and why.
    Unknown(String),
}

/// Most bytes of a text that may be a link.
const LONGEST_LINK: usize = 2 * 1024 * 1024;

impl Content {
    /// What a file holds: the file's own bytes, or those that the link in it unfolds to.
    fn of(bytes: &[u8]) -> (Cow<'_, [u8]>, Self) {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST_LINK);
        match text.and_then(link::read) {
            None => (Cow::Borrowed(bytes), Self::plain(bytes)),
            Some(Ok(unfolded)) => {
                let content = Self::plain(&unfolded);
                (Cow::Owned(unfolded), content)
            }
            Some(Err(sentence)) => (Cow::Borrowed(bytes), Self::Unknown(sentence)),
        }
    }

    fn plain(bytes: &[u8]) -> Self {
        if audit_csv::is_audit(bytes) {
            return Self::Audit(audit_csv::read(bytes));
        }
        if let Some(kind) = tables::table_kind(bytes) {
            return Self::Table(tables::read(kind, bytes));
        }
        let json = without_mark(bytes);
        if json.trim_ascii_start().first() != Some(&b'{') {
            let sentence =
                "This is not a signed document, a key set, a bundle or an export that this check knows.";
            return Self::Unknown(sentence.into());
        }
        let members = match serde_json::from_slice(json) {
            Ok(Members(members)) => members,
            Err(error) => return Self::Unknown(format!("This looks like JSON but cannot be read: {error}.")),
        };
        let has = |name: &str| members.iter().any(|member| member == name);
        if has("payload") || has("signature") {
            Self::Document
        } else if has("format") {
            Self::Bundle(Box::new(bundle::read(bytes)))
        } else if has("keys") || has("kty") {
            Self::Keys(KeySet::read(bytes))
        } else if has("slug") && has("criteria") {
            Self::Table(tables::event(bytes))
        } else {
            Self::Unknown(
                "This is JSON, but not a signed document, a key set or a bundle that this check knows."
                    .into(),
            )
        }
    }
}

/// The names of an object's own members; what they hold is passed over.
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
                    // Nothing of ours has as many; more are not needed to say so.
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
