//! Tables.

use leptos::prelude::*;

/// A table whose head sticks and which scrolls sideways on a narrow screen, by keyboard too.
/// Cells with numbers carry `class="num"`, cells with buttons `class="act"`.
#[component]
pub fn Table(
    /// What it is, for those who can't see it stand under its heading.
    #[prop(into)]
    label: String,
    /// `<thead>` and `<tbody>`.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="table" role="region" aria-label=label tabindex="0">
            <table>{children()}</table>
        </div>
    }
}
