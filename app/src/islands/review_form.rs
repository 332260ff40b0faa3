//! The scoring island. The server draws the whole form; awake in the browser, it says at each tap what the
//! server would say, moves the total, and keeps what is not saved yet.
//!
//! It is given nothing: what it knows it reads from the form around it, which holds one judge's own
//! values. It asks the network for nothing. Nothing of the drawing reaches WASM, which keeps the module
//! at half the size of one that draws the form again.

use super::awake;
use leptos::prelude::*;

/// Wakes the form drawn inside it.
#[island]
pub fn ReviewForm(
    /// The form's fields and the bar at its foot, as the server draws them.
    children: Children,
) -> impl IntoView {
    // There is a page to read only in the browser.
    if cfg!(target_arch = "wasm32") {
        awake::wake();
    }
    view! { <div class="island" on:input=move |_| awake::restate()>{children()}</div> }
}
