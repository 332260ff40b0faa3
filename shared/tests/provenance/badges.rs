//! Open Badges, checked without a network.

use crate::support::{SECRET, at, finds, has, keys, keys_of};
use serde_json::{Value, json};
use shared::provenance::messages::{DocumentKind, Headline};
use shared::provenance::{
    CheckContext, File, Finding, KeySet, KeyStatus, Kind, Site, Verdict, check_with, did, did_document,
    sign_credential,
};

const SITE: &str = "https://hack.example:8443";
const LIST: &str = "https://hack.example:8443/api/events/demo/badge-status";

fn claims() -> Value {
    let id = "urn:uuid:00010203-0405-4607-8809-0a0b0c0d0e0f";
    json!({
        "type": ["VerifiableCredential", "OpenBadgeCredential"], "id": id, "jti": id,
        "issuer": { "id": did(SITE), "url": SITE }, "iss": did(SITE),
        "validFrom": at(0).format("%Y-%m-%dT%H:%M:%SZ").to_string(), "nbf": at(0).timestamp(),
        "credentialSubject": {
            "identifier": [{ "identityType": "name", "identityHash": "Ada", "hashed": false }],
            "achievement": { "name": "Participant in Demo" },
        },
        "evidence": [{ "name": "Lamp", "description": "Rank 1 of 8." }],
        "credentialStatus": [{ "statusListCredential": LIST, "statusListIndex": "3" }],
    })
}

/// A badge whose claims are changed before it is signed.
fn badge(change: impl FnOnce(&mut Value)) -> String {
    let mut claims = claims();
    change(&mut claims);
    sign_credential(SITE, &claims, &SECRET).unwrap()
}

fn whole() -> String {
    badge(|_| ())
}

/// A badge whose header has this member, signed with it.
fn headed(member: &str, value: Value) -> String {
    use base64::Engine;
    use ed25519_dalek::{Signer, SigningKey};
    let coded = base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let whole = whole();
    let (header, claims) = whole.rsplit_once('.').unwrap().0.split_once('.').unwrap();
    let mut header: Value = serde_json::from_slice(&coded.decode(header).unwrap()).unwrap();
    header[member] = value;
    let text = format!("{}.{claims}", coded.encode(header.to_string()));
    let signature = SigningKey::from_bytes(&SECRET).sign(text.as_bytes()).to_bytes();
    format!("{text}.{}", coded.encode(signature))
}

fn found(token: &str, context: &CheckContext<'_>, others: &[(&str, Vec<u8>)]) -> Finding {
    let mut files = vec![File { name: "ada.jwt", bytes: token.as_bytes() }];
    files.extend(others.iter().map(|(name, bytes)| File { name, bytes }));
    check_with(&files, context).files.remove(0)
}

#[test]
fn a_badge_holds_by_a_key_that_is_trusted_and_says_what_was_not_asked() {
    let keys = keys();
    let one = found(&whole(), &CheckContext::of(&keys), &[]);
    assert_eq!((one.kind, one.verdict, one.is_whole()), (Kind::Badge, Verdict::Holds, false), "{one:#?}");
    assert_eq!(one.headline, Some(Headline::Genuine { document: DocumentKind::Badge }));
    finds(&one, r#"holder: "Ada", achievement: "Participant in Demo", evidence: ["Lamp: Rank 1 of 8."]"#);
    finds(&one, r#"issuer: "hack.example:8443""#);
    finds(&one, &format!("StatusNotAsked {{ list: {LIST:?} }}"));
    let lasting = badge(|claims| drop(claims.as_object_mut().unwrap().remove("credentialStatus")));
    assert!(found(&lasting, &CheckContext::of(&keys), &[]).is_whole(), "nothing can be corrected");
    // As it is saved, with a line break at its end.
    assert_eq!(found(&format!("{}\r\n", whole()), &CheckContext::of(&keys), &[]).verdict, Verdict::Holds);
}

#[test]
fn the_document_of_a_site_has_its_keys_and_vouches_for_nothing_by_itself() {
    let document = serde_json::to_vec(&did_document(SITE, &keys())).unwrap();
    let read = KeySet::read(&document).unwrap();
    assert_eq!(found(&whole(), &CheckContext::of(&read), &[]).verdict, Verdict::Holds);
    let none = KeySet::default();
    let beside = found(&whole(), &CheckContext::of(&none), &[("did.json", document.clone())]);
    assert_eq!(beside.verdict, Verdict::CannotBeJudged);
    assert_eq!(beside.headline, Some(Headline::KeyCameAlong { document: DocumentKind::Badge }));
    let others = keys_of(&[8; 32], KeyStatus::Current);
    let forged = found(&whole(), &CheckContext::of(&others), &[("did.json", document)]);
    assert_eq!(forged.verdict, Verdict::DoesNotHold);
    assert!(has(&forged, "KeyNotTrusted") && !has(&forged, "Ada"), "{forged:#?}");
}

#[test]
fn forged_badges_do_not_hold() {
    let (keys, token) = (keys(), whole());
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, _) = signed.split_once('.').unwrap();
    let other = badge(|claims| claims["credentialSubject"]["achievement"]["name"] = "Winner".into());
    let other = other.split('.').nth(1).unwrap().to_owned();
    let elsewhere = |site: &str, secret: &[u8; 32]| sign_credential(site, &claims(), secret).unwrap();
    for (token, fault) in [
        (format!("{header}.{other}.{signature}"), "WrongSignature"),
        (format!("{signed}.{}", &signature[1..]), "BadSignatureEncoding"),
        (format!("{signed}.{}", elsewhere(SITE, &[2; 32]).rsplit_once('.').unwrap().1), "WrongSignature"),
        (elsewhere("https://other.example", &SECRET), "KeyOfOtherIssuer"),
        (format!("ey.{other}.{signature}"), "NotAToken"),
        (badge(|claims| claims["type"] = json!(["BitstringStatusListCredential"])), "UnknownContents"),
        (badge(|claims| claims["issuer"]["id"] = "did:web:other.example".into()), "UnknownContents"),
        (badge(|claims| claims["nbf"] = json!(1)), "UnknownContents"),
        (badge(|claims| claims["credentialSubject"]["identifier"] = json!([])), "UnknownContents"),
        (
            badge(|claims| {
                claims["validFrom"] = at(-90_000).format("%Y-%m-%dT%H:%M:%SZ").to_string().into();
                claims["nbf"] = at(-90_000).timestamp().into();
            }),
            "SignedBeforeKey",
        ),
    ] {
        let one = found(&token, &CheckContext::of(&keys), &[]);
        assert_eq!((one.kind, one.verdict), (Kind::Badge, Verdict::DoesNotHold), "{fault} {one:#?}");
        finds(&one, fault);
        assert!(!has(&one, "Winner"), "what is not signed is not repeated: {one:#?}");
    }
    let revoked = keys_of(&SECRET, KeyStatus::Revoked);
    finds(&found(&token, &CheckContext::of(&revoked), &[]), "RevokedKey");
    let late = CheckContext { now: Some(at(-200_000)), ..CheckContext::of(&keys) };
    finds(&found(&token, &late, &[]), "SignedInFuture");
}

#[test]
fn an_unknown_key_decides_nothing_unless_the_badge_names_this_site() {
    let none = keys_of(&[9; 32], KeyStatus::Current);
    let open = found(&whole(), &CheckContext::of(&none), &[]);
    assert_eq!(open.verdict, Verdict::CannotBeJudged);
    finds(&open, "UnknownKey");
    for (issuer, own) in [("https://hack.example:8443/", true), ("https://hack.example", false)] {
        let site = Some(Site { issuer, current: true });
        let here = found(&whole(), &CheckContext { site, ..CheckContext::of(&none) }, &[]);
        assert_eq!(here.verdict == Verdict::DoesNotHold, own, "{issuer}");
        assert_eq!(has(&here, "KeyNeverOfThisSite"), own, "{issuer}");
    }
}

#[test]
fn a_header_that_asks_for_more_than_a_signature_is_refused_though_signed() {
    let by = keys();
    let said = |token: &str| found(token, &CheckContext::of(&by), &[]);
    assert_eq!(
        said(&headed("typ", json!("JWT"))).verdict,
        Verdict::Holds,
        "signed as in this test, it holds"
    );
    for (member, value, fault) in [
        ("crit", json!(["exp"]), "CriticalHeader"),
        ("alg", json!("none"), "UnknownAlgorithm"),
        ("alg", json!("ES256"), "UnknownAlgorithm"),
        ("alg", json!(1), "MissingMember"),
    ] {
        let refused = said(&headed(member, value));
        assert_eq!(refused.verdict, Verdict::DoesNotHold, "{fault}: {refused:#?}");
        finds(&refused, fault);
    }
}
