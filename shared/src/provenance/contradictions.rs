//! Signed documents that cannot both be true. A site can sign anything, but two statements of it can be compared.

use super::documents::Payload;
use super::messages::{Contradicted, DocumentMessage};
use super::verified::VerifiedDocument;
use std::collections::BTreeMap;

/// What a site made a statement about: a run's ranking, or a row of a log.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Topic<'d> {
    Run { issuer: &'d str, slug: &'d str, run: i32 },
    Row { issuer: &'d str, slug: &'d str, seq: i64 },
}

/// The documents that another one among the files contradicts, by their place in the list.
pub(super) fn contradictions(verified: &[VerifiedDocument<'_>]) -> Vec<(usize, DocumentMessage)> {
    // Anybody can make a document whose key came along, so it casts no doubt on documents with a trusted key.
    let mut statements: BTreeMap<(bool, Topic<'_>), (usize, VerifiedDocument<'_>)> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, &document) in verified.iter().enumerate() {
        let issuer = document.payload.issuer();
        let mut topics = Vec::new();
        if let Some((slug, head)) = document.head() {
            topics.push((Topic::Row { issuer, slug, seq: head.seq }, Contradicted::LogRow { seq: head.seq }));
        }
        if let Payload::Results(d) = document.payload {
            let run = d.results.run;
            topics.push((Topic::Run { issuer, slug: &d.event.slug, run }, Contradicted::Run { run }));
        }
        for (topic, about) in topics {
            let differ = |other: &VerifiedDocument<'_>| match about {
                Contradicted::Run { .. } => {
                    other.ranking().map(|r| r.ranking) != document.ranking().map(|r| r.ranking)
                }
                Contradicted::LogRow { .. } => other.payload.audit_head() != document.payload.audit_head(),
            };
            let key = (document.trusted, topic);
            match statements.get(&key) {
                None => {
                    statements.insert(key, (at, document));
                }
                Some((before, other)) if differ(other) => {
                    let by = |name: &str| DocumentMessage::ContradictedBy { file: name.to_owned(), about };
                    found.extend([(at, by(other.name)), (*before, by(document.name))]);
                }
                Some(_) => {}
            }
        }
    }
    found
}
