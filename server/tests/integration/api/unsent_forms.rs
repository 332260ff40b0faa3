//! A form that could not be acted on now comes back with all that was typed, to be sent again.

use crate::api::expired_sessions::{HERE, hidden, pairs, send, stale};
use crate::api::rate_limits::use_up;
use crate::prelude::*;

const SUBMIT: &str = "/events/demo/submit";
const TYPED: &str = "It <works> & \"shines\".\r\n\r\nMostly.";

async fn site(pool: &PgPool, flags: &[&str]) -> Site {
    Event::new("demo").person("eve").team("Lights", &["ana"]).create(pool).await;
    Site::with(pool, flags).await
}

/// The fields of the page's form to this address are these.
fn assert_kept(page: &Reply, action: &str, fields: &[(&str, &str)]) {
    assert!(page.body.contains("Send it again</button>"), "{}", page.body);
    assert_eq!(pairs(&hidden(&page.body, action)), fields, "{}", page.body);
}

#[database_test(site(&pool, &[]))]
async fn a_form_that_the_portal_was_too_busy_for_is_sent_again(pool: PgPool, site: Site) {
    let busy = "create function fail() returns trigger language plpgsql as $$
                    begin raise exception 'It did not work.' using errcode = '53200'; end $$;
                create trigger fail before insert on project for each row execute function fail()";
    run(&pool, busy).await;
    let fields = [("once", "k"), ("title", "Lamp"), ("summary", TYPED), ("tags", ""), ("submit", "false")];
    let page = site.browser("ana").submit(SUBMIT, &fields).await;
    assert_eq!((page.status, &page.headers["retry-after"]), (503, &"2".parse().unwrap()));
    assert!(page.text().contains("Nothing was saved.") && page.text().contains("Mostly."), "{}", page.body);
    assert_kept(&page, SUBMIT, &fields);
    assert!(page.body.contains(&secrets::csrf_token(&session("ana"))), "{}", page.body);
    run(&pool, "drop trigger fail on project").await;
    let again = hidden(&page.body, SUBMIT);
    assert_eq!(site.browser("ana").submit(SUBMIT, &pairs(&again)).await.status, 303);
    let stored: String = one(&pool, "select summary from project").await;
    assert_eq!(stored, TYPED.replace("\r\n", "\n"));
}

#[database_test(site(&pool, &[]))]
async fn a_form_is_kept_while_nobody_can_be_recognized(pool: PgPool, site: Site) {
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("lock table session in access exclusive mode").execute(&mut *holder).await.unwrap();
    let cookies = format!("sessionid={}", session("ana"));
    let page = send(&site, SUBMIT, HERE, &cookies, &[("title", "Lamp")]).await.is(503);
    assert_kept(&page, SUBMIT, &[("title", "Lamp")]);
}

#[database_test(site(&pool, &["--limit-writes=1"]))]
async fn a_form_that_was_one_too_many_keeps_its_words_and_its_token(pool: PgPool, site: Site) {
    let create = "/events/demo/team/create";
    assert_eq!(site.browser("eve").submit(create, &[("name", "")]).await.status, 400);
    use_up(&pool, "writes", 60, 1).await;
    let page = site.browser("eve").submit(create, &[("name", "Evening")]).await;
    assert!(page.status == 429 && page.headers.contains_key("retry-after"), "{}", page.body);
    assert_kept(&page, create, &[("name", "Evening")]);
    // A page of an earlier session gets no token of this one: who sends it is asked first.
    let cookies = format!("sessionid={}", session("eve"));
    let page = send(&site, create, HERE, &cookies, &[("name", "Evening")]).await;
    let form = page.body.split("<form").find(|form| form.contains(create)).unwrap();
    assert!(page.status == 429 && form.contains(&stale()), "{form}");
    assert!(!form.contains(&secrets::csrf_token(&session("eve"))), "{form}");
    // *Sign out* beside it is of the session that is open.
    let sign_out = page.body.split("<form").find(|form| form.contains("\"/logout\"")).unwrap();
    assert!(sign_out.contains(&secrets::csrf_token(&session("eve"))), "{sign_out}");
}

#[database_test(site(&pool, &[]))]
async fn a_page_of_an_earlier_session_names_who_would_send_its_form(pool: PgPool, site: Site) {
    let cookies = format!("sessionid={}", session("eve"));
    let create = "/events/demo/team/create";
    let fields = [("name", "Evening"), ("old_password", "hunter2")];
    let page = send(&site, create, HERE, &cookies, &fields).await;
    page.answers(403, "It will be sent as Eve, eve@x.example.");
    assert!(!page.body.contains("hunter2"));
    let again = hidden(&page.body, create);
    assert_eq!(pairs(&again), [("name", "Evening")]);
    assert!(page.body.contains("Sign in as someone else"), "{}", page.body);
    let teams = async || sqlx::query_scalar::<_, i64>("select count(*) from team").fetch_one(&pool).await;
    assert_eq!(teams().await.unwrap(), 1, "nothing is sent before the button");
    assert_eq!(site.browser("eve").submit(create, &pairs(&again)).await.status, 303);
    // Another site's words are not shown, and a form without words is refused as before.
    let forged = send(&site, create, "https://evil.example", &cookies, &fields).await;
    assert!(forged.status == 403 && !forged.body.contains("Evening"), "{}", forged.body);
    let plain = send(&site, "/events/demo/team/leave", HERE, &cookies, &[("once", "k")]).await;
    assert!(plain.status == 403 && !plain.body.contains("It will be sent"), "{}", plain.body);
}

#[database_test(site(&pool, &[]))]
async fn a_form_for_everybody_gets_a_new_token_and_loses_its_password_only(pool: PgPool, site: Site) {
    let fields = "email=nora%40x.example&name=Nora&password=long+enough&csrfmiddlewaretoken=old";
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", HERE)];
    let page = site.api("").send_with("POST", "/signup", &headers, fields).await.is(403);
    assert_kept(&page, "/signup", &[("email", "nora@x.example"), ("name", "Nora")]);
    assert!(page.body.contains("Passwords are not kept.") && !page.body.contains("long enough"));
    let cookie = page.headers["set-cookie"].to_str().unwrap();
    let token = cookie.split_once("csrftoken=").unwrap().1.split(';').next().unwrap();
    assert!(page.body.contains(&format!("value=\"{token}\"")), "{}", page.body);
    // Sent again, it asks for the password alone.
    let body = format!("email=nora%40x.example&name=Nora&csrfmiddlewaretoken={token}");
    let cookie = format!("csrftoken={token}");
    let headers = [headers[0], headers[1], ("cookie", cookie.as_str())];
    let next = site.api("").send_with("POST", "/signup", &headers, body.clone()).await;
    assert!(next.status == 400 && next.body.contains("value=\"Nora\""), "{} {}", next.status, next.body);
    assert!(next.body.contains("href=\"#password\""), "{}", next.body);
    site.api("").send_with("POST", "/login", &headers, body).await.is(422).shows("Enter your password.");
    let counted = "select count(*) from rate_count where limit_name = 'sign-ins'";
    assert_eq!(one::<i64>(&pool, counted).await, 0, "no failed try");
}
