//! Signatures against the vectors of RFC 8032, Wycheproof and speccheck: strict verdicts, of the vectors as they are and
//! of documents made after them.

use shared::provenance::{
    DocumentCheck, DocumentFault, KeyFault, KeySet, KeySetFault, KeyStatus, PublicKey, public_key,
    signature_holds, verify,
};
use vectors::raw::{self, Vector};
use vectors::twins;

fn agree(vectors: &[Vector]) {
    for vector in vectors {
        let holds = signature_holds(&vector.key, &vector.message, &vector.signature);
        assert_eq!(holds, vector.holds, "{}", vector.name);
    }
}

#[test]
fn rfc_8032_signs_and_holds() {
    let vectors = raw::rfc8032();
    assert_eq!(vectors.len(), 5);
    agree(&vectors);
    for vector in &vectors {
        assert_eq!(public_key(&vector.secret.unwrap()), vector.key, "{}", vector.name);
    }
}

#[test]
fn speccheck_holds_once_in_twelve() {
    let vectors = raw::speccheck();
    let holding: Vec<bool> = vectors.iter().map(|vector| vector.holds).collect();
    assert_eq!((holding.len(), holding.iter().position(|holds| *holds)), (12, Some(3)));
    assert_eq!(holding.iter().filter(|holds| **holds).count(), 1);
    agree(&vectors);
}

#[test]
fn wycheproof_agrees() {
    let vectors = raw::wycheproof();
    assert_eq!((vectors.len(), vectors.iter().filter(|vector| vector.holds).count()), (151, 88));
    agree(&vectors);
}

#[test]
fn a_document_with_a_vectors_peculiarity_has_the_vectors_verdict() {
    let twins = twins::all();
    assert_eq!(twins.len(), 2 * (5 + 151) + 12);
    let keys = twins::keys(&twins);
    for twin in &twins {
        match verify(twin.document.as_bytes(), &keys) {
            DocumentCheck::Valid { .. } => assert!(twin.holds, "{} is accepted", twin.name),
            // By its signature, and for no other reason.
            DocumentCheck::Invalid { fault, .. } => {
                let of_signature =
                    matches!(fault, DocumentFault::WrongSignature | DocumentFault::BadSignatureEncoding);
                assert!(!twin.holds && of_signature, "{}: {fault:?}", twin.name);
            }
            DocumentCheck::Malformed { fault } => panic!("{}: {fault:?}", twin.name),
        }
    }
    assert_eq!(twins.iter().filter(|twin| twin.holds).count(), 5 + 88 + 1);
}

#[test]
fn a_key_not_in_canonical_form_signs_nothing() {
    // y = p + 3 stands for y = 3, which is on the curve and of large order; the library itself would read it.
    for first in 0xed..=0xff_u8 {
        for last in [0x7f, 0xff] {
            let mut key = [0xff_u8; 32];
            (key[0], key[31]) = (first, last);
            assert!(!signature_holds(&key, b"", &[0; 64]));
            let set = KeySet { keys: vec![PublicKey::new(&key, KeyStatus::Current, None, None)] };
            let text = serde_json::to_vec(&set).unwrap();
            let refused = KeySet::read(&text).unwrap_err();
            assert_eq!(refused, KeySetFault::Key { nth: 1, fault: KeyFault::Unsafe });
        }
    }
}
