-- The audit log writes itself: numbered, dated and chained by the database, and never changed, not even by its owner.

-- `<byte length>:<bytes>,` for each value; an absent one is the empty one. The lengths keep two rows from sharing a text.
create function netstrings(variadic list text[]) returns text
    language plpgsql immutable parallel safe as $$
declare
    t text;
    whole text := '';
begin
    foreach t in array list loop
        t := coalesce(t, '');
        whole := whole || octet_length(convert_to(t, 'UTF8')) || ':' || t || ',';
    end loop;
    return whole;
end
$$;

-- ISO 8601 in UTC with microseconds, whatever the session's TimeZone and DateStyle.
create function audit_ts(ts timestamptz) returns text
    language sql stable parallel safe
    return to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function sha256_hex(t text) returns text
    language sql stable parallel safe
    return encode(sha256(convert_to(t, 'UTF8')), 'hex');

-- actor_role is left out on purpose: it may be named differently one day.
create function audit_row_hash(r audit_log) returns text
    language sql stable
    return sha256_hex(netstrings(r.prev_hash, r.seq::text, audit_ts(r.ts), r.actor, r.action, r.object_type, r.object_id,
        r.ip, r.before, r.after));

-- Which event pages an action leaves as they are; anything else raises the event's version. Saves are the rush, and
-- they show nowhere in public, so they must not queue for the event's row.
create function audit_is_private(action text) returns boolean
    language sql immutable parallel safe
    return split_part(action, '.', 1) in ('review', 'assignment', 'ballot', 'export', 'webhook', 'invitation', 'mail',
        'token', 'session', 'calibration', 'run', 'code', 'record', 'conflict');

-- Chains the row. SECURITY DEFINER: the writer may not touch the heads. The event's row comes before the head, as in
-- every transaction that edits an event and then logs it.
create function audit_log_chain() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    head audit_head;
begin
    new.chain := '';
    if new.event_id is not null then
        if audit_is_private(new.action) then
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
create trigger audit_log_chain before insert on audit_log for each row execute function audit_log_chain();

-- Queues a delivery for each enabled webhook of the event in the same transaction: outbox and log cannot disagree.
-- Once per statement, in the chain's order.
create function audit_log_announce() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into webhook_delivery (webhook_id, event_id, chain, seq, type, payload)
    select w.id, w.event_id, a.chain, a.seq, a.action,
        json_build_object('type', a.action, 'timestamp', audit_ts(a.ts), 'data', json_build_object(
            'event', a.chain, 'seq', a.seq, 'actor_role', a.actor_role, 'object_type', a.object_type,
            'object_id', a.object_id, 'row_hash', a.row_hash))::text
    from appended a
    join webhook w on w.event_id = a.event_id and w.enabled and (w.actions is null or a.action = any (w.actions))
    order by a.chain, a.seq, w.id;
    return null;
end
$$;
create trigger audit_log_announce after insert on audit_log referencing new table as appended
    for each statement execute function audit_log_announce();

-- The log, runs and publications only grow. For each statement, so that TRUNCATE and an UPDATE of no row are refused
-- too; ENABLE ALWAYS, since session_replication_role = replica would skip an ordinary trigger.
create function append_only() returns trigger
    language plpgsql as $$
begin
    perform refuse(403, 'append_only', format('%s only grows: its rows are never changed or removed.', tg_table_name));
    return null;
end
$$;
create trigger append_only before update or delete or truncate on audit_log
    for each statement execute function append_only();
create trigger append_only before update or delete or truncate on calibration_run
    for each statement execute function append_only();
create trigger append_only before update or delete or truncate on publication
    for each statement execute function append_only();
alter table audit_log enable always trigger append_only;
alter table audit_log enable always trigger audit_log_chain;
alter table audit_log enable always trigger audit_log_announce;
alter table calibration_run enable always trigger append_only;
alter table publication enable always trigger append_only;
