//! Tables.

use leptos::prelude::*;

/// A table whose head sticks and which scrolls sideways on a narrow screen, by keyboard too.
/// Cells with numbers carry `class="cell-num"`, cells with buttons `class="cell-act"`.
#[component]
pub fn Table(
    /// What it is, for those who can't see it stand under its heading.
    #[prop(into)]
    label: String,
    /// Few rows with long words: where it is narrow, each row becomes a block, and cells with `data-label` name
    /// their column.
    #[prop(optional)]
    stacks: bool,
    /// `<thead>` and `<tbody>`.
    children: Children,
) -> impl IntoView {
    view! {
        <div class=if stacks { "table table-stacks" } else { "table" } role="region" aria-label=format!("{label}, table") tabindex="0">
            <table>{children()}</table>
        </div>
    }
}
