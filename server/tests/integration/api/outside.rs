//! What leaves the portal unasked: cards of pages, the feed, what search engines read, and calendars. They show what visitors see.

use crate::prelude::*;
use axum::body::to_bytes;
use sqlx::AssertSqlSafe;

const CALENDAR: &str = "/events/demo/judge/calendar";

/// The bytes of a card, and its tag.
async fn card(site: &Site, path: &str) -> (Vec<u8>, String) {
    let answer = site.api("").send_with_bytes("GET", path, &[]).await;
    assert_eq!(answer.status().as_u16(), 200);
    assert_eq!(answer.headers()["content-type"].as_bytes(), &b"image/png"[..]);
    let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
    (to_bytes(answer.into_body(), usize::MAX).await.unwrap().into(), tag)
}

/// Changes what triggers would refuse, and makes it a new version for those who keep answers.
async fn change(pool: &PgPool, sql: &str) {
    let version = "update event set version = version + 1";
    let sql = format!("begin; set local session_replication_role = replica; {sql}; {version}; commit");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.unwrap();
}

/// What a page says of itself under this name.
fn said<'p>(page: &'p Reply, property: &str) -> Option<&'p str> {
    let (_, rest) = page.body.split_once(&format!("<meta property=\"{property}\" content=\""))?;
    rest.split('"').next()
}

#[database_test(PUBLISHED)]
async fn pages_of_events_projects_and_results_have_cards(pool: PgPool, site: Site) {
    change(&pool, "update event set description = 'Boats & more.'").await;
    change(&pool, "update project set tagline = 'Seen from afar' where id = 1").await;
    for (path, title, description) in [
        ("/events/demo", "Demo", "Boats &amp; more."),
        ("/projects/1", "Project 1", "Seen from afar"),
        ("/events/demo/results", "Results of Demo", "First of "),
    ] {
        let page = site.api("").get(path).await;
        let picture = format!("http://portal.example{path}/card.png");
        assert_eq!(said(&page, "og:title"), Some(title), "{path}");
        assert!(said(&page, "og:description").unwrap().starts_with(description), "{path}: {}", page.body);
        assert_eq!(said(&page, "og:image"), Some(picture.as_str()));
        page.shows(&format!("<link rel=\"canonical\" href=\"http://portal.example{path}\">"));
        assert!(page.body.contains("href=\"/feed.atom\""), "{path}");
        assert_eq!(page.body.contains("href=\"/events/demo/calendar.ics\""), path.starts_with("/events/"));
        let (drawn, tag) = card(&site, &format!("{path}/card.png")).await;
        let picture = image::load_from_memory(&drawn).unwrap();
        assert_eq!((picture.width(), picture.height()), (1200, 630), "{path}");
        let known = [("if-none-match", tag.as_str())];
        let again = site.api("").send_with("GET", &format!("{path}/card.png"), &known, "").await;
        assert_eq!(again.status, 304, "{path}");
    }
    let before = card(&site, "/projects/1/card.png").await;
    change(&pool, "update project set tagline = 'Seen from near' where id = 1").await;
    let after = card(&site, "/projects/1/card.png").await;
    assert!(before.0 != after.0 && before.1 != after.1, "a card follows its page");
    let team = card(&site, "/projects/1/card.png").await;
    let sql = "update team set name = 'Another name' where id = (select team_id from project where id = 1)";
    change(&pool, sql).await;
    assert!(card(&site, "/projects/1/card.png").await == team, "a card names no team");
    for path in ["/guides", "/events/demo/projects", "/login"] {
        assert_eq!(said(&site.api("").get(path).await, "og:title"), None, "{path}");
    }
}

#[database_test(PUBLISHED)]
async fn results_leave_the_portal_only_while_everybody_may_read_them(pool: PgPool, site: Site) {
    let told = async || {
        let feed = site.api("").get("/feed.atom").await.body;
        let map = site.api("").get("/sitemap.xml").await.body;
        let card =
            site.api("org").send_with_bytes("GET", "/events/demo/results/card.png", &[]).await.status();
        let page = site.api("org").get("/events/demo/results").await;
        [
            feed.contains("/events/demo/results"),
            map.contains("/events/demo/results"),
            card == 200,
            said(&page, "og:image").is_some(),
        ]
    };
    assert_eq!(told().await, [true; 4]);
    // A vote that opens hides them, from the organizers' cards too.
    change(&pool, "update event set voting_mode = 'code', voting_open = now() - interval '1h', voting_close = now() + interval '1h'").await;
    assert_eq!(told().await, [false; 4]);
    change(&pool, "update event set voting_close = now() - interval '1 minute'").await;
    assert_eq!(told().await, [true; 4]);
}

#[database_test(CALIBRATED)]
async fn results_that_are_not_published_leave_the_portal_nowhere(site: Site) {
    let preview = site.api("org").get("/events/demo/results").await;
    assert_eq!((preview.status, said(&preview, "og:image")), (200, None));
    for who in ["", "j1", "org"] {
        assert_eq!(site.browser(who).get("/events/demo/results/card.png").await.status, 404, "{who}");
        for path in ["/feed.atom", "/sitemap.xml"] {
            let listed = site.browser(who).get(path).await.body;
            assert!(listed.contains("/events/demo") && !listed.contains("/results"), "{path}: {listed}");
        }
    }
}

#[database_test]
async fn a_draft_leaves_the_portal_nowhere(pool: PgPool) {
    let event =
        Event::new("demo").judging().unopened().organizer("olga").judge("ada").team("Lights", &["pia"]);
    let world = event.project("Lamp", "Lights").create(&pool).await;
    let lamp = world.project("Lamp").await;
    let site = Site::new(&pool).await;
    let paths = ["/events/demo/card.png", "/events/demo/calendar.ics", &format!("/projects/{lamp}/card.png")];
    for who in ["", "pia", "olga"] {
        for path in paths {
            assert_eq!(site.browser(who).get(path).await.status, 404, "{path} as {who}");
        }
        for path in ["/feed.atom", "/sitemap.xml"] {
            let listed = site.browser(who).get(path).await.body;
            assert!(!listed.contains("demo") && !listed.contains("/projects/"), "{path}: {listed}");
        }
    }
    assert_eq!(said(&site.browser("olga").get("/events/demo").await, "og:title"), None);
    change(&pool, "update event set draft = false").await;
    let listed = site.api("").get("/sitemap.xml").await.body;
    assert!(listed.contains(&format!("<loc>http://portal.example/projects/{lamp}</loc>")), "{listed}");
    assert!(site.api("").get("/feed.atom").await.body.contains("<id>http://portal.example/events/demo</id>"));
    change(&pool, "update project set status = 'draft', submitted_at = null").await;
    assert_eq!(site.browser("pia").get(&format!("/projects/{lamp}/card.png")).await.status, 404);
    assert_eq!(said(&site.browser("pia").get(&format!("/projects/{lamp}")).await, "og:title"), None);
    let listed = site.api("").get("/sitemap.xml").await.body;
    assert!(listed.contains("/events/demo/projects<") && !listed.contains("/projects/"), "{listed}");
}

#[database_test]
async fn a_withdrawn_project_leaves_the_portal_nowhere_until_it_is_restored(pool: PgPool) {
    let event = judged().project("Lamp", "Lights");
    let world = event.create(&pool).await;
    let lamp = world.project("Lamp").await;
    let site = Site::new(&pool).await;
    let (page, card) = (format!("/projects/{lamp}"), format!("/projects/{lamp}/card.png"));
    let shown = async || {
        let listed = site.api("").get("/sitemap.xml").await.body;
        let described = said(&site.browser("olga").get(&page).await, "og:title").is_some();
        let drawn = site.browser("olga").get(&card).await.status == 200;
        [listed.contains(&format!("{page}<")), described, drawn]
    };
    for (act, wanted) in [("", [true; 3]), ("withdraw", [false; 3]), ("restore", [true; 3])] {
        if !act.is_empty() {
            let path = format!("/api/events/demo/projects/{lamp}/{act}");
            site.api("olga").post(&path, serde_json::json!({ "reason": "No show" })).await.is(200);
        }
        assert_eq!(shown().await, wanted, "{act}");
    }
}

#[database_test]
async fn an_event_is_news_from_when_it_opened(pool: PgPool) {
    Event::new("demo").unopened().organizer("olga").create(&pool).await;
    change(&pool, "update event set created_at = created_at - interval '9 days'").await;
    let (_, site) = Event::new("later").served(&pool).await;
    site.api("olga").open_event("demo").await;
    let feed = site.api("").get("/feed.atom").await.body;
    let [demo, later] = ["demo", "later"].map(|slug| feed.find(&format!("/events/{slug}</id>")).unwrap());
    assert!(demo < later, "made first, opened last: {feed}");
}

#[database_test]
async fn search_engines_are_told_where_to_look(pool: PgPool) {
    let robots = Site::new(&pool).await.api("").get("/robots.txt").await.is(200);
    assert_eq!(robots.headers["content-type"].as_bytes(), &b"text/plain; charset=utf-8"[..]);
    robots.body.has(&[
        "Disallow: /events/*/manage\n",
        "Disallow: /calendars/\n",
        "Sitemap: http://portal.example/sitemap.xml\n",
    ]);
    // An address with a secret in it is nobody's to find.
    let secret: Vec<String> =
        web::routes::entries().map(|(_, path, _)| path).filter(|path| path.contains("{code}")).collect();
    assert!(secret.len() > 5, "{secret:?}");
    for path in secret {
        let closed = robots.body.lines().filter_map(|line| line.strip_prefix("Disallow: ")).any(|closed| {
            let (begin, within) = closed.split_once('*').unwrap_or((closed, ""));
            path.strip_prefix(begin).is_some_and(|rest| rest.contains(within))
        });
        assert!(closed, "{path} is open to search engines");
    }
}

#[database_test(Event::new("demo").judging().create(&pool))]
async fn an_events_calendar_has_its_windows(world: World) {
    change(&world.pool, "update event set name = 'Boats; and more', venue = 'Pier 3, Rotterdam', voting_close = '2027-01-02T10:00:00Z', voting_open = null").await;
    let site = Site::new(&world.pool).await;
    let calendar = site.api("").get("/events/demo/calendar.ics").await.is(200);
    assert_eq!(calendar.headers["content-type"].as_bytes(), &b"text/calendar; charset=utf-8"[..]);
    let judging = world.window("judging").await;
    let moment = |at: Option<chrono::DateTime<chrono::Utc>>| at.unwrap().format("%Y%m%dT%H%M%SZ").to_string();
    for line in [
        "UID:demo-judging@portal.example".to_owned(),
        format!("DTSTART:{}", moment(judging.open)),
        format!("DTEND:{}", moment(judging.close)),
        "SUMMARY:Judging: Boats\\; and more".to_owned(),
        "LOCATION:Pier 3\\, Rotterdam".to_owned(),
        "URL:http://portal.example/events/demo".to_owned(),
    ] {
        assert!(calendar.body.contains(&format!("{line}\r\n")), "{line} is not in {}", calendar.body);
    }
    assert!(!calendar.body.contains("voting"), "without a vote its window has no effect");
    change(&world.pool, "update event set voting_mode = 'account'").await;
    let calendar = site.browser("ada").get("/events/demo/calendar.ics").await.body;
    calendar.has(&["DTSTART:20270102T100000Z\r\nSUMMARY:Close of voting: Boats\\; and more\r\n"]);
}

/// Makes an address for a judge's calendar, and returns its path.
async fn made(site: &Site, judge: &str) -> String {
    let page = site.browser(judge).submit(&format!("{CALENDAR}/make"), &[]).await.is(200);
    let (_, rest) = page.body.split_once("http://portal.example/calendars/").unwrap();
    format!("/calendars/{}", rest.split('<').next().unwrap())
}

/// The line of a calendar that begins so.
fn line<'c>(calendar: &'c Reply, name: &str) -> &'c str {
    calendar.body.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{}", calendar.body))
}

#[database_test(judged().create(&pool))]
async fn a_calendar_stays_as_it_is_until_what_it_shows_changes(world: World) {
    let (_, site) = Event::new("other").judging().served(&world.pool).await;
    let own = made(&site, "ada").await;
    // Made yesterday: a time of today would be one of the reading.
    change(&world.pool, "update event set created_at = created_at - interval '1 day'").await;
    let sql = "select to_char(created_at at time zone 'utc', '\"DTSTAMP:\"YYYYMMDD\"T\"HH24MISS\"Z\"') from event where id = $1";
    let yesterday: String = world.one(sql).await;
    let calendar = async || site.api("").get("/events/demo/calendar.ics").await;
    let first = calendar().await;
    assert_eq!(line(&first, "DTSTAMP"), yesterday);
    assert_eq!(line(&site.api("").get(&own).await, "DTSTAMP"), yesterday);
    let settings = "/events/demo/manage/settings";
    let save = async |name: &str, value: &str| {
        let fields = site.browser("olga").get(settings).await.fields(settings);
        site.browser("olga").submit(settings, &changed(&fields, &[(name, value)])).await.is(303);
    };
    for (name, value) in [("description", "Boats."), ("max_team_size", "7")] {
        save(name, value).await;
        let still = calendar().await;
        assert_eq!((&still.body, &still.headers["etag"]), (&first.body, &first.headers["etag"]), "{name}");
    }
    save("venue", "Pier 3").await;
    let moved = calendar().await;
    assert!(line(&moved, "DTSTAMP") > yesterday.as_str(), "{}", moved.body);
    assert_ne!(moved.headers["etag"], first.headers["etag"]);
    assert_eq!(line(&site.api("").get(&own).await, "DTSTAMP"), line(&moved, "DTSTAMP"));
    // A window that is moved past the portal is in the log, too.
    let other = async || site.api("").get("/events/other/calendar.ics").await;
    let before = other().await;
    let later = "update event set judging_close = judging_close + interval '1 hour' where slug = 'other'";
    world.run(later).await;
    let after = other().await;
    assert!(line(&after, "DTSTAMP") > line(&before, "DTSTAMP"), "{}", after.body);
}

fn judged() -> Event {
    Event::new("demo").judging().judge("ada").judge("bo").organizer("olga").team("Lights", &["pia"])
}

#[database_test(judged().served(&pool))]
async fn a_judges_calendar_has_the_round_and_ends_with_the_role(world: World, site: Site) {
    assert!(site.browser("ada").get("/judge").await.body.contains(CALENDAR));
    for (who, status) in [("", 303), ("pia", 403), ("olga", 403), ("ada", 200)] {
        assert_eq!(site.browser(who).get(CALENDAR).await.status, status, "{who}");
    }
    let (first, others) = (made(&site, "ada").await, made(&site, "bo").await);
    let calendar = site.api("").get(&first).await.is(200);
    assert_eq!(calendar.headers["cache-control"].as_bytes(), &b"private, no-store"[..]);
    assert!(calendar.body.contains("SUMMARY:Judging: Demo\r\n"), "{}", calendar.body);
    assert_eq!(calendar.body.matches("BEGIN:VEVENT").count(), 1);
    // Another one takes its place.
    let second = made(&site, "ada").await;
    assert_eq!((site.api("").get(&first).await.status, site.api("").get(&second).await.status), (404, 200));
    // Only its hash is stored, and the log does not have it.
    let secret = second.trim_start_matches("/calendars/").trim_end_matches(".ics");
    let hash = world.one::<Vec<u8>>(
        "select calendar_hash from membership m join person p on p.id = m.person_id
                                     where m.event_id = $1 and p.email = 'ada@x.example'",
    );
    assert_eq!(hash.await, secrets::hash(secret));
    let log = world.audit().await;
    assert_eq!(log.iter().filter(|(action, ..)| action == "calendar.made").count(), 3);
    assert!(!format!("{log:?}").contains(secret));
    // A draft, a closed account, the address given up, the role gone.
    change(&world.pool, "update event set draft = true").await;
    assert_eq!(site.api("").get(&second).await.status, 404);
    let sql =
        "update event set draft = false; update person set deactivated_at = now() where email like 'ada@%'";
    change(&world.pool, sql).await;
    assert_eq!(site.api("").get(&second).await.status, 404);
    change(&world.pool, "update person set deactivated_at = null").await;
    assert_eq!(site.browser("ada").submit(&format!("{CALENDAR}/end"), &[]).await.status, 303);
    assert_eq!(site.api("").get(&second).await.status, 404);
    assert_eq!(site.api("").get(&others).await.status, 200);
    let gone = "delete from membership where role = 'judge' and person_id = (select id from person where email = $1)";
    sqlx::query(gone).bind(email("bo")).execute(&world.pool).await.unwrap();
    assert_eq!(site.api("").get(&others).await.status, 404);
    for path in ["/calendars/none.ics", "/calendars/none", &others.replace(".ics", "")] {
        assert_eq!(site.api("").get(path).await.status, 404, "{path}");
    }
}

#[database_test(judged().served(&pool))]
async fn a_form_that_is_sent_twice_makes_one_address(world: World, site: Site) {
    let form = site.browser("ada").get(CALENDAR).await.fields(&format!("{CALENDAR}/make"));
    let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    site.browser("ada").submit(&format!("{CALENDAR}/make"), &form).await.shows("/calendars/");
    let second = site.browser("ada").submit(&format!("{CALENDAR}/make"), &form).await;
    assert!(second.status == 200 && !second.body.contains("/calendars/"), "{}", second.body);
    second.says("Your address was already made");
    assert_eq!(world.audit().await.iter().filter(|(action, ..)| action == "calendar.made").count(), 1);
}
