//! The form of a project. The server renders it whole. In the browser it keeps what is typed on this device until the server
//! has it, and saves a draft as its editor pauses. Without a button it neither submits nor changes what visitors see.
//!
//! `merge`, `saving` and `copies` only decide, and are tested without a browser; `page_form` reads and writes the form in the
//! page; `state` has what the page knows of it; `behaviour` and `restore` put them together.

mod behaviour;
mod copies;
mod merge;
mod page_form;
mod request;
mod restore;
mod saving;
mod state;

pub use behaviour::start;
#[cfg(feature = "ssr")]
use leptos::prelude::*;

/// Has the browser load the form's code.
#[cfg(feature = "ssr")]
#[component]
pub(crate) fn ProjectIsland(
    /// The form as the server renders it.
    children: Children,
) -> impl IntoView {
    crate::layout::load_module("project");
    view! { <div class="island">{children()}</div> }
}
