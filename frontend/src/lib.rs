//! The browser's half, as WASM: what the page's script calls to wake an island, by the name in its `data-island`.

use wasm_bindgen::prelude::wasm_bindgen;

/// The scoring form.
#[wasm_bindgen]
pub fn review() {
    app::islands::wake_review();
}

/// A project's form.
#[wasm_bindgen]
pub fn draft() {
    app::islands::wake_draft();
}
