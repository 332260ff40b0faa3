//! What is to be said of documents and key sets.

use super::documents::{Payload, SignedResults};
use super::findings::{Finding, Kind};
use super::keys::{KeySet, KeyStatus, PublicKey};
use super::signed::Verdict;
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
}

/// A signed document.
pub(super) fn document(
    name: &str,
    verdict: &Verdict,
    keys: &KeySet,
    by: &Keys<'_>,
    published: Option<&BTreeMap<String, i32>>,
) -> Finding {
    let (mut finding, Keys { trusted, given }) = (Finding::new(name, Kind::Document), *by);
    match verdict {
        Verdict::Valid { about, payload } => {
            finding.holds(told(payload));
            if let Some(key) = keys.find(&about.key_id) {
                signer(&mut finding, key, trusted);
                doubted(&mut finding, key, given, payload.issued_at());
            }
            if let Payload::Results(results) = payload.as_ref() {
                // What this site published tells nothing of what others' keys signed.
                let own = trusted.find(&about.key_id).and(published);
                superseded(&mut finding, results, own);
            }
        }
        Verdict::Invalid { about, reason } if about.key_status.is_none() => {
            finding.undecided(reason.clone());
            finding.say(
                "Without that key nothing is known of the document: give the key set of the site it names.",
            );
        }
        Verdict::Invalid { reason, .. } => finding.fails(Some("signature".into()), reason.clone()),
        Verdict::Malformed { reason } => finding.fails(None, reason.clone()),
    }
    finding
}

/// Whether later results took the place of these, as far as that is known.
fn superseded(finding: &mut Finding, results: &SignedResults, published: Option<&BTreeMap<String, i32>>) {
    let (slug, run) = (&results.event.slug, results.results.run);
    match published.and_then(|published| published.get(slug)) {
        Some(latest) if *latest > run => {
            finding.say(format!("These results were corrected since: run {latest} took their place."));
        }
        Some(latest) if *latest == run => finding.holds("No later results took the place of these."),
        _ => finding.say(format!(
            "Whether later results took the place of these cannot be known here: {}/events/{slug}/results tells.",
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

/// By which key, and what that is worth.
fn signer(finding: &mut Finding, key: &PublicKey, trusted: &KeySet) {
    let named = format!("Its key is {}, fingerprint {}.", key.kid, key.fingerprint());
    if trusted.find(&key.kid).is_some() {
        finding.holds(named);
    } else {
        finding.open(format!(
            "{named} The key came along with the files, which proves only that document and key fit together: compare \
             the fingerprint with the one the site shows."
        ));
    }
    if key.status == KeyStatus::Retired {
        finding.say("The key has been retired since; what it signed before still holds.");
    }
}

/// Whether a key set among the files takes away what the trusted one gives: it may be the newer of the two.
fn doubted(finding: &mut Finding, key: &PublicKey, given: &[KeySet], issued_at: DateTime<Utc>) {
    for other in given.iter().filter_map(|set| set.find(&key.kid)).filter(|other| other.is_stricter_than(key))
    {
        if other.status == KeyStatus::Revoked {
            finding.undecided(
                "A key set among the files says that its key was revoked, and the one that is trusted here does not. Is the former the \
                 site's newest, this proves nothing any more.",
            );
        } else if other.retired_at.is_some_and(|at| issued_at > at) {
            finding.undecided(
                "A key set among the files says that its key was retired before this was signed, and the one that is trusted here does \
                 not.",
            );
        }
    }
}

/// A key set.
pub(super) fn keys(name: &str, set: Result<KeySet, String>, trusted: &KeySet) -> Finding {
    let mut finding = Finding::new(name, Kind::Keys);
    match set {
        Ok(set) => {
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
                    "Of the key {kid} it says otherwise than the keys trusted here, where it is {status}: one of the two is not the \
                     site's newest."
                ));
            }
            if !set.keys.iter().all(|key| trusted.find(&key.kid).is_some()) {
                finding.open("A key set that comes along with the files proves nothing by itself: compare the fingerprint.");
            }
        }
        Err(reason) => finding.fails(None, reason),
    }
    finding
}
