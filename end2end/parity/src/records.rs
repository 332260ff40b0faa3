//! Records that anyone can check: signatures, canonical JSON, and documents.

use shared::provenance::{self, File, KeySet, check_files, parse};
use vectors::{jcs, mutated};
use wasm_bindgen::prelude::wasm_bindgen;

/// Whether an Ed25519 signature holds, strictly.
#[wasm_bindgen]
#[must_use]
pub fn signature_holds(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    key.try_into().is_ok_and(|key| provenance::signature_holds(key, message, signature))
}

/// The canonical form of a JSON text; where it is none to be trusted, the reason after `refused: `.
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

/// The first so many numbers of the sequence that RFC 8785 points to.
#[wasm_bindgen]
#[must_use]
pub fn sequence(count: usize) -> Vec<f64> {
    jcs::sequence().take(count).map(f64::from_bits).collect()
}

/// The hash over so many of them as they are written.
#[wasm_bindgen]
#[must_use]
pub fn sequence_digest(count: usize) -> String {
    jcs::digest(count)
}

/// The report on a document and a key set that is trusted, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn report(document: &str, keys: &str) -> String {
    let files = [("document.json", document), ("keys.json", keys)];
    let files = files.map(|(name, text)| File { name, bytes: text.as_bytes() });
    serde_json::to_string(&check_files(&files, &KeySet::read(keys.as_bytes()).unwrap_or_default(), None))
        .unwrap_or_else(|error| error.to_string())
}

/// What came of so many changed documents, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn mutated(count: usize) -> String {
    serde_json::to_string(&mutated::judged(count, mutated::SEED)).unwrap_or_else(|error| error.to_string())
}

/// The API's answer about a document of the corpus, by all keys of it, as JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verifier(KeySet);

#[wasm_bindgen]
impl Verifier {
    /// `keys` in base64url, parted by blanks; unsafe ones among them, which no key set would hold.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(keys: &str) -> Self {
        Self(vectors::twins::set_of(keys.split_ascii_whitespace()))
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self, document: &str) -> String {
        let answer = provenance::verify(document.as_bytes(), &self.0).answer(None);
        serde_json::to_string(&answer).unwrap_or_else(|error| error.to_string())
    }
}
