//! The code of a project’s form for the browser.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen::prelude::wasm_bindgen;

/// Finds the form in the page and starts it.
#[wasm_bindgen]
pub fn start() {
    app::islands::project_form::start();
}
