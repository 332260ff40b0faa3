//! Signed documents that cannot both be true. A site can sign anything, but two statements of it can be compared.

use super::documents::{Payload, SignedEntry, SignedRanking};
use super::messages::{ContradictedPart, DocumentMessage};
use super::records::ProjectRecord;
use super::verified::VerifiedDocument;
use std::collections::{BTreeMap, BTreeSet};

/// What a site made a statement about: what a run found, a publication by its number, one that became final as it was, a row of a
/// log, or the ranks of the publication that wrote this row. Rankings that were signed before publications had numbers have none, and
/// each run had one publication.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Topic {
    Run(i32),
    Publication { run: Option<i32>, number: Option<i32> },
    Final(i32),
    Row(i64),
    Ranks(i64),
}

/// Whether two documents say different things about a topic of both.
fn differ(topic: Topic, one: &VerifiedDocument<'_>, other: &VerifiedDocument<'_>) -> bool {
    let rankings = || Some((one.ranking()?.ranking, other.ranking()?.ranking));
    match topic {
        Topic::Run(_) => rankings().is_some_and(|(one, other)| findings(one) != findings(other)),
        // A publication with a number is signed once.
        Topic::Publication { number: Some(_), .. } => one.payload != other.payload,
        Topic::Publication { number: None, .. } => rankings().is_some_and(|(one, other)| one != other),
        Topic::Final(number) => {
            rankings().is_some_and(|(one, other)| confirmed(one, number) != confirmed(other, number))
        }
        Topic::Row(_) => {
            let heads = one.payload.audit_head().zip(other.payload.audit_head());
            heads.is_some_and(|(one, other)| one.contradicts(other))
        }
        Topic::Ranks(_) => {
            ranks_differ(one.payload, other.payload) || ranks_differ(other.payload, one.payload)
        }
    }
}

/// Whether a certificate says other ranks than the results of the publication that it names.
fn ranks_differ(results: &Payload, record: &Payload) -> bool {
    let (Payload::Results(results), Payload::Participant(record)) = (results, record) else { return false };
    let ranked = &results.results.projects;
    let place = |project: &ProjectRecord| {
        let rank = ranked.iter().find(|entry| entry.project == project.id).map(|entry| entry.rank);
        (rank, rank.and_then(|_| u32::try_from(ranked.len()).ok()))
    };
    record.projects.iter().any(|project| (project.rank, project.of) != place(project))
}

/// What a run found, whatever was published with it.
fn findings(ranking: &SignedRanking) -> impl PartialEq {
    let places =
        |p: &SignedEntry| (p.project, p.rank, p.raw_rank, p.calibrated.to_bits(), p.se.to_bits(), p.reviews);
    let places: Vec<_> = ranking.projects.iter().map(places).collect();
    (ranking.input_digest.clone(), ranking.method.clone(), ranking.judges, places)
}

/// What a publication that makes the one of this number final has in common with it: both show one run and the same winners, and the
/// other is provisional.
fn confirmed(ranking: &SignedRanking, number: i32) -> impl PartialEq {
    let won = ranking.prizes.iter().map(|prize| {
        let winners: Vec<i64> = prize.winners.iter().map(|winner| winner.project).collect();
        (prize.id, winners)
    });
    let fits = ranking.final_of == Some(number) || ranking.provisional_until.is_some();
    (ranking.run, fits, won.collect::<BTreeSet<_>>())
}

/// The documents that another one among the files contradicts, by their place in the list.
pub(super) fn contradictions(verified: &[VerifiedDocument<'_>]) -> Vec<(usize, DocumentMessage)> {
    // Anybody can make a document whose key came along, so it casts no doubt on documents with a trusted key.
    let mut statements: BTreeMap<_, Vec<(usize, VerifiedDocument<'_>)>> = BTreeMap::new();
    let mut found = Vec::new();
    for (at, &document) in verified.iter().enumerate() {
        // Results have a head, too.
        let Some((slug, head)) = document.head() else { continue };
        let seq = head.seq;
        let mut topics = vec![
            (Topic::Row(seq), ContradictedPart::LogRow { seq }),
            (Topic::Ranks(seq), ContradictedPart::Ranks),
        ];
        if let Payload::Results(d) = document.payload {
            let (run, number) = (d.results.run, d.results.publication);
            topics.push((Topic::Run(run), ContradictedPart::Run { run }));
            let unnumbered = number.is_none().then_some(run);
            topics.push((Topic::Publication { run: unnumbered, number }, ContradictedPart::Run { run }));
            for number in number.into_iter().chain(d.results.final_of) {
                topics.push((Topic::Final(number), ContradictedPart::Run { run }));
            }
        }
        for (topic, about) in topics {
            let others = statements.entry((document.trusted, slug, topic)).or_default();
            let of_site = others.iter().filter(|(_, other)| document.is_of_site_of(other));
            for (before, other) in of_site.filter(|(_, other)| differ(topic, &document, other)) {
                let by = |name: &str| DocumentMessage::ContradictedBy { file: name.to_owned(), about };
                found.extend([(at, by(other.name)), (*before, by(document.name))]);
            }
            others.push((at, document));
        }
    }
    found
}
