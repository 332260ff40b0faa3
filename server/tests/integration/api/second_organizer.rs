//! Where an event asks a second organizer: what one asks for waits, and is done when another one confirms exactly that.

use crate::prelude::*;

/// The page that shows what waits.
const PAGE: &str = "/events/demo/manage/people";
/// Where its forms go.
const FORMS: &str = "/events/demo/manage/second-organizer";
const API: &str = "/api/events/demo/confirmations";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";
const FORGET: &str = "/events/demo/manage/keeping/forget";
const PRIZE: &str = "/events/demo/manage/prizes/1";
const AWARD: &str = "/events/demo/manage/prizes/1/award";
const FINAL: &str = "/api/events/demo/results/final";

/// The judged event with a run and a prize whose winner is confirmed; `two` organizes it, too, and it asks a second organizer.
static ASKS: Template = Template::on(&JUDGED, "asks", |pool| Box::pin(ask(pool)));

async fn ask(pool: PgPool) {
    let demo = World::demo(&pool);
    Event::new("other").organizer("two").create(&pool).await;
    let sql = "insert into event_person (event_id, person_id) select 1, id from person where email = 'two@x.example';
         insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'two@x.example';
         insert into prize (event_id, name, rule) values (1, 'Best', 'rank')";
    demo.run(sql).await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    let best = site.browser("org").submit(AWARD, &[("winner", "3"), ("version", "1")]).await;
    assert_eq!(best.status, 303, "before the publication nobody is asked: {}", best.text());
    assert_eq!(site.browser("org").submit(&format!("{FORMS}/on"), &[]).await.status, 303);
}

async fn event(pool: &PgPool) -> (World, Site) {
    (World::demo(pool), Site::new(pool).await)
}

/// Sends a form, and follows to what waits.
async fn asks(site: &Site, who: &str, path: &str, fields: &[(&str, &str)]) {
    site.browser(who).submit(path, fields).await.leads_to(&format!("{PAGE}?asked=1#waits"));
}

/// How many forms of a page say beforehand that another organizer has to confirm.
async fn hints(site: &Site, page: &str) -> usize {
    let page = site.browser("org").get(page).await.is(200);
    page.text().matches("Nothing changes until another organizer confirms it.").count()
}

async fn publish(site: &Site, who: &str) {
    asks(site, who, PUBLISH, &[("run", "1"), ("consent", "true")]).await;
}

/// What the API says, the newest first.
async fn listed(site: &Site) -> Value {
    site.api("two").get(API).await.json()
}

async fn newest(site: &Site) -> i64 {
    listed(site).await[0]["id"].as_i64().unwrap()
}

async fn decide(site: &Site, who: &str, act: &str, sentence: &str) -> Reply {
    let id = newest(site).await;
    site.api(who).post(&format!("{API}/{id}/{act}"), json!({ "sentence": sentence })).await
}

async fn publications(demo: &World) -> i64 {
    demo.one("select count(*) from publication where event_id = $1").await
}

/// Who was written to.
async fn mailed(demo: &World) -> String {
    demo.one("select string_agg(to_address, ' ' order by to_address) from mail_outbox where about_event = $1")
        .await
}

async fn actions(demo: &World, newest: usize) -> Vec<String> {
    demo.audit().await.into_iter().rev().take(newest).map(|row| row.0).collect()
}

/// All windows are over, so that the event can be forgotten once it is published.
async fn over(demo: &World) {
    for stage in ["submissions", "judging", "voting"] {
        demo.move_window(stage, (Some(-9), Some(-3))).await;
    }
}

/// Published by both.
async fn published(site: &Site) {
    publish(site, "org").await;
    assert_eq!(decide(site, "two", "confirm", "").await.status, 200);
}

#[database_test(ASKS, event(&pool))]
async fn a_publication_waits_and_is_done_by_another_organizer(demo: World, site: Site) {
    assert!(!site.browser("two").get("/events/demo/manage").await.text().contains("second organizer"));
    assert_eq!(hints(&site, PUBLISH).await, 1);
    publish(&site, "org").await;
    assert_eq!(publications(&demo).await, 0);
    assert_eq!(actions(&demo, 1).await, ["confirmation.requested"]);
    assert_eq!(site.api("").get("/api/events/demo/results").await.status, 404);
    let asked = demo.audit().await.pop().unwrap();
    let told = listed(&site).await;
    assert_eq!(told[0]["act"], "publish");
    assert_eq!(told[0]["state"], "waits");
    assert_eq!(told[0]["current"], json!(true));
    assert_eq!(told[0]["asked_by"], json!("Org"));
    // Nobody is asked who could not confirm: who asked, and who takes part.
    assert_eq!(mailed(&demo).await, email("two"));
    // It is the first line of the check list, and its page says what is asked for.
    for (who, said) in [
        ("two", "Org asks to publish run 1."),
        ("org", "You ask to publish run 1."),
        ("both", "Org asks for something that you may not do in this event."),
    ] {
        let list = site.browser(who).get("/events/demo/manage").await.text();
        assert!(list.contains(said) && !list.contains("Check it and publish"), "{who}: {list}");
    }
    site.browser("two").get(PUBLISH).await.says("Org asks to publish run 1.");
    site.browser("org").get(PUBLISH).await.says("You ask to publish run 1.");
    let page = site.browser("two").get(PAGE).await;
    page.text().has(&["Org asks to publish run 1", "Confirm: publish run 1"]);
    let at =
        |id: &str| page.body.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("{id}: {}", page.body));
    assert!(at("waits") < at("passkeys"), "what waits comes before everything else");
    let own = site.browser("org").get(PAGE).await.text();
    assert!(own.contains("You ask to publish run 1") && !own.contains("Confirm: "), "{own}");
    // Who takes part learns that something waits, and neither what nor how.
    site.browser("both").get(PAGE).await.text().lacks(&["publish run 1", "Confirm: "]);
    site.browser("staff").get(PAGE).await.says("A site admin can ask for this, but not decide it.");
    // Neither who asked, nor who takes part, nor a site admin confirms.
    for who in ["org", "both", "ana", "staff", "j1"] {
        for act in ["confirm", "decline"] {
            let reply = decide(&site, who, act, "No.").await;
            assert_eq!(reply.status, 403, "{who}, {act}: {}", reply.body);
        }
    }
    // Nobody takes back what another one asked for.
    decide(&site, "two", "withdraw", "").await.is(404);
    assert_eq!(publications(&demo).await, 0);
    assert_eq!(decide(&site, "two", "confirm", "I compared the list.").await.status, 200);
    assert_eq!(publications(&demo).await, 1);
    assert_eq!(actions(&demo, 2).await, ["results.published", "confirmation.confirmed"]);
    let rows = demo.audit().await;
    let confirmed = &rows[rows.len() - 2].3;
    let org = demo.person("org").await;
    assert_eq!(confirmed["asked_by"], json!(org));
    assert_eq!(confirmed["asked_sha256"], asked.3["asked_sha256"]);
    let actors = "select string_agg(actor, ' ' order by seq) from (
        select seq, actor from audit_log where event_id = $1 order by seq desc limit 3) a";
    assert_eq!(demo.one::<String>(actors).await, [email("org"), email("two"), email("two")].join(" "));
    let told = listed(&site).await;
    assert_eq!((&told[0]["state"], &told[0]["decided_by"]), (&json!("confirmed"), &json!("Two")));
    let (status, said) = decide(&site, "two", "confirm", "").await.refusal();
    assert!(status == 409 && said.starts_with("Nobody can decide this any more"), "{said}");
}

#[database_test(ASKS, event(&pool))]
async fn what_changed_since_somebody_asked_is_confirmed_by_nobody(demo: World, site: Site) {
    let outdated = async |change: &str| {
        let (status, said) = decide(&site, "two", "confirm", "").await.refusal();
        assert_eq!(status, 409, "{change}: {said}");
        assert!(said.starts_with("The run, prizes or winners have changed"), "{change}: {said}");
    };
    publish(&site, "org").await;
    rescored(&demo).await;
    calibrated(&site).await;
    outdated("a run").await;
    assert_eq!(listed(&site).await[0]["current"], json!(false));
    let page = site.browser("two").get(PAGE).await.text();
    assert!(!page.contains("Confirm: ") && page.contains("Decline"), "{page}");
    asks(&site, "org", PUBLISH, &[("run", "2"), ("consent", "true")]).await;
    demo.run("update prize set description = 'For light.', version = version + 1").await;
    outdated("a prize").await;
    asks(&site, "org", PUBLISH, &[("run", "2"), ("consent", "true")]).await;
    demo.run("update prize_winner set project_id = 4").await;
    outdated("a winner").await;
    // Declining has a reason, and who asked is told.
    assert_eq!(decide(&site, "two", "decline", " ").await.status, 400);
    assert_eq!(decide(&site, "two", "decline", "The winner is another one.").await.status, 200);
    assert_eq!(publications(&demo).await, 0);
    assert_eq!(actions(&demo, 1).await, ["confirmation.declined"]);
    let mail = "select body from mail_outbox where about_event = $1 order by id desc limit 1";
    assert!(demo.one::<String>(mail).await.contains("The winner is another one."));
    assert!(site.browser("org").get(PAGE).await.text().contains("The winner is another one."));
}

#[database_test(ASKS, event(&pool))]
async fn what_only_waits_for_another_time_is_declined_all_the_same(demo: World, site: Site) {
    publish(&site, "org").await;
    demo.run("update event set voting_mode = 'account', voting_open = null, voting_close = null").await;
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 409, "a vote is open");
    let page = site.browser("two").get(PAGE).await.text();
    assert!(page.contains("Org asks to publish run 1") && page.contains("Decline"), "{page}");
    assert!(!page.contains("Confirm: "), "{page}");
    assert!(!site.browser("both").get(PAGE).await.text().contains("publish run 1"), "they take part");
    assert_eq!(decide(&site, "both", "decline", "No.").await.status, 403);
    assert_eq!(decide(&site, "two", "decline", "Not while people vote.").await.status, 200);
}

#[database_test(ASKS, event(&pool))]
async fn a_warning_that_came_up_since_is_agreed_to_by_nobody(demo: World, site: Site) {
    publish(&site, "org").await;
    // No new run: what the act rests on is the same, and the run no longer fits the reviews.
    rescored(&demo).await;
    assert_eq!(listed(&site).await[0]["current"], json!(true));
    let (status, said) = decide(&site, "two", "confirm", "").await.refusal();
    assert!(status == 409 && said.starts_with("A warning has come up since"), "{status} {said}");
    assert_eq!((publications(&demo).await, listed(&site).await[0]["state"].clone()), (0, json!("waits")));
    publish(&site, "org").await;
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
}

#[database_test(ASKS, event(&pool))]
async fn a_link_to_the_other_organizers_account_neither_asks_nor_confirms(demo: World, site: Site) {
    publish(&site, "org").await;
    // Who asked makes a link to the account of the other one, and opens it.
    let linked = "update session set by_link = true where person_id = (select id from person where email = 'two@x.example');
         update api_token set by_link = true where person_id = (select id from person where email = 'two@x.example');
         insert into session_link (id_hash, event_id, role, made_by)
             select s.id_hash, 1, 'organizer', o.id from session s join person p on p.id = s.person_id, person o
             where p.email = 'two@x.example' and o.email = 'org@x.example';
         insert into token_link (id_hash, event_id, role, made_by, opened_at)
             select t.token_hash, 1, 'organizer', o.id, now() from api_token t join person p on p.id = t.person_id, person o
             where p.email = 'two@x.example' and o.email = 'org@x.example'";
    demo.run(linked).await;
    let page = site.browser("two").get(PAGE).await.text();
    assert!(page.contains("publish run 1") && page.contains("link began this session"), "{page}");
    assert!(!page.contains("Confirm: "), "{page}");
    let id = newest(&site).await;
    let by_page = site.browser("two").submit(&format!("{FORMS}/{id}/confirm"), &[("sentence", "")]).await;
    let by_token = decide(&site, "two", "confirm", "").await;
    assert_eq!((by_page.status, by_token.status), (403, 403), "{} {}", by_page.text(), by_token.body);
    // Nor does it ask for what its maker would confirm then.
    let asked = site.browser("two").submit(PUBLISH, &[("run", "1"), ("consent", "true")]).await;
    asked.answers(403, "began this session");
    assert_eq!((publications(&demo).await, newest(&site).await), (0, id));
    demo.run("update session set by_link = false; update api_token set by_link = false").await;
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
}

#[database_test(ASKS, event(&pool))]
async fn what_waits_is_taken_back_replaced_or_over_after_two_days(demo: World, site: Site) {
    publish(&site, "org").await;
    assert_eq!(decide(&site, "org", "withdraw", "").await.status, 200);
    assert_eq!(actions(&demo, 1).await, ["confirmation.withdrawn"]);
    publish(&site, "org").await;
    // Nobody displaces what another one asked for, and they replace their own.
    let wish = || json!({ "run": 1, "consent": true });
    let (status, said) = site.api("two").post("/api/events/demo/results", wish()).await.refusal();
    assert!(status == 409 && said.starts_with("A request by Org still waits."), "{status} {said}");
    site.browser("two").submit(&format!("{FORMS}/off"), &[]).await.answers(409, "A request by Org");
    publish(&site, "org").await;
    let states = async || -> Vec<String> {
        let told = listed(&site).await;
        told.as_array().unwrap().iter().map(|one| one["state"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(states().await, ["waits", "lapsed", "withdrawn"]);
    let older = listed(&site).await[1]["id"].as_i64().unwrap();
    // Declined, it makes room. A program's publication waits as well, and now the first one is its second organizer.
    assert_eq!(decide(&site, "two", "decline", "Not this.").await.status, 200);
    let ranking = site.api("two").post("/api/events/demo/results", wish()).await;
    assert_eq!((ranking.status, &ranking.json()["published_at"]), (200, &Value::Null), "{}", ranking.body);
    assert_eq!(states().await[0], "waits");
    assert_eq!(site.api("two").post(&format!("{API}/{older}/confirm"), json!({})).await.status, 409);
    let sql = "begin; set local session_replication_role = replica;
         update confirmation set expires_at = now() - interval '1 second' where outcome is null; commit";
    demo.run(sql).await;
    let (status, said) = decide(&site, "org", "confirm", "").await.refusal();
    assert!(status == 409 && said.contains("48 hours"), "{said}");
    assert_eq!((publications(&demo).await, listed(&site).await[0]["state"].clone()), (0, json!("lapsed")));
    publish(&site, "two").await;
    // What nobody could confirm any more makes room, too: another run is there.
    rescored(&demo).await;
    calibrated(&site).await;
    asks(&site, "org", PUBLISH, &[("run", "2"), ("consent", "true")]).await;
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
}

#[database_test(ASKS, event(&pool))]
async fn whom_one_organizer_appoints_confirms_once_two_let_them(demo: World, site: Site) {
    // Somebody who took over the account of "org" appoints "sock".
    let made = Event::new("third").organizer("sock").create(&demo.pool).await;
    assert!(made.event > 1);
    let sql = "insert into event_person (event_id, person_id) select 1, id from person where email = 'sock@x.example';
         insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'sock@x.example'";
    demo.run(sql).await;
    let sock = demo.person("sock").await;
    let why = "You became an organizer after this event began to ask a second one.";
    publish(&site, "org").await;
    assert_eq!(mailed(&demo).await, email("two"));
    for act in ["confirm", "decline"] {
        let (status, said) = decide(&site, "sock", act, "No.").await.refusal();
        assert!(status == 403 && said.starts_with(why), "{act}: {status} {said}");
    }
    let page = site.browser("sock").get(PAGE).await.text();
    assert!(page.contains(why) && !page.contains("Confirm: "), "{page}");
    assert!(!page.contains("Ask to let") && !page.contains("Ask to switch"), "{page}");
    // Nor do they ask for what "org" would confirm then.
    site.browser("sock").submit(PUBLISH, &[("run", "1"), ("consent", "true")]).await.answers(403, why);
    assert_eq!(publications(&demo).await, 0);
    // One alone lets nobody confirm: not themselves, and not another.
    let add = format!("{FORMS}/add");
    let person = sock.to_string();
    let add_sock = [("person", person.as_str())];
    assert_eq!(site.browser("sock").submit(&add, &add_sock).await.status, 403);
    assert_eq!(site.browser("ana").submit(&add, &add_sock).await.status, 403, "they take part");
    assert_eq!(site.browser("two").submit(&add, &add_sock).await.status, 409, "something waits");
    assert_eq!(decide(&site, "two", "decline", "First this.").await.status, 200);
    for nobody in ["0", "x", "1"] {
        assert_eq!(site.browser("two").submit(&add, &[("person", nobody)]).await.status, 404, "{nobody}");
    }
    assert!(site.browser("two").get(PAGE).await.text().contains("Ask to let Sock confirm"));
    asks(&site, "two", &add, &add_sock).await;
    for who in ["two", "sock"] {
        assert_eq!(decide(&site, who, "confirm", "").await.status, 403, "{who}");
    }
    site.browser("org").get(PAGE).await.text().has(&["Sock, sock@x.example", "Confirm: let a new organizer"]);
    assert_eq!(decide(&site, "org", "confirm", "We know them.").await.status, 200);
    assert_eq!(actions(&demo, 2).await, ["second_organizer.added", "confirmation.confirmed"]);
    publish(&site, "org").await;
    assert_eq!(decide(&site, "sock", "confirm", "").await.status, 200);
    assert_eq!(publications(&demo).await, 1);
}

#[database_test(ASKS, event(&pool))]
async fn whoever_takes_part_neither_asks_nor_chooses(demo: World, site: Site) {
    // Two of them could let a third confirm, or have the event ask nobody any more.
    for who in ["ana", "both"] {
        for (act, fields) in [("on", &[][..]), ("off", &[][..]), ("add", &[("person", "1")][..])] {
            let reply = site.browser(who).submit(&format!("{FORMS}/{act}"), fields).await;
            assert_eq!(reply.status, 403, "{who}, {act}: {}", reply.text());
            assert!(reply.text().contains("take no part"), "{who}, {act}: {}", reply.text());
        }
    }
    // They still do while results are provisional, and no site admin is needed.
    let until = [("until", "2099-01-01T10:00"), ("owed", "Code"), ("provisional", "true")];
    asks(&site, "org", PUBLISH, &[("run", "1"), ("consent", "true"), until[0], until[1], until[2]]).await;
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
    assert_eq!(site.browser("ana").submit(&format!("{FORMS}/off"), &[]).await.status, 403);
    let confirming = "select organizers_to_confirm($1)";
    assert_eq!(demo.one::<i64>(confirming).await, 2);
}

#[database_test(ASKS, event(&pool))]
async fn who_may_not_do_an_act_gets_no_fingerprint_to_guess_winners_from(_: World, site: Site) {
    publish(&site, "org").await;
    let page = format!("{PAGE}?second=1");
    assert_eq!(listed(&site).await[0]["digest"].as_str().map(str::len), Some(64));
    site.browser("two").get(&page).await.says("Fingerprint");
    for who in ["ana", "both"] {
        let told = site.api(who).get(API).await.json();
        assert_eq!((&told[0]["digest"], &told[0]["current"]), (&json!(""), &json!(true)), "{who}");
        let shown = site.browser(who).get(&page).await.text();
        shown.has(&["asks for something that you may not do"]);
        shown.lacks(&["Fingerprint"]);
    }
    // Nor once it is over.
    decide(&site, "two", "decline", "Not yet.").await.is(200);
    assert_eq!(site.api("ana").get(API).await.json()[0]["digest"], json!(""));
}

#[database_test(ASKS, event(&pool))]
async fn finals_count_nobody_who_did_not_count_before(demo: World, site: Site) {
    published(&site).await;
    let make = async |name: &str| {
        let fields = [("name", name), ("project", "3")];
        site.browser("staff").submit("/events/demo/manage/calibration/finals", &fields).await.is(303);
    };
    // A site admin organizes what they make, and so does a new organizer. In the event, neither was one of the two.
    make("Demo finals").await;
    let sql = "insert into event_person (event_id, person_id) select 1, id from person where email = 'staff@x.example' on conflict do nothing;
         insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'staff@x.example'";
    demo.run(sql).await;
    make("Second finals").await;
    let of_finals = |confirms: &str| {
        format!(
            "select string_agg(distinct p.email, ' ' order by p.email) || count(distinct m.event_id)
             from membership m join person p on p.id = m.person_id join event e on e.id = m.event_id
             where e.finals_of = $1 and m.role = 'organizer' and {confirms}"
        )
    };
    assert_eq!(demo.one::<String>(&of_finals("not m.confirms")).await, format!("{}2", email("staff")));
    let two = [email("ana"), email("both"), email("org"), email("two")].join(" ");
    assert_eq!(demo.one::<String>(&of_finals("m.confirms")).await, format!("{two}2"));
}

#[database_test(ASKS, event(&pool))]
async fn finals_ask_as_their_event_does_and_each_decides_for_itself(demo: World, site: Site) {
    published(&site).await;
    let fields = [("name", "Demo finals"), ("project", "3")];
    let made = site.browser("staff").submit("/events/demo/manage/calibration/finals", &fields).await;
    assert_eq!(made.status, 303, "{}", made.text());
    let slug: String = demo.one("select slug from event where finals_of = $1").await;
    let (manage, api) = (format!("/events/{slug}/manage"), format!("/api/events/{slug}/confirmations"));
    let asked = site.browser("org").submit(&format!("{manage}/second-organizer/off"), &[]).await;
    asked.leads_to(&format!("{manage}/people?asked=1#waits"));
    let id = site.api("two").get(&api).await.json()[0]["id"].as_i64().unwrap();
    let confirm = async |who: &str, api: &str| {
        site.api(who).post(&format!("{api}/{id}/confirm"), json!({ "sentence": "" })).await.status
    };
    // Who asked, a site admin, and the address of the other event.
    for (who, api, status) in [("org", &*api, 403), ("staff", &*api, 403), ("two", API, 404)] {
        assert_eq!(confirm(who, api).await, status, "{who} {api}");
    }
    assert_eq!(listed(&site).await.as_array().map(Vec::len), Some(1), "the event has its publication alone");
    assert_eq!(confirm("two", &api).await, 200);
    let asks = "select string_agg(slug, ' ') from event where second_organizer and $1 in (id, finals_of)";
    assert_eq!(demo.one::<String>(asks).await, "demo");
}

#[database_test(ASKS, event(&pool))]
async fn a_merged_account_confirms_where_the_other_did(demo: World, site: Site) {
    Event::new("third").organizer("alt").create(&demo.pool).await;
    let id = async |who: &str| -> i64 {
        demo.one(&format!("select id from person where email = '{}' and $1 > 0", email(who))).await
    };
    let (org, alt) = (id("org").await, id("alt").await);
    let into = |kept: i64| format!("/admin/people/{kept}/merge");
    let short = "Fewer than two organizers of “Demo” could then ask and confirm.";
    let plan = async |kept: i64| {
        site.browser("staff").get(&format!("{}?other={}", into(kept), email("two"))).await.text()
    };
    let said = plan(org).await;
    assert!(said.contains(short), "{said}");
    let said = plan(alt).await;
    assert!(!said.contains(short) && said.contains("Merge two@x.example into alt@x.example"), "{said}");
    publish(&site, "org").await;
    let two = email("two");
    let merged = site.browser("staff").submit(&into(alt), &[("other", &two)]).await;
    assert_eq!(merged.status, 303, "{}", merged.text());
    let row = demo.audit().await.pop().unwrap();
    assert_eq!((row.0.as_str(), &row.3["confirms"]), ("person.merged", &json!(true)));
    let left = format!("select count(*) from membership where person_id = {} and $1 > 0", id("two").await);
    assert_eq!(demo.one::<i64>(&left).await, 0);
    let waiting: i64 = demo.one("select max(id) from confirmation where event_id = $1").await;
    let confirmed =
        site.api("alt").post(&format!("{API}/{waiting}/confirm"), json!({ "sentence": "" })).await;
    assert_eq!((confirmed.status, publications(&demo).await), (200, 1), "{}", confirmed.body);
}

#[database_test(ASKS, event(&pool))]
async fn before_one_of_two_goes_each_page_says_that_nobody_could_confirm(demo: World, site: Site) {
    let two: i64 = demo.one("select id from person where email = 'two@x.example' and $1 > 0").await;
    // Another event can do without them.
    let other = "insert into event_person (event_id, person_id)
             select e.id, p.id from event e, person p where e.slug = 'other' and p.email = 'org@x.example';
         insert into membership (event_id, person_id, role)
             select e.id, p.id, 'organizer' from event e, person p where e.slug = 'other' and p.email = 'org@x.example'";
    demo.run(other).await;
    let pages = [
        ("two", "/events/demo/manage/settings".to_owned()),
        ("two", "/me/leave".to_owned()),
        ("org", format!("/events/demo/manage/people/{two}")),
        ("staff", format!("/admin/people/{two}")),
    ];
    let short = "Fewer than two organizers of “Demo” could then ask and confirm.";
    for (who, page) in &pages {
        let said = site.browser(who).get(page).await.text();
        assert!(said.contains(short), "{page}: {said}");
    }
    // With a third one, nothing is lost. Nor is it where the event asks nobody.
    Event::new("third").organizer("more").create(&demo.pool).await;
    let third = "begin; set local session_replication_role = replica;
         insert into event_person (event_id, person_id) select 1, id from person where email = 'more@x.example';
         insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'more@x.example';
         commit";
    demo.run(third).await;
    for (who, page) in &pages {
        let page = site.browser(who).get(page).await;
        assert_eq!(page.status, 200);
        assert!(!page.text().contains(short), "{}", page.text());
    }
}

#[database_test(ASKS, event(&pool))]
async fn corrections_and_final_results_wait_too(demo: World, site: Site) {
    // Before the publication nobody is asked about winners.
    assert_eq!(hints(&site, PRIZE).await, 0);
    let until = [("until", "2099-01-01T10:00"), ("owed", "Code"), ("provisional", "true")];
    asks(&site, "org", PUBLISH, &[("run", "1"), ("consent", "true"), until[0], until[1], until[2]]).await;
    assert!(site.browser("two").get(PAGE).await.text().contains("with provisional winners"));
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
    // Other winners correct what is public.
    assert_eq!(hints(&site, PRIZE).await, 1);
    let page = site.browser("org").get(PRIZE).await.body;
    let seen = page.split("name=\"confirmed\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let fields = [
        ("winner", "4"),
        ("version", "1"),
        ("reason", "The first one withdrew."),
        ("confirmed", seen.unwrap_or("")),
    ];
    asks(&site, "org", AWARD, &fields).await;
    let winner = "select project_id from prize_winner where event_id = $1";
    assert_eq!((publications(&demo).await, demo.one::<i64>(winner).await), (1, 3));
    site.browser("two").get(PAGE).await.text().has(&["Project 4", "The first one withdrew."]);
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
    assert_eq!((publications(&demo).await, demo.one::<i64>(winner).await), (2, 4));
    // By the API the ranking stays provisional until then.
    let shown = json!({ "project": 4, "duty": 1, "state": "shown" });
    assert_eq!(site.api("org").post("/api/events/demo/winners", shown).await.status, 200);
    assert_eq!(hints(&site, "/events/demo/manage/deliberation").await, 1);
    let reply = site.api("org").post(FINAL, json!({})).await;
    assert_eq!((reply.status, &reply.json()["final_of"]), (200, &Value::Null), "{}", reply.body);
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
    assert_eq!(site.api("").get("/api/events/demo/results").await.json()["final_of"], json!(2));
}

#[database_test(ASKS, event(&pool))]
async fn personal_data_go_when_another_organizer_confirms_it(demo: World, site: Site) {
    published(&site).await;
    over(&demo).await;
    demo.run("update event set time_zone = 'Asia/Kathmandu' where id = $1").await;
    let day = |day: &'static str, seen: &'static str| [("day", day), ("seen", seen)];
    let forget_on = "select count(forget_on) from event where id = $1";
    assert_eq!(hints(&site, "/events/demo/manage/exports").await, 2, "of the day, and of removing at once");
    asks(&site, "org", "/events/demo/manage/keeping/day", &day("2098-01-01", "")).await;
    assert_eq!(demo.one::<i64>(forget_on).await, 0);
    // The mails to who confirms and to who asked name it by the clocks of the event's place.
    let mail = "select body from mail_outbox where about_event = $1 order by id desc limit 1";
    let said = "remove the personal data on 1 Jan 2098, 05:45 UTC+05:45.";
    let asked: String = demo.one(mail).await;
    assert!(asked.contains(said), "{asked}");
    // So does the page, in its heading and on its button.
    let page = site.browser("two").get(PAGE).await;
    let shown = "remove the personal data on <time datetime=\"2098-01-01T05:45:00+05:45\">1 Jan 2098, 05:45 UTC+05:45</time>";
    assert_eq!(page.body.replace("<!>", "").matches(shown).count(), 2, "{}", page.body);
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
    assert_eq!(demo.one::<i64>(forget_on).await, 1);
    let answered: String = demo.one(mail).await;
    assert!(answered.contains(said), "{answered}");
    // A later day, and none, lose nothing.
    for (chosen, seen, done, said) in [
        (
            "2099-01-01",
            "2098-01-01T00:00:00Z",
            "day-saved",
            "The day on which personal data are removed is saved.",
        ),
        ("", "2099-01-01T00:00:00Z", "day-taken-back", "Personal data are kept until you choose a day."),
    ] {
        let reply = site.browser("org").submit("/events/demo/manage/keeping/day", &day(chosen, seen)).await;
        reply.leads_to(&format!("/events/demo/manage/exports?keeping=1&done={done}#keeping"));
        site.browser("org").get(reply.location()).await.says(said);
    }
    asks(&site, "org", FORGET, &[("confirm", "true")]).await;
    let forgotten = "select count(forgotten_at) from event where id = $1";
    assert_eq!(demo.one::<i64>(forgotten).await, 0);
    let id = newest(&site).await;
    let reply =
        site.browser("two").submit(&format!("{FORMS}/{id}/confirm"), &[("sentence", "It is time.")]).await;
    assert_eq!((reply.status, demo.one::<i64>(forgotten).await), (303, 1), "{}", reply.text());
    assert_eq!(actions(&demo, 2).await, ["confirmation.confirmed", "event.forgotten"]);
    // What was asked for may name people, so it went, too.
    assert_eq!(demo.one::<i64>("select count(*) from confirmation where event_id = $1").await, 0);
}

#[database_test(ASKS, event(&pool))]
async fn switching_it_off_takes_two_unless_only_one_is_left(demo: World, site: Site) {
    let on = "select count(*) from event where id = $1 and second_organizer";
    let force = format!("{FORMS}/force");
    // As long as two could confirm it, no site admin decides for them.
    assert_eq!(site.browser("staff").submit(&force, &[("reason", "A dispute.")]).await.status, 409);
    asks(&site, "org", &format!("{FORMS}/off"), &[]).await;
    assert_eq!(demo.one::<i64>(on).await, 1);
    // Nothing that the switch rests on changes by a run.
    calibrated(&site).await;
    assert_eq!(decide(&site, "two", "confirm", "").await.status, 200);
    assert_eq!(demo.one::<i64>(on).await, 0);
    assert_eq!(actions(&demo, 2).await, ["second_organizer.switched_off", "confirmation.confirmed"]);
    assert_eq!(site.browser("org").submit(&format!("{FORMS}/on"), &[]).await.status, 303);
    assert_eq!(actions(&demo, 1).await, ["second_organizer.switched_on"]);
    // The second one leaves.
    assert_eq!(site.browser("two").submit("/events/demo/manage/settings/leave", &[]).await.status, 303);
    let page = site.browser("org").get(PAGE).await.text();
    assert!(page.contains("Nobody is left who could confirm") && !page.contains("as a site admin"), "{page}");
    site.browser("org").get("/events/demo/manage").await.says("Fewer than two organizers");
    for who in ["org", "staff"] {
        let reply = site.browser(who).submit(&format!("{FORMS}/off"), &[]).await;
        reply.answers(409, "Fewer than two organizers can ask and confirm. Ask a site admin");
    }
    // Nothing waits for nobody.
    let alone = site.browser("org").submit(PUBLISH, &[("run", "2"), ("consent", "true")]).await;
    alone.answers(409, "Fewer than two organizers can ask and confirm. Ask a site admin");
    // Who takes part reads what to do, and a site admin does it.
    assert!(site.browser("ana").get(PAGE).await.text().contains("Ask a site admin to switch this off."));
    demo.run("insert into event_person (event_id, person_id) select 1, id from person where email = 'staff@x.example';
        insert into membership (event_id, person_id, role) select 1, id, 'participant' from person where email = 'staff@x.example'").await;
    assert_eq!(site.browser("org").submit(&force, &[("reason", "Alone.")]).await.status, 403);
    assert_eq!(site.browser("staff").submit(&force, &[("reason", " ")]).await.status, 400);
    assert!(site.browser("staff").get(PAGE).await.text().contains("as a site admin"));
    site.browser("staff").submit(&force, &[("reason", "The other organizer left.")]).await.is(303);
    assert_eq!(demo.one::<i64>(on).await, 0);
    let row = demo.audit().await.pop().unwrap();
    assert_eq!((row.0.as_str(), row.1.as_str()), ("second_organizer.switched_off", "staff"));
    assert_eq!(row.3["reason"], json!("The other organizer left."));
    // One alone asks nobody.
    assert_eq!(site.browser("org").submit(&format!("{FORMS}/on"), &[]).await.status, 409);
    let reply = site.browser("org").submit(PUBLISH, &[("run", "2"), ("consent", "true")]).await;
    assert_eq!((reply.status, publications(&demo).await), (303, 1), "{}", reply.text());
}

#[database_test(ASKS, event(&pool))]
async fn whoever_asked_has_to_be_somebody_else_who_still_may(demo: World, site: Site) {
    let take = "delete from membership where person_id = (select id from person where email = 'two@x.example') and event_id = 1";
    let (status, said) = {
        publish(&site, "two").await;
        assert!(site.browser("org").get(PAGE).await.text().contains("Confirm: publish run 1"));
        demo.run(take).await;
        let page = site.browser("org").get(PAGE).await.text();
        assert!(page.contains("may no longer do it") && !page.contains("Confirm: "), "{page}");
        let id: i64 = demo.one("select max(id) from confirmation where event_id = $1").await;
        site.api("org").post(&format!("{API}/{id}/confirm"), json!({})).await.refusal()
    };
    assert_eq!(status, 409, "{said}");
    assert!(said.starts_with("The organizer who asked for this may no longer do it"), "{said}");
    demo.run("insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'two@x.example'").await;
    // The role came back while the event asks a second organizer, and with it nothing that was asked for.
    assert_eq!(decide(&site, "org", "confirm", "").await.status, 409);
    let sql =
        "begin; set local session_replication_role = replica; update membership set confirms = true; commit";
    demo.run(sql).await;
    // Two accounts of one person are no two organizers.
    publish(&site, "two").await;
    let org = demo.person("org").await;
    let path = format!("/admin/people/{org}/merge");
    let fields = [("other", "two@x.example")];
    site.browser("staff").submit(&path, &fields).await.is(303);
    let outcomes = "select string_agg(outcome, ' ' order by id) from confirmation where event_id = $1";
    assert_eq!(demo.one::<String>(outcomes).await, "lapsed lapsed");
    let id: i64 = demo.one("select max(id) from confirmation where event_id = $1").await;
    assert_eq!(site.api("org").post(&format!("{API}/{id}/confirm"), json!({})).await.status, 409);
    assert_eq!(publications(&demo).await, 0);
}
