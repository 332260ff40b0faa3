-- The clock is checked as a transaction commits. What waits after that check, inside the same COMMIT, could hold a write back past
-- the close and then let it through. PostgreSQL fills a holdable cursor there, after the deferred triggers; and a deferred trigger
-- that comes later may wait for a lock.

-- Takes the end of a chain, or refuses at once. The application may not lock it by itself.
create function hold_chain(p_chain text) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from audit_head h where h.chain = p_chain for update nowait;
end
$$;

do $$
declare
    change record;
    body text;
begin
    for change in select * from (values
        ('require_commit(bigint)', 'begin
', 'begin
    if exists (select from pg_cursors where is_holdable) then
        raise exception using errcode = ''55000'', constraint = ''checked_at_commit'',
            message = ''What has a window is not committed beside a cursor that is filled after the clock was checked.'';
    end if;
'),
        -- Only where somebody changed a window past the portal: the portal has written the row, and holds the chain, before it commits.
        ('log_window(event, text, timestamptz, timestamptz, timestamptz, timestamptz)', '    insert into audit_log',
            '    perform hold_chain(p_event.slug);
    insert into audit_log'),
        -- Two transactions that put a picture in one place wait for each other here, and not when the constraint is checked at the
        -- commit.
        ('picture_before()', 'begin
', 'begin
    if tg_op <> ''DELETE'' then
        perform from project p where p.id = new.project_id for no key update;
    end if;
')) c (function, old, new) loop
        body := pg_get_functiondef(change.function::regprocedure);
        if strpos(body, change.old) = 0 then
            raise exception 'The function % is not as this migration expects it.', change.function;
        end if;
        -- The first place only.
        execute left(body, strpos(body, change.old) - 1) || change.new
            || substr(body, strpos(body, change.old) + length(change.old));
    end loop;
end
$$;

-- An import's row ends its transaction. The chain is held by others for as long as a commit takes, and no longer.
alter function import_logged() set lock_timeout = '100ms';
