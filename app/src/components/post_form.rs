//! The form around fields and buttons.

use crate::prelude::*;

/// A form that changes something: POST, with the token that proves the page is ours.
/// The browser's own checks are off, so that every refusal reads the same.
#[component]
pub fn PostForm(
    /// Where it is sent; empty for the address of its page.
    #[prop(optional, into)]
    action: String,
    /// The session's token.
    #[prop(into)]
    csrf: String,
    /// Classes; `form` sets fields under one another.
    #[prop(optional, into)]
    class: String,
    /// A random text, new each time that the form is rendered: sent twice, the form acts once.
    #[prop(optional, into)]
    once: String,
    /// The browser must not put back what was typed before, since the form shows what is stored.
    #[prop(optional)]
    fresh: bool,
    /// It sends files.
    #[prop(optional)]
    files: bool,
    /// Fields and buttons.
    children: Children,
) -> impl IntoView {
    let action = super::filled(action);
    let class = super::filled(class);
    let once = super::filled(once).map(|once| view! { <input type="hidden" name="once" value=once/> });
    let enctype = files.then_some("multipart/form-data");
    let autocomplete = fresh.then_some("off");
    view! {
        <form method="post" action=action enctype=enctype class=class autocomplete=autocomplete novalidate>
            <input type="hidden" name="csrfmiddlewaretoken" value=csrf/>
            {once}
            {children()}
        </form>
    }
}
