//! The only code that reaches the browser as WASM. A page works without it; an island makes its form
//! pleasanter.
//!
//! The server draws an island whole, in an element that names it (`data-island`); the page's script then calls the
//! function of that name in `frontend`, which finds the form in the page. Leptos itself stays on the server: drawing
//! nothing, an island has no use for it, and the module is a third smaller without.

mod awake;
mod browser;
mod draft;
mod draft_copy;
#[cfg(feature = "ssr")]
pub mod draft_form;
#[cfg(feature = "ssr")]
mod drawn;
mod form;
mod keep;
mod merge;
mod project_request;
mod project_saving;
mod restore;
#[cfg(feature = "ssr")]
pub mod review_form;
mod saving;
mod send;
mod tabs;
mod verdict;
pub mod verify;

pub use awake::wake as wake_review;
pub use draft::wake as wake_draft;
#[cfg(feature = "ssr")]
pub use {draft_form::DraftForm, review_form::ReviewForm};
#[cfg(feature = "ssr")]
pub(crate) use {
    drawn::{Attempt, ReviewDraft, review_fields},
    verdict::{fault, two_places},
};
