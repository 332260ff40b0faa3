//! Who judges what, on the organizer's pages: planned, undone, changed by hand, moved, and from a file.

use crate::support::{Event, Reply, Site, World, email};
use sqlx::PgPool;

const LIST: &str = "/events/demo/manage/assignments";
const PLAN: &str = "/events/demo/manage/assignments/plan";
const FILE: &str = "/events/demo/manage/assignments/file";
const FULL: &str = r#"{"quality": 4, "impact": 7}"#;

/// Six projects, five judges; Ada is on the team of Lamp.
fn demo() -> Event {
    let mut event = Event::new("demo").judging().organizer("olga").team("Lights", &["pia", "ada"]);
    for judge in ["ada", "bo", "cy", "di", "eve"] {
        event = event.judge(judge);
    }
    event = event.project("Lamp", "Lights");
    for (title, team, member) in [
        ("Boat", "Sails", "ben"),
        ("Kite", "Winds", "kim"),
        ("Dune", "Sands", "dan"),
        ("Reef", "Corals", "ray"),
        ("Peak", "Hills", "pat"),
    ] {
        event = event.team(team, &[member]).project(title, team);
    }
    event
}

/// The value of a hidden field, the last of its name on the page.
fn hidden(page: &Reply, name: &str) -> String {
    let start = format!(r#"name="{name}" value=""#);
    let (_, rest) = page.body.rsplit_once(&start).unwrap_or_else(|| panic!("no {name}: {}", page.body));
    rest.split('"').next().unwrap_or_default().to_owned()
}

async fn assignments(world: &World) -> i64 {
    world.one("select count(*) from assignment where event_id = $1").await
}

async fn person(world: &World, name: &str) -> i64 {
    sqlx::query_scalar("select id from person where email = $1")
        .bind(email(name))
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

/// Writes the plan that is shown for three judges a project.
async fn write_plan(site: &Site) -> Reply {
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=3&weight=3")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let digest = hidden(&page, "digest");
    let fields = [("reviews", "3"), ("weight", "3"), ("digest", digest.as_str())];
    site.browser("olga").submit(PLAN, &fields).await
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_plan_is_shown_then_written_and_can_be_undone_until_a_review_is_begun(pool: PgPool) {
    let world = demo().create(&pool).await;
    let site = Site::new(&pool).await;
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=3&weight=3")).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Write 18 assignments"), "{}", page.body);
    assert_eq!(assignments(&world).await, 0, "a preview writes nothing");

    assert_eq!(write_plan(&site).await.location(), format!("{LIST}?planned=18"));
    assert_eq!(assignments(&world).await, 18);
    let own: i64 = world
        .one(
            "select count(*) from assignment a join project p on p.id = a.project_id
             join team_member m on m.team_id = p.team_id and m.person_id = a.person_id where a.event_id = $1",
        )
        .await;
    assert_eq!(own, 0, "nobody judges their own team");
    let log = world.audit().await;
    assert_eq!(log.len(), 1, "one act, one row");
    assert_eq!((log[0].0.as_str(), &log[0].3["added"]), ("assignment.planned", &serde_json::json!(18)));

    let undone = site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await;
    assert_eq!(undone.location(), format!("{LIST}?undone=18"));
    assert_eq!(assignments(&world).await, 0);
    assert_eq!(site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await.status, 409);

    assert_eq!(write_plan(&site).await.status, 303);
    let (id, judge): (i64, String) = sqlx::query_as(
        "select a.id, p.name from assignment a join person p on p.id = a.person_id order by a.id limit 1",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    let name = judge.to_lowercase();
    let saved = site.api(&name).post_text(&format!("/api/judge/assignments/{id}/review"), "{}").await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let undone = site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await;
    assert_eq!(undone.status, 409);
    assert!(undone.text().contains("Judges have begun 1 review of this plan"), "{}", undone.text());
    assert_eq!(assignments(&world).await, 18);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_plan_of_an_event_that_has_changed_is_shown_anew_and_not_written(pool: PgPool) {
    let world = demo().create(&pool).await;
    let site = Site::new(&pool).await;
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=2")).await;
    let digest = hidden(&page, "digest");
    let (bo, boat) = (person(&world, "bo").await, world.project("Boat").await);
    sqlx::query("insert into conflict (event_id, person_id, project_id) values ($1, $2, $3)")
        .bind(world.event)
        .bind(bo)
        .bind(boat)
        .execute(&pool)
        .await
        .unwrap();
    let fields = [("reviews", "2"), ("weight", "3"), ("digest", digest.as_str())];
    let refused = site.browser("olga").submit(PLAN, &fields).await;
    assert_eq!(refused.status, 412);
    assert!(refused.text().contains("have changed since this was shown"), "{}", refused.text());
    assert_eq!(assignments(&world).await, 0);
    // The page shows the new plan, and that one can be written.
    let fields = [("reviews", "2"), ("weight", "3"), ("digest", &hidden(&refused, "digest"))];
    assert_eq!(site.browser("olga").submit(PLAN, &fields).await.status, 303);
    let pair: i64 =
        sqlx::query_scalar("select count(*) from assignment where person_id = $1 and project_id = $2")
            .bind(bo)
            .bind(boat)
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(pair, 0);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn what_cannot_be_met_is_said_with_what_would_help(pool: PgPool) {
    let world = demo().create(&pool).await;
    sqlx::query("update event_person set review_cap = 2 where event_id = $1")
        .bind(world.event)
        .execute(&pool)
        .await
        .unwrap();
    let site = Site::new(&pool).await;
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=3")).await.text();
    assert!(page.contains("The judges’ caps leave no room for 8 reviews of"), "{page}");
    assert!(page.contains("Raise judges’ caps by 8 reviews in all."), "{page}");
    assert!(page.contains("Ask for 1 review for each project"), "{page}");
    let refused = site.browser("olga").get(&format!("{PLAN}?reviews=many")).await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("Enter a whole number from 1 to 50."), "{}", refused.text());
    assert!(!refused.body.contains("name=\"digest\""), "no plan of another number can be written");
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn an_organizer_assigns_takes_away_recuses_and_gives_back_from_either_side(pool: PgPool) {
    let world = demo().review("bo", "Kite", FULL).create(&pool).await;
    let site = Site::new(&pool).await;
    let (bo, boat) = (person(&world, "bo").await, world.project("Boat").await.to_string());
    let judge = format!("{LIST}/judges/{bo}");
    let given = site.browser("olga").submit(&format!("{judge}/assign"), &[("project", &boat)]).await;
    assert_eq!(given.location(), judge);
    let page = site.browser("olga").get(&judge).await;
    assert!(page.text().contains("Boat") && page.text().contains("Not begun"), "{}", page.text());
    // From the project's side the judge is listed, and is no longer to choose.
    let project = format!("{LIST}/projects/{boat}");
    assert!(site.browser("olga").get(&project).await.text().contains("bo"));
    let again =
        site.browser("olga").submit(&format!("{project}/assign"), &[("judge", &bo.to_string())]).await;
    assert_eq!(again.status, 409);

    let to = format!("judges/{bo}");
    let act = |id: i64, act: &str| format!("{LIST}/{id}/{act}");
    let (boat, kite) = (world.assignment("bo", "Boat").await, world.assignment("bo", "Kite").await);
    let fields = [("to", to.as_str())];
    assert_eq!(site.browser("olga").submit(&act(boat, "remove"), &fields).await.location(), judge);
    assert_eq!(assignments(&world).await, 1);
    let reviewed = site.browser("olga").submit(&act(kite, "remove"), &fields).await;
    assert_eq!(reviewed.status, 409);
    assert!(reviewed.text().contains("Recuse the judge instead."), "{}", reviewed.text());
    assert_eq!(site.browser("olga").submit(&act(kite, "recuse"), &fields).await.location(), judge);
    assert_eq!(site.browser("olga").submit(&act(kite, "remove"), &fields).await.status, 409);
    assert_eq!(site.browser("olga").submit(&act(kite, "reinstate"), &fields).await.location(), judge);
    let status: String = world.one("select status from assignment where event_id = $1").await;
    assert_eq!(status, "pending");
    let log: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    let expected =
        ["assignment.created", "assignment.removed", "assignment.recused", "assignment.reinstated"];
    assert_eq!(log, expected);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn a_judges_pending_work_moves_in_one_act_and_a_begun_review_stays(pool: PgPool) {
    let world = demo()
        .assign("bo", "Boat")
        .assign("bo", "Dune")
        .review_draft("bo", "Kite", "{}")
        .assign("cy", "Boat")
        .create(&pool)
        .await;
    let site = Site::new(&pool).await;
    let moved = format!("{LIST}/judges/{}/move", person(&world, "bo").await);
    let page = site.browser("olga").get(&moved).await;
    assert!(page.text().contains("Move 2 projects"), "{}", page.text());
    let done = site.browser("olga").submit(&moved, &[("digest", &hidden(&page, "digest"))]).await;
    assert_eq!(done.location(), format!("{LIST}?moved=2"));
    let left: Vec<String> = world
        .all(
            "select p.title from assignment a join project p on p.id = a.project_id join person j on j.id = a.person_id
             where a.event_id = $1 and j.email like 'bo@%' order by 1",
        )
        .await;
    assert_eq!(left, ["Kite"]);
    let judges: Vec<i64> =
        world.all("select count(*) from assignment where event_id = $1 group by project_id order by 1").await;
    assert_eq!(judges, [1, 1, 2], "every project keeps the number of its judges");
    assert_eq!(world.audit().await.len(), 1);
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn the_exported_file_goes_back_in_with_a_verdict_for_each_line(pool: PgPool) {
    let world = demo().assign("bo", "Boat").assign("cy", "Kite").create(&pool).await;
    let site = Site::new(&pool).await;
    let export = site.api("olga").get("/api/events/demo/export/assignments.csv").await.body;
    let page = site.browser("olga").submit(FILE, &[("file", &export)]).await;
    assert!(page.text().contains("Left out: assigned already"), "{}", page.text());
    sqlx::query("delete from assignment").execute(&pool).await.unwrap();
    let page = site.browser("olga").submit(FILE, &[("file", &export)]).await;
    assert!(page.text().contains("Write 2 lines"), "{}", page.text());
    let fields = [("file", export.as_str()), ("digest", &hidden(&page, "digest"))];
    assert_eq!(site.browser("olga").submit(FILE, &fields).await.location(), format!("{LIST}?imported=2"));
    assert_eq!(assignments(&world).await, 2);

    let (boat, lamp) = (world.project("Boat").await, world.project("Lamp").await);
    let list = format!(
        "paper,action,email,round\n{boat},clearreview,bo@x.example,R1\n{lamp},primary,ada@x.example,R1\n\
         {boat},conflict,eve@x.example,\n{boat},review,nobody@x.example,\n"
    );
    let page = site.browser("olga").submit(FILE, &[("file", &list)]).await;
    for verdict in ["Takes the project away", "own team", "Declares a conflict", "no judge of this event"] {
        assert!(page.text().contains(verdict), "{verdict}: {}", page.text());
    }
    let fields = [("file", list.as_str()), ("digest", &hidden(&page, "digest"))];
    assert_eq!(site.browser("olga").submit(FILE, &fields).await.status, 303);
    assert_eq!(assignments(&world).await, 1);
    let kind: String = world.one("select kind || ' ' || source from conflict where event_id = $1").await;
    assert_eq!(kind, "other import");
}
