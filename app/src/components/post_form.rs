//! The form around fields and buttons.

use crate::prelude::*;
use shared::fields::FormFields;
use std::sync::Arc;

/// What the forms of a page share. The frame around the page provides it, so that no page hands it on.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// The token that proves that a form is ours.
    pub csrf: String,
    /// A random text, new each time that a page is drawn: sent twice, a form that has it acts once.
    pub once: String,
    /// What a form was refused for.
    pub errors: FormErrors,
    /// What is to be confirmed before a form does anything.
    pub question: FormErrors,
    /// What was typed into the form that was refused.
    pub typed: Arc<FormFields>,
}

/// What the forms of the page that is being drawn share.
pub(crate) fn forms() -> Forms {
    use_context().unwrap_or_default()
}

/// Why a field was refused; empty where it was not.
pub(crate) fn refused(field: &str) -> String {
    forms().errors.of(field)
}

/// What was typed into a field of the form that was refused; empty where no form was, or where it has no such field.
pub(crate) fn typed_into(field: &str) -> String {
    typed_or(field, "")
}

/// The same; where nothing was typed, what is stored.
pub(crate) fn typed_or(field: &str, stored: impl Into<String>) -> String {
    forms().typed.sent(field).map_or_else(|| stored.into(), str::to_owned)
}

/// Whether a box of the form that was refused was ticked.
pub(crate) fn was_ticked(field: &str) -> bool {
    forms().typed.ticked(field)
}

/// Said on a page with several acts that one types into. Without scripting, a browser sends one form and loses what was typed into the
/// others; with it, `style/assets/typed-forms.js` keeps them.
pub(crate) fn one_part_at_a_time() -> AnyView {
    view! { <noscript><p class="quiet">"Each button saves its own part of this page. Save one part before you type into another."</p></noscript> }
}

/// A form that changes something: POST, with the token that proves the page is ours.
/// The browser's own checks are off, so that every refusal reads the same.
#[component]
pub fn PostForm(
    /// Where it is sent; empty for the address in the browser. A page with several forms names it for each: it may have come as the answer
    /// to another one, whose address the browser has then.
    #[prop(optional, into)]
    action: String,
    /// Classes; `form` sets fields under one another.
    #[prop(optional, into)]
    class: String,
    /// Sent twice, it acts once.
    #[prop(optional)]
    once: bool,
    /// The browser must not put back what was typed before, since the form shows what is stored.
    #[prop(optional)]
    fresh: bool,
    #[prop(optional)] files: bool,
    /// It only sends another form again, whose fields it holds: `style/assets/typed-forms.js` keeps that form’s text until it is taken.
    #[prop(optional)]
    again: bool,
    /// Fields and buttons.
    children: Children,
) -> impl IntoView {
    let shared = forms();
    let action = super::filled(action);
    let class = super::filled(class);
    let once = once.then(|| view! { <input type="hidden" name="once" value=shared.once/> });
    let enctype = files.then_some("multipart/form-data");
    let autocomplete = fresh.then_some("off");
    view! {
        <form method="post" action=action enctype=enctype class=class autocomplete=autocomplete data-again=again novalidate>
            <input type="hidden" name="csrfmiddlewaretoken" value=shared.csrf/>
            {once}
            {children()}
        </form>
    }
}
