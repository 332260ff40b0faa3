//! Who reads whose scores.

use crate::prelude::*;
use chrono::{DateTime, Utc};

/// Ada and Bo judge; Olga organizes; Tess organizes and is on Pia's team; Judy organizes and judges.
fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo", "judy"])
        .organizers(&["olga", "tess", "judy"])
        .admin("root")
        .person("sam")
        .teams(&[("Lights", &["pia", "tess"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .external_id("ada", "J-1")
        .external_id("bo", "J-2")
        .review("ada", "Lamp", FULL)
        .review_draft("ada", "Boat", r#"{"quality": 2}"#)
        .review("bo", "Lamp", FULL)
        .assign("bo", "Boat")
        .review("judy", "Boat", FULL)
}

/// Another event, which Otto organizes; Ada judges here too.
fn other() -> Event {
    Event::new("other")
        .judging()
        .judges(&["ada", "cy"])
        .organizer("otto")
        .team("Kites", &["kim"])
        .project("Kite", "Kites")
        .external_id("cy", "J-1")
        .reviews(&[("ada", "Kite", r#"{"quality": 1, "impact": 0}"#), ("cy", "Kite", FULL)])
}

/// `judge:project` of each record, in the order of the answer.
async fn read(site: &Site, name: &str, query: &str) -> Vec<String> {
    let reply = site.api(name).get(&format!("/api/judge/scores{query}")).await;
    assert_eq!(reply.status, 200, "{name} {query}: {}", reply.body);
    let record = |r: &Value| {
        let judge = r["judge"].as_str().unwrap().split('@').next().unwrap();
        format!("{judge}:{}", r["project_title"].as_str().unwrap())
    };
    reply.json().as_array().unwrap().iter().map(record).collect()
}

async fn refused(site: &Site, name: &str, query: &str, status: u16, detail: &str) {
    let reply = site.api(name).get(&format!("/api/judge/scores{query}")).await;
    assert_eq!(reply.refusal(), (status, detail.to_owned()), "{name} {query}");
}

const OWN: &str = "judges can only read their own scores";

#[database_test]
async fn a_judge_reads_their_own_reviews_drafts_included(pool: PgPool) {
    let (demo, _) = (demo().create(&pool).await, other().create(&pool).await);
    let site = Site::new(&pool).await;
    assert_eq!(read(&site, "ada", "").await, ["ada:Lamp", "ada:Boat", "ada:Kite"]);
    assert_eq!(read(&site, "ada", "?event=other").await, ["ada:Kite"]);
    // An assignment without a review has no record.
    assert_eq!(read(&site, "bo", "").await, ["bo:Lamp"]);
    let records = site.api("ada").get("/api/judge/scores?event=demo").await.json();
    assert_eq!(
        records[1],
        json!({
            "assignment": demo.assignment("ada", "Boat").await, "event": "demo", "project": demo.project("Boat").await,
            "project_title": "Boat", "judge": email("ada"), "status": "pending", "submitted_at": null,
            "comment": "By ada", "scores": { "quality": 2 }, "weighted_total": 0.25,
            "saved_at": demo.one::<DateTime<Utc>>("select saved_at from review where event_id = $1 and submitted_at is null").await,
        })
    );
    assert_eq!((&records[0]["status"], &records[0]["weighted_total"]), (&json!("done"), &json!(0.733_333)));
    assert!(records[0]["submitted_at"].as_str().unwrap().ends_with('Z'));
}

#[database_test]
async fn a_judge_may_name_themselves_in_three_ways_and_nobody_else(pool: PgPool) {
    let (demo, _) = (demo().create(&pool).await, other().create(&pool).await);
    let site = Site::new(&pool).await;
    let id = demo.person("ada").await;
    for name in ["J-1".to_owned(), email("ada"), "ADA@X.EXAMPLE".into(), id.to_string()] {
        let own = read(&site, "ada", &format!("?judge={name}")).await;
        assert_eq!(own, ["ada:Lamp", "ada:Boat", "ada:Kite"], "{name}");
    }
    assert_eq!(read(&site, "ada", "?judge=J-1&event=demo").await, ["ada:Lamp", "ada:Boat"]);
    // J-2 is somebody, J-9 nobody: a judge cannot tell them apart.
    for name in ["J-2", "bo@x.example", "J-9", "0", "", "%00", "olga@x.example"] {
        refused(&site, "ada", &format!("?judge={name}"), 403, OWN).await;
        refused(&site, "ada", &format!("?judge={name}&event=demo"), 403, OWN).await;
    }
    // In the other event that fixture id is Cy's.
    refused(&site, "ada", "?judge=J-1&event=other", 403, OWN).await;
}

#[database_test(demo().served(&pool))]
async fn someone_who_judges_nothing_reads_nothing(_: World, site: Site) {
    let nobody = site.api("").get("/api/judge/scores?event=nowhere").await;
    assert_eq!((nobody.status, nobody.headers["www-authenticate"].to_str().unwrap()), (401, "Bearer"));
    for name in ["sam", "pia", "olga", "root"] {
        refused(&site, name, "", 403, "judges only").await;
        refused(&site, name, "?event=demo", 403, "judges only").await;
        refused(&site, name, "?event=No+slug", 403, "judges only").await;
    }
    for query in ["?judge=J-1", "?judge=nobody", "?judge=sam@x.example", "?judge=J-1&event=demo"] {
        refused(&site, "sam", query, 403, OWN).await;
        refused(&site, "pia", query, 403, OWN).await;
    }
}

#[database_test]
async fn an_organizer_reads_the_judges_of_their_own_events(pool: PgPool) {
    let (demo, _) = (demo().create(&pool).await, other().create(&pool).await);
    let site = Site::new(&pool).await;
    let id = demo.person("ada").await;
    for name in ["J-1".to_owned(), "Ada@x.example".into(), id.to_string()] {
        assert_eq!(read(&site, "olga", &format!("?judge={name}")).await, ["ada:Lamp", "ada:Boat"], "{name}");
    }
    assert_eq!(read(&site, "olga", "?judge=J-2&event=demo").await, ["bo:Lamp"]);
    assert_eq!(read(&site, "otto", "?judge=ada@x.example").await, ["ada:Kite"]);
    assert_eq!(read(&site, "otto", "?judge=J-1").await, ["cy:Kite"]);
    // Known elsewhere, unknown at all, no judge, nobody: to Olga they are the same.
    for name in ["cy@x.example", "nobody", "pia@x.example", "", "%00", "0"] {
        refused(&site, "olga", &format!("?judge={name}"), 404, "no such judge").await;
        refused(&site, "olga", &format!("?judge={name}&event=demo"), 404, "no such judge").await;
    }
    // Ada judges there, but Olga does not organize it.
    refused(&site, "olga", "?judge=ada@x.example&event=other", 404, "no such judge").await;
    // She is somebody, and judges nothing.
    refused(&site, "olga", "?judge=olga@x.example", 403, "judges only").await;
}

#[database_test]
async fn a_site_admin_organizes_every_event(pool: PgPool) {
    demo().create(&pool).await;
    other().create(&pool).await;
    let site = Site::new(&pool).await;
    assert_eq!(read(&site, "root", "?judge=ada@x.example").await, ["ada:Lamp", "ada:Boat", "ada:Kite"]);
    assert_eq!(read(&site, "root", "?judge=J-1&event=other").await, ["cy:Kite"]);
    let both = site.api("root").get("/api/judge/scores?judge=J-1").await.is(400);
    assert!(both.json()["judge"][0].as_str().unwrap().contains("event=<slug>"));
}

#[database_test(demo().served(&pool))]
async fn an_unknown_event_is_404_and_a_malformed_one_400(_: World, site: Site) {
    for name in ["ada", "olga", "sam"] {
        refused(&site, name, "?event=nowhere", 404, "Not found.").await;
        refused(&site, name, "?event=nowhere&judge=J-1", 404, "Not found.").await;
    }
    for event in ["No+slug", "", "%00", "-a"] {
        let reply = site.api("ada").get(&format!("/api/judge/scores?event={event}")).await;
        assert_eq!((reply.status, reply.json()["event"].is_array()), (400, true), "{event}");
    }
}

#[database_test]
async fn until_publication_an_organizer_on_a_team_does_not_read_reviews_of_its_projects(pool: PgPool) {
    let (_, site) = demo().served(&pool).await;
    assert_eq!(read(&site, "tess", "?judge=J-1").await, ["ada:Boat"]);
    assert_eq!(read(&site, "tess", "?judge=J-1&event=demo").await, ["ada:Boat"]);
    assert_eq!(read(&site, "tess", "?judge=J-2").await, [""; 0]);
}

#[database_test]
async fn until_publication_an_organizer_who_judges_reads_their_own_reviews_only(pool: PgPool) {
    demo().create(&pool).await;
    other().organizer("judy").create(&pool).await;
    let site = Site::new(&pool).await;
    let why = "You judge in this event. Until the results are published, only organizers who take no part can see scores.";
    refused(&site, "judy", "?judge=ada@x.example&event=demo", 403, why).await;
    refused(&site, "judy", "?judge=nobody&event=demo", 404, "no such judge").await;
    // Where no event is named, the others' reviews of that event are left out.
    assert_eq!(read(&site, "judy", "?judge=ada@x.example").await, ["ada:Kite"]);
    assert_eq!(read(&site, "judy", "?judge=bo@x.example").await, [""; 0]);
    for query in ["", "?event=demo", "?judge=judy@x.example", "?judge=judy@x.example&event=demo"] {
        assert_eq!(read(&site, "judy", query).await, ["judy:Boat"], "{query}");
    }
}

#[database_test(demo().published().served(&pool))]
async fn once_published_an_organizer_who_took_part_reads_everything(_: World, site: Site) {
    for name in ["tess", "judy"] {
        for query in ["?judge=J-1", "?judge=J-1&event=demo"] {
            assert_eq!(read(&site, name, query).await, ["ada:Lamp", "ada:Boat"], "{name} {query}");
        }
    }
}
