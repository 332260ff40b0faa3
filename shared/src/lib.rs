//! What is true without a machine: rules, scoring, calibration, ranking and formats.
//!
//! Nothing here reads a clock, a file or a network, and nothing draws randomness of its own: whoever
//! calls brings the time and the seed. The same code runs in the server and, as WASM, in the browser.

pub mod audit;
pub mod ballot;
pub mod bundle;
pub mod calibration;
pub mod changes;
pub mod closeness;
pub mod duplicates;
pub mod export;
pub mod ids;
pub mod names;
mod natural;
pub mod percent;
pub mod project;
pub mod provenance;
pub mod publication;
pub mod record_salt;
pub mod refusal;
pub mod review;
pub mod rubric;
pub mod rules;
pub mod teammates;
pub mod text;
pub mod window;
pub mod wire;
