//! What organizers tell the people of an event: whom it reaches, who has read it, and who may write it.

use crate::prelude::*;

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "orla"])
        .organizers(&["olga", "orla"])
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .assign("ada", "Lamp")
}

const DESK: &str = "/events/demo/manage/notices";

async fn post(site: &Site, name: &str, to: &str, text: &str) -> Reply {
    site.browser(name).submit(DESK, &[("to", to), ("text", text)]).await
}

/// Who of the event's people is shown this text on the event's page.
async fn shown_to(site: &Site, text: &str) -> Vec<&'static str> {
    let mut shown = Vec::new();
    for name in ["ada", "orla", "olga", "pia", "ben", "sam"] {
        if site.browser(name).get("/events/demo").await.text().contains(text) {
            shown.push(name);
        }
    }
    shown
}

async fn team(world: &World, name: &str) -> String {
    let sql = "select id from team where event_id = $1 and name = $2";
    let id: i64 = sqlx::query_scalar(sql).bind(world.event).bind(name).fetch_one(&world.pool).await.unwrap();
    format!("team:{id}")
}

#[database_test(demo().create(&pool))]
async fn a_notice_reaches_those_whom_it_is_for_and_nobody_else(world: World) {
    let (elsewhere, site) =
        Event::new("elsewhere").judge("sam").team("Drums", &["dan"]).served(&world.pool).await;
    let sql = "insert into project_place (project_id, event_id, room, place)
               select id, event_id, 'Hall', 'A1' from project where event_id = $1 and title = 'Lamp'";
    world.run(sql).await;
    let ben = format!("person:{}", world.person("ben").await);
    let sails = team(&world, "Sails").await;
    for (to, text, wanted) in [
        ("everybody", "Lunch is served", vec!["ada", "orla", "pia", "ben"]),
        ("judges", "Judges meet now", vec!["ada", "orla"]),
        ("teams", "Teams pack up", vec!["pia", "ben"]),
        ("room:hall", "Hall is cold", vec!["pia"]),
        (sails.as_str(), "Judges missed you", vec!["ben"]),
        (ben.as_str(), "Your badge is here", vec!["ben"]),
    ] {
        assert_eq!(post(&site, "olga", to, text).await.status, 303, "{to}");
        assert_eq!(shown_to(&site, text).await, wanted, "{to}");
    }
    // A visitor who is not signed in, and somebody of another event, read none of it.
    assert!(!site.api("").get("/events/demo").await.text().contains("Lunch"));
    let stranger = world.person("sam").await;
    assert_eq!(post(&site, "olga", &format!("person:{stranger}"), "Hello").await.status, 400);
    let drums = team(&elsewhere, "Drums").await;
    for to in ["", "room:", "nobody", "team:", "team:0", drums.as_str()] {
        assert_eq!(post(&site, "olga", to, "Hello").await.status, 400, "{to}");
    }
    let long = post(&site, "olga", "teams", &"x".repeat(501)).await;
    assert!(long.status == 400 && long.text().contains(&"x".repeat(501)));
    // Of another event.
    site.browser("olga").get(&format!("{DESK}?to={drums}")).await.text().lacks(&["Drums"]);
    site.browser("olga").get(&format!("{DESK}?to={sails}")).await.says("The team “Sails”");
    // Also where a judge works, and on the account's page.
    let task = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    for path in ["/judge", &task, "/me"] {
        assert!(site.browser("ada").get(path).await.text().contains("Judges meet now"), "{path}");
    }
    let logged: String =
        world.one("select string_agg(l::text, ' ') from audit_log l where event_id = $1").await;
    assert!(logged.contains("notice.posted") && !logged.contains("Lunch"), "{logged}");
}

#[database_test(demo().served(&pool))]
async fn a_notice_is_shown_until_it_is_marked_as_read_or_withdrawn(world: World, site: Site) {
    let urgent = [("to", "judges"), ("text", "Fire drill at nine"), ("urgent", "true")];
    let posted = site.browser("olga").submit(DESK, &urgent).await;
    posted.leads_to(&format!("{DESK}?done=notice-posted"));
    site.browser("olga").get(posted.location()).await.says("The notice is posted. It is shown at the top");
    assert_eq!(post(&site, "olga", "judges", "Coffee is out").await.status, 303);
    let ids: Vec<i64> = world.all("select id from notice where event_id = $1 order by id").await;
    let read = format!("/me/notices/{}/read", ids[0]);
    site.browser("ada").get("/judge").await.text().has(&["Acknowledge", "Mark as read"]);
    // A notice for others is none.
    assert_eq!(site.browser("pia").submit(&read, &[("to", "/judge")]).await.status, 404);
    site.browser("ada").submit(&read, &[("to", "/judge")]).await.leads_to("/judge");
    let elsewhere = site.browser("ada").submit(&read, &[("to", "//evil.example")]).await;
    assert_eq!(elsewhere.location(), "/");
    let page = site.browser("ada").get("/judge").await.text();
    assert!(!page.contains("Fire drill") && page.contains("Coffee is out"), "{page}");
    let readers = site.browser("olga").get(&format!("{DESK}?of={}", ids[0])).await.text();
    assert!(readers.contains("1 of 2 people acknowledged it.") && readers.contains("Not yet"), "{readers}");
    // Only of the notice that is asked for.
    site.browser("olga").get(DESK).await.body.lacks(&["data-label=\"Read\""]);
    assert_eq!(site.browser("ada").submit(&format!("{DESK}/{}/withdraw", ids[1]), &[]).await.status, 403);
    assert_eq!(site.browser("olga").submit(&format!("{DESK}/{}/withdraw", ids[1]), &[]).await.status, 303);
    assert_eq!(shown_to(&site, "Coffee is out").await, Vec::<&str>::new());
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["notice.posted", "notice.posted", "notice.withdrawn"]);
}

#[database_test]
async fn an_organizer_who_judges_writes_to_all_but_not_to_the_judges_and_does_not_read_what_others_wrote_them(
    pool: PgPool,
) {
    let (world, site) = demo().served(&pool).await;
    let ada = format!("person:{}", world.person("ada").await);
    assert_eq!(post(&site, "olga", &ada, "Please look at Lamp again").await.status, 303);
    let one: i64 = world.one("select id from notice where event_id = $1").await;
    let lights = team(&world, "Lights").await;
    assert_eq!(post(&site, "olga", &lights, "Nobody was at your table").await.status, 303);
    let narrow = [("judges", 403), (lights.as_str(), 403), (ada.as_str(), 403)];
    for (to, status) in [("everybody", 303), ("teams", 303)].into_iter().chain(narrow) {
        assert_eq!(post(&site, "orla", to, "Hello all").await.status, status, "{to}");
    }
    let desk = site.browser("orla").get(&format!("{DESK}?to={ada}")).await.text();
    assert!(!desk.contains("Lamp again") && !desk.contains("at your table"), "{desk}");
    assert!(desk.contains("2 notices of other organizers"), "{desk}");
    site.browser("orla").get(&format!("{DESK}?to={lights}")).await.text().lacks(&["The team “Lights”"]);
    assert_eq!(site.browser("orla").get(&format!("{DESK}?of={one}")).await.status, 404);
    assert_eq!(site.browser("orla").submit(&format!("{DESK}/{one}/withdraw"), &[]).await.status, 403);
    site.browser("olga").get(&format!("{DESK}?to={ada}")).await.shows(&format!("value=\"{ada}\" selected"));
}

#[database_test(demo().served(&pool))]
async fn nobody_is_flooded_and_mails_go_to_confirmed_addresses(world: World, site: Site) {
    let mailed = [("to", "judges"), ("text", "Read this"), ("mail", "true")];
    for _ in 0..5 {
        assert_eq!(site.browser("olga").submit(DESK, &mailed).await.status, 303);
    }
    let refused = site.browser("olga").submit(DESK, &mailed).await.is(429);
    assert!(refused.headers.contains_key("retry-after"));
    let sql = "select distinct to_address from mail_outbox where kind = 'notice' order by 1";
    let to: Vec<String> = world.all(sql).await;
    assert_eq!(to, ["ada", "orla"].map(crate::support::email));
    for _ in 0..25 {
        assert_eq!(post(&site, "olga", "teams", "Again").await.status, 303);
    }
    assert_eq!(post(&site, "olga", "teams", "Once more").await.status, 429);
    let counted: serde_json::Value =
        json!(world.one::<i64>("select count(*) from notice where event_id = $1").await);
    assert_eq!(counted, json!(30));
}
