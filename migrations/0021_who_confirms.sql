-- Who counts as one of the two. Somebody who took over the account of one organizer could appoint a second one and confirm as them. Now an
-- organizer who comes while the event asks a second one confirms nothing until two others have agreed to that. What one of the two
-- asked for is not displaced by another, and somebody who takes no part stays as long as only they could publish. No new table.

-- Whether results are public for good. Until provisional ones are final, what could change who wins takes an organizer who takes no part.
create function results_are_final(p_event bigint) returns boolean
    language sql stable
    return coalesce((select p.provisional_until is null from publication p where p.event_id = p_event
        order by p.number desc limit 1), false);

-- Whether only this organizer could publish: everybody else who organizes the event takes part in it, or nobody else does. Nobody publishes
-- a forgotten event, and nobody else can become its organizer: without the last line, they could never delete their account.
create function is_only_free_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')
        and not results_are_final(p_event)
        and not takes_part(p_event, p_person)
        and not exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.role = 'organizer' and m.person_id <> p_person and p.deactivated_at is null
                and not takes_part(m.event_id, m.person_id))
        and not exists (select from event e where e.id = p_event and e.forgotten_at is not null);

-- The same where other organizers remain. Those could neither read the log nor publish, and nobody would see what they do.
create or replace function is_last_free_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return is_only_free_organizer(p_event, p_person)
        and exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.role = 'organizer' and m.person_id <> p_person and p.deactivated_at is null);

-- While judging is not over, organizers who all take part invite another one. After that no link works any more, so the only one who
-- could publish begins no part. Two who begin one at the same time wait for each other, as those do who leave.
create function require_free_organizer(p_event bigint, p_person bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if e.judging_close is null or clock_timestamp() < e.judging_close or event_is_fresh(e) or not exists (
            select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer') then
        return;
    end if;
    perform pg_advisory_xact_lock(hashtext('evenhand: somebody leaves'));
    if is_only_free_organizer(p_event, p_person) then
        perform refuse(409, 'last_free_organizer',
            format('Only this organizer of %s takes no part in it. That stays so until the results are final.', e.name));
    end if;
end
$$;

-- A list that names somebody as a member of a team gives them a part as well (`team_person`).
create function a_free_organizer_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'invitation' then
        perform require_free_organizer(new.event_id, p.id) from person p
            where lower(p.email collate "C") = lower(new.email collate "C");
    else
        perform require_free_organizer(new.event_id, new.person_id);
    end if;
    return new;
end
$$;
create trigger a_free_organizer_stays before insert on membership
    for each row when (new.role <> 'organizer') execute function a_free_organizer_stays();
create trigger a_free_organizer_stays before insert on team_member
    for each row execute function a_free_organizer_stays();
create trigger a_free_organizer_stays before insert on invitation
    for each row when (new.team_id is not null) execute function a_free_organizer_stays();

-- Of an organizer: asks and confirms, where the event asks a second organizer. Who organizes as it begins to ask does, and so does
-- everybody in an event that asks none.
alter table membership add column confirms boolean not null default true;

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
create or replace function organizers_to_confirm(p_event bigint) returns bigint
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return (select count(*) from membership m
        where m.event_id = p_event and m.role = 'organizer' and is_second_organizer(m.event_id, m.person_id));
end
$$;

alter table confirmation drop constraint confirmation_act;
alter table confirmation add constraint confirmation_act
    check (act in ('publish', 'make_final', 'award', 'open_data', 'forget', 'forget_day', 'switch_off', 'add_second'));

-- Names what an act rests on: the newest publication and run, the prizes with their winners and what these have shown, the day on which
-- personal data go. Switching off and adding an organizer rest on nothing.
create or replace function confirmable_state(p_event bigint, p_act text) returns text
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
create or replace function confirmation_before() returns trigger
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

-- Somebody who becomes an organizer while the event asks a second one confirms nothing, until two others agree to that.
create function who_confirms() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.role <> 'organizer' then
        return new;
    end if;
    if tg_op = 'INSERT' or (new.person_id, new.role) is distinct from (old.person_id, old.role) then
        new.confirms := new.confirms and not exists (
            select from event e where e.id = new.event_id and e.second_organizer and not event_is_fresh(e));
    elsif new.confirms and not old.confirms then
        perform require_second_organizer(new.event_id, 'add_second');
    end if;
    return new;
end
$$;
create trigger a_second_organizer before insert or update on membership
    for each row execute function who_confirms();

create function all_organizers_confirm() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update membership set confirms = true where event_id = new.id and not confirms;
    return null;
end
$$;
create trigger all_organizers_confirm after update of second_organizer on event
    for each row when (old.second_organizer and not new.second_organizer) execute function all_organizers_confirm();

-- An event leaves a session and a token as the role there ends, and the links and the card by which it was given end, too, whichever way it
-- ends. So a role given again later needs a link of its own.
create or replace function role_ends_links() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    ended text := 'panellist';
begin
    if tg_table_name = 'membership' then
        ended := to_jsonb(old) ->> 'role';
        update invitation i set link_ended_at = coalesce(i.link_ended_at, clock_timestamp()), card_hash = null
            where i.event_id = old.event_id and i.accepted_by = old.person_id and i.role = ended
                and (i.link_ended_at is null or i.card_hash is not null);
    elsif exists (select from prize_panellist o where o.event_id = old.event_id and o.person_id = old.person_id) then
        return null;
    end if;
    delete from session_link l using session s
        where s.id_hash = l.id_hash and s.person_id = old.person_id and l.event_id = old.event_id and l.role = ended;
    delete from token_link l using api_token t
        where t.token_hash = l.id_hash and t.person_id = old.person_id and l.event_id = old.event_id and l.role = ended;
    return null;
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
