//! Stepping aside, getting a project back, and getting one assigned: operations of pages only.

use crate::prelude::*;
use portal::account::identification;
use portal::detail::detail;
use portal::judge::assign::{Pair, assign};
use portal::judge::recuse::{recuse, reinstate};
use shared::ids::{AssignmentId, PersonId, ProjectId};
use shared::recusal::Recusal;
use store::failure::Failure;

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo"])
        .organizer("olga")
        .person("sam")
        .teams(&[("Lights", &["pia", "bo"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .draft("Sketch", "Sails")
        .review("ada", "Lamp", FULL)
        .assign("ada", "Boat")
}

pub(super) async fn caller(site: &Site, name: &str) -> Caller {
    let token = token(name);
    let found = site.state.read(async |c| identification::by_token(c, &token, false).await).await;
    found.unwrap().unwrap_or_default()
}

/// The status and sentence of an operation’s refusal.
pub(super) fn outcome<T>(result: Result<T, Failure>) -> (u16, String) {
    match result {
        Ok(_) => (200, String::new()),
        Err(Failure::Refused(refusal)) => (refusal.status(), detail(&refusal)),
        Err(broken) => panic!("{broken}"),
    }
}

async fn aside(site: &Site, name: &str, id: i64, reason: &str) -> (u16, String) {
    let who = caller(site, name).await;
    let sent = Recusal { reason: reason.to_owned(), conflict: None };
    let done = site.state.by(&who).write(async |call| recuse(call, AssignmentId(id), Ok(sent)).await);
    outcome(done.await)
}

async fn back(site: &Site, name: &str, id: i64) -> (u16, String) {
    let who = caller(site, name).await;
    outcome(site.state.by(&who).at("demo").write(async |call| reinstate(call, AssignmentId(id)).await).await)
}

async fn give(site: &Site, name: &str, judge: i64, project: i64) -> (u16, String) {
    let who = caller(site, name).await;
    let pair = Pair { judge: PersonId(judge), project: ProjectId(project) };
    outcome(site.state.by(&who).at("demo").write(async |call| assign(call, Ok(pair)).await).await)
}

/// Status and reason of Ada's assignment to Lamp, and whether its review is submitted.
async fn stored(world: &World) -> (String, String, bool) {
    let sql = "select a.status, a.recused_reason, r.submitted_at is not null
               from assignment a join review r on r.assignment_id = a.id where a.event_id = $1";
    sqlx::query_as(sql).bind(world.event).fetch_one(&world.pool).await.unwrap()
}

#[database_test(demo().served(&pool))]
async fn a_judge_steps_aside_and_only_an_organizer_gives_the_project_back(world: World, site: Site) {
    let id = world.assignment("ada", "Lamp").await;
    assert_eq!(aside(&site, "ada", id, " I know them. ").await.0, 200);
    // The review is a draft now, stays stored, and its judge still reads it.
    assert_eq!(stored(&world).await, ("recused".into(), "I know them.".into(), false));
    let records = site.api("ada").get("/api/judge/scores").await.json();
    assert_eq!((&records[0]["status"], &records[0]["submitted_at"]), (&json!("recused"), &Value::Null));
    assert_eq!(records[0]["scores"], json!({ "quality": 4, "impact": 7 }));
    // Nothing can be saved, whatever the body.
    for body in ["{}", r#"{"submit": true}"#, "[", r#"{"scores": {"quality": 99}}"#] {
        let reply = site.api("ada").post_text(&format!("/api/judge/assignments/{id}/review"), body).await;
        let sentence = "You stepped aside from this project: an organizer can give it back to you.";
        assert_eq!(reply.refusal(), (409, sentence.into()), "{body}");
    }
    assert_eq!(aside(&site, "ada", id, "").await.0, 409);
    assert_eq!(back(&site, "ada", id).await, (403, "organizers of this event only".into()));
    assert_eq!(back(&site, "olga", id).await.0, 200);
    assert_eq!(stored(&world).await, ("pending".into(), String::new(), false));
    assert_eq!(back(&site, "olga", id).await.0, 409);
    let path = format!("/api/judge/assignments/{id}/review");
    assert_eq!(site.api("ada").post(&path, json!({ "submit": true })).await.status, 200);
}

#[database_test(demo().served(&pool))]
async fn the_log_keeps_the_review_that_a_recusal_takes_out(world: World, site: Site) {
    let id = world.assignment("ada", "Lamp").await;
    aside(&site, "ada", id, "Private words").await;
    back(&site, "olga", id).await;
    let audit = world.audit().await;
    let told: Vec<_> = audit
        .iter()
        .map(|(action, role, before, after)| {
            (action.as_str(), role.as_str(), &before["status"], &before["submitted"], &after["status"])
        })
        .collect();
    let (done, recused, pending) = (json!("done"), json!("recused"), json!("pending"));
    let expected = [
        ("assignment.recused", "judge", &done, &json!(true), &recused),
        ("assignment.reinstated", "organizer", &recused, &json!(false), &pending),
    ];
    assert_eq!(told, expected);
    assert_eq!(audit[0].2["scores"], json!({ "quality": 4, "impact": 7 }));
    assert_eq!(world.reviews_name_their_judges().await, 2);
    let logged: String =
        world.one("select string_agg(l::text, ' ') from audit_log l where event_id = $1").await;
    assert!(!logged.contains("Private") && !logged.contains("By ada"), "{logged}");
}

#[database_test]
async fn a_judge_steps_aside_until_judging_closes_and_an_organizer_sets_aside_until_publication(
    pool: PgPool,
) {
    let (world, site) = demo().served(&pool).await;
    let id = world.assignment("ada", "Lamp").await;
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let late = aside(&site, "ada", id, "").await;
    assert!(late.0 == 409 && late.1.starts_with("Judging for Demo closed at "), "{late:?}");
    assert_eq!(aside(&site, "olga", id, "").await.0, 200);
    assert_eq!(back(&site, "olga", id).await.0, 200);
    let published = Event::new("done").judged().judge("ada").organizer("olga").team("Lights", &["pia"]);
    let published =
        published.project("Lamp", "Lights").review("ada", "Lamp", FULL).published().create(&pool).await;
    let id = published.assignment("ada", "Lamp").await;
    let sentence = "The results of Done are published: assignments stay as they are.";
    assert_eq!(aside(&site, "olga", id, "").await, (409, sentence.into()));
    assert_eq!(aside(&site, "ada", id, "").await, (409, sentence.into()));
}

#[database_test(demo().served(&pool))]
async fn stepping_aside_from_a_hidden_assignment_is_404(world: World, site: Site) {
    let id = world.assignment("ada", "Lamp").await;
    for name in ["bo", "sam", "pia"] {
        for id in [id, 999_999] {
            assert_eq!(aside(&site, name, id, "").await, (404, "Not found.".into()), "{name}");
            assert_eq!(back(&site, name, id).await, (404, "Not found.".into()), "{name}");
        }
    }
    assert_eq!(aside(&site, "nobody", id, "").await.0, 401);
    assert_eq!(back(&site, "nobody", id).await.0, 401);
    let long = aside(&site, "ada", id, &"x".repeat(2001)).await;
    assert_eq!(long, (400, "The reason has 2001 characters: shorten it to 2000.".into()));
    assert_eq!(stored(&world).await, ("done".into(), String::new(), true));
}

#[database_test(demo().served(&pool))]
async fn an_organizer_gives_a_judge_a_project(world: World, site: Site) {
    let person = async |name: &str| {
        let sql = "select id from person where email = $1";
        let query = sqlx::query_scalar(sql).bind(crate::support::email(name));
        query.fetch_one(&world.pool).await.unwrap()
    };
    let (ada, bo, sam): (i64, i64, i64) = (person("ada").await, person("bo").await, person("sam").await);
    let (lamp, boat) = (world.project("Lamp").await, world.project("Boat").await);
    assert_eq!(give(&site, "nobody", bo, boat).await.0, 401);
    assert_eq!(give(&site, "ada", bo, boat).await, (403, "organizers of this event only".into()));
    assert_eq!(give(&site, "olga", ada, lamp).await.0, 409);
    assert_eq!(give(&site, "olga", bo, lamp).await, (409, "A judge never judges their own team.".into()));
    assert_eq!(give(&site, "olga", sam, lamp).await.0, 403);
    for project in [world.project("Sketch").await, 999_999] {
        let sentence = "Choose a submitted project of this event.";
        assert_eq!(give(&site, "olga", bo, project).await, (400, sentence.into()));
    }
    let conflict = "insert into conflict (event_id, person_id, project_id) values ($1, $2, $3)";
    let conflict = sqlx::query(conflict).bind(world.event).bind(bo).bind(boat);
    conflict.execute(&world.pool).await.unwrap();
    assert_eq!(give(&site, "olga", bo, boat).await.0, 409);
    world.run("delete from conflict").await;
    assert_eq!(give(&site, "olga", bo, boat).await.0, 200);
    let id = world.assignment("bo", "Boat").await;
    assert_eq!(site.api("bo").get("/api/judge/assignments").await.json()[0]["id"], json!(id));
    let after = json!({ "judge": bo, "project": boat, "source": "manual", "status": "pending" });
    let row = ("assignment.created".to_owned(), "organizer".to_owned(), Value::Null, after);
    assert_eq!(world.audit().await, [row]);
}

#[database_test(demo().served(&pool))]
async fn nobody_gets_a_project_back_while_their_conflict_with_it_is_declared(world: World, site: Site) {
    let id = world.assignment("ada", "Boat").await;
    let fields = [("reason", "My cousin's"), ("conflict", "family")];
    site.browser("ada").submit(&format!("/judge/assignments/{id}/recuse"), &fields).await.is(303);
    let declared = "select count(*) from conflict where event_id = $1";
    assert_eq!(world.one::<i64>(declared).await, 1);
    let why = "This judge has declared a conflict of interest with the project. Choose another judge, or remove the conflict first.";
    assert_eq!(back(&site, "olga", id).await, (409, why.into()));
    let page = format!("/events/demo/manage/assignments/{id}/reinstate");
    let refused = site.browser("olga").submit(&page, &[]).await;
    assert!(refused.status == 409 && refused.text().contains(why), "{} {}", refused.status, refused.text());
    // Once it is taken back, the project can come back too.
    world.run("delete from conflict").await;
    assert_eq!(back(&site, "olga", id).await.0, 200);
    // A conflict that is declared past the portal sets the judge aside as well.
    let sql = "insert into conflict (event_id, person_id, project_id) select event_id, person_id, project_id from assignment where id = $1";
    sqlx::query(sql).bind(id).execute(&world.pool).await.unwrap();
    let sql = "select status from assignment where id = $1";
    let status: String = sqlx::query_scalar(sql).bind(id).fetch_one(&world.pool).await.unwrap();
    assert_eq!(status, "recused");
}

#[database_test(demo().served(&pool))]
async fn a_judge_whom_an_organizer_takes_off_does_not_read_that_they_stepped_aside(world: World, site: Site) {
    let id = world.assignment("ada", "Lamp").await;
    let (page, save) = (format!("/judge/assignments/{id}"), format!("/api/judge/assignments/{id}/review"));
    let off = "An organizer took you off this project, and can give it back to you.";
    assert_eq!(aside(&site, "olga", id, "").await.0, 200);
    let text = site.browser("ada").get(&page).await.text();
    assert!(text.contains(off) && !text.contains("You stepped aside"), "{text}");
    let list = site.browser("ada").get("/judge").await.text();
    assert!(list.contains("taken off") && !list.contains("stepped aside"), "{list}");
    assert_eq!(site.api("ada").post(&save, json!({})).await.refusal(), (409, off.into()));
    // Given back, they may step aside themselves, and read that.
    assert_eq!(back(&site, "olga", id).await.0, 200);
    assert_eq!(aside(&site, "ada", id, "").await.0, 200);
    assert!(site.browser("ada").get(&page).await.text().contains("You stepped aside from this project."));
    // So it is by a conflict that an organizer declares.
    assert_eq!(back(&site, "olga", id).await.0, 200);
    let judge = world.person("ada").await;
    let (judge, lamp) = (judge.to_string(), world.project("Lamp").await.to_string());
    let sent = [("judge", judge.as_str()), ("project", &lamp), ("kind", "mentor"), ("reason", "")];
    let declare = "/events/demo/manage/assignments/conflicts/declare";
    site.browser("olga").submit(declare, &sent).await.is(303);
    assert!(site.browser("ada").get(&page).await.text().contains(off));
    // The event's file keeps it.
    let file = site.api("olga").get("/api/events/demo/export/bundle.json").await.json();
    let mut all = file["assignments"].as_array().unwrap().iter();
    assert!(all.any(|assignment| assignment["taken_off"] == json!(true)), "{file}");
}
