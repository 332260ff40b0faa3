//! Checking records in the browser, as WASM: files in, the report's HTML out.

use chrono::DateTime;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A few kilobytes smaller over the wire than the standard library's.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

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

    /// The report on them, by the keys in `keys`; `slug` is the event of the audit exports, or empty; `now` the clock in
    /// milliseconds since 1970, or 0 where it is not to be asked. `told` is called with a sentence on how far a computation is.
    #[must_use]
    pub fn report(&self, keys: &str, slug: &str, now: f64, told: &Function) -> String {
        let now = Some(now).filter(|ms| *ms > 0.0).and_then(|ms| DateTime::from_timestamp_millis(ms as i64));
        // A page that fails to show how far it is still gets the report.
        let tell = |words: &str| drop(told.call1(&JsValue::NULL, &words.into()));
        islands::verify::check(&self.files, keys, slug, now, &tell)
    }
}
