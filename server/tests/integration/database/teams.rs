//! Teams: names, sizes and members.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;
use shared::text::{name_key, search_key};

#[database_test(WORLD)]
async fn team_names_are_unique_in_an_event_without_case(mut app: Session) {
    app.refused("insert into team (event_id, name) values (1, 'a')", "23505 team_name_taken").await;
    app.run("insert into team (event_id, name) values (2, 'a')").await;
}

#[database_test(WORLD)]
async fn a_person_is_in_one_team_of_an_event(world: World) {
    let again = "insert into team_member (event_id, person_id, team_id) values (1, 1, 2)";
    world.app().await.refused(again, "23505 already_in_a_team").await;
}

#[database_test(WORLD)]
async fn a_member_belongs_to_the_event_and_the_team_too(mut app: Session) {
    app.run("insert into team (event_id, name) values (2, 'C'); insert into person (email, name) values ('z@x', 'Zoe')")
        .await;
    let foreign_team = "insert into team_member (event_id, person_id, team_id) values (1, 4, 3)";
    app.refused(foreign_team, "23503 member_team_foreign").await;
    let stranger = "insert into team_member (event_id, person_id, team_id) values (1, 6, 1)";
    app.refused(stranger, "23503 member_person_unknown").await;
    app.refused("update team_member set person_id = 4 where person_id = 1", "EV409 member_fixed").await;
}

#[database_test(WORLD)]
async fn a_full_team_takes_nobody(mut app: Session) {
    app.run("insert into team_member (event_id, person_id, team_id) values (1, 4, 1)").await;
    let third = "insert into team_member (event_id, person_id, team_id) values (1, 5, 1)";
    let sentence = app.refused(third, "EV409 team_full").await;
    assert_eq!(sentence, "The team is full: Demo takes at most 2 members a team.");
    let sql = "insert into team (event_id, name) values (1, 'C');
        insert into team_member (event_id, person_id, team_id) values (1, 5, 3)";
    app.run(sql).await;
    app.refused("update team_member set team_id = 1 where person_id = 5", "EV409 team_full").await;
}

#[database_test(WORLD)]
async fn two_people_who_join_at_once_do_not_share_the_last_place(world: World) {
    let first = "insert into team_member (event_id, person_id, team_id) values (1, 4, 1)";
    let second = "insert into team_member (event_id, person_id, team_id) values (1, 5, 1)";
    world.second_loses(first, second, "EV409 team_full").await;
}

#[database_test(WORLD)]
async fn the_last_member_stays_while_the_team_holds_a_project(mut app: Session) {
    let sentence = app.refused("delete from team_member where person_id = 1", "EV409 last_member").await;
    assert_eq!(sentence, "The last member can't leave a team that holds a project.");
    app.refused("delete from team_member", "EV409 last_member").await;
    app.run("insert into team (event_id, name) values (1, 'C')").await;
    app.refused("update team_member set team_id = 3 where person_id = 1", "EV409 last_member").await;
    app.run("insert into team_member (event_id, person_id, team_id) values (1, 4, 1)").await;
    app.run("delete from team_member where person_id = 1").await;
    app.run("insert into team_member (event_id, person_id, team_id) values (1, 1, 3)").await;
    app.run("delete from team_member where team_id = 3; delete from team where id = 3").await;
}

#[database_test(WORLD)]
async fn every_team_that_somebody_was_on_stays_on_record(mut app: Session) {
    app.run("insert into team (event_id, name) values (1, 'C')").await;
    app.run("insert into team_member (event_id, person_id, team_id) values (1, 5, 1)").await;
    app.run("update team_member set team_id = 3 where person_id = 5").await;
    app.run("delete from team_member where person_id = 5").await;
    let teams =
        "select array_to_string(team_ids, ',') from event_person where event_id = 1 and person_id = 5";
    assert_eq!(app.one::<String>(teams).await, "1,3");
    app.run("update event_person set on_team = false, team_ids = '{2}' where person_id = 5").await;
    assert_eq!(app.one::<String>(teams).await, "1,3,2");
    let tied = "select string_agg(team_id::text, ',' order by team_id) from team_tie where event_id = 1 and person_id = 5";
    assert_eq!(app.one::<String>(tied).await, "1,2,3");
    // A copy of an event and finals write the teams alone.
    app.run("update event_person set team_ids = '{2}' where event_id = 1 and person_id = 4").await;
    let part = "select on_team::text from event_person where event_id = 1 and person_id = 4";
    assert_eq!(app.one::<String>(part).await, "true");
}

/// Kim leaves.
const LEAVE: &str = "delete from team_member where person_id = 4";
/// Kim is all of team 3.
const ALONE: &str = "insert into team (event_id, name) values (1, 'C');
    insert into team_member (event_id, person_id, team_id) values (1, 4, 3)";
/// A project of team 3.
const ARRIVE: &str = "insert into project (event_id, team_id, title) values (1, 3, 'Kite')";

#[database_test(WORLD)]
async fn two_members_who_leave_at_once_do_not_empty_the_team(world: World, mut app: Session) {
    app.run("insert into team_member (event_id, person_id, team_id) values (1, 4, 1)").await;
    world.second_loses("delete from team_member where person_id = 1", LEAVE, "EV409 last_member").await;
}

#[database_test(WORLD)]
async fn the_last_member_does_not_leave_while_a_project_arrives(world: World, mut app: Session) {
    app.run(ALONE).await;
    world.second_loses(ARRIVE, LEAVE, "EV409 last_member").await;
}

#[database_test(WORLD)]
async fn a_project_does_not_arrive_while_the_last_member_leaves(world: World, mut app: Session) {
    app.run(ALONE).await;
    world.second_loses(LEAVE, ARRIVE, "EV409 team_empty").await;
}

#[database_test(WORLD)]
async fn a_team_that_holds_a_project_stays(world: World) {
    world.app().await.refused("delete from team where id = 1", "EV409 team_has_project").await;
}

#[database_test(WORLD)]
async fn team_names_are_compared_by_how_they_look_in_sql_as_in_rust(mut app: Session) {
    let taken = "23505 team_name_taken";
    app.run("insert into team (event_id, name) values (1, 'Café  Noir')").await;
    for same in [
        "CAFÉ NOIR",
        "Cafe\u{301} Noir",
        "Café\u{200b} Noir",
        "Café\u{e0020} Noir\u{e007f}",
        "\u{202e}Café Noir\u{2800}",
        "ＣＡＦÉ ＮＯＩＲ",
        "Саfé Nоir",
    ] {
        app.refused(&format!("insert into team (event_id, name) values (1, '{same}')"), taken).await;
        assert_eq!(name_key(same), name_key("Café  Noir"), "{same:?}");
    }
    for name in [
        "Café Noir 2",
        "A\u{2060}\u{3164}b",
        "İZMİR",
        "i\u{307}zmir",
        "İ\u{307}zmir",
        "Straße",
        "STRASSE",
        "ΣΟΦΟΣ",
        "Команда ５",
        "ÉCOLE",
        " a\u{a0}\u{a0}b ",
        "\u{1f469}\u{200d}\u{1f4bb}",
    ] {
        let key: String = app.one(&format!("select name_key('{name}')")).await;
        assert_eq!(key, name_key(name), "{name:?}");
    }
}

#[database_test(WORLD)]
async fn a_search_folds_letters_in_sql_as_in_rust(mut app: Session) {
    let texts = [
        "Łódź",
        "Mu\u{308}nster",
        "İSTANBUL \u{131}",
        "ΣΟΦΟΣ",
        "שָׁלוֹם",
        "مَدْرَسَة",
        "می\u{200c}خواهم \u{2066}hy\u{ad}phen\u{3164}",
        "葛\u{e0100}飾 \u{1f469}\u{200d}\u{1f4bb}",
        "กิน ข้าว",
        "की",
        "Ærø Ħal",
        "Ｃａｆｅ́",
        "ﬁn",
    ];
    for text in texts {
        let key: String = app.one(&format!("select search_key('{text}')")).await;
        assert_eq!(key, search_key(text), "{text:?}");
    }
}
