//! A bundle is imported as a new event, as a whole or not at all.

use crate::prelude::*;
use sqlx::ConnectOptions as _;

pub(crate) const IMPORT: &str = "/api/events/import?slug=lamps";

/// An event of two teams: a reviewed project with its repeat, and a draft.
pub(crate) fn bundle() -> Value {
    json!({
        "format": "evenhand-bundle/1",
        "event": {
            "slug": "elsewhere", "name": "Lamp Night", "description": "Lamps.",
            "submissions_open": "2026-01-01T08:00:00Z", "submissions_close": "2026-01-01T12:00:00Z",
            "judging_open": "2026-01-01T12:00:00Z", "judging_close": "2026-01-01T18:00:00Z",
            "results_published_at": "2026-01-02T00:00:00Z", "reviews_per_project": 1, "max_team_size": 1,
            "tracks": [{"id": 40, "name": "Light"}, {"id": 7, "name": "Heat"}],
            "criteria": [
                {"key": "quality", "name": "Quality", "guidance": "It works.", "weight": "2.5", "min_value": 1, "max_value": 5},
                {"key": "impact", "name": "Impact", "weight": "1", "min_value": 0, "max_value": 10}
            ],
            "voting_mode": "account", "votes_per_voter": 2
        },
        "people": [
            {"ref": "o", "external_id": "o1", "email": "ORG@x.example", "name": "Somebody Else", "roles": ["organizer"]},
            {"ref": "j", "external_id": "j1", "email": "jo@y.example", "name": "Jo", "roles": ["judge"], "tracks": [7], "review_cap": 9},
            {"ref": "m", "email": "mo@y.example", "name": "Mo", "roles": ["participant"], "tracks": []},
            {"ref": "n", "email": "no@y.example", "name": "No", "roles": ["participant"]},
            {"ref": "k", "email": "ki@y.example", "name": "Ki", "roles": ["participant"]}
        ],
        "teams": [
            {"ref": "a", "external_id": "t1", "name": "Wick", "members": [
                {"person": "m", "joined_at": "2026-01-01T09:00:00Z"}, {"person": "k", "joined_at": null}]},
            {"ref": "b", "name": "Wax", "members": [{"person": "n", "joined_at": "2026-01-01T09:30:00Z"}]}
        ],
        "projects": [
            {"ref": "z", "external_id": "x1", "team": "a", "track": 7, "title": "Lamp", "tagline": "Glows", "summary": "S",
             "description": "D", "repo_url": "https://code.example/lamp", "demo_url": "", "tags": ["Rust", "wasm"],
             "status": "submitted", "submitted_at": "2026-01-01T10:00:00.000001Z", "duplicate_of": null},
            {"ref": "y", "external_id": null, "team": "b", "track": null, "title": "Lamp again", "status": "submitted",
             "submitted_at": "2026-01-01T11:00:00Z", "duplicate_of": "z"},
            {"ref": "x", "team": "b", "title": "Idea", "status": "draft", "submitted_at": null}
        ],
        "assignments": [
            {"person": "j", "project": "y", "status": "pending", "source": "manual", "created_at": "2026-01-01T12:00:00Z", "review": null},
            {"person": "j", "project": "z", "status": "done", "source": "planned", "created_at": "2026-01-01T12:00:00Z",
             "review": {"submitted_at": "2026-01-01T13:00:00Z", "comment": "Bright.", "scores": {"quality": 4, "impact": 7}}}
        ],
        "comments": [{"project": "z", "person": "n", "body": "Nice.", "created_at": "2026-01-01T14:00:00Z"}],
        "ballots": [
            {"person": "m", "choices": ["y"], "cast_at": "2026-01-01T19:00:00Z"},
            {"person": null, "choices": ["z", "y"], "cast_at": "2026-01-01T19:30:00Z"}
        ],
        "conflicts": [{"person": "j", "project": "x"}],
        "prizes": [{"name": "First", "track": 40, "project": "z"}],
        "runs": [{"run": 1}], "audit": [{"seq": 1}]
    })
}

/// A site admin `root`, an organizer `org` of some event, and their service.
pub(crate) async fn site(pool: &PgPool) -> Site {
    Event::new("demo").admin("root").organizer("org").create(pool).await;
    Site::new(pool).await
}

async fn rows(pool: &PgPool, sql: &'static str) -> Value {
    one(pool, &format!("select coalesce(json_agg(r), '[]') from ({sql}) r")).await
}

/// How many rows all tables that an import writes hold.
pub(crate) async fn stored(pool: &PgPool) -> Value {
    rows(
        pool,
        "select (select count(*) from event) e, (select count(*) from person) p, (select count(*) from team) t,
                (select count(*) from project) pr, (select count(*) from review) r, (select count(*) from audit_log) a",
    )
    .await
}

#[database_test(site(&pool))]
async fn a_site_admin_brings_a_bundle_in_as_a_new_event(pool: PgPool, site: Site) {
    let text = bundle().to_string();
    let reply = site.api("root").post_text(IMPORT, text.clone()).await.is(201);
    let counts =
        json!({"event": "lamps", "projects": 3, "teams": 2, "people": 5, "assignments": 2, "reviews": 1});
    assert_eq!(reply.json(), counts);

    let event = site.api("").get("/api/events/lamps").await.json();
    assert_eq!((event["name"].as_str(), &event["results_published_at"]), (Some("Lamp Night"), &Value::Null));
    assert_eq!(event["tracks"][1]["name"].as_str(), Some("Heat"));
    assert_eq!(event["criteria"][0]["weight"].as_str(), Some("2.5"));
    let projects = site.api("org").get("/api/events/lamps/projects").await.json();
    let [lamp, again, idea] = [0, 1, 2].map(|n| projects[n].clone());
    assert_eq!(lamp["submitted_at"], "2026-01-01T10:00:00.000001Z");
    assert_eq!((&lamp["track"], &lamp["tags"]), (&event["tracks"][1]["id"], &json!(["rust", "wasm"])));
    assert_eq!((&again["duplicate_of"], &again["team"]), (&lamp["id"], &json!("Wax")));
    assert_eq!((&idea["status"], &idea["submitted_at"]), (&json!("draft"), &Value::Null));

    let people = "select lower(p.email) as email, p.name, ep.external_id, ep.review_cap, p.confirmed_at is not null as confirmed,
                  p.password_hash from event_person ep join person p on p.id = ep.person_id
                  where ep.event_id = 2 and p.email ~* '^(org|jo)@' order by email desc";
    assert_eq!(
        rows(&pool, people).await,
        json!([
            {"email": "org@x.example", "name": "Org", "external_id": "o1", "review_cap": null, "confirmed": true, "password_hash": null},
            {"email": "jo@y.example", "name": "Jo", "external_id": "j1", "review_cap": 9, "confirmed": true, "password_hash": null}
        ])
    );
    let judged = "select p.title, a.status, a.source, r.comment, r.scores, r.submitted_at at time zone 'UTC' as at
                  from assignment a join project p on p.id = a.project_id left join review r on r.assignment_id = a.id
                  order by a.id";
    assert_eq!(
        rows(&pool, judged).await,
        json!([
            {"title": "Lamp again", "status": "pending", "source": "manual", "comment": null, "scores": null, "at": null},
            {"title": "Lamp", "status": "done", "source": "planned", "comment": "Bright.",
             "scores": {"quality": 4, "impact": 7}, "at": "2026-01-01T13:00:00"}
        ])
    );
    let public = "select (select count(*) from comment) as comments, (select count(*) from conflict) as conflicts,
                  (select array_agg(cardinality(choices) order by id) from ballot) as choices,
                  (select count(*) from prize_winner w join project p on p.id = w.project_id and p.title = 'Lamp') as prizes,
                  (select count(*) from calibration_run) as runs";
    let expected = json!([{"comments": 1, "conflicts": 1, "choices": [1, 2], "prizes": 1, "runs": 0}]);
    assert_eq!(rows(&pool, public).await, expected);
    let chain = "select seq, actor, actor_role, action, after::json ->> 'file_sha256' as sha from audit_log where chain = 'lamps'";
    let sha = sha256_hex(text.as_bytes());
    assert_eq!(
        rows(&pool, chain).await,
        json!([{"seq": 1, "actor": "root@x.example", "actor_role": "staff", "action": "event.imported", "sha": sha}])
    );
}

#[database_test(site(&pool))]
async fn only_a_site_admin_imports(pool: PgPool, site: Site) {
    let before = stored(&pool).await;
    assert_eq!(site.api("").post(IMPORT, bundle()).await.status, 401);
    site.api("org").post(IMPORT, bundle()).await.refuses(403, "only a site admin can import a bundle");
    assert_eq!(site.api("org").post("/api/events/import?slug=demo", json!(3)).await.status, 403);
    assert_eq!(stored(&pool).await, before);
}

#[database_test(site(&pool))]
async fn a_taken_slug_is_409_and_a_bad_one_400(site: Site) {
    let root = site.api("root");
    assert_eq!(root.post("/api/events/import?slug=demo", bundle()).await.status, 409);
    assert_eq!(root.post("/api/events/import?slug=demo", json!({})).await.status, 409);
    for query in ["", "?slug=", "?slug=new", "?slug=Demo", "?slug=a%20b"] {
        let reply = root.post(&format!("/api/events/import{query}"), bundle()).await;
        assert_eq!(reply.status, 400, "{query}");
        assert!(reply.json()["slug"].is_array(), "{query}: {}", reply.body);
    }
}

#[database_test(site(&pool))]
async fn faults_are_named_by_their_places_and_nothing_is_kept(pool: PgPool, site: Site) {
    let before = stored(&pool).await;
    let mut file = bundle();
    file["projects"][1]["track"] = json!(9);
    file["people"][0]["phone"] = json!("1");
    let reply = site.api("root").post(IMPORT, file.clone()).await.is(400);
    assert_eq!(reply.json(), json!({"people[0].phone": ["The format has no member of this name."]}));
    file["people"][0].as_object_mut().unwrap().remove("phone");
    file["assignments"][1]["review"]["scores"]["quality"] = json!(6);
    let reply = site.api("root").post("/api/events/import?slug=A", file).await;
    let places: Vec<String> = reply.json().as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        (reply.status, places),
        (
            400,
            ["assignments[1].review.scores.quality", "projects[1].track", "slug"].map(str::to_owned).to_vec()
        )
    );
    for text in ["", "{", "[1]", "\u{0}"] {
        let reply = site.api("root").post_text(IMPORT, text).await;
        assert_eq!(reply.status, 400, "{text:?}: {}", reply.body);
        assert!(reply.json()["bundle"].is_array(), "{text:?}: {}", reply.body);
    }
    assert_eq!(stored(&pool).await, before);
}

#[database_test(site(&pool))]
async fn a_refusal_of_the_database_is_a_fault_of_the_file_and_leaves_nothing(pool: PgPool, site: Site) {
    let before = stored(&pool).await;
    run(&pool, "create function no() returns trigger language plpgsql as $$
             begin perform refuse(409, 'own_team', 'Not this one.'); return null; end $$;
         create constraint trigger no after insert on prize deferrable initially deferred for each row execute function no();").await;
    let reply = site.api("root").post(IMPORT, bundle()).await;
    assert_eq!((reply.status, reply.json()), (400, json!({"bundle": ["Not this one."]})));
    assert_eq!(stored(&pool).await, before);
}

#[database_test(site(&pool))]
async fn a_file_imported_twice_makes_two_events_of_the_same_people(pool: PgPool, site: Site) {
    assert_eq!(site.api("root").post(IMPORT, bundle()).await.status, 201);
    let first = site.api("org").get("/api/events/lamps/projects").await.json();
    let people = rows(&pool, "select count(*) from person").await;
    assert_eq!(site.api("root").post("/api/events/import?slug=lamps-2", bundle()).await.status, 201);
    assert_eq!(rows(&pool, "select count(*) from person").await, people);
    assert_eq!(site.api("org").get("/api/events/lamps/projects").await.json(), first);
    let mut second = site.api("org").get("/api/events/lamps-2/projects").await.json();
    for (project, (before, at)) in
        second.as_array_mut().unwrap().iter_mut().zip(first.as_array().unwrap().iter().zip(0..))
    {
        assert_ne!(project["id"], before["id"]);
        project["id"] = before["id"].clone();
        project["event"] = json!("lamps");
        project["track"] = before["track"].clone();
        project["duplicate_of"] = first[at]["duplicate_of"].clone();
    }
    assert_eq!(second, first);
}

#[database_test]
async fn a_file_has_the_size_that_the_setting_allows_and_64_mib_without_its_log(pool: PgPool) {
    const MIB: usize = 1024 * 1024;
    let large = site(&pool).await;
    let too_much = large.api("root").post_text(IMPORT, " ".repeat(64 * MIB + 1)).await;
    let sentence = "Without its runs and its log, the file is larger than 64\u{a0}MiB. If it has many pictures, export the event without them";
    let said = too_much.json()["bundle"][0].as_str().unwrap().to_owned();
    assert!(too_much.status == 400 && said.starts_with(sentence), "{said}");
    let mut file = bundle();
    file["audit"] = json!([{ "after": "x".repeat(70 * MIB) }]);
    large.api("root").post(IMPORT, file.clone()).await.is(201);
    let small = Site::with(&pool, &["--import-mib", "1"]).await;
    file["audit"] = json!([{ "after": "x".repeat(MIB) }]);
    let reply = small.api("root").post("/api/events/import?slug=more", file).await;
    assert_eq!(reply.refusal(), (413, "The body is larger than 1\u{a0}MiB.".into()));
}

#[database_test]
async fn the_command_line_imports_and_names_places(pool: PgPool) {
    let file = std::env::temp_dir().join(format!("evenhand-import-{}.json", std::process::id()));
    let run = async |bundle: &Value| {
        std::fs::write(&file, bundle.to_string()).unwrap();
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_evenhand"));
        command.env("DATABASE_URL", pool.connect_options().to_url_lossy().as_str());
        let output = command.arg("import").arg(&file).args(["--slug", "lamps"]).output().await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let mut bad = bundle();
    bad["teams"][0]["name"] = json!("");
    let (code, out, said) = run(&bad).await;
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(said.contains("teams[0].name: Give a name."), "{said}");
    // People take a list of projects for what is imported here.
    let (code, _, said) = run(&json!("title,team")).await;
    assert_eq!(code, Some(1), "{said}");
    said.has(&["This is no bundle", "under Projects"]);
    let (code, out, said) = run(&bundle()).await;
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["event"], "lamps");
    let (code, _, said) = run(&bundle()).await;
    assert_eq!((code, said.as_str()), (Some(1), "evenhand: An event has this slug: choose another.\n"));
    let expected = json!([{"actor": "system", "actor_role": "system"}]);
    assert_eq!(rows(&pool, "select actor, actor_role from audit_log").await, expected);
    std::fs::remove_file(&file).unwrap();
}
