//! The form itself.

use leptos::prelude::*;

/// A form that changes something: POST, with the token that proves the page is ours.
/// The browser's own checks are off, so that every refusal reads the same.
#[component]
pub fn PostForm(
    /// Where it is sent; empty is the page it stands on.
    #[prop(optional, into)]
    action: String,
    /// The session's token.
    #[prop(into)]
    csrf: String,
    /// Classes; `form` sets fields under one another.
    #[prop(optional, into)]
    class: String,
    /// A random text that names this drawing of the form, where sending it twice must not act twice.
    #[prop(optional, into)]
    once: String,
    /// The browser must not fill in what was typed before: the form shows what is stored.
    #[prop(optional)]
    fresh: bool,
    /// Fields and buttons.
    children: Children,
) -> impl IntoView {
    let action = super::filled(action);
    let class = super::filled(class);
    let once = super::filled(once).map(|once| view! { <input type="hidden" name="once" value=once/> });
    let autocomplete = fresh.then_some("off");
    view! {
        <form method="post" action=action class=class autocomplete=autocomplete novalidate>
            <input type="hidden" name="csrfmiddlewaretoken" value=csrf/>
            {once}
            {children()}
        </form>
    }
}
