//! Signed documents: what was signed is valid, and nothing near it is.

use crate::support::*;
use shared::provenance::{
    DocumentCheck, DocumentFault, KeySet, KeyStatus, Payload, PublicKey, ReviewRecord, SignError,
    SignedPrize, SignedWinner, canonical, parse, public_key, reviews_digest, sign, thumbprint, verify,
    verify_at,
};
use shared::record_salt::RecordSalt;

/// `valid`, or why not: `invalid: WrongSignature`, `malformed: NotAnObject`.
fn said(document: &str, keys: &KeySet) -> String {
    match verify(document.as_bytes(), keys) {
        DocumentCheck::Valid { .. } => "valid".into(),
        DocumentCheck::Invalid { fault, .. } => format!("invalid: {fault:?}"),
        DocumentCheck::Malformed { fault } => format!("malformed: {fault:?}"),
    }
}

/// A payload signed by the right key, whatever it says.
fn signed_as_is(payload: &Value) -> String {
    use base64::Engine;
    use ed25519_dalek::{Signer, SigningKey};
    let text = canonical(&parse(payload.to_string().as_bytes()).unwrap());
    let value = SigningKey::from_bytes(&SECRET).sign(text.as_bytes()).to_bytes();
    let value = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value);
    json!({"payload": payload, "signature": {
        "alg": "Ed25519", "key_id": thumbprint(&public_key(&SECRET)), "value": value}})
    .to_string()
}

#[test]
fn each_type_is_signed_and_read_back() {
    for payload in payloads() {
        let document = sign(&payload, &SECRET).unwrap();
        let found = canonical(&parse(document.as_bytes()).unwrap());
        assert_eq!(found, document, "the whole document is canonical");
        let DocumentCheck::Valid { about, payload: read } = verify(document.as_bytes(), &keys()) else {
            panic!("{}: {}", payload.kind(), said(&document, &keys()));
        };
        assert_eq!(*read, payload);
        assert_eq!(about.kind.as_deref(), Some(payload.kind()));
        assert_eq!(about.key_id, thumbprint(&public_key(&SECRET)));
        assert_eq!(about.key_status, Some(KeyStatus::Current));
    }
}

#[test]
fn how_it_is_laid_out_does_not_matter_and_what_it_says_does() {
    let document: Value = serde_json::from_str(&sign(&payloads()[2], &SECRET).unwrap()).unwrap();
    assert_eq!(said(&serde_json::to_string_pretty(&document).unwrap(), &keys()), "valid");
    assert_eq!(said(&format!("\u{feff}{document}\r\n"), &keys()), "valid");
    let mut changed = document.clone();
    changed["payload"]["projects"][0]["rank"] = json!(2);
    assert!(said(&changed.to_string(), &keys()).starts_with("invalid: WrongSignature"));
    let mut extended = document;
    extended["payload"]["prize"] = json!("first");
    assert!(said(&extended.to_string(), &keys()).starts_with("invalid: WrongSignature"));
}

#[test]
fn a_document_of_one_type_never_passes_as_another() {
    let payloads = payloads();
    for payload in &payloads {
        for other in payloads.iter().filter(|other| other.kind() != payload.kind()) {
            let mut value = serde_json::to_value(payload).unwrap();
            value["type"] = json!(other.kind());
            let mut document: Value = serde_json::from_str(&sign(payload, &SECRET).unwrap()).unwrap();
            document["payload"]["type"] = json!(other.kind());
            assert!(said(&document.to_string(), &keys()).starts_with("invalid: WrongSignature"));
            // Even where the site's own key were made to sign it.
            let refused = said(&signed_as_is(&value), &keys());
            assert!(refused.starts_with("invalid: UnknownContents"), "{refused}");
        }
    }
}

#[test]
fn prizes_are_signed_and_a_ranking_without_prizes_is_signed_as_before() {
    let found = payloads().into_iter().find_map(|payload| match payload {
        Payload::Results(results) => Some(results),
        _ => None,
    });
    let mut results = found.unwrap();
    let text = sign(&Payload::Results(results.clone()), &SECRET).unwrap();
    assert!(text.contains("\"prizes\":[]"), "{text}");
    results.results.prizes = vec![SignedPrize {
        id: Some(3),
        name: "Oddest".into(),
        sponsor: "Lumen".into(),
        rule: "panel".into(),
        decided: String::new(),
        reason: String::new(),
        winners: vec![SignedWinner {
            project: 3,
            title: "Lamp".into(),
            team: "Lights".into(),
            repeats: false,
        }],
    }];
    let payload = Payload::Results(results);
    let document = sign(&payload, &SECRET).unwrap();
    assert_eq!(said(&document, &keys()), "valid");
    let mut forged: Value = serde_json::from_str(&document).unwrap();
    forged["payload"]["results"]["prizes"][0]["winners"][0]["team"] = json!("Shadows");
    assert!(said(&forged.to_string(), &keys()).starts_with("invalid: WrongSignature"));
    for place in ["/results/prizes/0", "/results/prizes/0/winners/0"] {
        let mut extended = serde_json::to_value(&payload).unwrap();
        extended.pointer_mut(place).unwrap()["extra"] = json!(1);
        let refused = said(&signed_as_is(&extended), &keys());
        assert!(refused.contains("unknown field `extra`"), "{place}: {refused}");
    }
}

#[test]
fn documents_of_earlier_versions_are_read_and_a_type_of_another_version_is_named() {
    let mut first = serde_json::to_value(&payloads()[0]).unwrap();
    // What rankings gained since the first that was signed.
    for member in [
        "publication", "provisional_until", "owed", "final_of", "converged", "contenders", "winners_without",
        "prizes", "corrections", "more_time",
    ] {
        first["results"].as_object_mut().unwrap().remove(member);
    }
    for entry in first["results"]["projects"].as_array_mut().unwrap() {
        for member in ["chances", "better_than_next", "strictness"] {
            entry.as_object_mut().unwrap().remove(member);
        }
    }
    assert_eq!(said(&signed_as_is(&first), &keys()), "valid");
    first["results"]["prizes"] =
        json!([{"name": "Oddest", "sponsor": "", "rule": "panel", "reason": "", "winners": []}]);
    assert_eq!(said(&signed_as_is(&first), &keys()), "valid", "a prize had no id");
    for payload in payloads() {
        let kind = payload.kind().strip_suffix('1').unwrap();
        for version in ["0", "2"] {
            let mut other = serde_json::to_value(&payload).unwrap();
            other["type"] = json!(format!("{kind}{version}"));
            let refused = said(&signed_as_is(&other), &keys());
            assert!(refused.contains(&format!("`{kind}{version}`")), "{refused}");
        }
    }
}

#[test]
fn members_that_are_not_known_are_refused_though_signed() {
    for payload in payloads() {
        let value = serde_json::to_value(&payload).unwrap();
        assert_eq!(said(&signed_as_is(&value), &keys()), "valid");
        for place in [
            "", "/event", "/results", "/results/projects/0", "/judge", "/person", "/projects/0",
            "/audit_head",
        ] {
            let mut extended = value.clone();
            let Some(object) = extended.pointer_mut(place).filter(|v| v.is_object()) else { continue };
            object["extra"] = json!(1);
            let refused = said(&signed_as_is(&extended), &keys());
            assert!(refused.contains("unknown field `extra`"), "{place}: {refused}");
        }
        let mut odd = value.clone();
        odd["type"] = json!("evenhand/results/2");
        assert!(said(&signed_as_is(&odd), &keys()).starts_with("invalid: UnknownContents"));
        odd.as_object_mut().unwrap().remove("type");
        assert!(said(&signed_as_is(&odd), &keys()).starts_with("invalid: UnknownContents"));
    }
}

#[test]
fn what_is_no_signed_document_is_malformed() {
    let document = sign(&payloads()[3], &SECRET).unwrap();
    let with = |from: &str, to: &str| {
        assert!(document.contains(from), "{from}");
        document.replace(from, to)
    };
    for bad in [
        "",
        "null",
        "[]",
        "{}",
        "x",
        &with("\"payload\":{", "\"payload\":{\"seq\":1,\"seq\":2,"),
        &with("\"seq\":12", "\"seq\":12,\"seq\":12"),
        &with("\"seq\":12", "\"seq\":9007199254740993"),
        &with("Demo", "\\ud800"),
        &with("{\"payload\"", "{\"keys\":[],\"payload\""),
        &with("\"alg\":", "\"crit\":[],\"alg\":"),
        &with("\"alg\":\"Ed25519\",", ""),
        &with("\"alg\":\"Ed25519\"", "\"alg\":1"),
        &with("\"signature\":{", "\"signature\":{\"x\":{"),
        &with("\"payload\"", "\"Payload\""),
        &format!("{document}{document}"),
        &document[..document.len() - 1],
        "{\"payload\":[],\"signature\":{\"alg\":\"\",\"key_id\":\"\",\"value\":\"\"}}",
    ] {
        let said = said(bad, &keys());
        assert!(said.starts_with("malformed: "), "{bad}: {said}");
    }
    let inside = said(&with("{\"payload\"", "{\"keys\":[],\"payload\""), &keys());
    assert!(inside.ends_with("UnknownMember { member: \"keys\" }"), "{inside}");
}

#[test]
fn a_signature_is_one_canonical_text_of_a_known_key() {
    let document: Value = serde_json::from_str(&sign(&payloads()[3], &SECRET).unwrap()).unwrap();
    let value = document["signature"]["value"].as_str().unwrap().to_owned();
    let with = |name: &str, to: &str| {
        let mut changed = document.clone();
        changed["signature"][name] = json!(to);
        said(&changed.to_string(), &keys())
    };
    assert_eq!(with("value", &value), "valid");
    // The last of 86 characters carries two bits that belong to no byte.
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let last = alphabet.find(value.chars().last().unwrap()).unwrap();
    let slack = format!("{}{}", &value[..85], &alphabet[last + 1..last + 2]);
    for bad in [
        &slack,
        &format!("{value}=="),
        &value[..85],
        "",
        &format!(" {value}"),
        &value.replace(['-', '_'], "+"),
    ] {
        let refused = with("value", bad);
        assert!(refused.starts_with("invalid: "), "{bad}: {refused}");
    }
    assert!(with("alg", "none").starts_with("invalid: UnknownAlgorithm"));
    assert!(with("alg", "EdDSA").starts_with("invalid: UnknownAlgorithm"));
    assert!(with("key_id", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k").starts_with("invalid: UnknownKey"));
    let other = keys_of(&[1; 32], KeyStatus::Current);
    assert!(said(&document.to_string(), &other).starts_with("invalid: UnknownKey"));
}

#[test]
fn a_key_counts_by_its_status() {
    let document = sign(&payloads()[3], &SECRET).unwrap();
    let set = |status, retired_at| KeySet {
        keys: vec![PublicKey::new(&public_key(&SECRET), status, Some(at(-100)), retired_at)],
    };
    assert_eq!(said(&document, &set(KeyStatus::Retired, Some(at(0)))), "valid");
    assert!(said(&document, &set(KeyStatus::Retired, Some(at(-1)))).contains("SignedAfterRetirement"));
    assert!(said(&document, &set(KeyStatus::Revoked, Some(at(5)))).contains("RevokedKey"));
}

#[test]
fn a_document_is_not_dated_before_its_key_was_made_nor_in_the_future() {
    let document = sign(&payloads()[3], &SECRET).unwrap();
    let made = |made| KeySet {
        keys: vec![PublicKey::new(&public_key(&SECRET), KeyStatus::Current, Some(at(made)), None)],
    };
    let refused = said(&document, &made(301));
    let expected =
        "invalid: SignedBeforeKey { signed: 2026-11-18T11:06:40Z, key_made: 2026-11-18T11:11:41Z }";
    assert_eq!(refused, expected);
    assert_eq!(said(&document, &made(300)), "valid", "clocks of one site may differ by minutes");
    let at_clock = |now: i64| verify_at(document.as_bytes(), &made(-1), Some(at(now)));
    assert!(matches!(at_clock(-86_400), DocumentCheck::Valid { .. }), "the checker's clock may be slow");
    let DocumentCheck::Invalid { fault, .. } = at_clock(-86_401) else { panic!("it is dated in the future") };
    assert_eq!(fault, DocumentFault::SignedInFuture { signed: at(0) });
}

#[test]
fn results_are_not_signed_before_they_were_published() {
    // Dated back to when a retired key signed, they would pass for newer ones than those of the present key.
    let [Payload::Results(genuine), ..] = payloads() else { panic!("the first are results") };
    let published = |seconds: i64| {
        let mut results = genuine.clone();
        results.results.published_at = Some(at(seconds));
        said(&sign(&Payload::Results(results), &SECRET).unwrap(), &keys())
    };
    assert_eq!([published(0), published(300)], ["valid", "valid"]);
    assert!(published(301).contains("SignedBeforePublished { signed: 2026-11-18T11:06:40Z"));
}

#[test]
fn keys_are_named_by_their_thumbprint() {
    // RFC 8037, appendix A.1 to A.3.
    let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    let kid = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
    let key = json!({"kty": "OKP", "crv": "Ed25519", "x": x, "kid": kid});
    let set = KeySet::read(json!({"keys": [{"kty": "RSA", "n": "x"}, key]}).to_string().as_bytes()).unwrap();
    assert_eq!(set.keys.len(), 1);
    assert_eq!(thumbprint(&set.keys[0].bytes().unwrap()), kid);
    assert_eq!(set.keys[0].fingerprint().split(' ').count(), 16);
    assert_eq!(KeySet::read(key.to_string().as_bytes()).unwrap(), set, "one key by itself");
    for (change, why) in [
        (json!({"kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4g"}), "WrongKid"),
        (json!({"x": &x[..42]}), "BadEncoding"),
        (json!({"d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}), "Private"),
        (json!({"status": "best"}), "unknown variant"),
    ] {
        let mut bad = key.clone();
        bad.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let said = format!("{:?}", KeySet::read(json!({"keys": [bad]}).to_string().as_bytes()).unwrap_err());
        assert!(said.contains(why), "{said}");
    }
    for (bad, why) in [
        (json!({"keys": []}), "NoEd25519Key"),
        (json!({"keys": [key, key]}), "Repeated"),
        (json!([key]), "NotAnObject"),
        (json!({"keys": key}), "KeysNotAList"),
        (json!({"verificationMethod": key}), "KeysNotAList"),
    ] {
        let said = format!("{:?}", KeySet::read(bad.to_string().as_bytes()).unwrap_err());
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn the_digest_of_reviews_does_not_depend_on_their_order() {
    let review = |project, score| ReviewRecord {
        project,
        submitted_at: at(project),
        scores: [("quality".to_owned(), score)].into(),
    };
    let salt = RecordSalt::from_bytes(&[7; 16]).unwrap();
    let digest = reviews_digest(&salt, vec![review(2, 4), review(10, 5)]).unwrap();
    assert_eq!(digest, reviews_digest(&salt, vec![review(10, 5), review(2, 4)]).unwrap());
    let text = r#"[{"project":2,"scores":{"quality":4},"submitted_at":"2026-11-18T11:06:42Z"},{"project":10,"scores":{"quality":5},"submitted_at":"2026-11-18T11:06:50Z"}]"#;
    assert_eq!(digest, shared::audit::sha256_hex(&[&[7; 16], text.as_bytes()].concat()));
    // Two judges who gave the same have digests of their own.
    let other = RecordSalt::from_bytes(&[8; 16]).unwrap();
    assert_ne!(digest, reviews_digest(&other, vec![review(2, 4), review(10, 5)]).unwrap());
    let refused = reviews_digest(&salt, vec![review(2, i64::MAX)]).unwrap_err();
    assert!(matches!(refused, SignError::Refused(_)), "{refused}");
}
