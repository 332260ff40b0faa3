-- Two records that the application must not be able to rewrite or leave out: the signing keys' history, and the moves of an
-- event's windows. What the application signs verifies by the first; what counts as late follows from the second.

-- A key's public half and its beginning never change, and its status only goes on: current, retired, revoked.
create function signing_key_history() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' then
        if (new.kid, new.x, new.created_at) is not distinct from (old.kid, old.x, old.created_at)
            and ((old.status = 'current' and new.status in ('current', 'retired'))
                or (old.status = 'retired' and new.status in ('retired', 'revoked')
                    and new.retired_at is not distinct from old.retired_at)
                or new is not distinct from old) then
            return new;
        end if;
    end if;
    perform refuse(403, 'append_only', 'signing_key keeps its history: a key is retired and revoked, never changed or removed.');
    return null;
end
$$;
create trigger signing_key_history before update or delete on signing_key
    for each row execute function signing_key_history();
create trigger signing_key_stays before truncate on signing_key
    for each statement execute function append_only();
-- session_replication_role = replica would skip ordinary triggers.
alter table signing_key enable always trigger signing_key_history;
alter table signing_key enable always trigger signing_key_stays;

-- At the commit: for each window that was changed, the log has a row of this transaction that states the new one. Where it
-- has none, somebody changed the event past the portal, and the database writes the row itself: also for a window that was
-- moved and set back in one transaction.
create function log_window(p_event event, p_stage text, was_open timestamptz, was_close timestamptz,
    is_open timestamptz, is_close timestamptz) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    newest bigint := (select h.seq from audit_head h where h.chain = p_event.slug);
    logged audit_log;
begin
    if (was_open, was_close) is not distinct from (is_open, is_close) then
        return;
    end if;
    -- Times follow the sequence: what this transaction wrote is at the chain's end.
    while newest > 0 loop
        select * into logged from audit_log a where a.chain = p_event.slug and a.seq = newest;
        exit when not found or logged.ts < transaction_timestamp();
        if logged.action like 'window.%' and logged.after::json ->> 'stage' = p_stage
            and (logged.after::json ->> 'open')::timestamptz is not distinct from is_open
            and (logged.after::json ->> 'close')::timestamptz is not distinct from is_close then
            return;
        end if;
        newest := newest - 1;
    end loop;
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, before, after)
    values (p_event.id, 'system', 'database', 'window.set', 'event', p_event.id::text,
        json_build_object('stage', p_stage, 'open', was_open, 'close', was_close)::text,
        json_build_object('stage', p_stage, 'open', is_open, 'close', is_close)::text);
end
$$;

create function windows_are_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = new.id;
    -- An event made in this transaction is logged as made.
    if found and not event_is_fresh(e) then
        perform log_window(e, 'submissions', old.submissions_open, old.submissions_close, new.submissions_open, new.submissions_close);
        perform log_window(e, 'judging', old.judging_open, old.judging_close, new.judging_open, new.judging_close);
        perform log_window(e, 'voting', old.voting_open, old.voting_close, new.voting_open, new.voting_close);
    end if;
    return null;
end
$$;
create constraint trigger windows_are_logged
    after update of submissions_open, submissions_close, judging_open, judging_close, voting_open, voting_close on event
    deferrable initially deferred for each row execute function windows_are_logged();

-- Signing keys: the application adds keys and moves their status on.
create or replace function grant_app_rights() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    grant usage on schema public to evenhand_app;
    grant select, insert, update, delete on all tables in schema public to evenhand_app;
    -- What only grows, what the database writes itself, and what only migrations write.
    revoke update, delete on audit_log, calibration_run, publication, signing_key from evenhand_app;
    grant update (status, retired_at) on signing_key to evenhand_app;
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
