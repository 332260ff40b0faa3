//! Rate limits.

use crate::prelude::*;

async fn demo(pool: &PgPool) -> String {
    Event::new("demo")
        .people(&["vera", "ada"])
        .organizer("org")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .create(pool)
        .await;
    let id: i64 = one(pool, "select id from project").await;
    format!("/api/projects/{id}/comments")
}

/// Uses up this window and the next for everyone who was counted, so that a window that ends during the test changes nothing.
pub(crate) async fn use_up(pool: &PgPool, limit: &str, window: i32, quota: i32) {
    let sql = "insert into rate_count
         select distinct limit_name, subject, date_bin(make_interval(secs => $2), now() + k * make_interval(secs => $2),
             'epoch'), $3
         from rate_count, generate_series(0, 1) k where limit_name = $1
         on conflict (limit_name, subject, window_start) do update set count = excluded.count";
    let rows = sqlx::query(sql).bind(limit).bind(window).bind(quota).execute(pool).await.unwrap();
    assert!(rows.rows_affected() > 0, "nobody was counted for {limit}");
}

fn told(reply: &Reply) -> (u16, Option<&str>, Option<&str>, Option<&str>) {
    let header = |name| reply.headers.get(name).map(|v| v.to_str().unwrap());
    (reply.status, header("retry-after"), header("ratelimit-policy"), header("ratelimit"))
}

#[database_test(demo(&pool))]
async fn too_many_comments_are_refused_until_the_next_minute_and_reads_are_free(pool: PgPool, path: String) {
    let site = Site::with(&pool, &["--limit-comments=2"]).await;
    let say = async || site.api("vera").post(&path, json!({ "body": "Bright!" })).await;
    assert_eq!((say().await.status, say().await.status), (201, 201));
    use_up(&pool, "comments", 60, 2).await;
    let third = say().await;
    let (status, retry, policy, now) = told(&third);
    assert_eq!((status, policy), (429, Some("\"comments\";q=2;w=60")));
    let left: i32 = retry.unwrap().parse().unwrap();
    assert!((1..=60).contains(&left), "{left}");
    assert_eq!(now, Some(format!("\"comments\";r=0;t={left}").as_str()));
    assert!(third.refusal().1.starts_with("Too many requests: go on in "), "{}", third.body);
    assert_eq!(site.api("vera").get(&path).await.json().as_array().unwrap().len(), 2);
    assert_eq!(site.api("ada").post(&path, json!({ "body": "Warm." })).await.status, 201);
}

#[database_test(demo(&pool))]
async fn requests_of_the_same_moment_are_counted_one_by_one(pool: PgPool, path: String) {
    let site = Site::with(&pool, &["--limit-writes=3"]).await;
    // Both windows that the test may meet have one write left for Vera, and Ada has not written yet.
    assert_eq!(site.api("vera").post(&path, json!({})).await.status, 400);
    use_up(&pool, "writes", 60, 2).await;
    let ask = async |name: &'static str| site.api(name).post(&path, json!({})).await.status;
    let [mut vera, ada] = [["vera"; 8].as_slice(), ["ada"; 2].as_slice()].map(|names| names.to_vec());
    vera.extend(ada);
    let statuses = futures_util::future::join_all(vera.into_iter().map(ask)).await;
    let (of_vera, of_ada) = statuses.split_at(8);
    assert!(of_ada.iter().all(|status| *status == 400), "{statuses:?}");
    // One, or two where the window ended meanwhile.
    let passed = of_vera.iter().filter(|status| **status == 400).count();
    assert!((1..=2).contains(&passed), "{statuses:?}");
    assert!(of_vera.iter().all(|status| [400, 429].contains(status)), "{statuses:?}");
}

#[database_test(demo(&pool))]
async fn refused_writes_count_across_pages_api_and_processes(pool: PgPool, path: String) {
    let (one, two) =
        (Site::with(&pool, &["--limit-writes=2"]).await, Site::with(&pool, &["--limit-writes=2"]).await);
    assert_eq!(one.api("vera").post(&path, json!({})).await.status, 400);
    assert_eq!(two.browser("vera").submit("/me/tokens", &[("name", "")]).await.status, 400);
    use_up(&pool, "writes", 60, 2).await;
    // Before anything is looked up: there is no such project.
    assert_eq!(one.api("vera").post("/api/projects/999/comments", json!({})).await.status, 429);
    let page = two.browser("vera").submit("/me/tokens", &[("name", "x")]).await;
    assert_eq!(told(&page).0, 429);
    assert!(told(&page).1.is_some() && page.body.contains("Too many requests"), "{}", page.body);
    assert_eq!(two.browser("vera").submit("/logout", &[]).await.status, 303);
}

#[database_test]
async fn pages_that_keep_a_question_of_a_passkey_count_as_writes(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--limit-writes=2"]).await.at("http://localhost:3000");
    let vera = site.browser("vera");
    assert_eq!(vera.get("/me/passkeys").await.status, 200);
    use_up(&pool, "writes", 60, 2).await;
    for page in ["/me/passkeys", "/login/passkey"] {
        assert_eq!(vera.get(page).await.status, 429, "{page}");
    }
    assert_eq!(vera.get("/me").await.status, 200);
}

#[database_test]
async fn only_bad_tokens_are_limited(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--limit-bad-tokens=2"]).await;
    let bad = async |path: &str| {
        site.api("").send_with("GET", path, &[("authorization", "Bearer evh_x")], String::new()).await
    };
    assert_eq!(bad("/api/events").await.status, 401);
    assert_eq!(bad("/me").await.status, 401);
    use_up(&pool, "bad-tokens", 300, 2).await;
    let third = bad("/api/events").await;
    assert_eq!((third.status, told(&third).2), (429, Some("\"bad-tokens\";q=2;w=300")));
    assert_eq!(bad("/me").await.status, 429);
    assert_eq!(site.api("vera").get("/api/events").await.status, 200);
    assert_eq!(site.api("").get("/api/events").await.status, 200);
}

#[database_test]
async fn files_are_limited_and_one_switch_turns_all_limits_off(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--limit-files=1"]).await;
    let file = "/api/events/demo/export/teams.csv";
    assert_eq!(site.api("org").get(file).await.status, 200);
    assert_eq!(site.api("").get(file).await.status, 401);
    use_up(&pool, "files", 60, 1).await;
    assert_eq!(site.api("org").get(file).await.status, 429);
    assert_eq!(site.api("").get(file).await.status, 429, "by address");
    let free = Site::with(&pool, &["--limit-files=1", "--limits=off"]).await;
    assert_eq!(free.api("org").get(file).await.status, 200);
    let zero = Site::with(&pool, &["--limit-files=0"]).await;
    assert_eq!(zero.api("org").get(file).await.status, 200);
}

#[database_test]
async fn checks_are_counted_with_the_files_on_the_page_and_by_the_api(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--limit-files=1"]).await;
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let page = async || site.api("").send_with("POST", "/verify", &form, "pasted=hello".to_owned()).await;
    assert_eq!(page().await.status, 200);
    use_up(&pool, "files", 60, 1).await;
    let refused = page().await;
    assert_eq!(told(&refused).0, 429);
    assert!(told(&refused).1.is_some() && refused.body.contains("Too many requests"), "{}", refused.body);
    assert_eq!(site.api("").post("/api/verify", json!({})).await.status, 429);
    assert_eq!(site.api("").get("/verify").await.status, 200, "the page itself is free");
    // Another person counts by themselves.
    assert_eq!(site.api("vera").post("/api/verify", json!({})).await.status, 400);
    use_up(&pool, "files", 60, 1).await;
    assert_eq!(site.api("vera").post("/api/verify", json!({})).await.status, 429);
}

#[database_test]
async fn the_data_download_counts_as_a_file(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--limit-files=1"]).await;
    assert_eq!(site.browser("vera").get("/me/data.json").await.status, 200);
    use_up(&pool, "files", 60, 1).await;
    let refused = site.browser("vera").get("/me/data.json").await;
    assert_eq!((told(&refused).0, told(&refused).2), (429, Some("\"files\";q=1;w=60")));
}

#[database_test]
async fn forms_without_a_session_are_limited(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--limit-anonymous-forms=1"]).await;
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let send = async |path: &str| site.api("").send_with("POST", path, &form, "a=b".to_owned()).await;
    assert_ne!(send("/projects/1").await.status, 429);
    use_up(&pool, "anonymous-forms", 60, 1).await;
    for path in ["/projects/1", "/login", "/signup", "/links/x", "/events/demo/vote"] {
        let refused = send(path).await;
        assert_eq!(told(&refused).0, 429, "{path}");
        assert_eq!(told(&refused).2, Some("\"anonymous-forms\";q=1;w=60"), "{path}");
        assert!(told(&refused).1.is_some() && told(&refused).3.is_some(), "{path}");
    }
    assert_eq!(site.browser("vera").submit("/me/tokens", &[("name", "x")]).await.status, 200);
    assert_eq!(send("/logout").await.status, 303);
}

#[database_test]
async fn every_form_shows_the_limit_of_wrong_passwords(pool: PgPool) {
    demo(&pool).await;
    let hash = portal::account::passwords::hash("long enough").unwrap();
    sqlx::query("update person set password_hash = $1").bind(hash).execute(&pool).await.unwrap();
    let site = Site::with(&pool, &["--limit-sign-ins=1"]).await;
    let vera = site.browser("vera");
    let fields = [("typed", "not this"), ("old_password", "not this"), ("new_password", "something else")];
    assert_eq!(vera.submit("/me/password", &fields).await.status, 400);
    use_up(&pool, "sign-ins", 300, 1).await;
    for path in ["/me/password", "/me/leave"] {
        let refused = vera.submit(path, &fields).await;
        assert_eq!((told(&refused).0, told(&refused).2), (429, Some("\"sign-ins\";q=1;w=300")), "{path}");
        assert!(told(&refused).1.is_some() && told(&refused).3.is_some(), "{path}");
    }
}

#[database_test]
async fn old_counts_are_deleted(pool: PgPool) {
    let sql = "insert into rate_count values ('writes', 'person 1', now() - interval '3 days', 9),
             ('writes', 'person 1', now(), 9)";
    run(&pool, sql).await;
    let mut connection = pool.acquire().await.unwrap();
    store::rate::forget_old(&mut connection).await.unwrap();
    let left: i64 = one(&pool, "select count(*) from rate_count").await;
    assert_eq!(left, 1);
}
