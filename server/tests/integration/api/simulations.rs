//! The pages that simulate events, as the server answers them.

use crate::prelude::*;

#[database_test]
async fn without_scripting_the_server_says_how_many_reviews_there_are_time_for(site: Site) {
    let page = site.api("").get("/how-many-reviews?projects=40&judges=10&visit=10&hours=2").await.is(200);
    for said in
        ["3 reviews for each project", "Each judge has time for 12 projects.", "comes first with a chance of"]
    {
        assert!(page.body.contains(said), "{said}\n{}", page.body);
    }
    assert!(page.body.contains(r#"name="projects" value="40""#), "{}", page.body);
}

#[database_test]
async fn wrong_numbers_come_back_with_the_remedy(site: Site) {
    let page =
        site.api("").get("/how-many-reviews?projects=two&judges=10&visit=10&hours=%3Cb%3E").await.is(400);
    assert!(page.body.contains("<title>Error: How many reviews do we need?"), "{}", page.body);
    for said in [
        "Projects: enter a whole number from 3 to 1000.",
        "Hours of judging: enter a number from 0.25 to 100.",
    ] {
        let found = page.body.matches(said).count();
        assert_eq!(found, 2, "above the form and at the field: {said}\n{}", page.body);
    }
    assert!(page.body.contains(r#"value="two""#) && page.body.contains("&lt;b&gt;"), "{}", page.body);
    assert!(!page.body.contains("comes first with"), "nothing is computed");
}

#[database_test]
async fn an_organizer_begins_with_the_events_own_numbers(pool: PgPool) {
    let mut event = Event::new("demo").judging().organizer("org").judge("j1").judge("j2").judge("j3");
    event = event.team("Lights", &["ana"]);
    for title in ["Lamp", "Tide", "Dune", "Kite", "Fog"] {
        event = event.project(title, "Lights");
    }
    let demo = event.create(&pool).await;
    demo.move_window("judging", (Some(-1), Some(2))).await;
    let site = Site::new(&pool).await;
    let path = "/events/demo/manage/reviews-needed";
    let page = site.browser("org").get(path).await;
    let own = "/how-many-reviews?projects=5&judges=3&visit=8&hours=3";
    page.leads_to(own);
    site.browser("org").get(own).await.shows(r#"name="projects" value="5""#);
}

#[database_test]
async fn a_made_up_event_is_ranked_both_ways(site: Site) {
    let strict = site.api("").get("/play?strict=30&erratic=0&boost=0&luck=1").await.is(200);
    for said in ["Plain means", "Calibrated", "Aurora", "too low", r#"value="30""#] {
        assert!(strict.body.contains(said), "{said}\n{}", strict.body);
    }
    let again = site.api("").get("/play?strict=30&erratic=0&boost=0&luck=1").await;
    assert_eq!(strict.body, again.body, "the same controls give the same event");
    assert_ne!(strict.body, site.api("").get("/play?strict=30&erratic=0&boost=50&luck=1").await.body);
    // What is no number is not asked.
    site.api("").get("/play?strict=many&luck=-1").await.is(200);
}
