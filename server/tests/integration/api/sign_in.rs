//! Signing in, sessions, tokens, and protection against forged requests.

use super::rate_limits::use_up;
use crate::prelude::*;
use axum::http::header;
use portal::account::{passwords, users};
use portal::call::By;
use shared::refusal::CODE_HEADER;
use store::database::Database;

async fn add(pool: &PgPool, email: &'static str, password: &'static str) {
    let (database, shell) = (Database::on_one_lane(pool.clone()), Caller::shell());
    let by = By::of(&database, &shell);
    by.write(async |call| users::add(call, email, "Ada", Some(password), false).await).await.unwrap();
}

async fn sign_in(site: &Site, email: &str, password: &str, next: &str) -> Reply {
    post(site, "/login", &[("email", email), ("password", password), ("next", next)]).await
}

#[database_test]
async fn a_password_opens_a_session_and_leads_to_a_path_of_this_site(pool: PgPool) {
    add(&pool, "Ada@X.example", "long enough").await;
    let site = Site::new(&pool).await;
    let opened = sign_in(&site, " ada@x.example", "long enough", "/me/tokens").await;
    opened.leads_to("/me/tokens");
    let id = opened.cookie("sessionid").unwrap();
    assert_eq!(opened.cookie("csrftoken"), Some(secrets::csrf_token(&id)));
    let me =
        site.api("").send_with("GET", "/me", &[("cookie", &format!("sessionid={id}"))], String::new()).await;
    assert!(me.status == 200 && me.body.contains("Ada@X.example"));
    assert_eq!(sign_in(&site, "ada@x.example", "long enough", "//evil.example").await.location(), "/");
}

#[database_test]
async fn a_failed_sign_in_reads_the_same_for_every_address(pool: PgPool) {
    add(&pool, "ada@x.example", "long enough").await;
    let site = Site::new(&pool).await;
    let wrong = sign_in(&site, "ada@x.example", "not this one", "").await;
    let unknown = sign_in(&site, "abe@x.example", "not this one", "").await;
    assert_eq!((wrong.status, unknown.status), (422, 422));
    assert_eq!(wrong.body.replace("ada@", "abe@"), unknown.body);
    assert!(wrong.body.contains("ada@x.example") && !wrong.body.contains("not this one"));
    assert_eq!(sign_in(&site, "ada\0@x.example", "not this one", "").await.status, 422);
    assert!(wrong.cookie("sessionid").is_none());
}

#[database_test(Event::new("demo").judge("ada").served(&pool))]
async fn signing_out_ends_the_session(_: World, site: Site) {
    assert_eq!(site.browser("ada").get("/me").await.status, 200);
    assert_eq!(site.browser("ada").submit("/logout", &[]).await.status, 303);
    assert_eq!(site.browser("ada").get("/me").await.location(), "/login?next=%2Fme");
}

#[database_test(Event::new("demo").team("Lights", &["pia"]).served(&pool))]
async fn a_cookie_request_is_checked_for_forgery_before_any_look_up(_: World, site: Site) {
    let cookie = format!("sessionid={}", session("pia"));
    let csrf = secrets::csrf_token(&session("pia"));
    let ask = async |path: &str, extra: &[(&str, &str)]| {
        let mut headers = vec![("cookie", cookie.as_str()), ("content-type", "application/json")];
        headers.extend_from_slice(extra);
        site.api("").send_with("POST", path, &headers, json!({"title": "Lamp"}).to_string()).await
    };
    for path in ["/api/events/demo/projects", "/api/events/none/projects"] {
        assert_eq!(ask(path, &[]).await.status, 403, "{path}");
        let stale = ask(path, &[("x-csrftoken", "guess")]).await;
        // By this header, the forms in the browser know that they have to sign in again.
        assert_eq!(stale.status, 403, "{path}");
        assert_eq!(stale.headers[CODE_HEADER].as_bytes(), &b"cross_site"[..], "{path}");
        assert_eq!(
            ask(path, &[("x-csrftoken", &csrf), ("origin", "https://evil.example")]).await.status,
            403,
            "{path}"
        );
    }
    let path = "/api/events/demo/projects";
    ask(path, &[("x-csrftoken", &csrf), ("origin", "http://portal.example")]).await.is(201);
    site.api("").send_with("POST", "/me/tokens", &[("cookie", &cookie)], "name=x").await.is(403);
}

#[database_test(Event::new("demo").judge("ada").served(&pool))]
async fn a_bad_token_is_401_everywhere_and_a_write_to_a_page_403(world: World, site: Site) {
    for path in ["/api/events", "/api/projects/1", "/api/nothing"] {
        let refused = site.api("nobody-at-all").get(path).await;
        assert_eq!(refused.refusal(), (401, "invalid or revoked token".into()), "{path}");
        assert_eq!(refused.headers["www-authenticate"], "Bearer");
    }
    let page = site.api("nobody-at-all").get("/events/demo").await;
    assert_eq!((page.status, page.body.as_str()), (401, "invalid or revoked token\n"));
    let read = site.api("ada").get("/me").await;
    assert!(read.status == 200 && read.headers.get(header::SET_COOKIE).is_none());
    for path in ["/me/tokens", "/nothing", "/login"] {
        assert_eq!(site.api("nobody-at-all").post(path, json!({})).await.status, 403, "{path}");
    }
    assert_eq!(site.api("ada").get("/me/tokens").await.status, 403);
    assert_eq!(site.api("ada").submit("/me/tokens", &[("name", "another")]).await.status, 403);
    let sql = "update person set is_staff = true where email = $1";
    sqlx::query(sql).bind(email("ada")).execute(&world.pool).await.unwrap();
    for path in ["/admin", "/admin/mail", "/admin/keys", "/admin/audit", "/admin/audit/audit.csv"] {
        assert_eq!(site.api("ada").get(path).await.status, 403, "{path}");
        assert_eq!(site.api("nobody-at-all").get(path).await.status, 401, "{path}");
        assert_eq!(site.browser("ada").get(path).await.status, 200, "{path}");
    }
}

#[database_test(Event::new("demo").judge("ada").person("eve").served(&pool))]
async fn a_token_is_shown_once_kept_as_a_hash_and_ends_when_revoked(world: World, site: Site) {
    let made = site.browser("ada").submit("/me/tokens", &[("name", "script")]).await;
    let at = made.body.find("evh_").unwrap();
    let fresh = made.body[at..at + 47].to_owned();
    assert!(fresh[4..].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
    assert!(!site.browser("ada").get("/me/tokens").await.body.contains(&fresh));
    let bearer = format!("Bearer {fresh}");
    let ask = async || {
        let headers = [("authorization", bearer.as_str())];
        site.api("").send_with("GET", "/api/judge/assignments", &headers, String::new()).await
    };
    assert_eq!(ask().await.status, 200);
    let id: i64 = world.one("select max(id) from api_token").await;
    assert_eq!(site.browser("eve").submit(&format!("/me/tokens/{id}/revoke"), &[]).await.status, 404);
    assert_eq!(ask().await.status, 200);
    assert_eq!(site.browser("ada").submit(&format!("/me/tokens/{id}/revoke"), &[]).await.status, 303);
    assert_eq!(ask().await.refusal(), (401, "invalid or revoked token".into()));
    assert_eq!(site.browser("ada").submit("/me/tokens", &[("name", " ")]).await.status, 400);
    let kept: bool = world.one("select not exists (select from audit_log where after like '%evh_%')").await;
    assert!(kept, "no token enters the log");
}

#[database_test(Event::new("demo").judge("ada").served(&pool))]
async fn a_deactivated_person_is_refused(world: World, site: Site) {
    let sql = "update person set deactivated_at = now() where email = $1";
    sqlx::query(sql).bind(email("ada")).execute(&world.pool).await.unwrap();
    assert_eq!(site.api("ada").get("/api/events").await.status, 401, "{}", token("ada"));
    assert_eq!(site.browser("ada").get("/me").await.status, 303);
}

#[database_test]
async fn demo_people_are_refused_while_the_demo_is_off(pool: PgPool) {
    Event::new("demo").judge("ada").create(&pool).await;
    run(&pool, "update person set demo = true").await;
    let site = Site::new(&pool).await;
    assert_eq!(site.api("ada").get("/api/events").await.status, 401);
    assert_eq!(site.browser("ada").get("/me").await.status, 303);
}

#[database_test(Event::new("demo").person("ada").served(&pool))]
async fn several_authorization_headers_are_refused(_: World, site: Site) {
    let bearer = format!("Bearer {}", token("ada"));
    let two = [("authorization", "Basic eDp5"), ("authorization", bearer.as_str())];
    let reply = site.api("").send_with("GET", "/api/me", &two, String::new()).await;
    assert_eq!(reply.refusal(), (401, "invalid or revoked token".to_owned()));
    assert_eq!(site.api("").send_with("POST", "/logout", &two, String::new()).await.status, 403);
    let other = [("authorization", "Basic eDp5")];
    assert_eq!(site.api("").send_with("GET", "/api/events", &other, String::new()).await.status, 200);
}

#[database_test]
async fn everyone_with_the_right_password_gets_in_even_all_at_once(pool: PgPool) {
    add(&pool, "Ada@X.example", "long enough").await;
    let site = Site::with(&pool, &["--limit-sign-ins=2"]).await;
    let mut all = Vec::new();
    for _ in 0..6 {
        all.push(sign_in(&site, "ada@x.example", "long enough", "/"));
    }
    for reply in join_all(all).await {
        assert_eq!(reply.status, 303, "{}", reply.body);
    }
    for _ in 0..2 {
        assert_eq!(sign_in(&site, "ada@x.example", "wrong wrong", "/").await.status, 422);
    }
    let rows: Vec<(String, i32)> =
        all_rows(&pool, "select limit_name, sum(count)::int from rate_count group by 1 order by 1").await;
    let counted = [("anonymous-forms", 8), ("good-sign-ins", 6), ("sign-ins", 2), ("sign-ins-ip", 2)];
    let counted = counted.map(|(limit, n)| (limit.to_owned(), n));
    assert_eq!(rows, counted, "right passwords are not counted as failed");
}

#[database_test]
async fn a_sign_in_under_way_does_not_outlive_a_change_of_the_password(pool: PgPool) {
    add(&pool, "ada@x.example", "long enough").await;
    add(&pool, "bob@x.example", "long enough").await;
    let site = Site::new(&pool).await;
    for (email, change) in [
        ("ada@x.example", "update person set password_hash = 'another' where email = 'ada@x.example'"),
        ("bob@x.example", "update person set deactivated_at = now() where email = 'bob@x.example'"),
    ] {
        // The change locks the person's row. The sign-in has read the old hash and waits to open its session.
        let mut changing = pool.begin().await.unwrap();
        sqlx::query(change).execute(&mut *changing).await.unwrap();
        let (reply, ()) = tokio::join!(sign_in(&site, email, "long enough", "/"), async {
            until_waiting(&pool, 1).await;
            changing.commit().await.unwrap();
        });
        assert_eq!(reply.status, 422, "{email}");
        assert!(reply.cookie("sessionid").is_none());
    }
    let sessions: i64 = one(&pool, "select count(*) from session").await;
    assert_eq!(sessions, 0);
}

#[database_test]
async fn the_second_of_two_password_changes_finds_the_old_password_gone(pool: PgPool) {
    Event::new("demo").person("eve").create(&pool).await;
    let hash = passwords::hash("long enough").unwrap();
    sqlx::query("update person set password_hash = $1").bind(hash).execute(&pool).await.unwrap();
    let site = Site::new(&pool).await;
    let mut changing = pool.begin().await.unwrap();
    sqlx::query("update person set password_hash = 'another'").execute(&mut *changing).await.unwrap();
    let fields = [("old_password", "long enough"), ("new_password", "somebody else's")];
    let eve = site.browser("eve");
    let (reply, ()) = tokio::join!(eve.submit("/me/password", &fields), async {
        until_waiting(&pool, 1).await;
        changing.commit().await.unwrap();
    });
    assert!(
        reply.status == 400 && reply.body.contains("The current password is wrong. Enter it again."),
        "{}",
        reply.body
    );
    let kept: String = one(&pool, "select password_hash from person").await;
    assert_eq!(kept, "another");
}

#[database_test]
async fn a_dropped_sign_in_is_counted_and_a_right_one_is_not(pool: PgPool) {
    add(&pool, "ada@x.example", "long enough").await;
    let site = Site::new(&pool).await;
    let counted = async || {
        let sql = "select coalesce(sum(count), 0)::int from rate_count where limit_name = 'sign-ins'";
        one::<i32>(&pool, sql).await
    };
    assert_eq!(sign_in(&site, "ada@x.example", "long enough", "/").await.status, 303);
    assert_eq!(counted().await, 0);
    // The client goes away as soon as its try is counted, with the right password or a wrong one.
    for (tries, password) in [(1, "not this one"), (2, "long enough")] {
        let mut request = Box::pin(sign_in(&site, "ada@x.example", password, "/"));
        while counted().await < tries {
            let answered =
                std::future::poll_fn(|cx| std::task::Poll::Ready(request.as_mut().poll(cx).is_ready()));
            assert!(!answered.await, "answered before it could hang up");
        }
        drop(request);
        assert_eq!(counted().await, tries);
    }
}

#[database_test]
async fn one_account_has_a_limit_of_sign_ins(pool: PgPool) {
    add(&pool, "ada@x.example", "long enough").await;
    let site = Site::with(&pool, &["--limit-good-sign-ins=2"]).await;
    for _ in 0..2 {
        assert_eq!(sign_in(&site, "ada@x.example", "long enough", "/").await.status, 303);
    }
    use_up(&pool, "good-sign-ins", 300, 2).await;
    let third = sign_in(&site, "Ada@x.example", "long enough", "/").await.is(429);
    assert!(third.headers.contains_key("retry-after") && third.headers.contains_key("ratelimit"));
    assert_eq!(third.headers["ratelimit-policy"], "\"good-sign-ins\";q=2;w=300");
}

#[database_test]
async fn a_look_alike_address_is_another_account(pool: PgPool) {
    add(&pool, "nikita@github.example", "long enough").await;
    let site = Site::new(&pool).await;
    for other in ["nikita@gİthub.example", "ni\u{212a}ita@github.example"] {
        assert_eq!(sign_in(&site, other, "long enough", "/").await.status, 422, "{other}");
        add(&pool, other, "somebody else's").await;
    }
    assert_eq!(sign_in(&site, "NIKITA@GitHub.example", "long enough", "/").await.status, 303);
}

/// Waits for all of them, under way at once.
async fn join_all<T>(futures: Vec<impl Future<Output = T>>) -> Vec<T> {
    let mut futures: Vec<_> = futures.into_iter().map(|f| Some(Box::pin(f))).collect();
    let mut done: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    std::future::poll_fn(|cx| {
        for (future, out) in futures.iter_mut().zip(&mut done) {
            if let Some(waiting) = future
                && let std::task::Poll::Ready(value) = waiting.as_mut().poll(cx)
            {
                *out = Some(value);
                *future = None;
            }
        }
        if futures.iter().all(Option::is_none) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}
