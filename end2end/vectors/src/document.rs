//! A signed document put together by hand, so that its signature can be any bytes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::DateTime;
use shared::provenance::{
    EventName, ParticipantRecord, Payload, PersonName, ProjectRecord, canonical, parse, thumbprint,
};

/// A participant's record that carries a vector's name and, in hexadecimal, its message; `nth` makes another text of
/// the same kind, for a search for one with a certain hash. In canonical form, as it is signed.
#[must_use]
pub fn payload(name: &str, message: &[u8], nth: i64) -> String {
    let record = Payload::Participant(ParticipantRecord {
        issuer: "https://vectors.example".into(),
        issued_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
        event: EventName { slug: "vectors".into(), name: "Vectors".into() },
        person: PersonName { name: name.to_owned(), email: "vector@vectors.example".into() },
        team: None,
        projects: vec![ProjectRecord {
            id: nth,
            title: shared::audit::hex(message),
            submitted_at: None,
            rank: None,
            of: None,
        }],
        provisional_until: None,
        audit_head: None,
    });
    canonical(&parse(&serde_json::to_vec(&record).unwrap()).unwrap())
}

#[must_use]
pub fn document(payload: &str, key: &[u8; 32], signature: &[u8]) -> String {
    let (key_id, value) = (thumbprint(key), URL_SAFE_NO_PAD.encode(signature));
    format!(
        r#"{{"payload":{payload},"signature":{{"alg":"Ed25519","key_id":"{key_id}","value":"{value}"}}}}"#
    )
}
