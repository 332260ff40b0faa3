//! Forgetting an event: not before its time, once, logged, and nothing enters after it.

use crate::database::world::{REVIEW, Session, WORLD, World};
use crate::prelude::*;

/// All windows have closed so many days ago; nobody moved them.
fn closed(days: u32) -> String {
    format!(
        "begin; set local session_replication_role = replica;
         update event set submissions_open = null, judging_open = null, voting_open = null,
             submissions_close = now() - interval '{days} days', judging_close = now() - interval '{days} days',
             voting_close = now() - interval '{days} days' where id = 1; commit"
    )
}

/// Forgets the event and logs it, as the portal does.
const FORGET: &str = "begin;
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, after)
    select 1, 'system', 'system', 'event.forgotten', 'event', '1', f.record::text
    from forget_event(1, true, 'nonce') f where f.record is not null; commit";
const LOG: &str =
    "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
    values (1, 'jo@x.example', 'judge', 'review.saved', 'review', '1', '192.0.2.7', '{\"total\":1}')";

async fn judged(pool: PgPool) -> (World, Session) {
    let world = World::of(pool);
    let mut app = world.app().await;
    app.run(&format!("begin; {REVIEW} commit")).await;
    app.run("insert into comment (event_id, project_id, person_id, body) values (1, 1, 2, 'Nice.')").await;
    app.run("insert into ballot (event_id, person_id, choices) values (1, 4, '{1}')").await;
    app.run(LOG).await;
    (world, app)
}

#[database_test(WORLD, judged(pool))]
async fn an_event_is_not_forgotten_before_its_time(world: World, mut app: Session) {
    app.refused("select forget_event(1, true, 'n')", "EV409 forget_too_early").await;
    world.owner().await.run(&closed(29)).await;
    let said = app.refused("select forget_event(1, true, 'n')", "EV409 forget_too_early").await;
    assert!(said.contains("can go from"), "{said}");
    world.owner().await.run(&closed(31)).await;
    // It may now, but its day has not come, and the sender waits for that.
    app.refused("select forget_event(1, false, 'n')", "EV409 forget_too_early").await;
    app.run("update event set forget_on = clock_timestamp() + interval '1 day' where id = 1").await;
    app.refused("select forget_event(1, false, 'n')", "EV409 forget_too_early").await;
    app.refused("select forget_event(9, true, 'n')", "EV404 not_found").await;
    app.run(FORGET).await;
}

#[database_test(WORLD, judged(pool))]
async fn a_day_comes_after_every_close(_: World, mut app: Session) {
    let day = |hours: u32| {
        format!("update event set forget_on = clock_timestamp() + interval '{hours} hours' where id = 1")
    };
    app.refused(&day(0), "23514 forget_after_close").await;
    app.run(&day(2)).await;
    let sql = "update event set judging_close = now() + interval '1 day' where id = 1";
    app.refused(sql, "23514 forget_after_close").await;
    app.refused("update event set voting_close = null where id = 1", "23514 forget_after_close").await;
    app.run("update event set forget_on = null where id = 1").await;
}

/// An organizer stays in the event, and so does that they took part.
#[database_test(WORLD, judged(pool))]
async fn an_organizer_whom_a_list_named_takes_part_in_what_is_left(world: World, mut app: Session) {
    app.run("insert into membership (event_id, person_id, role) values (1, 5, 'organizer')").await;
    world.owner().await.run("insert into imported_member values (1, 2, 'una@x.example')").await;
    world.owner().await.run(&closed(31)).await;
    app.run(FORGET).await;
    assert!(app.one::<bool>("select takes_part(1, 5)").await);
}

#[database_test(WORLD, judged(pool))]
async fn nothing_is_forgotten_without_its_row_in_the_log(world: World, mut app: Session) {
    world.owner().await.run(&closed(31)).await;
    app.refused("begin; select forget_event(1, true, 'n'); commit", "55000 forgotten_is_logged").await;
    app.refused("update event set forgotten_at = now() where id = 1", "EV409 forgotten").await;
    let sql = "insert into forgotten_event values (1, pg_current_xact_id(), transaction_timestamp(), 0, '', '{}', 0)";
    app.refused(sql, "42501 -").await;
    app.refused("update audit_log set actor = '' where seq = 1", "42501 -").await;
    world.owner().await.refused("update audit_log set actor = '' where seq = 1", "EV403 append_only").await;
    // In the transaction that forgets, too, only the function takes the actors out.
    world
        .owner()
        .await
        .refused(
            "begin; select forget_event(1, true, 'n'); update audit_log set action = 'review.forged'; commit",
            "EV403 append_only",
        )
        .await;
}

#[database_test(WORLD, judged(pool))]
async fn forgetting_twice_is_one_and_what_counts_stays(world: World, mut app: Session) {
    world.owner().await.run(&closed(31)).await;
    app.run(FORGET).await;
    app.run(FORGET).await;
    assert_eq!(app.one::<i64>("select count(*) from audit_log where action = 'event.forgotten'").await, 1);
    let sql = "select string_agg(concat_ws(' ', seq, action, actor, ip), ', ' order by seq) from audit_log where chain = 'demo'";
    assert_eq!(app.one::<String>(sql).await, "1 review.saved , 2 event.forgotten system");
    let sql = "select concat_ws(' ', (select scores ->> 'quality' from review), (select comment from review), (select count(*) from comment),
              (select count(*) from ballot), (select votes from kept_vote), (select ballots from forgotten_event))";
    assert_eq!(app.one::<String>(sql).await, "4  0 0 1 1");
    let sql = "select p.name || ' ' || (p.email like 'deleted-nonce-%@deleted.invalid') from assignment a join person p on p.id = a.person_id";
    assert_eq!(app.one::<String>(sql).await, "A judge true");
    let sql = "select count(*) from event_person ep join person p on p.id = ep.person_id where p.email like '%@x.example'";
    assert_eq!(app.one::<i64>(sql).await, 0);
}

#[database_test(WORLD, judged(pool))]
async fn winners_become_final_before_an_event_is_forgotten(world: World, mut app: Session) {
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
             values (1, 1, 'm/v1', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
    app.run(sql).await;
    world.owner().await.run(&closed(1)).await;
    let sql = "insert into publication (event_id, run_id, provisional_until, owed)
             select 1, id, clock_timestamp() + interval '1 day', '{Code}' from calibration_run";
    app.run(sql).await;
    app.refused("select forget_event(1, true, 'n')", "EV409 forget_too_early").await;
}

#[database_test(WORLD, judged(pool))]
async fn finals_that_go_on_know_whose_account_an_invitation_made(world: World, mut app: Session) {
    let sql = "insert into invitation (event_id, email, role, token_hash, created_person_id, accepted_by, accepted_at)
             values (1, 'jo@x.example', 'judge', 'jo', 3, 3, now()), (1, 'kim@x.example', 'judge', 'kim', null, 4, now());
         insert into event (slug, name, finals_of) values ('finals', 'Finals', 1);
         insert into event_person (event_id, person_id) select id, unnest(array[3, 4]) from event where slug = 'finals';
         insert into membership (event_id, person_id, role)
             select id, unnest(array[3, 4]), 'judge' from event where slug = 'finals'";
    app.run(sql).await;
    let anew = "select concat_ws(' ', was_invited_anew(3, e.id), was_invited_anew(4, e.id)) from event e where e.slug = 'finals'";
    assert_eq!(app.one::<String>(anew).await, "t f");
    world.owner().await.run(&closed(31)).await;
    app.run(FORGET).await;
    assert_eq!(app.one::<String>(anew).await, "t f", "cards of the finals still sign them in");
    assert_eq!(app.one::<i64>("select count(*) from invitation where event_id = 1").await, 0);
}

#[database_test(WORLD)]
async fn why_a_project_left_and_a_team_had_more_time_goes_where_nobody_published_it(pool: PgPool) {
    let (world, mut app) = judged(pool).await;
    let counted = "select number from forgettable(1) where kind = 'reasons'";
    assert_eq!(app.one::<i64>(counted).await, 0);
    app.run("update project set withdrawn_at = clock_timestamp(), withdrawal_reason = 'Ada fell ill.' where id = 1").await;
    let more = "insert into team_extension (event_id, team_id, closes_at, reason)
        values (1, 2, clock_timestamp(), 'Ada lost her key.')";
    app.run(more).await;
    assert_eq!(app.one::<i64>(counted).await, 2, "the assignments that ended repeat the first one");
    let lifted = "insert into imported_member values (1, 2, 'ada@x.example', 'It is her namesake.')";
    world.owner().await.run(lifted).await;
    assert_eq!(app.one::<i64>(counted).await, 3);
    world.owner().await.run(&closed(31)).await;
    app.run(FORGET).await;
    assert_eq!(app.one::<i64>("select count(*) from imported_member").await, 0);
    let left = "select concat_ws(' ', (select withdrawal_reason from project where id = 1),
        (select recused_reason from assignment), (select reason from team_extension))";
    assert_eq!(app.one::<String>(left).await, "removed removed removed");
}

#[database_test(WORLD, judged(pool))]
async fn why_something_of_a_winner_was_refused_goes(world: World, mut app: Session) {
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         values (1, 1, 'm/v1', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
    app.run(sql).await;
    // The vote is closed.
    world.owner().await.run(&closed(31)).await;
    let sql = "insert into publication (event_id, run_id, provisional_until, owed)
         select 1, id, clock_timestamp() + interval '1 day', '{Code,Licence}' from calibration_run";
    app.run(sql).await;
    let counted = "select number from forgettable(1) where kind = 'reasons'";
    let before: i64 = app.one(counted).await;
    let sql = "insert into winner_duty (event_id, project_id, number, shown, reason)
         values (1, 1, 1, false, 'Ada is 15.'), (1, 1, 2, true, '')";
    app.run(sql).await;
    assert_eq!(app.one::<i64>(counted).await, before + 1);
    app.run(FORGET).await;
    let left =
        "select string_agg(concat_ws(' ', number, shown, reason), ', ' order by number) from winner_duty";
    assert_eq!(app.one::<String>(left).await, "1 f removed, 2 t ");
}

#[database_test(WORLD, judged(pool))]
async fn nothing_enters_a_forgotten_event(world: World, mut app: Session) {
    world.owner().await.run(&closed(31)).await;
    app.run(FORGET).await;
    for sql in [
        "insert into comment (event_id, project_id, person_id, body) values (1, 1, 2, 'x')",
        "insert into invitation (event_id, email, role, token_hash) values (1, 'x@x.example', 'judge', 'x')",
        "insert into membership (event_id, person_id, role) values (1, 4, 'judge')",
        "insert into mail_outbox (event_id, kind, to_address, subject, body) values (1, 'x', 'x@x.example', 'x', 'x')",
        "insert into notice (event_id, author_id, audience, body) values (1, 2, 'everybody', 'x')",
        "insert into help_call (event_id, person_id) values (1, 2)",
        "insert into evidence (event_id, project_id, fact) values (1, 1, '{\"kind\": \"x\"}')",
        "insert into results_question (event_id, number, question, question_sha256, raised_at, answer_by)
             values (1, 0, 'x', '', now(), now())",
        "insert into proposal (event_id, person_id, method, path, body, via) values (1, 2, 'POST', '/x', '{}', 'mcp')",
        "insert into confirmation (event_id, act, body, state, asked_by) values (1, 'forget', '{}', '', 2)",
        "update review set comment = 'x'",
        "update assignment set recused_reason = 'x'",
        "update project set title = 'x'",
        "insert into project_picture (event_id, project_id, position, picture)
             values (1, 1, 1, '{\"alt\": \"\", \"width\": 9, \"height\": 9, \"files\": [1]}')",
        // Nor do organizers change what everybody knows of it.
        "update event set name = 'x' where id = 1",
        "update event set contact_email = 'x@x.example' where id = 1",
        "update event set forget_on = null, voting_mode = 'off' where id = 1",
        "insert into track (event_id, name) values (1, 'x')",
        "update criterion set name = 'x' where event_id = 1",
        "insert into prize (event_id, name) values (1, 'x')",
        "insert into project_place (event_id, project_id, room, place) values (1, 1, 'Hall', '1')",
        "insert into project_need (event_id, project_id, power, quiet) values (1, 1, true, false)",
    ] {
        app.refused(sql, "EV409 forgotten").await;
    }
    app.run("update event set organizers_need_passkey = true where id = 1").await;
    // With the windows open again, too.
    world
        .owner()
        .await
        .run("set session_replication_role = replica; update event set voting_close = null, judging_close = null where id = 1")
        .await;
    app.refused("insert into ballot (event_id, person_id, choices) values (1, 4, '{1}')", "EV409 forgotten")
        .await;
    // Somebody must be able to read the record.
    app.run("insert into event_person (event_id, person_id) values (1, 4); insert into membership (event_id, person_id, role) values (1, 4, 'organizer')").await;
    app.run(LOG).await;
}

#[database_test(WORLD, judged(pool))]
async fn who_adds_while_the_event_is_being_forgotten_is_refused(world: World, mut app: Session) {
    world.owner().await.run(&closed(31)).await;
    app.run("begin").await;
    app.run(&FORGET.replace("begin;", "").replace("; commit", "")).await;
    let late = "insert into comment (event_id, project_id, person_id, body) values (1, 1, 2, 'Late.')";
    let waits = world.start(world.app().await, late).await;
    app.run("commit").await;
    let (found, _) = crate::database::world::why(waits.await.unwrap());
    assert_eq!(found, "EV409 forgotten");
}

#[database_test(WORLD)]
async fn every_table_that_names_an_event_refuses_or_is_known_not_to(world: World) {
    // What holds nothing of people, what the forgetting and the log write, how organizers come and go, and reviews, whose own trigger
    // (review_before) asks as well.
    let known = [
        "assignment_plan", "audit_head", "audit_log", "ceremony", "ceremony_step", "code_look",
        "content_look", "event_person", "forgotten_event", "forgotten_head", "import_pass",
        "imported_member", "kept_vote", "log_origin", "log_tile", "log_tree", "log_witness", "review",
        "webhook",
    ];
    let open: Vec<String> = world
        .app()
        .await
        .one(
            "select array_agg(c.table_name::text order by c.table_name) from information_schema.columns c
             join pg_class t on t.relname = c.table_name and t.relkind = 'r'
             where c.table_schema = 'public' and c.column_name = 'event_id' and not exists (
                 select from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'a_not_forgotten')",
        )
        .await;
    assert_eq!(open, known, "a new table gets the trigger a_not_forgotten, or a place in this list");
}
