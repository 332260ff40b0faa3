//! Requests that no browser form makes: odd paths, queries, bodies and methods.

use crate::prelude::*;

#[database_test]
async fn a_path_that_is_not_text_is_404(site: Site) {
    for path in [
        "/api/projects/%ff",
        "/api/events/%ff/results",
        "/api/events/%00",
        "/api/events/%00/projects",
        "/api/",
    ] {
        let reply = site.api("").get(path).await;
        assert_eq!(reply.refusal(), (404, "Not found.".into()), "{path}");
    }
    for path in ["/events/%ff", "/projects/%ff", "/events/%00", "/events/a%00b/projects"] {
        let reply = site.api("").get(path).await;
        assert_eq!((reply.status, reply.body.contains("<h1>Page not found</h1>")), (404, true), "{path}");
    }
    for path in ["/assets/%ff", "/pkg/%ff"] {
        let reply = site.api("").get(path).await;
        assert_eq!((reply.status, reply.body.as_str()), (404, "Not found.\n"), "{path}");
    }
}

#[database_test(Event::new("demo").served(&pool))]
async fn a_path_that_is_not_text_asks_the_database_for_no_event(world: World, site: Site) {
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("lock table event in access exclusive mode").execute(&mut *holder).await.unwrap();
    let anyone = site.api("");
    tokio::select! {
        reply = anyone.get("/api/events/%00/projects") => assert_eq!(reply.status, 404, "{}", reply.body),
        () = until_waiting(&world.pool, 1) => panic!("the database was asked"),
    }
    holder.rollback().await.unwrap();
    assert_eq!(anyone.get("/api/events/demo/projects").await.status, 200);
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn any_query_is_read(_: World, site: Site) {
    for path in [
        "/events/demo/projects?track=1&track=2&q=%ff",
        "/events/demo/projects?page=0&tag=%00",
        "/login?next=/a&next=/b",
    ] {
        assert_eq!(site.api("").get(path).await.status, 200, "{path}");
    }
    let reply = site.api("root").post("/api/events/import?slug=%00", serde_json::json!({})).await;
    assert_eq!((reply.status, reply.json()["slug"].is_array()), (400, true), "{}", reply.body);
}

#[database_test(Event::new("demo").team("Lights", &["pia"]).served(&pool))]
async fn a_body_over_a_mebibyte_is_413_as_json_or_as_a_page(_: World, site: Site) {
    let large = "x".repeat(1024 * 1024 + 1);
    for name in ["pia", "", "unknown"] {
        let reply = site.api(name).post_text("/api/events/demo/projects", large.clone()).await;
        assert_eq!(reply.refusal(), (413, "The body is larger than 1\u{a0}MiB.".into()), "{name}");
    }
    let reply = site.browser("pia").submit("/events/demo/submit", &[("description", &large)]).await.is(413);
    assert!(reply.body.contains("<h1>Too large</h1>"), "{}", reply.body);
    let most = ["{\"title\": 1}", &" ".repeat(1024 * 1024 - 12)].concat();
    assert_eq!(site.api("pia").post_text("/api/events/demo/projects", most).await.status, 400);
}

#[database_test]
async fn options_lists_the_methods_and_other_methods_are_405(site: Site) {
    for path in ["/api/events", "/api/judge/assignments/1/review", "/events/demo/submit", "/logout"] {
        let options = site.api("").send_with("OPTIONS", path, &[], String::new()).await;
        assert_eq!((options.status, options.body.as_str()), (204, ""), "{path}");
        let delete = site.api("").send_with("DELETE", path, &[], String::new()).await;
        assert_eq!(delete.status, 405, "{path}");
        assert!(options.headers.contains_key("allow") && delete.headers.contains_key("allow"), "{path}");
    }
    assert_eq!(site.api("").send_with("OPTIONS", "/api/nothing", &[], String::new()).await.status, 404);
}

#[database_test]
async fn a_bearer_token_writes_only_to_the_api(site: Site) {
    for path in ["/", "/login", "/nothing", "/healthz", "/assets/x", "/favicon.ico", "/pkg/x", "/apix"] {
        for token in ["Bearer evh_bad", "bearer"] {
            let reply =
                site.api("").send_with("POST", path, &[("authorization", token)], String::new()).await;
            assert_eq!(reply.status, 403, "{path}");
        }
    }
}

#[database_test]
async fn a_form_without_a_session_leads_to_the_sign_in_page(site: Site) {
    let form = [("content-type", "application/x-www-form-urlencoded")];
    for path in [
        "/events/demo/submit",
        "/events/demo/manage/calibration/run",
        "/projects/1/edit",
        "/me/tokens",
        "/judge/assignments/1",
    ] {
        let reply = site.api("").send_with("POST", path, &form, String::new()).await;
        assert_eq!(reply.status, 303, "{path}");
        assert!(reply.location().starts_with("/login?next="), "{path}");
    }
}

/// On another site's form the browser omits the session's cookie, but it would obey a cookie of the answer.
#[database_test(Event::new("demo").judge("ada").served(&pool))]
async fn another_site_cannot_sign_a_visitor_out(_: World, site: Site) {
    let reply =
        site.api("").send_with("POST", "/logout", &[("origin", "https://b.example")], String::new()).await;
    assert_eq!((reply.status, reply.headers.contains_key("set-cookie")), (303, false));
    let meant = site.browser("ada").submit("/logout", &[]).await;
    assert_eq!((meant.status, meant.headers.contains_key("set-cookie")), (303, true));
    assert_eq!(site.browser("ada").get("/me").await.status, 303);
}
