//! The access matrix: every cell of `http/access.rs` is asked, and every route has a row.

use crate::support::judged::{SHELL, publish_in};
use crate::support::{Event, Reply, Site, join_code, session, token};
use server::http::access::{ACCESS, Row};
use server::http::router;
use server::portal::account::secrets;
use server::portal::publish::calibrate;
use sqlx::{AssertSqlSafe, PgPool};
use std::collections::{BTreeMap, BTreeSet};

const WHO: [&str; 9] = [
    "nobody",
    "stranger",
    "team",
    "other-team",
    "judge",
    "other-judge",
    "organizer",
    "other-organizer",
    "admin",
];
const WHEN: [&str; 6] = ["before", "submitting", "judging", "voting", "closed", "published"];

/// What stands for a placeholder in one state.
type Things = BTreeMap<&'static str, String>;

/// Six events, each in its state, with the same people in the same roles.
async fn world(pool: &PgPool) -> BTreeMap<&'static str, Things> {
    Event::new("elsewhere").organizer("other-organizer").create(pool).await;
    let mut states = BTreeMap::new();
    for (at, when) in WHEN.iter().enumerate() {
        let hour = |n: usize| Some(i32::try_from(n).unwrap() * 2 - i32::try_from(at).unwrap() * 2 - 1);
        let event = Event::new(when)
            .windows([(hour(1), hour(2)), (hour(2), hour(3)), (hour(3), hour(4))])
            .person("stranger")
            .admin("admin")
            .organizer("organizer")
            .judge("judge")
            .judge("other-judge")
            .team("Lights", &["team"])
            .team("Waves", &["other-team"])
            .project("Lamp", "Lights")
            .draft("Fog", "Lights")
            .project("Tide", "Waves")
            .assign("judge", "Lamp")
            .review("other-judge", "Lamp", r#"{"quality": 4, "impact": 7}"#)
            .create(pool)
            .await;
        let sql = "update event set voting_mode = 'account' where id = $1";
        sqlx::query(sql).bind(event.event).execute(pool).await.unwrap();
        calibrate::run(pool, &SHELL, when).await.unwrap();
        if *when == "published" {
            publish_in(&Site::new(pool).await, when).await;
        }
        let things = [
            ("{slug}", (*when).to_owned()),
            ("{lamp}", event.project("Lamp").await.to_string()),
            ("{fog}", event.project("Fog").await.to_string()),
            ("{code}", join_code(when, "Lights")),
            ("{task}", event.assignment("judge", "Lamp").await.to_string()),
        ];
        states.insert(*when, things.into());
    }
    states
}

/// A row's cells, all of them.
fn cells(row: &Row) -> BTreeMap<(&'static str, &'static str), u16> {
    let mut cells = BTreeMap::new();
    for entry in row.cells.split(';').map(str::trim) {
        let (of, status) = entry.rsplit_once(' ').unwrap_or_else(|| panic!("{}: {entry}", row.route));
        let (who, when) = of.split_once('@').unwrap_or((of, "*"));
        let named = |names: &str, all: &'static [&'static str]| -> Vec<&'static str> {
            let found = all.iter().filter(|n| names == "*" || names.split(',').any(|x| x == **n)).copied();
            let found: Vec<_> = found.collect();
            let wanted = if names == "*" { all.len() } else { names.split(',').count() };
            assert_eq!(found.len(), wanted, "{}: {entry} names somebody unknown", row.route);
            found
        };
        for who in named(who, &WHO) {
            for when in named(when, &WHEN) {
                cells.insert((who, when), status.parse().unwrap());
            }
        }
    }
    assert_eq!(cells.len(), WHO.len() * WHEN.len(), "{} has an empty cell", row.route);
    cells
}

fn filled(text: &str, things: &Things) -> String {
    things.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// Asks the API with a token, a page as a browser does.
async fn ask(site: &Site, who: &str, method: &str, path: &str, sent: &str) -> Reply {
    let api = path.starts_with("/api/");
    let mut headers = Vec::new();
    let (bearer, cookie) = (format!("Bearer {}", token(who)), format!("sessionid={}", session(who)));
    match (who, api) {
        ("nobody", _) => {}
        (_, true) => headers.push(("authorization", bearer.as_str())),
        (_, false) => headers.push(("cookie", cookie.as_str())),
    }
    let mut body = sent.to_owned();
    match (method, api) {
        ("GET", _) => {}
        (_, true) => headers.push(("content-type", "application/json")),
        (_, false) => {
            headers.push(("content-type", "application/x-www-form-urlencoded"));
            body = format!("csrfmiddlewaretoken={}&{sent}", secrets::csrf_token(&session(who)));
        }
    }
    site.api("").send_with(method, path, &headers, body).await
}

/// What an act changed for the next cell.
async fn undo(pool: &PgPool) {
    for sql in [
        "update assignment set status = 'pending', recused_reason = '' where status = 'recused'",
        "delete from rate_count",
        // Who founded or joined a team is a stranger again.
        "delete from team_member where person_id in (select id from person where name in ('Stranger', 'Other-Organizer'))",
        "delete from membership where role = 'participant'
             and person_id in (select id from person where name in ('Stranger', 'Other-Organizer'))",
        "delete from team where name = 'New'",
        "update team t set name = case when exists (select from project p where p.team_id = t.id and p.title = 'Lamp')
             then 'Lights' else 'Waves' end where name = 'Newer'",
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(pool).await.unwrap();
    }
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn every_cell_of_the_matrix_is_as_it_says(pool: PgPool) {
    let states = world(&pool).await;
    let site = Site::with(&pool, &["--limits=off"]).await;
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for row in ACCESS {
        let (method, path) = row.route.split_once(' ').unwrap();
        // Built without the islands, a server has no verifier to save.
        if path.ends_with("verify.html") && server::http::assets::verifier("verify.wasm").is_none() {
            continue;
        }
        for ((who, when), status) in cells(row) {
            let (things, mut missing) = (&states[when], states[when].clone());
            let (address, sent) = (filled(path, things), filled(row.sent, things));
            let reply = ask(&site, who, method, &address, &sent).await;
            asked += 1;
            if reply.status != status {
                wrong.push(format!(
                    "{} {} as {who} in {when}: {} and not {status}",
                    row.route, row.sent, reply.status
                ));
            }
            if method != "GET" && reply.status < 400 {
                undo(&pool).await;
            }
            // A form sets a token of its own each time.
            if reply.status != 404 || path.contains('?') || reply.headers.contains_key("set-cookie") {
                continue;
            }
            // What is hidden looks like what is not there, whatever is asked of it.
            missing
                .values_mut()
                .for_each(|v| *v = if v.parse::<i64>().is_ok() { "999999999".into() } else { "none".into() });
            let nothing = filled(path, &missing);
            if nothing == address {
                continue;
            }
            let other = ask(&site, who, method, &nothing, &sent).await;
            let encoded = |path: &str| path.replace('/', "%2F");
            let body = other.body.replace(&nothing, &address).replace(&encoded(&nothing), &encoded(&address));
            let told = |reply: &Reply| {
                let mut headers = reply.headers.clone();
                // An id of its own tells nothing, and a page repeats its own address.
                headers.remove("x-request-id");
                headers.remove("content-length");
                headers
            };
            if (other.status, &body) != (404, &reply.body) || told(&other) != told(&reply) {
                wrong.push(format!("{} as {who} in {when}: hidden differs from missing", row.route));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn every_route_has_a_row(pool: PgPool) {
    let site = Site::new(&pool).await;
    let document = site.api("").get("/api/schema?format=json").await.json();
    let mut paths: BTreeSet<String> = router::pages().into_iter().map(|(path, _)| path.to_owned()).collect();
    paths.extend(document["paths"].as_object().unwrap().keys().cloned());
    let mut without = Vec::new();
    for path in paths {
        // A name in braces stands for one segment, or a part of one.
        let shape = |path: &str| -> Vec<String> {
            let path = path.split('?').next().unwrap();
            path.split('/')
                .map(|s| if s.contains('{') || s.ends_with(".csv") { "*".into() } else { s.to_owned() })
                .collect()
        };
        let address = path.replace("{kind}", "teams").replace("{slug}", "none").replace("{id}", "1");
        let options = site.api("").send_with("OPTIONS", &address, &[], String::new()).await;
        let allowed = options.headers["allow"].to_str().unwrap().to_owned();
        for method in allowed.split(',').filter(|m| *m != "HEAD") {
            let row = ACCESS.iter().any(|row| {
                let (of, at) = row.route.split_once(' ').unwrap();
                of == method && shape(at) == shape(&path)
            });
            if !row {
                without.push(format!("{method} {path}"));
            }
        }
    }
    assert_eq!(without, Vec::<String>::new());
}
