//! The twelve classes of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020, table 5) made anew over a
//! payload: keys and nonces with a part of small order, found by trying payloads until the hash fits.

use crate::document::{document, payload};
use crate::raw;
use crate::twins::{ORDER, Twin, plus};
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT as B, EIGHT_TORSION};
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use sha2::{Digest, Sha512};

/// The point of order 2 with the sign of its x, which is 0, set: another encoding of (0, −1).
const ODD_MINUS_ONE: [u8; 32] = {
    let mut bytes = [0xff; 32];
    bytes[0] = 0xec;
    bytes
};

struct Class {
    /// The key.
    a: EdwardsPoint,
    /// The nonce's point.
    r: EdwardsPoint,
    /// S is this and the hash times [`Class::secret`].
    nonce: Scalar,
    /// The key's part of large order, by its logarithm.
    secret: Scalar,
    /// The encodings that are sent, where they are not the canonical ones.
    sent: [Option<[u8; 32]>; 2],
    /// Whether the hash is over the encodings that are sent, and not over the canonical ones.
    hashes_sent: bool,
    /// Whether a hash will do.
    fits: fn(&Class, &Scalar) -> bool,
}

/// Whether S·B = R + k·A, without the cofactor.
fn exactly(class: &Class, k: &Scalar) -> bool {
    (class.nonce + k * class.secret) * B == class.r + k * class.a
}

/// Whether it holds with the cofactor alone.
fn with_the_cofactor_only(class: &Class, k: &Scalar) -> bool {
    let (left, right) = ((class.nonce + k * class.secret) * B, class.r + k * class.a);
    left != right && left.mul_by_cofactor() == right.mul_by_cofactor()
}

/// The same, and not where 8·k is reduced before it is multiplied with A.
fn with_the_cofactor_done_last_only(class: &Class, k: &Scalar) -> bool {
    let early = Scalar::from(8_u8) * k * class.a;
    with_the_cofactor_only(class, k) && early != (k * class.a).mul_by_cofactor()
}

impl Class {
    /// The payload that fits, found by trying, with key and signature.
    fn found(&self, name: &str) -> (String, [u8; 32], [u8; 64]) {
        let honest = [self.a, self.r].map(|point| point.compress().to_bytes());
        let [a, r] = [0, 1].map(|at| self.sent[at].unwrap_or(honest[at]));
        let sent = [a, r];
        let (hashed, not_hashed) = if self.hashes_sent { (sent, honest) } else { (honest, sent) };
        for nth in 1.. {
            let payload = payload(name, &[], nth);
            let hash = |[a, r]: [[u8; 32]; 2]| {
                let hash = Sha512::new().chain_update(r).chain_update(a).chain_update(&payload).finalize();
                Scalar::from_bytes_mod_order_wide(&hash.into())
            };
            let k = hash(hashed);
            // Where there are two encodings, it fits by one of them alone.
            if (self.fits)(self, &k) && (sent == honest || !(self.fits)(self, &hash(not_hashed))) {
                let s = self.nonce + k * self.secret;
                let signature = [r, s.to_bytes()].concat().try_into().unwrap();
                return (payload, a, signature);
            }
        }
        unreachable!("every sixteenth hash or so fits")
    }
}

/// A document of each class, in the table's order, with the verdict that is the raw vector's.
#[must_use]
pub fn all() -> Vec<Twin> {
    let large = |byte: u8| Scalar::from_bytes_mod_order([byte; 32]);
    let (a, r) = (large(3), large(5));
    let [small, minus_one] = [EIGHT_TORSION[1], EIGHT_TORSION[4]];
    let base = || Class {
        a: a * B + small,
        r: r * B + small,
        nonce: r,
        secret: a,
        sent: [None; 2],
        hashes_sent: true,
        fits: exactly,
    };
    let honest = || Class { a: a * B, r: r * B, ..base() };
    let small_key = || Class { a: small, secret: Scalar::ZERO, ..base() };
    let small_nonce = || Class { r: small, nonce: Scalar::ZERO, ..base() };
    let odd_nonce = || Class { r: minus_one, sent: [None, Some(ODD_MINUS_ONE)], ..small_nonce() };
    let odd_key =
        || Class { a: minus_one, r: r * B + minus_one, sent: [Some(ODD_MINUS_ONE), None], ..small_key() };
    let classes = [
        Class { r: small, nonce: Scalar::ZERO, ..small_key() },
        small_key(),
        small_nonce(),
        base(),
        Class { fits: with_the_cofactor_only, ..base() },
        Class { r: r * B, fits: with_the_cofactor_done_last_only, ..base() },
        honest(),
        honest(),
        Class { hashes_sent: false, ..odd_nonce() },
        odd_nonce(),
        Class { hashes_sent: false, ..odd_key() },
        odd_key(),
    ];
    let vectors = raw::speccheck();
    assert_eq!(vectors.len(), classes.len());
    let mut twins = Vec::new();
    for (at, (class, vector)) in classes.iter().zip(vectors).enumerate() {
        let (payload, key, signature) = class.found(&vector.name);
        let signature = match at {
            6 => plus(&signature, &ORDER),
            7 => (0..14).fold(signature.to_vec(), |s, _| plus(&s.try_into().unwrap(), &ORDER)),
            _ => signature.to_vec(),
        };
        twins.push(Twin {
            name: format!("{} (made anew)", vector.name),
            key,
            document: document(&payload, &key, &signature),
            holds: vector.holds,
        });
    }
    twins
}

#[cfg(test)]
mod tests {
    use crate::raw::Vector;
    use base64::Engine;
    use ed25519_dalek::{Signature, Verifier, VerifyingKey};
    use serde_json::Value;

    #[test]
    fn a_lax_check_takes_what_it_takes_of_the_published_ones() {
        // Without strictness the library compares R by its bytes and hashes the key as it was sent.
        let lax = |key: &[u8; 32], message: &[u8], signature: &[u8]| {
            let signature = Signature::from_slice(signature).unwrap();
            VerifyingKey::from_bytes(key).unwrap().verify(message, &signature).is_ok()
        };
        let published: Vec<bool> = crate::raw::speccheck()
            .iter()
            .map(|Vector { key, message, signature, .. }| lax(key, message, signature))
            .collect();
        let anew = super::all().into_iter().map(|twin| {
            let document: Value = serde_json::from_str(&twin.document).unwrap();
            let value = document["signature"]["value"].as_str().unwrap();
            let signature = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(value).unwrap();
            let from = "{\"payload\":".len();
            let payload = &twin.document[from..twin.document.find(",\"signature\"").unwrap()];
            lax(&twin.key, payload.as_bytes(), &signature)
        });
        assert_eq!(anew.collect::<Vec<_>>(), published);
        assert_eq!(published.iter().filter(|taken| **taken).count(), 5, "{published:?}");
    }
}
