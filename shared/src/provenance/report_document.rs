//! What is to be said of documents and key sets.

use super::documents::{Payload, SignedResults};
use super::files::Site;
use super::findings::{Finding, Kind};
use super::keys::{KeySet, KeyStatus, PublicKey};
use super::signed::{About, Verdict};
use super::statement::Statement;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// A moment in words.
pub(super) fn moment(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// A number of things in words.
pub(super) fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// What documents are judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys<'k> {
    /// The keys that are trusted.
    pub(super) trusted: &'k KeySet,
    /// The key sets among the files.
    pub(super) given: &'k [KeySet],
    /// The site whose keys are trusted.
    pub(super) site: Option<Site<'k>>,
}

/// What a signature is worth, by where its key is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// The key is trusted.
    Trusted,
    /// The key came along with the files, and the trusted keys are of another site or there are none.
    CameAlong,
    /// The document should be signed by one of the trusted keys, and is not.
    Forged,
}

impl Keys<'_> {
    /// What a document of this issuer is worth by this key. Keys that are trusted without a site's name, as on the command
    /// line, are what every document should be signed by.
    pub(super) fn worth(&self, kid: &str, issuer: &str) -> Worth {
        if self.trusted.find(kid).is_some() {
            return Worth::Trusted;
        }
        let expected = match self.site {
            Some(site) => site.is(issuer),
            None => !self.trusted.keys.is_empty(),
        };
        if expected { Worth::Forged } else { Worth::CameAlong }
    }
}

/// A signed document.
pub(super) fn document(
    name: &str,
    verdict: &Verdict,
    keys: &KeySet,
    by: &Keys<'_>,
    published: Option<&BTreeMap<String, i32>>,
) -> Finding {
    let mut finding = Finding::new(name, Kind::Document);
    match verdict {
        Verdict::Valid { about, payload } => {
            let worth = by.worth(&about.key_id, payload.issuer());
            valid(&mut finding, payload, worth);
            if let Some(key) = keys.find(&about.key_id) {
                signer(&mut finding, key, worth);
                doubted(&mut finding, key, by.given, payload.issued_at());
            }
            if let Payload::Results(results) = payload.as_ref() {
                // What this site published says nothing about what others' keys signed.
                superseded(&mut finding, results, published.filter(|_| worth == Worth::Trusted));
            }
        }
        Verdict::Invalid { about, reason } if about.key_status.is_none() => {
            unknown(&mut finding, about, reason, by)
        }
        Verdict::Invalid { reason, .. } => finding.fails(Some("signature".into()), reason.clone()),
        Verdict::Malformed { reason } => finding.fails(None, reason.clone()),
    }
    finding
}

/// A document whose key is nowhere to be found. A site knows all of its own keys.
fn unknown(finding: &mut Finding, about: &About, reason: &str, by: &Keys<'_>) {
    let own = |site: &Site<'_>| site.current && about.issuer.as_deref().is_some_and(|issuer| site.is(issuer));
    if by.site.as_ref().is_some_and(own) {
        let sentence = format!(
            "It names this site as its issuer, and the key {:?}, which this site never had: it is a forgery.",
            about.key_id
        );
        return finding.fails(Some("signature".into()), sentence);
    }
    finding.undecided(reason);
    finding.say("Add the key set of the site that issued it. Without its key nothing in it can be checked.");
}

/// What a document says, and what that is worth.
fn valid(finding: &mut Finding, payload: &Payload, worth: Worth) {
    let statement = Statement::of(payload);
    let this = match payload {
        Payload::AuditHead(_) => "This signed head of an audit log".to_owned(),
        _ => format!("This {}", statement.noun),
    };
    match worth {
        Worth::Trusted => {
            finding.headline = Some(format!("{this} is genuine."));
            finding.holds(told(payload));
            finding.statement = Some(statement);
        }
        Worth::CameAlong => {
            finding.undecided_as(
                format!("{this} is only as trustworthy as the key file that came with it."),
                "The key came along with the files. Anyone could have made the document and the key together: compare the \
                 fingerprint with one that you have from the site, then check again with that key as a trusted one.",
            );
            finding.say(told(payload));
            finding.statement = Some(statement);
        }
        // What a forgery says is not repeated on a page that vouches for documents.
        Worth::Forged => finding.fails(
            Some("signature".into()),
            "Its key is not one of the trusted keys. It came along with the files, and anyone could have made the document and \
             the key together. If the site has a new key since, save its keys again and trust those.",
        ),
    }
}

/// Whether later results took the place of these, as far as that is known.
fn superseded(finding: &mut Finding, results: &SignedResults, published: Option<&BTreeMap<String, i32>>) {
    let (slug, run) = (&results.event.slug, results.results.run);
    match published.and_then(|published| published.get(slug)) {
        Some(latest) if *latest > run => {
            finding.say(format!("These results were corrected later: run {latest} replaced them."));
            if finding.is_whole() {
                finding.headline =
                    Some(format!("This signed ranking is genuine, but run {latest} has replaced it."));
            }
        }
        Some(latest) if *latest == run => finding.holds("No later results have replaced these."),
        _ => finding.say(format!(
            "This check cannot see newer results. Compare with {}/events/{slug}/results.",
            results.issuer
        )),
    }
}

/// What a payload says, in one sentence.
fn told(payload: &Payload) -> String {
    let what = match payload {
        Payload::Results(d) => {
            let projects = many(d.results.projects.len(), "ranked project", "ranked projects");
            let corrects = d.supersedes.map(|run| format!(", correcting run {run}")).unwrap_or_default();
            format!("Results of {}, run {}{corrects}, with {projects}", d.event.name, d.results.run)
        }
        Payload::Judge(d) => {
            let (person, event, done) = (&d.judge, &d.event.name, d.assignments.done as usize);
            format!(
                "Record of the judge {} <{}> in {event}: {}",
                person.name,
                person.email,
                many(done, "review", "reviews")
            )
        }
        Payload::Participant(d) => {
            let projects = many(d.projects.len(), "project", "projects");
            format!(
                "Record of the participant {} <{}> in {}: {projects}",
                d.person.name, d.person.email, d.event.name
            )
        }
        Payload::AuditHead(d) => {
            let of = d.event.as_ref().map_or("what belongs to no event", |event| event.name.as_str());
            format!("Head of the audit log of {of}: row {}", d.audit_head.seq)
        }
    };
    format!("{what}; signed for {} on {}.", payload.issuer(), moment(payload.issued_at()))
}

/// Which key signed it.
fn signer(finding: &mut Finding, key: &PublicKey, worth: Worth) {
    let named = format!("It is signed by the key {}, fingerprint {}.", key.kid, key.fingerprint());
    if worth == Worth::Trusted {
        finding.holds(named)
    } else {
        finding.say(named)
    }
    if key.status == KeyStatus::Retired {
        finding.say("The site has retired this key since. What it signed before that still holds.");
    }
}

/// Whether a key set among the files takes away what the trusted one gives: it may be the newer of the two.
fn doubted(finding: &mut Finding, key: &PublicKey, given: &[KeySet], issued_at: DateTime<Utc>) {
    for other in given.iter().filter_map(|set| set.find(&key.kid)).filter(|other| other.is_stricter_than(key))
    {
        if other.status == KeyStatus::Revoked {
            finding.undecided(
                "One of your key sets says that this key was revoked, and the trusted one does not. If yours is newer, this document \
                 proves nothing.",
            );
        } else if other.retired_at.is_some_and(|at| issued_at > at) {
            finding.undecided(
                "One of your key sets says that this key was retired before the document was signed, and the trusted one does not. \
                 If yours is newer, this document proves nothing.",
            );
        }
    }
}

/// A key set.
pub(super) fn keys(name: &str, set: Result<KeySet, String>, trusted: &KeySet) -> Finding {
    let mut finding = Finding::new(name, Kind::Keys);
    let set = match set {
        Ok(set) => set,
        Err(reason) => {
            finding.fails(None, reason);
            return finding;
        }
    };
    for key in &set.keys {
        let since = match (key.created_at, key.retired_at) {
            (Some(from), Some(to)) => format!(" from {} to {}", moment(from), moment(to)),
            (Some(from), None) => format!(" since {}", moment(from)),
            (None, Some(to)) => format!(" until {}", moment(to)),
            (None, None) => String::new(),
        };
        let (kid, status) = (&key.kid, key.status.word());
        finding.say(format!("Key {kid}, {status}{since}, fingerprint {}.", key.fingerprint()));
    }
    for key in &set.keys {
        let Some(known) = trusted.find(&key.kid).filter(|known| known.status != key.status) else {
            continue;
        };
        let (kid, status) = (&key.kid, known.status.word());
        finding.undecided(format!(
            "This file and the trusted keys disagree about the key {kid} (trusted: {status}). One of them is out of date."
        ));
    }
    if !set.keys.iter().all(|key| trusted.find(&key.kid).is_some()) {
        finding.undecided(
            "Key sets are not signed, and this one is not among the trusted keys. Compare the fingerprint with one that you have \
             from the site.",
        );
    }
    finding
}
