//! Signed documents and key sets.

use super::super::amounts::{moment, plural};
use super::super::files::unfit;
use super::rows::{SAVE_AGAIN, json_error};
use chrono::{DateTime, Utc};
use shared::provenance::messages::{ContradictedPart, DocumentMessage, KeySetMessage, Summary};
use shared::provenance::{
    AuditHeadDocument, Badge, ChangedPlace, DocumentFault, JudgeRecord, KeyFault, KeySetFault,
    ParticipantRecord, Payload, Replacement, SignedResults, escape_hidden,
};

/// The day of a moment.
fn date(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}

/// What took the place of a document, as a sentence.
pub fn correction(replacement: &Replacement) -> String {
    format!("The results were corrected on {}: {}.", moment(replacement.at), corrected_to(replacement))
}

/// What became of a provisional document that nothing corrected.
pub fn became_final(at: DateTime<Utc>) -> String {
    format!("It was provisional, and became final on {}.", moment(at))
}

/// What is public in its place.
pub(super) fn corrected_to(Replacement { run, at: _, place }: &Replacement) -> String {
    match place {
        None => format!("the ranking of run {run} is public now"),
        Some(ChangedPlace { title, rank: Some(rank), of }) => format!("{title} is now rank {rank} of {of}"),
        Some(ChangedPlace { title, rank: None, of: _ }) => format!("{title} is no longer ranked"),
    }
}

pub(super) fn document(message: &DocumentMessage) -> String {
    match message {
        DocumentMessage::Fault(fault) => document_fault(fault),
        DocumentMessage::KeyNeverOfThisSite { key_id } => {
            format!("It names this site and the key “{key_id}”. This site never had that key, so the document is a forgery.")
        }
        DocumentMessage::AddKeySet => {
            "Add the key set of the site that issued it. Without that key, nothing in the document can be checked.".into()
        }
        DocumentMessage::Summary(summary) => summarize(summary),
        DocumentMessage::KeyCameAlong => {
            "The key came with the files. Anyone could have made the document and the key together. Compare the fingerprint with \
             one that you have from the site, then check again with that key as a trusted one."
                .into()
        }
        DocumentMessage::KeyNotTrusted => {
            "Its key is not one of the trusted keys. The key came with the files, and anyone could have made the two together. If \
             the site has a new key, save its keys again and check with those."
                .into()
        }
        DocumentMessage::KeyOfOtherSite => {
            "It names another site than the one whose key signed it. You trust keys of both sites. A key signs for its own site only."
                .into()
        }
        DocumentMessage::OtherAddress { site } => format!(
            "Its key belongs to {site}, and it names another address. That is right only if this was the site’s address when it signed. \
             A key set saved from that address would show it."
        ),
        DocumentMessage::Replaced(replacement) => correction(replacement),
        DocumentMessage::BecameFinal { at } => became_final(*at),
        DocumentMessage::NotReplaced => "No later results have changed what it says.".into(),
        DocumentMessage::MayBeReplaced { issuer, slug } => format!(
            "This check cannot see whether the results were corrected since. Compare with {issuer}/events/{slug}/results."
        ),
        DocumentMessage::SignedWith { kid, fingerprint } => {
            format!("It is signed with the key {kid}, fingerprint {fingerprint}.")
        }
        DocumentMessage::KeyRetired => {
            "The site has since retired this key. What the key signed before that still holds.".into()
        }
        DocumentMessage::StatusNotAsked { list } => format!(
            "A later correction may have changed its rank. The status list at {list} would show that, but this check contacts nobody. \
             Save that list, and check it together with this badge."
        ),
        DocumentMessage::BadgeMayBeCorrected { file, at, list } => format!(
            "By {file}, the results were corrected on {}, after this badge was signed. The status list at {list} shows whether that changed \
             what it says. Save a list from a later day, and check it together with this badge.",
            moment(*at)
        ),
        DocumentMessage::BadgeCorrected { at } => format!(
            "The results were corrected, last on {}. The rank on this badge, or the number of ranked projects, has changed. Its owner \
             can save a new badge.",
            moment(*at)
        ),
        DocumentMessage::MarkedInList { file, day } => format!(
            "{file}, the status list of {}, marks this badge: a correction changed the rank that it says, or the number of ranked \
             projects. Its owner can save a new badge.",
            date(*day)
        ),
        DocumentMessage::NotMarkedInList { file, day } => format!(
            "{file}, the status list of {}, does not mark this badge as corrected. Later corrections are in later lists.",
            date(*day)
        ),
        DocumentMessage::StatusListOlder { file, day, list } => format!(
            "{file} is the status list of {}, from before this badge was signed. It cannot say whether the badge was corrected. Save \
             the list at {list} again.",
            date(*day)
        ),
        DocumentMessage::StatusListExpired { file, until, list } => format!(
            "{file} does not mark this badge as corrected, but that status list was valid until {} only. Save the list at {list} again.",
            moment(*until)
        ),
        DocumentMessage::ListExpired { until } => {
            format!("It was valid until {} only, so it does not say which badges were corrected since.", moment(*until))
        }
        DocumentMessage::GivenSetRevokes => {
            "One of your key sets says that this key was revoked. The trusted keys do not. If your key set is newer, this document \
             proves nothing."
                .into()
        }
        DocumentMessage::GivenSetRetiresEarlier => {
            "One of your key sets says that this key was retired before the document was signed. The trusted keys do not. If your \
             key set is newer, this document proves nothing."
                .into()
        }
        DocumentMessage::ContradictedBy { file, about } => {
            let about = match about {
                ContradictedPart::LogRow { seq } => format!("row {seq} of the log"),
                ContradictedPart::Run { run } => format!("run {run}"),
                ContradictedPart::Ranks => "the ranks".to_owned(),
            };
            format!("{file} contradicts this about {about}. Both are signed, so one of them is false.")
        }
    }
}

fn summarize(summary: &Summary) -> String {
    let (contents, issuer, signed) = match summary {
        Summary::Document(payload) => (contents(payload), payload.issuer(), payload.issued_at()),
        Summary::Badge(Badge { holder, achievement, evidence, issuer, signed, .. }) => {
            let evidence: String =
                evidence.iter().map(|said| format!(". {}", said.trim_end_matches('.'))).collect();
            (format!("{achievement}, given to {holder}{evidence}"), issuer.as_str(), *signed)
        }
        Summary::StatusList(list) => {
            let marked = plural(list.marked(), "rank", "ranks");
            return format!(
                "The status list {} of {}: it marks {marked} on badges as corrected, and is valid until {}. Signed for {}.",
                list.address,
                date(list.day),
                moment(list.until),
                list.issuer
            );
        }
    };
    format!("{contents}. Signed for {issuer} on {}.", moment(signed))
}

fn contents(payload: &Payload) -> String {
    match payload {
        Payload::Results(SignedResults { event, results, supersedes, .. }) => {
            let projects = plural(results.projects.len(), "ranked project", "ranked projects");
            let corrects = supersedes.map(|run| format!(", correcting run {run}")).unwrap_or_default();
            format!("Results of {}, run {}{corrects}, with {projects}", event.name, results.run)
        }
        Payload::Judge(JudgeRecord { event, judge, assignments, .. }) => {
            let reviews = plural(assignments.done as usize, "review", "reviews");
            format!("Record of the judge {} <{}> in {}: {reviews}", judge.name, judge.email, event.name)
        }
        Payload::Participant(ParticipantRecord { event, person, projects, .. }) => {
            let projects = plural(projects.len(), "project", "projects");
            format!(
                "Record of the participant {} <{}> in {}: {projects}",
                person.name, person.email, event.name
            )
        }
        Payload::AuditHead(AuditHeadDocument { event, audit_head, .. }) => {
            let event = event.as_ref().map_or("changes that belong to no event", |event| &event.name);
            format!("Head of the audit log of {event}: row {}", audit_head.seq)
        }
    }
}

/// Why a document is malformed or invalid, in words; and what to do, where it is not as a site gave it.
pub fn document_fault(fault: &DocumentFault) -> String {
    escape_hidden(match fault {
        DocumentFault::Json(error) => json_error(error),
        DocumentFault::NotAnObject => {
            format!("A signed document and each part of a badge must be a JSON object. {SAVE_AGAIN}")
        }
        DocumentFault::MissingMember { member } => {
            format!("This document is incomplete: the member {member} is missing or of the wrong kind. {SAVE_AGAIN}")
        }
        DocumentFault::UnknownMember { member } if member == "keys" => {
            format!("A signed document has no member “keys”. Keys inside the same file prove nothing. {SAVE_AGAIN}")
        }
        DocumentFault::UnknownMember { member } => {
            format!("A signed document has no member “{member}”: it would not be signed. {SAVE_AGAIN}")
        }
        DocumentFault::UnknownKey { key_id } => {
            format!("It names the key “{key_id}”, which is not among the known keys.")
        }
        DocumentFault::UnknownAlgorithm { alg } => {
            format!("It names the algorithm “{alg}”. Only Ed25519 is trusted.")
        }
        DocumentFault::UnusableKey => "The key that it names cannot be used.".into(),
        DocumentFault::BadSignatureEncoding => {
            format!("Its signature is not the base64url of 64 bytes. {SAVE_AGAIN}")
        }
        DocumentFault::WrongSignature => {
            "The signature does not belong to this content: one of them was changed.".into()
        }
        DocumentFault::RevokedKey => "The key was revoked, so nothing that it signed counts any more.".into(),
        DocumentFault::UnknownContents { error } => {
            format!("The signature is valid, but the content is not a document of a known type: {}.", unfit(error))
        }
        DocumentFault::SignedBeforeKey { signed, key_made } => {
            let (signed, made) = (moment(*signed), moment(*key_made));
            format!("It says that it was signed on {signed}, before its key was made on {made}.")
        }
        DocumentFault::SignedAfterRetirement => {
            "It says that it was signed after its key was retired.".into()
        }
        DocumentFault::SignedInFuture { signed } => {
            format!("It says that it was signed on {}, which is in the future.", moment(*signed))
        }
        DocumentFault::SignedBeforePublished { signed, published } => {
            let (signed, published) = (moment(*signed), moment(*published));
            format!("It says that it was signed on {signed}, before the results in it were published on {published}.")
        }
        DocumentFault::NotAToken => {
            format!(
                "An Open Badge and a status list are three parts in base64url with dots between them. One of them was cut short or \
                 changed. {SAVE_AGAIN}"
            )
        }
        DocumentFault::KeyOfOtherIssuer { key, issuer } => {
            format!("It names {issuer} as its issuer, but the key {key} is not that issuer’s. {SAVE_AGAIN}")
        }
        DocumentFault::CriticalHeader => {
            "Its first part needs an extension that this check does not know (crit). No badge of a portal needs one.".into()
        }
    })
}

pub(super) fn key_set(message: &KeySetMessage) -> String {
    match message {
        KeySetMessage::Fault(fault) => key_set_fault(fault),
        KeySetMessage::Key { kid, status, from, to, fingerprint } => {
            format!("Key {kid}, {}{}, fingerprint {fingerprint}.", status.word(), span(*from, *to))
        }
        KeySetMessage::OtherStatus { kid, trusted } => format!(
            "This file and the trusted keys disagree about the key {kid} (trusted: {}). One of them is out of date.",
            trusted.word()
        ),
        KeySetMessage::OtherDates { kid, from: None, to: None } => format!(
            "The trusted keys do not say when the key {kid} signed, so that nothing confirms the dates in this file."
        ),
        KeySetMessage::OtherDates { kid, from, to } => format!(
            "This file and the trusted keys disagree about when the key {kid} signed (trusted:{}). One of them is out of date.",
            span(*from, *to)
        ),
        KeySetMessage::OtherIssuer { kid, site } => {
            format!("This file says that the key {kid} is one of {site}. The trusted keys do not say so.")
        }
        KeySetMessage::LogsNotCompared => {
            "It also lists keys of logs (“logs”), and this check has nothing to compare them with. Before you put one into a policy, \
             compare it with the key set that the site shows."
                .into()
        }
        KeySetMessage::NotTrusted => {
            "Key sets are not signed, and this one is not among the trusted keys. Compare the fingerprint with one that you have \
             from the site."
                .into()
        }
    }
}

/// When a key signed, with a space before it; nothing where no date is known.
fn span(from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>) -> String {
    match (from, to) {
        (Some(from), Some(to)) => format!(" from {} to {}", moment(from), moment(to)),
        (Some(from), None) => format!(" since {}", moment(from)),
        (None, Some(to)) => format!(" until {}", moment(to)),
        (None, None) => String::new(),
    }
}

/// What helps with a key set that is not as a site gave it.
const KEYS_AGAIN: &str = "Save the site’s keys again, from /.well-known/evenhand-signing-key.";

/// Why a key set cannot be read, and what to do.
pub fn key_set_fault(fault: &KeySetFault) -> String {
    escape_hidden(match fault {
        KeySetFault::Json(error) => json_error(error),
        KeySetFault::NotAnObject => format!("A key set must be a JSON object. {KEYS_AGAIN}"),
        KeySetFault::KeysNotAList => format!("The member keys must be a list. {KEYS_AGAIN}"),
        KeySetFault::NoEd25519Key => format!("It holds no Ed25519 key. {KEYS_AGAIN}"),
        KeySetFault::Key { nth, fault } => {
            let fault: &str = match fault {
                KeyFault::NotAnObject => "it is not an object",
                KeyFault::Private => "it is a private key, which nobody else should have",
                KeyFault::Unreadable { error } => &unfit(error),
                KeyFault::BadEncoding => "its x is not the base64url of 32 bytes",
                KeyFault::WrongKid => "its kid is not the thumbprint of its x",
                KeyFault::Unsafe => "its x is not a safe Ed25519 key",
                KeyFault::NoRetirementDate => "it is retired, but the date is missing",
                KeyFault::Repeated => "its kid occurs twice in the set",
            };
            format!("Key {nth} of the set cannot be used: {fault}. {KEYS_AGAIN}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::json_place::JsonPlace;
    use shared::provenance::{JsonError, JsonFault};

    #[test]
    fn what_is_not_as_a_site_gave_it_is_said_with_what_to_do() {
        let place = JsonPlace { line: 1, column: 14 };
        let json = JsonError { place, fault: JsonFault::RepeatedKey { key: "payload".into() } };
        let member = || "payload".to_owned();
        assert_eq!(
            document_fault(&DocumentFault::Json(json.clone())),
            "This JSON is ambiguous or broken at line 1, column 14: the key “payload” occurs twice in one object. \
             Save the file again from where you got it, and check it unchanged."
        );
        // What `POST /api/verify` refuses.
        for fault in [
            DocumentFault::NotAnObject,
            DocumentFault::MissingMember { member: member() },
            DocumentFault::UnknownMember { member: member() },
            DocumentFault::UnknownMember { member: "keys".into() },
            DocumentFault::BadSignatureEncoding,
            DocumentFault::NotAToken,
            DocumentFault::KeyOfOtherIssuer { key: "k".into(), issuer: "https://a.example".into() },
        ] {
            let said = document_fault(&fault);
            assert!(said.ends_with(SAVE_AGAIN), "{said}");
        }
        let of_key = KeySetFault::Key { nth: 1, fault: KeyFault::WrongKid };
        for fault in [KeySetFault::NotAnObject, KeySetFault::KeysNotAList, KeySetFault::NoEd25519Key, of_key]
        {
            let said = key_set_fault(&fault);
            assert!(said.ends_with(KEYS_AGAIN), "{said}");
        }
        assert!(key_set_fault(&KeySetFault::Json(json)).ends_with(SAVE_AGAIN));
    }
}
