//! A finals event: what it takes of the event whose finals it is, and what stays behind.

use crate::support::judged::{calibrated, judged};
use crate::support::{Event, Site, World};
use sqlx::PgPool;

const PAGE: &str = "/events/demo/manage/calibration/finals";

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .track("Sea")
        .judge("ada")
        .judge("bo")
        .organizer("olga")
        .admin("root")
        .organizer("orla")
        .judge("orla")
        .team("Lights", &["pia", "paul"])
        .team("Sails", &["ben"])
        .project("Lamp", "Lights")
        .project("Boat", "Sails")
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
}

async fn id(world: &World, email: &str) -> i64 {
    let sql = "select id from person where email = $1";
    sqlx::query_scalar(sql).bind(crate::support::email(email)).fetch_one(&world.pool).await.unwrap()
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn finals_take_the_chosen_projects_and_judges_and_leave_reviews_behind(pool: PgPool) {
    let world = demo().create(&pool).await;
    let site = Site::new(&pool).await;
    let lamp = world.project("Lamp").await.to_string();
    let ada = id(&world, "ada").await.to_string();
    let fields = [("name", "Demo finals"), ("project", lamp.as_str()), ("judge", ada.as_str())];
    // An organizer who may not create events is told so; one who judges does not choose finalists.
    assert_eq!(site.browser("orla").get(PAGE).await.status, 403);
    assert_eq!(site.browser("olga").submit(PAGE, &fields).await.status, 403);
    assert_eq!(site.browser("root").submit(PAGE, &fields[..1]).await.status, 400);
    assert_eq!(site.browser("root").submit(PAGE, &[("name", "X"), ("project", "999")]).await.status, 400);
    let made = site.browser("root").submit(PAGE, &fields).await;
    assert_eq!((made.status, made.location()), (303, "/events/demo-finals/manage?created=1"));
    let told: Vec<(String, String, i64, i64, i64, i64)> = sqlx::query_as(
        "select t.name, p.title, (select count(*) from team_member m where m.team_id = t.id),
                (select count(*) from membership m where m.event_id = e.id and m.role = 'judge'),
                (select count(*) from membership m where m.event_id = e.id and m.role = 'organizer'),
                (select count(*) from assignment a where a.event_id = e.id)
         from event e join team t on t.event_id = e.id join project p on p.team_id = t.id where e.slug = 'demo-finals'",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    assert_eq!(told, [("Lights".into(), "Lamp".into(), 2, 1, 3, 0)]);
    // Both link to each other, and each chain has a row.
    assert!(site.api("").get("/events/demo").await.text().contains("The finals: Demo finals"));
    assert!(site.api("").get("/events/demo-finals").await.text().contains("The finals of "));
    let rows: Vec<(String, String)> =
        sqlx::query_as("select chain, action from audit_log where action in ('event.created', 'finals.created') order by 1, 2")
            .fetch_all(&pool)
            .await
            .unwrap();
    assert_eq!(
        rows,
        [("demo".into(), "finals.created".into()), ("demo-finals".into(), "event.created".into())]
    );
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn the_first_of_the_latest_run_are_ticked_and_shown_without_their_order(pool: PgPool) {
    judged(&pool).await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    let page = site.browser("staff").get(&format!("{PAGE}?first=2")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let ticked = page.body.matches("name=\"project\"").count();
    let chosen = page
        .body
        .split("name=\"project\"")
        .skip(1)
        .filter(|box_| box_.split('>').next().unwrap().contains("checked"))
        .count();
    assert!(ticked > 2 && chosen == 2, "{chosen} of {ticked}");
}
