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

/// A function for each example, and the test that answers are of their types.
macro_rules! examples {
    (answers { $($answer:ident: $sent:ty),+ $(,)? } requests { $($request:ident),+ $(,)? }) => {
        $(pub fn $answer() -> Value {
            EXAMPLES[stringify!($answer)].clone()
        })+

        $(pub fn $request() -> Value {
            EXAMPLES[stringify!($request)].clone()
        })+

        #[cfg(test)]
        mod tests {
            use super::*;
            use shared::bundle::Imported;
            use shared::wire::*;

            #[test]
            fn answers_are_of_the_types_that_are_sent() {
                $(
                    let sent: $sent = serde_json::from_value($answer()).unwrap();
                    assert_eq!(serde_json::to_value(sent).unwrap(), $answer(), "{}", stringify!($answer));
                )+
                assert_eq!(results()["method"], shared::calibration::METHOD);
            }

            #[test]
            fn each_example_is_named() {
                let named = [$(stringify!($answer)),+, $(stringify!($request)),+];
                let examples = EXAMPLES.as_object().unwrap();
                let left: Vec<_> = examples.keys().filter(|key| !named.contains(&key.as_str())).collect();
                assert!(left.is_empty(), "no operation shows {left:?}");
            }

            #[test]
            fn each_request_is_an_object() {
                for request in [$($request()),+] {
                    assert!(request.is_object(), "{request}");
                }
            }
        }
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
    answers {
        event: Event,
        project: Project,
        assignments: Vec<Assignment>,
        review_saved: ReviewSaved,
        scores: Vec<ScoreRecord>,
        results: Results,
        imported: Imported,
        ballot: Ballot,
        votes: Votes,
        prizes: Vec<Prize>,
        comment: Comment,
        confirmations: Vec<Confirmation>,
        proposal: Proposal,
        me: Me,
        notices: Vec<Notice>,
        tasks: Vec<JudgeTasks>,
        conflicts: Vec<JudgeConflict>,
        panels: Vec<Panel>,
        panel: PanelOrder,
        wishes: ProjectWishes,
        linked_team: LinkedTeam,
        visits: ProjectVisits,
        team_times: Vec<TeamTime>,
        questions: Questions,
        prizes_by_rule: PrizesByRule,
        winners_owe: WinnersOwe,
        number_done: NumberDone,
        score_check: ScoreCheck,
        fact: ProjectFact,
        own_call: OwnCall,
        calls: Vec<WaitingCall>,
        feedback: Feedback,
    }
    requests {
        new_project, new_picture, bundle, new_comment, new_proposal, prize_confirmation, score_file, score_entry
    }
}
