//! Checking records in the browser, as WASM: files in, the report's HTML out.

use wasm_bindgen::prelude::wasm_bindgen;

/// Files to be checked together.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Check {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Check {
    /// None yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more file.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.files.push((name, bytes));
    }

    /// What is to be thought of them, by the key set in `keys`; `slug` is the event of the audit exports, or empty.
    #[must_use]
    pub fn report(&self, keys: &str, slug: &str) -> String {
        app::islands::verify::check(&self.files, keys, slug)
    }
}
