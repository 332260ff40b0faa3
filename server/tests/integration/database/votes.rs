//! Ballots: by whom and for what.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

fn vote(person: i32, choices: &str) -> String {
    format!("insert into ballot (event_id, person_id, choices) values (1, {person}, '{choices}')")
}

#[database_test(WORLD)]
async fn a_ballot_names_submitted_projects_of_its_event_once_each_and_not_the_voters_own(mut app: Session) {
    app.refused(&vote(4, "{1,1}"), "EV422 ballot_repeated").await;
    app.refused(&vote(4, "{3}"), "EV422 ballot_unknown").await;
    app.refused(&vote(4, "{99}"), "EV422 ballot_unknown").await;
    app.refused(&vote(4, "{1,2,3}"), "EV422 ballot_too_many").await;
    app.refused(&vote(1, "{1}"), "EV422 ballot_own_team").await;
    app.refused(&vote(5, "{1}"), "EV403 unconfirmed").await;
    app.run(&vote(4, "{1,2}")).await;
    app.refused(&vote(4, "{1}"), "23505 already_voted").await;
    app.refused("update ballot set choices = '{3}'", "EV422 ballot_unknown").await;
    app.refused("update ballot set person_id = 3", "EV409 ballot_fixed").await;
    app.run("update project set duplicate_of = 1 where id = 2").await;
    app.refused(&vote(3, "{2}"), "EV422 ballot_unknown").await;
}

#[database_test(WORLD)]
async fn an_event_votes_by_account_or_by_code_or_not_at_all(mut app: Session) {
    app.run("insert into voting_code (event_id, code_hash) values (1, 'a'), (1, 'b')").await;
    let by_code =
        |code: i32| format!("insert into ballot (event_id, code_id, choices) values (1, {code}, '{{1}}')");
    app.refused(&by_code(1), "EV404 voting_mode").await;
    app.run("update event set voting_mode = 'code'").await;
    app.refused(&vote(4, "{1}"), "EV404 voting_mode").await;
    app.run(&by_code(1)).await;
    app.refused(&by_code(1), "23505 code_already_used").await;
    app.run("update voting_code set withdrawn_at = now() where id = 2").await;
    app.refused(&by_code(2), "EV422 code_withdrawn").await;
    app.run("update event set voting_mode = 'off'").await;
    app.refused(&vote(4, "{1}"), "EV404 voting_mode").await;
    let neither = "insert into ballot (event_id, choices) values (1, '{1}')";
    app.refused(neither, "EV404 voting_mode").await;
    app.run("update event set voting_mode = 'account'").await;
    app.refused(neither, "23514 ballot_has_one_voter").await;
}

#[database_test(WORLD)]
async fn a_ballot_by_a_code_that_is_being_withdrawn_is_refused(world: World, mut app: Session) {
    app.run("insert into voting_code (event_id, code_hash) values (1, 'a'); update event set voting_mode = 'code'").await;
    let ballot = "insert into ballot (event_id, code_id, choices) values (1, 1, '{1}')";
    world.second_loses("update voting_code set withdrawn_at = now()", ballot, "EV422 code_withdrawn").await;
}
