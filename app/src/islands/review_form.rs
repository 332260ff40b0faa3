//! The scoring island. The server draws the whole form; awake in the browser, it says at each tap what the
//! server would say, moves the total, keeps what is typed on the device, and saves it as the judge goes on.
//!
//! It is given nothing: what it knows it reads from the form around it, which holds one judge's own values.

use leptos::prelude::*;

/// Has the browser wake the form drawn inside it.
#[component]
pub fn ReviewForm(
    /// The form's fields and the bar at its foot, as the server draws them.
    children: Children,
) -> impl IntoView {
    view! { <div class="island" data-island="review">{children()}</div> }
}
