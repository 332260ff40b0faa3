//! Who a list says is on a team.

use super::{HEAD, import, line, preview, world};
use crate::support::{Event, Told};
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
    // A list that names somebody who was given the project before: no review of it is taken.
    let withdraw = "update invitation set withdrawn_at = clock_timestamp() where event_id = $1 and email = 'jo@x.example'";
    sqlx::query(withdraw).bind(world.event).execute(&pool).await.unwrap();
    sqlx::query(assign).bind(world.event).execute(&pool).await.unwrap();
    let reopen = "update invitation set withdrawn_at = null where event_id = $1 and email = 'jo@x.example'";
    sqlx::query(reopen).bind(world.event).execute(&pool).await.unwrap();
    let review = r#"insert into review (assignment_id, event_id, scores, submitted_at)
                  select a.id, $1, '{"quality": 4, "impact": 7}', clock_timestamp() from assignment a
                  join project p on p.id = a.project_id where a.event_id = $1 and p.title = 'Lamp'"#;
    let refused = sqlx::query(review).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("A judge never judges their own team."), "{refused}");
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
        "Invite 2 members",
    ]);
    let invited = "select email from invitation where event_id = $1 and role = 'participant' order by 1";
    assert_eq!(world.all::<String>(invited).await, ["jo@x.example", "pam@x.example"]);
    let bright = "select count(*) from project where event_id = $1 and tagline = 'Bright'";
    assert_eq!(world.one::<i64>(bright).await, 0);
    let again = r#"update review set comment = 'Mine' where event_id = $1"#;
    let refused = sqlx::query(again).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("A judge never judges their own team."), "{refused}");
    let log = world.audit().await;
    let (action, after) = log.last().map(|row| (row.0.as_str(), &row.3)).unwrap();
    assert_eq!((action, &after["created"], &after["updated"]), ("project.imported", &0.into(), &0.into()));
    let same = preview(&site, "olga", list).await.1.text();
    same.has(&["Nothing to import"]);
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
