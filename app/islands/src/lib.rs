//! The code that reaches the browser as WASM. A page works without it; an island makes its form pleasanter.
//!
//! The server renders a form whole, as every page. Each form has a module of its own (a feature of this crate, and a crate in
//! `frontend/`), so that a page loads its own form's code only; the module finds the form in the page and listens to it.
//! Leptos hydrates what changes while somebody types: figures, marks and notices of the scoring form, and the checklist, the
//! notices and the counts of a project's form. Each form has one signal, which its islands follow (`page_signal.rs`). Leptos is no
//! part of the verifier. The fields stay the server's: hydrating the whole scoring form made its page 20 kB heavier than it may be
//! (`docs/decisions/browser.md`).

#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod browser;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
pub mod icon;
pub mod icon_paths;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod json;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod local_copy;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
pub use local_copy::kept_prefix;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod page_signal;
#[cfg(any(feature = "ssr", feature = "project-form"))]
pub mod project_form;
#[cfg(any(feature = "ssr", feature = "review-form"))]
pub mod review_form;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod saving;
pub mod simulations;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod tab_calls;
pub mod verify;
