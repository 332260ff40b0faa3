//! The only code that reaches the browser as WASM. A page works without it; an island makes its form
//! pleasanter.

mod awake;
#[cfg(feature = "ssr")]
mod drawn;
mod keep;
#[allow(
    missing_docs,
    reason = "the island macro writes a props struct without a comment, on some targets only"
)]
pub mod review_form;
mod verdict;

pub use review_form::ReviewForm;
#[cfg(feature = "ssr")]
pub(crate) use {
    drawn::{Attempt, ReviewDraft, review_fields},
    verdict::{fault, two_places},
};
