-- A draft is hidden from visitors. Making one and editing it change no page that they see, so they leave the event's version
-- as it is, and with it all public answers that are kept. They also no longer queue for the event's row.

-- Whether what this row of the log tells shows nowhere in public. A draft that is submitted is no draft any more when its row
-- is written.
create function audit_shows_nothing(r audit_log) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select audit_is_private(r.action)
        or case
            when r.action in ('project.created', 'project.edited') and r.object_id ~ '^[0-9]{1,18}$' then exists (
                select from project p
                where p.id = r.object_id::bigint and p.event_id = r.event_id and p.status = 'draft')
            else false
        end;
$$;

create or replace function audit_log_chain() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    head audit_head;
begin
    new.chain := '';
    if new.event_id is not null then
        if audit_shows_nothing(new) then
            select slug into new.chain from event where id = new.event_id;
        else
            update event set version = version + 1 where id = new.event_id returning slug into new.chain;
        end if;
        if new.chain is null then
            perform refuse(404, 'audit_event_unknown', 'There is no such event.');
        end if;
    end if;
    -- The lock on the head is held to the commit, which is what keeps the chain from forking.
    select * into head from audit_head h where h.chain = new.chain for update;
    if not found then
        insert into audit_head values (new.chain, 0, sha256_hex('evenhand-audit/1:' || new.chain))
            on conflict do nothing;
        select * into head from audit_head h where h.chain = new.chain for update;
    end if;
    new.seq := head.seq + 1;
    new.ts := clock_timestamp();
    new.prev_hash := head.row_hash;
    new.row_hash := audit_row_hash(new);
    update audit_head h set seq = new.seq, row_hash = new.row_hash where h.chain = new.chain;
    return new;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
