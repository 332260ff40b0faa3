//! Projects that repeat an earlier one: found even when both are sent at once; an organizer decides.

use crate::prelude::*;
use shared::ids::{EventId, ProjectId};
use store::failure::Failure;
use store::{duplicate, project};

const PROJECTS: &str = "/api/events/demo/projects";
const LAMP: &str = "https://github.com/lights/lamp";

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo")
        .organizer("olga")
        .person("stranger")
        .teams(&[("Lights", &["pia"]), ("Waves", &["wim"])])
        .projects(&[("Lamp", "Lights"), ("Buoy", "Waves")])
        .draft("Torch", "Lights");
    let world = event.create(pool).await;
    let sql = "update project set repo_url = $1 where title = 'Lamp'";
    sqlx::query(sql).bind(LAMP).execute(pool).await.unwrap();
    (world, Site::new(pool).await)
}

#[database_test(world(&pool))]
async fn the_later_of_two_repeats_sent_at_once_is_flagged(world: World, site: Site) {
    let draft = json!({"title": "Draft", "repo_url": "https://github.com/lights/submitted"});
    let draft = site.api("wim").post(PROJECTS, draft).await.json();
    let wim = site.api("wim");
    let path = format!("/api/projects/{}", draft["id"]);
    for kind in ["created", "submitted"] {
        let address = format!("https://github.com/lights/{kind}");
        let mut first = world.pool.begin().await.unwrap();
        duplicate::lock_submitted_projects(&mut first, EventId(world.event)).await.unwrap();
        let send = async {
            if kind == "created" {
                wim.post(PROJECTS, json!({"title": "Copy", "repo_url": address, "submit": true})).await
            } else {
                wim.patch(&path, json!({"submit": true})).await
            }
        };
        let (reply, original): (Reply, i64) = tokio::join!(send, async {
            until_waiting(&world.pool, 1).await;
            let sql = "insert into project (event_id, team_id, title, repo_url, status)
                select event_id, id, $2, $3, 'submitted' from team where event_id = $1 and name = 'Lights' returning id";
            let query = sqlx::query_scalar(sql).bind(world.event).bind(kind).bind(&address);
            let original = query.fetch_one(&mut *first).await.unwrap();
            first.commit().await.unwrap();
            original
        });
        assert_eq!(reply.json()["duplicate_of"], json!(original), "{kind}");
    }
}

#[database_test(world(&pool))]
async fn submitting_a_repeat_does_not_wait_for_an_edit_of_the_original(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let mut editor = world.pool.begin().await.unwrap();
    project::lock(&mut editor, ProjectId(lamp)).await.unwrap();
    let repeat = json!({"title": "Copy", "repo_url": LAMP, "submit": true});
    // Lamp's fingerprint is there already: making it would need Lamp's row.
    let flagged = |reply: Reply| reply.json()["duplicate_of"].clone();
    let sql = "update project set status = status where id = $1";
    sqlx::query(sql).bind(lamp).execute(&mut *editor).await.unwrap();
    let made = "insert into project_fingerprint (project_id, version, repository, words, shingles)
        values ($1, $2, 'github.com/lights/lamp', 0, '')";
    let version = shared::duplicates::Fingerprint::VERSION;
    sqlx::query(made).bind(lamp).bind(version).execute(&world.pool).await.unwrap();
    assert_eq!(flagged(site.api("wim").post(PROJECTS, repeat).await), json!(lamp));
    duplicate::lock_submitted_projects(&mut editor, EventId(world.event)).await.unwrap();
    editor.commit().await.unwrap();
}

#[database_test(world(&pool))]
async fn an_edit_that_changes_nothing_writes_nothing(world: World, site: Site) {
    let path = format!("/api/projects/{}", world.project("Lamp").await);
    let state = "select updated_at::text || (select version from event where id = $1)::text from project where title = 'Lamp'";
    let before: String = world.one(state).await;
    for nothing in [json!({}), json!({"title": "Lamp"}), json!({"submit": true, "repo_url": LAMP})] {
        let reply = site.api("pia").patch(&path, nothing.clone()).await;
        assert_eq!((reply.status, &reply.json()["title"]), (200, &json!("Lamp")), "{nothing}");
    }
    assert_eq!((world.one::<String>(state).await, world.audit().await.len()), (before, 0));
    let real: Value = site.api("pia").patch(&path, json!({"tagline": "Bright"})).await.json();
    assert_eq!((&real["tagline"], world.audit().await.len()), (&json!("Bright"), 1));
}

const REASON: &str = "the same repository address";

/// Wim's submitted copy of Lamp, flagged by the check.
async fn copied(site: &Site) -> i64 {
    let copy = json!({"title": "Copy", "repo_url": LAMP, "submit": true});
    site.api("wim").post(PROJECTS, copy).await.json()["id"].as_i64().unwrap()
}

async fn flag(world: &World, id: i64) -> Option<i64> {
    world.one(&format!("select duplicate_of from project where event_id = $1 and id = {id}")).await
}

fn page(id: i64) -> String {
    format!("/events/demo/manage/projects/{id}")
}

#[database_test(world(&pool))]
async fn only_organizers_read_why_a_project_is_flagged(world: World, site: Site) {
    let id = copied(&site).await;
    let lamp = world.project("Lamp").await;
    let api = format!("/api/projects/{id}");
    for who in ["", "wim", "stranger"] {
        let one = site.api(who).get(&api).await.json();
        assert_eq!((&one["duplicate_of"], &one["duplicate_reason"]), (&json!(lamp), &json!(null)), "{who}");
        assert!(!site.api(who).get(PROJECTS).await.body.contains(REASON), "{who}");
        assert!(!site.browser(who).get(&format!("/projects/{id}")).await.body.contains(REASON), "{who}");
    }
    assert_eq!(site.api("olga").get(&api).await.json()["duplicate_reason"], json!(REASON));
    assert!(site.api("olga").get(PROJECTS).await.body.contains(REASON));
    for path in [format!("/projects/{id}"), page(id), "/events/demo/manage/projects".into()] {
        let shown = site.browser("olga").get(&path).await;
        assert!(shown.status == 200 && shown.body.to_lowercase().contains(REASON), "{path}");
    }
}

#[database_test(world(&pool))]
async fn a_team_sees_its_flag_on_every_page_and_whom_to_ask(_: World, site: Site) {
    let id = copied(&site).await;
    let (wim, link) = (site.browser("wim"), format!("href=\"/projects/{id}\">See what it repeats"));
    for path in ["/events/demo", "/events/demo/submit"] {
        let body = wim.get(path).await.body;
        assert!(body.to_lowercase().contains("flagged as a repeat"), "{path}: {body}");
        assert!(body.contains(&link), "{path}: {body}");
        assert!(!site.browser("pia").get(path).await.body.contains("lagged as a repeat"), "{path}");
    }
    wim.get(&format!("/projects/{id}")).await.shows("Ask the organizers: Olga.");
    assert!(!site.browser("pia").get(&format!("/projects/{id}")).await.body.contains("Olga"));
}

#[database_test(world(&pool))]
async fn who_copies_what_was_submitted_later_does_not_have_it_flagged(world: World, site: Site) {
    let path = async |title: &str| format!("/api/projects/{}", world.project(title).await);
    let own = "https://github.com/waves/buoy";
    let (lamp, buoy) = (path("Lamp").await, path("Buoy").await);
    let edit = async |who: &str, path: &str, change: Value| {
        let saved = site.api(who).patch(path, change).await.is(200).json();
        saved["duplicate_of"].clone()
    };
    assert_eq!(edit("wim", &buoy, json!({"repo_url": own})).await, json!(null));
    assert_eq!(edit("pia", &lamp, json!({"repo_url": own})).await, json!(null));
    for tagline in ["It floats", "It floats well"] {
        assert_eq!(edit("wim", &buoy, json!({"tagline": tagline})).await, json!(null), "it was there first");
    }
    // What an edit brings is found, though, and so is what was flagged before.
    let lamp_id = world.project("Lamp").await;
    assert_eq!(edit("pia", &lamp, json!({"repo_url": LAMP})).await, json!(null));
    assert_eq!(edit("wim", &buoy, json!({"repo_url": LAMP})).await, json!(lamp_id));
    assert_eq!(edit("wim", &buoy, json!({"tagline": "It shines"})).await, json!(lamp_id));
    assert_eq!(edit("wim", &buoy, json!({"repo_url": own})).await, json!(null));
}

#[database_test(world(&pool))]
async fn an_organizer_clears_a_flag_and_sets_it_again(world: World, site: Site) {
    let (id, lamp) = (copied(&site).await, world.project("Lamp").await);
    let olga = site.browser("olga");
    let done = olga.submit(&format!("{}/clear", page(id)), &[]).await;
    let list = format!("/events/demo/manage/projects?done=flag-cleared#project-{id}");
    assert_eq!((done.status, done.location(), flag(&world, id).await), (303, list.as_str(), None));
    // Later checks keep the decision.
    let path = format!("/api/projects/{id}");
    let edited = site.api("wim").patch(&path, json!({"repo_url": format!("{LAMP}.git")})).await.json();
    assert_eq!(edited["duplicate_of"], json!(null));
    assert_eq!(olga.submit(&format!("{}/clear", page(id)), &[]).await.status, 303);
    let set = [("duplicate_of", &*lamp.to_string())];
    assert_eq!(olga.submit(&format!("{}/flag", page(id)), &set).await.status, 303);
    assert_eq!(flag(&world, id).await, Some(lamp));
    // They also keep a flag that was set by hand.
    let edited =
        site.api("wim").patch(&path, json!({"repo_url": "https://github.com/waves/own"})).await.json();
    assert_eq!(edited["duplicate_of"], json!(lamp));
    assert_eq!(olga.submit(&format!("{}/flag", page(id)), &set).await.status, 303);
    let log = world.audit().await;
    let log: Vec<_> = log.iter().filter(|row| row.0.ends_with("flagged")).collect();
    let rows: Vec<_> =
        log.iter().map(|(action, role, b, a)| (action.as_str(), role.as_str(), b, a)).collect();
    let (none, of) = (json!({"duplicate_of": null}), json!({"duplicate_of": lamp}));
    let expected =
        [("project.unflagged", "organizer", &of, &none), ("project.flagged", "organizer", &none, &of)];
    assert_eq!(rows, expected, "nothing is written where nothing changes");
}

#[database_test(world(&pool))]
async fn flags_form_no_circle_and_no_chain(world: World, site: Site) {
    let (id, lamp, buoy) = (copied(&site).await, world.project("Lamp").await, world.project("Buoy").await);
    let olga = site.browser("olga");
    let set = async |id: i64, of: &str| {
        let reply = olga.submit(&format!("{}/flag", page(id)), &[("duplicate_of", of)]).await;
        (reply.status, reply.body)
    };
    let (status, body) = set(lamp, &id.to_string()).await;
    assert_eq!((status, flag(&world, lamp).await), (400, None));
    assert!(body.contains("“Copy” is flagged as a repeat of this project. Clear that flag first."), "{body}");
    assert!(body.contains("href=\"#duplicate_of\""), "the summary leads to the field: {body}");
    let torch = world.project("Torch").await.to_string();
    for wrong in [lamp.to_string(), torch, "999999".into()] {
        let (status, body) = set(lamp, &wrong).await;
        assert!(status == 400 && body.contains("Choose another submitted project of this event."), "{wrong}");
    }
    assert_eq!(set(lamp, "").await.0, 400);
    assert_eq!(set(world.project("Torch").await, &lamp.to_string()).await.0, 409);
    // Naming a copy means the first project. When Lamp is flagged itself, the repeats of Lamp move along.
    assert_eq!((set(buoy, &id.to_string()).await.0, flag(&world, buoy).await), (303, Some(lamp)));
    assert_eq!(olga.submit(&format!("{}/clear", page(buoy)), &[]).await.status, 303);
    assert_eq!(set(lamp, &buoy.to_string()).await.0, 303);
    assert_eq!((flag(&world, lamp).await, flag(&world, id).await), (Some(buoy), Some(buoy)));
    let last = world.audit().await.pop().unwrap();
    assert_eq!(last.3, json!({"duplicate_of": buoy, "with_it": [id]}));
}

#[database_test(world(&pool))]
async fn flagging_an_original_moves_its_repeats_along(world: World, site: Site) {
    let (lamp, buoy) = (world.project("Lamp").await, world.project("Buoy").await);
    let path = format!("/api/projects/{buoy}");
    let own = "https://github.com/waves/buoy";
    assert_eq!(site.api("wim").patch(&path, json!({"repo_url": own})).await.status, 200);
    let copy = json!({"title": "Copy", "repo_url": own, "submit": true});
    let copy = site.api("pia").post(PROJECTS, copy).await.json();
    assert_eq!(copy["duplicate_of"], json!(buoy));
    let buoy = site.api("wim").patch(&path, json!({"repo_url": LAMP})).await.json();
    assert_eq!(buoy["duplicate_of"], json!(lamp));
    assert_eq!(flag(&world, copy["id"].as_i64().unwrap()).await, Some(lamp));
}

#[database_test(world(&pool))]
async fn someone_who_may_not_decide_learns_nothing_about_drafts(world: World, site: Site) {
    let torch = page(world.project("Torch").await);
    for who in ["stranger", "wim"] {
        let hidden = site.browser(who).submit(&format!("{torch}/clear"), &[]).await;
        let missing = site.browser(who).submit(&format!("{}/clear", page(999_999)), &[]).await;
        assert_eq!((hidden.status, missing.status, who), (404, 404, who));
    }
    let lamp = page(world.project("Lamp").await);
    assert_eq!(site.browser("stranger").submit(&format!("{lamp}/clear"), &[]).await.status, 403);
    let other = Event::new("other").organizer("oscar").create(&world.pool).await;
    site.browser("oscar").submit(&format!("{}/clear", lamp.replace("demo", &other.slug)), &[]).await.is(404);
}

#[database_test(world(&pool))]
async fn missing_fingerprints_are_made_in_portions_and_a_submission_makes_few(world: World, _: Site) {
    let made = "select count(*) from project_fingerprint f join project p on p.id = f.project_id where p.event_id = $1";
    world.run("delete from project_fingerprint").await;
    let mut c = world.pool.acquire().await.unwrap();
    let event = EventId(world.event);
    assert!(matches!(duplicate::keep_missing_within(&mut c, event, 1).await, Err(Failure::Busy(_))));
    assert_eq!(world.one::<i64>(made).await, 1, "what was made stays");
    // What somebody else changes at this moment is passed over.
    let mut other = world.pool.begin().await.unwrap();
    sqlx::query("select from project where title = 'Buoy' for update").execute(&mut *other).await.unwrap();
    assert_eq!(duplicate::keep_portion(&mut c, None, 10).await.unwrap(), 0);
    other.rollback().await.unwrap();
    assert_eq!(duplicate::keep_portion(&mut c, None, 10).await.unwrap(), 1);
    assert_eq!(duplicate::keep_portion(&mut c, None, 10).await.unwrap(), 0);
    duplicate::keep_missing_within(&mut c, event, 1).await.unwrap();
    // A new version of fingerprints is missing everywhere.
    world.run("update project_fingerprint set version = 0").await;
    assert_eq!(duplicate::keep_portion(&mut c, None, 10).await.unwrap(), 2);
}
