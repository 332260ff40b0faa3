//! The demo: four events and four people, once in a database.

use crate::api::expired_sessions::{HERE, hidden, pairs, send};
use crate::prelude::*;
use axum::body::to_bytes;
use portal::account::demo_accounts::DEMO_ACCOUNTS;
use portal::setup::demo;
use store::failure::Outcome;
use web_http::state::State;

const SLUGS: [&str; 4] = ["demo-submitting", "demo-judging", "demo-voting", "demo-published"];
// A client pads its name with zeros, as these tokens do.
const ORGANIZER: &str = "demo_organizer_";
const JUDGES: [&str; 2] = ["demo_judge_one_", "demo_judge_two_"];
const PARTICIPANT: &str = "demo_participant_";

/// A database in which the demo is seeded.
pub(crate) static SEEDED: Template = Template::on(&MIGRATED, "seeded", |pool| {
    Box::pin(async move { assert!(seed(&demo(&pool).await.state).await.unwrap()) })
});

/// The service with the demo switched on.
async fn demo(pool: &PgPool) -> Site {
    Site::with(pool, &["--demo", "on"]).await
}

async fn rows(pool: &PgPool) -> (i64, i64, i64, i64) {
    let sql = "select (select count(*) from event), (select count(*) from person), (select count(*) from api_token),
                      (select count(*) from audit_log)";
    one_row(pool, sql).await
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

async fn seed(state: &State) -> Outcome<bool> {
    demo::seed(&state.database, &state.hasher, &state.signer).await
}

#[database_test(SEEDED, demo(&pool))]
async fn four_events_show_four_stages(pool: PgPool, site: Site) {
    let open = "select array_agg(slug || ' ' || stage order by slug, stage) from event e, lateral (values
        ('judging', e.judging_open, e.judging_close), ('submitting', e.submissions_open, e.submissions_close),
        ('voting', case when e.voting_mode <> 'off' then e.voting_open end, e.voting_close)) w(stage, opens, closes)
        where opens <= now() and now() + interval '29 days' < closes and e.demo";
    let open: Vec<String> = one(&pool, open).await;
    assert_eq!(open, ["demo-judging judging", "demo-submitting submitting", "demo-voting voting"]);
    for slug in SLUGS {
        let event = site.api("").get(&format!("/api/events/{slug}")).await.json();
        assert_eq!((list(&event["tracks"]).len(), list(&event["criteria"]).len()), (3, 4), "{slug}");
        let projects = site.api("").get(&format!("/api/events/{slug}/projects")).await.json();
        assert!(list(&projects).len() >= 24, "{slug}");
        assert_eq!(!event["results_published_at"].is_null(), slug == "demo-published");
    }
    assert_eq!(site.api("").get("/api/events/demo-voting/results").await.status, 404);
    let preview = site.api(ORGANIZER).get("/api/events/demo-voting/results").await;
    assert_eq!((preview.status, &preview.json()["published_at"]), (200, &Value::Null));
}

#[database_test(SEEDED, demo(&pool))]
async fn what_is_found_about_projects_is_as_they_are(site: Site) {
    let found = site.api(ORGANIZER).get("/api/events/demo-judging/evidence").await.json();
    let kinds: Vec<_> = list(&found).iter().filter_map(|one| one["fact"]["kind"].as_str()).collect();
    let code = "code_at_close";
    assert_eq!(kinds, [code, code, code, "addressed", "dead_video", "same_work"]);
    // Each is there before judging opens. Both times are written alike, an hour apart.
    let event = site.api("").get("/api/events/demo-judging").await.json();
    let opens = event["judging_open"].as_str().unwrap();
    assert!(list(&found).iter().all(|one| one["found_at"].as_str().unwrap() < opens), "{opens} {found:?}");
    for one in list(&found) {
        let project = site.api("").get(&format!("/api/projects/{}", one["project"])).await.json();
        let (fact, of) = (&one["fact"], |field: &str| project[field].as_str().unwrap_or_default().to_owned());
        match fact["kind"].as_str().unwrap() {
            "addressed" => assert!(of("description").contains(fact["quote"].as_str().unwrap()), "{project}"),
            "dead_video" => assert_eq!(of("video_url"), fact["url"]),
            "same_work" => {
                let other = site.api("").get(&format!("/api/projects/{}", fact["project"])).await.json();
                assert_eq!(of("repo_url"), other["repo_url"].as_str().unwrap().to_owned());
                assert_eq!(fact["event"], other["event"]);
            }
            _ => assert_eq!(of("repo_url"), fact["url"]),
        }
    }
}

#[database_test(SEEDED, demo(&pool))]
async fn the_demo_asks_teams_and_is_asked_about_its_results(site: Site) {
    for (slug, key, who) in [
        ("demo-submitting", "data", ""),
        ("demo-submitting", "pictures", ORGANIZER),
        ("demo-judging", "tried", JUDGES[0]),
    ] {
        let projects = site.api("").get(&format!("/api/events/{slug}/projects")).await.json();
        let mut answers = Vec::new();
        for project in list(&projects) {
            let read = site.api(who).get(&format!("/api/projects/{}", project["id"])).await.json();
            answers.extend(read["answers"][key].as_str().map(ToOwned::to_owned));
        }
        assert!(answers.len() > 5, "{slug} {key}: {answers:?}");
    }
    let asked = site.api("").get("/api/events/demo-published/questions").await.json();
    let [question] = list(&asked["questions"]) else { panic!("{asked}") };
    assert_eq!((&question["number"], &question["state"]), (&json!(1), &json!("rejected")));
    let about = site.api("").get(&format!("/api/projects/{}", question["project"])).await.json();
    assert_eq!(about["title"], "Steady Spoon Jig");
}

#[database_test(SEEDED, demo(&pool))]
async fn the_four_demo_people_have_their_roles_in_each_event(pool: PgPool, site: Site) {
    for judge in JUDGES {
        let mine = site.api(judge).get("/api/judge/assignments").await.json();
        let of = |slug: &str, status: &str| {
            list(&mine).iter().filter(|a| a["event"] == slug && a["status"] == status).count()
        };
        assert!(of("demo-judging", "pending") > 0, "{judge}");
        assert!(of("demo-published", "done") > 0, "{judge}");
        assert_eq!(of("demo-published", "pending"), 0, "{judge}");
    }
    let team = "select t.name from person p join team_member m on m.person_id = p.id join event e on e.id = m.event_id
                join team t on t.id = m.team_id where p.email = 'participant@demo.example' and e.slug = 'demo-published'";
    let team: String = one(&pool, team).await;
    let results = site.api("").get("/api/events/demo-published/results").await.json();
    assert!(list(&results["projects"]).iter().any(|p| p["team"] == *team));
    let [best, mended] = list(&results["prizes"]) else { panic!("{}", results["prizes"]) };
    assert_eq!(best["rule"], "rank");
    assert_eq!(
        best["winners"][0]["project"], results["projects"][0]["project"],
        "the prize follows the ranking"
    );
    assert_eq!(mended["winners"][0]["title"], "Steady Spoon Jig");
    let drafts = |projects: Value| list(&projects).iter().filter(|p| p["status"] == "draft").count();
    let at = "/api/events/demo-submitting/projects";
    assert_eq!(drafts(site.api(PARTICIPANT).get(at).await.json()), 1);
    assert!(drafts(site.api(ORGANIZER).get(at).await.json()) >= 2);
    let flagged = site.api("").get("/api/events/demo-published/projects").await.json();
    assert!(list(&flagged).iter().any(|p| !p["duplicate_of"].is_null()));
    for account in DEMO_ACCOUNTS {
        assert!(
            site.state.accounts().sign_in(None, account.email, &account.password()).await.is_ok(),
            "{}",
            account.email
        );
    }
    let roles = "select count(*) from person p join membership m on m.person_id = p.id
                 join event_person ep on ep.event_id = m.event_id and ep.person_id = p.id
                 where (p.email, m.role, ep.external_id) in (('organizer@demo.example', 'organizer', 'demo-o1'),
                     ('judge1@demo.example', 'judge', 'demo-j1'), ('judge2@demo.example', 'judge', 'demo-j2'),
                     ('participant@demo.example', 'participant', 'demo-p1'))";
    let roles: i64 = one(&pool, roles).await;
    assert_eq!(roles, 16);
}

#[database_test(SEEDED, demo(&pool))]
async fn a_second_start_seeds_nothing(pool: PgPool, site: Site) {
    let before = rows(&pool).await;
    assert!(!seed(&site.state).await.unwrap());
    assert_eq!(rows(&pool).await, before);
}

#[database_test]
async fn only_one_of_two_starting_processes_seeds(pool: PgPool) {
    let (one, other) = (demo(&pool).await, demo(&pool).await);
    let (first, second) = tokio::join!(seed(&one.state), seed(&other.state));
    assert!(first.unwrap() != second.unwrap());
    assert_eq!(rows(&pool).await.0, 4);
}

#[database_test(SEEDED, demo(&pool))]
async fn with_the_switch_off_demo_people_are_refused(pool: PgPool, on: Site) {
    assert_eq!(on.api(JUDGES[0]).get("/api/judge/assignments").await.status, 200);
    let off = Site::new(&pool).await;
    for token in [ORGANIZER, JUDGES[0], JUDGES[1], PARTICIPANT] {
        let reply = off.api(token).get("/api/events").await;
        assert_eq!(reply.refusal(), (401, "invalid or revoked token".into()), "{token}");
    }
    for account in DEMO_ACCOUNTS {
        assert!(
            off.state.accounts().sign_in(None, account.email, &account.password()).await.is_err(),
            "{}",
            account.email
        );
    }
}

#[database_test]
async fn a_seeding_that_fails_leaves_nothing(pool: PgPool) {
    run(&pool, "insert into event (slug, name) values ('demo-published', 'Mine')").await;
    let site = demo(&pool).await;
    let before = rows(&pool).await;
    assert!(seed(&site.state).await.is_err());
    assert_eq!(rows(&pool).await, before);
}

#[database_test(SEEDED, demo(&pool))]
async fn demo_people_bring_nothing_into_other_events(pool: PgPool, site: Site) {
    let world = Event::new("real")
        .person("vera")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .create(&pool)
        .await;
    let comments = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let said = json!({ "body": "Bright." });
    let demo_only = (403, "Demo accounts take part in the demo’s events only.".to_owned());
    assert_eq!(site.api(PARTICIPANT).post(&comments, said.clone()).await.refusal(), demo_only);
    assert_eq!(site.api("vera").post(&comments, said.clone()).await.status, 201);
    let sql = "update event set voting_mode = 'account', voting_open = null, voting_close = null where slug = 'real'";
    run(&pool, sql).await;
    let ballot = "/api/events/real/ballot";
    assert_eq!(site.api(PARTICIPANT).post(ballot, json!({ "choices": [] })).await.refusal(), demo_only);
    assert_eq!(site.api("vera").post(ballot, json!({ "choices": [] })).await.status, 200);
    // Demo people may do everything in the demo, and in events where an organizer gave them a role.
    let sql = "select p.id from project p join event e on e.id = p.event_id
               where e.slug = 'demo-voting' and p.status = 'submitted' order by p.id limit 1";
    let id: i64 = one(&pool, sql).await;
    let path = format!("/api/projects/{id}/comments");
    assert_eq!(site.api(PARTICIPANT).post(&path, said.clone()).await.status, 201);
    let sql = "with p as (select id from person where email = 'participant@demo.example'),
                   ep as (insert into event_person (event_id, person_id) select $1, id from p returning person_id)
               insert into membership (event_id, person_id, role) select $1, person_id, 'participant' from ep";
    sqlx::query(sql).bind(world.event).execute(&pool).await.unwrap();
    assert_eq!(site.api(PARTICIPANT).post(&comments, said).await.status, 201);
}

#[database_test]
async fn the_style_guide_is_a_page_of_the_demo_alone(pool: PgPool, plain: Site) {
    assert_eq!(plain.api("").get("/styleguide").await.status, 404);
    let demo = Site::with(&pool, &["--demo", "on"]).await;
    let page = demo.api("").get("/styleguide").await.is(200);
    page.body.has(&[
        "class=\"pill tone-good\"",
        "class=\"notice tone-bad\"",
        "class=\"stages\"",
        "class=\"scatter\"",
        "class=\"qr\"",
    ]);
}

#[database_test(SEEDED, demo(&pool))]
async fn a_kept_form_is_in_the_sign_in_page_once_and_a_demo_account_sends_it(pool: PgPool, site: Site) {
    let asked = send(&site, "/me/tokens", HERE, "", &[("name", "keptonce")]).await;
    assert_eq!(asked.body.matches("name=\"kept\"").count(), 1, "{}", asked.body);
    let mut fields = hidden(&asked.body, "/login");
    fields.push(("demo".into(), DEMO_ACCOUNTS[0].email.into()));
    let back = send(&site, "/login", HERE, "", &pairs(&fields)).await;
    assert!(back.status == 200 && back.body.contains(DEMO_ACCOUNTS[0].email), "{}", back.body);
    assert!(hidden(&back.body, "/me/tokens").contains(&("name".into(), "keptonce".into())));
    // Only addresses of the demo sign in by a button, and only where the demo is on.
    Event::new("real").person("vera").create(&pool).await;
    let demo = [("demo", DEMO_ACCOUNTS[0].email)];
    for (site, fields) in [(&site, [("demo", "vera@x.example")]), (&Site::new(&pool).await, demo)] {
        send(site, "/login", HERE, "", &fields).await.is(422).shows("Enter your password.");
    }
}

/// What comes over the wire, in bytes, to a browser that takes brotli.
async fn weight(site: &Site, path: &str) -> usize {
    let answer = site.api("").send_with_bytes("GET", path, &[("accept-encoding", "br")]).await;
    assert_eq!(answer.status(), 200, "{path}");
    to_bytes(answer.into_body(), usize::MAX).await.unwrap().len()
}

/// A plain page is read with its HTML and style; a page of the evening also with what it runs. Fonts and pictures come after the text.
#[database_test(SEEDED, demo(&pool))]
async fn public_pages_weigh_little(site: Site) {
    for (path, with_scripts, least, most) in [
        ("/", false, 4_000, 14_000),
        ("/login", false, 4_000, 14_000),
        ("/events/demo-submitting", false, 4_000, 14_000),
        ("/privacy", false, 4_000, 14_000),
        ("/", true, 7_000, 24_000),
        ("/events/demo-published/projects", true, 7_000, 24_000),
        ("/events/demo-published/results", true, 7_000, 24_000),
    ] {
        let page = site.api("").get(path).await.body;
        let named = |element: &str, attribute: &str| -> Vec<String> {
            let elements = page.split('<').filter(|each| each.starts_with(element));
            let values = elements.filter_map(|each| each.split_once(attribute)?.1.split_once('"'));
            values.map(|(value, _)| value.to_owned()).collect()
        };
        let mut files = named("link rel=\"stylesheet\"", " href=\"");
        assert!(!files.is_empty(), "{path}");
        if with_scripts {
            files.extend(named("link rel=\"modulepreload\"", " href=\""));
            files.extend(named("script ", " src=\""));
            assert!(files.len() >= 3, "{path}: {files:?}");
        }
        let mut bytes = weight(&site, path).await;
        for file in &files {
            bytes += weight(&site, file).await;
        }
        assert!((least..=most).contains(&bytes), "{path}: {bytes} bytes with {files:?}");
    }
}
