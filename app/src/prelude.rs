//! What every page begins with: Leptos' own prelude, but for its `view!`.

/// Leptos' `view!`, drawn: the HTML of what it describes, of the one type that pages are put together from. A view of Leptos' own keeps
/// what it needs to be hydrated, built and changed later, and all that code is compiled for each of a thousand views; a page only has to be
/// written out. No attribute can be added to what is drawn (`attr:`).
macro_rules! drawn {
    () => { $crate::prelude::draw(()) };
    ($($template:tt)+) => { $crate::prelude::draw(::leptos::view! { $($template)+ }) };
}

pub(crate) use crate::components::{forms, refused};
pub(crate) use crate::pages::this_event;
pub(crate) use drawn as view;
pub(crate) use leptos::prelude::*;
use leptos::tachys::html::InertElement;

#[allow(clippy::disallowed_methods, reason = "what is written out already is one type")]
pub(crate) fn draw(view: impl IntoView) -> AnyView {
    InertElement::new(view.to_html()).into_any()
}
