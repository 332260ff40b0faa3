-- How the database refuses, and the clock it refuses by.

-- Every refusal of a trigger: SQLSTATE 'EV' and the HTTP status, the code as constraint name, the sentence as message.
-- The server turns it into the same answer that its own check would have given.
create function refuse(status int, code text, sentence text) returns void
    language plpgsql as $$
begin
    raise exception using errcode = 'EV' || status, constraint = code, message = sentence;
end
$$;

-- A moment as sentences write it. to_char, since a cast to text would follow the session's DateStyle.
create function utc_text(at timestamptz) returns text
    language sql stable parallel safe
    return to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC';

-- Whether the event was made in this very transaction. An import writes a finished event in one go, so the rules about
-- time leave its rows alone. The top-level transaction's number is compared, so savepoints change nothing; the start
-- time besides, so that a number that came back in another cluster after a restore opens no door.
create function event_is_fresh(e event) returns boolean
    language sql stable
    return e.created_in = pg_current_xact_id() and e.created_at = transaction_timestamp();

-- An event whose import function is running in this transaction (see import_projects). Only that function's owner may
-- write here, and it leaves no row behind.
create table import_pass (
    xact xid8 primary key,
    event_id bigint not null references event
);

-- Teams and addresses that an import brought in: these people may join their team after the close. Written by the
-- import function only.
create table imported_member (
    event_id bigint not null,
    team_id bigint not null,
    -- In lower case.
    email text not null,
    primary key (event_id, team_id, email),
    foreign key (event_id, team_id) references team (event_id, id) on delete cascade
);

create function import_runs(p_event bigint) returns boolean
    language sql stable
    return exists (select from import_pass p where p.xact = pg_current_xact_id() and p.event_id = p_event);

-- Refuses outside `open <= clock < close`. clock_timestamp() moves while a transaction waits; now() would let in
-- every write that queued before the close.
create function require_window(stage text, code text, name text, opens timestamptz, closes timestamptz) returns void
    language plpgsql as $$
declare
    clock timestamptz := clock_timestamp();
begin
    if clock >= closes then
        perform refuse(409, code, format('%s for %s closed at %s.', stage, name, utc_text(closes)));
    elsif clock < opens and closes is null then
        perform refuse(409, code, format('%s for %s open at %s and never close.', stage, name, utc_text(opens)));
    elsif clock < opens then
        perform refuse(409, code, format('%s for %s open at %s and close at %s.', stage, name, utc_text(opens),
            utc_text(closes)));
    end if;
end
$$;

create function require_submissions(p_event bigint) returns void
    language plpgsql as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not import_runs(p_event) then
        perform require_window('Submissions', 'submissions_window', e.name, e.submissions_open, e.submissions_close);
    end if;
end
$$;

create function require_judging(p_event bigint) returns void
    language plpgsql as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) then
        perform require_window('Judging', 'judging_window', e.name, e.judging_open, e.judging_close);
    end if;
end
$$;

create function require_voting(p_event bigint) returns void
    language plpgsql as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) then
        perform require_window('Voting', 'voting_window', e.name, e.voting_open, e.voting_close);
    end if;
end
$$;

-- What an event is known by never changes, and nobody may date an event so that its rows pass for an import's.
create function event_before() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        new.created_in := pg_current_xact_id();
        new.created_at := transaction_timestamp();
    elsif new.slug <> old.slug then
        perform refuse(409, 'slug_fixed', 'An event''s slug never changes: links and the audit chain rest on it.');
    elsif new.created_in <> old.created_in or new.created_at <> old.created_at then
        perform refuse(409, 'event_origin_fixed', 'When an event was made never changes.');
    end if;
    return new;
end
$$;
create trigger event_before before insert or update on event for each row execute function event_before();

-- A row stays in its event: the rules look at one event only, so moving between two would pass by both.
create function stay_in_event() returns trigger
    language plpgsql as $$
begin
    if new.event_id <> old.event_id then
        perform refuse(409, 'event_fixed', format('A %s stays in its event.', replace(tg_table_name, '_', ' ')));
    end if;
    return new;
end
$$;
do $$
declare
    t text;
begin
    foreach t in array array['track', 'criterion', 'event_person', 'membership', 'person_track', 'team', 'team_member',
        'project', 'assignment', 'review', 'conflict', 'comment', 'voting_code', 'ballot', 'prize'] loop
        -- The name sorts before the other triggers', so that it fires first.
        execute format('create trigger a_stay_in_event before update of event_id on %I for each row '
            'execute function stay_in_event()', t);
    end loop;
end
$$;
