//! Nobody judges their own team, whichever statement would cause it, even when two run at the same time.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

const ASSIGN: &str =
    "insert into assignment (event_id, person_id, project_id, source) values (1, 3, 2, 'manual')";
const JOIN: &str = "insert into team_member (event_id, person_id, team_id) values (1, 3, 2)";
const MOVE: &str = "update project set team_id = 2 where id = 1";

#[database_test(WORLD)]
async fn a_member_is_never_assigned_their_teams_project(mut app: Session) {
    app.run(JOIN).await;
    assert_eq!(app.refused(ASSIGN, "EV409 own_team").await, "A judge never judges their own team.");
    app.refused("update assignment set project_id = 2 where id = 1", "EV409 own_team").await;
}

#[database_test(WORLD)]
async fn a_judge_never_joins_a_team_whose_project_they_have_even_recused(mut app: Session) {
    app.run(ASSIGN).await;
    app.refused(JOIN, "EV409 own_team").await;
    app.run("update assignment set status = 'recused'").await;
    app.refused(JOIN, "EV409 own_team").await;
    let sql = "insert into team (event_id, name) values (1, 'C');
        insert into team_member (event_id, person_id, team_id) values (1, 3, 3)";
    app.run(sql).await;
    app.refused("update team_member set team_id = 2 where person_id = 3", "EV409 own_team").await;
}

#[database_test(WORLD)]
async fn a_project_never_moves_to_its_judges_team(mut app: Session) {
    app.run(JOIN).await;
    app.refused(MOVE, "EV409 own_team").await;
}

/// Jo has the project of team A.
const GIVE: &str =
    "insert into assignment (event_id, person_id, project_id, source) values (1, 3, 1, 'manual')";

const NOBODY: &str = "delete from assignment";

/// Each is a test: the second statement waits for the first, and is refused.
macro_rules! second_loses {
    ($($name:ident: $first:ident, $second:ident after [$($before:expr),*];)+) => {$(
        #[database_test(WORLD)]
        async fn $name(world: World) {
            $(world.app().await.run($before).await;)*
            world.second_loses($first, $second, "EV409 own_team").await;
        }
    )+};
}

second_loses! {
    assigning_while_the_judge_joins_the_team_loses: JOIN, ASSIGN after [];
    joining_while_the_project_is_being_assigned_loses: ASSIGN, JOIN after [];
    moving_a_project_while_its_judge_joins_the_team_loses: JOIN, MOVE after [];
    joining_while_ones_assigned_project_moves_to_the_team_loses: MOVE, JOIN after [];
    assigning_while_the_project_moves_to_the_judges_team_loses: MOVE, GIVE after [NOBODY, JOIN];
    moving_a_project_while_it_is_assigned_to_a_member_of_the_new_team_loses: GIVE, MOVE after [NOBODY, JOIN];
}

const DEAL: &str = "insert into invited_assignment (event_id, invitation_id, project_id, source) values (1, 1, 1, 'planned')";

/// Invites an address to judge, as invitation 1.
async fn invite(world: &World, email: &str) {
    let sql = format!(
        "insert into invitation (event_id, email, role, token_hash) values (1, '{email}', 'judge', 'a')"
    );
    world.app().await.run(&sql).await;
}

#[database_test(WORLD)]
async fn an_invitation_is_never_dealt_a_project_of_its_addresss_team(world: World) {
    invite(&world, "ADA@x.example").await;
    let mut app = world.app().await;
    app.refused(DEAL, "EV409 own_team").await;
    app.run(&DEAL.replace("(1, 1, 1,", "(1, 1, 2,")).await;
    // A conflict of the account, and an invitation to the team, count as well.
    app.run("insert into conflict (event_id, person_id, project_id) values (1, 1, 2)").await;
    assert_eq!(app.one::<i64>("select count(*) from invited_work").await, 0);
    let sql = "update invitation set email = 'new@y.example' where id = 1;
         insert into invitation (event_id, email, role, token_hash, team_id) values (1, 'new@y.example', 'participant', 'b', 1)";
    app.run(sql).await;
    app.refused(DEAL, "EV409 own_team").await;
    assert_eq!(app.one::<i64>("select count(*) from invited_work").await, 1);
    // What became known of the address since is left out, whatever it is.
    for known in ["team_id = 2 where token_hash = 'b'", "email = 'ben@x.example' where id = 1"] {
        app.run(&format!("begin; update invitation set {known}")).await;
        assert_eq!(app.one::<i64>("select count(*) from invited_work").await, 0, "{known}");
        app.run("rollback").await;
    }
}

#[database_test(WORLD)]
async fn only_an_open_invitation_to_judge_is_dealt_to(world: World) {
    invite(&world, "new@y.example").await;
    let mut app = world.app().await;
    app.refused(&DEAL.replace("(1, 1, 1,", "(2, 1, 1,"), "EV403 not_a_judge").await;
    app.run(DEAL).await;
    for end in ["withdrawn_at = now()", "declined_at = now()", "accepted_at = now(), accepted_by = 5"] {
        app.run(&format!("begin; update invitation set {end}")).await;
        assert_eq!(app.one::<i64>("select count(*) from invited_assignment").await, 0, "{end}");
        app.refused(DEAL, "EV403 not_a_judge").await;
    }
    // Whoever judges already has assignments of their own.
    app.run("delete from invited_assignment; update invitation set email = 'kim@x.example'").await;
    app.refused(DEAL, "EV403 not_a_judge").await;
}

#[database_test(WORLD)]
async fn nothing_is_dealt_to_an_invitation_that_is_answered_at_the_moment(world: World) {
    invite(&world, "new@y.example").await;
    let answer = "update invitation set declined_at = now() where id = 1";
    world.second_loses(answer, DEAL, "EV403 not_a_judge").await;
}
