-- When a window was opened again after it had closed. Its event's page says so: a team that improved its project while others could
-- not is then no secret. Written by the database, whoever moves the window.

alter table event
    add column submissions_reopened_at timestamptz,
    add column judging_reopened_at timestamptz,
    add column voting_reopened_at timestamptz;

-- The moment, where a close that had passed lies ahead again or is gone; else what is known already.
create function reopened_at(was_close timestamptz, is_close timestamptz, known timestamptz) returns timestamptz
    language sql volatile
    return case when was_close <= clock_timestamp() and coalesce(is_close > clock_timestamp(), true)
        then clock_timestamp() else known end;

-- What the log says of earlier ones. The portal names the move; nothing else is known of it.
update event e set submissions_reopened_at = r.submissions, judging_reopened_at = r.judging, voting_reopened_at = r.voting
    from (select l.event_id, max(l.ts) filter (where l.after::json ->> 'stage' = 'submissions') as submissions,
            max(l.ts) filter (where l.after::json ->> 'stage' = 'judging') as judging,
            max(l.ts) filter (where l.after::json ->> 'stage' = 'voting') as voting
        from audit_log l where l.action = 'window.reopened' group by l.event_id) r
    where r.event_id = e.id;

create function event_reopened() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not event_is_fresh(old) then
        new.submissions_reopened_at := reopened_at(old.submissions_close, new.submissions_close, old.submissions_reopened_at);
        new.judging_reopened_at := reopened_at(old.judging_close, new.judging_close, old.judging_reopened_at);
        new.voting_reopened_at := reopened_at(old.voting_close, new.voting_close, old.voting_reopened_at);
    end if;
    return new;
end
$$;
create trigger event_reopened before update on event for each row execute function event_reopened();
