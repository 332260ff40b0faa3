//! An event that asks a second organizer: its rows are refused without a confirmation of somebody else, whatever the application believes.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

const RUN: &str =
    "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded,
    connectivity) values (1, 0, 'crossed-eb/v2', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
const PUBLISH: &str = "insert into publication (event_id, run_id) values (1, 1)";
const REFUSED: &str = "EV409 second_organizer";
const LAST: &str = "EV409 last_free_organizer";
const PROVISIONAL: &str = "insert into publication (event_id, run_id, provisional_until, owed)
    values (1, 1, now() + interval '1 day', '{Code}')";

/// Uma (6) and Vic (7) organize the event, which has a run and no vote, and asks a second organizer.
async fn asks(world: &World) -> Session {
    let mut app = world.app().await;
    app.run("update event set voting_mode = 'off' where id = 1").await;
    app.run(RUN).await;
    let sql = "insert into person (email, name, confirmed_at) values ('uma@x.example', 'Uma', now()), ('vic@x.example', 'Vic', now());
         insert into event_person (event_id, person_id) values (1, 6), (1, 7);
         insert into membership (event_id, person_id, role) values (1, 6, 'organizer')";
    app.run(sql).await;
    app.refused("update event set second_organizer = true where id = 1", REFUSED).await;
    app.run("insert into membership (event_id, person_id, role) values (1, 7, 'organizer')").await;
    app.run("update event set second_organizer = true where id = 1").await;
    app
}

/// Asks for an act as Uma.
fn ask(act: &str) -> String {
    format!(
        "insert into confirmation (event_id, act, body, state, asked_by) values (1, '{act}', '{{}}', 'made up', 6)"
    )
}

/// Confirms what waits.
fn confirm(person: i64) -> String {
    format!("update confirmation set outcome = 'confirmed', decided_by = {person} where outcome is null")
}

#[database_test(WORLD)]
async fn what_nobody_else_confirmed_is_refused(world: World) {
    let mut app = asks(&world).await;
    app.refused(PUBLISH, REFUSED).await;
    app.refused("update event set forget_on = now() + interval '2 days' where id = 1", REFUSED).await;
    app.refused("update event set second_organizer = false where id = 1", REFUSED).await;
    app.run(&ask("publish")).await;
    // The asker, somebody without the role, and nobody at all.
    app.refused(&confirm(6), "EV403 second_organizer").await;
    app.refused(&confirm(1), "EV403 second_organizer").await;
    let sql = "update confirmation set outcome = 'confirmed' where outcome is null";
    app.refused(sql, "EV403 second_organizer").await;
    // What waits for another act confirms none of this.
    let sql = format!("begin; {}; update event set second_organizer = false where id = 1", confirm(7));
    app.refused(&sql, REFUSED).await;
    app.run(&format!("begin; {}; {PUBLISH}; commit", confirm(7))).await;
    app.run(RUN).await;
    // It was for that transaction alone.
    app.refused("insert into publication (event_id, run_id, reason) values (1, 2, 'x')", REFUSED).await;
    for change in ["outcome = null", "decided_at = now()", "sentence = 'x'", "outcome = 'declined'"] {
        app.refused(&format!("update confirmation set {change}"), REFUSED).await;
    }
    // Once anything is public, winners are part of it.
    app.run("insert into prize (event_id, name) values (1, 'Best')").await;
    let sql = "insert into prize_winner (prize_id, event_id, project_id, position) values (1, 1, 1, 1)";
    app.refused(sql, REFUSED).await;
}

#[database_test(WORLD)]
async fn what_is_confirmed_is_what_was_asked_for(world: World) {
    let mut app = asks(&world).await;
    app.run(&ask("publish")).await;
    assert_ne!(app.one::<String>("select state from confirmation").await, "made up");
    for change in [
        "body = '[]'",
        "act = 'forget'",
        "state = 'x'",
        "expires_at = now() + interval '1 year'",
        "asked_by = 7",
    ] {
        app.refused(&format!("update confirmation set {change}"), REFUSED).await;
    }
    assert!(app.attempt(&ask("forget")).await.is_err(), "one waits in an event");
    for changed in
        [RUN, "insert into prize (event_id, name) values (1, 'Best')", "update prize set award_reason = 'x'"]
    {
        app.run(changed).await;
        app.refused(&confirm(7), REFUSED).await;
        app.run("update confirmation set outcome = 'lapsed' where outcome is null").await;
        app.run(&ask("publish")).await;
    }
    let late = "set session_replication_role = replica;
        update confirmation set expires_at = now() where outcome is null; set session_replication_role = origin";
    world.owner().await.run(late).await;
    app.refused(&confirm(7), REFUSED).await;
}

#[database_test(WORLD)]
async fn with_one_organizer_left_it_can_be_switched_off(world: World) {
    let mut app = asks(&world).await;
    app.run("delete from membership where person_id = 7").await;
    app.refused(PUBLISH, REFUSED).await;
    app.run("update event set second_organizer = false where id = 1").await;
    app.run(PUBLISH).await;
}

/// Wes (8) becomes an organizer.
const NEW: &str = "insert into person (email, name, confirmed_at) values ('wes@x.example', 'Wes', now());
    insert into event_person (event_id, person_id) values (1, 8);
    insert into membership (event_id, person_id, role) values (1, 8, 'organizer')";
const CONFIRMS: &str = "select confirms from membership where person_id = 8 and role = 'organizer'";

#[database_test(WORLD)]
async fn a_new_organizer_confirms_once_two_agree(world: World) {
    let mut app = asks(&world).await;
    app.run(NEW).await;
    let let_them = "update membership set confirms = true where person_id = 8 and role = 'organizer'";
    assert!(!app.one::<bool>(CONFIRMS).await);
    app.refused(&ask("publish").replace(", 6)", ", 8)"), "EV403 second_organizer").await;
    app.run(&ask("publish")).await;
    app.refused(&confirm(8), "EV403 second_organizer").await;
    app.refused(let_them, REFUSED).await;
    app.refused(&format!("begin; {}; {let_them}", confirm(7)), REFUSED).await;
    // Nor by another role that becomes this one.
    app.run("delete from membership where person_id = 8; insert into membership (event_id, person_id, role) values (1, 8, 'participant')").await;
    app.refused("update membership set role = 'organizer' where person_id = 8", "EV409 member_fixed").await;
    app.run("delete from membership where person_id = 8; insert into membership (event_id, person_id, role) values (1, 8, 'organizer')").await;
    assert!(!app.one::<bool>(CONFIRMS).await);
    app.run("update confirmation set outcome = 'lapsed' where outcome is null").await;
    app.run(&ask("add_second")).await;
    app.run(&format!("begin; {}; {let_them}; commit", confirm(7))).await;
    app.run(&ask("publish")).await;
    app.run(&format!("begin; {}; {PUBLISH}; commit", confirm(8))).await;
}

/// Two accounts of one person become one.
#[database_test(WORLD)]
async fn the_right_of_an_account_that_ends_goes_over_once_and_then(world: World) {
    let mut app = asks(&world).await;
    app.run(NEW).await;
    let sql = "insert into person (email, name, confirmed_at) values ('xia@x.example', 'Xia', now());
         insert into event_person (event_id, person_id) values (1, 9);
         insert into membership (event_id, person_id, role) values (1, 9, 'organizer')";
    app.run(sql).await;
    let take = |person: i64| {
        format!("update membership set confirms = true where person_id = {person} and role = 'organizer'")
    };
    // Of an account that lives, and of one that ended before.
    app.refused(&take(8), REFUSED).await;
    let end = "update person set deactivated_at = clock_timestamp() where id = 7";
    app.run(end).await;
    app.refused(&take(8), REFUSED).await;
    app.run("update person set deactivated_at = null where id = 7").await;
    // One account gives its right to one.
    app.refused(&format!("begin; {end}; {}; {}", take(8), take(9)), REFUSED).await;
    app.run(&format!("begin; {end}; {}; commit", take(8))).await;
    assert!(app.one::<bool>(CONFIRMS).await);
    app.run("update person set deactivated_at = null where id = 7").await;
    assert_eq!(app.one::<i64>("select organizers_to_confirm(1)").await, 2);
    app.run(&ask("publish")).await;
    app.refused(&confirm(7), "EV403 second_organizer").await;
    app.run(&format!("begin; {}; {PUBLISH}; commit", confirm(8))).await;
}

#[database_test(WORLD)]
async fn who_asked_and_lost_the_role_has_nothing_confirmed(world: World) {
    let mut app = asks(&world).await;
    app.run(NEW).await;
    app.run(&ask("publish")).await;
    app.run("delete from membership where person_id = 6; insert into membership (event_id, person_id, role) values (1, 6, 'organizer')").await;
    app.refused(&confirm(7), REFUSED).await;
    // Fewer than two confirm now. Where the event asks nobody any more, all do again.
    assert_eq!(app.one::<i64>("select organizers_to_confirm(1)").await, 1);
    app.run("update event set second_organizer = false where id = 1").await;
    assert!(app.one::<bool>(CONFIRMS).await);
    assert_eq!(app.one::<i64>("select organizers_to_confirm(1)").await, 3);
}

#[database_test(WORLD)]
async fn nobody_displaces_what_another_one_asked_for(world: World) {
    let mut app = asks(&world).await;
    let displace = format!(
        "update confirmation set outcome = 'lapsed' where outcome is null; {}",
        ask("forget").replace(", 6)", ", 7)")
    );
    app.run(&ask("publish")).await;
    app.refused(&displace, REFUSED).await;
    // One's own, and what nobody could confirm any more.
    app.run(&displace.replace(", 7)", ", 6)")).await;
    app.run(RUN).await;
    app.run(&displace).await;
    assert_eq!(app.one::<i64>("select asked_by from confirmation where outcome is null").await, 7);
}

#[database_test(WORLD)]
async fn who_takes_part_confirms_once_results_are_final(world: World) {
    let mut app = asks(&world).await;
    app.run(NEW).await;
    app.run("insert into membership (event_id, person_id, role) values (1, 7, 'participant')").await;
    app.run(&ask("publish")).await;
    app.refused(&confirm(7), "EV403 second_organizer").await;
    app.refused(&ask("publish").replace(", 6)", ", 7)"), "EV403 second_organizer").await;
    assert_eq!(app.one::<i64>("select organizers_to_confirm(1)").await, 1);
    app.run("update event set second_organizer = false where id = 1").await;
    app.run(PROVISIONAL).await;
    assert_eq!(app.one::<i64>("select organizers_to_confirm(1)").await, 2);
}

/// Uma (6) is the only organizer who takes no part, and judging is over.
#[database_test(WORLD)]
async fn the_only_organizer_who_takes_no_part_begins_none_once_nobody_else_can_come(world: World) {
    let mut app = asks(&world).await;
    app.run("insert into membership (event_id, person_id, role) values (1, 7, 'participant')").await;
    let parts = [
        "insert into membership (event_id, person_id, role) values (1, 6, 'participant')",
        "insert into membership (event_id, person_id, role) values (1, 6, 'judge')",
        "insert into team_member (event_id, person_id, team_id) values (1, 6, 1)",
        "insert into invitation (event_id, email, role, team_id, token_hash) values (1, 'UMA@x.example', 'participant', 1, 'uma')",
    ];
    // While judging is open, another one can still be invited.
    for part in parts {
        app.run(&format!("begin; {part}; rollback")).await;
    }
    world.close("judging").await;
    for part in parts {
        app.refused(part, LAST).await;
    }
    let leave = "delete from membership where person_id = 6";
    app.refused(leave, LAST).await;
    // A list may not name her either, unless somebody said that it is wrong: then it may say so again.
    let mut owner = world.owner().await;
    let listed = "insert into imported_member (event_id, team_id, email) values (1, 1, 'uma@x.example')";
    owner.refused(listed, LAST).await;
    let wrong = "insert into imported_member (event_id, team_id, email, lifted_reason)
        values (1, 1, 'uma@x.example', 'Her namesake.')";
    owner.run(wrong).await;
    owner.run(&format!("{listed} on conflict do nothing")).await;
    let withdrawn = "insert into invitation (event_id, email, role, team_id, token_hash, withdrawn_at)
        values (1, 'una@x.example', 'participant', 1, 'una', now())";
    app.run(withdrawn).await;
    let again = "update invitation set email = 'uma@x.example', withdrawn_at = null where token_hash = 'una'";
    app.refused(again, LAST).await;
    let right = "update imported_member set lifted_reason = null where email = 'uma@x.example'";
    owner.refused(right, LAST).await;
    // Others may begin, and so may she where somebody else is free.
    app.run("insert into membership (event_id, person_id, role) values (1, 7, 'judge')").await;
    app.run(NEW).await;
    for part in parts.iter().chain([&leave]) {
        app.run(&format!("begin; {part}; rollback")).await;
    }
    app.run("delete from membership where person_id = 8").await;
    // Provisional results end none of this, and final ones do.
    app.run("update event set second_organizer = false where id = 1").await;
    app.run(PROVISIONAL).await;
    app.refused(leave, LAST).await;
    app.refused(parts[1], LAST).await;
    app.run("insert into publication (event_id, run_id, final_of) values (1, 1, 1)").await;
    app.run(leave).await;
}

/// Nobody publishes a forgotten event, and nobody comes to it any more.
#[database_test(WORLD)]
async fn whoever_is_the_last_to_take_no_part_leaves_a_forgotten_event(world: World) {
    let mut app = asks(&world).await;
    app.run("insert into membership (event_id, person_id, role) values (1, 7, 'participant')").await;
    let leave = "delete from membership where person_id = 6";
    app.refused(leave, LAST).await;
    let forgotten =
        "set session_replication_role = replica; update event set forgotten_at = now() where id = 1";
    world.owner().await.run(forgotten).await;
    app.run(leave).await;
}
