-- Fixed places for every name in our functions. Without this, a temporary table named event, team_member or criterion (or,
-- for the owner, a schema of their own with an empty refuse()) takes the place of the real one inside the trigger
-- functions, and the rules about windows, teams and scores pass.

-- Functions with a body in standard SQL (`return …`) need nothing: their names were resolved when they were created, and
-- they can still be inlined into queries.
do $$
declare
    f regprocedure;
begin
    for f in
        select p.oid from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
            and not coalesce('search_path=pg_catalog, public, pg_temp' = any (p.proconfig), false)
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop
        execute format('alter function %s set search_path = pg_catalog, public, pg_temp', f);
    end loop;
end
$$;

-- Takes the right to make temporary tables from everybody: the portal makes none. A dump does not carry this right, so
-- each start asks again (see store/connect.rs).
create function forbid_temporary_tables() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if has_database_privilege('public', current_database(), 'temporary') then
        begin
            execute format('revoke temporary on database %I from public', current_database());
        exception
            when insufficient_privilege then
                raise warning 'The database % belongs to somebody else: have its owner run REVOKE TEMPORARY ON DATABASE % FROM PUBLIC, please.', current_database(), quote_ident(current_database());
            -- Another process did it at this moment ("tuple concurrently updated").
            when internal_error then
                null;
        end;
    end if;
end
$$;
select forbid_temporary_tables();
