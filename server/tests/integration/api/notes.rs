//! Private notes of judges: nobody else reads them, anywhere.

use crate::prelude::*;

const SECRET: &str = "The second speaker convinced me";

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo"])
        .organizer("olga")
        .admin("root")
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .assignments(&[("ada", "Lamp"), ("bo", "Lamp")])
        .review("ada", "Boat", FULL)
}

async fn path(world: &World, judge: &str, title: &str) -> String {
    format!("/judge/assignments/{}", world.assignment(judge, title).await)
}

async fn write(site: &Site, path: &str, version: &str, text: &str) -> Reply {
    site.browser("ada").submit(&format!("{path}/note"), &[("version", version), ("note", text)]).await
}

/// The version that the form of a page was made from.
fn version(page: &Reply) -> String {
    let (_, form) = page.body.split_once("/note\"").unwrap();
    form.hidden("version").to_owned()
}

#[database_test(demo().served(&pool))]
async fn a_note_is_its_judges_alone(world: World, site: Site) {
    let boat = path(&world, "ada", "Boat").await;
    let saved = write(&site, &boat, "none", &format!(" {SECRET}\r\n\r\nTwice ")).await;
    saved.leads_to(&format!("{boat}?note=saved#note-form"));
    let page = site.browser("ada").get(&format!("{boat}?note=saved")).await;
    assert!(page.body.contains(SECRET) && page.body.contains("Saved."), "{}", page.body);
    assert!(site.browser("ada").get("/judge").await.body.contains(SECRET), "beside what was seen");
    let mine = site.browser("ada").get("/me/data.json").await.json();
    assert_eq!(mine["notes"][0]["note"], format!("{SECRET}\n\nTwice"));
    let project = world.project("Boat").await;
    let pages = [
        "/judge".to_owned(),
        "/me/data.json".to_owned(),
        boat.clone(),
        format!("/projects/{project}"),
        "/events/demo/manage".to_owned(),
        "/events/demo/manage/assignments".to_owned(),
        "/events/demo/manage/audit".to_owned(),
        "/api/events/demo/export/bundle.json".to_owned(),
        "/api/events/demo/export/scores.csv".to_owned(),
        "/api/events/demo/export/audit.csv".to_owned(),
    ];
    for who in ["bo", "olga", "root", "ben"] {
        for page in &pages {
            let found = if page.starts_with("/api") {
                site.api(who).get(page).await
            } else {
                site.browser(who).get(page).await
            };
            assert!(!found.body.contains(SECRET), "{who} reads it at {page}");
        }
        let typed = [("version", "none"), ("note", "mine")];
        assert_eq!(site.browser(who).submit(&format!("{boat}/note"), &typed).await.status, 404);
    }
    let rows = world.audit().await;
    let (action, .., before, after) = rows.iter().find(|row| row.0 == "note.saved").unwrap();
    assert_eq!((action.as_str(), before.is_null(), after.is_null()), ("note.saved", true, true));
}

#[database_test(demo().served(&pool))]
async fn a_note_has_no_window_and_never_writes_over_a_newer_one(world: World, site: Site) {
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let lamp = path(&world, "ada", "Lamp").await;
    let page = site.browser("ada").get(&lamp).await;
    assert_eq!(version(&page), "none");
    assert_eq!(write(&site, &lamp, "none", "First").await.status, 303);
    let stale = write(&site, &lamp, "none", "Second").await.is(412);
    assert!(stale.body.contains("First") && stale.body.contains("Second"), "{}", stale.body);
    stale.says("This note was saved in another window");
    let newest = version(&stale);
    assert_eq!(write(&site, &lamp, "none", "First").await.status, 303, "what is stored is not stale");
    let long = "y".repeat(5001);
    let refused = write(&site, &lamp, &newest, &long).await.is(400);
    assert!(refused.body.contains(&long) && refused.body.contains("href=\"#note\""), "{}", refused.body);
    refused.says("The note has 5001 characters: shorten it to 5000.");
    assert_eq!(write(&site, &lamp, &newest, "Second").await.status, 303);
    let newest = version(&site.browser("ada").get(&lamp).await);
    assert_eq!(write(&site, &lamp, &newest, "").await.status, 303);
    assert_eq!(world.one::<i64>("select count(*) from judge_note where event_id = $1").await, 0);
}

#[database_test(demo().served(&pool))]
async fn a_deleted_account_leaves_no_note(world: World, site: Site) {
    write(&site, &path(&world, "ada", "Lamp").await, "none", SECRET).await;
    site.browser("ada").submit("/me/leave", &[("typed", "leave")]).await;
    let gone = "select count(*) from person where deactivated_at is not null and $1::bigint is not null";
    assert_eq!(world.one::<i64>(gone).await, 1);
    assert_eq!(world.one::<i64>("select count(*) from judge_note where event_id = $1").await, 0);
}
