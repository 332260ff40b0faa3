//! The API gives a reader everything that public and personal pages show them (except the organizer's tools).

use crate::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use web::routes;

/// Each page that is not an organizer's tool, and each tool with a twin, and the routes of the API, below `/api`, that tell what it shows.
const TOLD: &[(&str, &[&str])] = &[
    ("/", &["/events", "/me/notices"]),
    ("/events/{slug}", &["/events/{slug}", "/events/{slug}/projects"]),
    ("/events/{slug}/certificate/judge", &["/judge/record?event={slug}"]),
    ("/events/{slug}/certificate/participant", &["/participant/record?event={slug}"]),
    ("/events/{slug}/judge/conflicts", &["/events/{slug}/conflicts"]),
    ("/events/{slug}/judge/first-three", &["/judge/tasks"]),
    ("/events/{slug}/manage/evidence", &["/events/{slug}/evidence"]),
    ("/events/{slug}/manage/projects", &["/events/{slug}/more-time", "/events/{slug}/projects"]),
    ("/events/{slug}/manage/people", &["/events/{slug}/confirmations"]),
    ("/events/{slug}/prizes", &["/events/{slug}/prizes"]),
    ("/events/{slug}/prizes/{prize}/panel", &["/events/{slug}/prizes/{prize}/panel"]),
    ("/events/{slug}/projects", &["/events/{slug}/projects"]),
    ("/events/{slug}/questions", &["/events/{slug}/questions"]),
    (
        "/events/{slug}/results",
        &[
            "/events/{slug}/results",
            "/events/{slug}/results/how",
            "/events/{slug}/votes",
            "/events/{slug}/questions",
        ],
    ),
    ("/events/{slug}/results/how", &["/events/{slug}/results", "/events/{slug}/results/how"]),
    ("/events/{slug}/submit", &["/events/{slug}/projects", "/me"]),
    ("/events/{slug}/team", &["/me", "/projects/{id}/visits", "/events/{slug}/winners"]),
    ("/events/{slug}/team/join/{code}", &["/events/{slug}/team/join/{code}"]),
    ("/events/{slug}/vote", &["/events/{slug}/ballot", "/events/{slug}/votes"]),
    ("/judge", &["/judge/tasks", "/judge/assignments"]),
    ("/judge/assignments/{task}", &["/judge/tasks", "/judge/scores", "/events/{slug}/evidence"]),
    ("/me", &["/me"]),
    ("/me/proposals", &["/proposals"]),
    ("/panels", &["/panels"]),
    (
        "/projects/{id}",
        &[
            "/projects/{id}",
            "/projects/{id}/comments",
            "/projects/{id}/visits",
            "/projects/{id}/feedback",
            "/events/{slug}/evidence",
        ],
    ),
    ("/projects/{id}/edit", &["/projects/{id}", "/projects/{id}/prizes", "/events/{slug}/prizes"]),
];

/// The others, each with why the API does not tell what it shows.
const UNTOLD: &[(&str, &str)] = &[
    ("/.well-known/did.json", "is for programs"),
    ("/.well-known/evenhand-signing-key", "is for programs"),
    ("/.well-known/security.txt", "is for programs"),
    ("/calendars/{code}", "is for programs"),
    ("/events", "leads home"),
    ("/events/new", "is a form of organizers"),
    ("/events/{slug}/calendar.ics", "is for programs"),
    ("/events/{slug}/card.png", "is a picture"),
    ("/events/{slug}/judge/calendar", "makes an address for a program"),
    ("/events/{slug}/log/checkpoint", "is for programs"),
    ("/events/{slug}/log/results.tlog-proof", "is for programs"),
    ("/events/{slug}/log/tile/{tile}", "is for programs"),
    ("/events/{slug}/log/{moment}/checkpoint", "is for programs"),
    ("/events/{slug}/log/{moment}/tile/{tile}", "is for programs"),
    ("/events/{slug}/open-data", "explains a file for programs"),
    ("/events/{slug}/open-data/scores.csv", "is for programs"),
    ("/events/{slug}/results/card.png", "is a picture"),
    ("/feed.atom", "is for programs"),
    ("/guests/{code}", "makes an account: who opens it has no token"),
    ("/guides", "is the same for everybody"),
    ("/guides/judges", "is the same for everybody"),
    ("/guides/organizers", "is the same for everybody"),
    ("/guides/teams", "is the same for everybody"),
    ("/how-many-reviews", "computes what is typed"),
    ("/invitations/{code}", "makes an account: who opens it has no token"),
    ("/links/{code}", "signs in: who opens it has no token"),
    ("/login", "signs in"),
    ("/login/link", "signs in"),
    ("/login/passkey", "signs in"),
    ("/login/sent", "signs in"),
    ("/login/sign-on", "signs in"),
    ("/login/sign-on/return", "signs in"),
    ("/me/data.json", "is for programs"),
    ("/me/leave", "ends the account, which a token may not"),
    ("/me/passkeys", "changes what a token may not"),
    ("/me/password", "changes what a token may not"),
    ("/me/tokens", "makes tokens, which a token may not"),
    ("/pictures/{file}", "is a picture"),
    ("/play", "computes what is typed"),
    ("/privacy", "is the same for everybody"),
    ("/projects/{id}/card.png", "is a picture"),
    ("/projects/{id}/prizes", "leads to the project's form"),
    ("/robots.txt", "is for programs"),
    ("/setup", "makes the first account"),
    ("/signup", "makes an account"),
    ("/sitemap.xml", "is for programs"),
    ("/styleguide", "is for who builds the portal"),
    ("/verify", "is told by `POST /api/verify`"),
    ("/verify/evenhand-verify.html", "is a program"),
];

/// A path with each of its parameters as `{}`, without a query.
fn shape(path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part }).collect::<Vec<_>>().join("/")
}

#[test]
fn each_page_has_a_twin_in_the_api_or_a_reason() {
    let named = TOLD.iter().map(|(page, _)| *page).chain(UNTOLD.iter().map(|(page, _)| *page));
    let named: BTreeSet<String> = named.map(shape).collect();
    let (mut pages, mut api) = (BTreeSet::new(), BTreeSet::new());
    for (_, path, _) in routes::entries().filter(|(method, ..)| method.as_str() == "GET") {
        let tool = path.contains("/manage") || path.starts_with("/admin");
        match path.strip_prefix("/api") {
            Some(path) => drop(api.insert(shape(path))),
            None if tool && !named.contains(&shape(&path)) => {}
            None => drop(pages.insert(shape(&path))),
        }
    }
    assert_eq!(pages, named);
    for (page, twins) in TOLD {
        let unknown: Vec<_> = twins.iter().filter(|twin| !api.contains(&shape(twin))).collect();
        assert!(!twins.is_empty() && unknown.is_empty(), "{page}: {unknown:?}");
    }
}

/// What organizers and judges do on pages, each with the route of the API, below `/api`, that calls the same operation.
const DONE: &[(&str, &str)] = &[
    ("/events/{slug}/manage/settings/open", "POST /events/{slug}/open"),
    ("/events/{slug}/manage/projects/{id}/withdraw", "POST /events/{slug}/projects/{id}/withdraw"),
    ("/events/{slug}/manage/projects/{id}/restore", "POST /events/{slug}/projects/{id}/restore"),
    ("/events/{slug}/manage/projects/{id}/correct", "POST /events/{slug}/projects/{id}/correct"),
    ("/events/{slug}/manage/projects/more-time/give", "POST /events/{slug}/more-time"),
    ("/events/{slug}/manage/deliberation/confirm", "POST /events/{slug}/prizes/by-rule"),
    ("/events/{slug}/manage/deliberation/tick", "POST /events/{slug}/winners"),
    ("/events/{slug}/manage/deliberation/refuse", "POST /events/{slug}/winners"),
    ("/events/{slug}/manage/calibration/publish", "POST /events/{slug}/results"),
    ("/events/{slug}/manage/deliberation/final", "POST /events/{slug}/results/final"),
    ("/events/{slug}/manage/prizes/{id}/award", "POST /events/{slug}/winners/next"),
    ("/events/{slug}/manage/assignments/scores", "POST /events/{slug}/scores"),
    ("/events/{slug}/manage/assignments/scores", "POST /events/{slug}/scores/check"),
    ("/events/{slug}/manage/assignments/invited", "POST /events/{slug}/assignments/share-out"),
    ("/events/{slug}/manage/calls/{id}/on-my-way", "POST /events/{slug}/calls/{id}/take"),
    ("/events/{slug}/manage/calls/{id}/done", "POST /events/{slug}/calls/{id}/close"),
    ("/events/{slug}/manage/evidence/{id}/looked-at", "POST /projects/{id}/evidence"),
    ("/events/{slug}/manage/evidence/{id}/note", "POST /projects/{id}/evidence"),
    ("/judge/assignments/{id}/flag", "POST /projects/{id}/evidence"),
    ("/projects/{id}/answer", "POST /projects/{id}/evidence"),
    ("/events/{slug}/questions", "POST /events/{slug}/questions"),
    ("/events/{slug}/manage/questions/until", "POST /events/{slug}/questions/until"),
    ("/events/{slug}/manage/questions/{id}/answer", "POST /events/{slug}/questions/{number}/answer"),
    ("/events/{slug}/manage/questions/{id}/own", "POST /events/{slug}/questions/{number}/own"),
    ("/events/{slug}/manage/questions/{id}/remove", "POST /events/{slug}/questions/{number}/remove"),
    ("/events/{slug}/manage/second-organizer/{id}/confirm", "POST /events/{slug}/confirmations/{id}/confirm"),
    ("/events/{slug}/manage/second-organizer/{id}/decline", "POST /events/{slug}/confirmations/{id}/decline"),
    (
        "/events/{slug}/manage/second-organizer/{id}/withdraw",
        "POST /events/{slug}/confirmations/{id}/withdraw",
    ),
    ("/judge/call", "POST /events/{slug}/calls"),
    ("/judge/call/withdraw", "DELETE /events/{slug}/calls"),
];

#[test]
fn acts_that_have_a_twin_keep_it() {
    let routes: BTreeSet<String> =
        routes::entries().map(|(method, path, _)| format!("{method} {}", shape(&path))).collect();
    for (page, twin) in DONE {
        let (method, path) = twin.split_once(' ').unwrap();
        for route in [format!("POST {}", shape(page)), format!("{method} {}", shape(&format!("/api{path}")))]
        {
            assert!(routes.contains(&route), "{route}");
        }
    }
}

/// The addresses of a path in the world: one for each project, assignment and prize that it may name.
fn filled(path: &str, ids: &BTreeMap<&str, Vec<String>>) -> Vec<String> {
    let mut all = vec![path.to_owned()];
    for (name, values) in ids {
        let of = |path: &String| values.iter().map(|v| path.replace(*name, v)).collect::<BTreeSet<_>>();
        all = all.iter().flat_map(of).collect();
    }
    all
}

/// An event in which every text that a page could show is a word of its own, beginning with `zq`.
async fn world(pool: &PgPool) -> World {
    let world = Event::new("demo")
        .windows([(Some(-5), Some(-4)), (Some(-4), Some(4)), (Some(-3), Some(-2))])
        .judges(&["judge", "second"])
        .organizer("host")
        .person("stranger")
        .teams(&[("Lights", &["team"]), ("Waves", &["bob"])])
        .track("zqtrack")
        .projects(&[("Lamp", "Lights"), ("Copy", "Lights")])
        .draft("Fog", "Lights")
        .projects(&[("Tide", "Waves"), ("Kite", "Waves"), ("Sail", "Waves")])
        .review("judge", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .review_draft("judge", "Tide", r#"{"quality": 2}"#)
        .review("judge", "Kite", r#"{"quality": 3, "impact": 5}"#)
        .assign("judge", "Sail")
        .review("second", "Tide", r#"{"quality": 5, "impact": 9}"#)
        .create(pool)
        .await;
    for sql in [
        "update event set name = 'zqevent', description = 'zqabout', venue = 'zqvenue', voting_mode = 'account',
             submissions_reopened_at = '2026-01-02T03:04:05Z', judging_reopened_at = '2026-01-03T03:04:05Z',
             voting_reopened_at = '2026-01-04T03:04:05Z', forget_on = '2099-01-01T00:00:00Z',
             visit_minutes = 7, review_rule = 'need'",
        "update criterion set name = 'zqname' || key, guidance = 'zqguidance' || key where id < 2",
        "update team set name = 'zq' || name",
        "update person set name = 'zqperson' || name",
        "update project set title = 'zqtitle' || id, tagline = 'zqtagline' || id, summary = 'zqsummary' || id,
             description = 'zqstory' || id, tags = array['zqtag' || id], track_id = (select id from track limit 1),
             repo_url = 'https://zqrepo' || id || '.example', demo_url = 'https://zqdemo' || id || '.example'",
        "update project set duplicate_of = 1 where id = 2",
        "update review set comment = 'zqcomment' || id",
        "update review r set entered_by = p.id from assignment a, person p
         where a.id = r.assignment_id and a.project_id = 1 and p.email = 'host@x.example'",
        "update review r set voided_submitted_at = '2026-01-05T03:04:05Z', submitted_at = null from assignment a
         where a.id = r.assignment_id and a.project_id = 5",
        "update assignment set status = 'recused', recused_reason = 'zqvoided', voided_at = '2026-01-06T03:04:05Z' where project_id = 5",
        "update assignment set status = 'recused', recused_reason = 'zqaside' where project_id = 6",
        "insert into team_extension (event_id, team_id, closes_at, reason)
         select event_id, id, now() + interval '1 hour', 'zqlonger' from team where name = 'zqLights'",
        "insert into judge_note (event_id, person_id, project_id, body)
         select event_id, person_id, project_id, 'zqnote' || id from assignment where status = 'pending' or id < 3",
        "insert into conflict (event_id, person_id, project_id, kind, reason, source)
         select p.event_id, j.id, p.id, 'other', 'zqreason', 'judge' from project p, person j
         where p.id = 2 and j.email = 'judge@x.example'",
        "insert into notice (event_id, author_id, audience, body, urgent, mailed)
         select e.id, p.id, 'everybody', 'zqnotice', false, false
         from event e, person p where p.email = 'second@x.example'",
        "insert into help_call (event_id, person_id, project_id, said, taken_by, taken_at)
         select p.event_id, j.id, p.id, 'zqcalled', o.id, now() from project p, person j, person o
         where p.id = 1 and j.email = 'judge@x.example' and o.email = 'second@x.example'",
        "update event set evidence = true",
        "insert into evidence (event_id, project_id, fact, found_by)
         select p.event_id, p.id, jsonb_build_object('kind', 'flag', 'reason', 'rules', 'sentence', 'zqflag' || p.id), j.id
         from project p, person j where p.status = 'submitted' and j.email = 'judge@x.example'",
        "insert into evidence (event_id, project_id, fact)
         select event_id, id, jsonb_build_object('kind', 'dead_video', 'url', 'https://zqvideo.example', 'why', 'zqgone' || id)
         from project where status = 'submitted'",
        "insert into prize (event_id, name, sponsor, description, rule)
         select id, 'zqprize', 'zqsponsor', 'zqprizestory', 'panel' from event",
        "insert into prize_panellist (event_id, prize_id, person_id)
         select z.event_id, z.id, p.id from prize z, person p where p.email = 'judge@x.example'",
        "insert into comment (event_id, project_id, person_id, body)
         select event_id, id, (select id from person where email = 'stranger@x.example'), 'zqsaid' || id
         from project where status = 'submitted'",
    ] {
        // Without the windows' triggers: this test is about what is shown.
        let sql = format!("set session_replication_role = replica; {sql}; set session_replication_role = origin");
        run(pool, &sql).await;
    }
    calibrated_in(pool, "demo").await;
    run(pool, "insert into publication (event_id, run_id) select event_id, id from calibration_run").await;
    world
}

/// The words that begin with `zq`, addresses, and moments, as a text holds them.
fn facts(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_ascii_alphanumeric() || "@.:-+".contains(c);
    text.split(|c| !word(c))
        .map(|w| w.trim_matches(|c: char| ".:-+".contains(c)))
        .filter(|w| {
            w.contains("zq") || w.contains('@') || w.starts_with("20") && w.contains('T') && w.contains(':')
        })
        .map(|w| {
            let moment = chrono::DateTime::parse_from_rfc3339(w)
                .or_else(|_| chrono::DateTime::parse_from_rfc3339(&format!("{w}Z")));
            // A page may show a moment without its fraction.
            moment.map_or_else(|_| w.to_owned(), |at| at.to_utc().format("%FT%T").to_string())
        })
        .collect()
}

/// A certificate's links hold its signed record in base64, in which any two letters may occur, and repeat it for others, encoded.
fn without_codes(page: &str) -> String {
    // 256 random bits in base64url: a form's token or key.
    let is_random = |value: &str| {
        value.len() == 43 && value.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let is_code = |value: &&str| {
        let repeats = ["data:", "https://www.linkedin.com/"].iter().any(|begin| value.starts_with(begin));
        repeats || value.contains("/verify#") || is_random(value)
    };
    page.split('"').filter(|value| !is_code(value)).collect::<Vec<_>>().join("\"")
}

#[database_test(world(&pool))]
async fn the_api_answers_everything_that_pages_show(world: World) {
    let site = Site::new(&world.pool).await;
    let mut ids: BTreeMap<&str, Vec<String>> =
        BTreeMap::from([("{slug}", vec!["demo".to_owned()]), ("{code}", vec![join_code("demo", "Lights")])]);
    for (name, table) in [("{id}", "project"), ("{task}", "assignment"), ("{prize}", "prize")] {
        let sql = format!("select id::text from {table} order by id");
        ids.insert(name, world.all(&sql).await);
    }
    let pages: Vec<String> = TOLD.iter().flat_map(|(page, _)| filled(page, &ids)).collect();
    let twins = TOLD.iter().flat_map(|(_, twins)| twins.iter());
    let answers: BTreeSet<String> = twins.flat_map(|twin| filled(&format!("/api{twin}"), &ids)).collect();
    for who in ["", "stranger", "team", "judge"] {
        let mut told = BTreeSet::new();
        for path in &answers {
            told.extend(facts(&site.api(who).get(path).await.body));
        }
        let (mut seen, mut alone) = (0, Vec::new());
        for path in &pages {
            let page = site.api(who).get(path).await;
            for fact in facts(&without_codes(&page.body.replace("<wbr>", ""))) {
                seen += 1;
                if !told.contains(&fact) {
                    alone.push(format!("{path} tells {who} {fact}"));
                }
            }
        }
        assert_eq!(alone, Vec::<String>::new());
        assert!(seen > 60, "{who} saw {seen} facts only");
    }
    assert_eq!(site.api("").get("/api/events/demo").await.json()["by_need"], true);
    assert_eq!(site.api("judge").get("/api/judge/tasks").await.json()[0]["visit_minutes"], 7);
    world.run("update event set contact_email = 'appeals@x.example'").await;
    site.api("team").get("/projects/2").await.shows("mailto:appeals@x.example");
    assert_eq!(site.api("team").get("/api/me").await.json()["teams"][0]["contact"], "appeals@x.example");
}
