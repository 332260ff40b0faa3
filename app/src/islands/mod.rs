//! The only code that reaches the browser as WASM. A page works without it; an island makes its form
//! pleasanter.

mod fields;
mod keep;
#[allow(
    missing_docs,
    reason = "the island macro writes a props struct without a comment, on some targets only"
)]
pub mod review_form;
mod tally;
mod verdict;
mod wake;

pub use review_form::{Attempt, ReviewDraft, ReviewForm};
#[cfg(feature = "ssr")]
pub(crate) use {
    review_form::scoring,
    verdict::{fault, two_places},
};
