//! Tables.

use crate::prelude::*;
use leptos::tachys::html::InertElement;

/// A column of a table: the HTML of its head, where it is shown.
#[derive(Clone)]
pub struct Column(Option<String>);

impl Column {
    /// The same, only where this holds.
    pub fn when(self, shown: bool) -> Self {
        Self(self.0.filter(|_| shown))
    }
}

pub fn text_column(head: impl IntoView) -> Column {
    Column(Some(view! { <th scope="col">{draw(head)}</th> }.to_html()))
}

/// A column with numbers: its cells carry `class="cell-num"`.
pub fn number_column(head: impl IntoView) -> Column {
    Column(Some(view! { <th scope="col" class="cell-num">{draw(head)}</th> }.to_html()))
}

/// A column with buttons or links: its cells carry `class="cell-act"`.
pub fn act_column(head: impl IntoView) -> Column {
    Column(Some(view! { <th scope="col" class="cell-act">{draw(head)}</th> }.to_html()))
}

/// The team of a project, to be named beside its title; none where it is called like its project.
pub fn team_beside(team: &str, title: &str) -> Option<String> {
    filled(words::other_team(team, title).to_owned())
}

/// The same below its title, in the first cell of a row.
pub fn team_below(team: &str, title: &str) -> Option<AnyView> {
    team_beside(team, title).map(|team| view! { <br/><small class="quiet">{team}</small> })
}

/// The same in a cell of its own, below the head *Team*.
pub fn team_cell(team: &str, title: &str) -> AnyView {
    let team = words::other_team(team, title).to_owned();
    let blank = team.is_empty().then_some("cell-blank");
    view! { <td data-label="Team" class=blank>{team}</td> }
}

/// Words that only screen readers say.
pub fn unseen(words: &'static str) -> AnyView {
    view! { <span class="sr-only">{words}</span> }
}

/// A table. Its head stays in view, and on a narrow screen it scrolls sideways, by keyboard too.
#[component]
pub fn Table(
    /// What it is, for screen readers, which do not see the heading above it.
    #[prop(into)]
    label: String,
    /// For few rows with long words: on a phone each row becomes a block, and a cell with `data-label` names its column.
    #[prop(optional)]
    stacks: bool,
    #[prop(into)] columns: Vec<Column>,
    children: Children,
) -> impl IntoView {
    let heads = columns.into_iter().filter_map(|Column(head)| head);
    let heads = each(heads, |head| draw(InertElement::new(head)));
    view! {
        <div class=if stacks { "table table-stacks" } else { "table" } role="region" aria-label=format!("{label}, table") tabindex="0">
            <table>
                <thead><tr>{heads}</tr></thead>
                <tbody>{children()}</tbody>
            </table>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_has_the_columns_that_are_shown() {
        let columns = [text_column("A < B"), number_column("Cap").when(false), act_column(unseen("Remove"))];
        let html = Owner::new().with(|| view! { <Table label="Judges" columns><tr></tr></Table> }.to_html());
        let head = html.split("<thead>").nth(1).and_then(|rest| rest.split("</thead>").next()).unwrap();
        assert_eq!(head.matches("<th ").count(), 2, "{head}");
        for part in ["A &lt; B", "cell-act", ">Remove<"] {
            assert!(head.contains(part), "no {part} in {head}");
        }
        assert!(!head.contains("Cap") && !head.contains("cell-num"), "{head}");
    }
}
