-- Who takes part in an event does so for good. An organizer who left a team or gave up judging knows what a conflict of interest
-- is about, and could come back: without a fact that stays, they would leave, read every score, and join again.

alter table event_person
    -- Judges here, or did.
    add column judged boolean not null default false,
    -- Is on a team here, or was.
    add column on_team boolean not null default false,
    -- The team that they are on or were on last, while it exists.
    add column last_team_id bigint references team on delete set null;
create index event_person_last_team on event_person (last_team_id) where last_team_id is not null;

create function part_begins() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'team_member' then
        update event_person ep set on_team = true, last_team_id = new.team_id
            where ep.event_id = new.event_id and ep.person_id = new.person_id
                and (not ep.on_team or ep.last_team_id is distinct from new.team_id);
    else
        update event_person ep set judged = true
            where ep.event_id = new.event_id and ep.person_id = new.person_id and not ep.judged;
    end if;
    return null;
end
$$;
create trigger part_begins after insert or update of person_id, team_id on team_member
    for each row execute function part_begins();
create trigger part_begins after insert or update of person_id, role on membership
    for each row when (new.role = 'judge') execute function part_begins();

create function part_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' then
        new.judged := new.judged or old.judged;
        new.on_team := new.on_team or old.on_team;
        return new;
    end if;
    if (old.judged or old.on_team) and not forgets(old.event_id) then
        perform refuse(409, 'part_stays', 'Who took part in an event stays on record.');
    end if;
    return old;
end
$$;
create trigger part_stays before update or delete on event_person for each row execute function part_stays();

-- What is there, and what the log says of memberships that are gone.
update event_person ep set judged = true
    where exists (select from membership m where m.event_id = ep.event_id and m.person_id = ep.person_id and m.role = 'judge')
        or exists (select from assignment a where a.event_id = ep.event_id and a.person_id = ep.person_id)
        or exists (select from audit_log l where l.event_id = ep.event_id and l.object_type = 'person'
            and l.object_id = ep.person_id::text and case l.action
                when 'membership.granted' then l.after::json ->> 'role' = 'judge'
                when 'membership.removed' then l.before::json ->> 'role' = 'judge' end);
with was as (
    select l.event_id, p.id as person_id, l.seq, l.object_id as team
        from audit_log l join person p on lower(p.email collate "C") = lower(l.actor collate "C")
        where l.action in ('team.created', 'team.joined', 'team.left') and l.object_type = 'team'
    union all
    select l.event_id, l.object_id::bigint, l.seq, l.before::json ->> 'team' from audit_log l
        where l.action = 'membership.removed' and l.object_type = 'person' and l.object_id ~ '^[0-9]{1,18}$'
            and l.before::json ->> 'team' is not null
    union all
    select m.event_id, m.person_id, 9223372036854775807, m.team_id::text from team_member m),
last as (select distinct on (event_id, person_id) * from was order by event_id, person_id, seq desc)
update event_person ep set on_team = true,
        last_team_id = (select t.id from team t where t.event_id = ep.event_id and t.id::text = last.team)
    from last where last.event_id = ep.event_id and last.person_id = ep.person_id;

-- Who belongs to a team in every rule about one's own team: its members, and whom an open invitation names as a member. Most of
-- those whom an imported list names never accept.
create view team_person as
    select event_id, team_id, person_id from team_member
    union all
    select i.event_id, i.team_id, p.id from invitation i
        join person p on lower(p.email collate "C") = lower(i.email collate "C")
        where i.team_id is not null and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0;

-- Whether somebody takes part in an event. The application's rules ask the same of what `store/facts.rs` reads.
create function takes_part(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from event_person ep
            where ep.event_id = p_event and ep.person_id = p_person and (ep.judged or ep.on_team))
        or exists (select from membership m
            where m.event_id = p_event and m.person_id = p_person and m.role in ('judge', 'participant'))
        or exists (select from team_person o where o.event_id = p_event and o.person_id = p_person);

-- Whether somebody is the only organizer of an event who takes no part in it, and others remain. Those could then neither read the
-- log nor publish, and nobody would see what they do.
create function is_last_free_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')
        and not exists (select from publication p where p.event_id = p_event)
        and not takes_part(p_event, p_person)
        and coalesce((select bool_and(takes_part(m.event_id, m.person_id))
            from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.role = 'organizer' and m.person_id <> p_person and p.deactivated_at is null), false);

create function last_free_organizer_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if is_last_free_organizer(old.event_id, old.person_id) then
        perform refuse(409, 'last_free_organizer', 'Every other organizer of this event takes part in it.');
    end if;
    return old;
end
$$;
create trigger last_free_organizer_stays before delete on membership
    for each row when (old.role = 'organizer') execute function last_free_organizer_stays();

create or replace function webhook_tells_judging(p_event bigint, p_person bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from publication p where p.event_id = p_event) or not takes_part(p_event, p_person)
$$;

-- The rules about one's own team, each changed in place, so that whatever else they hold by now stays.
do $$
declare
    change record;
    body text;
begin
    for change in select * from (values
        ('assignment_pairs(assignment)', 'join team_member m', 'join team_person m'),
        ('project_joins_team(project)', 'from assignment a join team_member m', 'from assignment a join team_person m'),
        ('ballot_choices()', 'join team_member m', 'join team_person m'),
        ('refuse_own_panel(bigint, bigint, bigint)', 'join team_member m', 'join team_person m'),
        ('own_panel_invited()', 'join team_member m', 'join team_person m'),
        ('forget_event(bigint, boolean, text)',
            'from ballot b cross join unnest(b.choices) c join project p on p.event_id = p_event and p.id = c
        where b.event_id = p_event and not exists (select from team_member m',
            'from ballot b cross join unnest(b.choices) c join project p on p.event_id = p_event and p.id = c
        where b.event_id = p_event and not exists (select from team_person m'),
        -- Nothing leads from an organizer who stays to the stand-ins of their team.
        ('forget_event(bigint, boolean, text)', 'update event_person set external_id = null where event_id = p_event;',
            'update event_person set external_id = null, last_team_id = null where event_id = p_event;'))
        c (function, old, new) loop
        body := pg_get_functiondef(change.function::regprocedure);
        if strpos(body, change.old) = 0 then
            raise exception 'The function % is not as this migration expects it.', change.function;
        end if;
        execute replace(body, change.old, change.new);
    end loop;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
