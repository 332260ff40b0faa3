//! Passkeys: made, used alone and as a second step, replaced by recovery codes, and needed by organizers. The device is a small one of our
//! own, which can lie; `end2end/tests/passkeys.spec.ts` has Chromium's.

use crate::prelude::*;
use crate::support::authenticator::Authenticator;
use crate::support::unescaped;
use axum::http::header;
use portal::account::passwords;

const HERE: &str = "http://localhost:3000";
const PAGE: &str = "/me/passkeys";
const STEP: &str = "/login/passkey";

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").judging().organizer("olga").organizer("otto").person("ada").person("eve");
    let world = event.create(pool).await;
    (world, Site::new(pool).await.at(HERE))
}

/// What a page asks its browser.
fn options(reply: &Reply) -> String {
    let found = reply.body.split_once("data-options=\"").and_then(|(_, rest)| rest.split_once('"'));
    let (found, _) = found.unwrap_or_else(|| panic!("{} {}", reply.status, reply.text()));
    unescaped(found)
}

/// The secret of the attempt in the form that is sent there.
fn attempt(reply: &Reply, action: &str) -> String {
    reply.fields(action).into_iter().find(|(name, _)| name == "attempt").unwrap().1
}

/// The identifier of the session that an answer opens; empty where it opens none.
fn opened(reply: &Reply) -> String {
    reply.cookie("sessionid").unwrap_or_default()
}

async fn get_in(site: &Site, session: &str, path: &str) -> Reply {
    let cookie = format!("csrftoken={TOKEN}; sessionid={session}");
    site.api("").send_with("GET", path, &[("cookie", &cookie)], String::new()).await
}

/// Adds a passkey on somebody's page.
async fn add(site: &Site, who: &str) -> Authenticator {
    let page = site.browser(who).get(PAGE).await;
    let (device, answer) = Authenticator::made(&options(&page), HERE);
    let secret = attempt(&page, PAGE);
    let fields = [("attempt", secret.as_str()), ("answer", answer.as_str()), ("name", "Phone")];
    site.browser(who).submit(PAGE, &fields).await.leads_to("/me/passkeys?done=added");
    device
}

/// Makes recovery codes on somebody's page.
async fn codes(site: &Site, who: &str) -> Vec<String> {
    let made = site.browser(who).submit("/me/passkeys/codes", &[]).await.is(200);
    let items = made.body.split("<li><code>").skip(1);
    items.map(|item| item.split('<').next().unwrap().to_owned()).collect()
}

/// Sends an answer to what a page asks.
async fn show(site: &Site, page: &Reply, answer: &str) -> Reply {
    let secret = attempt(page, STEP);
    post(site, STEP, &[("attempt", &secret), ("answer", answer), ("next", "/me")]).await
}

fn is_refused(reply: &Reply) -> bool {
    reply.status == 422 && opened(reply).is_empty()
}

async fn set_password(pool: &PgPool, who: &str, password: &str) {
    let sql = "update person set password_hash = $2 where email = $1";
    let query = sqlx::query(sql).bind(format!("{who}@x.example")).bind(passwords::hash(password).unwrap());
    query.execute(pool).await.unwrap();
}

async fn type_password(site: &Site, who: &str, password: &str) -> Reply {
    let email = format!("{who}@x.example");
    post(site, "/login", &[("email", &email), ("password", password), ("next", "/me")]).await
}

#[database_test(world(&pool))]
async fn a_passkey_signs_in_alone_and_each_answer_once(_: World, site: Site) {
    let mut device = add(&site, "ada").await;
    let page = get_in(&site, "", "/login/passkey?next=/me").await;
    let (secret, answer) = (attempt(&page, STEP), device.used(&options(&page)));
    let shown = show(&site, &page, &answer).await;
    shown.leads_to("/me");
    assert!(get_in(&site, &opened(&shown), "/me").await.body.contains("ada@x.example"));
    // The same answer again: its question has ended. To another question it is no answer.
    let again = post(&site, STEP, &[("attempt", &secret), ("answer", &answer)]).await;
    assert!(is_refused(&again) && again.text().contains("was open for too long"), "{}", again.text());
    let other = get_in(&site, "", STEP).await;
    let replayed = show(&site, &other, &answer).await;
    assert!(is_refused(&replayed) && replayed.text().contains("did not work"), "{}", replayed.text());
    // A refused answer has used its question up, and the page that says so asks another one.
    let secret = attempt(&other, STEP);
    let fresh = device.used(&options(&other));
    assert!(is_refused(&post(&site, STEP, &[("attempt", &secret), ("answer", &fresh)]).await));
    let fresh = device.used(&options(&replayed));
    assert_eq!(show(&site, &replayed, &fresh).await.status, 303);
}

#[database_test(world(&pool))]
async fn an_answer_of_another_site_another_key_or_an_earlier_time_opens_nothing(_: World, site: Site) {
    let (mut ada, eve) = (add(&site, "ada").await, add(&site, "eve").await);
    let ask = async || get_in(&site, "", STEP).await;
    let page = ask().await;
    ada.origin = "http://localhost:3001".into();
    let elsewhere = ada.used(&options(&page));
    assert!(is_refused(&show(&site, &page, &elsewhere).await), "another site");
    ada.origin = HERE.into();
    let page = ask().await;
    let named = eve.named_as(&ada).used(&options(&page));
    assert!(is_refused(&show(&site, &page, &named).await), "another key");
    let page = ask().await;
    let answer = ada.used(&options(&page));
    assert_eq!(show(&site, &page, &answer).await.status, 303);
    let page = ask().await;
    let copied = ada.used_again(&options(&page));
    assert!(is_refused(&show(&site, &page, &copied).await), "a counter that stays");
    ada.counter -= 1;
    let page = ask().await;
    let older = ada.used_again(&options(&page));
    assert!(is_refused(&show(&site, &page, &older).await), "a counter that goes back");
    for nonsense in ["", "{}", "null", "[1]"] {
        let page = ask().await;
        assert!(is_refused(&show(&site, &page, nonsense).await), "{nonsense}");
    }
}

#[database_test(world(&pool))]
async fn a_second_step_takes_a_passkey_of_the_account_or_a_recovery_code_once(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    let (mut ada, mut eve) = (add(&site, "ada").await, add(&site, "eve").await);
    let ask_always = [("asked", "true")];
    let early = site.browser("ada").submit("/me/passkeys/asked", &ask_always).await;
    early.answers(409, "Make recovery codes first");
    let codes = codes(&site, "ada").await;
    assert_eq!((codes.len(), codes[0].len()), (10, 29), "{codes:?}");
    assert_eq!(type_password(&site, "ada", "long enough").await.status, 303, "not asked for yet");
    assert_eq!(site.browser("ada").submit("/me/passkeys/asked", &ask_always).await.status, 303);
    // The session that the password alone opened has ended.
    let without = "select count(*) from session s join person p on p.id = s.person_id
                   where p.email = 'ada@x.example' and not s.passkey";
    assert_eq!(world.one::<i64>(without).await, 0);

    let step = type_password(&site, "ada", "long enough").await;
    assert!(step.status == 200 && opened(&step).is_empty(), "{}", step.text());
    step.says("You are not signed in yet");
    let of_eve = eve.used(&options(&step));
    let refused = show(&site, &step, &of_eve).await;
    assert!(is_refused(&refused), "a passkey of another account");
    let own = ada.used(&options(&refused));
    assert_eq!(show(&site, &refused, &own).await.status, 303);

    let code = async |page: &Reply, code: &str| {
        let secret = attempt(page, STEP);
        post(&site, STEP, &[("attempt", &secret), ("code", code), ("way", "second")]).await
    };
    let step = type_password(&site, "ada", "long enough").await;
    let typed = codes[0].to_lowercase().replace('-', " ");
    let by_code = code(&step, &typed).await.is(303);
    assert!(get_in(&site, &opened(&by_code), PAGE).await.text().contains("9 recovery codes left"));
    let step = type_password(&site, "ada", "long enough").await;
    let twice = code(&step, &codes[0]).await;
    assert!(is_refused(&twice) && twice.text().contains("used before"), "{}", twice.text());
    assert_eq!(code(&twice, &codes[1]).await.status, 303);
    let sql = "select action from audit_log where event_id is null order by seq desc limit 1";
    assert_eq!(world.one::<String>(sql).await, "person.recovery_code_used");
    // Nobody signs in by a recovery code alone.
    let alone = get_in(&site, "", STEP).await;
    assert!(is_refused(&code(&alone, &codes[2]).await));
}

#[database_test(world(&pool))]
async fn tries_at_recovery_codes_are_counted_and_a_good_one_is_not(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    add(&site, "ada").await;
    let codes = codes(&site, "ada").await;
    assert_eq!(site.browser("ada").submit("/me/passkeys/asked", &[("asked", "true")]).await.status, 303);
    let code = async |page: &Reply, code: &str| {
        let secret = attempt(page, STEP);
        post(&site, STEP, &[("attempt", &secret), ("code", code), ("way", "second")]).await
    };
    let mut page = type_password(&site, "ada", "long enough").await;
    assert_eq!(code(&page, &codes[0]).await.status, 303);
    page = type_password(&site, "ada", "long enough").await;
    for wrong in 0..10 {
        page = code(&page, "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA").await;
        assert!(is_refused(&page), "{wrong}: {}", page.text());
    }
    let late = code(&page, &codes[1]).await.is(429);
    assert!(late.headers.contains_key(header::RETRY_AFTER) && opened(&late).is_empty());
}

#[database_test(world(&pool))]
async fn of_two_who_type_one_recovery_code_at_once_one_comes_in(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    add(&site, "ada").await;
    let codes = codes(&site, "ada").await;
    assert_eq!(site.browser("ada").submit("/me/passkeys/asked", &[("asked", "true")]).await.status, 303);
    let code = async |page: &Reply| {
        let secret = attempt(page, STEP);
        post(&site, STEP, &[("attempt", &secret), ("code", &codes[0]), ("way", "second")]).await
    };
    let (first, second) =
        (type_password(&site, "ada", "long enough").await, type_password(&site, "ada", "long enough").await);
    let (first, second) = tokio::join!(code(&first), code(&second));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422], "{} {}", first.text(), second.text());
    let left = "select count(*) from recovery_code where used_at is null and $1 is not null";
    assert_eq!(world.one::<i64>(left).await, 9);
}

#[database_test(world(&pool))]
async fn where_the_site_has_another_name_a_code_opens_and_a_new_passkey_is_added(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    let mut device = add(&site, "ada").await;
    let codes = codes(&site, "ada").await;
    assert_eq!(site.browser("ada").submit("/me/passkeys/asked", &[("asked", "true")]).await.status, 303);
    let there = "http://moved.localhost:3000";
    let site = site.at(there);
    // A device keeps the passkey for the earlier name, and signs for that alone.
    let step = type_password(&site, "ada", "long enough").await;
    let earlier = device.used(&options(&step).replace("moved.localhost", "localhost"));
    let refused = show(&site, &step, &earlier).await;
    assert!(is_refused(&refused), "{} {}", refused.status, refused.text());
    let secret = attempt(&refused, STEP);
    let by_code = post(&site, STEP, &[("attempt", &secret), ("code", &codes[0]), ("way", "second")]).await;
    assert_eq!(by_code.status, 303, "{}", by_code.text());
    let id = opened(&by_code);
    let page = get_in(&site, &id, PAGE).await;
    let (mut new, answer) = Authenticator::made(&options(&page), there);
    let secret = attempt(&page, PAGE);
    let fields = [("attempt", secret.as_str()), ("answer", answer.as_str()), ("name", "Phone, anew")];
    submit_as(&site, &id, PAGE, &fields).await.leads_to("/me/passkeys?done=added");
    let step = type_password(&site, "ada", "long enough").await;
    let answer = new.used(&options(&step));
    assert_eq!(show(&site, &step, &answer).await.status, 303);
}

#[database_test(world(&pool))]
async fn a_new_password_and_a_mailed_link_leave_the_second_step(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    let mut ada = add(&site, "ada").await;
    codes(&site, "ada").await;
    assert_eq!(site.browser("ada").submit("/me/passkeys/asked", &[("asked", "true")]).await.status, 303);
    post(&site, "/login/link", &[("email", "ada@x.example"), ("next", "/me/password")]).await;
    let body: String = world.one("select body from mail_outbox order by id desc limit 1").await;
    let link = body.split(HERE).nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap();
    let step = post(&site, link, &[]).await;
    assert!(step.status == 200 && opened(&step).is_empty(), "{}", step.text());
    let answer = ada.used(&options(&step));
    let secret = attempt(&step, STEP);
    let shown =
        post(&site, STEP, &[("attempt", &secret), ("answer", &answer), ("next", "/me/password")]).await;
    assert_eq!(shown.location(), "/me/password", "{}", shown.text());
    // The mailed link was just followed, so the forgotten password is not asked for.
    let fields = [("new_password", "another long one")];
    submit_as(&site, &opened(&shown), "/me/password", &fields).await.is(303);
    let step = type_password(&site, "ada", "another long one").await;
    assert!(step.status == 200 && opened(&step).is_empty(), "{}", step.text());
}

#[database_test(world(&pool))]
async fn a_session_without_the_passkey_changes_nothing_of_an_account_that_has_one(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    add(&site, "ada").await;
    let id = opened(&type_password(&site, "ada", "long enough").await);
    let page = get_in(&site, &id, PAGE).await;
    assert!(page.text().contains("You signed in without a passkey") && !page.body.contains("data-options"));
    let key: i64 = world.one("select id from passkey").await;
    let acts =
        [PAGE.to_owned(), format!("{PAGE}/{key}/remove"), format!("{PAGE}/codes"), format!("{PAGE}/asked")];
    for act in acts {
        let refused = submit_as(&site, &id, &act, &[("answer", "x")]).await;
        assert_eq!(refused.status, 403, "{act}: {}", refused.text());
    }
    // The password does not help: it is what somebody may have got hold of.
    submit_as(&site, &id, "/me/passkeys/prove", &[("password", "long enough")]).await.is(303);
    assert!(get_in(&site, &id, PAGE).await.text().contains("You signed in without a passkey"));
}

#[database_test(world(&pool))]
async fn an_old_session_asks_for_the_password_first(world: World, site: Site) {
    set_password(&world.pool, "ada", "long enough").await;
    world.run("update session set created_at = now() - interval '16 minutes'").await;
    let ada = site.browser("ada");
    assert!(!ada.get(PAGE).await.body.contains("data-options"));
    assert_eq!(ada.submit("/me/passkeys/prove", &[("password", "wrong one")]).await.status, 422);
    assert!(!ada.get(PAGE).await.body.contains("data-options"));
    assert_eq!(ada.submit("/me/passkeys/prove", &[("password", "long enough")]).await.status, 303);
    add(&site, "ada").await;
}

#[database_test(world(&pool))]
async fn a_token_and_a_first_password_need_a_session_as_fresh_as_a_passkey_does(world: World, site: Site) {
    let ada = site.browser("ada");
    let (token, password) = ([("name", "x")], [("new_password", "a long enough one")]);
    let both = async || {
        let (made, set) =
            (ada.submit("/me/tokens", &token).await, ada.submit("/me/password", &password).await);
        (made.status, set.status)
    };
    let has_password = "select count(password_hash) from person where email = 'ada@x.example'";
    // Somebody took an old session over. The account has no password that could be asked for.
    world.run("update session set created_at = now() - interval '16 minutes'").await;
    assert_eq!((both().await, world.one::<i64>(has_password).await), ((403, 403), 0));
    for page in ["/me/tokens", "/me/password"] {
        let page = ada.get(page).await;
        page.says("Sign out, sign in again, and come back.");
        assert!(!page.body.contains("name=\"new_password\"") && !page.body.contains("name=\"name\""));
    }
    for left in [ada.get("/me/leave").await, ada.submit("/me/leave", &[("typed", "leave")]).await] {
        assert!(
            left.text().contains("You signed in more than 15 minutes ago"),
            "{} {}",
            left.status,
            left.text()
        );
    }
    let deleted = "select count(*) from person where deactivated_at is not null";
    assert_eq!(world.one::<i64>(deleted).await, 0);
    // A link of an event opened it: whoever made the link would have the account for good.
    world.run("update session set created_at = now(), by_link = true").await;
    assert_eq!(ada.submit("/me/password", &password).await.status, 403);
    assert_eq!(ada.submit("/me/tokens", &token).await.status, 200, "it knows no more than the link");
    ada.submit("/me/leave", &[("typed", "leave")]).await.answers(403, "can have that link");
    assert_eq!(world.one::<i64>(has_password).await, 0);
    world.run("update session set by_link = false, created_at = now() - interval '16 minutes'").await;
    // The password of an account that has one does, and leads back.
    set_password(&world.pool, "ada", "long enough").await;
    assert_eq!(ada.submit("/me/tokens", &token).await.status, 403);
    assert!(ada.get("/me/tokens").await.body.contains("action=\"/me/passkeys/prove\""));
    for (next, leads) in [("//evil.example", "/"), ("/me/tokens", "/me/tokens")] {
        let fields = [("password", "long enough"), ("next", next)];
        ada.submit("/me/passkeys/prove", &fields).await.leads_to(leads);
    }
    assert_eq!(ada.submit("/me/tokens", &token).await.status, 200);
}

#[database_test]
async fn an_account_with_a_passkey_makes_tokens_and_a_first_password_with_it_and_shows_it_again(
    pool: PgPool,
) {
    let (_, site) = world(&pool).await;
    let mut device = add(&site, "ada").await;
    run(&pool, "update session set passkey = false").await;
    let ada = site.browser("ada");
    let (token, password) = ([("name", "x")], [("new_password", "a long enough one")]);
    assert_eq!(ada.submit("/me/tokens", &token).await.status, 403);
    assert_eq!(ada.submit("/me/password", &password).await.status, 403);
    assert!(ada.get("/me/tokens").await.text().contains("You signed in without a passkey"));
    // A session with it grows old, too. Without a password the passkey itself is what renews it.
    run(&pool, "update session set passkey = true, created_at = now() - interval '16 minutes'").await;
    assert_eq!(ada.submit("/me/tokens", &token).await.status, 403);
    let again = "/login/passkey?again=1&next=/me/tokens";
    let page = ada.get("/me/tokens").await;
    assert!(page.body.replace("&amp;", "&").contains(again), "{}", page.body);
    let step = ada.get(again).await;
    let (secret, answer) = (attempt(&step, STEP), device.used(&options(&step)));
    let fields = [("attempt", secret.as_str()), ("answer", answer.as_str()), ("next", "/me/tokens")];
    let shown = ada.submit(STEP, &fields).await;
    shown.leads_to("/me/tokens");
    get_in(&site, &opened(&shown), "/me/tokens").await.shows("name=\"name\"");
}

#[database_test]
async fn a_passkey_that_is_removed_takes_other_sessions_and_tokens_made_with_one_with_it(pool: PgPool) {
    let (world, site) = world(&pool).await;
    add(&site, "ada").await;
    // Whoever has the device made one of these.
    for name in ["on the device", "on the laptop"] {
        assert_eq!(site.browser("ada").submit("/me/tokens", &[("name", name)]).await.status, 200);
    }
    let tokens = "select count(*) from api_token t join person p on p.id = t.person_id
                  where p.email = 'ada@x.example' and t.passkey and t.revoked_at is null";
    assert_eq!(world.one::<i64>(tokens).await, 2);
    site.browser("ada").get(PAGE).await.says("It also ends your 2 access tokens made with a passkey.");
    let sql = "insert into session (person_id, id_hash, passkey) select id, '\\x01', true from person where email like 'ada@%'";
    run(&pool, sql).await;
    let key: i64 = world.one("select id from passkey").await;
    let sessions = "select count(*) from session s join person p on p.id = s.person_id
                    where p.email = 'ada@x.example'";
    // One that is not hers takes nothing along.
    assert_eq!(site.browser("ada").submit("/me/passkeys/0/remove", &[]).await.status, 404);
    assert_eq!((world.one::<i64>(sessions).await, world.one::<i64>(tokens).await), (2, 2));
    let removed = site.browser("ada").submit(&format!("{PAGE}/{key}/remove"), &[]).await;
    removed.leads_to("/me/passkeys?done=removed");
    assert_eq!((world.one::<i64>(sessions).await, world.one::<i64>(tokens).await), (1, 0));
    assert!(site.browser("ada").get(PAGE).await.text().contains("You have no passkey yet"));
    // The session that stays has no passkey at hand any more, so what it makes does not count as made with one.
    assert_eq!(site.browser("ada").submit("/me/tokens", &[("name", "after it")]).await.status, 200);
    let made = "select count(*) from api_token t join person p on p.id = t.person_id
                where p.email = 'ada@x.example' and t.name = 'after it' and not t.passkey";
    assert_eq!(world.one::<i64>(made).await, 1);
    // The token from before the passkey is not one that its device made.
    assert_eq!(site.api("ada").get("/api/me").await.status, 200);
}

#[database_test]
async fn an_event_that_asks_for_it_is_closed_to_organizers_without_a_passkey(pool: PgPool) {
    let (_, site) = world(&pool).await;
    let (people, switch) = ("/events/demo/manage/people", "/events/demo/manage/people/passkeys");
    let (olga, otto) = (site.browser("olga"), site.browser("otto"));
    olga.submit(switch, &[("required", "true")]).await.answers(403, "passkey of your own first");
    let mut device = add(&site, "olga").await;
    let listed = olga.get(people).await.text();
    listed.has(&["Without a passkey: Otto"]);
    listed.lacks(&["Without a passkey: Olga"]);
    assert_eq!(olga.submit(switch, &[("required", "true")]).await.status, 303);

    let closed = otto.get(people).await;
    assert_eq!(closed.location(), "/login/passkey?next=%2Fevents%2Fdemo%2Fmanage%2Fpeople");
    let said = otto.get(closed.location()).await.text();
    assert!(said.contains("Your account has no passkey yet") && !said.contains("Use your passkey"), "{said}");
    assert_eq!(otto.submit(switch, &[]).await.status, 303, "led to the passkey as well");
    assert_eq!(otto.get("/events/demo").await.status, 200, "what everybody sees stays open");
    // The API's organizer, by a token from before and by one of a session with a passkey.
    let open = serde_json::json!({});
    let before = site.api("olga").post("/api/events/demo/open", open.clone()).await.is(403);
    assert_eq!(before.headers["evenhand-refusal"].to_str().unwrap(), "passkey_needed");
    assert_eq!(site.api("olga").get("/api/events/demo/export/projects.csv").await.status, 403);
    site.api("olga").get("/api/judge/scores?event=demo&judge=otto@x.example").await.is(403);
    let made = olga.submit("/me/tokens", &[("name", "x")]).await;
    let (_, rest) = made.body.split_once("<code class=\"copy-text\">").unwrap();
    let bearer = format!("Bearer {}", rest.split('<').next().unwrap());
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    site.api("").send_with("POST", "/api/events/demo/open", &headers, "{}".to_owned()).await.is(200);
    // A new session of the organizer's is closed until the passkey is used in it.
    run(&pool, "update session set passkey = false").await;
    let step = olga.get("/login/passkey?next=/events/demo/manage").await;
    let (secret, answer) = (attempt(&step, STEP), device.used(&options(&step)));
    // In the browser of somebody else it opens nothing.
    let stolen = otto.submit(STEP, &[("attempt", &secret), ("answer", &answer)]).await;
    assert!(is_refused(&stolen), "{}", stolen.text());
    let step = olga.get("/login/passkey?next=/events/demo/manage").await;
    let (secret, answer) = (attempt(&step, STEP), device.used(&options(&step)));
    let fields = [("attempt", secret.as_str()), ("answer", answer.as_str()), ("next", "/events/demo/manage")];
    let shown = olga.submit(STEP, &fields).await;
    shown.leads_to("/events/demo/manage");
    assert_eq!(get_in(&site, &opened(&shown), "/events/demo/manage").await.status, 200);
    // The session from before has ended.
    assert_eq!(get_in(&site, &session("olga"), "/me").await.status, 303);
}

#[database_test(world(&pool))]
async fn passkeys_go_with_the_account_and_on_the_command_line(world: World, site: Site) {
    add(&site, "ada").await;
    add(&site, "eve").await;
    site.browser("eve").submit("/me/tokens", &[("name", "made with it")]).await.is(200);
    codes(&site, "ada").await;
    let data = site.browser("ada").get("/me/data.json").await.json();
    assert_eq!(data["passkeys"][0]["name"].as_str(), Some("Phone"));
    assert_eq!(data["recovery_codes"].as_array().unwrap().len(), 10);
    assert_eq!(site.browser("ada").submit("/me/leave", &[("typed", "leave")]).await.status, 303);
    let left = "select (select count(*) from passkey) * 100 + (select count(*) from passkey_account) * 10
                   + (select count(*) from recovery_code)";
    assert_eq!(world.one::<i64>(left).await, 110, "those of eve");
    let eve = shared::ids::PersonId(world.person("eve").await);
    let shell = portal::caller::Caller::shell();
    let by = site.state.by(&shell);
    by.write(async |call| portal::account::passkeys::clear_for(call, eve).await).await.unwrap();
    assert_eq!(world.one::<i64>(left).await, 0);
    assert_eq!(site.browser("eve").get("/me").await.status, 303, "signed out");
    let tokens = "select string_agg(name, ' ' order by id) from api_token t
                  where person_id = $1 and passkey and revoked_at is null";
    let with: Option<String> = sqlx::query_scalar(tokens).bind(eve.0).fetch_one(&world.pool).await.unwrap();
    assert_eq!(with, None, "nothing that counts as made with a passkey stays");
    assert_eq!(site.api("eve").get("/api/me").await.status, 200, "her other token works");
}

#[database_test(world(&pool))]
async fn a_portal_without_a_name_or_https_says_why_it_has_no_passkeys(_: World, site: Site) {
    let site = site.at("http://192.0.2.1:3000");
    for page in [site.browser("ada").get(PAGE).await, get_in(&site, "", STEP).await] {
        page.says("This portal has no such address");
        assert!(!page.body.contains("data-options"));
    }
    assert!(!get_in(&site, "", "/login").await.body.contains("/login/passkey"));
}
