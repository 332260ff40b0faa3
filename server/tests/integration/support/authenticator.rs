//! A device that keeps one passkey: it answers as a browser does, and as one that lies.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Somebody is there, and has unlocked the device.
const PRESENT_AND_VERIFIED: u8 = 0b101;
/// The data hold a new key.
const NEW_KEY: u8 = 0b100_0000;

/// A device with a passkey.
pub(crate) struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    handle: Vec<u8>,
    /// How often it was used, as it says.
    pub(crate) counter: u32,
    /// The site at which its browser is.
    pub(crate) origin: String,
}

fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}

impl Authenticator {
    /// Makes a passkey for what a page asks, and the answer with it.
    pub(crate) fn made(options: &str, origin: &str) -> (Self, String) {
        let options: Value = serde_json::from_str(options).unwrap();
        let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_ASN1_SIGNING);
        let stored = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(kind, stored.as_ref(), &random).unwrap();
        let id = Sha256::digest(key.public_key().as_ref()).to_vec();
        let made =
            Self { key, id, handle: decoded(&options["user"]["id"]), counter: 1, origin: origin.into() };
        // CBOR: the formats are fixed, so the bytes are written as they come.
        let mut data = made.data(&options["rp"]["id"], PRESENT_AND_VERIFIED | NEW_KEY);
        data.extend([0; 16]);
        data.extend([0, 32]);
        data.extend(&made.id);
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        // An uncompressed point: 4, x, y.
        let (x, y) = made.key.public_key().as_ref()[1..].split_at(32);
        data.extend(x);
        data.extend([0x22, 0x58, 32]);
        data.extend(y);
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(&data);
        let said = made.client_data("webauthn.create", &options);
        let response = json!({ "clientDataJSON": encoded(said), "attestationObject": encoded(object) });
        let answer = made.answer(&response);
        (made, answer)
    }

    /// Uses the passkey for what a page asks.
    pub(crate) fn used(&mut self, options: &str) -> String {
        self.counter += 1;
        self.used_again(options)
    }

    /// The same without counting.
    pub(crate) fn used_again(&self, options: &str) -> String {
        let options: Value = serde_json::from_str(options).unwrap();
        let data = self.data(&options["rpId"], PRESENT_AND_VERIFIED);
        let said = self.client_data("webauthn.get", &options);
        let signed = [data.as_slice(), &Sha256::digest(&said)[..]].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.answer(&json!({
            "clientDataJSON": encoded(said),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": encoded(&self.handle),
        }))
    }

    /// The same device with the passkey's name of another: it signs with its own key.
    pub(crate) fn named_as(mut self, other: &Self) -> Self {
        self.id.clone_from(&other.id);
        self.handle.clone_from(&other.handle);
        self
    }

    fn answer(&self, response: &Value) -> String {
        let id = encoded(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response }).to_string()
    }

    fn data(&self, site: &Value, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(site.as_str().unwrap()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false })
            .to_string()
    }
}
