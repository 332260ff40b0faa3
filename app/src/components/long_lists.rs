//! Lists from which an organizer decides. What needs somebody comes first; the rest is folded, or on a page with a search.

use crate::prelude::*;
use shared::text::finder;

/// Longer lists are folded, so that what needs somebody fits on the screen.
pub(crate) const FEW: usize = 10;

/// So many rows of a long list are in view where none waits for somebody and the page has more to say. On a phone a row is a card.
pub(crate) const FIRST: usize = 5;

/// So many rows of a page that is one long list are in view on any screen.
pub(crate) const IN_VIEW: usize = 15;

/// How many rows of a list with a search are in view: those that come `first`; the first few that a search found; and all of them where the
/// whole list is asked for. `search` has the words, none of them for the whole list.
pub(crate) fn in_view(search: Option<&str>, first: usize) -> usize {
    match search {
        None => first.min(FEW),
        Some("") => usize::MAX,
        Some(_) => FIRST,
    }
}

/// What a search found, above the list of which `few` rows are in view: `60 projects found. The first 5 are shown.` Nothing where no words
/// were `asked` for.
pub(crate) fn found(asked: &str, n: usize, few: usize, (one, many): (&str, &str)) -> Option<AnyView> {
    (!asked.is_empty()).then(|| {
        let first = if n > few.max(FEW) { format!(" The first {few} are shown.") } else { String::new() };
        view! { <p class="quiet">{format!("{} found.{first}", words::plural(n, one, many))}</p> }
    })
}

/// Most lines of a file that are drawn: more make browsers slow.
const DRAWN: usize = 500;

/// A list, which is folded where it is long.
pub(crate) fn folded(n: usize, one: &str, many: &str, list: AnyView) -> AnyView {
    folded_beyond(FEW, n, (one, many), list)
}

/// The same with more than `most` rows.
pub(crate) fn folded_beyond(most: usize, n: usize, (one, many): (&str, &str), list: AnyView) -> AnyView {
    if n <= most {
        return list;
    }
    disclosure(show_all(n, one, many)).of(list)
}

/// What a fold says that has a whole list: `Show all 60 projects`.
pub(crate) fn show_all(n: usize, one: &str, many: &str) -> String {
    format!("Show all {}", words::plural(n, one, many))
}

/// How many places of an order are shown: those down to the line, which is the last winner, and three more.
pub(crate) fn around_the_line(last: Option<usize>) -> usize {
    last.map_or(FEW, |last| last + 4)
}

/// The first `few` rows of a long table, and the others folded; all of them where none comes first. Without a row there is no table. `table`
/// makes one of its label and its rows.
pub(crate) fn first_few(
    rows: Vec<AnyView>,
    few: usize,
    labels: (&'static str, &'static str),
    counted: (&str, &str),
    table: impl Fn(&'static str, Vec<AnyView>) -> AnyView,
) -> AnyView {
    first_few_beyond(FEW, rows, few, labels, counted, table)
}

/// The same of a table that is long with more than `most` rows.
pub(crate) fn first_few_beyond(
    most: usize,
    mut rows: Vec<AnyView>,
    few: usize,
    (label, other_label): (&'static str, &'static str),
    (one, many): (&str, &str),
    table: impl Fn(&'static str, Vec<AnyView>) -> AnyView,
) -> AnyView {
    if rows.is_empty() {
        return view! {};
    }
    if rows.len() <= few.max(most) {
        return table(label, rows);
    }
    if few == 0 {
        return folded_beyond(most, rows.len(), (one, many), table(label, rows));
    }
    let others = rows.split_off(few);
    let summary = format!("Show the other {}", words::plural(others.len(), one, many));
    view! {
        {table(label, rows)}
        {disclosure(summary).of(table(other_label, others))}
    }
}

/// A table of which the first `few` rows are in view, as [`first_few`] has it.
#[component]
pub fn LongTable(
    rows: Vec<AnyView>,
    /// How many are in view; 0 where none of them comes first.
    few: usize,
    /// What the table is, for screen readers, and what the folded one is.
    labels: (&'static str, &'static str),
    /// What one row is, and what several are.
    counted: (&'static str, &'static str),
    #[prop(into)] columns: Vec<Column>,
) -> impl IntoView {
    first_few(rows, few, labels, counted, |label, rows| {
        view! { <Table label stacks=true columns=columns.clone()>{rows}</Table> }
    })
}

/// Brings those lines of a file to its beginning that are left out, since an organizer looks for them, and keeps as many as are drawn.
/// Says so where not all are.
pub(crate) fn left_out_first<L>(
    lines: &mut Vec<L>,
    (one, many): (&str, &str),
    left_out: impl Fn(&L) -> bool,
) -> Option<AnyView> {
    let all = lines.len();
    lines.sort_by_key(|line| !left_out(line));
    lines.truncate(DRAWN);
    (all > DRAWN).then(|| {
        let all = words::plural(all, one, many);
        view! { <p class="quiet">{format!("Only {DRAWN} of {all} are shown. Those that are left out come first.")}</p> }
    })
}

/// The search in a list; `asked` are its words.
pub(crate) fn search_form(path: &str, label: &'static str, asked: &str) -> AnyView {
    let all = (!asked.is_empty()).then(|| view! { <a href=format!("{path}?all=1")>"Show all"</a> });
    view! {
        <search class="filters">
            <form class="row" action=path.to_owned()>
                <Field name="q" label=label kind="search" value=asked.to_owned()/>
                <Button>"Search"</Button>
                {all}
            </form>
        </search>
    }
}

/// Whether these texts have all the words that are searched for.
pub(crate) fn have_words(texts: &[&str], asked: &str) -> bool {
    finder(asked)(&texts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_shows_the_first_of_many_and_says_how_many_it_found() {
        assert_eq!([None, Some(""), Some("lamp")].map(|search| in_view(search, 3)), [3, usize::MAX, FIRST]);
        assert_eq!(in_view(None, 40), FEW);
        let said = |n| found("lamp", n, FIRST, ("lamp", "lamps")).map(|said| said.to_html()).unwrap();
        assert!(said(60).contains("60 lamps found. The first 5 are shown."));
        assert!(said(10).contains(">10 lamps found.<"));
        assert!(found("", 60, FIRST, ("lamp", "lamps")).is_none());
    }

    #[test]
    fn a_table_without_a_row_is_not_drawn() {
        let of = |rows: Vec<AnyView>| {
            let table = |_, rows: Vec<AnyView>| view! { <table>{rows}</table> };
            first_few(rows, 3, ("Lamps", "Other lamps"), ("lamp", "lamps"), table).to_html()
        };
        assert!(!of(Vec::new()).contains("<table"));
        assert!(of(vec![view! { <tr></tr> }]).contains("<table"));
    }
}
