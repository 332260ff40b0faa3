//! An organizer's import into a live event: the one way past the submission window.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;
use shared::project_files::link_key;

fn import(rows: &str) -> String {
    format!("select * from import_projects(1, '{rows}', repeat('0', 64), 'org@x.example', 'organizer', null)")
}

#[database_test(WORLD)]
async fn an_import_passes_the_close_and_says_so_in_the_log(world: World, mut app: Session) {
    world.close("submissions").await;
    app.run(&import(r#"[{"title": "A", "members": ["UNA@x.example"], "tags": ["rust"], "submitted_at": "2026-01-01T10:00:00Z"},
        {"title": "Glider", "team_id": 2, "status": "draft"}, {"project_id": 3, "title": "Sketch 2", "status": "submitted"}]"#))
        .await;
    let sql = "select array_agg(concat_ws(' | ', p.id, p.title, t.name, p.status) order by p.id)
            from project p join team t on t.id = p.team_id where p.id >= 3";
    let rows: Vec<String> = app.one(sql).await;
    assert_eq!(rows, ["3 | Sketch 2 | B | submitted", "4 | A | A 2 | submitted", "5 | Glider | B | draft"]);
    assert!(app.one::<bool>("select submitted_at = '2026-01-01T10:00:00Z' from project where id = 4").await);
    let expected = "project.imported";
    assert_eq!(app.one::<String>("select action from audit_log order by seq desc limit 1").await, expected);
    let after: serde_json::Value = serde_json::from_str(
        &app.one::<String>("select after from audit_log order by seq desc limit 1").await,
    )
    .unwrap();
    assert_eq!((&after["created"], &after["updated"]), (&2.into(), &1.into()));
}

#[database_test(WORLD)]
async fn the_pass_ends_with_the_import_even_inside_its_transaction(world: World, mut app: Session) {
    world.close("submissions").await;
    let rows = import(r#"[{"title": "Kite"}]"#);
    app.refused(
        &format!("begin; {rows}; update project set title = 'Late' where id = 1"),
        "EV409 submissions_window",
    )
    .await;
    app.refused(
        &format!("begin; {rows}; insert into team (event_id, name) values (1, 'Late')"),
        "EV409 submissions_window",
    )
    .await;
    app.run(&format!("begin; {rows}; commit")).await;
    assert_eq!(app.one::<i64>("select count(*) from import_pass").await, 0);
}

#[database_test(WORLD)]
async fn an_import_holds_the_end_of_the_chain_for_its_commit_only(world: World) {
    let (mut app, mut other) = (world.app().await, world.app().await);
    app.run(&format!("begin; {}", import(r#"[{"title": "Kite"}]"#))).await;
    let sql = "set lock_timeout = '2s'; insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
             values (1, 'system', '', 'mail.opened', 'mail', '1')";
    other.run(sql).await;
    app.run("commit").await;
    let logged: Vec<String> = app.one("select array_agg(action order by seq) from audit_log").await;
    assert_eq!(logged, ["mail.opened", "project.imported"]);
    // An import that is taken back leaves no row.
    app.run(&format!("begin; {}; rollback", import(r#"[{"title": "Glider"}]"#))).await;
    assert_eq!(app.one::<i64>("select count(*) from audit_log").await, 2);
}

#[database_test(WORLD)]
async fn an_address_that_only_looks_like_an_imported_one_joins_no_team(world: World, mut app: Session) {
    world.close("submissions").await;
    app.run(&import(r#"[{"title": "Kite", "members": ["nikita@github.example"]}]"#)).await;
    let sql = "insert into person (email, name, confirmed_at) values ('nikita@gİthub.example', 'X', now()),
             ('Nikita@GitHub.example', 'N', now());
         insert into event_person (event_id, person_id) select 1, id from person where id > 5;
         insert into membership (event_id, person_id, role) select 1, id, 'participant' from person where id > 5";
    app.run(sql).await;
    let join = |person: i32| {
        format!("insert into team_member (event_id, person_id, team_id) values (1, {person}, 3)")
    };
    app.refused(&join(6), "EV409 submissions_window").await;
    app.run(&join(7)).await;
    let sql = "insert into person (email, name) values ('NIKITA@github.example', 'N')";
    app.refused(sql, "23505 email_taken").await;
}

#[database_test(WORLD)]
async fn only_people_named_in_the_import_join_their_team_after_the_close(world: World, mut app: Session) {
    world.close("submissions").await;
    app.run(&import(r#"[{"title": "Kite", "members": ["UNA@x.example"]}]"#)).await;
    let join = |person: i32, team: i32| {
        format!("insert into team_member (event_id, person_id, team_id) values (1, {person}, {team})")
    };
    app.refused(&join(4, 3), "EV409 submissions_window").await;
    app.refused(&join(5, 1), "EV409 submissions_window").await;
    app.run(&join(5, 3)).await;
    app.refused("delete from team_member where person_id = 5", "EV409 submissions_window").await;
}

#[database_test(WORLD)]
async fn an_import_obeys_every_other_rule(mut app: Session) {
    for (rows, reason) in [
        (r#"[{"title": "Kite", "track": 2}]"#, "EV400 track_foreign"),
        (r#"[{"title": "Kite", "tags": ["Rust"]}]"#, "EV400 tags"),
        (r#"[{"title": " "}]"#, "23514 title_missing"),
        (r#"[{"title": "Kite", "repo_url": "ftp://x"}]"#, "23514 repo_url_shape"),
        (r#"[{"title": "Kite"}, {"project_id": 99, "title": "Lost"}]"#, "EV404 not_found"),
        (r#"[{"project_id": 1, "status": "draft"}]"#, "EV409 unsubmit"),
    ] {
        app.refused(&import(rows), reason).await;
    }
    app.run("insert into review (assignment_id, event_id) values (1, 1)").await;
    app.refused(&import(r#"[{"project_id": 1, "title": "Lamp 2"}]"#), "EV409 project_reviewed").await;
    app.refused(&import(r#"[{"project_id": 99, "members_only": true}]"#), "EV404 not_found").await;
    assert_eq!(app.one::<i64>("select count(*) from project").await, 3);
    assert_eq!(app.one::<i64>("select count(*) from audit_log").await, 0);
    // Who is on its team comes to a reviewed project all the same, and nothing else does.
    app.run(&import(
        r#"[{"project_id": 1, "members_only": true, "members": ["UNA@x.example"], "title": "Lamp 2"}]"#,
    ))
    .await;
    assert_eq!(app.one::<String>("select email from imported_member").await, "una@x.example");
    assert_eq!(app.one::<i64>("select count(*) from project where title = 'Lamp 2'").await, 0);
}

#[database_test(WORLD)]
async fn links_are_compared_in_sql_as_in_rust(mut app: Session) {
    let links = [
        "https://github.com/oak/lamp",
        "HTTP://www.GitHub.com/Oak/Lamp.git/",
        "https://www.www.lamp.example//",
        "www.lamp.example",
        "ftp://www.lamp.example/a.git.git",
        "http://https://lamp.example/.git/x.git//",
        "https://lamp.example/open?id=A.git",
        "lamp.git/.git",
        "///",
        "",
    ];
    for link in links {
        let key: String = app.one(&format!("select link_key('{link}')")).await;
        assert_eq!(key, link_key(link), "{link:?}");
    }
}

/// Names a judge, and somebody who does not judge yet, on the team of the first project.
const NAMES: &str = r#"select * from import_projects(1, '[{"project_id": 1, "members_only": true, "members": ["jo@x.example", "new@x.example"]}]',
    repeat('0', 64), 'org@x.example', 'organizer', null)"#;
const NEWCOMER: &str =
    "insert into person (email, name, confirmed_at) values ('new@x.example', 'New', now())";
const COMES: &str = "insert into event_person (event_id, person_id) values (1, 6);
    insert into membership (event_id, person_id, role) values (1, 6, 'judge')";
const MAKES: &str = "insert into project (event_id, team_id, title) values (1, 1, 'Tide')";
const LISTED: &str =
    "select count(*) from conflict where event_id = 1 and source = 'import' and person_id in (3, 6)";

#[database_test(WORLD)]
async fn who_comes_while_a_list_names_them_and_what_their_team_makes_then_wait_for_the_list(
    world: World,
    mut app: Session,
) {
    app.run(NEWCOMER).await;
    app.run(&format!("begin; {NAMES}")).await;
    let comes = world.start(world.app().await, COMES).await;
    let makes = world.start(world.app().await, MAKES).await;
    app.run("commit").await;
    comes.await.unwrap().unwrap();
    makes.await.unwrap().unwrap();
    assert_eq!(app.one::<i64>(LISTED).await, 4, "two judges, two projects");
}

#[database_test(WORLD)]
async fn a_list_waits_for_who_comes_to_judge_and_for_a_project_that_is_made(world: World, mut app: Session) {
    app.run(NEWCOMER).await;
    app.run(&format!("begin; {COMES}; {MAKES}")).await;
    let named = world.start(world.app().await, NAMES).await;
    app.run("commit").await;
    named.await.unwrap().unwrap();
    assert_eq!(app.one::<i64>(LISTED).await, 4, "two judges, two projects");
}

/// Makes a project, then changes one that nobody has reviewed.
const MAKES_AND_CHANGES: &str = r#"select * from import_projects(1,
    '[{"title": "Kite", "members": ["new@x.example"]}, {"project_id": 2, "title": "Boat 2"}]',
    repeat('0', 64), 'org@x.example', 'organizer', null)"#;

#[database_test(WORLD)]
async fn who_comes_to_judge_does_not_wait_while_a_list_writes_its_projects(world: World, mut app: Session) {
    app.run(NEWCOMER).await;
    // The list waits for its second project.
    app.run("begin; select from project where id = 2 for no key update").await;
    let named = world.start(world.app().await, MAKES_AND_CHANGES).await;
    let comes = world.start(world.app().await, COMES).await;
    assert!(comes.is_finished() && !named.is_finished());
    comes.await.unwrap().unwrap();
    app.run("commit").await;
    named.await.unwrap().unwrap();
    assert_eq!(app.one::<i64>(LISTED).await, 1, "the list sees who came meanwhile");
}

#[database_test(WORLD)]
async fn a_list_after_the_publication_declares_no_conflict_but_of_a_panel(mut app: Session) {
    app.run(NEWCOMER).await;
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         values (1, 1, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}');
         update event set voting_mode = 'off' where id = 1;
         insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel');
         insert into publication (event_id, run_id) select 1, id from calibration_run";
    app.run(sql).await;
    app.run(NAMES).await;
    app.run(COMES).await;
    assert_eq!(app.one::<i64>(LISTED).await, 0);
    let pending = "select count(*) from assignment where id = 1 and status = 'pending'";
    assert_eq!(app.one::<i64>(pending).await, 1, "what was published rests on it");
    // They are known, so that a finals event ties them.
    assert_eq!(app.one::<i64>("select count(*) from imported_member").await, 2);
    // A panel is asked until its prize has winners.
    app.run("insert into prize_panellist (event_id, prize_id, person_id) values (1, 1, 3)").await;
    let tied = "select array_agg(person_id::text || ' ' || project_id) from conflict where source = 'import'";
    assert_eq!(app.one::<Vec<String>>(tied).await, ["3 1"]);
    assert_eq!(app.one::<i64>(pending).await, 1, "the review stays, too");
}

/// The newcomer is invited, and these projects are dealt to them.
fn invited_to_review(projects: &str) -> String {
    format!(
        "insert into invitation (event_id, email, role, token_hash) values (1, 'new@x.example', 'judge', sha256('x'));
         insert into invited_assignment (event_id, invitation_id, project_id, source)
             select 1, i.id, p.id, 'manual' from invitation i, project p where p.id = any ('{projects}')"
    )
}

/// Changes a project that nobody has reviewed.
const CHANGES: &str = r#"select * from import_projects(1, '[{"project_id": 2, "title": "Boat 2"}]',
    repeat('0', 64), 'org@x.example', 'organizer', null)"#;

#[database_test(WORLD)]
async fn a_list_waits_for_who_comes_to_judge_with_work_on_a_project_that_it_changes(
    world: World,
    mut app: Session,
) {
    app.run(NEWCOMER).await;
    app.run(&invited_to_review("{2}")).await;
    app.run(&format!("begin; {COMES}")).await;
    let changed = world.start(world.app().await, CHANGES).await;
    let work = "insert into assignment (event_id, person_id, project_id, source) values (1, 6, 2, 'manual')";
    app.run(&format!("{work}; commit")).await;
    changed.await.unwrap().unwrap();
    assert_eq!(app.one::<String>("select title from project where id = 2").await, "Boat 2");
}

/// Changes both projects, the later one first.
const CHANGES_BACKWARDS: &str = r#"select * from import_projects(1,
    '[{"project_id": 2, "title": "Boat 2"}, {"project_id": 1, "title": "Lamp 2"}]',
    repeat('0', 64), 'org@x.example', 'organizer', null)"#;

#[database_test(WORLD)]
async fn a_list_and_who_comes_to_judge_lock_projects_in_one_order(world: World, mut app: Session) {
    app.run(NEWCOMER).await;
    app.run(&invited_to_review("{1,2}")).await;
    // Both wait for the first project.
    app.run("begin; select from project where id = 1 for update").await;
    let changed = world.start(world.app().await, CHANGES_BACKWARDS).await;
    let comes = world.start(world.app().await, COMES).await;
    assert!(!changed.is_finished() && !comes.is_finished());
    app.run("commit").await;
    changed.await.unwrap().unwrap();
    comes.await.unwrap().unwrap();
    assert_eq!(app.one::<String>("select title from project where id = 1").await, "Lamp 2");
}
