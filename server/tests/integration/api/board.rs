//! The board of an evening of judging, and the stream that keeps it current.

use crate::api::judge;
use crate::prelude::*;
use axum::response::Response;
use hyper::body::Body as _;
use portal::account::identification;
use portal::judge::board;
use std::future::poll_fn;
use std::pin::Pin;
use store::failure::Failure;

const BOARD: &str = "/events/demo/manage";
const COVERAGE: &str = "/events/demo/manage/assignments?table=1";
const LIVE: &str = "/events/demo/manage/board/live";
const ONCE: &str = "/events/demo/manage/board/live?once=yes";

async fn open(site: &Site, name: &str) -> Response {
    let cookie = format!("sessionid={}", session(name));
    site.browser(name).send_with_bytes("GET", LIVE, &[("cookie", cookie.as_str())]).await
}

/// The next message of a stream that holds data.
async fn news(stream: &mut Response) -> Value {
    loop {
        let body = stream.body_mut();
        let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await.unwrap();
        let text = String::from_utf8(frame.unwrap().into_data().unwrap().to_vec()).unwrap();
        if let Some(data) = text.strip_prefix("data: ") {
            return serde_json::from_str(data.trim_end()).unwrap();
        }
    }
}

fn ids(news: &Value) -> Vec<&str> {
    news["parts"].as_object().unwrap().keys().map(String::as_str).collect()
}

#[database_test(JUDGED)]
async fn the_board_shows_what_needs_something_and_links_to_what_helps(demo: World, site: Site) {
    let page = site.browser("org").get(BOARD).await.is(200);
    let (text, seventh) = (page.text(), demo.project("Project 7").await);
    // Projects 1 to 5 have three reviews or more, 6 is a repeat, 7 has a draft and a judge who stepped aside.
    assert!(text.contains("15 of 18 planned reviews finished"), "{text}");
    assert!(text.contains("5 of 6 projects with 3 reviews or more. 1 project needs something."), "{text}");
    text.has(&["0 of 3 reviews finished. 1 more is to come, so it needs 2 more judges."]);
    assert!(text.contains("J1 (to come, nudge J1), J2 (does not count)."), "{text}");
    let judge = demo.person("j1").await;
    let team: i64 = demo.one("select team_id from project where event_id = $1 and title = 'Project 7'").await;
    let sql = "select a.id from assignment a join project p on p.id = a.project_id join person j on j.id = a.person_id
              where a.event_id = $1 and p.title = 'Project 7' and j.email = 'j1@x.example'";
    let review: i64 = demo.one(sql).await;
    for link in [
        format!("/events/demo/manage/notices?to=team%3A{team}"),
        format!("/events/demo/manage/assignments/{review}"),
        format!("/events/demo/manage/projects/{seventh}?assigned=#assigned"),
        format!("/events/demo/manage/notices?to=person%3A{judge}"),
    ] {
        assert!(page.body.contains(&format!("href=\"{link}\"")), "{link} in {}", page.body);
    }
    let (_, board) = page.body.split_once("class=\"board-columns\"").unwrap();
    assert!(!board.contains("Project 6") && !board.contains("Project 8"), "a repeat and a draft: {text}");
    // It loads itself again without scripting, until it is asked not to.
    assert!(page.body.contains(
        "<noscript><meta http-equiv=\"refresh\" content=\"30; url=/events/demo/manage\"></noscript>"
    ));
    let still = site.browser("org").get(&format!("{BOARD}?reload=off")).await;
    assert!(!still.body.contains("http-equiv=\"refresh\""), "{}", still.body);
}

#[database_test(JUDGED)]
async fn conflicted_organizers_learn_nothing_from_the_board_before_publication(demo: World, site: Site) {
    for (name, part) in [("both", "You judge in this event"), ("ana", "You are on a team of this event")] {
        let why = format!(
            "{part}. Until the results are published, only organizers who take no part can see how far each project and \
             each judge is."
        );
        let page = site.browser(name).get(BOARD).await;
        assert_eq!(page.status, 200, "{name}: {}", page.body);
        assert!(!page.body.contains("id=\"board-now"), "{name}: {}", page.body);
        assert!(!page.body.contains("data-live") && !page.body.contains("http-equiv"), "{name}");
        for path in [COVERAGE, LIVE, ONCE] {
            let refused = site.browser(name).get(path).await;
            assert_eq!(refused.status, 403, "{name}: {path}");
            refused.says(&why);
            assert!(!refused.body.contains("Project 7"), "{name}: {path}");
        }
    }
    calibrated(&site).await;
    published(&site).await;
    for name in ["org", "both", "ana"] {
        let page = site.browser(name).get(BOARD).await;
        assert!(page.status == 200 && page.body.contains("Project 7"), "{name}");
        assert!(!page.body.contains("data-live") && !page.body.contains("http-equiv"), "{name}");
        for path in [LIVE, ONCE] {
            assert_eq!(site.browser(name).get(path).await.status, 409, "{name}: {path}");
        }
    }
    assert_eq!(demo.slug, "demo");
}

#[database_test(JUDGED)]
async fn an_open_board_hears_what_changed_as_the_page_draws_it(demo: World, site: Site) {
    let mut stream = open(&site, "org").await;
    let whole = news(&mut stream).await;
    let drawn = whole["parts"]["board-rooms"].as_str().unwrap();
    let page = site.browser("org").get(BOARD).await;
    assert!(page.body.contains(drawn), "{drawn}\nin {}", page.body);
    assert_eq!(ids(&whole).len(), 10);
    for id in ids(&whole) {
        assert_eq!(page.body.matches(&format!("id=\"{id}\"")).count(), 1, "{id} has one place on the page");
    }
    save(&site, &demo).await;
    let change = news(&mut stream).await;
    let (ids, now) = (ids(&change), change["parts"]["board-now"].as_str().unwrap());
    assert!(now.contains("16 of 18 planned reviews"), "{now}");
    assert!(
        ids.contains(&"board-projects") && !ids.contains(&"board-rooms") && !ids.contains(&"board-as-of")
    );
    // Of all projects, one row changed: the others are only named.
    let all = change["parts"]["board-all"].as_str().unwrap();
    assert!(all.matches("<tr id=").count() == 1 && all.contains("Project 7"), "{all}");
    let found = all.split_once("<!--same ").unwrap().1.split_once("-->").unwrap().0.split(' ').count();
    assert_eq!(found, 5, "{all}");
    let once = site.browser("org").get(ONCE).await;
    assert!(once.body.starts_with("data: {"), "{}", once.body);
    assert!(once.body.contains("16 of 18 planned reviews"), "{}", once.body);
}

#[database_test(JUDGED)]
async fn the_table_of_judges_and_projects_has_a_shape_for_each_state_and_leads_to_what_it_shows(
    pool: PgPool,
) {
    let demo = World::demo(&pool);
    let site = Site::new(&pool).await;
    demo.run(
        // Past the triggers: a review that was given before the conflict was known stays.
        "begin; set local session_replication_role = replica;
         insert into conflict (event_id, person_id, project_id)
         select 1, j.id, p.id from person j, project p where j.email = 'j3@x.example' and p.title in ('Project 2', 'Project 7');
         commit",
    )
    .await;
    let page = site.browser("org").get(COVERAGE).await.is(200);
    let text = page.text();
    // The repeat is not among them. J3 reviewed project 2 before the conflict was known, and that stays what it is.
    text.has(&["17 submitted", "1 draft", "0 to come", "1 does not count", "1 conflict of interest"]);
    page.body.lacks(&["Project 6</a>", "Project 8</a>"]);
    let row = |page: &str| page.split("<tr>").find(|row| row.contains("Project 7</a>")).unwrap().to_owned();
    let seventh = row(&page.body);
    assert!(seventh.contains("0 of 3") && seventh.contains(", 2 judges short"), "{seventh}");
    assert!(text.contains("with too few judges"), "{text}");
    let found = seventh.matches("<svg").count();
    assert_eq!(found, 4, "too few judges, a draft, a judge who stepped aside, a conflict: {seventh}");
    let review = demo.assignment("j1", "Project 7").await;
    assert!(seventh.contains(&format!("href=\"/events/demo/manage/assignments/{review}\"")), "{seventh}");
    let (needing, other) = (page.body.find("Project 7</a>"), page.body.find("Project 2</a>"));
    assert!(needing < other, "what needs something comes first");
    let sorted = site.browser("org").get(&format!("{COVERAGE}&order=name")).await.body;
    assert!(sorted.find("Project 7</a>") > sorted.find("Project 2</a>"));
    // A page that does not exist is the nearest one, and so is what cannot be read.
    for asked in ["projects=9&judges=0", "projects=-1", "projects=x&judges=99999999999999999999"] {
        let other = site.browser("org").get(&format!("{COVERAGE}&{asked}")).await;
        assert_eq!((other.status, row(&other.body)), (200, seventh.clone()), "{asked}");
    }
    for name in ["both", "ana"] {
        let refused = site.browser(name).get(COVERAGE).await;
        assert!(refused.status == 403 && !refused.body.contains("Project 7"), "{name}: {}", refused.body);
    }
}

#[database_test(JUDGED)]
async fn a_person_has_four_open_boards(site: Site) {
    let mut open_boards = vec![];
    for _ in 0..4 {
        let stream = open(&site, "org").await;
        assert_eq!(stream.status(), 200);
        open_boards.push(stream);
    }
    let fifth = site.browser("org").get(LIVE).await;
    assert!(fifth.status == 503 && fifth.headers.contains_key("retry-after"), "{}", fifth.status);
    assert_eq!(open(&site, "staff").await.status(), 200, "another person");
    assert_eq!(site.browser("org").get(ONCE).await.status, 200, "a page without a stream asks now and then");
}

#[database_test(JUDGED)]
async fn an_open_board_ends_with_the_session_with_the_role_and_with_publication(demo: World, site: Site) {
    let caller: Caller = site
        .state
        .read(async |c| identification::by_session(c, &session("org"), false).await)
        .await
        .unwrap()
        .unwrap();
    let status = async || {
        let asked = site
            .state
            .by(&caller)
            .at("demo")
            .read(async |call| board::may_still_follow(call, false).await)
            .await;
        match asked {
            Ok(()) => 200,
            Err(Failure::Refused(refusal)) => refusal.status(),
            Err(other) => panic!("{other}"),
        }
    };
    let person = "(select id from person where email = 'org@x.example')";
    let part = |role: &str| {
        format!("insert into membership (event_id, person_id, role) values (1, {person}, '{role}')")
    };
    assert_eq!(status().await, 200);
    // Another one who takes no part remains, so that they may leave.
    let sql = "insert into event_person (event_id, person_id)
             select 1, id from person where email = 'staff@x.example' on conflict do nothing;
         insert into membership (event_id, person_id, role)
             select 1, id, 'organizer' from person where email = 'staff@x.example'";
    demo.run(sql).await;
    demo.run(&format!("delete from membership where person_id = {person}")).await;
    assert_eq!(status().await, 403, "they organize no more");
    demo.run(&part("organizer")).await;
    assert_eq!(status().await, 200);
    demo.run(&part("judge")).await;
    assert_eq!(status().await, 403, "they judge now");
    demo.run(&format!("delete from membership where role = 'judge' and person_id = {person}")).await;
    assert_eq!(status().await, 403, "whoever judged takes part for good");
    calibrated(&site).await;
    published(&site).await;
    assert_eq!(status().await, 409, "the results are out");
    demo.run(&format!("delete from session where person_id = {person}")).await;
    assert_eq!(status().await, 401);
}

#[database_test(JUDGED)]
async fn after_the_close_the_board_offers_nothing_that_nobody_can_do(demo: World, site: Site) {
    let shown = async || site.browser("org").get(BOARD).await.text();
    let open = shown().await;
    assert!(open.contains("nudge J1") && !open.contains("Show the drawing"), "{open}");
    demo.run("update event set judging_close = now() - interval '1 minute'").await;
    let over = shown().await;
    assert!(over.contains("J1 (missing), J2 (does not count)."), "{over}");
    assert!(over.contains("Judges who did not finish (") && over.contains("Show the drawing"), "{over}");
    assert!(
        !over.contains("Nudge ") && !over.contains("nudge ") && !over.contains("more reviews would help"),
        "{over}"
    );
    assert!(
        over.contains("Projects short of reviews (1)") && over.contains("1 project is short of reviews."),
        "{over}"
    );
    assert!(!over.contains("Show the board of judging"), "{over}");
    // Once the results are out, nothing is short of anything, and the board is a record.
    calibrated(&site).await;
    published(&site).await;
    let record = shown().await;
    record.has(&["Show the board of judging", "5 of 6 projects with 3 reviews or more."]);
    record.lacks(&["short of reviews", "needs something"]);
}

#[database_test(JUDGED)]
async fn the_check_list_asks_for_thanks_until_judges_and_teams_got_a_notice(demo: World, site: Site) {
    let (org, notices) = (site.browser("org"), "/events/demo/manage/notices");
    let shown = async || org.get(BOARD).await.text();
    let write = async |to: &str| {
        let sent = org.submit(notices, &[("to", to), ("text", "Thank you")]).await;
        assert_eq!(sent.status, 303, "{to}");
    };
    demo.run("update event set judging_close = now() - interval '1 minute'").await;
    calibrated(&site).await;
    // What was written before the results thanks nobody for them.
    write("everybody").await;
    published(&site).await;
    assert!(shown().await.contains("Thank judges and teams with a notice."));
    write("judges").await;
    assert!(shown().await.contains("Thank teams with a notice."));
    demo.run("update notice set withdrawn_at = clock_timestamp() where audience = 'judges'").await;
    write("teams").await;
    assert!(shown().await.contains("Thank judges with a notice."));
    write("everybody").await;
    let thanked = shown().await;
    assert!(!thanked.contains("with a notice.") && thanked.contains("After the results"), "{thanked}");
}

#[database_test]
async fn the_check_list_counts_projects_in_no_track_where_there_are_tracks(pool: PgPool) {
    let event = Event::new("demo").organizer("org").teams(&[("Oak", &["tina"]), ("Elm", &["bo"])]);
    let (demo, site) = event.projects(&[("Lamp", "Oak"), ("Boat", "Elm")]).served(&pool).await;
    let board = async || site.browser("org").get(BOARD).await.text();
    board().await.lacks(&["in no track"]);
    demo.run("insert into track (event_id, name) values ($1, 'Sea')").await;
    board().await.has(&["2 projects are in no track. Import a list with tracks"]);
    demo.run("update project set track_id = (select id from track where event_id = $1) where title = 'Lamp'")
        .await;
    board().await.has(&["1 project is in no track."]);
    demo.run("update project set track_id = (select id from track where event_id = $1)").await;
    board().await.lacks(&["in no track"]);
}

#[database_test(JUDGED)]
async fn the_board_says_how_sure_each_prize_is(demo: World, site: Site) {
    let shown = async || site.browser("org").get(BOARD).await.text();
    assert!(shown().await.contains("No calibration has run yet"));
    let prize = |name: &str, rule: &str| {
        format!("insert into prize (event_id, name, rule, winners) values (1, '{name}', '{rule}', 1)")
    };
    demo.run(&prize("Brightest", "rank")).await;
    demo.run(&prize("Kindest", "panel")).await;
    calibrated(&site).await;
    let text = shown().await;
    assert!(text.contains("By run 1, made just now. No review came since."), "{text}");
    assert!(text.contains("BrightestProject 3 is first now. The chance that it is the best is"), "{text}");
    assert!(!text.contains("Kindest"), "a panel decides: {text}");
    assert!(text.contains("Where 10 more reviews would help most: "), "{text}");
    assert!(text.contains(words::CHANCES_ASSUME), "{text}");
    save(&site, &demo).await;
    assert!(shown().await.contains("1 review came since: run it again."));
}

async fn save(site: &Site, demo: &World) {
    let path = judge::path(demo, "j1", "Project 7").await;
    let body = json!({"scores": {"quality": 2, "impact": 2}, "submit": true});
    assert_eq!(site.api("j1").post(&path, body).await.status, 200);
}

#[database_test(JUDGED)]
async fn the_board_is_what_manage_opens_and_says_before_judging_what_it_will_show(demo: World, site: Site) {
    site.browser("org").get("/events/demo").await.shows(&format!("href=\"{BOARD}\""));
    demo.run("update event set judging_open = now() + interval '25 hours', judging_close = null").await;
    let early = site.browser("org").get(BOARD).await;
    early.says("Then this page shows how fast reviews come in");
    // One page: the check list and the columns, each once.
    for part in ["id=\"check\"", "class=\"board-columns\"", "id=\"numbers\"", "id=\"board-forecast\""] {
        assert_eq!(early.body.matches(part).count(), 1, "{part}");
    }
}
