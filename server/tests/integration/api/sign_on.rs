//! Single sign-on, against a provider that gives every answer, right and wrong. `end2end/tests/sign-on.spec.ts` has a real one.

use crate::prelude::*;
use crate::support::provider::{Answers, FakeProvider, RunningSender, start_sender};
use axum::http::header;
use shared::sign_on::{CodeExchange, ProviderQuestion};

/// A portal whose sender asks a provider until the last part is dropped.
async fn world(pool: &PgPool, more: &[&str]) -> (World, Site, FakeProvider, RunningSender) {
    let world = Event::new("demo").judging().judge("ada").person("eve").organizer("olga").create(pool).await;
    let provider = FakeProvider::start().await;
    let flags = provider.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let site = Site::with(pool, &flags).await;
    let sender = start_sender(pool, &provider.issuer);
    (world, site, provider, sender)
}

/// Opens a page in the browser that has these cookies.
async fn open(site: &Site, cookies: &str, path: &str) -> Reply {
    site.api("").send_with("GET", path, &[("cookie", cookies)], String::new()).await
}

/// A browser that is at the provider.
struct Away {
    browser: String,
    state: String,
}

/// The value of a cookie that an answer sets; empty where it sets none.
fn cookie(reply: &Reply, name: &str) -> String {
    reply.cookie(name).unwrap_or_default()
}

/// Goes to the provider, which learns the nonce.
async fn depart(site: &Site, provider: &FakeProvider, next: &str) -> Away {
    let left = open(site, "", &format!("/login/sign-on?next={next}")).await.is(303);
    let url = url::Url::parse(left.location()).unwrap();
    let asked = |name: &str| {
        url.query_pairs().find(|(n, _)| n == name).map(|(_, v)| v.into_owned()).unwrap_or_default()
    };
    assert_eq!(url.as_str().split('?').next().unwrap(), format!("{}/auth", provider.issuer));
    assert_eq!((asked("response_type").as_str(), asked("client_id").as_str()), ("code", "portal"));
    assert_eq!((asked("code_challenge_method").as_str(), asked("code_challenge").len()), ("S256", 43));
    assert_eq!(asked("redirect_uri"), "http://portal.example/login/sign-on/return");
    assert_eq!(asked("scope"), "openid email profile");
    provider.answers().nonce = asked("nonce");
    let set = left.headers.get_all(header::SET_COOKIE).iter().map(|c| c.to_str().unwrap().to_owned());
    let set = set.filter(|c| c.starts_with("sign-on=")).collect::<String>();
    assert!(set.contains("HttpOnly; SameSite=Lax") && set.contains("Max-Age=600"), "{set}");
    Away { browser: format!("sign-on={}", cookie(&left, "sign-on")), state: asked("state") }
}

/// Comes back from the provider.
async fn arrive(site: &Site, away: &Away) -> Reply {
    open(site, &away.browser, &format!("/login/sign-on/return?code=abc&state={}", away.state)).await
}

async fn sign_on(site: &Site, provider: &FakeProvider) -> Reply {
    let away = depart(site, provider, "/").await;
    arrive(site, &away).await
}

/// Somebody at the provider.
fn is(provider: &FakeProvider, subject: &str, email: &str, verified: bool) {
    provider.answers().claims =
        json!({ "sub": subject, "email": email, "email_verified": verified, "name": "Nora Day" });
}

async fn email_of(site: &Site, reply: &Reply) -> String {
    let id = cookie(reply, "sessionid");
    assert_eq!(id.len(), 43, "{} {}", reply.status, reply.text());
    let data = open(site, &format!("sessionid={id}"), "/me/data.json").await.json();
    data["account"]["email"].as_str().unwrap().to_owned()
}

/// The last row of the chain of no event.
async fn logged(world: &World) -> String {
    let sql = "select action || ' ' || actor || ' ' || coalesce(without_salt(after), '') from audit_log
               where event_id is null order by seq desc limit 1";
    world.one(sql).await
}

#[database_test]
async fn the_first_sign_in_makes_an_account_and_later_ones_open_it_whatever_the_address(pool: PgPool) {
    let (world, site, provider, _sender) = world(&pool, &[]).await;
    is(&provider, "s-1", "nora@x.example", true);
    let away = depart(&site, &provider, "/events/demo").await;
    let first = arrive(&site, &away).await;
    first.leads_to("/events/demo");
    assert_eq!(email_of(&site, &first).await, "nora@x.example");
    let row = r#"person.created nora@x.example {"password":false,"sign_on":true,"staff":false}"#;
    assert_eq!(logged(&world).await, row);
    let form = provider.answers().exchanged[0].clone();
    form.has(&["code=abc", "code_verifier="]);
    form.lacks(&["shared"]);
    // A new address at the provider loses no account, and gets none that is somebody else's.
    is(&provider, "s-1", "eve@x.example", true);
    assert_eq!(email_of(&site, &sign_on(&site, &provider).await).await, "nora@x.example");
    is(&provider, "s-1", "nora@x.example", false);
    assert_eq!(email_of(&site, &sign_on(&site, &provider).await).await, "nora@x.example");
    // Somebody else who has her old address at the provider now does not get her account.
    is(&provider, "s-2", "nora@x.example", true);
    sign_on(&site, &provider).await.answers(403, "joined with another account");
    assert_eq!(world.one::<i64>("select count(*) from sign_on").await, 1);
    // The keys were read once for all of them.
    assert_eq!(provider.answers().keys_read, 1);
}

#[database_test]
async fn a_confirmed_account_is_joined_and_one_that_is_not_gets_a_link_that_confirms_it(pool: PgPool) {
    let (world, site, provider, _sender) = world(&pool, &["--oidc-only=on"]).await;
    is(&provider, "s-1", "EVE@x.example", true);
    assert_eq!(email_of(&site, &sign_on(&site, &provider).await).await, "eve@x.example");
    assert_eq!(logged(&world).await, "person.sign_on_joined eve@x.example ");
    // Whoever holds an invitation's link could have made this account.
    run(&pool, "update person set confirmed_at = null where email = 'ada@x.example'").await;
    is(&provider, "s-2", "ada@x.example", true);
    let refused = sign_on(&site, &provider).await;
    assert_eq!(cookie(&refused, "sessionid"), "");
    refused.answers(403, "nobody has confirmed");
    let mail: String = one(&pool, "select body from mail_outbox where to_address = 'ada@x.example'").await;
    let link = mail.split("http://portal.example").nth(1).unwrap().split_whitespace().next().unwrap();
    // The link works where people sign in through the provider alone, and ends what somebody else may have opened.
    assert_eq!(post(&site, link, &[]).await.status, 303);
    assert_eq!(site.browser("ada").get("/me").await.status, 303);
    assert_eq!(email_of(&site, &sign_on(&site, &provider).await).await, "ada@x.example");
}

#[database_test]
async fn an_address_that_is_not_verified_or_missing_gets_no_account(pool: PgPool) {
    let (world, site, provider, _sender) = world(&pool, &[]).await;
    let people = async || world.one::<i64>("select count(*) from person").await;
    let before = people().await;
    for (claims, info, words) in [
        (json!({ "email": "nora@x.example", "email_verified": false }), json!({}), "not verified"),
        (json!({ "email": "eve@x.example", "email_verified": false }), json!({}), "not verified"),
        (json!({}), json!({ "sub": "s-1", "email": "nora@x.example" }), "not verified"),
        (json!({}), json!({ "sub": "s-1" }), "did not pass on your e-mail address"),
        (
            json!({ "email": "nora", "email_verified": true }),
            json!({}),
            "did not pass on your e-mail address",
        ),
        // Userinfo about somebody else.
        (
            json!({}),
            json!({ "sub": "s-2", "email": "eve@x.example", "email_verified": true }),
            "did not pass our checks",
        ),
    ] {
        let mut claims = claims;
        claims["sub"] = json!("s-1");
        provider.answers().claims = claims;
        provider.answers().user_info = info;
        let refused = sign_on(&site, &provider).await;
        assert!(refused.text().contains(words), "{words}: {}", refused.text());
        assert_eq!(cookie(&refused, "sessionid"), "", "{words}");
    }
    assert_eq!(people().await, before);
    provider.answers().user_info =
        json!({ "sub": "s-1", "email": "nora@x.example", "email_verified": "true" });
    provider.answers().claims = json!({ "sub": "s-1" });
    assert_eq!(email_of(&site, &sign_on(&site, &provider).await).await, "nora@x.example");
}

#[database_test]
async fn an_attempt_works_once_in_its_browser_for_ten_minutes(pool: PgPool) {
    let (world, site, provider, _sender) = world(&pool, &[]).await;
    is(&provider, "s-1", "nora@x.example", true);
    let away = depart(&site, &provider, "/").await;
    let other = depart(&site, &provider, "/").await;
    for (browser, state) in [
        ("", away.state.as_str()),
        (other.browser.as_str(), away.state.as_str()),
        (away.browser.as_str(), other.state.as_str()),
        (away.browser.as_str(), ""),
        (away.browser.as_str(), "guessed"),
    ] {
        let came = open(&site, browser, &format!("/login/sign-on/return?code=abc&state={state}")).await;
        came.answers(422, "This sign-in has ended");
    }
    assert!(provider.answers().exchanged.is_empty());
    let sql = "select max(extract(epoch from expires_at - clock_timestamp()))::float8 from sign_on_attempt";
    let seconds: f64 = world.one(sql).await;
    assert!((590.0..=600.0).contains(&seconds), "{seconds}");
    run(&pool, "update sign_on_attempt set expires_at = clock_timestamp()").await;
    assert_eq!(arrive(&site, &away).await.status, 422);
    let away = depart(&site, &provider, "https://evil.example/").await;
    arrive(&site, &away).await.leads_to("/");
    assert_eq!(arrive(&site, &away).await.status, 422, "again");
    assert_eq!(provider.answers().exchanged.len(), 1);
}

#[database_test]
async fn a_token_that_fails_a_check_opens_nothing(pool: PgPool) {
    let (world, site, provider, _sender) = world(&pool, &[]).await;
    let known = json!({ "sub": "s-1", "email": "eve@x.example", "email_verified": true });
    let with = |name: &str, value: serde_json::Value| {
        let mut claims = known.clone();
        claims[name] = value;
        claims
    };
    let usual = provider.answers().clone();
    for (what, claims, alg, signed_by) in [
        ("another issuer", with("iss", json!("https://evil.example")), "EdDSA", (1, "one")),
        ("another audience", with("aud", json!("other")), "EdDSA", (1, "one")),
        ("one audience too many", with("aud", json!(["portal", "other"])), "EdDSA", (1, "one")),
        ("another party", with("azp", json!("other")), "EdDSA", (1, "one")),
        ("expired", with("exp", json!(1_700_000_001)), "EdDSA", (1, "one")),
        ("another nonce", with("nonce", json!("other")), "EdDSA", (1, "one")),
        ("another access token", with("at_hash", json!("AAAA")), "EdDSA", (1, "one")),
        ("another key", known.clone(), "EdDSA", (2, "one")),
        ("an unknown key", known.clone(), "EdDSA", (2, "two")),
        ("no signature", known.clone(), "none", (1, "one")),
        ("the client's secret as key", known.clone(), "HS256", (1, "one")),
    ] {
        *provider.answers() = Answers { claims, alg, signed_by, ..usual.clone() };
        let refused = sign_on(&site, &provider).await;
        assert_eq!(refused.status, 502, "{what}: {}", refused.text());
        assert!(refused.text().contains("did not pass our checks"), "{what}: {}", refused.text());
        assert_eq!(cookie(&refused, "sessionid"), "", "{what}");
    }
    assert_eq!(world.one::<i64>("select count(*) from sign_on").await, 0);
}

#[database_test]
async fn a_new_key_is_looked_for_once_a_minute_whether_keys_have_names_or_not(pool: PgPool) {
    // Where nobody has an account yet, a visit leads to the first one.
    Event::new("demo").organizer("olga").create(&pool).await;
    for (old, new) in [("one", "two"), ("", "")] {
        let provider = FakeProvider::start().await;
        let flags = provider.flags();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let site = Site::with(&pool, &flags).await;
        let _sender = start_sender(&pool, &provider.issuer);
        is(&provider, "s-1", "eve@x.example", true);
        (provider.answers().signed_by, provider.answers().published) = ((1, old), vec![(1, old)]);
        assert_eq!(sign_on(&site, &provider).await.status, 303);
        (provider.answers().signed_by, provider.answers().published) = ((2, new), vec![(2, new)]);
        assert_eq!(sign_on(&site, &provider).await.status, 303);
        assert_eq!(provider.answers().keys_read, 2);
        // A key that is published nowhere.
        provider.answers().signed_by = (3, new);
        assert_eq!(sign_on(&site, &provider).await.status, 502);
        assert_eq!(provider.answers().keys_read, 2);
    }
}

#[database_test]
async fn what_is_asked_is_taken_once_and_nothing_of_it_stays(pool: PgPool) {
    let (world, site, provider, sender) = world(&pool, &[]).await;
    is(&provider, "s-1", "nora@x.example", true);
    assert_eq!(sign_on(&site, &provider).await.status, 303);
    assert_eq!(world.one::<i64>("select count(*) from sign_on_question").await, 0);
    let exchange = CodeExchange {
        code: "a-secret-code".to_owned(),
        issuer: None,
        nonce: "n".to_owned(),
        verifier: "v".to_owned(),
        redirect: "r".to_owned(),
    };
    drop(sender);
    let mut c = pool.acquire().await.unwrap();
    let id = store::sign_on::ask(&mut c, &ProviderQuestion::Identity(exchange)).await.unwrap();
    let taken = store::sign_on::take_questions(&mut c, 64).await.unwrap();
    assert!(taken.len() == 1 && taken[0].0 == id);
    assert_eq!(store::sign_on::take_questions(&mut c, 64).await.unwrap().len(), 0, "once");
    let left: String = one(&pool, "select sign_on_question::text from sign_on_question").await;
    assert!(!left.contains("a-secret-code"), "{left}");
    run(&pool, "update sign_on_question set asked_at = now() - interval '2 minutes'").await;
    store::sign_on::forget_old_questions(&mut c).await.unwrap();
    assert_eq!(world.one::<i64>("select count(*) from sign_on_question").await, 0);
}

#[database_test]
async fn without_a_sender_the_page_says_so_and_nothing_is_left(pool: PgPool) {
    let (world, site, _, sender) = world(&pool, &[]).await;
    drop(sender);
    let page = open(&site.impatient(), "", "/login/sign-on").await;
    page.answers(503, "is not running");
    assert!(page.headers.contains_key(header::RETRY_AFTER) && page.body.contains("Sign in another way"));
    assert_eq!(world.one::<i64>("select count(*) from sign_on_question").await, 0);
}

#[database_test]
async fn a_name_at_the_provider_that_no_account_can_keep_is_refused_as_the_providers_fault(pool: PgPool) {
    let (_, site, provider, _sender) = world(&pool, &[]).await;
    for subject in ["s".repeat(5_000), "s\u{0}".to_owned()] {
        is(&provider, &subject, "nora@x.example", true);
        sign_on(&site, &provider).await.answers(502, "did not pass our checks");
    }
}

#[database_test]
async fn an_answer_of_another_provider_is_not_taken_to_this_one(pool: PgPool) {
    let (_, site, provider, _sender) = world(&pool, &[]).await;
    is(&provider, "s-1", "nora@x.example", true);
    provider.answers().names_itself = true;
    let away = depart(&site, &provider, "/").await;
    assert_eq!(arrive(&site, &away).await.status, 502);
    for (issuer, status) in [("https://evil.example", 502), (provider.issuer.as_str(), 303)] {
        let away = depart(&site, &provider, "/").await;
        let path = format!("/login/sign-on/return?code=abc&state={}&iss={issuer}", away.state);
        assert_eq!(open(&site, &away.browser, &path).await.status, status, "{issuer}");
    }
    assert_eq!(provider.answers().exchanged.len(), 1);
}

#[database_test]
async fn a_provider_that_refuses_or_is_away_is_named_with_a_way_on(pool: PgPool) {
    let (_, site, provider, sender) = world(&pool, &[]).await;
    let away = depart(&site, &provider, "/").await;
    let denied = format!("/login/sign-on/return?error=access_denied&state={}", away.state);
    open(&site, &away.browser, &denied).await.answers(422, "You stopped the sign-in");
    let away = depart(&site, &provider, "/").await;
    provider.answers().status = 503;
    let page = arrive(&site, &away).await;
    page.answers(503, "does not answer");
    assert!(page.headers.contains_key(header::RETRY_AFTER) && page.body.contains("href=\"/login/sign-on\""));
    // Nothing listens there.
    let flags = ["--oidc-issuer=http://127.0.0.1:9", "--oidc-client-id=a", "--oidc-allow-loopback=on"];
    drop(sender);
    let site = Site::with(&pool, &flags).await;
    let _sender = start_sender(&pool, "http://127.0.0.1:9");
    open(&site, "", "/login/sign-on").await.is(503).shows("Sign in another way");
    assert_eq!(open(&site, "", "/login").await.status, 200);
}

#[database_test]
async fn a_deactivated_account_stays_out(pool: PgPool) {
    let (_, site, provider, _sender) = world(&pool, &[]).await;
    is(&provider, "s-1", "eve@x.example", true);
    assert_eq!(sign_on(&site, &provider).await.status, 303);
    run(&pool, "update person set deactivated_at = now() where email in ('eve@x.example', 'ada@x.example')")
        .await;
    for (subject, email) in [("s-1", "eve@x.example"), ("s-2", "ada@x.example")] {
        is(&provider, subject, email, true);
        let page = sign_on(&site, &provider).await;
        page.answers(403, "deactivated");
        assert_eq!(cookie(&page, "sessionid"), "");
    }
}

#[database_test]
async fn with_only_on_every_other_way_is_hidden_and_refused(pool: PgPool) {
    let (_, site, provider, _sender) = world(&pool, &["--oidc-only=on"]).await;
    let page = open(&site, "", "/login?next=%2Fjudge").await;
    assert!(page.body.contains("href=\"/login/sign-on?next=/judge\""), "{}", page.body);
    page.body.lacks(&["type=\"password\"", "/signup", "/login/link"]);
    for path in ["/signup", "/login/link"] {
        assert_eq!(open(&site, "", path).await.location(), "/login", "{path}");
    }
    let account = [("email", "eve@x.example"), ("name", "Eve"), ("password", "long enough")];
    for path in ["/login", "/login/link", "/signup"] {
        let refused = post(&site, path, &account).await;
        assert!(refused.status == 403 && refused.text().contains("through single sign-on only"), "{path}");
    }
    let eve = site.browser("eve");
    assert!(!eve.get("/me").await.body.contains("/me/password"));
    assert_eq!(eve.get("/me/password").await.status, 403);
    assert_eq!(eve.submit("/me/password", &[("new_password", "a long enough one")]).await.status, 403);
    // A link that was mailed before signs in no more.
    let code = portal::secrets::hash("a-code");
    let sql = "insert into one_time_link (person_id, purpose, token_hash, expires_at)
         select id, 'sign_in', $1, now() + interval '1 hour' from person where email = 'eve@x.example'";
    sqlx::query(sql).bind(code).execute(&pool).await.unwrap();
    assert_eq!(post(&site, "/links/a-code", &[]).await.status, 403);
    // The account can be deleted, and not be parted from its only way in.
    is(&provider, "s-1", "eve@x.example", true);
    assert_eq!(sign_on(&site, &provider).await.status, 303);
    assert_eq!(eve.submit("/me/sign-on/part", &[]).await.status, 403);
    assert_eq!(eve.submit("/me/leave", &[("typed", "leave")]).await.status, 303);
    let left: i64 = one(&pool, "select count(*) from sign_on").await;
    assert_eq!(left, 0);
}

#[database_test]
async fn an_account_is_parted_from_the_provider_on_its_page(pool: PgPool) {
    let (world, site, provider, _sender) = world(&pool, &[]).await;
    let eve = site.browser("eve");
    assert!(!eve.get("/me").await.body.contains("Single sign-on"));
    assert_eq!(eve.submit("/me/sign-on/part", &[]).await.status, 404);
    is(&provider, "s-1", "eve@x.example", true);
    let came = sign_on(&site, &provider).await;
    let elsewhere = format!("sessionid={}", cookie(&came, "sessionid"));
    assert!(eve.get("/me").await.text().contains("has been joined with your account at 127.0.0.1"));
    eve.submit("/me/sign-on/part", &[]).await.leads_to("/me?done=parted");
    assert_eq!(logged(&world).await, "person.sign_on_parted eve@x.example ");
    assert_eq!(open(&site, &elsewhere, "/me").await.status, 303, "signed out elsewhere");
    assert_eq!(eve.get("/me").await.status, 200, "{}", session("eve"));
    assert_eq!(eve.get("/me/data.json").await.json()["sign_on"], json!([]));
}
