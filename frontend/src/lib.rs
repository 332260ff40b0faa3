//! The scoring form's code for the browser. Its islands, in `app`, export the functions that hydrate them.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen::prelude::wasm_bindgen;

/// Two kilobytes smaller over the wire than the standard library's.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Prepares the page for its islands, which are hydrated next.
#[wasm_bindgen]
pub fn hydrate() {
    islands::review_form::hydrate();
}

/// Finds the form in the page and starts it.
#[wasm_bindgen]
pub fn start() {
    islands::review_form::start();
}
