//! Each page of an organizer is marked among the tabs, and each tab is marked on its own page.

use crate::api::access::{ACCESS, ask, cells, filled, world};
use crate::support::{Reply, Site};
use database_test::database_test;
use sqlx::PgPool;
use std::collections::{BTreeMap, BTreeSet};

/// Where, below the organizer's pages after the close of judging, another tab is marked than the nearest above the address.
const OTHER_TAB: &[(&str, &str)] = &[
    ("/from-file?what=assignments", "Who reviews what"),
    ("/from-file?what=places", "Hall"),
    ("/from-file?what=projects", "Projects"),
    ("/from-file?what=scores", "Who reviews what"),
    // Its winners are decided now.
    ("/prizes/", "Winners"),
];

/// What has no tabs, files and the projector's pages among it, and what leads to a thing that the event has none of.
const NO_TABS: &[&str] = &[
    "/board/live",
    "/ceremony/live",
    "/ceremony/show",
    "/floor/places.csv",
    "/floor/print",
    "/projects/import/{digest}",
    "/reviews-needed",
    "/webhooks/0",
];

const MANAGE: &str = "/events/closed/manage";

/// The pages of the access matrix that an organizer opens in this state, below the organizer's pages.
fn pages(when: &'static str) -> Vec<&'static str> {
    let opens = ACCESS.iter().filter(|row| [200, 308].contains(&cells(row)[&("organizer", when)]));
    let below = opens.filter_map(|row| row.route.strip_prefix("GET /events/{slug}/manage"));
    let pages: Vec<_> = below.filter(|path| !NO_TABS.contains(&path.split('?').next().unwrap())).collect();
    assert!(pages.len() > 50, "{pages:?}");
    pages
}

/// What an organizer finds at an address, or where it leads, and the address of that.
async fn opened(site: &Site, address: &str) -> (String, Reply) {
    let page = ask(site, "organizer", "GET", address, "").await;
    if page.status != 308 {
        return (address.to_owned(), page.is(200));
    }
    let address = page.location().to_owned();
    let page = ask(site, "organizer", "GET", &address, "").await.is(200);
    (address, page)
}

/// Address and label of each page that the rows link, and whether it is marked.
fn tabs(page: &str) -> Vec<(String, String, bool)> {
    let (_, head) = page.split_once("class=\"manage-ways\"").unwrap();
    let (rows, records) = head.split_once("aria-label=\"Records\"").unwrap();
    let head = [rows, records.split("</nav>").next().unwrap()].concat();
    let links = head.split("<a ").skip(1).map(|link| link.split_once("</a>").unwrap().0.to_owned());
    let tab = |link: String| {
        let (attributes, label) = link.rsplit_once('>').unwrap();
        let href = attributes.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        (href.to_owned(), label.to_owned(), attributes.contains("aria-current=\"page\""))
    };
    links.map(tab).collect()
}

fn marked(page: &Reply) -> Vec<String> {
    let body = page.body.replace("<!>", "");
    tabs(&body).into_iter().filter(|(.., marked)| *marked).map(|(_, label, _)| label).collect()
}

/// The label of the tab that leads to an address, or else to the nearest page above it; of these, that of a part of the page which
/// the address asks for.
fn tab_of<'t>(tabs: &'t BTreeMap<String, String>, address: &str) -> &'t str {
    let split = |address: &str| -> (String, String) {
        let address = address.split('#').next().unwrap();
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        (path.to_owned(), query.to_owned())
    };
    let (path, query) = split(address);
    let leads = |tab: &str| {
        let (page, part) = split(tab);
        let above = path.strip_prefix(&page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        above && (part.is_empty() || (path == page && query.split('&').any(|asked| asked == part)))
    };
    let nearest = tabs.iter().filter(|(tab, _)| leads(tab)).max_by_key(|(tab, _)| tab.len());
    nearest.unwrap_or_else(|| panic!("no tab is above {address}")).1
}

#[database_test]
async fn each_page_is_marked_among_the_tabs(pool: PgPool) {
    let things = world(&pool, "closed").await.things;
    let site = Site::with(&pool, &["--limits=off"]).await;
    let mut all = BTreeMap::new();
    for moment in ["/settings", "/assignments", "/calibration", "/calibration/publish"] {
        let (_, page) = opened(&site, &format!("{MANAGE}{moment}")).await;
        for (href, label, _) in tabs(&page.body.replace("<!>", "")) {
            let row = href.starts_with(MANAGE) && !["Prepare", "Judge", "Publish"].contains(&label.as_str());
            if row && !label.starts_with("Decide") {
                all.insert(href, label);
            }
        }
    }
    assert_eq!(all.len(), 21, "{all:?}");
    // Each tab is marked where it leads.
    for (href, label) in &all {
        assert_eq!(marked(&opened(&site, href).await.1), [label.as_str()], "{href}");
    }
    let mut wrong = Vec::new();
    for path in pages("closed") {
        let (address, page) = opened(&site, &format!("{MANAGE}{}", filled(path, &things))).await;
        let below = address.strip_prefix(MANAGE).unwrap();
        let other = OTHER_TAB.iter().find(|(at, _)| below.starts_with(at));
        let label = other.map_or_else(|| tab_of(&all, &address), |(_, label)| *label);
        let found = marked(&page);
        if found != [label] {
            wrong.push(format!("{path}: {found:?} and not {label}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// What the main buttons of a page do. A form may have its own below each of its parts, and what is shown as judges see it does nothing.
fn main_acts(page: &str) -> BTreeSet<String> {
    let (_, page) = page.split_once("<main").unwrap();
    let page = page.split("</main>").next().unwrap().split("id=\"criteria-preview\"").next().unwrap();
    let acts = page.split("class=\"button main").skip(1).map(|button| button.split_once('>').unwrap().1);
    acts.map(|label| label.split("</").next().unwrap().to_owned()).collect()
}

#[database_test]
async fn each_page_has_one_main_act(pool: PgPool) {
    let things = world(&pool, "judging").await.things;
    let site = Site::with(&pool, &["--limits=off"]).await;
    let (mut with_one, mut wrong) = (0, Vec::new());
    for path in pages("judging") {
        let (_, page) = opened(&site, &format!("/events/judging/manage{}", filled(path, &things))).await;
        let acts = main_acts(&page.body);
        with_one += usize::from(acts.len() == 1);
        if acts.len() > 1 {
            wrong.push(format!("{path}: {acts:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(with_one > 15, "{with_one}");
}
