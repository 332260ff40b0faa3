//! Events, projects, and the forms that create and edit them.

use crate::prelude::*;
use shared::window::utc;

const PROJECTS: &str = "/api/events/demo/projects";

/// Two teams with a submitted project each, one of them with a draft besides; submissions are open.
async fn world(pool: &PgPool) -> (World, Site) {
    event().served(pool).await
}

fn event() -> Event {
    Event::new("demo")
        .track("Energy")
        .organizer("olga")
        .judge("ada")
        .participant("solo")
        .person("stranger")
        .teams(&[("Lights", &["pia", "pat"]), ("Waves", &["wim"])])
        .project("Lamp", "Lights")
        .draft("Torch", "Lights")
        .project("Buoy", "Waves")
}

async fn titles(site: &Site, who: &str) -> Vec<String> {
    let list = site.api(who).get(PROJECTS).await.json();
    list.as_array().unwrap().iter().map(|p| p["title"].as_str().unwrap().to_owned()).collect()
}

#[database_test(world(&pool))]
async fn an_event_has_the_fields_of_the_specification(world: World, site: Site) {
    let event = site.api("").get("/api/events/demo").await.is(200);
    let window = world.window("submissions").await;
    let event = event.json();
    assert_eq!(event["submissions_close"], json!(window.close));
    assert_eq!(event["results_published_at"], json!(null));
    assert_eq!(event["tracks"][0]["name"], "Energy");
    assert_eq!(event["criteria"][0]["weight"], "2");
    assert_eq!(event["criteria"][1]["max_value"], 10);
    assert_eq!(site.api("").get("/api/events").await.json(), json!([event]));
    assert_eq!(site.api("").get("/api/events/none").await.refusal(), (404, "Not found.".into()));
}

#[database_test]
async fn events_are_listed_latest_deadline_first_and_endless_ones_before_them(pool: PgPool, site: Site) {
    for (slug, close) in [("soon", Some(1)), ("b-endless", None), ("late", Some(9)), ("a-endless", None)] {
        Event::new(slug).windows([(Some(-1), close), (None, None), (None, None)]).create(&pool).await;
    }
    let list = site.api("").get("/api/events").await.json();
    let slugs: Vec<_> = list.as_array().unwrap().iter().map(|e| e["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, ["a-endless", "b-endless", "late", "soon"]);
}

#[database_test(world(&pool))]
async fn drafts_are_seen_by_their_team_and_by_organizers_only(world: World, site: Site) {
    for who in ["", "stranger", "wim", "ada", "solo"] {
        assert_eq!(titles(&site, who).await, ["Lamp", "Buoy"], "{who}");
    }
    for who in ["pia", "olga"] {
        assert_eq!(titles(&site, who).await, ["Lamp", "Torch", "Buoy"], "{who}");
    }
    let draft = format!("/api/projects/{}", world.project("Torch").await);
    for who in ["", "stranger", "wim", "ada"] {
        let (mut hidden, mut missing) =
            (site.api(who).get(&draft).await, site.api(who).get("/api/projects/999999").await);
        // The random id is ignored.
        hidden.headers.remove("x-request-id");
        missing.headers.remove("x-request-id");
        assert_eq!((hidden.status, &hidden.body), (404, &missing.body), "{who}");
        assert_eq!(hidden.headers, missing.headers, "{who}");
    }
    assert_eq!(site.api("pat").get(&draft).await.json()["status"], "draft");
    assert_eq!(site.api("").get("/api/projects/x").await.status, 404);
}

#[database_test(world(&pool))]
async fn a_project_is_created_as_a_draft_or_submitted(world: World, site: Site) {
    let body =
        json!({"title": " Kite ", "tags": ["Wind", "wind ", ""], "repo_url": "https://code.example/kite"});
    let draft = site.api("pia").post(PROJECTS, body).await.is(201);
    let draft = draft.json();
    assert_eq!(draft["title"], "Kite");
    assert_eq!(draft["status"], "draft");
    assert_eq!(draft["submitted_at"], json!(null));
    assert_eq!(json!([draft["tags"], draft["team"], draft["track"]]), json!([["wind"], "Lights", null]));
    let sent = site.api("pia").post(PROJECTS, json!({"title": "Sail", "submit": true})).await.json();
    assert_eq!(sent["status"], "submitted");
    assert!(sent["submitted_at"].as_str().unwrap().ends_with('Z'));
    let actions: Vec<_> = world.audit().await.into_iter().map(|(action, role, ..)| (action, role)).collect();
    let participant = "participant".to_owned();
    let expected =
        [("project.created".to_owned(), participant.clone()), ("project.submitted".to_owned(), participant)];
    assert_eq!(actions, expected);
}

#[database_test(world(&pool))]
async fn creating_is_refused_by_who_then_when_then_what(world: World, site: Site) {
    let wrong = json!({"title": 3});
    let nobody = site.api("").post(PROJECTS, wrong.clone()).await;
    assert_eq!((nobody.status, nobody.headers["www-authenticate"].to_str().unwrap()), (401, "Bearer"));
    for who in ["stranger", "solo", "ada", "olga"] {
        let refusal = site.api(who).post(PROJECTS, wrong.clone()).await.refusal();
        assert_eq!(refusal, (403, "you need a team in this event to submit a project".into()), "{who}");
    }
    assert_eq!(site.api("pia").post("/api/events/none/projects", wrong.clone()).await.status, 404);
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    let close = world.window("submissions").await.close.unwrap();
    let late = site.api("pia").post(PROJECTS, wrong.clone()).await.refusal();
    assert_eq!(late, (409, format!("Submissions for Demo closed at {}.", utc(close))));
    world.move_window("submissions", (Some(1), None)).await;
    let open = world.window("submissions").await.open.unwrap();
    let early = site.api("pia").post(PROJECTS, wrong).await.refusal();
    assert_eq!(early, (409, format!("Submissions for Demo open at {} and never close.", utc(open))));
}

#[database_test(world(&pool))]
async fn every_bad_field_is_named_at_once(_: World, site: Site) {
    let tags: Vec<_> = (0..11).map(|n| n.to_string()).collect();
    let bad =
        json!({"title": "x".repeat(201), "repo_url": "javascript:alert(1)", "tags": tags, "track": 999_999});
    let fields = site.api("pia").post(PROJECTS, bad).await.is(400).json();
    let expected = ["repo_url", "tags", "title", "track"];
    assert_eq!(fields.as_object().unwrap().keys().collect::<Vec<_>>(), expected);
    assert!(fields["title"][0].as_str().unwrap().contains("200"));
    let types = json!({"title": 3, "tags": "x", "track": "1", "submit": "yes"});
    let fields = site.api("pia").post(PROJECTS, types).await.json();
    assert_eq!(fields.as_object().unwrap().keys().collect::<Vec<_>>(), ["submit", "tags", "title", "track"]);
    for (body, field) in [
        ("{}", "title"),
        ("[]", "body"),
        ("{\"title\":\"a\\u0000b\"}", "title"),
        ("{\"title\":\"\\ud800\"}", "title"),
        ("", "body"),
    ] {
        let refused = site.api("pia").post_text(PROJECTS, body).await;
        assert_eq!(refused.status, 400, "{body}: {}", refused.body);
        assert!(refused.json().get(field).is_some(), "{body}: {}", refused.body);
    }
}

#[database_test(world(&pool))]
async fn editing_changes_only_what_was_sent_and_never_unsubmits(world: World, site: Site) {
    let lamp = format!("/api/projects/{}", world.project("Lamp").await);
    let before = site.api("").get(&lamp).await.json();
    let after =
        site.api("pat").patch(&lamp, json!({"tagline": "Bright", "submit": false, "other": 1})).await.json();
    assert_eq!((&after["tagline"], &after["status"]), (&json!("Bright"), &json!("submitted")));
    assert_eq!(after["submitted_at"], before["submitted_at"]);
    let again = site.api("pat").patch(&lamp, json!({"submit": true})).await.json();
    assert_eq!(again["submitted_at"], before["submitted_at"]);
    let torch = format!("/api/projects/{}", world.project("Torch").await);
    assert_eq!(site.api("pat").patch(&torch, json!({"submit": true})).await.json()["status"], "submitted");
    assert_eq!(site.api("").get(&torch).await.status, 200);
}

#[database_test(world(&pool))]
async fn after_the_close_ones_own_is_409_and_anothers_403(world: World, site: Site) {
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    let lamp = format!("/api/projects/{}", world.project("Lamp").await);
    let torch = format!("/api/projects/{}", world.project("Torch").await);
    let body = json!({"title": 3});
    assert_eq!(site.api("pia").patch(&lamp, body.clone()).await.status, 409);
    for who in ["wim", "olga", "stranger"] {
        let refusal = site.api(who).patch(&lamp, body.clone()).await.refusal();
        assert_eq!(refusal, (403, "only the project's team can edit it".into()), "{who}");
    }
    assert_eq!(site.api("wim").patch(&torch, body.clone()).await.status, 404);
    assert_eq!(site.api("olga").patch(&torch, body.clone()).await.status, 403);
    assert_eq!(site.api("").patch(&lamp, body.clone()).await.status, 401);
    assert_eq!(site.api("pia").patch("/api/projects/999999", body).await.status, 404);
}

#[database_test(world(&pool))]
async fn a_repeat_is_found_by_the_earlier_projects_current_texts(world: World, site: Site) {
    let text = |name: &str| (0..40).map(|n| format!("{name}{n} ")).collect::<String>();
    let project = |name: &str| json!({"title": "T", "description": text(name), "submit": true});
    let first = site.api("pia").post(PROJECTS, project("old")).await.json();
    let edited = json!({"description": text("new")});
    assert_eq!(site.api("pia").patch(&format!("/api/projects/{}", first["id"]), edited).await.status, 200);
    let repeats = async |name: &str| site.api("wim").post(PROJECTS, project(name)).await.json();
    assert_eq!(repeats("old").await["duplicate_of"], json!(null));
    let repeat = repeats("new").await;
    let reason = "select duplicate_reason from project where event_id = $1 and duplicate_of is not null";
    assert_eq!(repeat["duplicate_of"], first["id"]);
    assert_eq!(world.one::<String>(reason).await, "nearly the same text");
    // However the texts change, and if no fingerprint is stored yet, as after an import.
    let run = async |sql: &'static str| sqlx::query(sql).execute(&world.pool).await.unwrap();
    run("update project set description = replace(description, 'new', 'third') where duplicate_of is null")
        .await;
    assert_eq!(repeats("third").await["duplicate_of"], first["id"]);
    run("delete from project_fingerprint").await;
    assert_eq!(repeats("third").await["duplicate_of"], first["id"]);
}

#[database_test(world(&pool))]
async fn a_repeat_is_flagged_when_submitted_and_cleared_when_it_no_longer_repeats(world: World, site: Site) {
    let first = json!({"title": "One", "repo_url": "https://github.com/Lights/One", "submit": true});
    let first = site.api("pia").post(PROJECTS, first).await.json();
    assert_eq!(first["duplicate_of"], json!(null));
    let repeat = json!({"title": "Two", "repo_url": "http://www.github.com/lights/one.git"});
    let draft = site.api("wim").post(PROJECTS, repeat).await.json();
    assert_eq!(draft["duplicate_of"], json!(null), "a draft is not checked");
    let path = format!("/api/projects/{}", draft["id"]);
    let flagged = site.api("wim").patch(&path, json!({"submit": true})).await.json();
    assert_eq!(flagged["duplicate_of"], first["id"]);
    let told = site.browser("wim").get(&format!("/projects/{}/edit", draft["id"])).await.body;
    let earlier = format!("It repeats <a href=\"/projects/{}\">One</a>", first["id"]);
    assert!(told.contains(&earlier) && told.contains("Ask the organizers: Olga."), "{told}");
    let third = json!({"title": "Three", "repo_url": "https://github.com/lights/one/", "submit": true});
    assert_eq!(
        site.api("wim").post(PROJECTS, third).await.json()["duplicate_of"],
        first["id"],
        "chains point to the first"
    );
    let cleared =
        site.api("wim").patch(&path, json!({"repo_url": "https://github.com/waves/two"})).await.json();
    assert_eq!((&cleared["duplicate_of"], &cleared["duplicate_reason"]), (&json!(null), &json!(null)));
    let sql = "select count(*) from project where event_id = $1 and duplicate_of is not null";
    assert_eq!(world.one::<i64>(sql).await, 1);
}

#[database_test(world(&pool))]
async fn a_refused_form_comes_back_filled_in(world: World, site: Site) {
    let browser = site.browser("pia");
    let fields =
        [("title", ""), ("tagline", "Kept <b>words</b>"), ("repo_url", "nowhere"), ("submit", "true")];
    let refused = browser.submit("/events/demo/submit", &fields).await.is(400);
    assert!(refused.body.contains("Kept &lt;b&gt;words&lt;/b&gt;"), "typed text comes back, escaped");
    assert!(refused.body.contains("href=\"#title\"") && refused.body.contains("<title>Error: "));
    let fields = [("title", "Kite"), ("tags", "a, b"), ("submit", "false")];
    let saved = browser.submit("/events/demo/submit", &fields).await;
    saved.leads_to(&format!("/projects/{}?done=saved", world.project("Kite").await));
    assert!(browser.get(saved.location()).await.text().contains("Draft saved"));
    let edit = format!("/projects/{}/edit", world.project("Kite").await);
    assert!(browser.get(&edit).await.body.contains("a, b"));
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    let late = browser.submit(&edit, &[("title", "Kite, my last words"), ("submit", "true")]).await.is(409);
    late.body.has(&["Kite, my last words", "Submissions for Demo closed at"]);
    assert_eq!(late.text().matches("Submissions for Demo closed at").count(), 1, "said once");
    assert_eq!(site.browser("wim").submit(&edit, &[("title", "x")]).await.status, 404);
}

#[database_test(world(&pool))]
async fn a_submission_is_confirmed_with_the_time_until_which_it_can_change(world: World, site: Site) {
    let browser = site.browser("pia");
    let page = format!("/projects/{}", world.project("Torch").await);
    let done = browser.submit(&format!("{page}/edit"), &[("title", "Torch"), ("submit", "true")]).await;
    done.leads_to(&format!("{page}?done=submitted"));
    let close = world.window("submissions").await.close.unwrap();
    let sentence = close.format("You can change it until %-d %b %Y, %H:%M UTC.").to_string();
    browser.get(done.location()).await.text().has(&["Submitted", &sentence]);
    // The query of an address shows nothing to others, and nothing untrue.
    assert!(!site.browser("wim").get(done.location()).await.text().contains(&sentence));
    let saved = browser.submit(&format!("{page}/edit"), &[("tagline", "Bright"), ("submit", "false")]).await;
    assert!(browser.get(saved.location()).await.text().contains("Changes saved"));
    assert!(!browser.get(&page).await.text().contains("Changes saved"));
}

#[database_test(world(&pool))]
async fn pages_answer_as_the_api_does(world: World, site: Site) {
    let (lamp, torch) = (world.project("Lamp").await, world.project("Torch").await);
    let pages = [
        "/".to_owned(),
        "/events/demo".into(),
        "/events/demo/projects?q=lamp&track=x&page=0".into(),
        format!("/projects/{lamp}"),
    ];
    for page in &pages {
        for who in ["", "pia", "ada", "olga"] {
            let reply =
                if who.is_empty() { site.api("").get(page).await } else { site.browser(who).get(page).await };
            assert_eq!(reply.status, 200, "{who} {page}");
        }
    }
    assert_eq!(site.browser("wim").get(&format!("/projects/{torch}")).await.status, 404);
    assert_eq!(site.browser("wim").get(&format!("/projects/{lamp}/edit")).await.status, 403);
    let path = format!("/projects/{lamp}/edit");
    assert_eq!(site.api("").get(&path).await.location(), format!("/login?next=%2Fprojects%2F{lamp}%2Fedit"));
    assert_eq!(site.api("").get("/events/none").await.status, 404);
    assert_eq!(site.api("").get("/nothing").await.status, 404);
}

#[database_test(world(&pool))]
async fn after_the_close_a_team_reads_its_project_and_cannot_edit_it(world: World, site: Site) {
    let (browser, lamp) = (site.browser("pia"), format!("/projects/{}", world.project("Lamp").await));
    let form = async || {
        let page = browser.get(&format!("{lamp}/edit")).await.is(200);
        let (_, form) = page.body.split_once("class=\"form project-form\"").unwrap();
        let form = form.split_once("</form>").unwrap().0.to_owned();
        let title = form.split('<').find(|element| element.contains("id=\"title\"")).unwrap();
        (title.contains("readonly"), form.contains("<button"), page.text())
    };
    assert!(browser.get(&lamp).await.text().contains("Edit the project"));
    let (readonly, button, _) = form().await;
    assert!(!readonly && button);
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    assert!(browser.get("/events/demo/submit").await.body.contains(&format!("href=\"{lamp}\"")));
    let page = browser.get(&lamp).await;
    assert!(page.status == 200 && !page.text().contains("Edit the project"), "{}", page.text());
    let (readonly, button, text) = form().await;
    assert!(readonly && !button && text.contains("Submissions for Demo closed at"), "{text}");
}
