//! Examples of the document: those of `examples.json`, and what is signed. A test holds that each answer is of the type that is sent, and
//! another one sends the requests. A small request is with its operation.

use super::bodies::Verified;
use chrono::DateTime;
use portal::records::verify::CheckedDocument;
use serde_json::{Value, json};
use shared::provenance::{
    DocumentCheck, EventName, KeySet, ParticipantRecord, Payload, PersonName, sign, sign_credential, verify,
};
use std::sync::LazyLock;

static EXAMPLES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

/// A function for each example.
macro_rules! examples {
    ($($name:ident),+ $(,)?) => {
        $(pub fn $name() -> Value {
            EXAMPLES[stringify!($name)].clone()
        })+
    };
}

/// A CSV file.
pub fn csv() -> &'static str {
    "team_id,external_id,team,member_email,joined_at\r\n\
     3,,Lights,pia@lamps.example,2026-11-20T09:00:00Z\r\n"
}

/// A signed document, by a key that no portal knows.
pub fn signed() -> Option<Value> {
    let payload = Payload::Participant(ParticipantRecord {
        issuer: "https://judging.example.org".into(),
        issued_at: DateTime::parse_from_rfc3339("2026-11-21T14:00:00Z").ok()?.to_utc(),
        event: EventName { slug: "demo-judging".into(), name: "Lamp Night".into() },
        person: PersonName { name: "Ada".into(), email: "ada@example.org".into() },
        team: Some("Lights".into()),
        projects: Vec::new(),
        provisional_until: None,
        audit_head: None,
    });
    serde_json::from_str(&sign(&payload, &[1; 32]).ok()?).ok()
}

/// A signed credential.
pub fn badge() -> Option<String> {
    let claims = json!({ "iss": "did:web:judging.example.org", "name": "Judge of Lamp Night" });
    sign_credential("https://judging.example.org", &claims, &[1; 32]).ok()
}

/// The answer about it, from a portal that does not know its key.
pub fn verified() -> Option<Value> {
    let document = signed()?.to_string();
    let DocumentCheck::Invalid { about, fault } = verify(document.as_bytes(), &KeySet::default()) else {
        return None;
    };
    serde_json::to_value(Verified::of(CheckedDocument {
        about,
        fault: Some(fault),
        replacement: None,
        final_since: None,
    }))
    .ok()
}

examples! {
    event, project, assignments, review_saved, scores, results, imported, ballot, votes, prizes, comment,
    confirmations, proposal, me, notices, tasks, conflicts, panels, panel, wishes, linked_team, visits,
    team_times, questions, prizes_by_rule, winners_owe, number_done, score_check, fact, own_call, calls,
    feedback, new_project, new_picture, bundle, new_comment, new_proposal, prize_confirmation, score_file,
    score_entry, ranking_basis,
}
