-- A chain's time never goes back. When another machine takes over as the primary, its clock may be behind that of the one before: a row
-- would then be dated before its predecessor, and a verifier could not tell that from a row that was put in later.

-- The time of the chain's last row. Null before the first.
alter table audit_head add ts timestamptz;
update audit_head h set ts = (select a.ts from audit_log a where a.chain = h.chain and a.seq = h.seq);

-- As before, but for the time: that of the clock, or that of the row before while the clock is behind it.
create or replace function audit_log_chain() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    head audit_head;
begin
    new.after := with_salt(new.after);
    new.chain := '';
    if new.event_id is not null then
        if audit_is_private(new.action) or audit_shows_nothing(new) then
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
    new.ts := greatest(clock_timestamp(), head.ts);
    new.prev_hash := head.row_hash;
    new.row_hash := audit_row_hash(new);
    update audit_head h set seq = new.seq, row_hash = new.row_hash, ts = new.ts where h.chain = new.chain;
    return new;
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
