//! Projects are handed out where a review helps most.

use crate::prelude::*;
use model::context::EventKey;
use portal::publish::reading::gather;
use shared::calibration::{Entrant, Input};
use shared::ids::EventId;
use shared::need::{Candidate, Needs, Turn, choose};
use store::facts;

const JUDGES: [&str; 6] = ["ada", "bo", "cy", "di", "eve", "fay"];

/// Twelve projects, the later the better, each with two of six judges' reviews, in an event that hands out by need with this
/// floor.
async fn demo(pool: &PgPool, floor: i32) -> (World, Site) {
    let mut event = Event::new("demo").judging().organizer("org").judges(&JUDGES);
    for n in 0..12 {
        let (team, title) = (format!("Team {n}"), format!("Project {n}"));
        event = event.team(&team, &[&format!("p{n}")]).project(&title, &team);
        for (judge, impact) in [(n % 6, n * 9 / 11), ((n + 1) % 6, n * 10 / 11)] {
            let scores = format!(r#"{{"quality": {}, "impact": {impact}}}"#, 1 + n * 4 / 11);
            event = event.review(JUDGES[judge], &title, &scores);
        }
    }
    let (world, site) = event.served(pool).await;
    rule(&world, "need", floor).await;
    (world, site)
}

/// Sets the rule of an event whose judging is open.
async fn rule(world: &World, rule: &str, floor: i32) {
    let sql = format!(
        "begin; set local session_replication_role = replica;
         update event set review_rule = '{rule}', review_floor = {floor}; commit"
    );
    world.run(&sql).await;
}

async fn take(site: &Site, name: &str) -> Reply {
    site.browser(name).submit("/judge", &[("event", "demo")]).await.is(303)
}

/// What the log says of the last one that was chosen.
async fn logged(world: &World) -> Value {
    let (action, _, _, after) = world.audit().await.pop().unwrap();
    assert_eq!(action, "assignment.pulled");
    after
}

async fn input(site: &Site, world: &World) -> Input {
    let event = EventId(world.event);
    let read = site.state.read(async |c| {
        let at = facts::load(c, EventKey::Slug("demo"), None).await?.unwrap();
        assert_eq!(at.event, event);
        gather(c, &at).await
    });
    read.await.unwrap().input
}

/// What anybody would offer this judge, who has taken `number` projects, from the reviews alone.
async fn computed(site: &Site, world: &World, judge: &str, number: u32) -> (i64, &'static str) {
    let input = input(site, world).await;
    let projects: Vec<i64> = world.all("select id from project where event_id = $1 order by id").await;
    let entrants: Vec<Entrant> = projects.iter().map(|&project| Entrant { project, track: None }).collect();
    let needs = Needs::of(&input, &entrants, vec![]).unwrap();
    let mut candidates = Vec::new();
    for project in projects {
        let sql = format!(
            "select j.email from assignment a join person j on j.id = a.person_id
             where a.event_id = $1 and a.project_id = {project}"
        );
        let judges: Vec<String> = world.all(&sql).await;
        if !judges.contains(&email(judge)) {
            let reviews = u32::try_from(judges.len()).unwrap();
            candidates.push(Candidate { project, reviews, own_track: false });
        }
    }
    let chosen = choose(&candidates, 2, Some(&needs), Turn { judge: &email(judge), number }).unwrap();
    (chosen.project, chosen.by.name())
}

#[database_test(demo(&pool, 2))]
async fn an_offer_can_be_computed_again_from_what_the_log_says(world: World, site: Site) {
    let digest = input(&site, &world).await.digest_hex();
    let (project, by) = computed(&site, &world, "ada", 0).await;
    let first = take(&site, "ada").await;
    let judge = world.person("ada").await;
    let chosen = json!({ "rule": "need", "by": by, "turn": 0, "input_digest": digest });
    let offered = json!({
        "judge": judge, "project": project, "source": "pulled", "status": "pending", "chosen": chosen,
    });
    assert_eq!(logged(&world).await, offered);
    review(&site, "ada", &first).await;
    for name in ["bo", "cy"] {
        let taken = take(&site, name).await;
        review(&site, name, &taken).await;
    }
    // Three new reviews by six judges: the next offer reads them.
    let digest = input(&site, &world).await.digest_hex();
    let (project, by) = computed(&site, &world, "ada", 1).await;
    take(&site, "ada").await;
    let after = logged(&world).await;
    assert_eq!((&after["project"], &after["chosen"]["by"]), (&json!(project), &json!(by)));
    assert_eq!((&after["chosen"]["turn"], &after["chosen"]["input_digest"]), (&json!(1), &json!(digest)));
}

async fn review(site: &Site, name: &str, taken: &Reply) {
    let id = taken.location().rsplit('/').next().unwrap();
    let scores = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    site.api(name).post(&format!("/api/judge/assignments/{id}/review"), scores).await.is(200);
}

#[database_test(demo(&pool, 3))]
async fn the_floor_comes_first_and_without_a_fit_projects_are_spread(world: World, site: Site) {
    take(&site, "ada").await;
    let first = logged(&world).await;
    assert_eq!(first["chosen"]["by"], "floor");
    // Nobody's review counts any more, so there is nothing to fit.
    let sql = "begin; set local session_replication_role = replica;
               update review set submitted_at = null; update assignment set status = 'pending'; commit";
    world.run(sql).await;
    rule(&world, "need", 1).await;
    let guest = "begin; set local session_replication_role = replica;
                 delete from review where assignment_id in (select id from assignment where person_id =
                     (select id from person where email = 'bo@x.example'));
                 delete from assignment where person_id = (select id from person where email = 'bo@x.example'); commit";
    world.run(guest).await;
    let fresh = Site::new(&world.pool).await;
    take(&fresh, "bo").await;
    let chosen = logged(&world).await["chosen"].clone();
    assert_eq!(chosen, json!({ "rule": "need", "by": "even", "turn": 0, "input_digest": null }));
}

#[database_test(demo(&pool, 2))]
async fn the_usual_limits_hold_and_no_page_says_why(world: World, site: Site) {
    let list = site.browser("ada").get("/judge").await.text();
    assert!(list.contains("The portal chooses it by this event’s rule, sometimes by lot."), "{list}");
    // All but one project are in conflict, a repeat, a draft, or were set aside.
    let sql = "begin; set local session_replication_role = replica;
         insert into conflict (event_id, person_id, project_id)
             select p.event_id, j.id, p.id from project p, person j
             where j.email = 'ada@x.example' and p.title in ('Project 1', 'Project 2', 'Project 3', 'Project 4');
         update project set duplicate_of = 1 where title in ('Project 7', 'Project 8');
         update project set status = 'draft', submitted_at = null where title = 'Project 9'; commit";
    world.run(sql).await;
    let taken = take(&site, "ada").await;
    let ten = world.project("Project 10").await;
    assert_eq!(logged(&world).await["project"], ten);
    for page in ["/judge", taken.location()] {
        let text = site.browser("ada").get(page).await.text();
        for word in ["need", "by lot", "floor", "contender", "chance"] {
            assert!(!text.contains(word), "{page} says {word}: {text}");
        }
    }
    let again = site.browser("ada").submit("/judge", &[("event", "demo")]).await;
    assert_eq!(again.status, 409, "one at a time");
    review(&site, "ada", &taken).await;
    let none = site.browser("ada").submit("/judge", &[("event", "demo")]).await;
    none.answers(409, "No project of Demo is left");
    world.move_window("judging", (Some(-2), Some(-1))).await;
    site.browser("bo").submit("/judge", &[("event", "demo")]).await.answers(409, "Judging for Demo closed");
    assert_eq!(site.browser("org").submit("/judge", &[("event", "demo")]).await.status, 403);
}

#[database_test(demo(&pool, 2))]
async fn judges_who_ask_at_once_get_different_contenders(world: World, site: Site) {
    let all = tokio::join!(take(&site, "ada"), take(&site, "bo"), take(&site, "di"));
    let places = [all.0.location(), all.1.location(), all.2.location()];
    assert!(places[0] != places[1] && places[1] != places[2] && places[0] != places[2]);
    // Nobody reviewed in between, so all three rest on one fit and differ by what the others had begun.
    let sql = "select distinct after::json -> 'chosen' ->> 'input_digest' from audit_log
              where event_id = $1 and action = 'assignment.pulled'";
    assert_eq!(world.all::<String>(sql).await, [input(&site, &world).await.digest_hex()]);
}

#[database_test(demo(&pool, 2))]
async fn everybody_reads_that_contenders_were_seen_more_often(world: World, site: Site) {
    let taken = take(&site, "ada").await;
    review(&site, "ada", &taken).await;
    crate::support::judged::calibrated(&site).await;
    crate::support::judged::published(&site).await;
    let shown = async |page: &str| site.browser("").get(page).await.text();
    let results = shown("/events/demo/results").await;
    assert!(results.contains("Contenders have more reviews than others."), "{results}");
    let how = shown("/events/demo/results/how").await;
    assert!(how.contains("Why some projects have more reviews"), "{how}");
    rule(&world, "even", 2).await;
    let site = Site::new(&world.pool).await;
    for (page, words) in [
        ("/events/demo/results", "Contenders have more reviews"),
        ("/events/demo/results/how", "Why some projects have more reviews"),
    ] {
        assert!(!site.browser("").get(page).await.text().contains(words), "{page}");
    }
}

#[database_test(demo(&pool, 2))]
async fn the_board_counts_what_was_handed_out_by_what(world: World, site: Site) {
    for judge in ["ada", "bo", "cy", "di"] {
        take(&site, judge).await;
    }
    let sql = |by: &str| {
        format!(
            "select count(*) from audit_log where event_id = $1 and action = 'assignment.pulled'
             and after::json #>> '{{chosen,by}}' = '{by}'"
        )
    };
    let (by_need, by_lot) = (world.one::<i64>(&sql("need")).await, world.one::<i64>(&sql("lot")).await);
    assert_eq!(by_need + by_lot, 4);
    let board = site.browser("org").get("/events/demo/manage").await.text();
    let said = format!("4 projects to judges who asked for another one. {by_need} by need, {by_lot} by lot");
    assert!(board.contains(&said), "{board}");
}

#[database_test(demo(&pool, 4))]
async fn a_plan_deals_the_floor_where_the_rest_goes_by_need(world: World, site: Site) {
    let plan = async || site.browser("org").get("/events/demo/manage/assignments/plan").await;
    let page = plan().await;
    assert!(page.body.contains("name=\"reviews\" value=\"4\""), "{}", page.body);
    page.says("a plan gives each project only its review floor");
    rule(&world, "even", 4).await;
    plan().await.shows("name=\"reviews\" value=\"3\"");
}
