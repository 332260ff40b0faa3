//! Who judges what, on the organizer's pages: planned, undone, changed by hand, moved, and from a file.

use crate::prelude::*;
use crate::support::multipart;
use portal::secrets::csrf_token;
use sqlx::{Postgres, Transaction};

const LIST: &str = "/events/demo/manage/assignments";
const PLAN: &str = "/events/demo/manage/assignments/plan";
const FILE: &str = "/events/demo/manage/assignments/file";

/// Six projects, five judges; Ada is on the team of Lamp.
fn demo() -> Event {
    let mut event = Event::new("demo").judging().organizer("olga").team("Lights", &["pia", "ada"]);
    event = event.judges(&["ada", "bo", "cy", "di", "eve"]);
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

/// Writes the plan that is shown for three judges a project.
async fn write_plan(site: &Site) -> Reply {
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=3&weight=3")).await.is(200);
    let digest = hidden(&page, "digest");
    let fields = [("reviews", "3"), ("weight", "3"), ("digest", digest.as_str())];
    site.browser("olga").submit(PLAN, &fields).await
}

#[database_test(demo().served(&pool))]
async fn a_plan_is_shown_then_written_and_can_be_undone_until_a_review_is_begun(world: World, site: Site) {
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=3&weight=3")).await.is(200);
    assert!(page.body.contains("Write 18 assignments"), "{}", page.body);
    assert_eq!(assignments(&world).await, 0, "a preview writes nothing");

    assert_eq!(write_plan(&site).await.location(), format!("{LIST}?planned=18"));
    assert_eq!(assignments(&world).await, 18);
    let sql = "select count(*) from assignment a join project p on p.id = a.project_id
             join team_member m on m.team_id = p.team_id and m.person_id = a.person_id where a.event_id = $1";
    assert_eq!(world.one::<i64>(sql).await, 0, "nobody judges their own team");
    let log = world.audit().await;
    assert_eq!(log.len(), 1, "one act, one row");
    assert_eq!((log[0].0.as_str(), &log[0].3["added"]), ("assignment.planned", &serde_json::json!(18)));
    let given = log[0].3["given"].as_array().unwrap();
    let mut given: Vec<String> =
        given.iter().map(|pair| format!("{} {}", pair["judge"], pair["project"])).collect();
    given.sort_unstable();
    let mut stored: Vec<String> =
        world.all("select person_id || ' ' || project_id from assignment where event_id = $1").await;
    stored.sort_unstable();
    assert_eq!(given, stored, "the log names each pair");

    let undone = site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await;
    assert_eq!(undone.location(), format!("{LIST}?undone=18"));
    assert_eq!(assignments(&world).await, 0);
    assert_eq!(site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await.status, 409);

    assert_eq!(write_plan(&site).await.status, 303);
    let sql =
        "select a.id, p.name from assignment a join person p on p.id = a.person_id order by a.id limit 1";
    let (id, judge): (i64, String) = one_row(&world.pool, sql).await;
    let name = judge.to_lowercase();
    site.api(&name).post_text(&format!("/api/judge/assignments/{id}/review"), "{}").await.is(200);
    let undone = site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await;
    undone.answers(409, "Judges have begun 1 review of this plan");
    assert_eq!(assignments(&world).await, 18);
}

/// For each project the sum of its places in its judges' lists, from −½ to ½, squared and summed; lists as judges read them.
async fn unevenness(site: &Site) -> f64 {
    let mut sums: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
    for judge in ["ada", "bo", "cy", "di", "eve"] {
        let found = site.api(judge).get("/api/judge/tasks").await.json();
        let tasks = found[0]["tasks"].as_array().unwrap();
        for (at, task) in tasks.iter().enumerate() {
            let place = at as f64 / (tasks.len() - 1) as f64 - 0.5;
            *sums.entry(task["project"].as_i64().unwrap()).or_default() += place;
        }
    }
    sums.values().map(|sum| sum * sum).sum()
}

#[database_test]
async fn a_plan_deals_each_judge_an_order_so_that_no_project_is_always_early_or_late(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    for places in [false, true] {
        if places {
            run(&pool, "insert into project_place (project_id, event_id, room, place) select id, event_id, 'Hall', 'A' || id from project").await;
        }
        let page = site.browser("olga").get(PLAN).await.text();
        assert!(page.contains("Order of visits") && page.contains("its judges’ lists"), "{page}");
        assert_eq!(page.contains("before you write the plan"), !places, "{page}");
        assert_eq!(write_plan(&site).await.status, 303);
        // By project, as plans list them, it is more than 6.
        let found = unevenness(&site).await;
        assert!(found < 1.0, "places: {places}, {found}");
        // What is printed stays when the event is planned again for more judges.
        let of_bo = async || site.api("bo").get("/api/judge/tasks").await.json()[0]["tasks"].clone();
        let printed: Vec<i64> = projects(&of_bo().await);
        let digest = hidden(&site.browser("olga").get(&format!("{PLAN}?reviews=4&weight=3")).await, "digest");
        let fields = [("reviews", "4"), ("weight", "3"), ("digest", digest.as_str())];
        assert_eq!(site.browser("olga").submit(PLAN, &fields).await.status, 303);
        let now: Vec<i64> = projects(&of_bo().await);
        let kept: Vec<i64> = now.iter().copied().filter(|project| printed.contains(project)).collect();
        assert_eq!(kept, printed, "places: {places}");
        if !places {
            assert!(now.starts_with(&printed), "{now:?} after {printed:?}");
        }
        for _ in 0..2 {
            assert_eq!(site.browser("olga").submit(&format!("{LIST}/undo"), &[]).await.status, 303);
        }
        assert_eq!(assignments(&world).await, 0);
    }
}

fn projects(tasks: &serde_json::Value) -> Vec<i64> {
    tasks.as_array().unwrap().iter().map(|task| task["project"].as_i64().unwrap()).collect()
}

#[database_test(demo().served(&pool))]
async fn a_plan_of_an_event_that_has_changed_is_shown_anew_and_not_written(world: World, site: Site) {
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=2")).await;
    let digest = hidden(&page, "digest");
    let (bo, boat) = (world.person("bo").await, world.project("Boat").await);
    let sql = "insert into conflict (event_id, person_id, project_id) values ($1, $2, $3)";
    sqlx::query(sql).bind(world.event).bind(bo).bind(boat).execute(&world.pool).await.unwrap();
    let fields = [("reviews", "2"), ("weight", "3"), ("digest", digest.as_str())];
    let refused = site.browser("olga").submit(PLAN, &fields).await;
    refused.answers(412, "have changed since this was shown");
    assert_eq!(assignments(&world).await, 0);
    // The page shows the new plan, and that one can be written.
    let fields = [("reviews", "2"), ("weight", "3"), ("digest", &hidden(&refused, "digest"))];
    assert_eq!(site.browser("olga").submit(PLAN, &fields).await.status, 303);
    let sql = "select count(*) from assignment where person_id = $1 and project_id = $2";
    let pair: i64 = sqlx::query_scalar(sql).bind(bo).bind(boat).fetch_one(&world.pool).await.unwrap();
    assert_eq!(pair, 0);
}

#[database_test(demo().create(&pool))]
async fn what_cannot_be_met_is_said_with_what_would_help(world: World) {
    world.run("update event_person set review_cap = 2 where event_id = $1").await;
    let site = Site::new(&world.pool).await;
    let page = site.browser("olga").get(&format!("{PLAN}?reviews=3")).await.text();
    assert!(page.contains("The judges’ caps leave no room for 8 reviews of"), "{page}");
    assert!(page.contains("Raise judges’ caps by 8 reviews in all."), "{page}");
    assert!(page.contains("Ask for 1 review for each project"), "{page}");
    let refused = site.browser("olga").get(&format!("{PLAN}?reviews=many")).await;
    refused.answers(400, "Enter a whole number from 1 to 50.");
    assert!(!refused.body.contains("name=\"digest\""), "no plan of another number can be written");
}

#[database_test(demo().review("bo", "Kite", FULL).served(&pool))]
async fn an_organizer_assigns_takes_away_recuses_and_gives_back_from_either_side(world: World, site: Site) {
    let (bo, boat) = (world.person("bo").await, world.project("Boat").await.to_string());
    let judge = format!("/events/demo/manage/people/{bo}?assigned=#assigned");
    let after = |done: &str| format!("/events/demo/manage/people/{bo}?assigned=&done={done}#assigned");
    let assign = format!("{LIST}/judges/{bo}/assign");
    let given = site.browser("olga").submit(&assign, &[("project", &boat)]).await;
    assert_eq!(given.location(), after("assigned"));
    site.browser("olga").get(given.location()).await.says("The project is assigned.");
    let page = site.browser("olga").get(&format!("/events/demo/manage/people/{bo}")).await;
    assert!(page.text().contains("Boat") && page.text().contains("Not begun"), "{}", page.text());
    // From the project's side the judge is listed, and is no longer to choose.
    let project = format!("{LIST}/projects/{boat}");
    let page = format!("/events/demo/manage/projects/{boat}");
    assert!(site.browser("olga").get(&page).await.body.contains(&judge));
    site.browser("olga").submit(&format!("{project}/assign"), &[("judge", &bo.to_string())]).await.is(409);

    let to = format!("judges/{bo}");
    let act = |id: i64, act: &str| format!("{LIST}/{id}/{act}");
    let (boat, kite) = (world.assignment("bo", "Boat").await, world.assignment("bo", "Kite").await);
    let fields = [("to", to.as_str())];
    let taken = site.browser("olga").submit(&act(boat, "remove"), &fields).await;
    assert_eq!(taken.location(), after("assignment-taken"));
    assert_eq!(assignments(&world).await, 1);
    let reviewed = site.browser("olga").submit(&act(kite, "remove"), &fields).await;
    reviewed.answers(409, "Recuse the judge instead.");
    let recused = site.browser("olga").submit(&act(kite, "recuse"), &fields).await;
    assert_eq!(recused.location(), after("recused"));
    site.browser("olga").get(recused.location()).await.says("See why");
    let desk = format!("{LIST}/{kite}");
    site.browser("olga").get(&desk).await.says("An organizer took the judge off this project.");
    assert_eq!(site.browser("olga").submit(&act(kite, "remove"), &fields).await.status, 409);
    let back = site.browser("olga").submit(&act(kite, "reinstate"), &fields).await;
    assert_eq!(back.location(), after("reinstated"));
    assert_eq!(world.one::<String>("select status from assignment where event_id = $1").await, "pending");
    // What the judge said is where an organizer decides whether to give it back.
    let set = "status = 'recused', recused_reason = 'My sister built it.'";
    world.run(&format!("update assignment set {set} where event_id = $1")).await;
    let why = "The judge stepped aside from this project. Reason: My sister built it.";
    site.browser("olga").get(&desk).await.says(why);
    let log: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    let expected =
        ["assignment.created", "assignment.removed", "assignment.recused", "assignment.reinstated"];
    assert_eq!(log, expected);
}

#[database_test]
async fn a_judges_pending_work_moves_in_one_act_and_a_begun_review_stays(pool: PgPool) {
    let (world, site) = demo()
        .assignments(&[("bo", "Boat"), ("bo", "Dune")])
        .review_draft("bo", "Kite", "{}")
        .assign("cy", "Boat")
        .served(&pool)
        .await;
    let bo = world.person("bo").await;
    let moved = format!("{LIST}/judges/{bo}/move");
    let page = site.browser("olga").get(&format!("/events/demo/manage/people/{bo}?move=1")).await;
    page.says("Move 2 projects");
    let done = site.browser("olga").submit(&moved, &[("digest", &hidden(&page, "digest"))]).await;
    assert_eq!(done.location(), format!("{LIST}?moved=2"));
    let sql = "select p.title from assignment a join project p on p.id = a.project_id join person j on j.id = a.person_id
             where a.event_id = $1 and j.email like 'bo@%' order by 1";
    assert_eq!(world.all::<String>(sql).await, ["Kite"]);
    let judges: Vec<i64> =
        world.all("select count(*) from assignment where event_id = $1 group by project_id order by 1").await;
    assert_eq!(judges, [1, 1, 2], "every project keeps the number of its judges");
    assert_eq!(world.audit().await.len(), 1);
}

#[database_test]
async fn judges_without_a_project_get_a_share_of_what_others_have_left(pool: PgPool) {
    let own = ["Boat", "Kite", "Dune", "Reef", "Peak"].map(|title| ("bo", title));
    let (world, site) = demo().assignments(&own).assign("cy", "Lamp").served(&pool).await;
    world.run("update event set reviews_per_project = 1 where id = $1").await;
    let olga = site.browser("olga");
    let (board, act) = ("/events/demo/manage", "/events/demo/manage/board/for-all");
    olga.get(board).await.says("Give 3 judges a share of the others’ work");
    let shared = olga.submit(act, &[("what", "share-with-idle")]).await;
    assert_eq!(shared.location(), format!("{board}?moved=3"), "{}", shared.body);
    // Six projects, five judges: nobody has more than two. What Bo comes to first stays.
    let sql = "select string_agg(p.title, ' ' order by a.id) from assignment a
               join project p on p.id = a.project_id join person j on j.id = a.person_id
               where a.event_id = $1 group by j.email order by j.email";
    let has: Vec<String> = world.all(sql).await;
    assert_eq!((has[1].as_str(), has[2].as_str()), ("Boat Kite", "Lamp"));
    let mut given = [has[0].as_str(), has[3].as_str(), has[4].as_str()];
    given.sort_unstable();
    assert_eq!(given, ["Dune", "Peak", "Reef"]);
    // All have their share.
    olga.submit(act, &[("what", "share-with-idle")]).await.is(409);
    let log: Vec<_> =
        world.audit().await.into_iter().map(|(action, .., after)| (action, after["from"].clone())).collect();
    assert_eq!(log, [("assignment.moved".to_owned(), json!("judges who have more"))]);
}

#[database_test(demo().assign("bo", "Boat").assign("cy", "Kite").served(&pool))]
async fn the_exported_file_goes_back_in_with_a_verdict_for_each_line(world: World, site: Site) {
    let export = site.api("olga").get("/api/events/demo/export/assignments.csv").await.body;
    site.browser("olga").submit(FILE, &[("file", &export)]).await.says("Left out: assigned already");
    world.run("delete from assignment").await;
    let page = site.browser("olga").submit(FILE, &[("file", &export)]).await;
    page.says("Write 2 lines");
    let fields = [("file", export.as_str()), ("digest", &hidden(&page, "digest"))];
    assert_eq!(site.browser("olga").submit(FILE, &fields).await.location(), format!("{LIST}?imported=2"));
    assert_eq!(assignments(&world).await, 2);

    let (boat, lamp) = (world.project("Boat").await, world.project("Lamp").await);
    let list = format!(
        "paper,action,email,round\n{boat},clearreview,bo@x.example,R1\n{lamp},primary,ada@x.example,R1\n\
         {boat},conflict,eve@x.example,\n{boat},review,nobody@x.example,\n"
    );
    let page = site.browser("olga").submit(FILE, &[("file", &list)]).await;
    page.text().has(&[
        "Takes the project away",
        "own team",
        "Declares a conflict",
        "no judge of this event",
        "Columns that are not used: round.",
    ]);
    let fields = [("file", list.as_str()), ("digest", &hidden(&page, "digest"))];
    assert_eq!(site.browser("olga").submit(FILE, &fields).await.status, 303);
    assert_eq!(assignments(&world).await, 1);
    let kind: String = world.one("select kind || ' ' || source from conflict where event_id = $1").await;
    assert_eq!(kind, "other import");
    // The log names each pair.
    let (action, .., after) = world.audit().await.pop().unwrap();
    assert_eq!(action, "assignment.imported");
    let pairs = |of: &str| after[of].as_array().unwrap().iter().map(|pair| pair["project"].clone());
    assert!(pairs("taken").eq([serde_json::json!(boat)]), "{after}");
    assert!(pairs("declared").eq([serde_json::json!(boat)]) && pairs("given").count() == 0, "{after}");
}

/// Holds the lock of those who decide who judges what.
async fn hold(world: &World) -> Transaction<'static, Postgres> {
    let mut held = world.pool.begin().await.unwrap();
    let sql = "select pg_advisory_xact_lock(hashtextextended('pull', $1))";
    sqlx::query(sql).bind(world.event).execute(&mut *held).await.unwrap();
    held
}

/// Answers a request that waits for what is held, and is committed then.
async fn after(
    held: Transaction<'static, Postgres>,
    world: &World,
    request: impl Future<Output = Reply>,
) -> Reply {
    let mut request = std::pin::pin!(request);
    let early = tokio::select! {
        reply = &mut request => Some(reply),
        () = until_waiting(&world.pool, 1) => None,
    };
    held.commit().await.unwrap();
    match early {
        Some(reply) => reply,
        None => request.await,
    }
}

#[database_test(demo().served(&pool))]
async fn no_project_is_assigned_past_a_conflict_of_the_same_moment(world: World, site: Site) {
    let (bo, boat) = (world.person("bo").await, world.project("Boat").await);
    let pair = |sql: &'static str| sqlx::query(sql).bind(world.event).bind(bo).bind(boat);
    // The conflict first, the assignment at the same moment.
    let mut held = hold(&world).await;
    pair("insert into conflict (event_id, person_id, project_id) values ($1, $2, $3)")
        .execute(&mut *held)
        .await
        .unwrap();
    let (olga, to) = (site.browser("olga"), format!("{LIST}/judges/{bo}/assign"));
    let id = boat.to_string();
    after(held, &world, olga.submit(&to, &[("project", &id)])).await.is(409);
    assert_eq!(assignments(&world).await, 0);
    // The assignment first, then each way to declare a conflict.
    let desk = format!("{LIST}/conflicts/declare");
    let judge = bo.to_string();
    let by_judge = [("project", id.as_str()), ("kind", "mentor")];
    let by_organizer = [by_judge[0], by_judge[1], ("judge", judge.as_str())];
    let ways = [
        ("olga", desk.as_str(), &by_organizer[..]),
        ("bo", "/events/demo/judge/conflicts/declare", &by_judge[..]),
    ];
    for (who, path, fields) in ways {
        world.run("delete from conflict; delete from assignment").await;
        let mut held = hold(&world).await;
        pair(
            "insert into assignment (event_id, person_id, project_id, source) values ($1, $2, $3, 'manual')",
        )
        .execute(&mut *held)
        .await
        .unwrap();
        let browser = site.browser(who);
        after(held, &world, browser.submit(path, fields)).await.is(303);
        let status: String = world.one("select status from assignment where event_id = $1").await;
        assert_eq!(status, "recused", "{who}");
    }
}

#[database_test(demo().served(&pool))]
async fn a_review_that_is_submitted_while_a_plan_is_undone_keeps_the_whole_plan(world: World, site: Site) {
    assert_eq!(write_plan(&site).await.status, 303);
    let (id, name): (i64, String) = one_row(&world.pool, "select a.id, split_part(p.email, '@', 1) from assignment a join person p on p.id = a.person_id order by a.id limit 1").await;
    // The judge's save holds the assignment, and waits for the log.
    let mut log = world.pool.begin().await.unwrap();
    sqlx::query("select from audit_head for update").execute(&mut *log).await.unwrap();
    let (judge, olga) = (site.api(&name), site.browser("olga"));
    let save = format!("/api/judge/assignments/{id}/review");
    let full = format!(r#"{{"scores": {FULL}, "submit": true}}"#);
    let undo = format!("{LIST}/undo");
    let (saved, undone, ()) = tokio::join!(
        judge.post_text(&save, full),
        async {
            until_waiting(&world.pool, 1).await;
            olga.submit(&undo, &[]).await
        },
        async {
            until_waiting(&world.pool, 2).await;
            log.commit().await.unwrap();
        },
    );
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert_eq!(undone.status, 412, "{}", undone.text());
    assert_eq!(assignments(&world).await, 18, "a plan is undone as a whole or not at all");
}

#[database_test(demo().assign("bo", "Boat").assign("cy", "Boat").served(&pool))]
async fn a_line_whose_verdict_has_changed_is_shown_anew_and_not_written(world: World, site: Site) {
    let boat = world.project("Boat").await;
    let list =
        format!("paper,action,email\n{boat},clearreview,bo@x.example\n{boat},clearreview,cy@x.example\n");
    // As a browser sends a chosen file.
    let token = csrf_token(&session("olga"));
    let body = multipart::form(&[("list.csv", list.as_str())], &[("csrfmiddlewaretoken", token.as_str())]);
    let cookie = format!("sessionid={}", session("olga"));
    let olga = site.browser("olga");
    let page = olga.send_with("POST", FILE, &[("cookie", cookie.as_str()), multipart::KIND], body).await;
    page.says("Write 2 lines");
    let id = world.assignment("bo", "Boat").await;
    site.api("bo").post_text(&format!("/api/judge/assignments/{id}/review"), "{}").await.is(200);
    let fields = [("file", list.as_str()), ("digest", &hidden(&page, "digest"))];
    olga.submit(FILE, &fields).await.answers(412, "Write 1 line");
    assert_eq!(assignments(&world).await, 2);
}

#[database_test(demo().assign("bo", "Boat").create(&pool))]
async fn hostile_choices_are_refused_and_change_nothing(world: World) {
    let (_other, site) = Event::new("other")
        .judging()
        .organizer("oto")
        .judge("zed")
        .team("Far", &["fay"])
        .project("Moon", "Far")
        .served(&world.pool)
        .await;
    let olga = site.browser("olga");
    let (bo, zed) = (world.person("bo").await.to_string(), world.person("zed").await.to_string());
    let boat = world.project("Boat").await.to_string();
    let moon: i64 = world.one("select id from project where title = 'Moon'").await;
    let moon = moon.to_string();
    for id in ["", "0", "-1", "1.5", "9223372036854775807", "99999999999999999999", "\0", &moon, "9999"] {
        let given = olga.submit(&format!("{LIST}/judges/{bo}/assign"), &[("project", id)]).await;
        assert_eq!(given.status, 400, "project {id:?}: {}", given.text());
        let fields = [("judge", bo.as_str()), ("project", id), ("kind", "other")];
        let declared = olga.submit(&format!("{LIST}/conflicts/declare"), &fields).await;
        assert_eq!(declared.status, 400, "conflict with {id:?}: {}", declared.text());
        let fields = [("project", id), ("kind", "other")];
        let own = site.browser("bo").submit("/events/demo/judge/conflicts/declare", &fields).await;
        assert_eq!(own.status, 400, "own conflict with {id:?}: {}", own.text());
    }
    for id in ["", "-1", "9999", &zed] {
        let given = olga.submit(&format!("{LIST}/projects/{boat}/assign"), &[("judge", id)]).await;
        assert!(matches!(given.status, 400 | 403), "judge {id:?}: {} {}", given.status, given.text());
        let fields = [("judge", id), ("project", boat.as_str()), ("kind", "other")];
        let path = format!("{LIST}/conflicts/declare");
        assert_eq!(olga.submit(&path, &fields).await.status, 400, "judge {id:?}");
    }
    for (reviews, weight) in [
        ("0", "3"),
        ("-1", "3"),
        ("51", "3"),
        ("99999999999", "3"),
        ("3", "-1"),
        ("3", "21"),
        ("x", "y"),
        ("3\0", "3"),
    ] {
        let page = olga.submit(PLAN, &[("reviews", reviews), ("weight", weight), ("digest", "x")]).await;
        assert_eq!(page.status, 400, "{reviews:?} {weight:?}: {}", page.text());
    }
    for digest in ["", "x", &"f".repeat(100_000)] {
        assert_eq!(olga.submit(PLAN, &[("digest", digest)]).await.status, 412);
    }
    // The organizer of another event has no say here.
    site.browser("oto").submit(&format!("{LIST}/judges/{bo}/assign"), &[("project", &boat)]).await.is(403);
    let id = world.assignment("bo", "Boat").await;
    let other = "/events/other/manage/assignments";
    for act in ["remove", "recuse", "reinstate"] {
        let reply = site.browser("oto").submit(&format!("{other}/{id}/{act}"), &[]).await;
        assert_eq!(reply.status, 404, "{act} across events");
    }
    assert_eq!(assignments(&world).await, 1);
    assert_eq!(world.audit().await.len(), 0);
}

#[database_test(demo().served(&pool))]
async fn planning_takes_any_event_however_odd(world: World, site: Site) {
    let olga = site.browser("olga");
    let set = async |sql: &'static str| {
        sqlx::raw_sql(sql).execute(&mut *world.pool.acquire().await.unwrap()).await.unwrap();
    };
    // Everybody has a conflict with Boat.
    set("insert into conflict (event_id, person_id, project_id)
         select p.event_id, m.person_id, p.id from project p join membership m on m.event_id = p.event_id and m.role = 'judge'
         where p.title = 'Boat'").await;
    olga.get(&format!("{PLAN}?reviews=2")).await.answers(200, "Boat");
    // Nobody takes anything.
    set("update event_person set review_cap = 0").await;
    olga.get(&format!("{PLAN}?reviews=2")).await.says("leave no room for 10 reviews");
    // One judge.
    set("update event_person set review_cap = null; delete from conflict;
         delete from membership where role = 'judge' and person_id <> (select id from person where email = 'bo@x.example')").await;
    let page = olga.get(&format!("{PLAN}?reviews=2")).await.is(200);
    let fields = [("reviews", "2"), ("weight", "3"), ("digest", &hidden(&page, "digest"))];
    assert_eq!(olga.submit(PLAN, &fields).await.status, 303);
    assert_eq!(assignments(&world).await, 6);
    // None.
    set("delete from assignment; delete from membership where role = 'judge'").await;
    let page = olga.get(PLAN).await;
    page.answers(200, "Invite at least");
    assert!(!page.body.contains(r#"name="digest""#), "there is nothing to write");
    assert_eq!(olga.submit(PLAN, &fields).await.status, 412, "nothing is as the plan before had it");
}

#[database_test(demo().assign("bo", "Lamp").served(&pool))]
async fn entering_from_paper_is_offered_while_judging_is_open(world: World, site: Site) {
    let page = format!("/events/demo/manage/people/{}", world.person("bo").await);
    let olga = site.browser("olga");
    let open = olga.get(&page).await.text();
    assert!(open.contains("Enter from paper"), "{open}");
    world.run("update event set judging_close = now() - interval '1 minute' where id = $1").await;
    let closed = olga.get(&page).await.text();
    assert!(closed.contains("Take away") && !closed.contains("Enter from paper"), "{closed}");
}

#[database_test(demo().assign("bo", "Lamp").served(&pool))]
async fn planning_and_assigning_by_hand_are_offered_until_judging_closes(world: World, site: Site) {
    let olga = site.browser("olga");
    let judge = format!("/events/demo/manage/people/{}", world.person("bo").await);
    let pages = [
        (LIST, &["Plan assignments", "Assignments from a file", "How many reviews do we need?"][..]),
        (judge.as_str(), &["Assign by hand", "Move 1 pending project to others"][..]),
    ];
    for (page, ways) in pages {
        let open = olga.get(page).await.is(200).text();
        assert!(ways.iter().all(|way| open.contains(way)), "{open}");
    }
    world.run("update event set judging_close = now() - interval '1 minute' where id = $1").await;
    for ((page, ways), stays) in pages.into_iter().zip(["Conflicts of interest", "Take away"]) {
        let closed = olga.get(page).await.is(200).text();
        assert!(closed.contains(stays), "{closed}");
        assert!(!ways.iter().any(|way| closed.contains(way)), "{closed}");
    }
}
