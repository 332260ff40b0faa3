//! A commit whose outcome nobody knows: it is answered as such, and the same request sent again settles it without a second row.

use crate::prelude::*;
use shared::refusal::CODE_HEADER;
use web_http::answer::{OUTCOME_UNKNOWN, UNKNOWN, UNSETTLED};

const PROJECTS: &str = "/api/events/demo/projects";
const SUBMIT: &str = "/events/demo/submit";

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").judging().judge("ada").team("Lights", &["pia"]).project("Lamp", "Lights");
    let world = event.assign("ada", "Lamp").create(pool).await;
    world.move_window("submissions", (Some(-1), Some(1))).await;
    (world, Site::in_lanes(pool, &[]).await)
}

/// Ends the connection that flushes as something commits: it is saved, and the portal can't know.
const LOSE: &str = "create function lose() returns trigger language plpgsql security definer as $$ begin
         perform pg_terminate_backend(pid, 60000) from pg_stat_activity
             where application_name = 'evenhand flush' and datname = current_database();
         return null;
     end $$;
     create constraint trigger zz_lose after insert on audit_log deferrable initially deferred for each row execute function lose()";
/// Ends the connection of what commits: the database undoes it, and the portal can't know.
const DIE: &str =
    "create function die() returns trigger language plpgsql security definer as $$
         begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
     create constraint trigger zz_die after insert on audit_log deferrable initially deferred for each row execute function die()";
/// Lets transactions commit again.
const LIVE: &str = "drop trigger zz_die on audit_log; drop function die()";

/// A request to the API with a header of its own.
async fn send(site: &Site, who: &str, path: &str, (name, value): (&str, &str), body: &Value) -> Reply {
    let bearer = format!("Bearer {}", token(who));
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json"), (name, value)];
    site.api(who).send_with("POST", path, &headers, body.to_string()).await
}

fn unsettled(reply: &Reply) {
    assert_eq!(reply.status, 503, "{}", reply.body);
    assert_eq!(reply.headers[CODE_HEADER], OUTCOME_UNKNOWN);
    assert_eq!(reply.headers["retry-after"], "2");
    let (_, what_to_do) = UNSETTLED.split_once(". ").unwrap();
    assert!(reply.text().contains(what_to_do), "{}", reply.body);
}

/// How many rows the log has of this.
async fn logged(world: &World, action: &str) -> usize {
    world.audit().await.iter().filter(|(logged, ..)| logged == action).count()
}

#[database_test(world(&pool))]
async fn what_was_saved_is_recognised_when_it_is_sent_again(world: World, site: Site) {
    let review = format!("/api/judge/assignments/{}/review", world.assignment("ada", "Lamp").await);
    world.run(LOSE).await;
    let full = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    for (who, path, header, body, status) in [
        ("pia", PROJECTS, ("idempotency-key", "k"), json!({ "title": "Kite" }), 201),
        ("ada", review.as_str(), ("if-match", "\"none\""), full, 200),
    ] {
        unsettled(&send(&site, who, path, header, &body).await);
        let again = send(&site, who, path, header, &body).await;
        assert_eq!(again.status, status, "{path}: {}", again.body);
    }
    let sail = [("once", "p"), ("title", "Sail"), ("submit", "false")];
    let page = site.browser("pia").submit(SUBMIT, &sail).await;
    unsettled(&page);
    assert!(page.text().contains("Not sure it was saved") && page.body.contains("Send it again</button>"));
    assert!(!page.text().contains("Nothing was saved"), "{}", page.body);
    assert_eq!(site.browser("pia").submit(SUBMIT, &sail).await.status, 303);
    let titles = world.all::<String>("select title from project where event_id = $1 order by id").await;
    assert_eq!(titles, ["Lamp", "Kite", "Sail"]);
    assert_eq!((logged(&world, "project.created").await, logged(&world, "review.submitted").await), (2, 1));
}

#[database_test(world(&pool))]
async fn what_was_undone_is_done_once_when_it_is_sent_again(world: World, site: Site) {
    let review = format!("/api/judge/assignments/{}/review", world.assignment("ada", "Lamp").await);
    let full = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    for (who, path, header, body, status) in [
        ("pia", PROJECTS, ("idempotency-key", "k"), json!({ "title": "Kite" }), 201),
        ("ada", review.as_str(), ("if-match", "\"none\""), full, 200),
    ] {
        world.run(DIE).await;
        unsettled(&send(&site, who, path, header, &body).await);
        world.run(LIVE).await;
        for _ in 0..2 {
            let again = send(&site, who, path, header, &body).await;
            assert_eq!(again.status, status, "{path}: {}", again.body);
        }
    }
    assert_eq!((logged(&world, "project.created").await, logged(&world, "review.submitted").await), (1, 1));
}

#[database_test(world(&pool))]
async fn what_is_not_recognised_asks_its_sender_to_look(world: World, site: Site) {
    let review = format!("/api/judge/assignments/{}/review", world.assignment("ada", "Lamp").await);
    world.run(LOSE).await;
    for (who, path, body) in [
        ("pia", PROJECTS, json!({ "title": "Kite" })),
        ("ada", review.as_str(), json!({ "scores": { "quality": 4 } })),
    ] {
        let reply = site.api(who).post(path, body).await;
        assert_eq!(reply.refusal(), (500, UNKNOWN.to_owned()), "{path}");
        assert_eq!(reply.headers[CODE_HEADER], OUTCOME_UNKNOWN, "{path}");
        assert!(!reply.headers.contains_key("retry-after"), "{path}");
    }
}

/// Asking for a file saves nothing but a row that says so: its reader has nothing to look for, and asks again.
#[database_test(Event::new("demo").organizer("org").served(&pool))]
async fn a_file_whose_row_is_not_known_to_be_saved_is_asked_for_again(world: World, site: Site) {
    world.run(LOSE).await;
    for file in ["projects.csv", "bundle.json"] {
        let reply = site.api("org").get(&format!("/api/events/demo/export/{file}")).await.is(503);
        assert_eq!(reply.headers["retry-after"], "2", "{file}");
    }
}
