//! The application's role owns nothing and cannot switch off any rule.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;

#[database_test(WORLD)]
async fn the_role_owns_nothing_and_cannot_log_in(mut app: Session) {
    let owned = "select count(*) from pg_class where relowner = 'evenhand_app'::regrole";
    assert_eq!(app.one::<i64>(owned).await, 0);
    let powers =
        "select rolcanlogin or rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication
        from pg_roles where rolname = 'evenhand_app'";
    assert!(!app.one::<bool>(powers).await);
}

#[database_test(WORLD)]
async fn the_role_can_write_every_table_but_only_append_to_growing_ones(world: World) {
    let mut owner = world.owner().await;
    let rights = "select array_agg(relname || ' ' || concat(
            case when has_table_privilege('evenhand_app', oid, 'select') then 's' end,
            case when has_table_privilege('evenhand_app', oid, 'insert') then 'i' end,
            case when has_table_privilege('evenhand_app', oid, 'update') then 'u' end,
            case when has_table_privilege('evenhand_app', oid, 'delete') then 'd' end,
            case when has_table_privilege('evenhand_app', oid, 'truncate') then 't' end,
            case when has_table_privilege('evenhand_app', oid, 'trigger') then 'g' end) order by relname)
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
            and not (has_table_privilege('evenhand_app', oid, 'select') and has_table_privilege('evenhand_app', oid, 'insert')
                and has_table_privilege('evenhand_app', oid, 'update') and has_table_privilege('evenhand_app', oid, 'delete')
                and not has_table_privilege('evenhand_app', oid, 'truncate')
                and not has_table_privilege('evenhand_app', oid, 'trigger'))";
    let expected = [
        "_sqlx_migrations s", "audit_head s", "audit_log si", "calibration_run si", "commit_probe s",
        "forgotten_event s", "import_pass s", "imported_member s", "kept_vote s", "publication si",
        "signing_key si",
    ];
    assert_eq!(owner.one::<Vec<String>>(rights).await, expected);
}

#[database_test(WORLD)]
async fn the_role_neither_alters_the_schema_nor_opens_the_import_pass(mut app: Session) {
    for attempt in [
        "alter table project disable trigger project_before",
        "drop trigger review_before on review",
        "create table mine (id int)",
        "create or replace function require_submissions(p_event bigint) returns void language sql as ''",
        "insert into import_pass values (pg_current_xact_id(), 1)",
        "insert into imported_member values (1, 1, 'kim@x.example')",
        "select grant_app_rights()",
        "create function public.now() returns timestamptz language sql as 'select null::timestamptz'",
    ] {
        app.refused(attempt, "42501 -").await;
    }
}

#[database_test(WORLD)]
async fn nobody_but_the_portal_calls_a_function(world: World) {
    let mut owner = world.owner().await;
    // A migration that adds a function ends with `grant_app_rights()`, which takes it from PUBLIC.
    let open = "select coalesce(array_agg(p.oid::regprocedure::text order by 1), '{}') from pg_proc p
        where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)";
    assert_eq!(owner.one::<Vec<String>>(open).await, Vec::<String>::new());
    let closed = "select array_agg(p.oid::regprocedure::text order by 1) from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
            and not has_function_privilege('evenhand_app', p.oid, 'execute')";
    assert_eq!(owner.one::<Vec<String>>(closed).await, ["close_functions()", "grant_app_rights()"]);
    // Any other role that reads everything.
    owner.run("begin; set local role pg_read_all_data").await;
    owner.refused("select hold_chain('demo')", "42501 -").await;
}

#[database_test(WORLD)]
async fn nobody_is_the_role_that_the_row_triggers_pass_over(world: World) {
    let (mut app, mut owner) = (world.app().await, world.owner().await);
    let powers =
        "select rolcanlogin or rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication
            or exists (select from pg_auth_members m where r.oid in (m.roleid, m.member))
        from pg_roles r where rolname = 'evenhand_writer'";
    assert!(!app.one::<bool>(powers).await);
    let owned = "select array_agg(proname::text) from pg_proc where proowner = 'evenhand_writer'::regrole";
    assert_eq!(app.one::<Vec<String>>(owned).await, ["save_reviews"]);
    assert!(!owner.one::<bool>("select has_schema_privilege('evenhand_writer', 'public', 'create')").await);
    for attempt in ["set local role evenhand_writer", "grant evenhand_writer to evenhand_app"] {
        // As a login of the service does: a superuser may be anybody.
        owner.run("begin; set local session authorization evenhand_app").await;
        owner.refused(attempt, "42501 -").await;
    }
    // Every start asks again, which changes nothing where all is as it should be.
    owner.run("select set_up_writer(); select set_up_writer()").await;
    assert_eq!(app.one::<Vec<String>>(owned).await, ["save_reviews"]);
}

#[database_test(WORLD)]
async fn a_signing_key_is_retired_and_revoked_but_never_changed_or_removed(world: World) {
    let (mut app, mut owner) = (world.app().await, world.owner().await);
    let sql = "insert into signing_key (kid, x, status, retired_at) values ('one', repeat('A', 43), 'retired', now()),
            ('two', repeat('B', 43), 'current', null)";
    app.run(sql).await;
    let changes = [
        "update signing_key set x = repeat('C', 43) where kid = 'one'",
        "update signing_key set kid = 'three' where kid = 'one'",
        "update signing_key set created_at = now() - interval '1 year' where kid = 'two'",
        "delete from signing_key where kid = 'one'",
        "truncate signing_key",
    ];
    for change in changes {
        app.refused(change, "42501 -").await;
    }
    let back = [
        "update signing_key set status = 'current', retired_at = null where kid = 'one'",
        "update signing_key set retired_at = now() - interval '1 year' where kid = 'one'",
        "update signing_key set status = 'revoked', retired_at = now() where kid = 'two'",
    ];
    for change in back {
        app.refused(change, "EV403 append_only").await;
    }
    for role in ["origin", "local", "replica"] {
        owner.run(&format!("set session_replication_role = {role}")).await;
        for change in changes.iter().chain(&back) {
            owner.refused(change, "EV403 append_only").await;
        }
    }
    app.run("update signing_key set status = 'revoked' where kid = 'one'").await;
    app.run("update signing_key set status = 'retired', retired_at = now() where kid = 'two'").await;
}

#[database_test(WORLD)]
async fn every_foreign_key_has_an_index_for_its_joins(world: World) {
    // Columns that name who did it, and references to rows that are never deleted, need no index.
    let bare = "select coalesce(array_agg(conrelid::regclass || ' ' || conname order by 1), '{}') from pg_constraint c
        where contype = 'f' and connamespace = 'public'::regnamespace
            and confrelid <> all ('{event,person,audit_log,invitation}'::regclass[])
            and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey))";
    assert_eq!(world.owner().await.one::<Vec<String>>(bare).await, Vec::<String>::new());
}
