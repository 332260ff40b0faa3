//! The WASM entry: wakes the islands of a page.

// Its islands are exported by name and called by nothing here: without this line they are not linked.
use app as _;

/// Called by the page's script once the module is loaded.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
