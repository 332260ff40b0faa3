//! A section of a page, and a part that stays folded until somebody opens it.

use crate::prelude::*;

/// A section of a page, which its heading names: `section("rooms", "Rooms").of(view! { … })`.
pub struct Section {
    heading_id: String,
    heading: AnyView,
    id: Option<String>,
    class: Option<&'static str>,
}

/// A section with this heading; `id` leads to it.
pub fn section(id: impl Into<String>, heading: impl IntoView) -> Section {
    let (heading_id, heading) = (id.into(), draw(heading));
    let heading = view! { <h2 id=heading_id.clone()>{heading}</h2> };
    Section { heading_id, heading, id: None, class: Some("stack") }
}

/// The same within a section or a part of a page that has a heading.
pub fn subsection(id: impl Into<String>, heading: impl IntoView) -> Section {
    let (heading_id, heading) = (id.into(), draw(heading));
    let heading = view! { <h3 id=heading_id.clone()>{heading}</h3> };
    Section { heading_id, heading, id: None, class: Some("stack") }
}

impl Section {
    /// The same with classes of its own in place of `stack`.
    pub fn class(self, class: &'static str) -> Self {
        Self { class: Some(class), ..self }
    }

    /// The same without a class.
    pub fn plain(self) -> Self {
        Self { class: None, ..self }
    }

    /// The same with an id beside that of its heading.
    pub fn id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// The section around its parts.
    pub fn of(self, parts: AnyView) -> AnyView {
        let Self { heading_id, heading, id, class } = self;
        view! { <section class=class id=id aria-labelledby=heading_id>{heading}{parts}</section> }
    }
}

/// A part of a page that opens when somebody presses its summary: `disclosure("Show all 12 rooms").of(view! { … })`.
pub struct Disclosure {
    summary: AnyView,
    class: &'static str,
    id: Option<String>,
    group: Option<&'static str>,
    open: bool,
}

/// A part with this summary, folded at first.
pub fn disclosure(summary: impl IntoView) -> Disclosure {
    Disclosure { summary: draw(summary), class: "disclosure", id: None, group: None, open: false }
}

impl Disclosure {
    /// The same with classes of its own, the first of which is `disclosure`.
    pub fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// The same with an id, which leads to it.
    pub fn id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// The same as one of a group with this name, of which at most one is open: opening it closes the others.
    pub fn group(self, group: Option<&'static str>) -> Self {
        Self { group, ..self }
    }

    /// The same, open at first where this holds.
    pub fn open(self, open: bool) -> Self {
        Self { open, ..self }
    }

    /// The summary with its parts.
    pub fn of(self, parts: AnyView) -> AnyView {
        let Self { summary, class, id, group, open } = self;
        view! { <details class=class id=id name=group open=open><summary>{summary}</summary>{parts}</details> }
    }
}
