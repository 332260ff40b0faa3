//! Simulated events in the browser, as WASM: what the page's form asks in, the HTML of its answer out.

use wasm_bindgen::prelude::wasm_bindgen;

/// Answers what a page's form asks. `page` is the form's name, `query` what it would send.
#[wasm_bindgen]
#[must_use]
pub fn answer(page: &str, query: &str) -> String {
    islands::simulations::answer(page, query)
}
