-- What holds for many tables: the rules that each of a list takes, and the rights of the application's role.

do $$
declare
    t text;
begin
    -- A row stays in its event. The name sorts before the other triggers', so that it fires first.
    foreach t in array array['track', 'criterion', 'event_person', 'membership', 'person_track', 'team', 'team_member', 'project',
        'told_apart', 'project_picture', 'project_place', 'project_need', 'project_prize', 'prize', 'prize_winner',
        'prize_panellist', 'deliberation_note', 'ceremony', 'ceremony_step', 'invitation', 'guest_link', 'guest', 'notice',
        'assignment', 'review', 'conflict', 'visit_mark', 'judge_note', 'first_three', 'comment', 'voting_code', 'ballot',
        'project_import', 'import_column', 'team_extension', 'invited_assignment', 'help_call', 'project_look', 'winner_duty',
        'results_question', 'evidence', 'code_look', 'content_look', 'proposal', 'confirmation'] loop
        execute format('create trigger a_stay_in_event before update of event_id on %I for each row '
            'execute function stay_in_event()', t);
    end loop;
    -- The rules of these read what others have just committed.
    foreach t in array array['criterion', 'membership', 'team', 'team_member', 'project', 'project_picture', 'picture_file',
        'project_need', 'project_prize', 'assignment', 'review', 'visit_mark', 'first_three', 'ballot', 'comment',
        'calibration_run', 'publication', 'invited_assignment', 'results_question'] loop
        execute format('create trigger a_read_committed before insert or update or delete on %I '
            'for each statement when (current_setting(''transaction_isolation'') not in (''read committed'', ''read uncommitted'')) '
            'execute function refuse_snapshot()', t);
    end loop;
    -- A forgotten event takes none of these. review asks in review_before. These have a window, or are an organizer's alone.
    foreach t in array array['ballot', 'first_three', 'visit_mark', 'project', 'project_picture', 'team', 'team_member',
        'import_column', 'project_look', 'track', 'criterion', 'person_track', 'prize', 'prize_winner', 'project_prize',
        'project_place', 'project_need', 'told_apart'] loop
        execute format('create trigger a_not_forgotten before insert or update on %I '
            'for each row execute function not_forgotten()', t);
    end loop;
    -- These have no window, so they wait for the event's row.
    foreach t in array array['calibration_run', 'comment', 'conflict', 'conflict_dismissal', 'deliberation_note',
        'guest', 'guest_link', 'invitation', 'judge_note', 'mail_outbox', 'notice', 'open_data', 'prize_panellist',
        'project_import', 'publication', 'session_link', 'token_link', 'voting_code', 'team_extension', 'invited_assignment',
        'help_call', 'winner_duty', 'results_question'] loop
        execute format('create trigger a_not_forgotten before insert or update on %I '
            'for each row execute function not_forgotten(''waits'')', t);
    end loop;
    -- So do new rows of these. What was there before is decided later all the same, or never changes.
    foreach t in array array['evidence', 'proposal', 'confirmation'] loop
        execute format('create trigger a_not_forgotten before insert on %I '
            'for each row execute function not_forgotten(''waits'')', t);
    end loop;
    -- These only grow.
    foreach t in array array['audit_log', 'calibration_run', 'publication', 'published_place', 'open_data', 'forgotten_head'] loop
        execute format('create trigger append_only before update or delete or truncate on %I '
            'for each statement execute function append_only()', t);
    end loop;
    foreach t in array array['audit_log', 'calibration_run', 'publication', 'published_place', 'forgotten_head'] loop
        execute format('alter table %I enable always trigger append_only', t);
    end loop;
end
$$;
-- Organizers stay, and others may become ones: somebody must be able to read the record.
create trigger a_not_forgotten before insert or update on membership
    for each row when (new.role <> 'organizer') execute function not_forgotten('waits');
-- save_reviews asks for each event what this asks for each row.
create trigger a_not_forgotten before insert or update on assignment
    for each row when (current_user <> 'evenhand_writer') execute function not_forgotten('waits');

-- The application's role. It owns nothing, so it can neither switch a trigger off nor drop one, and on what only grows it may read and
-- append. serve and send take it with SET ROLE.

-- Nobody but the owner makes objects here: SECURITY DEFINER functions look names up in this schema.
do $$
begin
    revoke create on schema public from public;
exception when insufficient_privilege then
    raise warning 'The schema public belongs to somebody else: take CREATE on it from PUBLIC, please.';
end
$$;

-- Takes the right to make temporary tables from everybody: the portal makes none. A dump does not carry this right, so each start asks
-- again (see store/connect.rs).
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

-- Several databases of a cluster may migrate at once, and roles belong to the cluster: the second one finds the role there, by one error
-- or the other.
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

-- From PostgreSQL 16 on, being a member no longer means that SET ROLE is allowed: the user who creates a role is only its administrator.
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

-- Takes our functions from PUBLIC: PostgreSQL lets everybody call a new one. Whoever can connect could hold the end of a log with
-- `hold_chain`, and make every writer of that event wait. Only the portal's role calls our functions. Those of extensions are not ours.
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

-- Also called by hand, where an administrator made the role after the migration, and by each later migration that adds a table or a
-- function.
create function grant_app_rights() returns void
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

-- Hands the function to its role: makes the role, gives it the rights that the function needs, and takes it from everybody. Each start
-- asks again, since a dump carries no roles. Without the right to do so, all stays right, and saves take several times as long.
create function set_up_writer() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    f record;
    saves regprocedure := (select p.oid::regprocedure from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proname = 'save_reviews');
    -- From PostgreSQL 16 on, being a member no longer means that SET ROLE is allowed.
    may text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    joined boolean := false;
begin
    -- Where the owner of the tables cannot take the application's role, the portal may run as the owner, who has to call the function.
    if to_regrole('evenhand_app') is null or not pg_has_role(current_user, 'evenhand_app', 'member') then
        return;
    end if;
    if to_regrole('evenhand_writer') is null then
        begin
            create role evenhand_writer nologin;
        exception
            -- Another database's migration made it at this moment.
            when duplicate_object or unique_violation then
                null;
        end;
    end if;
    if pg_has_role('evenhand_app', 'evenhand_writer', 'member')
        or exists (select from pg_roles where rolname = 'evenhand_writer' and (rolcanlogin or rolsuper)) then
        raise warning 'The role evenhand_writer is one that somebody can take, so reviews are saved the slow way. To mend it, have an administrator run: ALTER ROLE evenhand_writer NOLOGIN NOSUPERUSER; REVOKE evenhand_writer FROM evenhand_app;';
        return;
    end if;
    for f in
        select c.oid::regclass as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
            and c.relname in ('assignment', 'audit_head', 'audit_log', 'criterion', 'event', 'import_pass', 'project', 'publication',
                'review', 'team_person', 'visit_mark', 'forgotten_event')
            and not has_table_privilege('evenhand_writer', c.oid, 'select')
    loop
        execute format('grant select on %s to evenhand_writer', f.name);
    end loop;
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
            and p.proname not in ('grant_app_rights', 'close_functions', 'set_up_writer')
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and not has_function_privilege('evenhand_writer', p.oid, 'execute')
    loop
        execute format('grant execute on function %s to evenhand_writer', f.name);
    end loop;
    if exists (select from pg_proc p where p.oid = saves and p.proowner = 'evenhand_writer'::regrole) then
        return;
    end if;
    grant usage on schema public to evenhand_writer;
    grant insert, update on review, audit_head to evenhand_writer;
    grant update on assignment to evenhand_writer;
    grant delete on visit_mark to evenhand_writer;
    grant insert on audit_log to evenhand_writer;
    -- To lock an event's row, not to change it: no statement of the function does.
    grant update (version) on event to evenhand_writer;
    if not pg_has_role(current_user, 'evenhand_writer', may) then
        execute format('grant evenhand_writer to %I', current_user);
        joined := true;
    end if;
    grant create on schema public to evenhand_writer;
    execute format('alter function %s owner to evenhand_writer', saves);
    revoke create on schema public from evenhand_writer;
    if joined then
        execute format('revoke evenhand_writer from %I', current_user);
    end if;
exception
    -- The last is "tuple concurrently updated": another database's migration is at it. The next start asks again.
    when insufficient_privilege or internal_error then
        raise warning 'The database user % may not hand a function to the role evenhand_writer, so reviews are saved the slow way. To mend it, have an administrator run: CREATE ROLE evenhand_writer NOLOGIN; GRANT evenhand_writer TO % WITH ADMIN OPTION; and start again.', current_user, quote_ident(current_user);
end
$$;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
    perform set_up_writer();
end
$$;
