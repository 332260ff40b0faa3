-- The application's role. It owns nothing, so it can neither switch a trigger off nor drop one, and on what only grows
-- it may read and append. serve and send take it with SET ROLE.

-- Nobody but the owner makes objects here: SECURITY DEFINER functions look names up in this schema.
do $$
begin
    revoke create on schema public from public;
exception when insufficient_privilege then
    raise warning 'The schema public belongs to somebody else: take CREATE on it from PUBLIC, please.';
end
$$;

-- Several databases of a cluster may migrate at once, and roles belong to the cluster: whoever comes second finds the
-- role there, by one error or the other.
do $$
begin
    if not exists (select from pg_roles where rolname = 'evenhand_app') then
        begin
            create role evenhand_app nologin;
        exception
            when duplicate_object or unique_violation then
                null;
            when insufficient_privilege then
                raise warning 'The database user % may not create roles, so the portal runs as the owner of its tables: the log is guarded by triggers only. To mend it, have an administrator run: CREATE ROLE evenhand_app NOLOGIN; GRANT evenhand_app TO %; and the owner of the tables: SELECT grant_app_rights();', current_user, quote_ident(current_user);
        end;
    end if;
end
$$;

-- From PostgreSQL 16 on, being a member no longer means that SET ROLE is allowed; whoever creates a role is only its
-- administrator.
do $$
declare
    may text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
    if exists (select from pg_roles where rolname = 'evenhand_app')
        and not pg_has_role(current_user, 'evenhand_app', may) then
        begin
            execute format('grant evenhand_app to %I', current_user);
        exception
            -- Another database's migration granted it at this moment (the last is "tuple concurrently updated").
            when duplicate_object or unique_violation or internal_error then
                null;
            when insufficient_privilege then
                raise warning 'The database user % may not take the role evenhand_app. To mend it, have an administrator run: GRANT evenhand_app TO %;', current_user, quote_ident(current_user);
        end;
    end if;
end
$$;

-- The import is a way past the clock: whoever may call it is said here.
revoke execute on function import_projects from public;

-- Also called by hand, where an administrator made the role after the migration.
create function grant_app_rights() returns void
    language plpgsql as $$
begin
    grant usage on schema public to evenhand_app;
    grant select, insert, update, delete on all tables in schema public to evenhand_app;
    -- What only grows, what the database writes itself, and what only migrations write.
    revoke update, delete on audit_log, calibration_run, publication from evenhand_app;
    revoke insert, update, delete on audit_head, import_pass, imported_member from evenhand_app;
    if to_regclass('_sqlx_migrations') is not null then
        revoke insert, update, delete on _sqlx_migrations from evenhand_app;
    end if;
    grant execute on function import_projects to evenhand_app;
end
$$;
revoke execute on function grant_app_rights from public;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
