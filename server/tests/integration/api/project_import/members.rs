//! Who a list says is on a team.

use super::{HEAD, import, line, preview, world};
use crate::support::{Event, Site, Told, World, until_waiting};
use database_test::database_test;
use sqlx::PgPool;

#[database_test]
async fn a_member_without_an_address_is_named_once(pool: PgPool) {
    let (_, site) = world(&pool).await;
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", ",,,Ada,Oak,,0")].concat();
    let words = preview(&site, "olga", &text).await.1.text();
    assert!(words.contains("1 project has members without an e-mail address in the file"), "{words}");
    assert!(!words.contains("Nobody is invited for a name."), "{words}");
}

#[database_test]
async fn an_organizer_whom_a_list_names_is_told_of_it_in_the_preview(pool: PgPool) {
    let (_, site) = world(&pool).await;
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", ",,,Olga,Oak,OLGA@x.example,0")].concat();
    let words = preview(&site, "olga", &text).await.1.text();
    assert!(
        words.contains("olga@x.example organizes this event, and takes part in it from the import on"),
        "{words}"
    );
    assert!(words.contains("1 project has members who organize this event"), "{words}");
}

#[database_test]
async fn whom_a_list_names_as_a_member_does_not_judge_that_project(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let text =
        [HEAD, &line("lamp", "Lamp", "Shines.", ",,,Ada,Oak,ada@x.example,1,Jo,Ek,JO@x.example")].concat();
    let shown = import(&site, &text).await;
    assert!(shown.contains("jo@x.example also judges in this event"), "{shown}");
    let overview = site.browser("olga").get("/events/demo/manage").await.text();
    assert!(overview.contains("Jo is both a judge and a team member, or invited to be."), "{overview}");
    // A judge who is invited counts before they answer.
    let ask = "insert into invitation (event_id, email, role, token_hash) values ($1, 'WIM@x.example', 'judge', 'w')";
    sqlx::query(ask).bind(world.event).execute(&pool).await.unwrap();
    let overview = site.browser("olga").get("/events/demo/manage").await.text();
    assert!(
        overview.contains("Jo and Wim are both judges and team members, or invited to be."),
        "{overview}"
    );
    // So does who has no account yet.
    world.run(&ask.replace("'WIM@x.example', 'judge', 'w'", "'ADA@x.example', 'judge', 'a'")).await;
    site.browser("olga")
        .get("/events/demo/manage")
        .await
        .says("Ada Oak, Jo and Wim are both judges and team members");
    let assign = "insert into assignment (event_id, person_id, project_id, source)
                  select $1, j.id, p.id, 'manual' from person j, project p
                  where j.email = 'jo@x.example' and p.title = 'Lamp' and p.event_id = $1";
    let refused = sqlx::query(assign).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("A judge never judges their own team."), "{refused}");
    let lamp = world.project("Lamp").await;
    let hotcrp = format!("paper,action,email\n{lamp},review,jo@x.example\n");
    let fields = [("file", hotcrp.as_str())];
    let checked = site.browser("olga").submit("/events/demo/manage/assignments/file", &fields).await;
    checked.says("Left out: a conflict, or the judge’s own team");
    let barred = "select count(*) from team_person t join person p on p.id = t.person_id
                  where t.event_id = $1 and p.email = 'jo@x.example'";
    assert_eq!(world.one::<i64>(barred).await, 1);
    // The conflict stays, whatever becomes of the invitation.
    let withdraw = "update invitation set withdrawn_at = clock_timestamp() where event_id = $1 and email = 'jo@x.example'";
    sqlx::query(withdraw).bind(world.event).execute(&pool).await.unwrap();
    let refused = sqlx::query(assign).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("has declared a conflict of interest"), "{refused}");
}

/// An event whose judge a list names on the team of a project that they have, and have reviewed.
async fn named_judge(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").judging().organizer("olga").judge("jo");
    let event = event.team("Waves", &["wim"]).project("Buoy", "Waves");
    event.review("jo", "Buoy", r#"{"quality": 4, "impact": 7}"#).served(pool).await
}

/// Makes somebody a judge of the event, with an account and without an invitation.
async fn comes_to_judge(world: &World, name: &str) {
    let person = format!("insert into person (email, name, confirmed_at) select '{name}@x.example', '{name}', now() from event where id = $1
        on conflict do nothing");
    let ours = format!("insert into event_person (event_id, person_id) select $1, id from person where email = '{name}@x.example'
        on conflict do nothing");
    let role = format!(
        "insert into membership (event_id, person_id, role) select $1, id, 'judge' from person
        where email = '{name}@x.example'"
    );
    for sql in [person, ours, role] {
        world.run(&sql).await;
    }
}

const NAMED: &str = "title,team,emails\nBuoy,Waves,wim@x.example; jo@x.example\n";
const CONFLICTS: &str = "select kind || ' ' || source from conflict where event_id = $1";

#[database_test]
async fn who_declines_does_not_judge_the_project_that_a_list_named(pool: PgPool) {
    let (world, site) = named_judge(&pool).await;
    import(&site, NAMED).await;
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import"]);
    let code = "update invitation set sent_at = now(), sent_by = 'link', token_hash = $2 where event_id = $1 and email = 'jo@x.example'";
    let code = sqlx::query(code).bind(world.event).bind(portal::secrets::hash("jo"));
    code.execute(&pool).await.unwrap();
    site.browser("jo").submit("/invitations/jo/decline", &[]).await.is(200);
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import"]);
    let back = "update assignment set status = 'pending' where event_id = $1";
    let refused = sqlx::query(back).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("has declared a conflict of interest"), "{refused}");
    preview(&site, "olga", NAMED).await.1.text().has(&[
        "jo@x.example has declined the invitation to this team, and still can’t judge this project.",
        "Nothing to import",
    ]);
    // The judge cannot take it back.
    let (jo, buoy) = (world.person("jo").await.to_string(), world.project("Buoy").await.to_string());
    site.browser("jo").submit("/events/demo/judge/conflicts/withdraw", &[("project", &buoy)]).await.is(303);
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import"]);
    // An organizer says why the list is wrong, and later lists do not change that.
    let lift = "/events/demo/manage/assignments/conflicts/withdraw";
    let pair = [("judge", jo.as_str()), ("project", buoy.as_str())];
    site.browser("olga").submit(lift, &pair).await.answers(400, "Say why the list is wrong");
    let field = format!("lift-{jo}-{buoy}");
    let given = [pair[0], pair[1], (field.as_str(), "Their namesake.")];
    site.browser("olga").submit(lift, &given).await.is(303);
    preview(&site, "olga", NAMED).await.1.text().has(&[
        "jo@x.example may judge this project",
        "An organizer wrote: “Their namesake.”",
        "Nothing to import",
    ]);
    assert!(world.all::<String>(CONFLICTS).await.is_empty());
    let last = world.audit().await.pop().map(|row| (row.0, row.3.to_string())).unwrap();
    assert_eq!(last.0, "conflict.withdrawn");
    assert!(!last.1.contains("namesake"), "the log holds no reason");
}

#[database_test]
async fn a_list_sets_the_review_of_a_member_aside_and_the_log_names_it(pool: PgPool) {
    let (world, site) = named_judge(&pool).await;
    let given = world.assignment("jo", "Buoy").await;
    import(&site, NAMED).await.has(&["The review stops counting with the import."]);
    let rows = "select status || ' ' || taken_off || ' ' || (r.submitted_at is null) from assignment a
                join review r on r.assignment_id = a.id where a.event_id = $1";
    assert_eq!(world.all::<String>(rows).await, ["recused true true"]);
    let log = world.audit().await;
    let after = log.iter().find(|row| row.0 == "project.imported").map(|row| &row.3).unwrap();
    assert_eq!(after["recused"], serde_json::json!([given]));
    assert!(after["counted_since"][given.to_string()].is_string(), "{after}");
}

#[database_test]
async fn whom_a_list_named_never_judges_that_project_however_they_come(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let text = "title,team,emails\nKite,Oak,ana@x.example; bo@x.example\n";
    import(&site, text).await;
    assert!(world.all::<String>(CONFLICTS).await.is_empty(), "nobody of them judges");
    world.run("update invitation set declined_at = now() where event_id = $1 and role = 'participant'").await;
    // Ana becomes a judge, and Bo comes to the panel of a prize.
    let people = "with ours as (insert into person (email, name, confirmed_at)
            values ('ana@x.example', 'Ana', now()), ('bo@x.example', 'Bo', now()) returning id)
        insert into event_person (event_id, person_id) select $1, id from ours";
    world.run(people).await;
    let role = "insert into membership (event_id, person_id, role)
        select $1, id, 'judge' from person where email = 'ana@x.example'";
    world.run(role).await;
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import"]);
    let panel = "insert into prize_panellist (event_id, prize_id, person_id)
        select $1, z.id, p.id from prize z, person p where z.event_id = $1 and p.email = 'bo@x.example'";
    world.run(panel).await;
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import", "own_team import"]);
    // A judge who is invited at such an address is not dealt the project either.
    let invite = "insert into invitation (event_id, email, role, token_hash) values ($1, 'cy@x.example', 'judge', 'c')";
    world.run(invite).await;
    import(&site, "title,team,emails\nKite,Oak,ana@x.example; bo@x.example; cy@x.example\n").await;
    world.run("update invitation set withdrawn_at = now() where event_id = $1 and role = 'participant' and declined_at is null").await;
    let barred = "select count(*) from invited_barred where event_id = $1";
    assert_eq!(world.one::<i64>(barred).await, 1);
}

#[database_test]
async fn a_conflict_that_is_removed_while_a_list_is_confirmed_is_removed_with_a_reason(pool: PgPool) {
    let (world, site) = named_judge(&pool).await;
    let declare = "insert into conflict (event_id, person_id, project_id, source)
        select event_id, person_id, project_id, 'organizer' from assignment where event_id = $1";
    world.run(declare).await;
    let mut list = pool.begin().await.unwrap();
    for sql in [
        "select from event_person ep join person p on p.id = ep.person_id
            where ep.event_id = $1 and p.email = 'jo@x.example' for no key update of ep",
        "insert into imported_member select event_id, team_id, 'jo@x.example' from project where event_id = $1",
    ] {
        sqlx::query(sql).bind(world.event).execute(&mut *list).await.unwrap();
    }
    let (jo, buoy) = (world.person("jo").await.to_string(), world.project("Buoy").await.to_string());
    let (olga, pair) = (site.browser("olga"), [("judge", jo.as_str()), ("project", buoy.as_str())]);
    let withdraw = olga.submit("/events/demo/manage/assignments/conflicts/withdraw", &pair);
    let (reply, ()) = tokio::join!(withdraw, async {
        until_waiting(&pool, 1).await;
        list.commit().await.unwrap();
    });
    reply.answers(400, "Say why the list is wrong");
    assert_eq!(world.all::<String>(CONFLICTS).await, ["other organizer"]);
}

/// An import holds the people whom it names, and then withdraws what an earlier list said of them elsewhere.
#[database_test]
async fn an_invitation_is_accepted_behind_an_import_that_withdraws_it(pool: PgPool) {
    let event =
        Event::new("demo").organizer("olga").person("kim").team("Waves", &["wim"]).project("Buoy", "Waves");
    let (world, site) = event.served(&pool).await;
    import(&site, "title,team,emails\nBuoy,Waves,wim@x.example; kim@x.example\n").await;
    let code = "update invitation set sent_at = now(), sent_by = 'link', token_hash = $2 where event_id = $1 and email = 'kim@x.example'";
    let code = sqlx::query(code).bind(world.event).bind(portal::secrets::hash("kim"));
    code.execute(&pool).await.unwrap();
    let ours = "insert into event_person (event_id, person_id)
        select $1, id from person where email = 'kim@x.example' on conflict do nothing";
    world.run(ours).await;
    let mut list = pool.begin().await.unwrap();
    let hold = "select from event_person ep join person p on p.id = ep.person_id
        where ep.event_id = $1 and p.email = 'kim@x.example' for no key update of ep";
    sqlx::query(hold).bind(world.event).execute(&mut *list).await.unwrap();
    let kim = site.browser("kim");
    let (reply, ()) = tokio::join!(kim.submit("/invitations/kim/accept", &[]), async {
        until_waiting(&pool, 1).await;
        let withdraw = "update invitation set withdrawn_at = clock_timestamp() where event_id = $1 and email = 'kim@x.example'";
        sqlx::query(withdraw).bind(world.event).execute(&mut *list).await.unwrap();
        list.commit().await.unwrap();
    });
    reply.is(404);
}

#[database_test]
async fn whom_a_list_names_on_a_reviewed_project_does_not_judge_it(pool: PgPool) {
    let event = Event::new("demo").judging().organizer("olga").judge("jo");
    let event = event.team("Waves", &["wim"]).project("Buoy", "Waves");
    let (world, site) = event.review("jo", "Buoy", r#"{"quality": 4, "impact": 7}"#).served(&pool).await;
    let prize = "insert into prize (event_id, name, eligibility) values ($1, 'Best Use of AI', 'opt-in')";
    let panel = "insert into invitation (event_id, email, role, prize_id, token_hash)
                 select $1, 'pam@x.example', 'panellist', id, 'p' from prize where event_id = $1";
    for sql in [prize, panel] {
        sqlx::query(sql).bind(world.event).execute(&pool).await.unwrap();
    }
    let list = "title,team,emails,tagline\nBuoy,Waves,wim@x.example; JO@x.example; pam@x.example; bo@x.example,Bright\n";
    let shown = import(&site, list).await;
    shown.has(&[
        "jo@x.example also judges in this event, and can’t judge this project.",
        "pam@x.example is on the panel of a prize.",
        "The project stays as it is, but jo@x.example and pam@x.example get an invitation to its team.",
        "jo@x.example has reviewed this project already",
        "wim@x.example and bo@x.example are recorded as members of its team, and can’t judge this project.",
        "Invite 2 members",
        "Up to 2 members get an invitation to their team.",
    ]);
    let invited = "select email from invitation where event_id = $1 and role = 'participant' order by 1";
    assert_eq!(world.all::<String>(invited).await, ["jo@x.example", "pam@x.example"]);
    let bright = "select count(*) from project where event_id = $1 and tagline = 'Bright'";
    assert_eq!(world.one::<i64>(bright).await, 0);
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import"]);
    let log = world.audit().await;
    let (action, after) = log.last().map(|row| (row.0.as_str(), &row.3)).unwrap();
    assert_eq!((action, &after["created"], &after["updated"]), ("project.imported", &0.into(), &0.into()));
    let same = preview(&site, "olga", list).await.1.text();
    same.has(&["Nothing to import"]);
    // A newer list names one more: nobody whom it only records is invited.
    let list = list.replace("; bo@", "; bo@x.example; cy@");
    let shown = import(&site, &list).await;
    shown.has(&[
        "cy@x.example is recorded as a member of its team, and can’t judge this project.",
        "Record 1 member",
    ]);
    shown.lacks(&["an invitation to their team"]);
    assert_eq!(world.all::<String>(invited).await, ["jo@x.example", "pam@x.example"]);
    // Whoever of them comes to judge later cannot judge it.
    comes_to_judge(&world, "bo").await;
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import", "own_team import"]);
    let shown = preview(&site, "olga", &list).await.1.text();
    shown.has(&["jo@x.example and bo@x.example also judge in this event, and can’t judge this project."]);
}

#[database_test]
async fn whom_a_list_names_on_a_project_that_it_does_not_change_does_not_judge_it(pool: PgPool) {
    let event = Event::new("demo").judging().organizer("olga");
    let event = event.team("Waves", &["wim"]).team("Reef", &["bo"]).project("Buoy", "Waves");
    let (world, site) = event.served(&pool).await;
    let list = "title,team,emails\nBuoy,Waves,wim@x.example; bo@x.example\n";
    let shown = import(&site, list).await;
    shown.has(&["Already here (1)", "Record 2 members"]);
    preview(&site, "olga", list).await.1.text().has(&["Nothing to import"]);
    comes_to_judge(&world, "bo").await;
    assert_eq!(world.all::<String>(CONFLICTS).await, ["own_team import"]);
}

#[database_test]
async fn who_moves_to_another_team_or_comes_back_is_invited(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let list = |lamp: &str, boat: &str| format!("title,team,emails\nLamp,Oak,{lamp}\nBoat,Elm,{boat}\n");
    let open = "select t.name || ' ' || i.email from invitation i join team t on t.id = i.team_id
                where i.event_id = $1 and i.withdrawn_at is null order by 1";
    import(&site, &list("ana@x.example;bo@x.example", "cy@x.example")).await;
    let moved = list("ana@x.example", "cy@x.example;bo@x.example");
    let shown = import(&site, &moved).await;
    shown.has(&["Changed (2)", "The file no longer has bo@x.example.", "1 member to invite."]);
    let expected = ["Elm bo@x.example", "Elm cy@x.example", "Oak ana@x.example"];
    assert_eq!(world.all::<String>(open).await, expected);
    let same = preview(&site, "olga", &moved).await.1.text();
    assert!(same.contains("Already here (2)"), "{same}");
    import(&site, &list("ana@x.example", "cy@x.example")).await;
    let shown = import(&site, &moved).await;
    assert!(shown.contains("Changed (1)") && shown.contains("1 member to invite."), "{shown}");
    let expected = ["Elm bo@x.example", "Elm cy@x.example", "Oak ana@x.example"];
    assert_eq!(world.all::<String>(open).await, expected);
}

#[database_test]
async fn a_member_who_is_not_invited_is_named(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let list = |lamp: &str, boat: &str| format!("title,team,emails\nLamp,Oak,{lamp}\nBoat,Elm,{boat}\n");
    import(&site, &list("ana@x.example;bo@x.example", "cy@x.example")).await;
    let decline = "update invitation set declined_at = now() where event_id = $1 and email = 'bo@x.example'";
    sqlx::query(decline).bind(world.event).execute(&pool).await.unwrap();
    let said = "bo@x.example is on another team of this event, or invited already";
    let moved = list("ana@x.example", "cy@x.example;bo@x.example;di@x.example");
    let shown = preview(&site, "olga", &moved).await.1.text();
    assert!(shown.contains(said) && shown.contains("1 member to invite."), "{shown}");
    // An invitation by hand brings them to the team, and nothing is missing.
    let hand = "insert into invitation (event_id, email, role, team_id, token_hash)
        select $1, 'bo@x.example', 'participant', id, sha256('by hand') from team where event_id = $1 and name = 'Elm'";
    sqlx::query(hand).bind(world.event).execute(&pool).await.unwrap();
    let shown = preview(&site, "olga", &moved).await.1.text();
    assert!(!shown.contains(said), "{shown}");
}
