//! Deliberation on prizes: what speaks for whom, what organizers say to each other, and what they decided.

use crate::support::judged::{JUDGED, calibrated, published, sql};
use crate::support::{Site, World};
use database_test::database_test;
use sqlx::PgPool;

const LIST: &str = "/events/demo/manage/deliberation";
const ONE: &str = "/events/demo/manage/deliberation/1";
const AWARD: &str = "/events/demo/manage/prizes/1/award";

/// The judged event with one prize by rank for two projects, and a comment by j1 about project 1.
async fn event(pool: &PgPool) -> World {
    let demo = World::demo(pool);
    sql(&demo, "insert into prize (event_id, name, rule, winners) values (1, 'Best', 'rank', 2)").await;
    sql(&demo, "update review set comment = 'Runs on a potato.' where id = 1").await;
    demo
}

#[database_test(JUDGED)]
async fn the_short_list_shows_ranks_chances_and_comments(pool: PgPool) {
    event(&pool).await;
    let site = Site::new(&pool).await;
    let org = site.browser("org");
    let early = org.get(LIST).await.text();
    assert!(early.contains("There is no ranking yet."), "{early}");
    calibrated(&site).await;
    let list = org.get(LIST).await.text();
    assert!(list.contains("By the rule: Project 3 and Project 1."), "{list}");
    let text = org.get(ONE).await.text();
    assert!(text.contains("2 winners, found by best of the ranking."), "{text}");
    assert!(text.contains("Chance to be in the first 2") && text.contains("By the rule"), "{text}");
    assert!(text.contains("Runs on a potato.") && text.contains("J1"), "{text}");
    assert!(!text.contains("Project 6"), "a repeat wins nothing: {text}");
    assert_eq!(org.get(&format!("{LIST}/9")).await.status, 404);
}

#[database_test(JUDGED)]
async fn remarks_are_kept_for_organizers_who_take_no_part_and_stay_out_of_the_log(pool: PgPool) {
    let demo = event(&pool).await;
    let site = Site::new(&pool).await;
    let org = site.browser("org");
    let add = format!("{ONE}/remark");
    let blank = org.submit(&add, &[("project", "1"), ("body", "  ")]).await;
    assert!(
        blank.status == 400 && blank.body.contains("Write a remark before you add it."),
        "{}",
        blank.text()
    );
    assert!(blank.body.contains("<option value=\"1\" selected"), "what it was about comes back");
    assert_eq!(org.submit(&add, &[("project", "6"), ("body", "A repeat.")]).await.status, 400);
    let version = "select version::bigint from event where id = $1";
    let before = demo.one::<i64>(version).await;
    let said = org.submit(&add, &[("project", "1"), ("body", "The jury liked the potato.")]).await;
    assert_eq!((said.status, said.location()), (303, "/events/demo/manage/deliberation/1#remarks"));
    assert_eq!(demo.one::<i64>(version).await, before, "nobody else sees it, so caches stay");
    let page = org.get(ONE).await.text();
    assert!(page.contains("The jury liked the potato.") && page.contains("about Project 1"), "{page}");
    let (action, _, _, after) = demo.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), after), ("remark.added", serde_json::json!({"project": 1})));
    for name in ["both", "ana"] {
        let who = site.browser(name);
        assert_eq!(who.submit(&add, &[("body", "Mine is best.")]).await.status, 403);
        for path in [LIST, ONE, "/events/demo/manage/prizes", "/events/demo/manage/prizes/1"] {
            let page = who.get(path).await;
            assert!(!page.body.contains("potato") && !page.body.contains("Deliberate on"), "{name} {path}");
        }
        assert_eq!(who.get(ONE).await.status, 403);
    }
    assert_eq!(demo.one::<i64>("select count(*) from deliberation_note where event_id = $1").await, 1);
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    assert!(!bundle.contains("The jury liked"), "no export holds it");
    let own = site.browser("org").get("/me/data.json").await.body;
    assert!(own.contains("The jury liked the potato."), "who wrote it can read it: {own}");
}

#[database_test(JUDGED)]
async fn each_decision_stays_with_its_reason(pool: PgPool) {
    let demo = event(&pool).await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    let org = site.browser("org");
    let two = [("winner", "3"), ("winner-2", "1"), ("version", "1")];
    assert_eq!(org.submit(AWARD, &two).await.status, 303);
    let seen: String = demo
        .one("select to_json(awarded_at at time zone 'UTC')#>>'{}' || 'Z' from prize where event_id = $1")
        .await;
    let other = [
        ("winner", "5"),
        ("winner-2", "3"),
        ("version", "1"),
        ("confirmed", seen.as_str()),
        ("reason", "Five was the brighter demo."),
    ];
    let done = org.submit(AWARD, &other).await;
    assert_eq!(done.status, 303, "{}", done.text());
    let text = org.get(ONE).await.text();
    assert!(text.contains("Project 3 and Project 1, as the rule says"), "{text}");
    assert!(text.contains("Project 5 and Project 3, by choice"), "{text}");
    assert!(text.contains("Five was the brighter demo."), "{text}");
    assert!(org.get(LIST).await.text().contains("Confirmed: Project 5 and Project 3."));
    // They go with the prize.
    published(&site).await;
    assert_eq!(site.browser("both").get(ONE).await.status, 200, "after publication");
}
