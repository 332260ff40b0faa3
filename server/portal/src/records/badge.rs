//! One's own certificate as an Open Badge (Open Badges 3.0), and the list that says which were corrected since.

use super::signer::Signer;
use super::{judge, participant};
use crate::prelude::*;
use chrono::{NaiveTime, SecondsFormat};
use shared::provenance::{Payload, StatusList, bit_list, did};
use store::publication;
use words::address::host;
use words::badge::{Achievement, achievement};

const CREDENTIALS: &str = "https://www.w3.org/ns/credentials/v2";
const BADGES: &str = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";

/// By what a badge names its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    Name,
    /// Also by a salted hash of their address, with which somebody who knows the address can check that it is theirs.
    NameAndAddress,
}

/// The caller's certificate of judging as a badge.
/// Errors: as [`judge::read`]; 404 before the first submitted review.
pub async fn of_judge(call: &mut Call<'_>, identity: Identity, signer: &Signer) -> Outcome<String> {
    let (record, _) = judge::contents(call, None, signer).await?;
    signed(call.conn, &Payload::Judge(record), identity, &[], signer).await
}

/// The caller's certificate of participation as a badge.
/// Errors: as [`participant::read`]; 404 before the first submitted project.
pub async fn of_participant(call: &mut Call<'_>, identity: Identity, signer: &Signer) -> Outcome<String> {
    // Read before the ranks: a correction in between then counts as one of this badge.
    let places = publication::places_ever(call.conn, call.slug).await?;
    let record = participant::contents(call, signer).await?;
    let ranked = record.projects.iter().filter(|project| project.rank.is_some());
    let status: Vec<usize> =
        ranked.filter_map(|project| places.iter().rposition(|(id, _)| id.0 == project.id)).collect();
    signed(call.conn, &Payload::Participant(record), identity, &status, signer).await
}

async fn signed(
    conn: &mut Conn,
    payload: &Payload,
    identity: Identity,
    status: &[usize],
    signer: &Signer,
) -> Outcome<String> {
    let id = urn(secrets::salt()?);
    let badge = badge(payload, &id, identity, status).ok_or_else(Refusal::not_found)?;
    signer.sign_credential(conn, &badge).await
}

/// Which badges with ranks were corrected, as a signed list of bits.
/// Errors: 404 where the caller sees no published ranking; 409 where this process may not sign.
pub async fn corrected(call: &mut Call<'_>, signer: &Signer) -> Outcome<String> {
    let at = call.context().await?;
    call.caller.sees_published(&at)?;
    let places = publication::places_ever(call.conn, &at.slug).await?;
    let corrected: Vec<bool> = places.into_iter().map(|(_, replaced)| replaced).collect();
    signer.sign_credential(call.conn, &list(&signer.issuer(), &at.slug, &corrected, at.now)).await
}

/// Random bytes as a UUID of version 4.
fn urn(random: [u8; 16]) -> String {
    let bits = (u128::from_be_bytes(random) & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let part = |from: u32, digits: u32| (bits >> from) & ((1 << (4 * digits)) - 1);
    let (a, b, c, d, e) = (part(96, 8), part(80, 4), part(64, 4), part(48, 4), part(0, 12));
    format!("urn:uuid:{a:08x}-{b:04x}-{c:04x}-{d:04x}-{e:012x}")
}

fn seconds(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Where the list of an event is.
fn list_address(site: &str, slug: &str) -> String {
    format!("{site}/api/events/{slug}/badge-status")
}

/// A record as a badge; `status` are the places in the list of what it says of a ranking. Nothing where there is nothing to certify.
fn badge(payload: &Payload, id: &str, identity: Identity, status: &[usize]) -> Option<Value> {
    let (person, event, role) = match payload {
        Payload::Judge(record) => (&record.judge, &record.event, "judge"),
        Payload::Participant(record) => (&record.person, &record.event, "participant"),
        Payload::Results(_) | Payload::AuditHead(_) => return None,
    };
    let Achievement { name, description, criterion, evidence } = achievement(payload)?;
    let (site, at) = (payload.issuer(), payload.issued_at());
    let (issuer, list) = (did(site), list_address(site, &event.slug));
    let mut identifier = vec![json!({
        "type": "IdentityObject", "identityType": "name", "hashed": false, "identityHash": person.name,
    })];
    if identity == Identity::NameAndAddress {
        let hash = sha256_hex(format!("{}{id}", person.email).as_bytes());
        identifier.push(json!({
            "type": "IdentityObject", "identityType": "emailAddress", "hashed": true,
            "identityHash": format!("sha256${hash}"), "salt": id,
        }));
    }
    let evidence = evidence.into_iter().map(|shown| {
        json!({
            "id": format!("{site}{}", shown.path), "type": ["Evidence"],
            "name": shown.name, "description": shown.description,
        })
    });
    let mut badge = json!({
        "@context": [CREDENTIALS, BADGES],
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "id": id, "jti": id,
        "issuer": { "id": issuer, "type": ["Profile"], "name": host(site).unwrap_or(site), "url": site }, "iss": issuer,
        "validFrom": seconds(at), "nbf": at.timestamp(),
        "name": name,
        "credentialSubject": {
            "type": ["AchievementSubject"],
            "identifier": identifier,
            "achievement": {
                "id": format!("{site}/events/{}#{role}", event.slug), "type": ["Achievement"],
                "name": name, "description": description, "criteria": { "narrative": criterion },
            },
        },
        "evidence": evidence.collect::<Vec<Value>>(),
    });
    if let (false, Value::Object(members)) = (status.is_empty(), &mut badge) {
        let entries = status.iter().map(|index| {
            json!({
                "id": format!("{list}#{index}"), "type": "BitstringStatusListEntry", "statusPurpose": "revocation",
                "statusListIndex": index.to_string(), "statusListCredential": list,
            })
        });
        members.insert("credentialStatus".into(), entries.collect());
    }
    Some(badge)
}

/// The list of an event, the same for a whole day.
fn list(site: &str, slug: &str, corrected: &[bool], now: DateTime<Utc>) -> Value {
    let (issuer, id) = (did(site), list_address(site, slug));
    let day = now.date_naive().and_time(NaiveTime::MIN).and_utc();
    let until = day.checked_add_days(StatusList::KEPT).unwrap_or(now);
    json!({
        "@context": [CREDENTIALS],
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "id": id, "jti": id, "issuer": issuer, "iss": issuer,
        "validFrom": seconds(day), "nbf": day.timestamp(), "validUntil": seconds(until), "exp": until.timestamp(),
        "credentialSubject": {
            "id": format!("{id}#list"), "type": "BitstringStatusList", "statusPurpose": "revocation",
            "encodedList": bit_list(corrected),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use shared::provenance::{EventName, ParticipantRecord, PersonName, ProjectRecord, sign_credential};

    const ID: &str = "urn:uuid:00010203-0405-4607-8809-0a0b0c0d0e0f";

    fn record() -> ParticipantRecord {
        ParticipantRecord {
            issuer: "https://judging.example".into(),
            issued_at: "2026-11-21T14:00:00.25Z".parse().unwrap(),
            event: EventName { slug: "spring".into(), name: "Frühling".into() },
            person: PersonName { name: "Ada".into(), email: "ada@x.example".into() },
            team: Some("Lights".into()),
            projects: vec![ProjectRecord {
                id: 3,
                title: "Lamp".into(),
                submitted_at: "2026-11-18T11:06:40Z".parse().ok(),
                rank: Some(1),
                of: Some(8),
            }],
            provisional_until: None,
            audit_head: None,
        }
    }

    /// Made by a program of others: Python's rfc8785 and cryptography.
    #[test]
    fn a_badge_is_the_same_byte_for_byte() {
        let badge = badge(&Payload::Participant(record()), ID, Identity::NameAndAddress, &[9]).unwrap();
        let header = r#"{"alg":"EdDSA","jwk":{"crv":"Ed25519","kty":"OKP","x":"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w"},"kid":"did:web:judging.example#UDDReOZl1ipXAfp9wYsm13sDBMK5og--QWdBjzuf6o4","typ":"JWT"}"#;
        let claims = r##"{"@context":["https://www.w3.org/ns/credentials/v2","https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],"credentialStatus":[{"id":"https://judging.example/api/events/spring/badge-status#9","statusListCredential":"https://judging.example/api/events/spring/badge-status","statusListIndex":"9","statusPurpose":"revocation","type":"BitstringStatusListEntry"}],"credentialSubject":{"achievement":{"criteria":{"narrative":"At least one project that the team submitted."},"description":"Took part in Frühling.","id":"https://judging.example/events/spring#participant","name":"Participant in Frühling","type":["Achievement"]},"identifier":[{"hashed":false,"identityHash":"Ada","identityType":"name","type":"IdentityObject"},{"hashed":true,"identityHash":"sha256$f0e64333d7e8a475a86a7fb7c8b400bf868e55a0d4da1b6a79f329be80600703","identityType":"emailAddress","salt":"urn:uuid:00010203-0405-4607-8809-0a0b0c0d0e0f","type":"IdentityObject"}],"type":["AchievementSubject"]},"evidence":[{"description":"A project of the team Lights. Rank 1 of 8. Submitted on 2026-11-18.","id":"https://judging.example/projects/3","name":"Lamp","type":["Evidence"]}],"id":"urn:uuid:00010203-0405-4607-8809-0a0b0c0d0e0f","iss":"did:web:judging.example","issuer":{"id":"did:web:judging.example","name":"judging.example","type":["Profile"],"url":"https://judging.example"},"jti":"urn:uuid:00010203-0405-4607-8809-0a0b0c0d0e0f","name":"Participant in Frühling","nbf":1795269600,"type":["VerifiableCredential","OpenBadgeCredential"],"validFrom":"2026-11-21T14:00:00Z"}"##;
        let signature =
            "jIbRMC6igPXGFlAvfNWcHEuHQcpg9BQKIcCs0f1ncNm4LoWRB8FS1aAQltFtlWhAYysYhfJbBFt72A4-eY7gDA";
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part));
        let signed = sign_credential("https://judging.example", &badge, &[1; 32]).unwrap();
        assert_eq!(signed, format!("{header}.{claims}.{signature}"), "{badge:#}");
    }

    #[test]
    fn a_badge_names_no_address_unless_asked_and_has_a_status_only_with_a_rank() {
        let badge = badge(&Payload::Participant(record()), ID, Identity::Name, &[]).unwrap();
        assert_eq!(badge["credentialSubject"]["identifier"].as_array().map(Vec::len), Some(1));
        assert!(!badge.to_string().contains("x.example"), "{badge:#}");
        assert_eq!(badge.get("credentialStatus"), None);
        let none = ParticipantRecord { projects: Vec::new(), ..record() };
        assert_eq!(super::badge(&Payload::Participant(none), ID, Identity::Name, &[]), None);
    }

    #[test]
    fn an_id_is_a_uuid_of_version_4() {
        assert_eq!(urn(std::array::from_fn(|at| u8::try_from(at).unwrap())), ID);
        assert_eq!(urn([0xff; 16]), "urn:uuid:ffffffff-ffff-4fff-bfff-ffffffffffff");
    }

    #[test]
    fn a_list_is_the_same_for_a_day_and_ends_soon() {
        let at = |time: &str| list("https://judging.example", "spring", &[true], time.parse().unwrap());
        let early = at("2026-11-21T00:00:01Z");
        assert_eq!(early, at("2026-11-21T23:59:59Z"));
        assert_eq!(
            (&early["validFrom"], &early["validUntil"]),
            (&json!("2026-11-21T00:00:00Z"), &json!("2026-11-23T00:00:00Z"))
        );
        assert_eq!(early["credentialSubject"]["encodedList"], json!(bit_list(&[true])));
    }
}
