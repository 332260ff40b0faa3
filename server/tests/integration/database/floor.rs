//! Places on the floor, and what teams ask for: prizes, power, a quiet place.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

const PRIZE: &str = "insert into prize (event_id, name, eligibility) values (1, 'Kindest', 'opt-in')";

#[database_test(WORLD)]
async fn a_place_is_for_one_submitted_project_and_has_no_window(world: World, mut app: Session) {
    world.close("submissions").await;
    app.run("insert into project_place (event_id, project_id, room, place) values (1, 1, 'Hall', 'A1')")
        .await;
    let second = "insert into project_place (event_id, project_id, room, place) values (1, 2, ";
    for same in ["'hall', 'a1'", "'Ｈall', 'А\u{200b}1'"] {
        app.refused(&format!("{second} {same})"), "23505 place_taken").await;
    }
    app.refused(&format!("{second} '', '')"), "23514 place_missing").await;
    app.refused(&format!("{second} ' Hall', 'A2')"), "23514 place_room_length").await;
    app.refused(&format!("{second} 'Hall', repeat('a', 21))"), "23514 place_length").await;
    app.run(&format!("{second} 'Studio', 'A1')")).await;
    app.run("update project_place set room = 'Hall', place = '' where project_id in (1, 2)").await;
    let sql = "insert into project_place (event_id, project_id, room) values (1, 3, 'Hall')";
    app.refused(sql, "EV409 place_of_draft").await;
    app.refused("update project_place set event_id = 2 where project_id = 1", "EV409 event_fixed").await;
}

#[database_test(WORLD)]
async fn teams_ask_for_prizes_and_power_until_submissions_close(world: World, mut app: Session) {
    app.run(PRIZE).await;
    let ask = "insert into project_prize (event_id, project_id, prize_id) values (1, 1, 1)";
    let need = "insert into project_need (event_id, project_id, power, quiet) values (1, 1, true, false)";
    app.run("insert into project_prize (event_id, project_id, prize_id) values (1, 2, 1)").await;
    app.run(need).await;
    world.close("submissions").await;
    app.refused(ask, "EV409 submissions_window").await;
    app.refused("delete from project_prize", "EV409 submissions_window").await;
    app.refused("update project_need set quiet = true", "EV409 submissions_window").await;
    app.refused("delete from project_need", "EV409 submissions_window").await;
    app.run("delete from prize").await;
    assert_eq!(app.one::<i64>("select count(*) from project_prize").await, 0);
}

#[database_test(WORLD)]
async fn a_prize_is_for_a_track_or_for_others_and_keeps_its_winners(mut app: Session) {
    app.run(PRIZE).await;
    app.refused("update prize set track_id = 1", "23514 prize_track_together").await;
    app.refused("update prize set eligibility = 'track'", "23514 prize_track_together").await;
    app.run("update prize set eligibility = 'track', track_id = 1").await;
    app.refused("update prize set winners = 0", "23514 prize_winners_range").await;
    app.run("insert into prize_winner (event_id, prize_id, project_id, position) values (1, 1, 2, 1)").await;
    app.refused("delete from prize", "23503 winner_prize_foreign").await;
    let sql = "insert into prize_winner (event_id, prize_id, project_id, position) values (2, 1, 1, 1)";
    app.refused(sql, "23503 winner_prize_foreign").await;
}

#[database_test(WORLD)]
async fn an_import_brings_opt_ins_and_places_past_the_close(world: World, mut app: Session) {
    app.run(PRIZE).await;
    world.close("submissions").await;
    let rows = r#"[{"title": "Kite", "prizes": [1], "room": "Hall", "place": "7"},
        {"title": "Plan", "status": "draft", "place": "8"}, {"project_id": 1, "prizes": [1, 1], "place": "9"},
        {"project_id": 1, "prizes": []}]"#;
    let import = format!(
        "select * from import_projects(1, '{rows}', repeat('0', 64), 'org@x.example', 'organizer', null)"
    );
    app.run(&import).await;
    let asked: Vec<i64> = app.one("select array_agg(project_id) from project_prize").await;
    let places: Vec<String> =
        app.one("select array_agg(project_id || room || place order by project_id) from project_place").await;
    assert_eq!((asked, places), (vec![4], vec!["19".to_owned(), "4Hall7".to_owned()]));
    let other = import.replace(rows, r#"[{"title": "Late"}]"#);
    app.refused(
        &format!(
            "begin; {other}; insert into project_prize (event_id, project_id, prize_id) values (1, 2, 1)"
        ),
        "EV409 submissions_window",
    )
    .await;
}

#[database_test(WORLD)]
async fn a_panellist_puts_submitted_projects_in_order_each_once(mut app: Session) {
    app.run(PRIZE).await;
    let join = "insert into prize_panellist (event_id, prize_id, person_id)";
    app.refused(&format!("{join} values (2, 1, 3)"), "23503 panel_prize_foreign").await;
    app.run(&format!("{join} values (1, 1, 3)")).await;
    app.run("update prize_panellist set choices = '{2, 1}'").await;
    for wrong in ["{1, 1}", "{3}", "{99}"] {
        app.refused(&format!("update prize_panellist set choices = '{wrong}'"), "EV422 panel_choices").await;
    }
    app.run("insert into project (event_id, team_id, title, status) select 1, 1, 'P' || n, 'submitted' from generate_series(1, 5) n").await;
    let six = "update prize_panellist set choices = array(select id from project where status = 'submitted' order by id limit 6)";
    app.refused(six, "23514 panel_choices_range").await;
    app.run("delete from prize").await;
    assert_eq!(app.one::<i64>("select count(*) from prize_panellist").await, 0);
}
