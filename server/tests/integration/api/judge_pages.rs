//! The judge's pages: the same words, rules and status codes as the API.

use crate::prelude::*;
use web::assets;

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo"])
        .organizer("olga")
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .assign("ada", "Lamp")
        .review("ada", "Boat", FULL)
        .assign("bo", "Lamp")
}

async fn path(world: &World, judge: &str, title: &str) -> String {
    format!("/judge/assignments/{}", world.assignment(judge, title).await)
}

/// Ada's review of Lamp as `(status, scores, comment)`.
async fn stored(world: &World) -> Option<(String, serde_json::Value, String)> {
    let sql = "select a.status, r.scores, r.comment from assignment a join review r on r.assignment_id = a.id
               where a.id = $1";
    let query = sqlx::query_as(sql).bind(world.assignment("ada", "Lamp").await);
    query.fetch_optional(&world.pool).await.unwrap()
}

fn shows(reply: &Reply, status: u16, texts: &[&str]) {
    assert_eq!(reply.status, status, "{}", reply.body);
    for text in texts {
        assert!(reply.body.contains(text), "no {text} in {}", reply.body);
    }
}

#[database_test(demo().served(&pool))]
async fn the_list_shows_a_judges_own_tasks(world: World, site: Site) {
    let page = site.browser("ada").get("/judge").await;
    let links = [path(&world, "ada", "Lamp").await, path(&world, "ada", "Boat").await];
    shows(&page, 200, &["Lamp", "Boat", "Demo", &links[0], &links[1], "0.73"]);
    let page = site.browser("bo").get("/judge").await;
    assert!(page.status == 200 && !page.body.contains("Boat"), "{}", page.body);
    shows(&site.api("ada").get("/judge").await, 200, &["Lamp"]);
    shows(&site.browser("olga").get("/judge").await, 403, &["Only judges can see this."]);
    site.api("").get("/judge").await.leads_to("/login?next=%2Fjudge");
}

#[database_test(demo().served(&pool))]
async fn a_task_shows_the_project_the_rubric_and_what_is_stored(world: World, site: Site) {
    let page = site.browser("ada").get(&path(&world, "ada", "Boat").await).await;
    shows(&page, 200, &["Boat", "Sails", "Quality", "score_quality", "score_impact", "By ada"]);
    shows(&page, 200, &[&path(&world, "ada", "Lamp").await, "csrfmiddlewaretoken", "Step aside"]);
    let theirs = path(&world, "ada", "Lamp").await;
    for name in ["bo", "pia"] {
        shows(&site.browser(name).submit(&format!("{theirs}/recuse"), &[]).await, 404, &["Not found."]);
    }
    for name in ["bo", "olga", "pia"] {
        for path in [theirs.as_str(), "/judge/assignments/999999", "/judge/assignments/x"] {
            let page = site.browser(name).get(path).await;
            shows(&page, 404, &["Not found."]);
            assert!(!page.body.contains("Lamp") && !page.body.contains("Boat"), "{name}: {}", page.body);
            shows(&site.browser(name).submit(path, &[("submit", "true")]).await, 404, &["Not found."]);
        }
    }
}

#[database_test(demo().served(&pool))]
async fn a_form_saves_a_draft_submits_and_leads_back_to_the_page(world: World, site: Site) {
    let path = path(&world, "ada", "Lamp").await;
    let ada = site.browser("ada");
    // An empty field is not a score, and spaces around a score are allowed.
    let draft = [("score_quality", " 3 "), ("score_impact", ""), ("comment", "a\r\nb"), ("submit", "false")];
    let saved = ada.submit(&path, &draft).await;
    saved.leads_to(&format!("{path}?saved=1"));
    let draft = serde_json::json!({ "quality": 3 });
    assert_eq!(stored(&world).await.unwrap(), ("pending".into(), draft, "a\nb".into()));
    shows(&ada.get(saved.location()).await, 200, &["Draft saved."]);
    let full = [("score_quality", "5"), ("score_impact", "0"), ("comment", ""), ("submit", "true")];
    let saved = ada.submit(&path, &full).await.is(303);
    let scores = serde_json::json!({ "quality": 5, "impact": 0 });
    assert_eq!(stored(&world).await.unwrap(), ("done".into(), scores, String::new()));
    // Nothing is left to review: the list, with the way back.
    let back = format!("Back to <a href=\"{path}\">Lamp</a>");
    assert_eq!(saved.location(), format!("/judge?after={}", world.assignment("ada", "Lamp").await));
    shows(&ada.get(saved.location()).await, 200, &["Review submitted.", &back]);
    // An update stays.
    let updated = ada.submit(&path, &full).await;
    assert_eq!(updated.location(), format!("{path}?saved=1"));
    shows(&ada.get(updated.location()).await, 200, &["Review submitted."]);
    // The form sends the whole set, so a score without a chosen button is removed.
    ada.submit(&path, &[("score_quality", "5"), ("comment", "")]).await;
    assert_eq!(stored(&world).await.unwrap().1, serde_json::json!({ "quality": 5 }));
}

#[database_test(demo().project("Kite", "Sails").assign("ada", "Kite").create(&pool))]
async fn a_submission_leads_on_to_the_next_project_and_names_the_way_back(world: World) {
    let (site, lamp, kite) =
        (Site::new(&world.pool).await, path(&world, "ada", "Lamp").await, path(&world, "ada", "Kite").await);
    let ada = site.browser("ada");
    let on = format!("{kite}?after={}", world.assignment("ada", "Lamp").await);
    // With scripting the form leads there itself.
    shows(&ada.get(&lamp).await, 200, &[&format!("data-lead-on=\"{on}\"")]);
    let full = [("score_quality", "5"), ("score_impact", "0"), ("submit", "true")];
    assert_eq!(ada.submit(&lamp, &full).await.location(), on);
    let back = format!("Back to <a href=\"{lamp}\">Lamp</a>");
    shows(&ada.get(&on).await, 200, &["Review submitted.", &back]);
    // Only what is submitted, and is the judge's own, is called so.
    let theirs = world.assignment("bo", "Lamp").await;
    for other in [theirs, world.assignment("ada", "Kite").await] {
        for page in [lamp.as_str(), "/judge"] {
            let page = ada.get(&format!("{page}?after={other}")).await;
            assert!(page.status == 200 && !page.body.contains("Back to "), "{other}: {}", page.body);
        }
    }
}

#[database_test(demo().served(&pool))]
async fn withdrawing_a_review_says_that_it_no_longer_counts(world: World, site: Site) {
    let path = path(&world, "ada", "Boat").await;
    let ada = site.browser("ada");
    let draft = [("score_quality", "4"), ("score_impact", "7"), ("submit", "false")];
    let withdrawn = ada.submit(&path, &draft).await;
    withdrawn.leads_to(&format!("{path}?saved=withdrawn"));
    let says = "Your review is withdrawn. It does not count until you submit it again.";
    shows(&ada.get(withdrawn.location()).await, 200, &[says]);
    // A draft that is saved again is an ordinary draft.
    assert_eq!(ada.submit(&path, &draft).await.location(), format!("{path}?saved=1"));
}

#[database_test]
async fn a_refused_form_comes_back_with_its_status_its_sentences_and_all_that_was_typed(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let path = path(&world, "ada", "Lamp").await;
    let ada = site.browser("ada");
    let typed = [("score_impact", "17"), ("comment", "My careful words"), ("submit", "true")];
    let page = ada.submit(&path, &typed).await;
    let sentences = ["Impact must be between 0 and 10", "Quality has no score yet"];
    shows(&page, 422, &sentences);
    shows(&page, 422, &["My careful words", "#score_impact", "#score_quality", "Error:"]);
    let page = ada.submit(&path, &[("score_quality", "3.5"), ("comment", "My careful words")]).await;
    shows(&page, 400, &["Quality must be a whole number.", "My careful words"]);
    let long = "y".repeat(5001);
    let page = ada.submit(&path, &[("comment", long.as_str())]).await;
    shows(&page, 400, &["The comment has 5001 characters: shorten it to 5000.", &long]);
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let close = world.window("judging").await.close.unwrap();
    let page = ada.submit(&path, &typed).await;
    let closed = format!("<time datetime=\"{}\">", close.format("%Y-%m-%dT%H:%M:%SZ"));
    shows(&page, 409, &["Judging for Demo closed at ", &closed, "My careful words"]);
    assert_eq!(stored(&world).await, None);
    assert_eq!(world.audit().await, []);
}

#[database_test(demo().served(&pool))]
async fn forged_forms_bearer_tokens_and_strangers_write_nothing(world: World, site: Site) {
    let path = path(&world, "ada", "Lamp").await;
    for path in [path.clone(), format!("{path}/recuse")] {
        let forged = site.browser("ada").post_text(&path, "submit=true").await;
        shows(&forged, 403, &["CSRF check failed"]);
        assert_eq!(site.api("ada").post_text(&path, "submit=true").await.status, 403);
        let nobody = site.api("").submit(&path, &[("submit", "true")]).await;
        assert!(nobody.status == 303 && nobody.location().starts_with("/login?next="), "{}", nobody.body);
    }
    assert_eq!(stored(&world).await, None);
    assert_eq!(world.audit().await, []);
}

#[database_test(demo().served(&pool))]
async fn a_judge_steps_aside_by_a_form(world: World, site: Site) {
    let path = path(&world, "ada", "Boat").await;
    let (ada, aside) = (site.browser("ada"), format!("{path}/recuse"));
    let long = "z".repeat(2001);
    let page = ada.submit(&aside, &[("reason", long.as_str())]).await;
    shows(&page, 400, &["The reason has 2001 characters: shorten it to 2000.", &long]);
    let done = ada.submit(&aside, &[("reason", "I know them")]).await.is(303);
    assert!(done.location().starts_with("/judge?aside="), "{}", done.location());
    shows(&ada.get(done.location()).await, 200, &["stepped aside"]);
    let page = ada.get(&path).await;
    shows(&page, 200, &["You stepped aside from this project", "I know them"]);
    assert!(!page.body.contains("name=\"submit\""), "{}", page.body);
    shows(&ada.submit(&aside, &[]).await, 409, &["This judge has stepped aside from the project already."]);
    let page = ada.submit(&path, &[("score_quality", "2"), ("comment", "Still typing")]).await;
    shows(&page, 409, &["You stepped aside from this project", "Still typing"]);
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let other = self::path(&world, "ada", "Lamp").await;
    let page = ada.submit(&format!("{other}/recuse"), &[("reason", "Too late")]).await;
    shows(&page, 409, &["Judging for Demo closed at ", "Too late"]);
    site.browser("olga").submit(&format!("{other}/recuse"), &[("reason", "Related")]).await.leads_to("/me");
}

#[database_test]
async fn no_other_judges_score_or_comment_reaches_a_judge(pool: PgPool) {
    let world = demo().judge("cy").review("cy", "Lamp", r#"{"quality": 2, "impact": 1}"#);
    let (world, site) = world.review_draft("cy", "Boat", r#"{"quality": 1}"#).served(&pool).await;
    let (lamp, boat) = (path(&world, "ada", "Lamp").await, path(&world, "ada", "Boat").await);
    for path in ["/judge", &lamp, &boat, &format!("{boat}?saved=1")] {
        let page = site.browser("ada").get(path).await;
        shows(&page, 200, &[]);
        for theirs in ["By cy", "Cy", "cy@", "0.19", "0.20"] {
            assert!(!page.body.contains(theirs), "{path} tells {theirs}");
        }
    }
    for path in ["/api/judge/assignments", "/api/judge/scores", "/api/judge/scores?event=demo"] {
        let answer = site.browser("ada").get(path).await;
        shows(&answer, 200, &["Boat"]);
        for theirs in ["By cy", "Cy", "cy@"] {
            assert!(!answer.body.contains(theirs), "{path} tells {theirs}");
        }
    }
    let page = site.browser("ada").get(&lamp).await;
    page.body.has(&["data-base-version=\"none\""]);
    page.body.lacks(&[" checked"]);
}

#[database_test(demo().served(&pool))]
async fn an_outdated_form_overwrites_nothing_until_it_is_sent_again(world: World, site: Site) {
    let path = path(&world, "ada", "Lamp").await;
    let browser = site.browser("ada");
    let base_version = |page: &Reply| page.body.hidden("base_version").to_owned();
    let opened = base_version(&browser.get(&path).await);
    let elsewhere = serde_json::json!({ "scores": { "quality": 2 }, "comment": "From the phone" });
    assert_eq!(site.api("ada").post(&format!("/api{path}/review"), elsewhere).await.status, 200);
    let typed = [("score_quality", "5"), ("score_impact", "9"), ("comment", "Mine"), ("submit", "true")];
    let sent = |base_version: String| {
        let mut form = typed.map(|(name, value)| (name, value.to_owned())).to_vec();
        form.push(("base_version", base_version));
        form
    };
    let send = async |base_version: String| {
        let form = sent(base_version);
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        browser.submit(&path, &form).await
    };
    let refused = send(opened).await;
    let said = "Saved there: Quality 2, Impact not scored.";
    shows(
        &refused,
        412,
        &["Nothing was written over.", said, "From the phone", "Mine", "keep the saved one"],
    );
    let two = ("pending".to_owned(), serde_json::json!({ "quality": 2 }), "From the phone".to_owned());
    assert_eq!(stored(&world).await, Some(two));
    assert_eq!(send(base_version(&refused)).await.status, 303);
    let mine = ("done".to_owned(), serde_json::json!({ "quality": 5, "impact": 9 }), "Mine".to_owned());
    assert_eq!(stored(&world).await, Some(mine));
}

#[database_test(demo().served(&pool))]
async fn a_browser_that_saves_data_is_given_nothing_to_fetch_ahead(_: World, site: Site) {
    let cookie = format!("sessionid={}", session("ada"));
    let fetched = async |saves: &[(&str, &str)]| {
        let headers = [&[("cookie", cookie.as_str())][..], saves].concat();
        let page = site.api("").send_with("GET", "/judge", &headers, String::new()).await;
        shows(&page, 200, &["Lamp"]);
        page.body.contains("data-next=\"evenhand\"")
    };
    // There is something to fetch where the islands were built first, as `script/test` does.
    assert_eq!(fetched(&[]).await, assets::has_islands());
    assert!(!fetched(&[("save-data", "on")]).await);
}
