//! Where reviews allow no correction, the ranking is by plain means, and every page about it says why.

use crate::prelude::*;
use portal::publish::calibrate;

/// Judge, project and quality.
type Reviews = &'static [(&'static str, &'static str, u8)];

const ALONE: Reviews = &[("ada", "Lamp", 2), ("ada", "Tide", 5), ("ada", "Dune", 3), ("ada", "Mist", 3)];
const EQUAL: Reviews = &[("ada", "Lamp", 3), ("bo", "Lamp", 3), ("ada", "Tide", 3), ("bo", "Dune", 3)];
const FEW: Reviews = &[("ada", "Lamp", 2), ("bo", "Tide", 4)];

/// Publishes an event with these reviews, and returns its ranking as the public reads it: title and rank.
async fn published(pool: &PgPool, site: &Site, slug: &'static str, reviews: Reviews) -> Vec<(String, i64)> {
    let mut event = Event::new(slug).judged().criterion("quality", "1", 1, 5).organizer("org");
    event = event.judge("ada").judge("bo").team("Lights", &["ana"]);
    for title in ["Lamp", "Tide", "Dune", "Mist"] {
        if reviews.iter().any(|(_, of, _)| *of == title) {
            event = event.project(title, "Lights");
        }
    }
    for (judge, title, quality) in reviews {
        event = event.review(judge, title, &format!(r#"{{"quality": {quality}}}"#));
    }
    event.create(pool).await;
    calibrate::run(site.state.by(&SHELL).at(slug)).await.unwrap();
    publish_in(site, slug).await;
    let results = site.api("").get(&format!("/api/events/{slug}/results")).await.json();
    let ranking = results["projects"].as_array().unwrap();
    ranking.iter().map(|p| (p["title"].as_str().unwrap().to_owned(), p["rank"].as_i64().unwrap())).collect()
}

#[database_test]
async fn a_ranking_by_plain_means_says_why_wherever_it_is_shown(pool: PgPool, site: Site) {
    for (slug, reviews, why, ranking) in [
        (
            "alone",
            ALONE,
            "One judge gave all reviews, so there is nobody to compare with. The ranking follows the plain means.",
            vec![("Tide", 1), ("Dune", 2), ("Mist", 2), ("Lamp", 4)],
        ),
        (
            "equal",
            EQUAL,
            "All reviews have the same total, so the ranking follows the plain means.",
            vec![("Lamp", 1), ("Tide", 1), ("Dune", 1)],
        ),
        (
            "few",
            FEW,
            "There are fewer than three reviews, so the ranking follows the plain means.",
            vec![("Tide", 1), ("Lamp", 2)],
        ),
    ] {
        let mut found = published(&pool, &site, slug, reviews).await;
        let mut ranking: Vec<_> = ranking.into_iter().map(|(title, rank)| (title.to_owned(), rank)).collect();
        found.sort();
        ranking.sort();
        assert_eq!(found, ranking, "{slug}");
        for (who, page) in [("", "results"), ("", "results/how"), ("org", "manage/calibration")] {
            let page = site.browser(who).get(&format!("/events/{slug}/{page}")).await;
            assert!(page.status == 200 && page.text().contains(why), "{slug}: {}", page.body);
            assert!(!page.text().contains("The ranking corrects for"), "{slug}: nothing was corrected");
        }
    }
}
