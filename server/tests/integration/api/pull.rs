//! A judge with nothing left takes the project that most needs a review.

use crate::prelude::*;

/// Ada has submitted Lamp; Boat has one judge, Kite none, Mast is Ada's own team's, Fog a draft.
fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo", "cy"])
        .organizer("olga")
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"]), ("Kin", &["ada"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails"), ("Kite", "Sails"), ("Mast", "Kin")])
        .draft("Fog", "Lights")
        .reviews(&[("ada", "Lamp", FULL), ("bo", "Boat", FULL)])
}

async fn pull(site: &Site, name: &str) -> Reply {
    site.browser(name).submit("/judge", &[("event", "demo")]).await
}

/// Titles of a judge's projects, in the order in which they came.
async fn titles(world: &World, name: &str) -> Vec<String> {
    let sql = "select p.title from assignment a join project p on p.id = a.project_id join person j on j.id = a.person_id
               where a.event_id = $1 and j.email = $2 order by a.id";
    sqlx::query_scalar(sql).bind(world.event).bind(email(name)).fetch_all(&world.pool).await.unwrap()
}

async fn finish(world: &World, site: &Site, name: &str, title: &str) {
    let path = format!("/api/judge/assignments/{}/review", world.assignment(name, title).await);
    let scores = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    assert_eq!(site.api(name).post(&path, scores).await.status, 200);
}

fn refused(reply: &Reply, sentence: &str) {
    assert_eq!(reply.status, 409, "{}", reply.body);
    assert!(reply.text().contains(sentence), "no {sentence} in {}", reply.body);
}

#[database_test(demo().served(&pool))]
async fn a_judge_takes_what_most_needs_a_review_until_nothing_is_left(world: World, site: Site) {
    assert!(site.browser("ada").get("/judge").await.body.contains("Take another project"));
    let taken = pull(&site, "ada").await;
    let kite = world.assignment("ada", "Kite").await;
    taken.leads_to(&format!("/judge/assignments/{kite}"));
    let sql = "select source, status from assignment where id = $1";
    let (source, status): (String, String) =
        sqlx::query_as(sql).bind(kite).fetch_one(&world.pool).await.unwrap();
    assert_eq!((source.as_str(), status.as_str()), ("pulled", "pending"));
    let judge = world.person("ada").await;
    let after = json!({ "judge": judge, "project": world.project("Kite").await, "source": "pulled", "status": "pending" });
    let row = ("assignment.pulled".to_owned(), "judge".to_owned(), Value::Null, after);
    assert_eq!(world.audit().await, [row]);
    // One at a time.
    let page = site.browser("ada").get("/judge").await;
    assert!(!page.body.contains("Take another project"), "{}", page.body);
    refused(&pull(&site, "ada").await, "Submit your reviews for Demo first");
    finish(&world, &site, "ada", "Kite").await;
    assert_eq!(pull(&site, "ada").await.status, 303);
    finish(&world, &site, "ada", "Boat").await;
    refused(&pull(&site, "ada").await, "No project of Demo is left for you to judge.");
    assert_eq!(titles(&world, "ada").await, ["Lamp", "Kite", "Boat"]);
    let page = site.browser("ada").get("/judge").await;
    page.body.has(&["All reviews are in."]);
    page.body.lacks(&["Take another"]);
}

#[database_test(demo().assign("cy", "Lamp").served(&pool))]
async fn after_the_last_submission_the_page_offers_the_next_project(world: World, site: Site) {
    let path = format!("/judge/assignments/{}", world.assignment("cy", "Lamp").await);
    let full = [("score_quality", "5"), ("score_impact", "0"), ("submit", "true")];
    assert!(!site.browser("cy").get(&path).await.body.contains("Take another project"));
    let saved = site.browser("cy").submit(&path, &full).await;
    assert!(site.browser("cy").get(saved.location()).await.body.contains("Take another project"));
}

#[database_test(demo().served(&pool))]
async fn a_judge_never_takes_a_recused_conflicting_or_repeated_project(world: World, site: Site) {
    let lamp = world.assignment("ada", "Lamp").await;
    site.browser("ada").submit(&format!("/judge/assignments/{lamp}/recuse"), &[]).await.is(303);
    let sql = "insert into conflict (event_id, person_id, project_id)
         select p.event_id, j.id, p.id from project p, person j where p.title = 'Kite' and j.email = 'ada@x.example';
         set session_replication_role = replica;
         update project set duplicate_of = (select id from project where title = 'Lamp') where title = 'Boat'";
    world.run(sql).await;
    refused(&pull(&site, "ada").await, "No project of Demo is left for you to judge.");
    assert_eq!(titles(&world, "ada").await, ["Lamp"]);
}

#[database_test(demo().served(&pool))]
async fn who_left_a_team_does_not_take_its_project(world: World, site: Site) {
    let left =
        "update event_person set on_team = true, team_ids = array(select id from team where name = 'Sails')
        where person_id = (select id from person where email = 'ada@x.example')";
    world.run(left).await;
    assert!(!site.browser("ada").get("/judge").await.body.contains("Take another project"));
    refused(&pull(&site, "ada").await, "No project of Demo is left for you to judge.");
    // An organizer knows better, and says so.
    let assign = format!("/events/demo/manage/assignments/judges/{}/assign", world.person("ada").await);
    let boat = world.project("Boat").await.to_string();
    site.browser("olga").submit(&assign, &[("project", boat.as_str())]).await.is(303);
    assert_eq!(titles(&world, "ada").await, ["Lamp", "Boat"]);
}

#[database_test(demo().track("Sea").served(&pool))]
async fn a_judges_track_comes_first_among_equals_and_recusals_do_not_count(world: World, site: Site) {
    let sql = "set session_replication_role = replica;
         update project set track_id = (select id from track) where title = 'Kite';
         update assignment set status = 'recused' where person_id = (select id from person where email = 'bo@x.example');
         insert into person_track (event_id, person_id, track_id)
         select t.event_id, j.id, t.id from track t, person j where j.email = 'ada@x.example'";
    world.run(sql).await;
    // Boat is earlier and has no judge now either. It comes first for Cy, who has no track.
    assert_eq!((pull(&site, "ada").await.status, pull(&site, "cy").await.status), (303, 303));
    assert_eq!(titles(&world, "ada").await, ["Lamp", "Kite"]);
    assert_eq!(titles(&world, "cy").await, ["Boat"]);
}

#[database_test]
async fn judges_who_pull_at_once_spread_out(pool: PgPool) {
    let world = Event::new("demo").judging().judge("ada").judge("bo").judge("cy").judge("di");
    let world = world.team("Lights", &["pia"]).project("One", "Lights").project("Two", "Lights");
    let (world, site) = world.project("Three", "Lights").project("Four", "Lights").served(&pool).await;
    let all = tokio::join!(pull(&site, "ada"), pull(&site, "bo"), pull(&site, "cy"), pull(&site, "di"));
    assert_eq!([all.0.status, all.1.status, all.2.status, all.3.status], [303; 4]);
    let most: i64 = world
        .one("select max(n) from (select count(*) as n from assignment where event_id = $1 group by project_id) x")
        .await;
    assert_eq!(most, 1);
    // The same judge, twice at once, takes one.
    for name in ["One", "Two", "Three", "Four"] {
        let sql = format!(
            "select split_part(j.email, '@', 1) from assignment a join person j on j.id = a.person_id
             join project p on p.id = a.project_id where a.event_id = $1 and p.title = '{name}'"
        );
        let of: String = world.one(&sql).await;
        finish(&world, &site, &of, name).await;
    }
    let twice = tokio::join!(pull(&site, "ada"), pull(&site, "ada"));
    let mut statuses = [twice.0.status, twice.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409]);
    assert_eq!(titles(&world, "ada").await.len(), 2);
}

#[database_test(demo().served(&pool))]
async fn taking_projects_ends_with_judging_and_at_the_judges_cap(world: World, site: Site) {
    world.run("update event_person set review_cap = 1").await;
    refused(&pull(&site, "ada").await, "You have all the projects of Demo that you agreed to review.");
    world.run("update event_person set review_cap = null").await;
    for name in ["olga", "pia"] {
        assert_eq!(pull(&site, name).await.status, 403, "{name}");
    }
    assert_eq!(site.browser("ada").submit("/judge", &[("event", "none")]).await.status, 404);
    assert_eq!(site.browser("ada").post_text("/judge", "event=demo").await.status, 403);
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let close = world.window("judging").await.close.unwrap();
    refused(
        &pull(&site, "ada").await,
        &close.format("Judging for Demo closed at %-d %b %Y, %H:%M UTC.").to_string(),
    );
    assert_eq!(world.audit().await, []);
}

#[database_test(demo().assign("ada", "Boat").served(&pool))]
async fn a_judge_whose_teams_were_all_missed_takes_another_project(world: World, site: Site) {
    let ada = site.browser("ada");
    let boat = format!("/judge/assignments/{}", world.assignment("ada", "Boat").await);
    let text = "Submit your reviews for Demo first, or mark the visits that were missed.";
    refused(&pull(&site, "ada").await, text);
    ada.submit(&format!("{boat}/visit"), &[("kind", "absent")]).await;
    let list = ada.get("/judge").await;
    list.says("You have marked every team that is left as missed.");
    list.body.has(&["Take another project"]);
    list.text().has(&["Go back to Boat"]);
    assert!(ada.get(&boat).await.status == 200);
    // The missed project counts for the cap, since Ada may go back to it.
    world.run("update event_person set review_cap = 2 where person_id = (select id from person where email = 'ada@x.example')").await;
    assert!(!ada.get("/judge").await.body.contains("Take another project"));
    refused(&pull(&site, "ada").await, "You have all the projects of Demo that you agreed to review.");
    world.run("update event_person set review_cap = 3 where person_id = (select id from person where email = 'ada@x.example')").await;
    assert_eq!(pull(&site, "ada").await.status, 303);
    assert_eq!(titles(&world, "ada").await, ["Lamp", "Boat", "Kite"]);
    // Again one at a time; and once the mark is taken back, Boat waits too.
    refused(&pull(&site, "ada").await, "Submit your reviews for Demo first");
    finish(&world, &site, "ada", "Kite").await;
    ada.submit(&format!("{boat}/visit/unmark"), &[]).await;
    refused(&pull(&site, "ada").await, "Submit your reviews for Demo first");
}
