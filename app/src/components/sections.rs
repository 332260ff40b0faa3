//! A section of a page.

use crate::prelude::*;

/// A section of a page, which its heading names.
pub struct Section {
    id: String,
    heading: AnyView,
}

/// A section with this heading; `id` leads to it.
pub fn section(id: impl Into<String>, heading: impl IntoView) -> Section {
    let (id, heading) = (id.into(), draw(heading));
    Section { heading: view! { <h2 id=id.clone()>{heading}</h2> }, id }
}

/// The same within a section or a part of a page that has a heading.
pub fn subsection(id: impl Into<String>, heading: impl IntoView) -> Section {
    let (id, heading) = (id.into(), draw(heading));
    Section { heading: view! { <h3 id=id.clone()>{heading}</h3> }, id }
}

impl Section {
    /// The section around its parts.
    pub fn of(self, parts: AnyView) -> AnyView {
        let Self { id, heading } = self;
        view! { <section class="stack" aria-labelledby=id>{heading}{parts}</section> }
    }
}
