//! Each page of an organizer is marked among the tabs, and each tab is marked on its own page.

use crate::api::access::{ask, filled, world};
use crate::support::{Reply, Site};
use database_test::database_test;
use sqlx::PgPool;
use std::collections::BTreeSet;
use web::routes;

/// Addresses below the organizer's pages after the close of judging, and the tabs that are marked there.
const MARKED: &[(&str, &str)] = &[
    ("", "Board"),
    ("/assignments", "Who reviews what"),
    ("/assignments?conflicts=", "Who reviews what"),
    ("/assignments?table=1", "Who reviews what"),
    ("/assignments/file", "Who reviews what"),
    ("/assignments/judges/{person}", "People"),
    ("/assignments/judges/{person}/move", "People"),
    ("/assignments/plan", "Who reviews what"),
    ("/assignments/projects/{lamp}", "Projects"),
    ("/assignments/scores", "Who reviews what"),
    ("/assignments/{task}", "Who reviews what"),
    ("/audit", "Log"),
    ("/calibration", "Ranking"),
    ("/calibration?feedback=1", "Feedback"),
    ("/calibration/compare?judge=1", "Ranking"),
    ("/calibration/finals", "Finals"),
    ("/calibration/publish", "Check and publish"),
    ("/ceremony", "Ceremony"),
    ("/deliberation", "Winners"),
    ("/deliberation?ceremony=1", "Ceremony"),
    ("/evidence", "Evidence"),
    ("/exports", "Exports"),
    ("/exports?keeping=1", "Keeping data"),
    ("/exports?webhooks=1", "Webhooks"),
    ("/floor", "Hall"),
    ("/floor/file", "Hall"),
    ("/from-file?what=assignments", "Who reviews what"),
    ("/from-file?what=places", "Hall"),
    ("/from-file?what=projects", "Projects"),
    ("/from-file?what=scores", "Who reviews what"),
    ("/keeping", "Keeping data"),
    ("/notices", "Notices"),
    ("/open-data", "Exports"),
    ("/people", "People"),
    ("/people/guests", "People"),
    ("/people/invitations", "People"),
    ("/people/invitations/{invitation}", "People"),
    ("/people/invite", "People"),
    ("/people/{person}", "People"),
    ("/prizes", "Prizes"),
    ("/prizes?voting=1", "Voting"),
    // Its winners are decided now.
    ("/prizes/{prize}", "Winners"),
    ("/prizes/{prize}/panel", "Winners"),
    ("/projects", "Projects"),
    ("/projects/duplicates", "Projects"),
    ("/projects/duplicates/{lamp}-{tide}", "Projects"),
    ("/projects/import", "Projects"),
    ("/projects/{lamp}", "Projects"),
    ("/questions", "Check and publish"),
    ("/second-organizer", "People"),
    ("/settings", "Event"),
    ("/settings/criteria", "Rubric"),
    ("/voting", "Voting"),
    ("/webhooks", "Webhooks"),
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
    "/webhooks/{id}",
];

const MANAGE: &str = "/events/closed/manage";

/// What an organizer finds at an address, or where it leads.
async fn opened(site: &Site, address: &str) -> Reply {
    let page = ask(site, "organizer", "GET", address, "").await;
    if page.status == 308 {
        ask(site, "organizer", "GET", page.location(), "").await.is(200)
    } else {
        page.is(200)
    }
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

#[database_test]
async fn each_page_is_marked_among_the_tabs(pool: PgPool) {
    let things = world(&pool, "closed").await.things;
    let site = Site::with(&pool, &["--limits=off"]).await;
    let mut wrong = Vec::new();
    for (path, label) in MARKED {
        let found = marked(&opened(&site, &format!("{MANAGE}{}", filled(path, &things))).await);
        if found != [*label] {
            wrong.push(format!("{path}: {found:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    // Each tab is marked where it leads.
    let mut followed = BTreeSet::new();
    for moment in ["/settings", "/assignments", "/calibration", "/calibration/publish"] {
        let page = opened(&site, &format!("{MANAGE}{moment}")).await;
        for (href, label, _) in tabs(&page.body.replace("<!>", "")) {
            let row = href.starts_with(MANAGE) && !["Prepare", "Judge", "Publish"].contains(&label.as_str());
            if row && !label.starts_with("Decide") && followed.insert(href.clone()) {
                assert_eq!(marked(&opened(&site, &href).await), [label], "{href}");
            }
        }
    }
    assert_eq!(followed.len(), 21, "{followed:?}");
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
    for (path, _) in MARKED {
        let address = format!("/events/judging/manage{}", filled(path, &things));
        let page = opened(&site, &address).await;
        let acts = main_acts(&page.body);
        with_one += usize::from(acts.len() == 1);
        if acts.len() > 1 {
            wrong.push(format!("{path}: {acts:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(with_one > 15, "{with_one}");
}

#[test]
fn each_page_of_an_organizer_is_in_the_table() {
    let shape = |path: &str| -> Vec<String> {
        let parts = path.split('?').next().unwrap().split('/');
        parts.map(|part| if part.starts_with('{') { "*".to_owned() } else { part.to_owned() }).collect()
    };
    let known: BTreeSet<_> =
        MARKED.iter().map(|(path, _)| *path).chain(NO_TABS.iter().copied()).map(shape).collect();
    let below = "/events/{slug}/manage";
    let pages = routes::entries().filter(|(method, ..)| method.as_str() == "GET").map(|(_, path, _)| path);
    let missing: Vec<_> = pages
        .filter(|path| path.strip_prefix(below).is_some_and(|path| !known.contains(&shape(path))))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}
