-- The clock's second check belongs to the commit. A deferred constraint fires once: SET CONSTRAINTS … IMMEDIATE fires it
-- early, and a transaction that waits after that could commit past the close. PREPARE TRANSACTION has the same effect.
-- Both are refused here, and so are isolation levels in which a rule would read an old state of the event or its teams.

-- Never holds a row. A row is tried in it, and taken back, to learn whether constraints are deferred just now.
create unlogged table commit_probe (tried boolean not null);

create function commit_probe_fired() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    raise exception using errcode = 'ZP001', message = 'constraints are immediate';
end
$$;

-- Under the name of each clock check, since SET CONSTRAINTS by name reaches every constraint of that name.
do $$
declare
    name text;
begin
    foreach name in array array['project_at_commit', 'project_edit_at_commit', 'team_at_commit', 'member_at_commit',
        'review_at_commit', 'ballot_at_commit', 'publication_at_commit'] loop
        execute format('create constraint trigger %I after insert on commit_probe deferrable initially deferred '
            'for each row execute function commit_probe_fired()', name);
    end loop;
end
$$;

-- Refuses unless the transaction is committing now. SECURITY DEFINER: the application may not write to the probe.
-- Rows of an event made in this transaction, and those of a running import, have no window and so no second check.
create function require_commit(p_event bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if not found or event_is_fresh(e) or import_runs(p_event) then
        return;
    end if;
    -- PREPARE TRANSACTION is always a statement of its own, so the client's text shows it.
    if current_setting('max_prepared_transactions')::int > 0 and current_query() ~* 'prepare.*transaction' then
        raise exception using errcode = '55000', constraint = 'checked_at_commit',
            message = 'What has a window cannot be prepared and committed later.';
    end if;
    begin
        insert into commit_probe values (true);
        raise exception using errcode = 'ZP002', message = 'constraints are deferred';
    exception
        when sqlstate 'ZP002' then
            return;
        when sqlstate 'ZP001' then
            raise exception using errcode = '55000', constraint = 'checked_at_commit',
                message = 'The clock is checked as the transaction commits: SET CONSTRAINTS cannot bring that forward.';
    end;
end
$$;

create or replace function submissions_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    perform require_commit(its);
    perform require_submissions(its);
    return null;
end
$$;

create or replace function member_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_commit(old.event_id);
        perform require_member_window(old.event_id, old.person_id, old.team_id, false);
    else
        perform require_commit(new.event_id);
        perform require_member_window(new.event_id, new.person_id, new.team_id, tg_op = 'INSERT');
    end if;
    return null;
end
$$;

-- A recused assignment's review became a draft, which has no window. The move of an assignment between pending and done
-- needs no require_commit of its own: done_means_submitted ties it to a change of the review.
create or replace function review_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    perform require_commit(its);
    if tg_op = 'DELETE'
        or not exists (select from assignment a where a.id = new.assignment_id and a.status = 'recused') then
        perform require_judging(its);
    end if;
    return null;
end
$$;

create or replace function ballot_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    perform require_commit(its);
    perform require_voting(its);
    return null;
end
$$;

create or replace function publication_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_commit(new.event_id);
    perform require_vote_closed(new.event_id);
    return null;
end
$$;

-- The rules read what others have committed a moment ago. A snapshot taken earlier would show them a team before
-- somebody joined, a rubric before its first review, or a close before it was moved.
create function require_read_committed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
        raise exception using errcode = '55000', constraint = 'read_committed',
            message = format('%s is written in READ COMMITTED only.', tg_table_name);
    end if;
    return null;
end
$$;
do $$
declare
    t text;
begin
    foreach t in array array['criterion', 'membership', 'team', 'team_member', 'project', 'assignment', 'review',
        'ballot', 'comment', 'calibration_run', 'publication'] loop
        execute format('create trigger a_read_committed before insert or update or delete on %I '
            'for each statement execute function require_read_committed()', t);
    end loop;
end
$$;

create or replace function grant_app_rights() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    grant usage on schema public to evenhand_app;
    grant select, insert, update, delete on all tables in schema public to evenhand_app;
    -- What only grows, what the database writes itself, and what only migrations write.
    revoke update, delete on audit_log, calibration_run, publication from evenhand_app;
    revoke insert, update, delete on audit_head, import_pass, imported_member, commit_probe from evenhand_app;
    if to_regclass('_sqlx_migrations') is not null then
        revoke insert, update, delete on _sqlx_migrations from evenhand_app;
    end if;
    grant execute on function import_projects to evenhand_app;
    grant execute on function forget_imported_member to evenhand_app;
    perform forbid_temporary_tables();
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
