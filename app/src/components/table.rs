//! Tables.

use crate::prelude::*;

/// A table. Its head stays in view, and on a narrow screen it scrolls sideways, by keyboard too.
/// Cells with numbers carry `class="cell-num"`, cells with buttons `class="cell-act"`.
#[component]
pub fn Table(
    /// What it is, for screen readers, which do not see the heading above it.
    #[prop(into)]
    label: String,
    /// For few rows with long words: on a phone each row becomes a block, and a cell with `data-label` names its column.
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
