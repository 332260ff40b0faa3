//! The scoring form. The server renders it whole, and it is complete without scripting. In the browser it says at each tap what
//! the server would say, moves the total, keeps what is typed on the device, and saves it as the judge goes on.
//!
//! `checks`, `saving`, `values` and `copies` only decide, and are tested without a browser; `figures` has the Leptos islands;
//! `page_form` reads and writes the form in the page; `state` has what the page knows of it; `behaviour` and `restore` put them
//! together. The form holds one judge's own values, and nobody else's.

mod behaviour;
mod checks;
mod copies;
mod figures;
#[cfg(feature = "ssr")]
mod markup;
mod page_form;
mod request;
mod restore;
mod saving;
mod state;
mod values;

pub use behaviour::start;

/// Prepares the page for its islands, which are hydrated next.
#[cfg(all(feature = "review-form", not(feature = "ssr")))]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
    figures::figures();
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
