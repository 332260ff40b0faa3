//! The form of a project. The server renders it whole. In the browser it keeps what is typed on this device until the server
//! has it, and saves a draft as its editor pauses. It never submits by itself, and leaves what visitors see to the button.

mod behaviour;
mod copies;
mod merge;
mod request;
mod saving;

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
