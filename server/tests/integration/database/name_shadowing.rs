//! A session cannot create anything that replaces a table or function that the rules use.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;
use sqlx::{AssertSqlSafe, PgPool};

#[database_test(WORLD)]
async fn every_function_fixes_its_search_path(world: World) {
    // A body in standard SQL has its names resolved when the function is created.
    let loose = "select coalesce(array_agg(proname::text order by 1), '{}') from pg_proc p
        where pronamespace = 'public'::regnamespace and prosqlbody is null
            and not coalesce('search_path=pg_catalog, public, pg_temp' = any (proconfig), false)
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')";
    let mut owner = world.owner().await;
    assert_eq!(owner.one::<Vec<String>>(loose).await, Vec::<String>::new());
    let fixed =
        "select count(*) from pg_proc where pronamespace = 'public'::regnamespace and proconfig is not null";
    assert!(owner.one::<i64>(fixed).await > 40, "the functions were not found");
}

/// Rights on a whole database are not copied with it: this test asks a database in which the migrations themselves ran.
#[database_test]
async fn only_the_owner_can_create_temporary_tables_by_default(pool: PgPool) {
    let own = (*pool.connect_options()).clone();
    let name = own.get_database().unwrap();
    let name = format!("temporary_{}", name.get(name.len().saturating_sub(40)..).unwrap());
    let remove = format!("drop database if exists \"{name}\"");
    let mut maker = pool.acquire().await.unwrap();
    for sql in [&remove, &format!("create database \"{name}\" template template0")] {
        sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&mut *maker).await.unwrap();
    }
    let migrated = PgPool::connect_with(own.clone().database(&name)).await.unwrap();
    store::MIGRATOR.run(&migrated).await.unwrap();
    {
        let world = World::of(migrated.clone());
        world.app().await.refused("create temp table event (id bigint)", "42501 -").await;
        let public = "select has_database_privilege('public', current_database(), 'temporary')";
        assert!(!world.owner().await.one::<bool>(public).await);
    }
    migrated.close().await;
    sqlx::raw_sql(AssertSqlSafe(remove)).execute(&mut *maker).await.unwrap();
}

/// A session of the application that may create temporary tables, as in a database whose owner allowed it.
async fn with_temporary_tables(world: &World) -> Session {
    let mut owner = world.owner().await;
    let allow = "do $$ begin execute format('grant temporary on database %I to evenhand_app', current_database()); end $$";
    owner.run(allow).await;
    world.app().await
}

#[database_test(WORLD)]
async fn a_temporary_event_reopens_no_window(world: World) {
    let mut app = with_temporary_tables(&world).await;
    // Compiles the functions while they still see the true table.
    app.run("update project set title = 'In time' where id = 1").await;
    world.close("submissions").await;
    world.close("judging").await;
    let sql = "create temp table event (like public.event);
        insert into pg_temp.event select * from public.event;
        update pg_temp.event set submissions_close = null, judging_close = null, voting_mode = 'off';
        create function pg_temp.up(pg_temp.event) returns public.event language sql as 'select row($1.*)::public.event';
        create cast (pg_temp.event as public.event) with function pg_temp.up(pg_temp.event) as implicit";
    app.run(sql).await;
    app.refused("update public.project set title = 'Late' where id = 1", "EV409 submissions_window").await;
    app.refused("insert into public.review (assignment_id, event_id) values (1, 1)", "EV409 judging_window")
        .await;
    let sql = "insert into public.calibration_run (event_id, run, method, input_digest, input, results, judges, excluded,
             connectivity) values (1, 0, 'm', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')";
    app.run(sql).await;
    let publish =
        "insert into public.publication (event_id, run_id) select 1, id from public.calibration_run";
    app.refused(publish, "EV409 vote_open").await;
}

#[database_test(WORLD)]
async fn a_temporary_team_member_hides_nobodys_team(world: World) {
    let mut app = with_temporary_tables(&world).await;
    let sql = "insert into team_member (event_id, person_id, team_id) values (1, 3, 2);
        create temp table team_member (like public.team_member)";
    app.run(sql).await;
    let assign =
        "insert into assignment (event_id, person_id, project_id, source) values (1, 3, 2, 'manual')";
    app.refused(assign, "EV409 own_team").await;
}

#[database_test(WORLD)]
async fn a_temporary_criterion_widens_no_range(world: World) {
    let mut app = with_temporary_tables(&world).await;
    app.run("create temp table criterion as select * from public.criterion; update pg_temp.criterion set max_value = 1000")
        .await;
    let review = r#"insert into review (assignment_id, event_id, scores) values (1, 1, '{"quality": 999}')"#;
    app.refused(review, "EV422 score_range").await;
}

#[database_test(WORLD)]
async fn another_schema_of_the_owner_silences_no_refusal(world: World) {
    let mut owner = world.owner().await;
    let sql = "create schema quiet;
            create function quiet.refuse(status int, code text, sentence text) returns void language sql as '';
            insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
                values (1, 'jo@x.example', 'judge', 'review.saved', 'review', '1');
            set search_path = quiet, public";
    owner.run(sql).await;
    owner.refused("update audit_log set actor = 'x'", "EV403 append_only").await;
}
