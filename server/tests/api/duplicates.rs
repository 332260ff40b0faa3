//! Projects that repeat an earlier one: found also when both are sent at once, and decided by an organizer.

use crate::support::{Event, Reply, Site, World};
use serde_json::{Value, json};
use server::store::{duplicate, project};
use shared::ids::{EventId, ProjectId};
use sqlx::PgPool;

const PROJECTS: &str = "/api/events/demo/projects";
const LAMP: &str = "https://github.com/lights/lamp";

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo")
        .organizer("olga")
        .person("stranger")
        .team("Lights", &["pia"])
        .team("Waves", &["wim"])
        .project("Lamp", "Lights")
        .project("Buoy", "Waves")
        .draft("Torch", "Lights");
    let world = event.create(pool).await;
    sqlx::query("update project set repo_url = $1 where title = 'Lamp'")
        .bind(LAMP)
        .execute(pool)
        .await
        .unwrap();
    (world, Site::new(pool).await)
}

/// Waits until a session of this database waits for a lock.
async fn somebody_waits(world: &World) {
    let waits = "select exists (select from pg_locks l join pg_stat_activity a using (pid)
                 where not l.granted and a.datname = current_database() and $1 > 0)";
    while !world.one::<bool>(waits).await {
        tokio::task::yield_now().await;
    }
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn of_two_repeats_sent_at_once_the_later_is_flagged(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let draft = json!({"title": "Draft", "repo_url": "https://github.com/lights/submitted"});
    let draft = site.api("wim").post(PROJECTS, draft).await.json();
    let wim = site.api("wim");
    let path = format!("/api/projects/{}", draft["id"]);
    for kind in ["created", "submitted"] {
        let address = format!("https://github.com/lights/{kind}");
        let mut first = pool.begin().await.unwrap();
        duplicate::lock_submissions(&mut first, EventId(world.event)).await.unwrap();
        let send = async {
            if kind == "created" {
                wim.post(PROJECTS, json!({"title": "Copy", "repo_url": address, "submit": true})).await
            } else {
                wim.patch(&path, json!({"submit": true})).await
            }
        };
        let (reply, original): (Reply, i64) = tokio::join!(send, async {
            somebody_waits(&world).await;
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

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn submitting_a_repeat_does_not_wait_for_who_edits_the_original(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let lamp = world.project("Lamp").await;
    let mut editor = pool.begin().await.unwrap();
    project::lock(&mut editor, ProjectId(lamp)).await.unwrap();
    let repeat = json!({"title": "Copy", "repo_url": LAMP, "submit": true});
    // Lamp's fingerprint is there already: making it would need Lamp's row.
    let flagged = |reply: Reply| reply.json()["duplicate_of"].clone();
    sqlx::query("update project set status = status where id = $1")
        .bind(lamp)
        .execute(&mut *editor)
        .await
        .unwrap();
    let made = "insert into project_fingerprint (project_id, version, repository, words, shingles)
        values ($1, $2, 'github.com/lights/lamp', 0, '')";
    let version = shared::duplicates::Fingerprint::VERSION;
    sqlx::query(made).bind(lamp).bind(version).execute(&pool).await.unwrap();
    assert_eq!(flagged(site.api("wim").post(PROJECTS, repeat).await), json!(lamp));
    duplicate::lock_submissions(&mut editor, EventId(world.event)).await.unwrap();
    editor.commit().await.unwrap();
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn an_edit_that_changes_nothing_writes_nothing(pool: PgPool) {
    let (world, site) = world(&pool).await;
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
