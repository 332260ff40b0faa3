//! Signatures, canonical JSON and signed documents.

use shared::provenance::{self, KeySet, parse};
use vectors::{forged, jcs, mutated};
use wasm_bindgen::prelude::wasm_bindgen;

/// Whether an Ed25519 signature holds, by the strict check.
#[wasm_bindgen]
#[must_use]
pub fn signature_holds(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    key.try_into().is_ok_and(|key| provenance::signature_holds(key, message, signature))
}

/// The canonical form of a JSON text; for a text that is refused, the reason after `refused: `.
#[wasm_bindgen]
#[must_use]
pub fn canonical(text: &str) -> String {
    parse(text.as_bytes())
        .map_or_else(|reason| format!("refused: {reason}"), |value| provenance::canonical(&value))
}

/// A number as canonical JSON writes it.
#[wasm_bindgen]
#[must_use]
pub fn number(value: f64) -> String {
    provenance::number(value)
}

/// The first `count` numbers of the sequence that RFC 8785 points to.
#[wasm_bindgen]
#[must_use]
pub fn sequence(count: usize) -> Vec<f64> {
    jcs::sequence().take(count).map(f64::from_bits).collect()
}

/// The hash over the first `count` numbers as they are written.
#[wasm_bindgen]
#[must_use]
pub fn sequence_digest(count: usize) -> String {
    jcs::digest(count)
}

/// The results for `count` changed documents, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn mutated(count: usize) -> String {
    serde_json::to_string(&mutated::judged(count, mutated::SEED)).unwrap_or_else(|error| error.to_string())
}

/// The results for `count` forgeries, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn forged(count: usize) -> String {
    serde_json::to_string(&forged::judged(count)).unwrap_or_else(|error| error.to_string())
}

/// Checks documents of the corpus with all keys of the corpus.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verifier(KeySet);

#[wasm_bindgen]
impl Verifier {
    /// `keys` are in base64url, separated by spaces. Some are unsafe, and no key set would hold them.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(keys: &str) -> Self {
        Self(vectors::twins::set_of(keys.split_ascii_whitespace()))
    }

    /// The check of a document, as JSON.
    #[must_use]
    pub fn check(&self, document: &str) -> String {
        let check = provenance::verify(document.as_bytes(), &self.0);
        serde_json::to_string(&check).unwrap_or_else(|error| error.to_string())
    }
}
