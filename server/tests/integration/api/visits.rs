//! Visits in vain: what judges mark, and what teams see of the visits.

use crate::prelude::*;

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo"])
        .organizer("olga")
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails"), ("Kite", "Sails")])
        .draft("Fog", "Lights")
        .assignments(&[("ada", "Lamp"), ("ada", "Boat"), ("ada", "Kite")])
        .review("bo", "Lamp", FULL)
}

async fn path(world: &World, judge: &str, title: &str) -> String {
    format!("/judge/assignments/{}", world.assignment(judge, title).await)
}

fn at(reply: &Reply, text: &str) -> usize {
    reply.body.find(text).unwrap_or_else(|| panic!("no {text} in {}", reply.body))
}

async fn project(site: &Site, world: &World, who: &str, title: &str) -> Reply {
    site.browser(who).get(&format!("/projects/{}", world.project(title).await)).await
}

#[database_test]
async fn a_marked_project_moves_to_the_end_of_the_list_until_the_mark_is_taken_back(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    let ada = site.browser("ada");
    let lamp = path(&world, "ada", "Lamp").await;
    let marked = ada.submit(&format!("{lamp}/visit"), &[("kind", "absent")]).await;
    marked.leads_to(&format!("{lamp}?visit=marked"));
    let page = ada.get(marked.location()).await;
    assert!(page.text().contains("Marked “absent”.") && page.body.contains("Take back"), "{}", page.body);
    let list = ada.get("/judge").await;
    assert!(at(&list, ">Boat<") < at(&list, ">Lamp<") && at(&list, ">Kite<") < at(&list, ">Lamp<"));
    // The next one of the last in the list is one that was not visited yet.
    let kite = ada.get(&path(&world, "ada", "Kite").await).await;
    assert!(!kite.body.contains("Next: <a"), "{}", kite.body);
    let boat = path(&world, "ada", "Boat").await;
    ada.submit(&format!("{boat}/visit"), &[("kind", "busy"), ("back", "list")]).await;
    ada.get(&format!("{boat}?visit=marked")).await.says("Next: Kite");
    let list = ada.get("/judge").await;
    assert!(at(&list, ">Lamp<") < at(&list, ">Boat<"), "the earlier visit comes first");
    ada.submit(&format!("{lamp}/visit/unmark"), &[("back", "list")]).await.leads_to("/judge");
    ada.submit(&format!("{lamp}/visit/unmark"), &[]).await.is(303);
    let rows: Vec<String> = world.audit().await.into_iter().map(|row| row.0).collect();
    assert_eq!(rows, ["visit.marked", "visit.marked", "visit.unmarked"]);
}

#[database_test]
async fn a_mark_of_a_phone_without_a_network_keeps_its_time_and_never_writes_over_a_newer_one(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    world.run("update assignment set created_at = now() - interval '1 day'").await;
    let lamp = format!("{}/visit", path(&world, "ada", "Lamp").await);
    let ada = site.browser("ada");
    let sql = "select date_trunc('second', now()) - interval '10 minutes' from event where id = $1";
    let then = world.one::<chrono::DateTime<chrono::Utc>>(sql).await;
    let sent = then.to_rfc3339();
    let mark = [("kind", "absent"), ("at", sent.as_str())];
    assert_eq!(ada.submit(&lamp, &mark).await.status, 303);
    let sql = "select marked_at from visit_mark where event_id = $1";
    assert_eq!(world.one::<chrono::DateTime<chrono::Utc>>(sql).await, then);
    // Sent again, since the answer was lost: nothing is written.
    assert_eq!(ada.submit(&lamp, &mark).await.status, 303);
    assert_eq!(ada.submit(&lamp, &[("kind", "busy")]).await.status, 303);
    assert_eq!(ada.submit(&lamp, &mark).await.status, 303);
    assert_eq!(world.one::<String>("select kind from visit_mark where event_id = $1").await, "busy");
    assert_eq!(world.audit().await.len(), 2);
    for wrong in [[("kind", "late"), ("at", "")], [("kind", "busy"), ("at", "noon")]] {
        assert_eq!(ada.submit(&lamp, &wrong).await.status, 400);
    }
}

#[database_test(demo().served(&pool))]
async fn only_a_pending_project_of_ones_own_is_marked_while_judging_is_open(world: World, site: Site) {
    let (lamp, done) = (path(&world, "ada", "Lamp").await, path(&world, "bo", "Lamp").await);
    for who in ["bo", "olga", "pia"] {
        assert_eq!(site.browser(who).submit(&format!("{lamp}/visit"), &[("kind", "busy")]).await.status, 404);
        assert_eq!(site.browser(who).submit(&format!("{lamp}/visit/unmark"), &[]).await.status, 404);
    }
    let refused = site.browser("bo").submit(&format!("{done}/visit"), &[("kind", "busy")]).await;
    refused.answers(409, "You have reviewed this project");
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let late = site.browser("ada").submit(&format!("{lamp}/visit"), &[("kind", "busy")]).await;
    late.answers(409, "Judging for Demo closed at ");
    assert_eq!(world.one::<i64>("select count(*) from visit_mark where event_id = $1").await, 0);
    assert_eq!(world.audit().await, []);
}

#[database_test(demo().served(&pool))]
async fn a_team_sees_how_many_judges_came_and_who_missed_it_but_no_name(world: World, site: Site) {
    let heading = "Judges at your project";
    let page = project(&site, &world, "pia", "Lamp").await;
    page.says("1 judge has come, and 1 is still to come.");
    assert!(!page.body.contains("found nobody") && page.text().contains("You may leave once all have come"));
    let lamp = format!("{}/visit", path(&world, "ada", "Lamp").await);
    site.browser("ada").submit(&lamp, &[("kind", "absent")]).await;
    let page = project(&site, &world, "pia", "Lamp").await;
    page.says("A judge came and found nobody");
    assert!(!page.body.contains(&email("ada")) && !page.body.contains("Ada"), "{}", page.body);
    for who in ["ben", "olga", "ada", ""] {
        let page = project(&site, &world, who, "Lamp").await;
        assert!(page.status == 200 && !page.body.contains(heading), "{who}: {}", page.body);
    }
    // The team's page says the same of each of its projects, and nothing to others.
    let own = site.browser("pia").get("/events/demo/team").await;
    own.says("Judges at Lamp");
    own.says("A judge came and found nobody");
    assert!(own.body.contains("renewed-parts.js") && !own.body.contains(&email("ada")), "{}", own.body);
    let other = site.browser("ben").get("/events/demo/team").await;
    assert!(!other.body.contains("Judges at Lamp") && !other.body.contains("found nobody"), "{}", other.body);
    project(&site, &world, "pia", "Fog").await.says("This project was not submitted, so no judge comes.");
    let review = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    let id = world.assignment("ada", "Lamp").await;
    site.api("ada").post(&format!("/api/judge/assignments/{id}/review"), review).await;
    let page = project(&site, &world, "pia", "Lamp").await;
    let all = [
        "2 judges have come, and none is still to come.",
        "You may leave your place: all planned judges have come.",
    ];
    for text in all {
        assert!(page.text().contains(text), "no {text} in {}", page.body);
    }
    assert!(!page.body.contains("found nobody"), "the judge came again");
    world.run("update project set duplicate_of = (select id from project where title = 'Boat') where title = 'Lamp'").await;
    project(&site, &world, "pia", "Lamp").await.says("no further judge gets it");
    world.move_window("judging", (Some(-2), Some(-1))).await;
    project(&site, &world, "pia", "Lamp").await.says("Judging has closed. You may leave your place.");
    world.move_window("judging", (Some(1), Some(2))).await;
    assert!(!project(&site, &world, "pia", "Lamp").await.body.contains(heading));
}

#[database_test(demo().served(&pool))]
async fn a_teams_own_page_says_that_its_project_is_withdrawn_or_flagged(world: World, site: Site) {
    let (pia, ben, page) = (site.browser("pia"), site.browser("ben"), "/events/demo/team");
    pia.get(page).await.text().lacks(&["Withdrawn", "Flagged as a repeat"]);
    world.run("update project set duplicate_of = (select id from project where title = 'Lamp') where title = 'Boat'").await;
    ben.get(page).await.says("Flagged as a repeat");
    let lamp = world.project("Lamp").await;
    let withdraw = format!("/events/demo/manage/projects/{lamp}/withdraw");
    site.browser("olga").submit(&withdraw, &[("reason", "The team left.")]).await.is(303);
    let own = pia.get(page).await;
    own.text().has(&["Withdrawn", "by an organizer."]);
    own.body.has(&[&format!("href=\"/projects/{lamp}\"")]);
    ben.get(page).await.text().lacks(&["Withdrawn"]);
}

#[database_test(demo().judge("cy").assign("cy", "Lamp").served(&pool))]
async fn a_team_does_not_learn_from_its_visits_that_it_may_win(world: World, site: Site) {
    // Under this rule further judges come to projects that may still win. It is chosen before judging opens.
    let sql = "alter table event disable trigger review_rule_before;
         update event set review_rule = 'need', review_floor = 1 where slug = 'demo';
         alter table event enable trigger review_rule_before";
    world.run(sql).await;
    project(&site, &world, "pia", "Lamp").await.says("1 judge has come, and none is still to come.");
}
