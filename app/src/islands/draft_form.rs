//! The island of a project's form. The server draws the whole form; awake in the browser, it keeps what is typed on
//! this device until the server has it, and saves a draft quietly. It never submits by itself, and what visitors see
//! already it leaves to the button.

use leptos::prelude::*;

/// Has the browser wake the project's form drawn inside it.
#[component]
pub fn DraftForm(
    /// The form as the server draws it.
    children: Children,
) -> impl IntoView {
    view! { <div class="island" data-island="draft">{children()}</div> }
}
