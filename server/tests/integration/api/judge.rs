//! A judge's assignments and saving reviews, in the API.

use crate::prelude::*;

/// Judging is open: Ada has Lamp and Boat, Bo has Lamp, Olga organizes, Pia and Ben have a team each.
pub(super) fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo"])
        .organizer("olga")
        .admin("root")
        .person("sam")
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .assignments(&[("ada", "Lamp"), ("bo", "Lamp"), ("ada", "Boat")])
}

/// Where the review of an assignment is saved.
/// [`demo`], and the path of Ada's review of Lamp.
pub(super) async fn at_lamp(pool: &PgPool) -> (World, Site, String) {
    let (world, site) = demo().served(pool).await;
    let path = path(&world, "ada", "Lamp").await;
    (world, site, path)
}

pub(super) async fn path(world: &World, judge: &str, title: &str) -> String {
    format!("/api/judge/assignments/{}/review", world.assignment(judge, title).await)
}

/// Status of Ada's assignment to Lamp, and its review as `(scores, comment, submitted)`.
pub(super) async fn stored(world: &World) -> (String, Option<(Value, String, bool)>) {
    let id = world.assignment("ada", "Lamp").await;
    let status = sqlx::query_scalar("select status from assignment where id = $1").bind(id);
    let review = sqlx::query_as(
        "select scores, comment, submitted_at is not null from review where assignment_id = $1",
    )
    .bind(id);
    let status = status.fetch_one(&world.pool).await.unwrap();
    (status, review.fetch_optional(&world.pool).await.unwrap())
}

#[database_test(demo().review("bo", "Boat", r#"{"quality": 1, "impact": 2}"#).create(&pool))]
async fn a_judge_lists_their_own_assignments_of_every_event(world: World) {
    let other = Event::new("other").judge("ada").team("Kites", &["kim"]).project("Kite", "Kites");
    let (other, site) = other.assign("ada", "Kite").served(&world.pool).await;
    let record = async |world: &World, judge, title, status| {
        json!({
            "id": world.assignment(judge, title).await, "event": world.slug,
            "project": world.project(title).await, "project_title": title, "status": status,
        })
    };
    let ada = json!([
        record(&world, "ada", "Lamp", "pending").await,
        record(&world, "ada", "Boat", "pending").await,
        record(&other, "ada", "Kite", "pending").await,
    ]);
    assert_eq!(site.api("ada").get("/api/judge/assignments").await.json(), ada);
    let bo = site.api("bo").get("/api/judge/assignments").await.json();
    let lamp = record(&world, "bo", "Lamp", "pending").await;
    assert_eq!(bo, json!([lamp, record(&world, "bo", "Boat", "done").await]));
}

#[database_test(demo().served(&pool))]
async fn assignments_are_for_judges_only(world: World, site: Site) {
    let nobody = site.api("").get("/api/judge/assignments").await;
    assert_eq!((nobody.status, nobody.headers["www-authenticate"].to_str().unwrap()), (401, "Bearer"));
    for name in ["sam", "pia", "olga", "root"] {
        let reply = site.api(name).get("/api/judge/assignments").await;
        assert_eq!(reply.refusal(), (403, "judges only".into()), "{name}");
    }
    let quiet = Event::new("quiet").judge("quinn").create(&world.pool).await;
    assert_eq!(site.api("quinn").get("/api/judge/assignments").await.json(), json!([]), "{}", quiet.slug);
}

#[database_test(demo().served(&pool))]
async fn another_judges_assignment_looks_like_one_that_is_not_there(world: World, site: Site) {
    let hers = path(&world, "ada", "Lamp").await;
    let missing = site.api("bo").post("/api/judge/assignments/999999/review", json!({})).await;
    assert_eq!(missing.refusal(), (404, "Not found.".into()));
    for name in ["bo", "sam", "pia", "olga", "root"] {
        for path in [hers.as_str(), "/api/judge/assignments/0/review", "/api/judge/assignments/x/review"] {
            // Someone who may not know of it learns nothing from a broken body either.
            for body in ["{}", "[", r#"{"scores": {"quality": 99}}"#] {
                let reply = site.api(name).post_text(path, body).await;
                assert_eq!((reply.status, &reply.body), (404, &missing.body), "{name} {path} {body}");
            }
        }
    }
    for path in [hers.as_str(), "/api/judge/assignments/999999/review", "/api/judge/assignments/x/review"] {
        assert_eq!(site.api("").post(path, json!({})).await.status, 401, "{path}");
    }
    assert_eq!(stored(&world).await, ("pending".into(), None));
    assert_eq!(world.audit().await, []);
}

#[database_test(at_lamp(&pool))]
async fn a_draft_needs_no_criterion_and_a_submission_every_one(world: World, site: Site, path: String) {
    let id = world.assignment("ada", "Lamp").await;
    let ada = site.api("ada");
    let draft = ada.post(&path, json!({ "scores": { "quality": 4 }, "comment": "So far" })).await.is(200);
    assert_eq!(draft.json(), json!({ "assignment": id, "submitted_at": null, "weighted_total": 0.75 }));
    let scores = json!({ "quality": 4 });
    assert_eq!(stored(&world).await, ("pending".into(), Some((scores, "So far".into(), false))));
    ada.post(&path, json!({ "submit": true })).await.refuses(422, "Impact has no score yet");
    let done = ada.post(&path, json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true })).await;
    // (2·3/4 + 1·7/10) / 3
    assert_eq!((done.status, done.json()["weighted_total"].as_f64()), (200, Some(0.733_333)));
    let sql = "select to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') from review where event_id = $1";
    let at: String = world.one(sql).await;
    assert_eq!(timestamp(&done.json()["submitted_at"]), at.parse::<chrono::DateTime<chrono::Utc>>().unwrap());
    let scores = json!({ "quality": 4, "impact": 7 });
    assert_eq!(stored(&world).await, ("done".into(), Some((scores, "So far".into(), true))));
}

fn timestamp(value: &Value) -> chrono::DateTime<chrono::Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[database_test(at_lamp(&pool))]
async fn a_review_can_be_resubmitted_and_made_a_draft_again(world: World, site: Site, path: String) {
    let ada = site.api("ada");
    let full = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    let first = ada.post(&path, full).await.json();
    let second = ada.post(&path, json!({ "scores": { "quality": 5, "impact": 7 }, "submit": true })).await;
    assert!(timestamp(&second.json()["submitted_at"]) > timestamp(&first["submitted_at"]));
    // Submitting again without changes dates it again.
    let third = ada.post(&path, json!({ "submit": true })).await.json();
    assert!(timestamp(&third["submitted_at"]) > timestamp(&second.json()["submitted_at"]));
    assert_eq!(third["weighted_total"], second.json()["weighted_total"]);
    assert_eq!(ada.post(&path, json!({ "submit": false })).await.json()["submitted_at"], Value::Null);
    let scores = json!({ "quality": 5, "impact": 7 });
    assert_eq!(stored(&world).await, ("pending".into(), Some((scores, String::new(), false))));
}

#[database_test(at_lamp(&pool))]
async fn sent_scores_replace_the_set_and_omitted_members_stay(world: World, site: Site, path: String) {
    let ada = site.api("ada");
    ada.post(&path, json!({ "scores": { "quality": 4, "impact": 7 }, "comment": "One\r\ntwo" })).await;
    ada.post(&path, json!({ "scores": { "impact": 0 } })).await;
    let review = (json!({ "impact": 0 }), "One\ntwo".to_owned(), false);
    assert_eq!(stored(&world).await.1, Some(review));
    ada.post(&path, json!({ "comment": "" })).await;
    assert_eq!(stored(&world).await.1, Some((json!({ "impact": 0 }), String::new(), false)));
    let none = ada.post(&path, json!({ "scores": {} })).await;
    assert_eq!(none.json()["weighted_total"].as_f64(), Some(0.0));
    assert_eq!(stored(&world).await.1, Some((json!({}), String::new(), false)));
}

#[database_test]
async fn the_total_uses_exact_decimal_weights_over_scored_criteria(pool: PgPool) {
    let world = demo().criterion("craft", "2.5", 0, 10).criterion("idea", "0.0001", -2, 1);
    let (world, site) = world.served(&pool).await;
    let path = path(&world, "ada", "Lamp").await;
    for (scores, total) in [
        (json!({ "craft": 7, "idea": -2 }), 0.699_972),
        (json!({ "craft": 7 }), 0.7),
        (json!({ "idea": 0 }), 0.666_667),
        (json!({}), 0.0),
    ] {
        let reply = site.api("ada").post(&path, json!({ "scores": scores })).await;
        assert_eq!(reply.json()["weighted_total"].as_f64(), Some(total), "{scores}");
    }
}

#[database_test(at_lamp(&pool))]
async fn wrong_values_are_422_with_every_sentence(world: World, site: Site, path: String) {
    for (scores, submit, sentence) in [
        (json!({ "quality": 0 }), false, "Quality must be between 1 and 5"),
        (
            json!({ "quality": 6, "impact": -1 }),
            false,
            "Impact must be between 0 and 10; Quality must be between 1 and 5",
        ),
        (json!({ "style": 3 }), false, "This event has no criterion named style"),
        (json!({ "quality": 3 }), true, "Impact has no score yet"),
        (json!({}), true, "Quality has no score yet; Impact has no score yet"),
        (json!({ "quality": 9 }), true, "Quality must be between 1 and 5; Impact has no score yet"),
    ] {
        let reply = site.api("ada").post(&path, json!({ "scores": scores, "submit": submit })).await;
        assert_eq!(reply.refusal(), (422, sentence.into()), "{scores}");
    }
    let huge = r#"{"scores": {"quality": 123456789012345678901234567890}}"#;
    site.api("ada").post_text(&path, huge).await.refuses(422, "Quality must be between 1 and 5");
    assert_eq!(stored(&world).await, ("pending".into(), None));
    assert_eq!(world.audit().await, []);
}

#[database_test(at_lamp(&pool))]
async fn a_malformed_value_is_400_at_its_field(world: World, site: Site, path: String) {
    let long = json!({ "comment": "é".repeat(5001) }).to_string();
    for (body, field) in [
        (r#"{"scores": {"quality": 3.0}}"#, "scores"),
        (r#"{"scores": {"quality": "4"}}"#, "scores"),
        (r#"{"scores": {"quality": true}}"#, "scores"),
        (r#"{"scores": {"quality": null}}"#, "scores"),
        (r#"{"scores": {"quality": 3e0}}"#, "scores"),
        // Form before values.
        (r#"{"scores": {"quality": 99, "impact": "x"}}"#, "scores"),
        (r#"{"scores": [4, 7]}"#, "scores"),
        (r#"{"scores": null}"#, "scores"),
        (r#"{"comment": 3}"#, "comment"),
        (r#"{"comment": null}"#, "comment"),
        ("{\"comment\": \"bell \\u0007\"}", "comment"),
        ("{\"comment\": \"nul \\u0000\"}", "comment"),
        (long.as_str(), "comment"),
        (r#"{"submit": "true"}"#, "submit"),
        (r#"{"submit": 1}"#, "submit"),
        ("", "body"),
        ("[]", "body"),
        (r#"{"scores": {}"#, "body"),
    ] {
        let reply = site.api("ada").post_text(&path, body).await;
        assert_eq!(reply.status, 400, "{body}: {}", reply.body);
        let fields: Vec<String> = reply.json().as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, [field], "{body}");
    }
    assert_eq!(stored(&world).await, ("pending".into(), None));
    let fits = json!({ "comment": "é".repeat(5000), "unknown": [1] });
    assert_eq!(site.api("ada").post(&path, fits).await.status, 200);
}

#[database_test(at_lamp(&pool))]
async fn each_save_leaves_one_row_with_the_scores_before_and_after(world: World, site: Site, path: String) {
    let ada = site.api("ada");
    let digest = async || {
        let sql = "select encode(sha256(comment_salt || convert_to(comment, 'UTF8')), 'hex') from review where event_id = $1";
        world.one::<String>(sql).await
    };
    ada.post(&path, json!({ "scores": { "quality": 2 }, "comment": "secret words" })).await;
    let first = digest().await;
    ada.post(
        &path,
        json!({ "scores": { "quality": 4, "impact": 7 }, "comment": "other words", "submit": true }),
    )
    .await;
    let second = digest().await;
    ada.post(&path, json!({ "comment": "" })).await;
    let (judge, project) = (world.person("ada").await, world.project("Lamp").await);
    let state = |status: &str, scores: Value, comment: Option<&str>| json!({ "judge": judge, "project": project, "status": status, "submitted": status == "done", "scores": scores, "comment_sha256": comment });
    let (quality, both) = (json!({ "quality": 2 }), json!({ "quality": 4, "impact": 7 }));
    let nothing = state("pending", json!({}), None);
    let draft = state("pending", quality, Some(&first));
    let done = state("done", both.clone(), Some(&second));
    let judge = |action: &str, before: &Value, after: &Value| {
        (action.to_owned(), "judge".to_owned(), before.clone(), after.clone())
    };
    let mut rows = world.audit().await;
    // Since when it was submitted is said of what was there before alone.
    let since = rows[2].2.as_object_mut().unwrap().remove("submitted_at");
    assert!(since.is_some_and(|since| since.is_string()));
    assert_eq!(
        rows,
        [
            judge("review.saved", &nothing, &draft),
            judge("review.submitted", &draft, &done),
            judge("review.saved", &done, &state("pending", both, None)),
        ]
    );
    let id = world.assignment("ada", "Lamp").await.to_string();
    let logged: String =
        world.one("select string_agg(l::text, ' ') from audit_log l where event_id = $1").await;
    assert!(!logged.contains("words") && logged.contains(&format!("assignment,{id}")), "{logged}");
}

#[database_test]
async fn a_browser_saves_through_the_api_with_its_token_in_a_header_only(pool: PgPool) {
    let (world, site, path) = at_lamp(&pool).await;
    assert_eq!(site.browser("ada").post(&path, json!({})).await.status, 403);
    assert_eq!(stored(&world).await, ("pending".into(), None));
}
