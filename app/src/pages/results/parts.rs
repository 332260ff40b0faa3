//! A long ranking in parts: pages of it, a search, and where one's own project is.

use super::asked::{Asked, AskedPart, Columns};
use super::table::{Listed, PER_PAGE, range, ranking};
use crate::prelude::*;
use shared::text::finder;
use shared::wire::ResultEntry;
use words::thousands;

/// The longest ranking that is offered on one page, to be printed. A browser takes seconds for more rows.
const PRINTED: usize = 1_000;

/// From so many projects on, there is a search: fewer are seen at a glance.
const SEARCHED: usize = 20;

/// The asked part of a ranking, with the ways to the others. A ranking that fits one page has none.
pub(super) fn parted(entries: &[ResultEntry], asked: &Asked<'_>) -> AnyView {
    let (all, part, columns) = (entries.len(), asked.part, asked.columns);
    let path = format!("/events/{}/results", asked.slug);
    let (listed, page) = match part {
        AskedPart::Search(words, page) if all >= SEARCHED => {
            let found = found(entries, words);
            let page = (*page).clamp(1, found.len().div_ceil(PER_PAGE).max(1));
            (Listed::Found { found, from: (page - 1) * PER_PAGE }, page)
        }
        _ if all <= PER_PAGE => (Listed::Range(0..all), 1),
        AskedPart::Whole if all <= PRINTED => (Listed::Range(0..all), 1),
        AskedPart::Page(page) => {
            let page = (*page).clamp(1, all.div_ceil(PER_PAGE));
            let from = (page - 1) * PER_PAGE;
            (Listed::Range(from..all.min(from + PER_PAGE)), page)
        }
        _ => (Listed::Range(0..PER_PAGE), 1),
    };
    let words = match part {
        AskedPart::Search(words, _) => words.as_str(),
        _ => "",
    };
    let list = match &listed {
        Listed::Found { found, .. } if found.is_empty() => {
            view! { <p class="quiet">"No project or team has this name."</p> }
        }
        listed => {
            let whole = *part == AskedPart::Whole;
            let number = if whole { "all".to_owned() } else { page_word(page) };
            let other = |columns: Columns| {
                let query = [("q", words), ("page", number.as_str()), ("columns", columns.word())];
                format!("{}#ranking", with_query(&path, &query))
            };
            let (label, href) = match columns {
                Columns::Usual => ("Show plain means and ranges of ranks", other(Columns::All)),
                Columns::All => ("Show fewer columns", other(Columns::Usual)),
            };
            view! {
                {ranking(entries, listed, asked)}
                <p class="small results-columns"><a href=href>{label}</a></p>
            }
        }
    };
    let search = (all >= SEARCHED).then(|| search(part, columns, &listed, all, &path));
    view! { {search}{list}{pager(&listed, page, words, columns, all, &path)} }
}

/// The number of a page in its address: the first has none.
fn page_word(page: usize) -> String {
    if page == 1 { String::new() } else { page.to_string() }
}

/// The address of the row with this rank: its page, and its place there. None where no project can have it.
pub fn place_of_rank(entries: &[ResultEntry], rank: u32, slug: &str, columns: Columns) -> Option<String> {
    let index = entries.iter().rposition(|entry| entry.rank <= rank)?;
    (usize::try_from(rank).is_ok_and(|rank| (1..=entries.len()).contains(&rank))).then_some(())?;
    Some(address_of(index, entries.get(index)?, slug, columns))
}

/// The address of a project's row.
fn address_of(index: usize, entry: &ResultEntry, slug: &str, columns: Columns) -> String {
    let page = page_word(index / PER_PAGE + 1);
    let path = format!("/events/{slug}/results");
    let query = with_query(&path, &[("page", &page), ("columns", columns.word())]);
    format!("{query}#project-{}", entry.project)
}

/// The places of entries whose title or team has all the words.
fn found(entries: &[ResultEntry], words: &str) -> Vec<usize> {
    let finds = finder(words);
    let fits = |entry: &ResultEntry| finds(&format!("{} {}", entry.title, entry.team));
    entries.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(index, _)| index).collect()
}

fn search(part: &AskedPart, columns: Columns, listed: &Listed, all: usize, path: &str) -> AnyView {
    let words = match part {
        AskedPart::Search(words, _) => words.clone(),
        _ => String::new(),
    };
    let first = with_query(path, &[("columns", columns.word())]);
    let back = (*part != AskedPart::First).then(|| view! { <a href=first>"Back to the first places"</a> });
    let kept = (columns == Columns::All)
        .then(|| view! { <input type="hidden" name="columns" value=columns.word()/> });
    let said = match listed {
        Listed::Found { found, .. } => {
            format!("{} found among {}", plural(found.len(), "project", "projects"), thousands(all))
        }
        Listed::Range(range) if range.len() == all => plural(all, "project", "projects"),
        Listed::Range(range) => {
            format!("Projects {} to {} of {}", range.start + 1, range.end, thousands(all))
        }
    };
    view! {
        <search class="filters">
            <form class="row" action=path.to_owned()>
                {kept}
                <Field name="q" label="Find a project, a team or a rank" kind="search" value=words/>
                <Button>"Find"</Button>
                {back}
            </form>
            <p class="quiet small" role="status">{said}</p>
        </search>
    }
}

fn pager(listed: &Listed, page: usize, words: &str, columns: Columns, all: usize, path: &str) -> AnyView {
    let (many, words) = match listed {
        Listed::Range(range) if range.len() == all => return view! {},
        Listed::Found { found, .. } => (found.len(), words),
        Listed::Range(_) => (all, ""),
    };
    let to = |page: &str| with_query(path, &[("q", words), ("page", page), ("columns", columns.word())]);
    let last = many.div_ceil(PER_PAGE).max(1);
    let said = format!("Page {page} of {last}");
    let print = (words.is_empty() && all <= PRINTED).then(|| {
        view! { <p class="small results-whole"><a href=to("all")>"Show all on one page, to print them"</a></p> }
    });
    let previous = (page > 1).then(|| to(&page_word(page - 1)));
    let next = (page < last).then(|| to(&page_word(page + 1)));
    view! { <Pager words=said previous next/>{print} }
}

/// Where the reader's own projects are, each with a way to its row.
pub(super) fn own_places(
    entries: &[ResultEntry],
    own: &[ProjectId],
    slug: &str,
    columns: Columns,
) -> Option<AnyView> {
    let places = each(
        entries.iter().enumerate().filter(|(_, entry)| own.contains(&entry.project)),
        |(index, entry)| {
            let href = address_of(index, entry, slug, columns);
            let place =
                format!(": rank {} of {}, range {}", entry.rank, thousands(entries.len()), range(entry));
            view! { <li><a href=href>{entry.title.clone()}</a>{place}</li> }
        },
    );
    let title = if places.len() == 1 { "Your project" } else { "Your projects" };
    (!places.is_empty()).then(|| section("own", title).class("results-own").of(view! { <ul>{places}</ul> }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::results::sample;
    use crate::pages::results::story::ModelParts;

    fn entries(n: u32) -> Vec<ResultEntry> {
        let named = |rank: u32| ResultEntry {
            title: format!("Project {rank}"),
            team: if rank == 7 { "Blue Herons".into() } else { "Others".into() },
            ..sample::entry(rank)
        };
        (1..=n).map(named).collect()
    }

    #[test]
    fn words_are_looked_for_in_titles_and_teams() {
        let all = entries(20);
        assert_eq!((found(&all, "herons BLUE"), found(&all, "HÉRONS")), (vec![6], vec![6]));
        assert_eq!(found(&all, "project 7"), [6, 16]);
        assert_eq!(found(&all, "heron 8"), Vec::<usize>::new());
        assert_eq!(found(&all, " ").len(), 20);
    }

    fn html(n: u32, part: &AskedPart) -> String {
        html_of(n, part, Columns::Usual)
    }

    fn html_of(n: u32, part: &AskedPart, columns: Columns) -> String {
        let modelled = ModelParts::default();
        let asked = Asked { own: &[], part, columns, slug: "demo", judges: Some(8), modelled };
        parted(&entries(n), &asked).to_html()
    }

    fn rows(html: &str) -> usize {
        html.matches("<tr id=\"project-").count()
    }

    #[test]
    fn a_page_has_a_hundred_rows_and_the_last_one_the_rest() {
        let rows = |part: AskedPart| rows(&html(205, &part));
        assert_eq!(rows(AskedPart::First), 100);
        assert_eq!(rows(AskedPart::Page(3)), 5);
        assert_eq!(rows(AskedPart::Page(99)), 5);
        assert_eq!(rows(AskedPart::Whole), 205);
        assert_eq!(rows(AskedPart::Search("herons".into(), 1)), 1);
        assert_eq!(rows(AskedPart::Search("others".into(), 3)), 4);
    }

    #[test]
    fn a_ranking_too_long_to_print_stays_in_pages() {
        let html = html(1_001, &AskedPart::Whole);
        assert_eq!(rows(&html), 100);
        assert!(!html.contains("to print them"));
    }

    #[test]
    fn a_short_ranking_has_no_search_and_a_page_of_it_can_be_searched() {
        assert!(!html(19, &AskedPart::First).contains("type=\"search\""));
        assert!(html(25, &AskedPart::First).contains("type=\"search\""));
        assert_eq!(rows(&html(25, &AskedPart::Search("herons".into(), 1))), 1);
    }

    #[test]
    fn ones_own_project_is_found_on_its_page() {
        let html = own_places(&entries(205), &[ProjectId(104)], "demo", Columns::Usual).unwrap().to_html();
        assert!(html.contains("/events/demo/results?page=2#project-104"), "{html}");
        let html = own_places(&entries(20), &[ProjectId(4)], "demo", Columns::Usual).unwrap().to_html();
        assert!(
            html.contains("\"/events/demo/results#project-4\"") && html.contains(": rank 4 of 20"),
            "{html}"
        );
        assert!(own_places(&entries(20), &[], "demo", Columns::Usual).is_none());
    }

    #[test]
    fn the_other_columns_are_behind_one_link_which_every_way_on_keeps() {
        let further = ["Plain mean</th>", "Rank by mean</th>", "Rank range</th>", "ranking-range"];
        let heads = |html: &str| html.matches("scope=\"col\"").count();
        let usual = html(205, &AskedPart::First);
        assert!(!further.iter().any(|word| usual.contains(word)), "{usual}");
        assert!(usual.contains("colspan=\"6\"") && heads(&usual) == 6, "{usual}");
        assert!(usual.contains("\"/events/demo/results?columns=all#ranking\""), "{usual}");
        let all = html_of(205, &AskedPart::Page(2), Columns::All);
        assert!(further.iter().all(|word| all.contains(word)), "{all}");
        assert!(all.contains("colspan=\"9\"") && heads(&all) == 9, "{all}");
        assert!(all.contains("\"/events/demo/results?page=2#ranking\""), "{all}");
        assert!(all.contains("?page=3&amp;columns=all\"") && all.contains("name=\"columns\""), "{all}");
        let row = place_of_rank(&entries(205), 150, "demo", Columns::All);
        assert_eq!(row.as_deref(), Some("/events/demo/results?page=2&columns=all#project-150"));
        assert_eq!((Columns::of("all"), Columns::of("more")), (Columns::All, Columns::Usual));
    }

    #[test]
    fn a_rank_leads_to_its_row() {
        let mut all = entries(205);
        let place_of_rank = |all: &[ResultEntry], rank| place_of_rank(all, rank, "demo", Columns::Usual);
        assert_eq!(place_of_rank(&all, 150).as_deref(), Some("/events/demo/results?page=2#project-150"));
        assert_eq!(place_of_rank(&all, 1).as_deref(), Some("/events/demo/results#project-1"));
        assert_eq!((place_of_rank(&all, 206), place_of_rank(&all, 0)), (None, None));
        // Two share rank 7, so nobody has rank 8.
        all[7].rank = 7;
        assert_eq!(place_of_rank(&all, 8).as_deref(), Some("/events/demo/results#project-8"));
    }

    #[test]
    fn each_row_has_a_story_where_something_was_corrected() {
        let all = entries(3);
        let told = |judges| {
            let (part, modelled) = (&AskedPart::First, ModelParts::default());
            let asked = Asked { own: &[], part, columns: Columns::Usual, slug: "demo", judges, modelled };
            parted(&all, &asked).to_html()
        };
        assert_eq!(told(Some(8)).matches("class=\"ranking-story\"").count(), 3);
        assert!(!told(None).contains("Why"));
    }
}
