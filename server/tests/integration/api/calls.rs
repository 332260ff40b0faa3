//! Judges call for help, and organizers come. Organizers act for all judges of a state.

use crate::prelude::*;
use sqlx::AssertSqlSafe;

const BOARD: &str = "/events/demo/manage";
const ONCE: &str = "/events/demo/manage/board/live?once=yes";

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .judges(&["ada", "bo"])
        .organizers(&["olga", "otto"])
        .team("Lights", &["pia"])
        .project("Lamp", "Lights")
        .assign("ada", "Lamp")
}

async fn placed(pool: &PgPool) -> (World, Site) {
    let (world, site) = demo().served(pool).await;
    let sql = "insert into project_place (event_id, project_id, room, place)
        select event_id, id, 'Loft', '7' from project where title = 'Lamp';
        update assignment set created_at = created_at - interval '1 hour'";
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.unwrap();
    (world, site)
}

async fn call(world: &World) -> i64 {
    world.one("select max(id) from help_call where event_id = $1").await
}

#[database_test(placed(&pool))]
async fn nobody_reads_the_address_of_an_organizer_who_gave_no_name(world: World, site: Site) {
    world.run("update person set name = '' where email = 'olga@x.example'").await;
    let (ada, olga) = (site.browser("ada"), site.browser("olga"));
    olga.submit("/events/demo/manage/notices", &[("to", "everybody"), ("text", "Lunch.")]).await.is(303);
    let task = world.assignment("ada", "Lamp").await;
    ada.submit("/judge/call", &[("event", "demo"), ("back", "list")]).await.is(303);
    let id = call(&world).await;
    olga.submit(&format!("{BOARD}/calls/{id}/on-my-way"), &[]).await.is(303);
    let entered =
        "insert into review (event_id, assignment_id, scores, entered_by)
        select a.event_id, a.id, '{}', o.id from assignment a, person o where a.event_id = $1 and o.email = 'olga@x.example'";
    world.run(entered).await;
    let page = format!("/judge/assignments/{task}");
    for reply in [
        ada.get("/judge").await,
        ada.get(&page).await,
        site.browser("pia").get("/events/demo").await,
        site.api("ada").get("/api/judge/tasks").await,
        site.api("ada").get("/api/me/notices").await,
        site.api("pia").get("/api/me/notices").await,
    ] {
        assert!(!reply.body.contains("olga@x.example"), "{}", reply.body);
    }
    ada.get("/judge").await.text().has(&["Notice from an organizer", "An organizer is on the way"]);
}

#[database_test(placed(&pool))]
async fn a_judge_calls_once_and_reads_who_is_on_the_way(world: World, site: Site) {
    let (ada, olga) = (site.browser("ada"), site.browser("olga"));
    let task = world.assignment("ada", "Lamp").await;
    let page = format!("/judge/assignments/{task}");
    // Where the answer appears by itself, and without scripting by a link.
    let asks_again = ["data-renewed=\"15\"", ">Reload</a></noscript>"];
    for path in ["/judge", page.as_str()] {
        let shown = ada.get(path).await;
        assert!(shown.text().contains("Call an organizer"), "{path}");
        assert!(shown.body.contains("id=\"call-demo\""), "{path}: {}", shown.body);
        shown.body.lacks(&asks_again);
    }
    let task = task.to_string();
    let form = [("event", "demo"), ("assignment", task.as_str()), ("said", "Nobody is at the table.")];
    ada.submit("/judge/call", &form).await.leads_to(&page);
    ada.submit("/judge/call", &[("event", "demo"), ("back", "list")]).await.leads_to("/judge");
    assert_eq!(world.one::<i64>("select count(*) from help_call where event_id = $1").await, 1);
    // The board of everybody who watches has it at once, with place and words, above everything else.
    for board in [olga.get(BOARD).await.text(), site.browser("otto").get(ONCE).await.body] {
        for part in ["1 judge calls for help", "Loft, 7", "Nobody is at the table.", "On my way"] {
            assert!(board.contains(part), "{part} in {board}");
        }
    }
    let id = call(&world).await;
    assert_eq!(olga.submit(&format!("{BOARD}/calls/{id}/on-my-way"), &[]).await.location(), BOARD);
    for path in ["/judge", page.as_str()] {
        let shown = ada.get(path).await;
        shown.body.has(&asks_again);
        shown.body.has(&["renewed-parts.js"]);
        let shown = shown.text();
        assert!(shown.contains("Olga is on the way") && !shown.contains("Call an organizer"), "{shown}");
    }
    assert!(olga.get(BOARD).await.text().contains("Olga is on the way."));
    // Pressed twice, it is one act; somebody else can go instead.
    olga.submit(&format!("{BOARD}/calls/{id}/on-my-way"), &[]).await;
    site.browser("otto").submit(&format!("{BOARD}/calls/{id}/on-my-way"), &[]).await;
    assert!(ada.get("/judge").await.text().contains("Otto is on the way"));
    assert_eq!(olga.submit(&format!("{BOARD}/calls/{id}/done"), &[]).await.status, 303);
    olga.submit(&format!("{BOARD}/calls/{id}/done"), &[]).await;
    for path in ["/judge", page.as_str()] {
        let ended = ada.get(path).await;
        ended.body.lacks(&asks_again);
        ended.text().has(&["Your call for an organizer ended, ", "Otto was on the way", "Call an organizer"]);
    }
    let told = site.api("ada").get("/api/judge/tasks").await.json();
    assert_eq!(told[0]["call"], Value::Null, "no call waits: {told}");
    world.run("update help_call set ended_at = ended_at - interval '16 minutes', called_at = called_at - interval '16 minutes'").await;
    ada.get("/judge").await.text().lacks(&["Your call for an organizer ended"]);
    assert!(!olga.get(BOARD).await.text().contains("Nobody is at the table."));
    // Another call, which the judge takes back.
    ada.submit("/judge/call", &[("event", "demo")]).await;
    ada.submit("/judge/call/withdraw", &[("event", "demo")]).await;
    ada.submit("/judge/call/withdraw", &[("event", "demo")]).await;
    let rows: Vec<String> = world.audit().await.into_iter().map(|row| row.0).collect();
    let acts = ["call.made", "call.taken", "call.taken", "call.ended", "call.made", "call.withdrawn"];
    assert_eq!(rows, acts);
    let log = olga.get("/events/demo/manage/audit").await.text();
    log.has(&["called for help (Ada)", "went to help a judge (Ada)"]);
    let told =
        world.one::<i64>("select count(*) from audit_log where event_id = $1 and after like '%table%'").await;
    assert_eq!(told, 0, "what was said stays out of the log");
}

#[database_test(placed(&pool))]
async fn only_judges_call_and_only_while_there_is_something_to_judge(world: World, site: Site) {
    for who in ["olga", "pia"] {
        assert_eq!(site.browser(who).submit("/judge/call", &[("event", "demo")]).await.status, 403, "{who}");
    }
    let ada = site.browser("ada");
    // What was typed comes back, also on the list.
    let long = "x".repeat(121);
    let task = world.assignment("ada", "Lamp").await.to_string();
    for back in ["", "list"] {
        let form =
            [("event", "demo"), ("assignment", task.as_str()), ("said", long.as_str()), ("back", back)];
        let refused = ada.submit("/judge/call", &form).await.is(400);
        assert!(refused.body.contains(&long) && refused.text().contains("120"), "{}", refused.body);
    }
    // The assignment of another judge says nothing of where this one is.
    let form = [("event", "demo"), ("assignment", task.as_str())];
    assert_eq!(site.browser("bo").submit("/judge/call", &form).await.status, 303);
    let placed = "select count(*) from help_call where event_id = $1 and project_id is not null";
    assert_eq!(world.one::<i64>(placed).await, 0);
    for (who, status) in [("ada", 403), ("pia", 403), ("olga", 404)] {
        for act in ["on-my-way", "done"] {
            let path = format!("{BOARD}/calls/0/{act}");
            assert_eq!(site.browser(who).submit(&path, &[]).await.status, status, "{who}: {act}");
        }
    }
    world.move_window("judging", (Some(-2), Some(-1))).await;
    ada.submit("/judge/call", &[("event", "demo")]).await.answers(409, "Judging for Demo closed at ");
    assert!(!ada.get("/judge").await.text().contains("Call an organizer"));
}

#[database_test(placed(&pool))]
async fn an_organizer_who_takes_part_comes_without_being_told_who_judges_what(world: World, site: Site) {
    let part = "insert into membership (event_id, person_id, role)
        select m.event_id, m.person_id, 'judge' from membership m join person p on p.id = m.person_id
        where p.email like 'otto@%' and m.role = 'organizer'";
    sqlx::raw_sql(AssertSqlSafe(part)).execute(&world.pool).await.unwrap();
    let task = world.assignment("ada", "Lamp").await.to_string();
    site.browser("ada").submit("/judge/call", &[("event", "demo"), ("assignment", &task)]).await;
    let otto = site.browser("otto");
    let board = otto.get(BOARD).await;
    let (_, calls) = board.body.split_once("id=\"board-calls\"").unwrap();
    let (calls, _) = calls.split_once("</section>").unwrap();
    assert!(calls.contains("Loft") && calls.contains("On my way"), "{calls}");
    assert!(!calls.contains("Lamp") && !calls.contains("Loft, 7"), "{calls}");
    let id = call(&world).await;
    assert_eq!(otto.submit(&format!("{BOARD}/calls/{id}/on-my-way"), &[]).await.status, 303);
    assert!(site.browser("ada").get("/judge").await.text().contains("Otto is on the way"));
}

#[database_test(placed(&pool))]
async fn a_deleted_account_leaves_no_call(world: World, site: Site) {
    let ada = site.browser("ada");
    ada.submit("/judge/call", &[("event", "demo"), ("said", "Here")]).await;
    assert_eq!(world.one::<i64>("select count(*) from help_call where event_id = $1").await, 1);
    ada.submit("/me/leave", &[("typed", "leave")]).await;
    assert_eq!(world.one::<i64>("select count(*) from help_call where event_id = $1").await, 0);
}

#[database_test(placed(&pool))]
async fn one_press_acts_for_all_of_a_state(world: World, site: Site) {
    let olga = site.browser("olga");
    // Ada has one project and has saved nothing; Bo has none; Lamp should have three reviews.
    let board = olga.get(BOARD).await.text();
    board.has(&["Nudge 1 judge who has not started", "Deal reviews for 1 project with too few judges"]);
    let act = async |what: &str| olga.submit(&format!("{BOARD}/board/for-all"), &[("what", what)]).await;
    for written in [1, 0] {
        let nudged = act("nudge-not-started").await;
        assert_eq!(nudged.location(), format!("{BOARD}?written={written}"), "{}", nudged.body);
    }
    assert!(olga.get(&format!("{BOARD}?written=1")).await.text().contains("1 notice is posted."));
    site.browser("ada").get("/judge").await.says("Reviews are waiting for you.");
    assert!(!site.browser("bo").get("/judge").await.text().contains("Reviews are waiting for you."));
    assert_eq!(act("nudge-silent").await.location(), format!("{BOARD}?written=0"));
    // Ada's work goes to Bo, and Ada may get what is still missing.
    assert!(board.contains("Move the work of 1 judge who has not begun to others"), "{board}");
    let moved = act("move-not-begun").await;
    assert_eq!(moved.location(), format!("{BOARD}?moved=1"), "{}", moved.body);
    assert!(world.assignment("bo", "Lamp").await > 0);
    let dealt = act("deal-out").await;
    assert_eq!(dealt.location(), format!("{BOARD}?dealt=1"), "{}", dealt.body);
    assert!(world.assignment("ada", "Lamp").await > 0);
    // Nobody is left for it: the refusal is on the board.
    act("deal-out").await.answers(409, "Nothing was done");
    // Both got it a moment ago: nobody is late.
    assert_eq!(act("move-not-begun").await.status, 409);
    assert_eq!(act("all").await.status, 400);
    site.browser("ada").submit(&format!("{BOARD}/board/for-all"), &[("what", "deal-out")]).await.is(403);
    let rows: Vec<String> = world.audit().await.into_iter().map(|row| row.0).collect();
    assert_eq!(rows, ["notice.posted", "assignment.moved", "assignment.planned"]);
}

#[database_test]
async fn one_press_for_many_leaves_the_hour_to_other_notices(pool: PgPool) {
    let mut event = demo();
    for n in 0..40 {
        let judge = format!("judge-{n}");
        event = event.judge(&judge).assign(&judge, "Lamp");
    }
    let (_, site) = event.served(&pool).await;
    let olga = site.browser("olga");
    let nudged = olga.submit(&format!("{BOARD}/board/for-all"), &[("what", "nudge-not-started")]).await;
    assert_eq!(nudged.location(), format!("{BOARD}?written=41"), "{}", nudged.body);
    // Nobody read more than one: 29 others still fit into the hour, and no thirtieth.
    for n in 1..=30 {
        let text = format!("The hall is on fire, {n}");
        let fields = [("to", "everybody"), ("text", text.as_str())];
        let posted = olga.submit(&format!("{BOARD}/notices"), &fields).await;
        assert_eq!(posted.status, if n < 30 { 303 } else { 429 }, "{n}");
    }
}
