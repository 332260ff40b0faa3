//! Public answers that are kept ready: what makes a new one, what the clock and the rules hide at once, and how they travel.

use crate::prelude::*;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use portal::caller::Via;
use shared::ids::PersonId;
use shared::rules::Actor;
use tower::ServiceExt;
use web_http::answer::public;
use web_http::entity_tags::revalidate;
use web_http::route_terms::RouteTerms;
use web_http::shelf::Keep;

const LIST: &str = "/api/events/demo/projects";

async fn demo(pool: &PgPool) -> World {
    let event = Event::new("demo").organizer("org").person("vera").judge("jo").team("Lights", &["ana"]);
    event.project("Lamp", "Lights").draft("Torch", "Lights").create(pool).await
}

/// Changes rows behind the portal's back, so that a kept answer shows as such.
async fn unseen(pool: &PgPool, sql: &str) {
    let sql = format!("set session_replication_role = replica; {sql}; reset session_replication_role");
    run(pool, &sql).await;
}

#[database_test(demo(&pool))]
async fn an_answer_is_kept_until_something_public_changes(demo: World) {
    let site = Site::new(&demo.pool).await;
    let lamp = demo.project("Lamp").await;
    let paths = [LIST, "/events/demo/projects", &format!("/api/projects/{lamp}")];
    let shows = async |words: &str| {
        let mut shown = Vec::new();
        for path in paths {
            shown.push(site.api("").get(path).await.body.contains(words));
        }
        shown
    };
    assert_eq!(shows("Lamp").await, [true; 3]);
    assert!(site.state.shelf.bytes() > 0);
    unseen(&demo.pool, "update project set title = 'Lantern' where title = 'Lamp'").await;
    assert_eq!(shows("Lantern").await, [false; 3], "kept");
    // Who might see a draft reads the rows; who sees what everybody sees gets what is kept, and is told that it has not changed.
    let tag = site.api("").get(LIST).await.headers["etag"].clone();
    for (name, kept) in [("vera", true), ("jo", true), ("ana", false), ("org", false)] {
        let list = site.api(name).get(LIST).await;
        assert_eq!(list.body.contains("Lamp"), kept, "{name}");
        assert_eq!(list.headers.get("etag"), kept.then_some(&tag), "{name}");
        let bearer = format!("Bearer {}", token(name));
        let known = [("authorization", bearer.as_str()), ("if-none-match", tag.to_str().unwrap())];
        let again = site.api(name).send_with("GET", LIST, &known, String::new()).await;
        assert_eq!(again.status, if kept { 304 } else { 200 }, "{name}");
    }
    // Saves of reviews and the like show in no public answer.
    demo.run("insert into audit_log (event_id, actor, actor_role, action, object_type, object_id) values ($1, 'x', 'judge', 'review.saved', 'review', '1')").await;
    assert_eq!(shows("Lantern").await, [false; 3], "kept");
    let torch = demo.project("Torch").await;
    site.api("ana").patch(&format!("/api/projects/{torch}"), json!({ "submit": true })).await.is(200);
    assert_eq!(shows("Lantern").await, [true; 3], "made anew");
    assert_eq!(site.api("").get(LIST).await.json().as_array().unwrap().len(), 2);
}

#[database_test(JUDGED)]
async fn everybody_gets_the_same_with_a_shelf_and_without(pool: PgPool, demo: World) {
    let other = Event::new("other").organizer("org").judge("j1").team("Lights", &["ana"]);
    let other = other.project("Lamp", "Lights").draft("Torch", "Lights").create(&pool).await;
    unseen(&pool, "insert into comment (event_id, project_id, person_id, body) select event_id, id, (select min(id) from person), 'Good.' from project").await;
    let site = Site::new(&pool).await;
    let bare = Site::with(&pool, &["--shelf", "0"]).await;
    let of_event = |slug: &str| {
        ["", "/projects", "/results", "/results/signed", "/prizes", "/votes"]
            .map(|rest| format!("/api/events/{slug}{rest}"))
    };
    let of_project = |id: i64| ["", "/comments"].map(|rest| format!("/api/projects/{id}{rest}"));
    let judged: i64 = demo.one("select min(id) from project where event_id = $1").await;
    let projects = [judged, other.project("Lamp").await, other.project("Torch").await];
    let events = ["demo", "other", "none"].map(of_event).concat();
    let paths = [events, projects.map(of_project).concat(), vec!["/api/events".to_owned()]].concat();
    let compare = async |when: &str| {
        // Each name once before the shelf has anything for them, and once after.
        for name in ["org", "j1", "p1", "ana", "", "ana", "p1", "j1", "org"] {
            for path in &paths {
                let (kept, read) = (site.api(name).get(path).await, bare.api(name).get(path).await);
                assert_eq!((kept.status, kept.body), (read.status, read.body), "{when}: {path} for {name:?}");
            }
        }
    };
    compare("before publication").await;
    calibrated(&site).await;
    compare("calibrated").await;
    published(&site).await;
    compare("published").await;
}

#[database_test(demo(&pool))]
async fn a_name_that_changes_is_shown_at_once(demo: World) {
    let site = Site::new(&demo.pool).await;
    let path = format!("/api/projects/{}", demo.project("Lamp").await);
    let members = async || site.api("").get(&path).await.json()["members"].clone();
    let before = members().await;
    demo.run("update person set name = 'Nobody' where email like 'ana@%'").await;
    assert_ne!(members().await, before);
}

#[database_test(PUBLISHED)]
async fn results_are_hidden_the_moment_a_vote_opens(pool: PgPool, demo: World, site: Site) {
    run(&pool, "update event set voting_mode = 'account'").await;
    let paths = ["/events/demo/results", "/api/events/demo/results"];
    let statuses = async || {
        let mut statuses = Vec::new();
        for path in paths {
            statuses.push(site.api("").get(path).await.status);
        }
        statuses
    };
    let first: i64 = demo.one("select min(id) from project where event_id = $1").await;
    let ranked =
        async || site.api("").get(&format!("/projects/{first}")).await.body.contains("<dt>Rank</dt>");
    for _ in 0..2 {
        demo.move_window("voting", (Some(-2), Some(-1))).await;
        assert_eq!((statuses().await, ranked().await), (vec![200, 200], true));
        assert_eq!((statuses().await, ranked().await), (vec![200, 200], true), "kept");
        demo.move_window("voting", (Some(-2), Some(1))).await;
        assert_eq!((statuses().await, ranked().await), (vec![404, 404], false));
    }
}

#[database_test(demo(&pool))]
async fn a_kept_answer_travels_packed_where_that_is_understood(demo: World) {
    let site = Site::new(&demo.pool).await;
    let words = "many words ".repeat(300);
    let lamp = demo.project("Lamp").await;
    site.api("ana").patch(&format!("/api/projects/{lamp}"), json!({ "description": words })).await.is(200);
    let ask = async |accepted: &str, tag: &str| {
        let headers = [("accept-encoding", accepted), ("if-none-match", tag)];
        site.api("").send_with_bytes("GET", LIST, &headers).await
    };
    let plain = ask("gzip", "").await;
    let tag = plain.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(plain.headers().get("content-encoding"), None);
    for _ in 0..2 {
        let packed = ask("gzip, br", "").await;
        assert_eq!(packed.headers()["content-encoding"], "br");
        assert_eq!(packed.headers()["etag"].to_str().unwrap(), tag);
        let vary: Vec<_> = packed.headers().get_all("vary").iter().collect();
        assert_eq!(vary, ["Authorization, Cookie, Accept", "Accept-Encoding"]);
        let unchanged = ask("gzip, br", &tag).await;
        assert_eq!(unchanged.status(), 304);
        assert_eq!(unchanged.headers().get_all("vary").iter().collect::<Vec<_>>(), vary);
    }
}

#[database_test]
async fn a_shelf_of_no_size_keeps_nothing(pool: PgPool) {
    demo(&pool).await;
    let site = Site::with(&pool, &["--shelf", "0"]).await;
    assert_eq!(site.api("").get(LIST).await.status, 200);
    unseen(&pool, "update project set title = 'Lantern' where title = 'Lamp'").await;
    assert!(site.api("").get(LIST).await.body.contains("Lantern"));
    assert_eq!(site.state.shelf.bytes(), 0);
}

#[database_test(demo(&pool))]
async fn the_list_of_events_is_kept_until_any_of_them_changes(demo: World) {
    let (other, site) = Event::new("other").served(&demo.pool).await;
    let shows =
        async |name: &str| site.api("").get("/api/events").await.body.contains(&format!("\"{name}\""));
    let rename = async |name: &str| {
        unseen(&demo.pool, &format!("update event set name = '{name}' where slug = 'other'")).await;
    };
    assert!(shows("Other").await);
    rename("First").await;
    assert!(shows("Other").await, "kept");
    let torch = demo.project("Torch").await;
    site.api("ana").patch(&format!("/api/projects/{torch}"), json!({ "submit": true })).await.is(200);
    assert!(shows("First").await, "something changed in another event");
    rename("Second").await;
    assert!(shows("First").await, "kept");
    other.move_window("voting", (Some(-1), Some(1))).await;
    assert!(shows("Second").await, "a window has opened");
    rename("Third").await;
    Event::new("later").create(&demo.pool).await;
    assert!(shows("Third").await && shows("Later").await, "there is one more");
    // These two say how long something takes from now, so they are kept for a minute and a second.
    for path in ["/", "/events/demo"] {
        let before = site.state.shelf.bytes();
        assert_eq!(site.api("").get(path).await.status, 200, "{path}");
        assert!(site.state.shelf.bytes() > before, "{path}");
    }
}

#[database_test(demo(&pool))]
async fn a_hidden_draft_leaves_public_answers_alone_and_all_that_shows_renews_them(demo: World) {
    let site = Site::new(&demo.pool).await;
    let (lamp, torch) = (demo.project("Lamp").await, demo.project("Torch").await);
    let version = async || demo.one::<i64>("select version from event where id = $1").await;
    let list = async || site.api("").get(LIST).await.body;
    let ana = site.api("ana");
    let (first, before) = (list().await, version().await);
    unseen(&demo.pool, "update project set tagline = 'Unseen' where title = 'Lamp'").await;
    for change in [json!({ "title": "Flare" }), json!({ "tags": ["fire"], "description": "Burns." })] {
        assert_eq!(ana.patch(&format!("/api/projects/{torch}"), change).await.status, 200);
    }
    ana.post("/api/events/demo/projects", json!({ "title": "Spark" })).await.is(201);
    assert_eq!((list().await, version().await), (first.clone(), before), "version and bytes stay");
    let actions: Vec<String> =
        demo.all("select action from audit_log where event_id = $1 order by seq").await;
    assert_eq!(actions, ["project.edited", "project.edited", "project.created"], "and each is logged");

    let renews = async |what: &str, before: i64| {
        let after = version().await;
        assert!(after > before, "{what}");
        after
    };
    let mut last = before;
    for (what, project, change) in [
        ("an edit of what is public", lamp, json!({ "title": "Lantern" })),
        ("a submission", torch, json!({ "submit": true })),
        ("an edit of what was a draft", torch, json!({ "tagline": "Brighter" })),
    ] {
        assert_eq!(ana.patch(&format!("/api/projects/{project}"), change).await.status, 200, "{what}");
        last = renews(what, last).await;
    }
    assert_ne!(list().await, first);
    let comment = json!({ "body": "Bright." });
    assert_eq!(ana.post(&format!("/api/projects/{lamp}/comments"), comment).await.status, 201);
    last = renews("a comment", last).await;
    let flag = format!("/events/demo/manage/projects/{torch}/flag");
    assert_eq!(site.browser("org").submit(&flag, &[("duplicate_of", &lamp.to_string())]).await.status, 303);
    last = renews("a flag", last).await;
    site.browser("ana").submit("/events/demo/team/rename", &[("name", "Fires")]).await.is(303);
    last = renews("a team's new name", last).await;
    // The database looks at the project, whatever the row says of it.
    let elsewhere =
        Event::new("other").team("Sails", &["ben"]).draft("Boat", "Sails").create(&demo.pool).await;
    let (boat, spark) = (elsewhere.project("Boat").await, demo.project("Spark").await);
    let logged = async |action: &str, object: &str| {
        let sql = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
                   values ($1, 'x', 'participant', $2, 'project', $3)";
        sqlx::query(sql).bind(demo.event).bind(action).bind(object).execute(&demo.pool).await.unwrap();
    };
    for (action, object) in [
        ("project.edited", lamp.to_string()),
        ("project.edited", boat.to_string()),
        ("project.edited", "12x".to_owned()),
        ("project.edited", "9".repeat(40)),
        ("project.wished", spark.to_string()),
    ] {
        logged(action, &object).await;
        last = renews(&object, last).await;
    }
    logged("project.edited", &spark.to_string()).await;
    assert_eq!(version().await, last);
}

#[database_test(PUBLISHED)]
async fn a_published_ranking_is_kept_for_signed_in_people_too(pool: PgPool, demo: World, site: Site) {
    let page = async |name: &str| site.browser(name).get("/events/demo/results").await;
    let ranking = async |name: &str| site.api(name).get("/api/events/demo/results").await.json();
    let (page_of_p2, first) = (page("p2").await, ranking("j1").await);
    assert_eq!((page_of_p2.status, ranking("").await), (200, first.clone()));
    unseen(&pool, "update project set title = 'Renamed' where id = 1").await;
    assert!(!page("p1").await.body.contains("Renamed") && ranking("p1").await == first, "kept");
    // What is the reader's own is not.
    assert!(page_of_p2.body.contains("Your certificate"));
    assert!(!page("j1").await.body.contains("Your certificate"));
    run(&pool, "update person set name = 'Nobody' where email = 'p3@x.example'").await;
    assert!(page("p1").await.body.contains("Renamed"), "made anew");
    assert_ne!(ranking("j1").await, first);
    // The clock hides it from all but organizers, whatever is kept.
    run(&pool, "update event set voting_mode = 'account'").await;
    demo.move_window("voting", (Some(-2), Some(1))).await;
    assert_eq!((page("p1").await.status, page("org").await.status), (404, 200));
}

#[database_test]
async fn what_is_kept_is_made_as_for_nobody(pool: PgPool) {
    async fn named(Extension(caller): Extension<Caller>) -> Response {
        let name = caller.person().map_or("nobody".to_owned(), |person| person.to_string());
        public(name.into_response())
    }
    async fn signed_in(Extension(caller): Extension<Caller>) -> Response {
        if caller.actor.is_none() {
            StatusCode::NOT_FOUND.into_response()
        } else {
            named(Extension(caller)).await
        }
    }
    demo(&pool).await;
    let site = Site::new(&pool).await;
    let terms = RouteTerms { keep: Some(Keep::UntilChanged), ..RouteTerms::READ };
    let router = Router::new()
        .route("/api/{slug}/named", get(named))
        .route("/api/{slug}/signed-in", get(signed_in))
        .layer(from_fn_with_state(site.state.clone(), revalidate));
    let ask = async |person: Option<i64>, path: &str| {
        let actor = person.map(|id| Actor {
            person: PersonId(id),
            staff: false,
            confirmed: true,
            demo: false,
            passkey: false,
        });
        let via = if person.is_some() { Via::Bearer } else { Via::Nobody };
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = path.parse().unwrap();
        request.extensions_mut().insert(terms);
        request.extensions_mut().insert(Caller { actor, via, ..Caller::default() });
        let answer = router.clone().oneshot(request).await.unwrap();
        let tagged = answer.headers().contains_key("etag");
        let body = axum::body::to_bytes(answer.into_body(), 1_000).await.unwrap();
        (String::from_utf8(body.to_vec()).unwrap(), tagged)
    };
    // Neither has a part in the event.
    for person in [Some(1_001), Some(1_002), None] {
        assert_eq!(ask(person, "/api/demo/named").await, ("nobody".to_owned(), true));
    }
    for person in [1_001, 1_002] {
        assert_eq!(ask(Some(person), "/api/demo/signed-in").await, (person.to_string(), false));
    }
}
