//! A request that comes twice acts once: by the header `Idempotency-Key` in the API, by the hidden field `once` on pages.

use crate::prelude::*;
use web_http::answer::UNKNOWN;

const PROJECTS: &str = "/api/events/demo/projects";

async fn world(pool: &PgPool) -> (World, Site) {
    Event::new("demo")
        .organizer("olga")
        .participant("solo")
        .team("Lights", &["pia", "pat"])
        .project("Lamp", "Lights")
        .served(pool)
        .await
}

/// A request to the API with this key.
async fn keyed(site: &Site, who: &str, path: &str, key: &str, body: Value) -> Reply {
    let bearer = format!("Bearer {}", token(who));
    let headers =
        [("authorization", bearer.as_str()), ("content-type", "application/json"), ("idempotency-key", key)];
    site.api(who).send_with("POST", path, &headers, body.to_string()).await
}

async fn count(world: &World, table: &str) -> i64 {
    world.one(&format!("select count(*) from {table}")).await
}

fn same(one: &Reply, two: &Reply) {
    assert_eq!((one.status, &one.body), (two.status, &two.body));
}

#[database_test(world(&pool))]
async fn a_project_sent_twice_with_one_key_is_created_once_and_answered_twice(world: World, site: Site) {
    let body = json!({ "title": "Kite", "submit": true });
    let first = keyed(&site, "pia", PROJECTS, "k-1", body.clone()).await.is(201);
    same(&first, &keyed(&site, "pia", PROJECTS, "k-1", body.clone()).await);
    // The draft standard puts the key in quotes. The answer is the first one, even after the project changed.
    let made = format!("/api/projects/{}", first.json()["id"]);
    assert_eq!(site.api("pat").patch(&made, json!({ "title": "Dragon" })).await.status, 200);
    same(&first, &keyed(&site, "pia", PROJECTS, "\"k-1\"", body.clone()).await);
    assert_eq!((count(&world, "project").await, world.audit().await.len()), (2, 2));
    // Another person's key is another key, and so is another text.
    for (who, key) in [("pat", "k-1"), ("pia", "k-2")] {
        let other = keyed(&site, who, PROJECTS, key, body.clone()).await;
        assert_ne!((other.status, &other.json()["id"]), (201, &first.json()["id"]), "{who} {key}");
    }
    assert_eq!(count(&world, "project").await, 4);
    // Without a key each request acts.
    site.api("pia").post(PROJECTS, body.clone()).await.is(201);
    assert_eq!(count(&world, "project").await, 5);
}

#[database_test]
async fn a_stored_answer_in_a_form_of_another_version_is_a_reason_to_look_and_not_to_act(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let path = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let send = async || keyed(&site, "olga", &path, "c", json!({ "body": "Bright!" })).await;
    assert_eq!(send().await.status, 201);
    run(&pool, r#"update idempotency_key set answer = '"of another version"'"#).await;
    let again = send().await.is(500);
    assert_eq!(again.json()["detail"], UNKNOWN);
    assert_eq!((count(&world, "comment").await, world.audit().await.len()), (1, 1));
}

#[database_test(world(&pool))]
async fn a_comment_sent_twice_with_one_key_is_posted_once(world: World, site: Site) {
    let path = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let first = keyed(&site, "olga", &path, "c", json!({ "body": "Bright!" })).await.is(201);
    same(&first, &keyed(&site, "olga", &path, "c", json!({ "body": "Bright!" })).await);
    assert_eq!((count(&world, "comment").await, world.audit().await.len()), (1, 1));
}

#[database_test(world(&pool))]
async fn a_key_of_another_request_is_422_after_who_and_when(world: World, site: Site) {
    let path = format!("/api/projects/{}/comments", world.project("Lamp").await);
    let kite = json!({ "title": "Kite" });
    assert_eq!(keyed(&site, "pia", PROJECTS, "k", kite.clone()).await.status, 201);
    let reused = "This idempotency key was used for another request: send a new request with a new key.";
    for (path, body) in
        [(PROJECTS, json!({ "title": "Sail" })), (&path, json!({ "body": "Bright!" })), (&path, kite.clone())]
    {
        let refusal = keyed(&site, "pia", path, "k", body.clone()).await;
        let expected = if body == kite { 400 } else { 422 };
        assert_eq!(refusal.status, expected, "{path} {body} {}", refusal.body);
        assert!(expected == 400 || refusal.refusal().1 == reused);
    }
    let elsewhere = "/api/events/none/projects";
    assert_eq!(keyed(&site, "pia", elsewhere, "k", kite.clone()).await.status, 404);
    assert_eq!(keyed(&site, "solo", PROJECTS, "k", kite.clone()).await.status, 403);
    let first = keyed(&site, "pia", PROJECTS, "k", kite.clone()).await;
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    assert_eq!(keyed(&site, "pia", PROJECTS, "k", json!({ "title": "Sail" })).await.status, 409);
    // The project was created in time, so the lost answer is given even after the close.
    same(&first, &keyed(&site, "pia", PROJECTS, "k", kite).await);
    assert_eq!((count(&world, "project").await, count(&world, "comment").await), (2, 0));
    assert_eq!(world.audit().await.len(), 1);
}

#[database_test(world(&pool))]
async fn a_refused_request_leaves_its_key_free_and_a_bad_key_is_400(world: World, site: Site) {
    assert_eq!(keyed(&site, "pia", PROJECTS, "k", json!({ "title": "" })).await.status, 400);
    assert_eq!(count(&world, "idempotency_key").await, 0);
    assert_eq!(keyed(&site, "pia", PROJECTS, "k", json!({ "title": "Kite" })).await.status, 201);
    for bad in ["", "a b", "\"\"", &"k".repeat(201)] {
        let refused = keyed(&site, "pia", PROJECTS, bad, json!({ "title": "Sail" })).await;
        let fields = refused.json();
        assert_eq!((refused.status, fields.as_object().unwrap().len()), (400, 1), "{bad}");
        assert!(fields["Idempotency-Key"].is_array(), "{fields}");
    }
    assert_eq!(keyed(&site, "solo", PROJECTS, "a b", json!({ "title": "Sail" })).await.status, 403);
    assert_eq!(count(&world, "project").await, 2);
}

#[database_test(world(&pool))]
async fn the_second_request_with_one_key_gets_the_answer_of_the_first(world: World, site: Site) {
    assert_eq!(site.api("pia").post(PROJECTS, json!({ "title": "Sail" })).await.status, 201);
    // A session that locks the chain's head keeps the first request from finishing, and so the second from starting.
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("select from audit_head for update").execute(&mut *holder).await.unwrap();
    let body = json!({ "title": "Kite" });
    let (one, two, ()) = tokio::join!(
        keyed(&site, "pia", PROJECTS, "k", body.clone()),
        keyed(&site, "pia", PROJECTS, "k", body.clone()),
        async {
            until_waiting(&world.pool, 2).await;
            holder.commit().await.unwrap();
        }
    );
    assert_eq!(one.status, 201, "{}", one.body);
    same(&one, &two);
    assert_eq!((count(&world, "project").await, world.audit().await.len()), (3, 2));
}

#[database_test(world(&pool))]
async fn the_second_request_acts_if_the_first_one_dies(world: World, site: Site) {
    assert_eq!(site.api("pia").post(PROJECTS, json!({ "title": "Sail" })).await.status, 201);
    let mut holder = world.pool.begin().await.unwrap();
    let locked = "select pg_backend_pid() from (select from audit_head for update) head";
    let holder_pid: i32 = sqlx::query_scalar(locked).fetch_one(&mut *holder).await.unwrap();
    let body = json!({ "title": "Kite" });
    let (one, two, ()) = tokio::join!(
        keyed(&site, "pia", PROJECTS, "k", body.clone()),
        keyed(&site, "pia", PROJECTS, "k", body.clone()),
        async {
            until_waiting(&world.pool, 2).await;
            let first = "select pg_terminate_backend(pid) from pg_stat_activity where $1 = any (pg_blocking_pids(pid))";
            assert!(
                sqlx::query_scalar::<_, bool>(first).bind(holder_pid).fetch_one(&world.pool).await.unwrap()
            );
            holder.commit().await.unwrap();
        }
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 503], "{} {}", one.body, two.body);
    assert_eq!((count(&world, "project").await, world.audit().await.len()), (3, 2));
}

/// The hidden field `once` of the form in a page that holds this text.
fn once(page: &Reply, mark: &str) -> String {
    let mut forms =
        page.body.split("<form").filter(|form| form.split("</form>").next().unwrap().contains(mark));
    let form = forms.next().unwrap_or_else(|| panic!("no form with {mark} in {}", page.body));
    form.hidden("once").to_owned()
}

#[database_test(world(&pool))]
async fn a_page_form_sent_twice_creates_one_project(world: World, site: Site) {
    let (pia, path) = (site.browser("pia"), "/events/demo/submit");
    let key = once(&pia.get(path).await, "name=\"title\"");
    assert_ne!(key, once(&pia.get(path).await, "name=\"title\""), "each drawing has its own");
    // A refused form comes back with the same key.
    let refused = pia.submit(path, &[("once", &key), ("title", ""), ("submit", "false")]).await;
    assert_eq!((refused.status, once(&refused, "name=\"title\"")), (400, key.clone()));
    let fields = [("once", key.as_str()), ("title", "Kite"), ("submit", "false")];
    let first = pia.submit(path, &fields).await;
    first.leads_to(&format!("/projects/{}?done=saved", world.project("Kite").await));
    let again = pia.submit(path, &fields).await;
    assert_eq!((again.status, again.location()), (303, first.location()));
    assert_eq!(count(&world, "project").await, 2);
}

#[database_test(world(&pool))]
async fn a_page_form_sent_again_with_other_values_becomes_the_projects_edit_form(world: World, site: Site) {
    let (pia, path) = (site.browser("pia"), "/events/demo/submit");
    let page = pia.get(path).await;
    let key = once(&page, "name=\"title\"");
    // A quiet save made the draft, and its answer was lost.
    assert_eq!(keyed(&site, "pia", PROJECTS, &key, json!({ "title": "Kite" })).await.status, 201);
    let id = world.project("Kite").await;
    let fields =
        [("once", key.as_str()), ("title", "Kite two"), ("summary", "It flies."), ("submit", "true")];
    let back = pia.submit(path, &fields).await.is(422);
    for mark in [
        format!("action=\"/projects/{id}/edit\""),
        "value=\"Kite two\"".into(),
        "It flies.".into(),
        "This form already made a project".into(),
    ] {
        assert!(back.body.contains(&mark), "{mark} in {}", back.body);
    }
    assert!(!back.body.contains("Somebody else saved"), "{}", back.body);
    assert_eq!(count(&world, "project").await, 2);
}

#[database_test(world(&pool))]
async fn a_page_creates_a_secret_once_and_shows_it_once(world: World, site: Site) {
    world.run("update event set voting_mode = 'code'").await;
    let (olga, pia) = (site.browser("olga"), site.browser("pia"));
    let tokens = count(&world, "api_token").await;
    for (who, page, path, fields, table, said) in [
        (
            &olga,
            "/me/tokens",
            "/me/tokens",
            vec![("name", "Script")],
            "api_token",
            "Token “Script” was already created",
        ),
        (
            &olga,
            "/events/demo/manage/prizes",
            "/events/demo/manage/voting/codes",
            vec![("number", "3")],
            "voting_code",
            "These codes were already created",
        ),
        (&pia, "/events/demo/team", "/events/demo/team/link", vec![], "team", "The link was already created"),
    ] {
        let mark = &format!("action=\"{path}\"");
        let key = once(&who.get(page).await, mark);
        let fields: Vec<_> = fields.into_iter().chain([("once", key.as_str())]).collect();
        let first = who.submit(path, &fields).await;
        assert_eq!((first.status, first.body.contains(said)), (200, false), "{path}");
        let (before, log) = (count(&world, table).await, world.audit().await.len());
        let again = who.submit(path, &fields).await;
        assert_eq!(again.status, 200, "{path} {}", again.body);
        assert!(again.body.contains(said), "{path} {}", again.body);
        assert_eq!((count(&world, table).await, world.audit().await.len()), (before, log), "{path}");
        // Sent with the next drawing's key, it acts again.
        let fresh = once(&again, mark);
        let fields: Vec<_> =
            fields.iter().map(|f| if f.0 == "once" { ("once", fresh.as_str()) } else { *f }).collect();
        assert!(!who.submit(path, &fields).await.body.contains(said), "{path}");
    }
    assert_eq!((count(&world, "api_token").await - tokens, count(&world, "voting_code").await), (2, 6));
    let answers: Vec<String> = world.all("select distinct answer from idempotency_key").await;
    assert_eq!(answers, ["null"], "no secret is stored");
}

#[database_test(world(&pool))]
async fn a_key_of_one_act_is_not_taken_for_another_act_of_the_page(_: World, site: Site) {
    let pia = site.browser("pia");
    assert_eq!(pia.submit("/events/demo/team/link", &[("once", "k")]).await.status, 200);
    let created = pia.submit("/events/demo/team/create", &[("once", "k")]).await;
    assert!((400..500).contains(&created.status), "{} {}", created.status, created.body);
}

#[database_test(world(&pool))]
async fn a_comment_form_sent_again_with_other_words_says_so(world: World, site: Site) {
    let (olga, path) = (site.browser("olga"), format!("/projects/{}", world.project("Lamp").await));
    let key = once(&olga.get(&path).await, "name=\"body\"");
    let send = async |key: &str, body: &str| {
        olga.submit(&format!("{path}/comments"), &[("once", key), ("body", body)]).await
    };
    let first = send(&key, "Bright!").await;
    assert_eq!((first.status, first.location()), (303, send(&key, "Bright!").await.location()));
    let other = send(&key, "Warm.").await.is(422);
    other.body.has(&["This form was sent before, with other values.", "Warm."]);
    assert_eq!(count(&world, "comment").await, 1);
    assert_eq!(send(&once(&other, "name=\"body\""), "Warm.").await.status, 303);
    assert_eq!(count(&world, "comment").await, 2);
}

#[database_test(world(&pool))]
async fn keys_end_after_a_day_and_with_their_person(world: World, site: Site) {
    for key in ["old", "new"] {
        assert_eq!(keyed(&site, "pia", PROJECTS, key, json!({ "title": key })).await.status, 201);
    }
    world.run("update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'").await;
    store::idempotency::forget_old(&mut world.pool.acquire().await.unwrap()).await.unwrap();
    let left: Vec<String> = world.all("select key from idempotency_key").await;
    assert_eq!(left, ["new"]);
    let person = sqlx::query_scalar("select id from person where email = 'pia@x.example'")
        .fetch_one(&world.pool)
        .await;
    let id = shared::ids::PersonId(person.unwrap());
    store::personal::anonymise(
        &mut world.pool.acquire().await.unwrap(),
        id,
        "pia@x.example",
        "deleted-1-0@deleted.invalid",
    )
    .await
    .unwrap();
    assert_eq!(count(&world, "idempotency_key").await, 0);
}

#[database_test(world(&pool))]
async fn a_project_is_answered_with_its_members_wherever_it_is_answered_alone(_: World, site: Site) {
    let made = site.api("pia").post(PROJECTS, json!({ "title": "Kite" })).await.json();
    let path = format!("/api/projects/{}", made["id"]);
    assert_eq!(made, site.api("pia").get(&path).await.json());
    assert_eq!(made["members"], json!(["Pia", "Pat"]));
    let saved = site.api("pat").patch(&path, json!({ "tagline": "It flies" })).await.json();
    assert_eq!(saved, site.api("pia").get(&path).await.json());
}
