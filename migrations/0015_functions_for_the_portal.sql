-- PostgreSQL lets everybody call a new function. Whoever can connect could hold the end of a log with `hold_chain`, and make every
-- writer of that event wait. Only the portal's role calls our functions now.

-- Also called by hand, where an administrator made the role after the migration.
create or replace function grant_app_rights() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    f record;
begin
    grant usage on schema public to evenhand_app;
    grant select, insert, update, delete on all tables in schema public to evenhand_app;
    -- What only grows, what the database writes itself, and what only migrations write.
    revoke update, delete on audit_log, calibration_run, publication, signing_key from evenhand_app;
    grant update (status, retired_at) on signing_key to evenhand_app;
    revoke insert, update, delete on audit_head, import_pass, imported_member, commit_probe, forgotten_event, kept_vote
        from evenhand_app;
    if to_regclass('_sqlx_migrations') is not null then
        revoke insert, update, delete on _sqlx_migrations from evenhand_app;
    end if;
    perform close_functions();
    -- A trigger calls its function whoever writes.
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
            and p.proname not in ('grant_app_rights', 'close_functions')
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and not has_function_privilege('evenhand_app', p.oid, 'execute')
    loop
        execute format('grant execute on function %s to evenhand_app', f.name);
    end loop;
    perform forbid_temporary_tables();
end
$$;

-- Takes our functions from PUBLIC. Those of extensions are not ours.
create function close_functions() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    f record;
begin
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                where a.grantee = 0 and a.privilege_type = 'EXECUTE')
    loop
        execute format('revoke execute on function %s from public', f.name);
    end loop;
end
$$;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
