//! Signing up, links in mails, the page on which mail is read, and one's password.

use crate::prelude::*;
use axum::http::header;

/// Posts a form in the browser that has this cookie besides.
async fn post_in(site: &Site, browser: &str, path: &str, fields: &[(&str, &str)]) -> Reply {
    post_with(site, (&format!("csrftoken={TOKEN}; {browser}"), TOKEN), path, fields).await
}

async fn sign_up(site: &Site, email: &str) -> Reply {
    let fields =
        [("email", email), ("name", "Nora"), ("password", "long enough"), ("next", "/events/demo/team")];
    post(site, "/signup", &fields).await
}

/// The cookie that a sign-up leaves in its browser.
fn browser_of(reply: &Reply) -> String {
    let cookies = reply.headers.get_all(header::SET_COOKIE).iter().map(|c| c.to_str().unwrap());
    let found = cookies.filter(|c| c.starts_with("signup=")).map(|c| c.split(';').next().unwrap()).next();
    found.unwrap_or_else(|| panic!("no cookie of a sign-up: {}", reply.status)).to_owned()
}

/// Opens a page in the browser that has this cookie.
async fn open_in(site: &Site, browser: &str, path: &str) -> Reply {
    site.api("").send_with("GET", path, &[("cookie", browser)], String::new()).await
}

/// The newest mail: to whom, its subject, and the path of the link in it.
async fn mail(pool: &PgPool) -> (String, String, String) {
    let sql = "select to_address, subject, body from mail_outbox order by id desc limit 1";
    let (to, subject, body): (String, String, String) = one_row(pool, sql).await;
    let link = body.split("http://portal.example").nth(1).unwrap_or_default();
    (to, subject, link.split_whitespace().next().unwrap_or_default().to_owned())
}

async fn me(site: &Site, session: &str) -> Reply {
    let cookie = format!("sessionid={session}");
    site.api("").send_with("GET", "/me", &[("cookie", &cookie)], String::new()).await
}

async fn world(pool: &PgPool) -> (World, Site) {
    Event::new("demo").person("eve").organizer("olga").admin("root").served(pool).await
}

#[database_test(world(&pool))]
async fn signing_up_answers_the_same_whether_the_address_has_an_account(world: World, site: Site) {
    let known = sign_up(&site, "EVE@x.example").await;
    let (to, subject, link) = mail(&world.pool).await;
    assert_eq!((to.as_str(), subject.as_str()), ("eve@x.example", "You already have an account"));
    let new = sign_up(&site, "nora@x.example").await;
    assert_eq!(mail(&world.pool).await.1, "Confirm your address");
    known.leads_to("/login/sent");
    assert_eq!((new.status, new.location(), &new.body), (known.status, known.location(), &known.body));
    assert_eq!(browser_of(&new).len(), browser_of(&known).len());
    // There is no account yet, so signing in reveals nothing either.
    let sign_in =
        async |email: &str| post(&site, "/login", &[("email", email), ("password", "long enough")]).await;
    let (a, b) = (sign_in("nora@x.example").await, sign_in("eve@x.example").await);
    assert_eq!((a.status, b.status), (422, 422));
    assert_eq!(a.body.replace("nora@", "eve@"), b.body);
    assert_eq!(world.one::<i64>("select count(*) from person").await, 3);
    // The link in the mail signs in to the account that there is.
    let opened = post(&site, &link, &[]).await;
    opened.leads_to("/events/demo/team");
    assert!(me(&site, &opened.cookie("sessionid").unwrap()).await.body.contains("eve@x.example"));
}

#[database_test(world(&pool))]
async fn a_link_is_used_by_its_button_once(world: World, site: Site) {
    sign_up(&site, "nora@x.example").await;
    let browser = browser_of(&sign_up(&site, "Nora@x.example").await);
    let (_, _, link) = mail(&world.pool).await;
    for _ in 0..2 {
        open_in(&site, &browser, &link).await.is(200).shows("Confirm and sign in");
    }
    let opened = post_in(&site, &browser, &link, &[]).await;
    opened.leads_to("/events/demo/team");
    let page = me(&site, &opened.cookie("sessionid").unwrap()).await;
    assert!(page.body.contains("Nora@x.example") && !page.body.contains("not confirmed"));
    assert_eq!(world.one::<i64>("select count(*) from sign_up").await, 0);
    post(&site, &link, &[]).await.is(404).shows("This link has expired");
    let sql = "select action || ' ' || actor_role || ' ' || coalesce(without_salt(after), '') from audit_log
               where event_id is null order by seq desc limit 1";
    assert_eq!(world.one::<String>(sql).await, r#"person.created person {"password":true,"staff":false}"#);
}

/// Somebody who is not Nora signs up with her address; the link in the mail that she gets.
async fn sign_up_for_nora(pool: &PgPool, site: &Site) -> String {
    let fields = [
        ("email", "Nora@x.example"),
        ("name", "Win a prize: http://evil.example"),
        ("password", "the attacker's"),
    ];
    assert_eq!(post(site, "/signup", &fields).await.status, 303);
    mail(pool).await.2
}

#[database_test(world(&pool))]
async fn typing_an_address_does_not_choose_its_name_or_password(world: World, site: Site) {
    let link = sign_up_for_nora(&world.pool, &site).await;
    let body: String = world.one("select body from mail_outbox order by id desc limit 1").await;
    assert!(!body.contains("evil.example"), "{body}");
    let page = site.api("").get(&link).await;
    assert!(page.body.contains("Nora@x.example") && !page.body.contains("evil.example"), "{}", page.body);
    post(&site, &link, &[]).await.is(400).shows("href=\"#password\"");
    post(&site, &link, &[("name", "Nora"), ("password", "short")]).await.is(400).shows("value=\"Nora\"");
    let blank = post(&site, &link, &[("name", "\u{200b}"), ("password", "Nora's own words")]).await;
    assert!(blank.status == 400 && blank.body.contains("href=\"#name\""), "{}", blank.body);
    let opened = post(&site, &link, &[("name", "Nora"), ("password", "Nora's own words")]).await.is(303);
    assert!(me(&site, &opened.cookie("sessionid").unwrap()).await.body.contains("<h1>Nora</h1>"));
    let sign_in = async |password: &str| {
        post(&site, "/login", &[("email", "nora@x.example"), ("password", password)]).await.status
    };
    assert_eq!((sign_in("the attacker's").await, sign_in("Nora's own words").await), (422, 303));
}

#[database_test(world(&pool))]
async fn in_the_browser_of_the_sign_up_its_links_need_one_button(world: World, site: Site) {
    let browser = browser_of(&sign_up(&site, "nora@x.example").await);
    // Nora opens the other mail, which came because of somebody else.
    let link = sign_up_for_nora(&world.pool, &site).await;
    let page = open_in(&site, &browser, &link).await;
    page.shows("<strong>Nora</strong>");
    page.shows("Confirm and sign in");
    let choose = open_in(&site, &browser, &format!("{link}?choose=1")).await;
    assert!(choose.body.contains("name=\"password\"") && !choose.body.contains("<strong>Nora</strong>"));
    // An invented cookie opens nothing.
    assert_eq!(post_in(&site, "signup=", &link, &[]).await.status, 400);
    post_in(&site, &browser, &link, &[]).await.is(303);
    let fields = [("email", "nora@x.example"), ("password", "long enough")];
    assert_eq!(post(&site, "/login", &fields).await.status, 303);
    assert_eq!(world.one::<i64>("select count(*) from sign_up").await, 0);
}

#[database_test(world(&pool))]
async fn mail_goes_to_the_stored_address_and_never_to_a_look_alike(world: World, site: Site) {
    world.run("update person set email = 'Nikita@github.example' where name = 'Eve'").await;
    post(&site, "/login/link", &[("email", "nikita@GITHUB.example")]).await;
    assert_eq!(mail(&world.pool).await.0, "Nikita@github.example");
    for other in ["nikita@gİthub.example", "ni\u{212a}ita@github.example"] {
        post(&site, "/login/link", &[("email", other)]).await;
        let (to, subject, _) = mail(&world.pool).await;
        assert_eq!((to.as_str(), subject.as_str()), (other, "No account with this address"));
        sign_up(&site, other).await;
        assert_eq!(mail(&world.pool).await.1, "Confirm your address", "{other}");
    }
}

#[database_test(world(&pool))]
async fn a_new_password_says_how_many_tokens_it_leaves(_: World, site: Site) {
    assert!(site.browser("eve").get("/me/password").await.body.contains("does not end your 1 access token"));
    let set = site.browser("eve").submit("/me/password", &[("new_password", "first password")]).await;
    let cookie = format!("sessionid={}", set.cookie("sessionid").unwrap());
    let told = site.api("").send_with("GET", set.location(), &[("cookie", &cookie)], String::new()).await;
    assert!(told.body.contains("does not end your 1 access token"), "{}", told.body);
    assert_eq!(site.api("eve").get("/api/me").await.status, 200);
}

#[database_test(world(&pool))]
async fn people_see_where_they_are_signed_in_and_a_new_password_ends_the_others(world: World, site: Site) {
    for (hash, seen) in [("01", "2 days"), ("02", "15 days")] {
        let sql = format!(
            "insert into session (person_id, id_hash, created_at, seen_at)
             select id, '\\x{hash}', now() - interval '20 days', now() - interval '{seen}' from person where email = 'eve@x.example'"
        );
        world.run(&sql).await;
    }
    let page = site.browser("eve").get("/me/password").await.text();
    // The one that nobody used for two weeks has ended.
    assert_eq!(page.matches("This browser").count(), 1, "{page}");
    assert_eq!(page.matches("Another browser").count(), 1, "{page}");
    let set = site.browser("eve").submit("/me/password", &[("new_password", "first password")]).await;
    let cookie = format!("sessionid={}", set.cookie("sessionid").unwrap());
    let page =
        site.api("").send_with("GET", "/me/password", &[("cookie", &cookie)], String::new()).await.text();
    assert_eq!(page.matches("This browser").count(), 1, "{page}");
    assert_eq!(page.matches("Another browser").count(), 0, "{page}");
}

#[database_test(world(&pool))]
async fn a_sign_in_link_ends_after_fifteen_minutes(world: World, site: Site) {
    world.run("update person set confirmed_at = null where name = 'Eve'").await;
    let asked = post(&site, "/login/link", &[("email", "eve@x.example")]).await;
    let unknown = post(&site, "/login/link", &[("email", "nobody@x.example")]).await;
    assert_eq!((asked.status, asked.location()), (unknown.status, unknown.location()));
    assert_eq!(mail(&world.pool).await.1, "No account with this address");
    let left: f64 =
        world.one("select extract(epoch from expires_at - created_at)::float8 from one_time_link").await;
    assert!((895.0..=905.0).contains(&left), "{left}");
    world.run("delete from mail_outbox where kind = 'notice'").await;
    let (_, _, link) = mail(&world.pool).await;
    world.run("update one_time_link set expires_at = now()").await;
    assert_eq!(post(&site, &link, &[]).await.status, 404);
    world.run("update one_time_link set expires_at = now() + interval '1 minute'").await;
    assert_eq!(post(&site, &link, &[]).await.status, 303);
    let confirmed = "select confirmed_at is not null from person where name = 'Eve'";
    assert!(world.one::<bool>(confirmed).await, "following the link proves the address");
    post(&site, "/login/link", &[("email", "no address")]).await.is(400).shows("value=\"no address\"");
}

#[database_test(world(&pool))]
async fn wrong_values_are_named_at_their_field_and_only_the_password_is_lost(_: World, site: Site) {
    let fields = [("email", "nora"), ("name", "N\u{7}ora"), ("password", "short")];
    let refused = post(&site, "/signup", &fields).await.is(400);
    for said in [
        "href=\"#email\"", "href=\"#name\"", "href=\"#password\"", "at least 10 characters", "value=\"nora\"",
    ] {
        assert!(refused.body.contains(said), "{said} in {}", refused.body);
    }
    assert!(!refused.body.contains("short\""));
    let long = "x".repeat(201);
    let fields = [("email", "nora@x.example"), ("name", "Nora"), ("password", long.as_str())];
    assert!(post(&site, "/signup", &fields).await.body.contains("at most 200 characters"));
    assert_eq!(site.browser("eve").get("/signup?next=/judge").await.location(), "/judge");
}

#[database_test]
async fn mails_are_limited_by_address_and_by_network(pool: PgPool) {
    world(&pool).await;
    let site = Site::with(&pool, &["--limit-mails=2", "--limit-mails-per-ip=5"]).await;
    for email in ["eve@x.example", "nora@x.example"] {
        assert_eq!(sign_up(&site, email).await.status, 303);
        assert_eq!(post(&site, "/login/link", &[("email", email)]).await.status, 303);
    }
    let third = sign_up(&site, "eve@x.example").await.is(429);
    assert!(third.headers["ratelimit-policy"].to_str().unwrap().contains("\"mails\";q=2;w=3600"));
    assert!(third.headers.contains_key("retry-after") && third.body.contains("value=\"eve@x.example\""));
    let place = sign_up(&site, "somebody@x.example").await;
    assert!(place.headers["ratelimit-policy"].to_str().unwrap().contains("\"mails-ip\";q=5"));
}

#[database_test(world(&pool))]
async fn a_site_admin_reads_mail_and_each_opening_is_logged(world: World, site: Site) {
    sign_up(&site, "nora@x.example").await;
    let list = site.browser("root").get("/admin/mail").await;
    assert!(list.status == 200 && list.body.contains("nora@x.example"));
    assert!(list.body.contains("Link not used yet") && !list.body.contains("Not sent"));
    let id: i64 = world.one("select max(id) from mail_outbox").await;
    let path = format!("/admin/mail/{id}");
    for who in ["olga", "eve"] {
        assert_eq!(site.browser(who).get("/admin/mail").await.status, 403, "{who}");
        assert_eq!(site.browser(who).get(&path).await.status, 403, "{who}");
        assert_eq!(site.browser(who).submit(&path, &[]).await.status, 403, "{who}");
    }
    let (_, _, link) = mail(&world.pool).await;
    let opened = "select actor || object_id from audit_log where action = 'mail.opened'";
    let closed = site.browser("root").get(&path).await;
    assert!(closed.status == 200 && closed.body.contains("nora@x.example"), "{}", closed.body);
    assert!(!closed.body.contains(&link) && world.all::<String>(opened).await.is_empty(), "not opened yet");
    assert!(site.browser("root").submit(&path, &[]).await.body.contains(&link));
    assert_eq!(world.all::<String>(opened).await, [format!("root@x.example{id}")]);
    world.run("update mail_outbox set event_id = $1").await;
    for reply in [site.browser("root").get(&path).await, site.browser("root").submit(&path, &[]).await] {
        assert_eq!(reply.status, 404, "an invitation's mail is the event's");
    }
}

#[database_test(world(&pool))]
async fn the_list_of_mails_shows_the_state_of_each_link(world: World, site: Site) {
    let newest = async || {
        let list = site.browser("root").get("/admin/mail").await.body;
        let words = ["Link not used yet", "Link used", "Link expired", "Link no longer works", "Not sent"];
        let first = words.into_iter().filter_map(|word| Some((list.find(word)?, word))).min();
        first.map(|(_, word)| word)
    };
    let ask = async || post(&site, "/login/link", &[("email", "eve@x.example")]).await;
    ask().await;
    assert_eq!(newest().await, Some("Link not used yet"));
    let (_, _, link) = mail(&world.pool).await;
    assert_eq!(post(&site, &link, &[]).await.status, 303);
    assert_eq!(newest().await, Some("Link used"));
    ask().await;
    world.run("update one_time_link set expires_at = now() - interval '1 hour' where used_at is null").await;
    assert_eq!(newest().await, Some("Link expired"));
    world.run("delete from one_time_link").await;
    assert_eq!(newest().await, Some("Link no longer works"));
    // Without a link there is nothing but the mail itself.
    post(&site, "/login/link", &[("email", "stranger@x.example")]).await;
    assert_eq!(newest().await, Some("Not sent"));
}

#[database_test(world(&pool))]
async fn a_new_password_ends_every_other_session_and_asks_for_the_old_one(world: World, site: Site) {
    post(&site, "/login/link", &[("email", "eve@x.example")]).await;
    let (_, _, link) = mail(&world.pool).await;
    let eve = site.browser("eve");
    let set = eve.submit("/me/password", &[("new_password", "first password")]).await;
    set.leads_to("/me?done=password");
    assert_eq!(eve.get("/me").await.status, 303, "the session of before has ended");
    assert_eq!(post(&site, &link, &[]).await.status, 404, "so have links that were sent");
    let id = set.cookie("sessionid").unwrap();
    assert_eq!(me(&site, &id).await.status, 200);
    let change = async |old: &str| {
        let fields = [("old_password", old), ("new_password", "second password")];
        submit_as(&site, &id, "/me/password", &fields).await
    };
    change("not this one").await.is(400).shows("href=\"#old_password\"");
    assert_eq!(change("first password").await.status, 303);
    let fields = [("email", "eve@x.example"), ("password", "second password")];
    assert_eq!(post(&site, "/login", &fields).await.status, 303);
    assert_ne!(id, session("eve"));
}

#[database_test(world(&pool))]
async fn a_forgotten_password_is_replaced_in_a_fresh_session_of_a_mailed_link(world: World, site: Site) {
    let first = site.browser("eve").submit("/me/password", &[("new_password", "first password")]).await;
    let elsewhere = first.cookie("sessionid").unwrap();
    post(&site, "/login/link", &[("email", "eve@x.example")]).await;
    let mailed = post(&site, &mail(&world.pool).await.2, &[]).await.cookie("sessionid").unwrap();
    let open = async |id: &str| {
        let cookie = format!("sessionid={id}");
        site.api("").send_with("GET", "/me/password", &[("cookie", &cookie)], String::new()).await.body
    };
    let set = async |id: &str| {
        submit_as(&site, id, "/me/password", &[("new_password", "second password")]).await.status
    };
    // Another session of hers still needs the old one, and so does this one a quarter of an hour later.
    assert!(open(&elsewhere).await.contains("id=\"old_password\"") && set(&elsewhere).await == 400);
    world.run("update session set created_at = now() - interval '16 minutes'").await;
    assert!(open(&mailed).await.contains("id=\"old_password\"") && set(&mailed).await == 400);
    world.run("update session set created_at = now()").await;
    assert!(!open(&mailed).await.contains("id=\"old_password\""));
    assert_eq!(set(&mailed).await, 303);
    assert_eq!(me(&site, &elsewhere).await.status, 303, "the other sessions end");
    let fields = [("email", "eve@x.example"), ("password", "second password")];
    assert_eq!(post(&site, "/login", &fields).await.status, 303);
}

#[database_test(world(&pool))]
async fn passwords_that_are_tried_first_are_refused(_: World, site: Site) {
    for password in ["1234567890", "Password123", "evenhand2026"] {
        let fields = [("email", "nora@x.example"), ("name", "Nora"), ("password", password)];
        let refused = post(&site, "/signup", &fields).await;
        assert_eq!(refused.status, 400, "{password}");
        assert!(refused.text().contains("among the first that people try"), "{password}");
        let refused = site.browser("eve").submit("/me/password", &[("new_password", password)]).await;
        assert!(refused.status == 400 && refused.body.contains("href=\"#new_password\""), "{password}");
    }
}

#[database_test(world(&pool))]
async fn an_unconfirmed_person_asks_for_the_link_again(world: World, site: Site) {
    world.run("update person set confirmed_at = null where name = 'Eve'").await;
    assert!(site.browser("eve").get("/me").await.body.contains("Your e-mail address is not confirmed"));
    assert_eq!(site.browser("eve").submit("/me/confirm", &[]).await.location(), "/me?done=confirm");
    let (_, _, link) = mail(&world.pool).await;
    assert!(site.browser("eve").get(&link).await.body.contains("Confirm the address"));
    assert_eq!(site.browser("eve").submit(&link, &[]).await.location(), "/me");
    let said: String =
        world.one("select action from audit_log where event_id is null order by seq desc limit 1").await;
    assert_eq!(said, "person.confirmed");
}

#[database_test]
async fn the_page_after_a_request_says_whether_mail_is_sent(pool: PgPool) {
    for (flags, expected) in [
        (&[][..], "This portal sends no mail."),
        (&["--smtp-url=smtp://mail.portal.example"][..], "A link is on its way to the address you typed."),
    ] {
        let page = Site::with(&pool, flags).await.browser("").get("/login/sent").await.body;
        assert!(page.contains(expected), "{expected}");
    }
}
