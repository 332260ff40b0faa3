//! What must come out the same in a browser, called with texts and answering with texts.

pub mod records;

use shared::calibration::{Input, calibrate as run};
use wasm_bindgen::prelude::wasm_bindgen;

/// The outcome of `input`, as JSON; where there is none, the reason after `refused: `.
#[wasm_bindgen]
#[must_use]
pub fn calibrate(input: &str) -> String {
    let outcome = serde_json::from_str::<Input>(input).map_err(|error| error.to_string()).and_then(|input| {
        let outcome = run(&input).map_err(|error| error.to_string())?;
        serde_json::to_string(&outcome).map_err(|error| error.to_string())
    });
    outcome.unwrap_or_else(|reason| format!("refused: {reason}"))
}
