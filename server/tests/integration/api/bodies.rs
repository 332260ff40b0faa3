//! Bodies and methods that clients get wrong: each answers 4xx in JSON, and names the field.

use crate::prelude::*;

const CREATE: &str = "/api/events/demo/projects";

/// A team that may submit, and a judge with a review to write.
async fn demo(pool: &PgPool) -> (Site, String, String) {
    Event::new("demo")
        .windows([(Some(-1), Some(1)), (Some(-1), Some(1)), (None, None)])
        .judge("jo")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .assign("jo", "Lamp")
        .create(pool)
        .await;
    let id = |sql: &'static str| sqlx::query_scalar::<_, i64>(sql).fetch_one(pool);
    let (project, assignment) =
        (id("select id from project").await.unwrap(), id("select id from assignment").await.unwrap());
    (
        Site::new(pool).await,
        format!("/api/projects/{project}"),
        format!("/api/judge/assignments/{assignment}/review"),
    )
}

fn fields(body: &Value) -> Vec<&str> {
    body.as_object().unwrap().keys().map(String::as_str).collect()
}

#[database_test(demo(&pool))]
async fn a_body_that_is_not_an_object_is_400(site: Site, _: String, _: String) {
    for bad in [
        "",
        "null",
        "[]",
        "3",
        "\"title\"",
        "{",
        "{\"title\": \"A\",}",
        "{'title': 'A'}",
        "{\"title\": \"A\"} {}",
        "\u{feff}{\"title\": \"A\"}",
        "{\"title\": NaN}",
        "{\"title\": 01}",
        "{\"\\ud800\": 1, \"title\": \"A\"}",
    ] {
        let refused = site.api("ana").post_text(CREATE, bad).await;
        assert_eq!((refused.status, fields(&refused.json())), (400, vec!["body"]), "{bad}: {}", refused.body);
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let headers =
            [("authorization", &*format!("Bearer {}", crate::support::token("ana"))), ("content-type", kind)];
        let refused =
            site.api("").send_with("POST", CREATE, &headers, json!({ "title": "A" }).to_string()).await;
        assert_eq!((refused.status, fields(&refused.json())), (400, vec!["body"]), "{kind}");
    }
}

#[database_test(demo(&pool))]
async fn every_wrong_field_is_named_at_once(site: Site, project: String, review: String) {
    let all = site
        .api("ana")
        .post(
            CREATE,
            json!({ "title": "\0", "tags": [1], "track": 99, "repo_url": "ftp://a", "submit": "yes" }),
        )
        .await;
    assert_eq!((all.status, fields(&all.json())), (400, vec!["submit", "tags"]), "types first");
    let all =
        site.api("ana").post(CREATE, json!({ "title": "\0", "track": 99, "repo_url": "ftp://a" })).await;
    assert_eq!((all.status, fields(&all.json())), (400, vec!["repo_url", "title", "track"]));
    for (body, field) in [
        (r#"{"title": "A", "title": "B"}"#, "title"),
        (r#"{"title": "\ud800"}"#, "title"),
        (r#"{"title": null}"#, "title"),
        (r#"{"tagline": null}"#, "tagline"),
        (r#"{"tags": null}"#, "tags"),
        (r#"{"submit": null}"#, "submit"),
        (r#"{"submit": 1}"#, "submit"),
        (r#"{"track": 1.0}"#, "track"),
        (r#"{"track": 1e0}"#, "track"),
        (r#"{"track": "1"}"#, "track"),
        (r#"{"track": 99999999999999999999}"#, "track"),
        (r#"{"unknown": 1, "unknown": 2}"#, "unknown"),
    ] {
        site.api("ana").send_with("PATCH", &project, &[], String::new()).await.is(401);
        let refused = site.api("ana").patch_text(&project, body).await;
        assert_eq!((refused.status, fields(&refused.json())), (400, vec![field]), "{body}: {}", refused.body);
    }
    for (body, status) in [
        (r#"{"scores": {"quality": 3.0}}"#, 400),
        (r#"{"scores": {"quality": 1e0}}"#, 400),
        (r#"{"scores": {"quality": "4"}}"#, 400),
        (r#"{"scores": {"quality": true}}"#, 400),
        (r#"{"scores": {"quality": null}}"#, 400),
        (r#"{"scores": {"quality": 1, "quality": 2}}"#, 400),
        (r#"{"scores": [3]}"#, 400),
        (r#"{"scores": null}"#, 400),
        (r#"{"scores": {"quality": 99999999999999999999}}"#, 422),
        (r#"{"scores": {"quality": -99999999999999999999}}"#, 422),
        (r#"{"scores": {"quality": 6}}"#, 422),
        (r#"{"scores": {"beauty": 1}}"#, 422),
        (r#"{"scores": {"quality": 4}}"#, 200),
        (r#"{}"#, 200),
    ] {
        let reply = site.api("jo").post_text(&review, body).await;
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
        if status == 400 {
            assert_eq!(fields(&reply.json()), ["scores"], "{body}");
        }
    }
}

#[database_test(demo(&pool))]
async fn unknown_fields_are_ignored_however_deep(site: Site, _: String, _: String) {
    let deep = format!("{{\"title\": \"A\", \"more\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(site.api("ana").post_text(CREATE, deep).await.status, 201);
    let deep = format!("{{\"title\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let refused = site.api("ana").post_text(CREATE, deep).await;
    assert_eq!((refused.status, fields(&refused.json())), (400, vec!["title"]));
}

#[database_test(demo(&pool))]
async fn an_unknown_method_gets_the_list_of_known_ones(site: Site, project: String, review: String) {
    for (path, allow) in [
        ("/api/events", "GET,HEAD"),
        (CREATE, "GET,HEAD,POST"),
        (project.as_str(), "GET,HEAD,PATCH"),
        (review.as_str(), "POST"),
        ("/api/events/import", "POST"),
    ] {
        for method in ["DELETE", "PUT", "TRACE", "BREW"] {
            let refused = site.api("").send_with(method, path, &[], String::new()).await;
            assert_eq!(refused.status, 405, "{method} {path}");
            assert_eq!(refused.headers["allow"], allow, "{method} {path}");
            assert!(refused.json()["detail"].as_str().unwrap().contains(method), "{}", refused.body);
        }
        let options = site.api("").send_with("OPTIONS", path, &[], String::new()).await;
        assert_eq!((options.status, &options.headers["allow"]), (204, &allow.parse().unwrap()), "{path}");
    }
    for path in [
        "/api", "/api/", "/api/nothing", "/api/events/", "/api/events/demo/", "/api/%ff", "/api/projects/%00",
    ] {
        let missing = site.api("").get(path).await;
        assert_eq!(missing.refusal(), (404, "Not found.".to_owned()), "{path}");
        assert_eq!(missing.headers["content-type"], "application/json", "{path}");
    }
}

#[database_test]
async fn a_body_of_repeated_or_unknown_names_costs_little_and_gets_a_short_answer(pool: PgPool) {
    let (site, project, review) = demo(&pool).await;
    let repeated = |most: usize| {
        let names: Vec<_> = (0..most).map(|n| format!("\"{0:x}\":1,\"{0:x}\":1", n % (most / 2))).collect();
        format!("{{{}}}", names.join(","))
    };
    // Compared each with each, the names would take minutes.
    assert_eq!(site.api("").post_text(CREATE, repeated(40_000)).await.status, 401);
    for most in [40_000, 2_000] {
        let refused = site.api("ana").patch_text(&project, repeated(most)).await;
        assert!(refused.status == 400 && refused.body.len() < 20_000, "{most}: {}", refused.body.len());
    }
    let unknown = |most: usize| {
        let names: Vec<_> = (0..most).map(|n| format!("\"k{n}\":1")).collect();
        format!("{{\"scores\":{{{}}}}}", names.join(","))
    };
    // An object of so many members is not read, whatever it is asked for.
    let refused = site.api("jo").post_text(&review, unknown(40_000)).await;
    assert!(refused.status == 400 && refused.body.len() < 20_000, "{}", refused.body.len());
    assert_eq!(fields(&refused.json()), ["scores"]);
    let refused = site.api("jo").post_text(&review, unknown(1_000)).await;
    assert!(refused.status == 422 && refused.body.len() < 20_000, "{}", refused.body.len());
    assert!(refused.body.contains("there is more of this kind"));
}

#[database_test]
async fn invisible_text_is_not_a_title_and_separators_are_not_part_of_a_tag(pool: PgPool) {
    let (site, ..) = demo(&pool).await;
    for title in ["\u{200b}", "\u{3164}\u{2060}", "a\u{2028}b", " \n "] {
        let refused = site.api("ana").post(CREATE, json!({ "title": title })).await;
        assert_eq!((refused.status, fields(&refused.json())), (400, vec!["title"]), "{title:?}");
    }
    assert_eq!(site.api("ana").post(CREATE, json!({ "title": "👩‍🔬" })).await.status, 201);
    for tag in ["a;b", "a, b"] {
        let refused = site.api("ana").post(CREATE, json!({ "title": "A", "tags": [tag] })).await;
        assert_eq!((refused.status, fields(&refused.json())), (400, vec!["tags"]), "{tag}");
    }
}

#[database_test(Event::new("demo").organizer("olga").judge("ada").served(&pool))]
async fn a_form_of_many_empty_fields_is_refused_before_it_is_read(_: World, site: Site) {
    let fields = |n: usize| vec!["a="; n].join("&");
    let form = [("content-type", "application/x-www-form-urlencoded")];
    for path in ["/login", "/signup", "/login/link"] {
        let refused = site.api("").send_with("POST", path, &form, fields(100_000)).await;
        assert_eq!(refused.status, 400, "{path}: {}", refused.text());
        assert!(refused.text().contains("at most 1000 at once"), "{path}: {}", refused.text());
    }
    // A list whose lines can be ticked takes more of them.
    let many: Vec<_> = (0..1_500).map(|n| ("pair", format!("{n}-{n}"))).collect();
    let mut many: Vec<_> = many.iter().map(|(name, value)| (*name, value.as_str())).collect();
    many.push(("conflict", "no"));
    let olga = site.browser("olga");
    let settled = olga.submit("/events/demo/manage/assignments/conflicts/settle", &many).await;
    assert_ne!(settled.status, 400, "{}", settled.text());
    olga.submit("/events/demo/manage/assignments/conflicts/withdraw", &many).await.is(400);
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn a_bundle_that_is_not_said_to_be_json_is_not_read(_: World, site: Site) {
    let path = "/api/events/import?slug=copy";
    let bearer = format!("Bearer {}", token("root"));
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let headers = [("authorization", bearer.as_str()), ("content-type", kind)];
        let refused = site.api("").send_with("POST", path, &headers, "{}".to_owned()).await;
        assert_eq!((refused.status, refused.json()["body"].is_array()), (400, true), "{kind}");
    }
}
