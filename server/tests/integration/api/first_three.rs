//! Judges' first three: who is asked, what they can name, and who reads the tally.

use crate::prelude::*;
use model::context::EventKey;
use portal::account::identification;
use portal::context;
use portal::prizes::first_three::{FirstThreeTally, tally};
use store::failure::Failure;

const PAGE: &str = "/events/demo/judge/first-three";

fn demo() -> Event {
    let event = Event::new("demo")
        .judging()
        .judges(&["ada", "bo", "judy"])
        .organizers(&["judy", "olga", "tom"])
        .team("Lights", &["pia", "tom"])
        .team("Sails", &["ben"]);
    let event = ["Lamp", "Boat", "Kite", "Mast"].into_iter().fold(event, |event, title| {
        let team = if title == "Lamp" { "Lights" } else { "Sails" };
        event.project(title, team).review("ada", title, FULL)
    });
    event.review("bo", "Boat", FULL).assign("bo", "Lamp")
}

async fn asked(pool: &PgPool) -> (World, Site) {
    let world = demo().create(pool).await;
    world.run("update event set first_three = true").await;
    (world, Site::new(pool).await)
}

async fn give(site: &Site, world: &World, who: &str, titles: &[&str]) -> Reply {
    let mut fields = Vec::new();
    for (name, title) in ["choices", "choices-2", "choices-3"].into_iter().zip(titles) {
        let id = if title.is_empty() { String::new() } else { world.project(title).await.to_string() };
        fields.push((name, id));
    }
    let fields: Vec<_> = fields.iter().map(|(name, id)| (*name, id.as_str())).collect();
    site.browser(who).submit(PAGE, &fields).await
}

async fn read(site: &Site, who: &str) -> Result<Option<FirstThreeTally>, u16> {
    let token = token(who);
    let caller = site
        .state
        .read(async |c| identification::by_token(c, &token, false).await)
        .await
        .unwrap()
        .unwrap_or_default();
    let found = site.state.by(&caller).read(async |call| {
        let at = context(call, EventKey::Slug("demo")).await?;
        tally(call, &at).await
    });
    match found.await {
        Ok(tally) => Ok(tally),
        Err(Failure::Refused(refusal)) => Err(refusal.status()),
        Err(broken) => panic!("{broken}"),
    }
}

#[database_test(demo().served(&pool))]
async fn judges_are_asked_where_the_event_asks_and_they_have_seen_enough(world: World, site: Site) {
    assert!(!site.browser("ada").get("/judge").await.body.contains("first-three"));
    assert_eq!(site.browser("ada").get(PAGE).await.status, 404);
    world.run("update event set first_three = true").await;
    assert!(site.browser("ada").get("/judge").await.body.contains(PAGE));
    // Bo has one review and one project left.
    assert!(!site.browser("bo").get("/judge").await.body.contains(PAGE));
    for who in ["olga", "pia"] {
        assert_eq!(site.browser(who).get(PAGE).await.status, 403);
        assert_eq!(give(&site, &world, who, &["Boat"]).await.status, 403);
    }
    give(&site, &world, "ada", &["Kite", "", "Lamp"]).await.leads_to(&format!("{PAGE}?saved=1"));
    assert!(site.browser("ada").get("/judge").await.text().contains("Your first three: Kite, Lamp."));
    let mine = site.browser("ada").get("/me/data.json").await.json();
    assert_eq!(mine["first_three"][0]["choices"][0], world.project("Kite").await);
    assert_eq!(give(&site, &world, "ada", &["Kite", "", "Lamp"]).await.status, 303);
    assert_eq!(give(&site, &world, "ada", &[]).await.status, 303);
    let rows: Vec<_> = world.audit().await.into_iter().map(|row| (row.0, row.3["choices"].clone())).collect();
    let given = |n: i64| ("first_three.given".to_owned(), serde_json::json!(n));
    assert_eq!(rows, [given(2), given(0)]);
}

#[database_test(asked(&pool))]
async fn a_judge_names_reviewed_projects_each_once_while_judging_is_open(world: World, site: Site) {
    for (titles, sentence) in [
        (["Boat", "Boat"], "Choose each project once."),
        (["Boat", "Lamp"], "Choose among the projects that you have reviewed."),
    ] {
        let refused = give(&site, &world, "bo", &titles).await.is(400);
        refused.text().has(&[sentence]);
        refused.body.has(&["href=\"#choices\""]);
    }
    give(&site, &world, "bo", &[]).await.is(400).says("Choose a project for the 1st place.");
    give(&site, &world, "bo", &["Boat"]).await;
    world.move_window("judging", (Some(-2), Some(-1))).await;
    give(&site, &world, "bo", &[]).await.is(409);
    let page = site.browser("bo").get(PAGE).await;
    assert!(page.text().contains("Judging for Demo closed") && page.body.contains("Boat"), "{}", page.body);
}

#[database_test(asked(&pool))]
async fn the_tally_has_no_names_and_is_for_organizers_who_take_no_part(world: World, site: Site) {
    give(&site, &world, "ada", &["Boat", "Lamp", "Kite"]).await;
    give(&site, &world, "bo", &["Boat"]).await;
    let found = read(&site, "olga").await.unwrap().unwrap();
    let lines: Vec<_> =
        found.lines.iter().map(|l| (l.title.as_str(), l.tally.points, l.tally.firsts)).collect();
    assert_eq!((found.judges, lines), (2, vec![("Boat", 6, 2), ("Lamp", 2, 0), ("Kite", 1, 0)]));
    for who in ["judy", "tom", "ada", "pia"] {
        assert_eq!(read(&site, who).await.unwrap_err(), 403, "{who}");
    }
    // A review that is withdrawn takes its choice along, and so does the flag of a repeat.
    let path = format!("/judge/assignments/{}", world.assignment("bo", "Boat").await);
    site.browser("bo").submit(&path, &[("score_quality", "4"), ("submit", "false")]).await;
    world.run("update project set duplicate_of = (select id from project where title = 'Boat') where title = 'Kite'").await;
    let found = read(&site, "olga").await.unwrap().unwrap();
    let lines: Vec<_> = found.lines.iter().map(|l| (l.title.as_str(), l.tally.points)).collect();
    assert_eq!((found.judges, lines), (1, vec![("Boat", 3), ("Lamp", 2)]));
    world.run("update event set first_three = false").await;
    assert!(read(&site, "olga").await.unwrap().is_none());
}

#[database_test(asked(&pool))]
async fn the_question_stays_once_judges_have_answered(world: World, site: Site) {
    let settings = "/events/demo/manage/settings";
    site.browser("olga").get(settings).await.shows("Ask judges for their first three");
    give(&site, &world, "ada", &["Boat"]).await;
    let page = site.browser("olga").get(settings).await;
    page.says("Judges have answered since");
    // The field that a browser would send is left out.
    let mut fields = page.fields(settings);
    fields.retain(|(name, _)| name != "first_three");
    let refused = site.browser("olga").submit(settings, &changed(&fields, &[])).await;
    refused.answers(409, "Judges have given their first three already");
}

#[database_test(asked(&pool))]
async fn organizers_who_take_no_part_see_who_gave_theirs_and_what_was_named(world: World, site: Site) {
    let org = site.browser("olga");
    let (list, assignments) = ("/events/demo/manage/deliberation", "/events/demo/manage/assignments");
    org.get(list).await.says("No judge has given their first three yet.");
    give(&site, &world, "ada", &["Kite", "Mast", "Lamp"]).await;
    give(&site, &world, "bo", &["Boat"]).await;
    let page = org.get(list).await;
    let cells = |title: &str| -> Vec<String> {
        let row =
            page.body.split("<tr>").find(|row| row.contains(&format!(">{title}</a>"))).unwrap_or_default();
        row.split("data-label")
            .skip(1)
            .map(|cell| cell.split(['>', '<']).nth(1).unwrap_or("").to_owned())
            .collect()
    };
    page.says("2 judges named the projects that they liked best.");
    assert_eq!(cells("Boat"), ["1", "0", "0", "3", "–"], "{}", page.body);
    assert_eq!(cells("Mast"), ["0", "1", "0", "2", "–"]);
    let judges = org.get(assignments).await.body;
    assert_eq!((judges.matches(">given<").count(), judges.matches(">not yet<").count()), (2, 1), "{judges}");
    for who in ["judy", "tom", "pia", "ada"] {
        for page in [list, assignments] {
            let refused = site.browser(who).get(page).await;
            assert!(refused.status == 403 && !refused.body.contains("Mast"), "{who} {page}");
        }
    }
}
