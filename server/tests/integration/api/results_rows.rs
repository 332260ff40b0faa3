//! What the rows of a published ranking say of their judges, on the page and in the API.

use crate::prelude::*;

const RESULTS: &str = "/api/events/demo/results";
const PAGE: &str = "/events/demo/results";
const HOW: &str = "/events/demo/results/how";

#[database_test(PUBLISHED)]
async fn a_row_says_how_strict_its_judges_are_together_and_the_api_says_the_same(site: Site) {
    let results = site.api("").get(RESULTS).await.json();
    let page = site.api("").get(PAGE).await;
    for entry in results["projects"].as_array().unwrap() {
        let are = match entry["strictness"].as_str().unwrap() {
            "stricter" => "stricter than average",
            "average" => "about as strict as average",
            "more_generous" => "more generous than average",
            other => panic!("{other}: {entry}"),
        };
        let sentence = format!("Its {} judges together are {are}.", entry["reviews"]);
        assert!(page.text().contains(&sentence), "{sentence}: {}", page.text());
    }
    for judge in ["j1", "j2", "j3", "Zoe", "both"] {
        assert!(!page.body.contains(&email(judge)), "{judge}");
    }
    assert!(site.api("").get(HOW).await.text().contains("the strictest judge gave"));
}

#[database_test]
async fn with_four_judges_nothing_is_said_of_their_offsets(pool: PgPool) {
    let judges = ["j1", "j2", "j3", "j4"];
    let mut event = Event::new("demo").judging();
    for judge in judges {
        event = event.judge(judge);
    }
    for n in 1..=6 {
        let (team, title) = (format!("Team {n}"), format!("Project {n}"));
        event = event.team(&team, &[&format!("p{n}")]).project(&title, &team);
        for (at, judge) in (1..).zip(judges) {
            let scores = format!(r#"{{"quality": {}, "impact": {}}}"#, 1 + (n + at) % 5, (n * 2 + at) % 11);
            event = event.review(judge, &title, &scores);
        }
    }
    let (_, site) = event.served(&pool).await;
    calibrated(&site).await;
    published(&site).await;
    let results = site.api("").get(RESULTS).await.json();
    assert!(results["projects"].as_array().unwrap().iter().all(|entry| entry["strictness"].is_null()));
    site.api("").get(PAGE).await.says("With fewer than 5 judges, more detail would reveal");
    let how = site.api("").get(HOW).await;
    how.says("too few judges to say how strict they are");
    assert!(!how.text().contains("Judges’ offsets"), "{}", how.text());
}

#[database_test(PUBLISHED)]
async fn a_search_for_a_number_leads_to_the_row_of_that_rank(site: Site) {
    let results = site.api("").get(RESULTS).await.json();
    let third =
        results["projects"].as_array().unwrap().iter().rfind(|e| e["rank"].as_u64() <= Some(3)).unwrap();
    let found = site.api("").get(&format!("{PAGE}?q=3")).await.is(303);
    assert_eq!(found.location(), format!("{PAGE}#project-{}", third["project"]));
    let all = site.api("").get(&format!("{PAGE}?q=3&columns=all")).await;
    assert_eq!(all.location(), format!("{PAGE}?columns=all#project-{}", third["project"]));
    let page = site.api("").get(PAGE).await.text();
    assert!(page.contains("How sure is this?") && !page.contains("Rank range"), "{page}");
    assert!(site.api("").get(&format!("{PAGE}?columns=all")).await.text().contains("Rank range"));
    for other in ["99", "0", "Project 3"] {
        let address = format!("{PAGE}?q={}", other.replace(' ', "+"));
        assert_eq!(site.api("").get(&address).await.status, 200, "{other}");
    }
}
