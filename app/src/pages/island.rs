//! The form that a module of the browser's code finds and listens to.

use crate::prelude::*;

/// A form whose code the browser loads.
#[component]
pub fn Island(
    /// The module with the code.
    module: &'static str,
    /// The form as the server renders it.
    children: Children,
) -> impl IntoView {
    crate::page_context::load_module(module);
    view! { <div class="island">{children()}</div> }
}
