//! Judges who are invited and have not come yet: dealt to, printed for, theirs when they come, shared out when they don't.

use crate::api::invitations::get_as;
use crate::prelude::*;

const LIST: &str = "/events/demo/manage/assignments";
const PLAN: &str = "/events/demo/manage/assignments/plan";
const PEOPLE: &str = "/events/demo/manage/people";

const INVITE: &str = "insert into invitation (event_id, name, email, role, token_hash)
    values ($1, $2, $3, 'judge', sha256(convert_to($3, 'UTF8')))";

/// Four projects, two judges who are here, and three invitations: one of them to a member of Lamp's team.
async fn world(pool: &PgPool) -> (World, Site) {
    let mut event = Event::new("demo").judging().organizer("olga").judge("bo").judge("cy");
    for (title, team, member) in [
        ("Lamp", "Lights", "pia"),
        ("Boat", "Sails", "ben"),
        ("Kite", "Winds", "kim"),
        ("Dune", "Sands", "dan"),
    ] {
        event = event.team(team, &[member]).project(title, team);
    }
    let world = event.create(pool).await;
    for (name, email) in [("Nora", "nora@y.example"), ("Ned", "ned@y.example"), ("", "PIA@x.example")] {
        sqlx::query(INVITE).bind(world.event).bind(name).bind(email).execute(pool).await.unwrap();
    }
    (world, Site::new(pool).await)
}

/// Writes the plan that is shown for so many judges a project.
async fn write_plan(site: &Site, reviews: &str) -> Reply {
    let page = site.browser("olga").get(&format!("{PLAN}?reviews={reviews}")).await.is(200);
    let (_, digest) = page.body.rsplit_once(r#"name="digest" value=""#).unwrap_or_default();
    let digest = digest.split('"').next().unwrap_or_default();
    assert!(!digest.is_empty(), "no plan that adds: {}", page.body);
    site.browser("olga").submit(PLAN, &[("reviews", reviews), ("digest", digest)]).await
}

async fn invitation(world: &World, name: &str) -> i64 {
    world
        .one(&format!("select id from invitation where event_id = $1 and lower(email) like '{name}@%'"))
        .await
}

/// The numbers of what is dealt to an invitation.
async fn dealt(world: &World, name: &str) -> Vec<i64> {
    let id = invitation(world, name).await;
    world
        .all(&format!("select id from invited_work where event_id = $1 and invitation_id = {id} order by 1"))
        .await
}

/// The numbers of the assignments of the person with this address.
async fn assigned(world: &World, email: &str) -> Vec<i64> {
    let sql = format!(
        "select a.id from assignment a join person p on p.id = a.person_id
         where a.event_id = $1 and p.email = '{email}' order by 1"
    );
    world.all(&sql).await
}

async fn count(world: &World, table: &str) -> i64 {
    world.one(&format!("select count(*) from {table} where event_id = $1")).await
}

#[database_test(world(&pool))]
async fn who_is_invited_is_dealt_to_and_has_the_same_projects_on_coming(world: World, site: Site) {
    let olga = site.browser("olga");
    let page = olga.get(&format!("{PLAN}?reviews=3")).await;
    page.says("All, with 3 not here yet");
    let nora = invitation(&world, "nora").await;
    let line = format!("/people/invitations?of={nora}\"");
    assert!(page.body.contains(&line) && page.text().contains("Not here yet"), "{}", page.text());
    let only_here = olga.get(&format!("{PLAN}?reviews=2&judges=here")).await;
    assert!(!only_here.body.contains(&line), "{}", only_here.text());

    assert_eq!(write_plan(&site, "3").await.location(), format!("{LIST}?planned=12"));
    let waiting = count(&world, "invited_assignment").await;
    assert!(waiting > 0);
    assert_eq!(waiting + count(&world, "assignment").await, 12);
    let log = world.audit().await;
    assert_eq!((&log[0].3["added"], &log[0].3["not_here_yet"]), (&json!(12), &json!(waiting)));
    let sql = "select count(*) from invited_assignment a join invitation i on i.id = a.invitation_id
             join project p on p.id = a.project_id
             where a.event_id = $1 and i.email = 'PIA@x.example' and p.title = 'Lamp'";
    assert_eq!(world.one::<i64>(sql).await, 0, "whose address is on a team does not judge it");

    let list = olga.get(LIST).await.text();
    let said = format!("3 judges are not here yet, {waiting} visits are theirs");
    assert!(list.contains(&said) && list.contains("Nora (not here yet)"), "{list}");
    assert!(list.contains("Every project has its judges."), "{list}");
    for sheets in ["judges", "scores-by-judge"] {
        let printed = olga.get(&format!("/events/demo/manage/floor/print?sheets={sheets}")).await.text();
        assert!(printed.contains("Nora") && printed.contains("Ned"), "{sheets}: {printed}");
    }

    // She comes by her card, and her sheet's codes lead to her forms.
    let before = dealt(&world, "nora").await;
    assert!(!before.is_empty());
    let card = olga.submit(&format!("{PEOPLE}/cards/print"), &[("judge", &nora.to_string())]).await.text();
    let link: String = card.split("http://portal.example").nth(1).unwrap().chars().take(56).collect();
    let came = post(&site, &format!("{link}/accept"), &[("name", "Nora")]).await;
    assert_eq!(came.location(), "/judge");
    assert_eq!(assigned(&world, "nora@y.example").await, before);
    assert!(dealt(&world, "nora").await.is_empty());
    let session = came.cookie("sessionid").unwrap();
    assert_eq!(get_as(&site, &session, &format!("/judge/assignments/{}", before[0])).await.status, 200);
    let log = world.audit().await;
    let accepted = log.iter().find(|(action, ..)| action == "invitation.accepted").unwrap();
    assert_eq!(accepted.3["assignments"], json!(before.len()));
    // Nothing of it was dealt twice, and the plan is still one.
    assert_eq!(count(&world, "invited_assignment").await + count(&world, "assignment").await, 12);
    let undone = olga.submit(&format!("{LIST}/undo"), &[]).await;
    assert_eq!(undone.location(), format!("{LIST}?undone=12"));
    assert_eq!(count(&world, "invited_assignment").await + count(&world, "assignment").await, 0);
}

#[database_test(world(&pool))]
async fn the_work_of_judges_who_do_not_come_is_shared_out_in_one_press(world: World, site: Site) {
    let olga = site.browser("olga");
    olga.submit(&format!("{LIST}/invited"), &[]).await.is(409);
    assert_eq!(write_plan(&site, "2").await.status, 303);
    let waiting = count(&world, "invited_work").await;
    assert!(waiting > 0);
    assert!(olga.get(LIST).await.text().contains("Share them out among judges who are here"));
    world.run("update event set judging_close = now() - interval '1 minute' where id = $1").await;
    assert!(!olga.get(LIST).await.text().contains("Share them out"), "after the close nobody visits");
    world.run("update event set judging_close = null where id = $1").await;
    for judge in ["bo", "cy"] {
        assert!(added(&site, judge).await.is_empty(), "a first plan adds nothing");
    }
    let shared = olga.submit(&format!("{LIST}/invited"), &[]).await;
    assert_eq!(shared.location(), format!("{LIST}?moved={waiting}"));
    assert_eq!((count(&world, "invited_assignment").await, count(&world, "assignment").await), (0, 8));
    let each: Vec<i64> =
        world.all("select count(*) from assignment where event_id = $1 group by project_id").await;
    assert_eq!(each, [2, 2, 2, 2], "every project keeps the number of its judges");
    let (action, _, _, after) = world.audit().await.pop().unwrap();
    let moved = after["moved"].as_array().map(Vec::len);
    assert_eq!(action.as_str(), "assignment.moved");
    assert_eq!(moved.and_then(|n| i64::try_from(n).ok()), Some(waiting));
    assert_eq!(after["from"], json!("judges who have not come"));
    assert!(!olga.get(LIST).await.text().contains("visits are theirs"));
    // The judges are told how much came, and not whose it was, until they have begun it.
    let came = [added(&site, "bo").await, added(&site, "cy").await];
    assert_eq!(i64::try_from(came[0].len() + came[1].len()).unwrap(), waiting);
    for (judge, mut left) in ["bo", "cy"].into_iter().zip(came) {
        while let Some(assignment) = left.pop() {
            let n = left.len() + 1;
            let said = format!("An organizer gave you {n} project{}.", if n == 1 { "" } else { "s" });
            let page = site.browser(judge).get("/judge").await.text();
            page.has(&[said.as_str()]);
            page.lacks(&["Nora", "Ned"]);
            let draft = json!({ "scores": { "quality": 3 } });
            let review = format!("/api/judge/assignments/{assignment}/review");
            site.api(judge).post(&review, draft).await.is(200);
            assert_eq!(added(&site, judge).await, left);
        }
        let page = site.browser(judge).get("/judge").await;
        page.text().lacks(&["An organizer gave you"]);
        // An open page asks again.
        page.body.has(&["id=\"added-demo\"", "renewed-parts.js"]);
    }
}

/// The assignments that a judge is told an organizer added while judging went on, by number.
async fn added(site: &Site, judge: &str) -> Vec<i64> {
    let events = site.api(judge).get("/api/judge/tasks").await.json();
    let tasks = events[0]["tasks"].as_array().unwrap();
    let added = tasks.iter().filter(|task| task["added_at"].is_string());
    let mut added: Vec<i64> = added.map(|task| task["assignment"].as_i64().unwrap()).collect();
    added.sort_unstable();
    added
}

#[database_test(world(&pool))]
async fn what_was_dealt_before_judging_opened_was_not_added_and_what_a_later_plan_deals_was(
    world: World,
    site: Site,
) {
    let olga = site.browser("olga");
    let opens = async |when: &str| {
        world
            .run(&format!("update event set judging_open = {when}, judging_close = null where id = $1"))
            .await;
    };
    let all = async |judge: &str| assigned(&world, &format!("{judge}@x.example")).await;
    opens("now() + interval '1 hour'").await;
    assert_eq!(write_plan(&site, "2").await.status, 303);
    olga.submit(&format!("{LIST}/undo"), &[]).await.is(303);
    assert_eq!(write_plan(&site, "2").await.status, 303);
    opens("now()").await;
    for judge in ["bo", "cy"] {
        assert!(!all(judge).await.is_empty() && added(&site, judge).await.is_empty(), "{judge}");
    }
    // As if judging had been open all the time: the plan that was undone counts for nothing, so the second one is the first.
    opens("now() - interval '1 hour'").await;
    let first = [all("bo").await, all("cy").await];
    for judge in ["bo", "cy"] {
        assert!(added(&site, judge).await.is_empty(), "{judge}");
    }
    assert_eq!(write_plan(&site, "4").await.status, 303);
    let mut later = 0;
    for (judge, first) in ["bo", "cy"].into_iter().zip(first) {
        let mut more = all(judge).await;
        more.retain(|assignment| !first.contains(assignment));
        later += more.len();
        assert_eq!(added(&site, judge).await, more, "{judge}");
    }
    assert!(later > 0);
    world.run("update event set judging_close = now() where id = $1").await;
    assert!(added(&site, "bo").await.is_empty(), "judging is over");
}

#[database_test(world(&pool))]
async fn what_an_organizer_gives_by_hand_while_judging_is_open_was_added_also_as_the_first(
    world: World,
    site: Site,
) {
    let olga = site.browser("olga");
    let bo = world.person("bo").await;
    let give = async |title: &str| {
        let project = world.project(title).await.to_string();
        olga.submit(&format!("{LIST}/judges/{bo}/assign"), &[("project", &*project)]).await.is(303);
    };
    let opens = async |when: &str| {
        world.run(&format!("update event set judging_open = {when} where id = $1")).await;
    };
    give("Boat").await;
    let first = assigned(&world, "bo@x.example").await;
    assert_eq!((added(&site, "bo").await, first.len()), (first.clone(), 1), "without a plan");
    opens("now()").await;
    assert!(added(&site, "bo").await.is_empty(), "it came before judging opened");
    give("Kite").await;
    let mut more = assigned(&world, "bo@x.example").await;
    more.retain(|assignment| !first.contains(assignment));
    assert_eq!(added(&site, "bo").await, more);
}

#[database_test(world(&pool))]
async fn nothing_is_dealt_to_who_was_on_its_team_nor_to_a_deactivated_account(world: World, site: Site) {
    let olga = site.browser("olga");
    let left =
        "update event_person set on_team = true, team_ids = array(select id from team where name = 'Sails')
        where event_id = $1 and person_id = (select id from person where email = 'bo@x.example')";
    world.run(left).await;
    world.run("update person set deactivated_at = now() where email = 'cy@x.example'").await;
    let of = async |email: &str| -> Vec<String> {
        let sql = "select p.title from assignment a join project p on p.id = a.project_id
            join person o on o.id = a.person_id where a.event_id = $1 and o.email = ";
        world.all(&format!("{sql}'{email}' order by 1")).await
    };
    assert_eq!(write_plan(&site, "4").await.status, 303);
    assert_eq!(of("bo@x.example").await, ["Dune", "Kite", "Lamp"]);
    assert!(of("cy@x.example").await.is_empty());
    // No press deals what the plan did not.
    let share = format!("{LIST}/invited");
    olga.submit(&share, &[]).await.is(409);
    olga.submit("/events/demo/manage/board/for-all", &[("what", "deal-out")]).await.is(409);
    // An organizer knows better, and says so.
    let dismissed = "insert into conflict_dismissal (event_id, person_id, project_id)
        select p.event_id, o.id, p.id from project p, person o
        where p.event_id = $1 and p.title = 'Boat' and o.email = 'bo@x.example'";
    world.run(dismissed).await;
    olga.submit(&share, &[]).await.is(303);
    assert_eq!(of("bo@x.example").await, ["Boat", "Dune", "Kite", "Lamp"]);
    assert!(of("cy@x.example").await.is_empty());
}

#[database_test(world(&pool))]
async fn the_page_says_why_work_of_judges_who_do_not_come_cannot_move(world: World, site: Site) {
    assert_eq!(write_plan(&site, "2").await.status, 303);
    let waiting = count(&world, "invited_work").await;
    let full = "update event_person e set review_cap = n.load from
        (select person_id, count(*)::int as load from assignment where event_id = $1 group by person_id) n
        where e.event_id = $1 and e.person_id = n.person_id";
    world.run(full).await;
    let olga = site.browser("olga");
    let list = olga.get(LIST).await.text();
    let why = format!("At least these stay with them: {waiting} reviews because no other judge has room.");
    list.has(&[why.as_str()]);
    list.lacks(&["Share them out"]);
    olga.submit(&format!("{LIST}/invited"), &[]).await.is(409);
    // The board says the same, of what projects lack too, and so does the check list.
    let board = olga.get("/events/demo/manage").await;
    board.shows("href=\"/events/demo/manage/people?invite=#invite\"");
    let why =
        format!("No judge who is here can take these: {waiting} reviews because no other judge has room.");
    board.text().has(&[why.as_str(), "Some missing reviews find no judge who is here: "]);
    board.text().lacks(&["Move their work on ", "Deal reviews for"]);
    // The page of one judge says the same of theirs.
    let bo = world.person("bo").await;
    let moving = olga.get(&format!("{PEOPLE}/{bo}?move=1")).await.text();
    moving.has(&["They stay with Bo: ", "There is nothing to move"]);
}

#[database_test]
async fn what_an_invited_judge_may_not_judge_goes_and_a_withdrawn_invitation_has_nothing(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let olga = site.browser("olga");
    assert_eq!(write_plan(&site, "4").await.status, 303);
    // Pia takes part: an organizer makes her a judge. Meanwhile a conflict of hers became known.
    let before = dealt(&world, "pia").await;
    assert!(!before.is_empty());
    let pia = world.person("pia").await;
    let conflict = "insert into conflict (event_id, person_id, project_id)
        select event_id, $2, project_id from invited_assignment where id = $1";
    sqlx::query(conflict).bind(before[0]).bind(pia).execute(&pool).await.unwrap();
    assert_eq!(dealt(&world, "pia").await, before[1..], "a conflict counts before she comes");
    assert_eq!(olga.submit(&format!("{PEOPLE}/{pia}/grant"), &[("role", "judge")]).await.status, 303);
    assert_eq!(assigned(&world, "pia@x.example").await, before[1..]);
    assert!(!olga.get(LIST).await.text().contains("PIA@x.example"), "she is here");

    let (ned, of_ned) = (invitation(&world, "ned").await, dealt(&world, "ned").await);
    assert!(!of_ned.is_empty());
    let says = "Projects that were dealt to the judge are free for the next plan.";
    olga.get(&format!("{PEOPLE}/invitations?of={ned}")).await.says(says);
    olga.submit(&format!("{PEOPLE}/invitations/{ned}/withdraw"), &[]).await.is(303);
    assert!(dealt(&world, "ned").await.is_empty());
    let (action, _, before, _) = world.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), &before["assignments"]), ("invitation.withdrawn", &json!(of_ned.len())));
}

#[database_test(world(&pool))]
async fn a_plan_says_whether_its_visits_fit(world: World, site: Site) {
    let page = async |query: &str| site.browser("olga").get(&format!("{PLAN}?reviews=2{query}")).await;
    assert!(page("").await.text().contains("whether the visits fit into the time for judging"));
    world.run("update event set visit_minutes = 5 where id = $1").await;
    page("").await.text().has(&["The visits fit into the", "of 5\u{a0}min"]);
    page("&breaks=1400").await.text().has(&["The visits do not fit", "min of breaks"]);
    page("&moving=1441").await.answers(400, "whole number from 0 to 1440");
    world.run("update event set judging_close = now() - interval '1 minute' where id = $1").await;
    let over = page("").await.text();
    assert!(over.contains("Judging is over, so no time is left for visits."), "{over}");
    assert!(!over.contains("The visits do not fit"), "{over}");
    world.run("update event set judging_close = null where id = $1").await;
    assert!(page("").await.text().contains("Judging has no end yet."));
}

#[database_test(world(&pool))]
async fn the_check_list_says_when_visits_no_longer_fit_as_the_page_of_a_plan_does(world: World, site: Site) {
    assert_eq!(write_plan(&site, "2").await.status, 303);
    let olga = site.browser("olga");
    let said = "The visits do not fit: ";
    let told = async || {
        let board = olga.get("/events/demo/manage").await.text();
        let plan = olga.get(&format!("{PLAN}?reviews=2")).await.text();
        assert_eq!(board.contains(said), plan.contains(said), "{board}\n{plan}");
        board.contains(said)
    };
    assert!(!told().await, "no minutes are set");
    for (minutes, close, is_said) in [(1, "1 hour", false), (50, "1 hour", true), (50, "9 hours", false)] {
        let sql = format!(
            "update event set visit_minutes = {minutes}, judging_close = now() + interval '{close}' where id = $1"
        );
        world.run(&sql).await;
        assert_eq!(told().await, is_said, "{minutes} minutes, {close}");
    }
}

#[database_test(world(&pool))]
async fn somebody_who_is_not_here_yet_is_given_one_project_by_hand_or_by_a_file(world: World, site: Site) {
    let olga = site.browser("olga");
    let (lamp, boat, kite) =
        (world.project("Lamp").await, world.project("Boat").await, world.project("Kite").await);
    let (nora, pia) = (invitation(&world, "nora").await, invitation(&world, "pia").await);
    let page = format!("/events/demo/manage/projects/{lamp}");
    let shown = olga.get(&page).await.body;
    assert!(shown.contains(&format!("value=\"-{nora}\"")), "{shown}");
    assert!(!shown.contains(&format!("value=\"-{pia}\"")), "her address is on its team");
    let give = async |judge: i64| {
        olga.submit(&format!("{LIST}/projects/{lamp}/assign"), &[("judge", &(-judge).to_string())])
            .await
            .status
    };
    assert_eq!(give(nora).await, 303);
    assert_eq!((give(nora).await, give(nora + 99).await), (409, 403));
    assert!(matches!(give(pia).await, 403 | 409 | 422), "her own team's");
    assert!(olga.get(&page).await.text().contains("Dealt to Nora"));
    let (action, _, _, after) = world.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), &after["invitation"]), ("assignment.created", &json!(nora)));

    let file = format!(
        "paper,action,email\n{boat},review,nora@y.example\n{lamp},conflict,nora@y.example\n{lamp},clearreview,NORA@y.example\n{lamp},review,pia@x.example\n{kite},conflict,nora@y.example\n{kite},review,nora@y.example\n"
    );
    let preview = olga.submit(&format!("{LIST}/file"), &[("file", &file)]).await;
    let sent = [("file", file.as_str()), ("digest", preview.body.hidden("digest"))];
    assert_eq!(olga.submit(&format!("{LIST}/file"), &sent).await.status, 303);
    let dealt: Vec<i64> =
        world.all("select project_id from invited_work where event_id = $1 order by project_id").await;
    assert_eq!(dealt, [boat], "one is given and one taken away, and nothing else");
    assert_eq!(world.one::<i64>("select count(*) from conflict where event_id = $1").await, 0);
    // The board counts who is not here yet.
    olga.get("/events/demo/manage").await.says("invited, not here yet");
}

#[database_test]
async fn what_somebody_chose_for_a_judge_who_comes_later_was_not_dealt_by_the_portal(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let olga = site.browser("olga");
    let (boat, kite) = (world.project("Boat").await, world.project("Kite").await);
    let invited = (-invitation(&world, "pia").await).to_string();
    let by_hand = format!("{LIST}/projects/{boat}/assign");
    assert_eq!(olga.submit(&by_hand, &[("judge", &invited)]).await.status, 303);
    let file = format!("paper,action,email\n{kite},review,pia@x.example\n");
    let preview = olga.submit(&format!("{LIST}/file"), &[("file", &file)]).await;
    let sent = [("file", file.as_str()), ("digest", preview.body.hidden("digest"))];
    assert_eq!(olga.submit(&format!("{LIST}/file"), &sent).await.status, 303);
    assert_eq!(write_plan(&site, "4").await.status, 303);
    let pia = world.person("pia").await;
    assert_eq!(olga.submit(&format!("{PEOPLE}/{pia}/grant"), &[("role", "judge")]).await.status, 303);
    let sql = format!(
        "select p.title || ': ' || a.source from assignment a join project p on p.id = a.project_id
         where a.event_id = $1 and a.person_id = {pia} and a.plan_id is null order by 1"
    );
    assert_eq!(world.all::<String>(&sql).await, ["Boat: manual", "Kite: import"]);
    let sql = "select distinct source from assignment where event_id = $1 and plan_id is not null";
    assert_eq!(world.all::<String>(sql).await, ["planned"]);
}

#[database_test(world(&pool))]
async fn the_board_counts_what_is_dealt_to_who_is_not_here_before_judging_opens(world: World, site: Site) {
    assert_eq!(write_plan(&site, "3").await.status, 303);
    let olga = site.browser("olga");
    let table = olga.get(&format!("{LIST}?table=1")).await.text();
    assert!(table.contains("Every judge and every project") && !table.contains("too few judges"), "{table}");
    let open = olga.get("/events/demo/manage").await.text();
    assert!(open.contains("not here yet. It needs") || open.contains("to come, so it needs"), "{open}");
    assert!(open.contains("not here yet.") && !open.contains("No judge is assigned to it."), "{open}");
    let later = "update event set judging_open = now() + interval '1 hour', judging_close = now() + interval '3 hours' where id = $1";
    world.run(later).await;
    olga.get("/events/demo/manage").await.says("Every project has the judges that it needs.");
}

#[database_test(world(&pool))]
async fn what_is_dealt_to_who_is_not_here_is_moved_and_not_dealt_again(world: World, site: Site) {
    world.run("update event set reviews_per_project = 2 where id = $1").await;
    let olga = site.browser("olga");
    let board = olga.get("/events/demo/manage").await.text();
    board.has(&["invited, not here yet"]);
    board.lacks(&["What is dealt to them", "Move their work on "]);
    assert_eq!(write_plan(&site, "2").await.status, 303);
    let waiting = count(&world, "invited_work").await;
    assert!(waiting > 0);
    let board = olga.get("/events/demo/manage").await.text();
    board.has(&["What is dealt to them stays theirs until you move it.", "Move their work on "]);
    board.lacks(&["Deal reviews for"]);
    let act = async |what: &str| olga.submit("/events/demo/manage/board/for-all", &[("what", what)]).await;
    let pairs = async || (count(&world, "invited_assignment").await, count(&world, "assignment").await);
    let before = pairs().await;
    assert_eq!(before, (waiting, 8 - waiting));
    act("deal-out").await.is(409);
    // A plan for those who are here alone leaves it, too.
    olga.get(&format!("{PLAN}?reviews=2&judges=here")).await.says("There is nothing to add");
    assert_eq!(pairs().await, before);
    assert_eq!(act("share-out").await.location(), format!("/events/demo/manage?moved={waiting}"));
    assert_eq!(pairs().await, (0, 8));
    act("share-out").await.is(409);
    assert_eq!(pairs().await, (0, 8), "a second press deals nothing");
}

#[database_test(world(&pool))]
async fn a_list_of_scores_tells_who_is_invited_from_who_is_unknown(world: World, site: Site) {
    let olga = site.browser("olga");
    let list =
        "judge,project,quality,impact\nnora@y.example,Lamp,5,2\nNed,Boat,4,4\neve@x.example,Boat,4,4\n";
    let page = olga.submit(&format!("{LIST}/scores"), &[("file", list)]).await.is(200);
    let told = |text: &str| {
        let invited = text.matches("this judge is invited and not here yet").count();
        (invited, text.matches("no judge of this event has this address").count())
    };
    assert_eq!(told(&page.text()), (2, 1), "{}", page.text());
    for name in ["nora", "ned"] {
        let id = invitation(&world, name).await;
        page.shows(&format!("href=\"/events/demo/manage/people/invitations?of={id}\""));
    }
    let checked = site.api("olga").post("/api/events/demo/scores/check", json!({ "file": list })).await;
    assert_eq!((checked.status, told(&checked.body)), (200, (2, 1)), "{}", checked.body);
    // Where somebody looks for them: on the page of the project, and where conflicts and panels are chosen.
    let lamp = world.project("Lamp").await;
    let nora = (-invitation(&world, "nora").await).to_string();
    olga.submit(&format!("{LIST}/projects/{lamp}/assign"), &[("judge", &nora)]).await.is(303);
    let project = olga.get(&format!("/events/demo/manage/projects/{lamp}")).await;
    project.says("Dealt to Nora (not here yet). Scores on paper can be entered once they have joined.");
    olga.get(&format!("{LIST}?conflicts="))
        .await
        .says("Judges who are invited are listed once they have joined.");
}
