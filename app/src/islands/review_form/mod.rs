//! The scoring form. The server renders it whole, and it is complete without scripting. In the browser it says at each tap what
//! the server would say, moves the total, keeps what is typed on the device, and saves it as the judge goes on.
//!
//! What changes meanwhile is in Leptos islands, which the server renders and the browser hydrates: `figures` and `notices`. They
//! follow the signal in `shown`.
//!
//! `checks`, `saving`, `values` and `copies` only decide, and are tested without a browser; `page_form` reads and writes the
//! fields in the page; `state` has what the page knows of them; `behaviour` and `restore` put all this together. The form holds
//! one judge's own values, and nobody else's.

mod behaviour;
mod checks;
mod copies;
mod figures;
#[cfg(feature = "ssr")]
mod markup;
mod notices;
mod page_form;
mod request;
mod restore;
mod saving;
mod shown;
mod signed;
mod state;
mod values;

pub use behaviour::start;

/// Prepares the page for its islands, which are hydrated next.
#[cfg(all(feature = "review-form", not(feature = "ssr")))]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
    shown::shown();
}

#[cfg(feature = "ssr")]
pub(crate) use {
    checks::{fault, two_places},
    markup::{Attempt, ReviewFields, review_fields},
};

/// Has the browser load the form's code.
#[cfg(feature = "ssr")]
#[leptos::component]
pub(crate) fn ReviewIsland(
    /// The form as the server renders it.
    children: leptos::children::Children,
) -> impl leptos::IntoView {
    use leptos::prelude::*;
    crate::layout::load_module("evenhand");
    view! { <div class="island">{children()}</div> }
}
