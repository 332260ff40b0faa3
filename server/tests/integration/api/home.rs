//! The home page: the next step of each role, and what is on.

use crate::prelude::*;

#[database_test]
async fn an_event_alone_leads_and_several_are_cards_and_past_ones_a_list(pool: PgPool) {
    let event = Event::new("demo").organizer("org").track("Sea").team("Lights", &["ana"]);
    event.project("Lamp", "Lights").draft("Fogbound", "Lights").create(&pool).await;
    run(&pool, "update event set venue = 'Town hall, Graz'").await;
    let site = Site::new(&pool).await;
    let home = async || site.browser("").get("/").await;
    let alone = home().await;
    alone.body.has(&[">Demo</a></h1>", "href=\"/events/demo/team\""]);
    alone.text().has(&["Take part", "Submissions are open", "1 project", "Sea", "Town hall, Graz"]);
    assert!(!alone.text().contains("Fogbound") && !alone.text().contains("Your next step"));

    Event::new("old").judged().published().create(&pool).await;
    let with_past = home().await;
    assert!(with_past.body.contains(">Demo</a></h1>"));
    with_past.says("Read the results of Old");

    let next = Event::new("next").judging().create(&pool).await;
    let several = home().await;
    assert!(several.body.contains(">Demo</a></h3>") && several.body.contains(">Next</a></h3>"));
    assert!(several.text().contains("Judging is open"));

    // An event whose results never came out is over a month after its last close.
    next.move_window("submissions", (Some(-1000), Some(-900))).await;
    next.move_window("judging", (Some(-900), Some(-700))).await;
    assert!(home().await.body.contains(">Next</a></h3>"));
    next.move_window("judging", (Some(-900), Some(-730))).await;
    assert!(Site::new(&pool).await.browser("").get("/").await.body.contains(">Demo</a></h1>"));
}

#[database_test]
async fn fifty_events_are_a_page_and_steps_come_from_all_of_them(pool: PgPool) {
    let event = Event::new("demo").judging().judge("ada").team("Lights", &["ana"]).project("Lamp", "Lights");
    event.assign("ada", "Lamp").create(&pool).await;
    let sql = "insert into event (slug, name, submissions_close)
         select 'later-' || n, 'Later ' || n, now() + n * interval '1 day' from generate_series(1, 50) n";
    run(&pool, sql).await;
    let site = Site::new(&pool).await;
    let first = site.browser("").get("/").await;
    assert!(first.body.contains(">Later 50</a></h3>") && first.body.contains(">Later 1</a></h3>"));
    assert!(!first.body.contains("/events/demo"), "it is the last of 51");
    assert!(first.body.contains("href=\"/?page=2\""), "{}", first.body);
    let second = site.browser("").get("/?page=2").await;
    assert!(second.body.contains(">Demo</a></h3>") && second.text().contains("1 project"));
    second.text().has(&["More events"]);
    second.body.lacks(&["/events/later-"]);
    assert!(second.body.contains("href=\"/\"") && !second.body.contains("?page=3"));
    for unread in ["/?page=3", "/?page=4294967295"] {
        assert!(site.browser("").get(unread).await.text().contains("No more events"), "{unread}");
    }
    for first in ["/?page=0", "/?page=x", "/?page=-1"] {
        assert!(site.browser("").get(first).await.text().contains("Later 50"), "{first}");
    }
    // The judge's event is on the second page, and their step on the first.
    assert!(site.browser("ada").get("/").await.text().contains("Review Lamp"));
    assert!(!site.browser("ada").get("/?page=2").await.text().contains("Review Lamp"));
}

#[database_test]
async fn a_judges_next_project_comes_first_and_is_shown_to_nobody_else(pool: PgPool) {
    let event = Event::new("demo").judging().organizer("org").judge("ada").judge("jo");
    let event = event
        .teams(&[("Lights", &["ana"]), ("Waves", &["wim"])])
        .project("Lamp", "Lights")
        .project("Tide", "Waves");
    let event = event.review("ada", "Lamp", r#"{"quality": 3, "impact": 4}"#).assign("ada", "Tide");
    let (world, site) = event.review("jo", "Lamp", r#"{"quality": 3, "impact": 4}"#).served(&pool).await;
    let task = world.assignment("ada", "Tide").await;
    let ada = site.browser("ada").get("/").await;
    for part in ["Your next step", "Review Tide", "Waves", "1 of 2 reviews submitted", "Judging closes in"] {
        assert!(ada.text().contains(part), "{part}: {}", ada.text());
    }
    assert!(ada.body.contains(&format!("href=\"/judge/assignments/{task}\"")));
    for who in ["", "ana", "jo"] {
        let home = site.browser(who).get("/").await;
        assert!(!home.text().contains("Review Tide") && !home.text().contains("of 2 reviews"), "{who}");
    }
    let org = site.browser("org").get("/").await;
    org.says("What needs attention");
    org.says("1 project has no review yet.");
    assert!(org.body.contains("href=\"/events/demo/manage\""));
}

#[database_test]
async fn a_team_reads_what_its_draft_lacks_until_submissions_close(pool: PgPool) {
    let event = Event::new("demo")
        .organizer("org")
        .participant("vera")
        .team("Lights", &["ana"])
        .team("Waves", &["wim"]);
    let (world, site) = event.draft("Fogbound", "Lights").served(&pool).await;
    let words = async |who: &str| site.browser(who).get("/").await.text();
    let ana = words("ana").await;
    ana.has(&[
        "Fogbound",
        "Still missing: a tagline, a summary and a link to the code or a demo.",
        "Finish and submit",
    ]);
    assert!(words("wim").await.contains("Your team has no project yet."));
    assert!(words("vera").await.contains("Create a team"));
    let org = words("org").await;
    assert!(org.contains("There are no judges."), "{org}");
    for who in ["", "wim", "vera", "org"] {
        assert!(!words(who).await.contains("Fogbound"), "{who}");
    }
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    assert!(!words("ana").await.contains("Fogbound"), "nothing can be done about it any more");
}
