//! The API gives a reader everything that public and personal pages show them (except the organizer's tools).

use crate::support::judged::SHELL;
use crate::support::{Event, Site, World};
use database_test::database_test;
use portal::publish::calibrate;
use sqlx::{AssertSqlSafe, PgPool};
use std::collections::BTreeSet;
use store::database::Database;

/// An event in which every text that a page could show is a word of its own, beginning with `zq`.
async fn world(pool: &PgPool) -> World {
    let world = Event::new("demo")
        .windows([(Some(-5), Some(-4)), (Some(-4), Some(4)), (Some(-3), Some(-2))])
        .judge("judge")
        .judge("second")
        .person("stranger")
        .team("Lights", &["team"])
        .team("Waves", &["bob"])
        .track("zqtrack")
        .project("Lamp", "Lights")
        .project("Copy", "Lights")
        .draft("Fog", "Lights")
        .project("Tide", "Waves")
        .review("judge", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .review_draft("judge", "Tide", r#"{"quality": 2}"#)
        .review("second", "Tide", r#"{"quality": 5, "impact": 9}"#)
        .create(pool)
        .await;
    for sql in [
        "update event set name = 'zqevent', description = 'zqabout', voting_mode = 'account'",
        "update criterion set name = 'zqname' || key, guidance = 'zqguidance' || key where id < 2",
        "update team set name = 'zq' || name",
        "update person set name = 'zqperson' || name",
        "update project set title = 'zqtitle' || id, tagline = 'zqtagline' || id, summary = 'zqsummary' || id,
             description = 'zqstory' || id, tags = array['zqtag' || id], track_id = (select id from track limit 1),
             repo_url = 'https://zqrepo' || id || '.example', demo_url = 'https://zqdemo' || id || '.example'",
        "update project set duplicate_of = 1 where id = 2",
        "update review set comment = 'zqcomment' || id",
        "insert into judge_note (event_id, person_id, project_id, body)
         select event_id, person_id, project_id, 'zqnote' || id from assignment where status = 'pending' or id < 3",
        "insert into conflict (event_id, person_id, project_id, kind, reason, source)
         select p.event_id, j.id, p.id, 'other', 'zqreason', 'judge' from project p, person j
         where p.id = 2 and j.email = 'judge@x.example'",
        "insert into notice (event_id, author_id, audience, body, urgent, mailed)
         select e.id, p.id, 'everybody', 'zqnotice', false, false
         from event e, person p where p.email = 'second@x.example'",
        "insert into comment (event_id, project_id, person_id, body)
         select event_id, id, (select id from person where email = 'stranger@x.example'), 'zqsaid' || id
         from project where status = 'submitted'",
    ] {
        // Without the windows' triggers: this test is about what is shown.
        let sql = format!("set session_replication_role = replica; {sql}; set session_replication_role = origin");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.unwrap();
    }
    calibrate::run(&Database::new(pool.clone()), &SHELL, "demo").await.unwrap();
    let sql = "insert into publication (event_id, run_id) select event_id, id from calibration_run";
    sqlx::query(sql).execute(pool).await.unwrap();
    world
}

/// The words that begin with `zq`, addresses, and moments, as a text holds them.
fn facts(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_ascii_alphanumeric() || "@.:-+".contains(c);
    text.split(|c| !word(c))
        .map(|w| w.trim_matches(|c: char| ".:-+".contains(c)))
        .filter(|w| {
            w.contains("zq") || w.contains('@') || w.starts_with("20") && w.contains('T') && w.contains(':')
        })
        .map(|w| {
            let moment = chrono::DateTime::parse_from_rfc3339(w)
                .or_else(|_| chrono::DateTime::parse_from_rfc3339(&format!("{w}Z")));
            // A page may show a moment without its fraction.
            moment.map_or_else(|_| w.to_owned(), |at| at.to_utc().format("%FT%T").to_string())
        })
        .collect()
}

/// A certificate's links hold its signed record in base64, in which any two letters may occur.
fn without_codes(page: &str) -> String {
    // 256 random bits in base64url: a form's token or key.
    let is_random = |value: &str| {
        value.len() == 43 && value.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let is_code = |value: &&str| value.starts_with("data:") || value.contains("/verify#") || is_random(value);
    page.split('"').filter(|value| !is_code(value)).collect::<Vec<_>>().join("\"")
}

#[database_test]
async fn the_api_answers_everything_that_pages_show(pool: PgPool) {
    let world = world(&pool).await;
    let site = Site::new(&pool).await;
    let ids: Vec<i64> =
        sqlx::query_scalar("select id from project order by id").fetch_all(&pool).await.unwrap();
    let tasks: Vec<i64> =
        sqlx::query_scalar("select id from assignment order by id").fetch_all(&pool).await.unwrap();
    let mut pages: Vec<String> =
        ["/", "/events/demo", "/events/demo/projects", "/events/demo/results", "/events/demo/results/how"]
            .map(str::to_owned)
            .into();
    pages.extend(["/events/demo/submit", "/events/demo/team", "/judge", "/me", "/panels"].map(str::to_owned));
    pages.extend(["/events/demo/judge/conflicts".to_owned()]);
    pages.extend(["judge", "participant"].map(|of| format!("/events/demo/certificate/{of}")));
    pages.extend(ids.iter().flat_map(|id| [format!("/projects/{id}"), format!("/projects/{id}/edit")]));
    pages.extend(tasks.iter().map(|id| format!("/judge/assignments/{id}")));
    let mut answers: Vec<String> = ["events", "events/demo", "events/demo/projects", "events/demo/results"]
        .into_iter()
        .chain(["events/demo/votes", "events/demo/ballot", "judge/assignments", "judge/scores", "me"])
        .chain(["judge/record?event=demo", "participant/record?event=demo"])
        .chain(["judge/tasks", "events/demo/conflicts", "me/notices", "panels"])
        .map(|path| format!("/api/{path}"))
        .collect();
    answers.extend(
        ids.iter().flat_map(|id| ["", "/comments", "/visits"].map(|of| format!("/api/projects/{id}{of}"))),
    );
    for who in ["", "stranger", "team", "judge"] {
        let mut told = BTreeSet::new();
        for path in &answers {
            told.extend(facts(&site.api(who).get(path).await.body));
        }
        let (mut seen, mut alone) = (0, Vec::new());
        for path in &pages {
            let page = site.api(who).get(path).await;
            for fact in facts(&without_codes(&page.body.replace("<wbr>", ""))) {
                seen += 1;
                if !told.contains(&fact) {
                    alone.push(format!("{path} tells {who} {fact}"));
                }
            }
        }
        assert_eq!(alone, Vec::<String>::new());
        assert!(seen > 60, "{who} saw {seen} facts only");
    }
    drop(world);
}
