//! An organizer sets a review aside and restores it, and enters a review that its judge scored on paper.

use crate::prelude::*;

fn demo() -> Event {
    Event::lamp_and_boat().reviews(&[("ada", "Lamp", FULL), ("bo", "Lamp", FULL)]).assign("ada", "Boat")
}

/// How many reviews of Boat are stored.
const OF_BOAT: &str = "select count(*) from review r join assignment a on a.id = r.assignment_id
                       join project p on p.id = a.project_id where a.event_id = $1 and p.title = 'Boat'";

/// What a browser sends that only opened this preview and presses *Enter the review*.
fn entering(page: &Reply, enter: &str) -> Vec<(String, String)> {
    let button = ("shown".to_owned(), page.body.hidden("shown").to_owned());
    [page.fields(&format!("{enter}#preview")), vec![button]].concat()
}

fn sent(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Status of an assignment, its reason, and when its review was submitted.
async fn stored(world: &World, id: i64) -> (String, String, Option<chrono::DateTime<chrono::Utc>>) {
    let sql = "select a.status, a.recused_reason, r.submitted_at from assignment a
               join review r on r.assignment_id = a.id where a.id = $1";
    sqlx::query_as(sql).bind(id).fetch_one(&world.pool).await.unwrap()
}

async fn act(site: &Site, name: &str, id: i64, act: &str, fields: &[(&str, &str)]) -> u16 {
    site.browser(name).submit(&format!("/events/demo/manage/assignments/{id}/{act}"), fields).await.status
}

#[database_test(demo().served(&pool))]
async fn a_review_that_is_set_aside_counts_nowhere_until_it_is_restored(world: World, site: Site) {
    let id = world.assignment("ada", "Lamp").await;
    let (_, _, submitted) = stored(&world, id).await;
    assert_eq!(act(&site, "olga", id, "void", &[("reason", "  ")]).await, 400);
    assert_eq!(act(&site, "orla", id, "void", &[("reason", "Mine")]).await, 403);
    assert_eq!(act(&site, "ada", id, "void", &[("reason", "Mine")]).await, 403);
    assert_eq!(act(&site, "pia", id, "void", &[("reason", "Mine")]).await, 404);
    // The same person organizes another event: there is no such review in it.
    Event::new("elsewhere").judging().organizer("olga").create(&world.pool).await;
    for act in ["void", "restore", "enter"] {
        let path = format!("/events/elsewhere/manage/assignments/{id}/{act}");
        let reply = site.browser("olga").submit(&path, &[("reason", "Mine"), ("base_version", "none")]).await;
        assert_eq!(reply.status, 404, "{act}");
    }
    assert_eq!(act(&site, "olga", id, "void", &[("reason", "Scored the wrong project")]).await, 303);
    assert_eq!(stored(&world, id).await, ("recused".into(), "Scored the wrong project".into(), None));
    assert_eq!(act(&site, "olga", id, "void", &[("reason", "Again")]).await, 409);
    // The ranking is computed from the other review alone.
    calibrated(&site).await;
    let sql = "select json_array_length(input -> 'reviews')::bigint from calibration_run where event_id = $1";
    assert_eq!(world.one::<i64>(sql).await, 1);
    // Its judge reads why, and can neither change it nor get the project back by a plain reinstatement.
    let page = site.browser("ada").get(&format!("/judge/assignments/{id}")).await.text();
    assert!(page.contains("Scored the wrong project") && page.contains("set this review aside"), "{page}");
    assert!(site.browser("ada").get("/judge").await.text().contains("set aside"));
    let path = format!("/api/judge/assignments/{id}/review");
    assert_eq!(site.api("ada").post(&path, json!({ "submit": true })).await.status, 409);
    assert_eq!(act(&site, "olga", id, "reinstate", &[]).await, 409);
    assert_eq!(act(&site, "olga", id, "enter", &[("base_version", "none")]).await, 409);
    // Restoring has no window: no score changes.
    world.move_window("judging", (Some(-2), Some(-1))).await;
    assert_eq!(act(&site, "orla", id, "restore", &[]).await, 403);
    assert_eq!(act(&site, "olga", id, "restore", &[]).await, 303);
    assert_eq!(stored(&world, id).await, ("done".into(), String::new(), submitted));
    assert_eq!(act(&site, "olga", id, "restore", &[]).await, 409);
    let told: Vec<(String, Value, Value)> = world
        .audit()
        .await
        .into_iter()
        .filter(|(action, ..)| action.starts_with("review."))
        .map(|(action, _, before, after)| (action, before["submitted"].clone(), after["submitted"].clone()))
        .collect();
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(
        told,
        [("review.voided".into(), yes.clone(), no.clone()), ("review.restored".into(), no, yes)]
    );
    assert_eq!(world.reviews_name_their_judges().await, 2);
    let logged: String =
        world.one("select string_agg(l::text, ' ') from audit_log l where event_id = $1").await;
    assert!(!logged.contains("wrong project"), "{logged}");
}

#[database_test(demo().served(&pool))]
async fn a_review_is_entered_from_paper_and_its_judge_makes_it_their_own(world: World, site: Site) {
    let boat = world.assignment("ada", "Boat").await;
    let typed = [
        ("base_version", "none"),
        ("score_quality", "5"),
        ("score_impact", "2"),
        ("comment", "Clear.\n“Yes.”"),
    ];
    // It is checked and shown first, as a spreadsheet of scores is.
    let enter = format!("/events/demo/manage/assignments/{boat}/enter");
    for who in ["orla", "ada"] {
        site.browser(who).submit(&enter, &typed).await.is(403);
    }
    site.browser("olga").submit(&enter, &typed[..2]).await.is(422);
    let shown = site.browser("olga").submit(&enter, &typed).await.is(200);
    shown.text().has(&["What would be entered", "“Yes.”", "The review is submitted at once", "Check again"]);
    assert_eq!(world.one::<i64>(OF_BOAT).await, 0);
    let fields = entering(&shown, &enter);
    let typed = sent(&fields);
    assert_eq!(act(&site, "orla", boat, "enter", &typed).await, 403);
    assert_eq!(act(&site, "ada", boat, "enter", &typed).await, 403);
    assert_eq!(act(&site, "olga", boat, "enter", &typed).await, 303);
    let who = "select p.email from review r join assignment a on a.id = r.assignment_id
               join project b on b.id = a.project_id left join person p on p.id = r.entered_by
               where r.event_id = $1 and b.title = 'Boat'";
    assert_eq!(world.one::<Option<String>>(who).await.as_deref(), Some(email("olga").as_str()));
    let page = site.browser("ada").get(&format!("/judge/assignments/{boat}")).await.text();
    assert!(page.contains("entered this review for you, from paper"), "{page}");
    assert!(site.browser("ada").get("/judge").await.text().contains("entered for you"));
    // What is stored is replaced only where that is confirmed, and only over the version that was seen.
    assert_eq!(act(&site, "olga", boat, "enter", &typed).await, 303, "sent twice, it is saved already");
    let other = [("base_version", "none"), ("score_quality", "4"), ("score_impact", "2"), ("shown", "true")];
    assert_eq!(act(&site, "olga", boat, "enter", &other).await, 412);
    let desk = site.browser("olga").get(&format!("/events/demo/manage/assignments/{boat}")).await.body;
    let base = desk.hidden("base_version");
    let newer = [("base_version", base), ("score_quality", "1"), ("score_impact", "2")];
    let shown = site.browser("olga").submit(&enter, &newer).await.is(200);
    shown.text().has(&["The review replaces what is stored.", "Replace what is stored"]);
    let newer = [&newer[..], &[("shown", shown.body.hidden("shown"))]].concat();
    let unconfirmed = site.browser("olga").submit(&enter, &newer).await.is(400);
    unconfirmed.text().has(&["Tick the box", "Replace what is stored"]);
    assert_eq!(act(&site, "olga", boat, "enter", &[&newer[..], &[("replace", "true")]].concat()).await, 303);
    // What is stored already is not entered again, as a row of a spreadsheet is not.
    let desk = site.browser("olga").get(&format!("/events/demo/manage/assignments/{boat}")).await.body;
    let base = [("base_version", desk.hidden("base_version"))];
    let same = [&base[..], &newer[1..], &[("replace", "true")]].concat();
    let same = site.browser("olga").submit(&enter, &same).await.is(200).text();
    same.has(&["The same review is stored already", "Check again"]);
    same.lacks(&["Enter the review"]);
    // The judge's correction is the judge's.
    let path = format!("/api/judge/assignments/{boat}/review");
    site.api("ada")
        .post(&path, json!({ "scores": { "quality": 3, "impact": 3 }, "submit": true }))
        .await
        .is(200);
    assert_eq!(world.one::<Option<String>>(who).await, None);
    world.move_window("judging", (Some(-2), Some(-1))).await;
    assert_eq!(act(&site, "olga", boat, "enter", &[&newer[..], &[("replace", "true")]].concat()).await, 409);
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["review.entered", "review.entered", "review.submitted"]);
    assert_eq!(world.reviews_name_their_judges().await, 3);
}

#[database_test]
async fn what_is_corrected_after_a_preview_is_shown_before_it_is_entered(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let boat = world.assignment("ada", "Boat").await;
    let enter = format!("/events/demo/manage/assignments/{boat}/enter");
    let typed =
        [("base_version", "none"), ("score_quality", "5"), ("score_impact", "2"), ("comment", "Clear.")];
    let olga = site.browser("olga");
    let mut page = olga.submit(&enter, &typed).await.is(200);
    for (field, correction) in [("score_impact", "3"), ("comment", "Clear and warm.")] {
        let mut fields = entering(&page, &enter);
        for (name, value) in &mut fields {
            if *name == field {
                *value = correction.to_owned();
            }
        }
        page = olga.submit(&enter, &sent(&fields)).await.is(200);
        page.text().has(&["What would be entered", "Enter the review"]);
        assert_eq!(world.one::<i64>(OF_BOAT).await, 0, "{field}");
    }
    // Checking again enters nothing, whatever was shown.
    let fields = page.fields(&format!("{enter}#preview"));
    page = olga.submit(&enter, &sent(&fields)).await.is(200);
    assert_eq!(world.one::<i64>(OF_BOAT).await, 0);
    olga.submit(&enter, &sent(&entering(&page, &enter))).await.is(303);
    let stored = "select (r.scores ->> 'quality') || ' ' || (r.scores ->> 'impact') || ' ' || r.comment
                  from review r join assignment a on a.id = r.assignment_id join project p on p.id = a.project_id
                  where a.event_id = $1 and p.title = 'Boat'";
    assert_eq!(world.one::<String>(stored).await, "5 3 Clear and warm.");
}
