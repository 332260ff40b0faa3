-- An event may ask that a second organizer confirms what cannot be taken back: publishing, correcting, forgetting. What one asks for waits
-- as a `confirmation`, and the rows that the act writes are refused without one that somebody else confirmed in the same transaction.
--
-- Somebody who took over the account of one organizer could appoint a second one and confirm as them. So an organizer who comes while the
-- event asks a second one confirms nothing until two others have agreed to that, and what one of the two asked for is not displaced by
-- another.

create table confirmation (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    act text not null constraint confirmation_act
        check (act in ('publish', 'make_final', 'award', 'open_data', 'forget', 'forget_day', 'switch_off', 'add_second')),
    -- What was asked for, as a JSON object. It never changes: what is confirmed is what was asked.
    body text not null check (octet_length(body) <= 65536),
    -- What the act rests on, as it was when somebody asked. Confirming needs the same.
    state text not null,
    asked_by bigint not null references person,
    asked_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '48 hours',
    -- Null while it waits. One that was not decided in time keeps it null, and waits no longer.
    outcome text check (outcome in ('confirmed', 'declined', 'withdrawn', 'lapsed')),
    decided_by bigint references person,
    decided_at timestamptz,
    -- The transaction that confirmed it, and did what was asked.
    decided_in xid8,
    -- What who decided says.
    sentence text not null default '' constraint confirmation_sentence check (plain_text(sentence, 2000)),
    check ((outcome is null) = (decided_at is null)),
    check ((outcome is null) = (decided_in is null))
);
-- One waits in an event: the next one that is asked for takes its place.
create unique index confirmation_waits on confirmation (event_id) where outcome is null;
create index confirmation_event on confirmation (event_id, id);
create index confirmation_asked_by on confirmation (asked_by);
create index confirmation_decided_by on confirmation (decided_by);

-- Whether somebody asks and confirms in an event that asks a second organizer. Who takes part does neither until the results are final.
create function is_second_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer' and m.confirms and p.deactivated_at is null)
        and (results_are_final(p_event) or not takes_part(p_event, p_person));

-- Site admins ask, too, and confirm nothing: they would be the second of each.
create function asks_second_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return is_second_organizer(p_event, p_person)
        or exists (select from person p where p.id = p_person and p.is_staff and p.deactivated_at is null);

-- How many organizers there are who could ask or confirm.
create function organizers_to_confirm(p_event bigint) returns bigint
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return (select count(*) from membership m
        where m.event_id = p_event and m.role = 'organizer' and is_second_organizer(m.event_id, m.person_id));
end
$$;

-- Names what an act rests on: the newest publication and run, the prizes with their winners and what these have shown, the day on which
-- personal data go. Switching off and adding an organizer rest on nothing.
create function confirmable_state(p_event bigint, p_act text) returns text
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    if p_act in ('switch_off', 'add_second') then
        return sha256_hex('');
    end if;
    return sha256_hex(json_build_array(
        (select max(p.number) from publication p where p.event_id = p_event),
        (select max(r.run) from calibration_run r where r.event_id = p_event),
        (select json_agg(json_build_array(z.id, z.version, audit_ts(z.awarded_at), z.award_reason) order by z.id)
            from prize z where z.event_id = p_event),
        (select json_agg(json_build_array(w.prize_id, w.position, w.project_id) order by w.prize_id, w.position, w.project_id)
            from prize_winner w where w.event_id = p_event),
        (select json_agg(json_build_array(d.project_id, d.number, d.shown, d.reason) order by d.project_id, d.number)
            from winner_duty d where d.event_id = p_event),
        (select audit_ts(e.forget_on) from event e where e.id = p_event))::text);
end
$$;

-- Whether another one has asked for this, and it could still be confirmed. Without this, a third organizer or a new one would displace
-- what waits, again and again.
create function waits_for_another(c confirmation, p_person bigint) returns boolean
    language sql stable
    return c.asked_by <> p_person and c.expires_at > clock_timestamp() and c.state = confirmable_state(c.event_id, c.act)
        and asks_second_organizer(c.event_id, c.asked_by);

-- Who asks may ask, who confirms is somebody else who may confirm, and neither can change what was asked. The times, the state and
-- the transaction are written here, so that no caller makes them up.
create function confirmation_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        if not exists (select from event e where e.id = new.event_id and e.second_organizer) then
            perform refuse(409, 'second_organizer', 'This event asks no second organizer.');
        elsif not asks_second_organizer(new.event_id, new.asked_by) then
            perform refuse(403, 'second_organizer', 'Only organizers of the event who may confirm ask for this.');
        elsif num_nonnulls(new.outcome, new.decided_by, new.decided_at, new.decided_in) > 0 or new.sentence <> '' then
            perform refuse(409, 'second_organizer', 'Nothing is decided before it was asked for.');
        elsif exists (select from confirmation c where c.event_id = new.event_id and c.outcome = 'lapsed'
                and c.decided_in = pg_current_xact_id() and c.decided_at >= transaction_timestamp()
                and waits_for_another(c, new.asked_by)) then
            perform refuse(409, 'second_organizer', 'What another organizer asked for is confirmed or declined first.');
        end if;
        new.state := confirmable_state(new.event_id, new.act);
        new.asked_at := clock_timestamp();
        new.expires_at := new.asked_at + interval '48 hours';
        return new;
    end if;
    if (new.id, new.act, new.body, new.state, new.asked_at, new.expires_at)
        is distinct from (old.id, old.act, old.body, old.state, old.asked_at, old.expires_at) then
        perform refuse(409, 'second_organizer', 'What was asked for never changes.');
    end if;
    -- Two accounts of one person became one: what is decided names it.
    if old.outcome is not null then
        if (new.outcome, new.decided_at, new.decided_in, new.sentence)
            is distinct from (old.outcome, old.decided_at, old.decided_in, old.sentence) or old.decided_in = pg_current_xact_id() then
            perform refuse(409, 'second_organizer', 'What was decided never changes.');
        end if;
        return new;
    end if;
    if new.outcome is null or new.asked_by <> old.asked_by then
        perform refuse(409, 'second_organizer', 'Of what waits, nothing changes but that it is decided.');
    end if;
    new.decided_at := clock_timestamp();
    new.decided_in := pg_current_xact_id();
    if new.outcome = 'confirmed' then
        if new.decided_by is not distinct from new.asked_by
            or not coalesce(is_second_organizer(new.event_id, new.decided_by), false) then
            perform refuse(403, 'second_organizer', 'Another organizer of the event has to confirm this.');
        elsif not asks_second_organizer(new.event_id, new.asked_by) then
            perform refuse(409, 'second_organizer', 'Who asked for this may no longer do it.');
        elsif new.expires_at <= clock_timestamp() then
            perform refuse(409, 'second_organizer', 'This was not confirmed within 48 hours.');
        elsif new.state <> confirmable_state(new.event_id, new.act) then
            perform refuse(409, 'second_organizer', 'The run, prizes or winners have changed since this was asked for.');
        end if;
    end if;
    return new;
end
$$;
create trigger confirmation_before before insert or update on confirmation for each row execute function confirmation_before();

-- Refuses, where the event asks for it, what nobody else confirmed in this transaction. Rows of an event that is made or forgotten in this
-- transaction pass: an import brings what was published elsewhere. The start time is compared for the reason that event_is_fresh says.
create function require_second_organizer(p_event bigint, variadic p_acts text[]) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if not found or not e.second_organizer or event_is_fresh(e) or event_forgets(e) then
        return;
    end if;
    if not exists (select from confirmation c where c.event_id = p_event and c.act = any (p_acts) and c.outcome = 'confirmed'
            and c.decided_by <> c.asked_by and c.decided_in = pg_current_xact_id() and c.decided_at >= transaction_timestamp()) then
        perform refuse(409, 'second_organizer', format('%s asks that a second organizer confirms this.', e.name));
    end if;
end
$$;

-- Its arguments are the acts that write such a row.
create function act_is_confirmed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_second_organizer(new.event_id, variadic tg_argv);
    return new;
end
$$;
create trigger a_second_organizer before insert on publication for each row execute function act_is_confirmed('publish', 'make_final', 'award');
create trigger a_second_organizer before insert on open_data for each row execute function act_is_confirmed('open_data');

-- Winners are part of what is published, once anything is.
create function winner_is_confirmed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its prize_winner;
begin
    if tg_op = 'DELETE' then
        its := old;
    else
        its := new;
    end if;
    if exists (select from publication p where p.event_id = its.event_id) then
        perform require_second_organizer(its.event_id, 'publish', 'award');
    end if;
    return its;
end
$$;
create trigger a_second_organizer before insert or update or delete on prize_winner
    for each row execute function winner_is_confirmed();

-- A day that has come was confirmed when it was chosen, or before the event asked. Taking a day back, or a later one, loses nothing. Where
-- fewer than two organizers could confirm, the switch gives way: a site admin uses it then, with a reason in the log.
create function event_is_confirmed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    was event := old;
begin
    if event_is_fresh(was) then
        return new;
    end if;
    if new.forgotten_at is not null and old.forgotten_at is null
        and (old.forget_on is null or old.forget_on > clock_timestamp()) then
        perform require_second_organizer(old.id, 'forget');
    end if;
    if new.forgotten_at is not distinct from old.forgotten_at and new.forget_on is not null
        and (old.forget_on is null or new.forget_on < old.forget_on) then
        perform require_second_organizer(old.id, 'forget_day');
    end if;
    if new.second_organizer and not old.second_organizer and organizers_to_confirm(old.id) < 2 then
        perform refuse(409, 'second_organizer', 'There have to be two organizers who can confirm for each other.');
    elsif old.second_organizer and not new.second_organizer and organizers_to_confirm(old.id) >= 2 then
        perform require_second_organizer(old.id, 'switch_off');
    end if;
    return new;
end
$$;
create trigger a_second_organizer before update of forgotten_at, forget_on, second_organizer on event
    for each row execute function event_is_confirmed();

-- Somebody who becomes an organizer while the event asks a second one confirms nothing, until two others agree to that. What an account
-- holds that is deactivated in the same transaction goes over to another one, once: nobody gets a right that nobody gave up. Without this,
-- an event whose two such organizers are one person's accounts could publish nothing any more as they become one.
create function who_confirms() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.role <> 'organizer' then
        return new;
    end if;
    if tg_op = 'INSERT' then
        new.confirms := new.confirms and not exists (
            select from event e where e.id = new.event_id and e.second_organizer and not event_is_fresh(e));
    elsif new.confirms and not old.confirms then
        update membership o set confirms = false
            where o.event_id = new.event_id and o.role = 'organizer' and o.confirms and o.person_id = (
                select m.person_id from membership m join person p on p.id = m.person_id
                where m.event_id = new.event_id and m.role = 'organizer' and m.confirms and m.person_id <> new.person_id
                    and p.deactivated_at >= transaction_timestamp()
                order by m.person_id limit 1);
        if not found then
            perform require_second_organizer(new.event_id, 'add_second');
        end if;
    end if;
    return new;
end
$$;
create trigger a_second_organizer before insert or update on membership
    for each row execute function who_confirms();

-- Everybody who organizes the event as it stops asking confirms from then on.
create function all_organizers_confirm() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update membership set confirms = true where event_id = new.id and not confirms;
    return null;
end
$$;
create trigger all_organizers_confirm after update of second_organizer on event
    for each row when (old.second_organizer and not new.second_organizer) execute function all_organizers_confirm();

-- What was asked for goes with the event's personal data: its reasons may name people.
create function forget_confirmations() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from confirmation where event_id = new.id;
    return null;
end
$$;
create trigger forget_confirmations after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_confirmations();
