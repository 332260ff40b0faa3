//! Documents that cannot both be true. A site can sign what it likes; whoever holds both of two things that it said can tell.

use super::documents::Payload;
use super::files::VerifiedDocument;
use std::collections::BTreeMap;

/// What one site said of one thing: of a run's ranking, or of a row of a log.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Of<'d> {
    Run { issuer: &'d str, slug: &'d str, run: i32 },
    Row { issuer: &'d str, slug: &'d str, seq: i64 },
}

/// A sentence for each document that another among the files contradicts, by its place in the list.
pub(super) fn contradictions(proven: &[VerifiedDocument<'_>]) -> Vec<(usize, String)> {
    // A document whose key came along can be anybody's: it puts none of the site's in doubt.
    let mut said: BTreeMap<(bool, Of<'_>), (usize, VerifiedDocument<'_>)> = BTreeMap::new();
    let mut told = Vec::new();
    for (at, &document) in proven.iter().enumerate() {
        let issuer = document.payload.issuer();
        let mut things = Vec::new();
        if let Some((slug, head)) = document.head() {
            things.push((Of::Row { issuer, slug, seq: head.seq }, format!("row {} of the log", head.seq)));
        }
        if let Payload::Results(d) = document.payload {
            let run = d.results.run;
            things.push((Of::Run { issuer, slug: &d.event.slug, run }, format!("run {run}")));
        }
        for (of, words) in things {
            let is_run = matches!(of, Of::Run { .. });
            let differ = |other: &VerifiedDocument<'_>| {
                if is_run {
                    other.ranking().map(|r| r.2) != document.ranking().map(|r| r.2)
                } else {
                    other.payload.audit_head() != document.payload.audit_head()
                }
            };
            let key = (document.trusted, of);
            match said.get(&key) {
                None => {
                    said.insert(key, (at, document));
                }
                Some((before, other)) => {
                    if differ(other) {
                        let sentence = |name: &str| {
                            format!(
                                "{name} contradicts this about {words}. Both are signed, so one of them is false."
                            )
                        };
                        told.extend([(at, sentence(other.name)), (*before, sentence(document.name))]);
                    }
                }
            }
        }
    }
    told
}
