//! Drawing a view where it is made.

use leptos::prelude::*;
use leptos::tachys::html::InertElement;

/// Turns any view into one of the one type that pages are put together from.
pub(crate) trait Draw {
    /// The view as its HTML. `into_any` does the same for the reader, but keeps the view to be hydrated, built and changed later,
    /// and all that code is compiled for each of a thousand views: pages only have to be written out. No attribute can be added to
    /// what is drawn (`attr:`).
    fn drawn(self) -> AnyView;
}

impl<V: IntoView> Draw for V {
    #[allow(clippy::disallowed_methods, reason = "what is written out already is one type")]
    fn drawn(self) -> AnyView {
        InertElement::new(self.to_html()).into_any()
    }
}
