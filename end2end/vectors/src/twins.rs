//! Document twins: for every vector a signed document with the vector's peculiarity, since the API and the page take
//! documents and a vector's own message is none.

use crate::classes;
use crate::document::{document, payload};
use crate::raw::{self, Vector};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::DateTime;
use ed25519_dalek::{Signer, SigningKey};
use shared::provenance::{KeySet, KeyStatus, PublicKey};

/// The order of the group, L, little-endian.
pub const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// The secret in place of one that was never published.
const OWN: [u8; 32] = [85; 32];

/// A document, its key, and whether it is to be accepted.
#[derive(Clone, Debug)]
pub struct Twin {
    /// The vector it was made after, and how.
    pub name: String,
    /// The key that it names.
    pub key: [u8; 32],
    pub document: String,
    /// Whether it holds, strictly.
    pub holds: bool,
}

/// All of them: two for each vector of RFC 8032 and Wycheproof, one for each class of speccheck.
#[must_use]
pub fn all() -> Vec<Twin> {
    let mut twins: Vec<Twin> = [raw::rfc8032(), raw::wycheproof()].concat().iter().flat_map(of).collect();
    twins.extend(classes::all());
    twins
}

/// Every key of these documents once, unsafe ones among them: nobody's key set would hold those.
#[must_use]
pub fn keys(twins: &[Twin]) -> KeySet {
    let mut set = KeySet::default();
    for twin in twins {
        if !set.keys.iter().any(|key| key.bytes() == Some(twin.key)) {
            set.keys.push(key(&twin.key));
        }
    }
    set
}

/// A key as it is known: retired after the documents were signed, since one site has but one current key.
#[must_use]
pub fn key(bytes: &[u8; 32]) -> PublicKey {
    let at = |seconds| DateTime::from_timestamp(seconds, 0);
    PublicKey::new(bytes, KeyStatus::Retired, at(1_794_000_000), at(1_796_000_000))
}

/// The set of these keys, in base64url.
pub fn set_of<'k>(keys: impl Iterator<Item = &'k str>) -> KeySet {
    let keys = keys.map(|x| key(&URL_SAFE_NO_PAD.decode(x).unwrap().try_into().unwrap()));
    KeySet { keys: keys.collect() }
}

/// The vector's signature word for word, which belongs to no payload; and the payload's own, changed as the vector's is
/// changed from the honest one of its message.
fn of(vector: &Vector) -> [Twin; 2] {
    let payload = payload(&vector.name, &vector.message, 1);
    let twin = |how: &str, key: [u8; 32], signature: &[u8], holds| Twin {
        name: format!("{} ({how})", vector.name),
        key,
        document: document(&payload, &key, signature),
        holds,
    };
    let known = vector.secret.map(|secret| SigningKey::from_bytes(&secret));
    let own = SigningKey::from_bytes(&OWN);
    let key = known.as_ref().unwrap_or(&own);
    let honest = key.sign(payload.as_bytes()).to_bytes();
    let changed = match &known {
        Some(known) => carried(&known.sign(&vector.message).to_bytes(), &vector.signature, &honest),
        None if vector.holds => honest.to_vec(),
        // Of Wycheproof's keys one has no secret: its two vectors have an S just below and just above the bound.
        None => plus(&honest, &ORDER),
    };
    [
        twin("its signature", vector.key, &vector.signature, false),
        twin("its peculiarity", key.verifying_key().to_bytes(), &changed, vector.holds),
    ]
}

/// A signature with S raised by so much, modulo 2^256.
#[must_use]
pub fn plus(signature: &[u8; 64], by: &[u8; 32]) -> Vec<u8> {
    let mut raised = signature.to_vec();
    raised[32..].copy_from_slice(&sum(&signature[32..], by));
    raised
}

fn sum(a: &[u8], b: &[u8]) -> [u8; 32] {
    let mut carry = 0;
    std::array::from_fn(|at| {
        let digit = u16::from(a[at]) + u16::from(b[at]) + carry;
        carry = digit >> 8;
        digit.to_le_bytes()[0]
    })
}

fn difference(a: &[u8], b: &[u8]) -> [u8; 32] {
    let not: Vec<u8> = b.iter().map(|byte| !byte).collect();
    let mut one = [0; 32];
    one[0] = 1;
    sum(&sum(a, &not), &one)
}

/// What `from` became `to` by, done to `other`: the length spliced in the same place; else R by exclusive or, and S by
/// the difference, so that S + L stays S + L.
fn carried(from: &[u8; 64], to: &[u8], other: &[u8; 64]) -> Vec<u8> {
    if to.len() == 64 {
        let s = sum(&other[32..], &difference(&to[32..], &from[32..]));
        let r = (0..32).map(|at| other[at] ^ from[at] ^ to[at]);
        return r.chain(s).collect();
    }
    let least = to.len().min(64);
    let front = (0..least).take_while(|at| to[*at] == from[*at]).count();
    let back = (0..least - front).take_while(|at| to[to.len() - 1 - at] == from[63 - at]).count();
    [&other[..front], &to[front..to.len() - back], &other[64 - back..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_is_carried_over_as_it_is() {
        let (from, other): ([u8; 64], [u8; 64]) = (std::array::from_fn(|at| at as u8), [200; 64]);
        assert_eq!(carried(&from, &from, &other), other);
        assert_eq!(carried(&from, &plus(&from, &ORDER), &other), plus(&other, &ORDER));
        assert_eq!(carried(&from, &from[..62], &other), other[..62]);
        assert_eq!(carried(&from, &[&[0], &from[..]].concat(), &other).len(), 65);
        assert_eq!(carried(&from, &[&from[..32], &[99], &from[32..]].concat(), &other)[32], 99);
        let mut flipped = from;
        flipped[3] ^= 4;
        assert_eq!(carried(&from, &flipped, &other)[3], 200 ^ 4);
    }

    #[test]
    fn every_secret_is_its_keys() {
        let vectors = raw::all();
        assert_eq!(vectors.len(), 168);
        let without = vectors.iter().filter(|v| match v.secret {
            Some(secret) => {
                assert_eq!(SigningKey::from_bytes(&secret).verifying_key().to_bytes(), v.key, "{}", v.name);
                false
            }
            None => !v.name.starts_with("speccheck"),
        });
        assert_eq!(without.count(), 2);
    }
}
