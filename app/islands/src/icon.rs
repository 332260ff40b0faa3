//! A sixteen-pixel sign, as components and islands draw it.

use leptos::prelude::*;

/// The sign of this path. Decorative: a word is beside it.
pub fn icon(path: &'static str) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=path/></svg> }
}
