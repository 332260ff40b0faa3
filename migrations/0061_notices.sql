-- What an organizer tells the people of an event, and who has read it.

create table notice (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    author_id bigint not null references person (id),
    audience text not null
        constraint notice_audience_known check (audience in ('everybody', 'judges', 'teams', 'room', 'person')),
    room text not null default '' constraint notice_room_length check (plain_text(room, 20)),
    person_id bigint,
    body text not null constraint notice_length check (plain_text(body, 500)) constraint notice_missing check (btrim(body) <> ''),
    -- Its readers are asked to acknowledge it.
    urgent boolean not null,
    mailed boolean not null,
    posted_at timestamptz not null default clock_timestamp(),
    withdrawn_at timestamptz,
    constraint notice_has_one_audience check ((audience = 'room') = (room <> '') and (audience = 'person') = (person_id is not null)),
    constraint notice_person_unknown foreign key (event_id, person_id) references event_person (event_id, person_id)
);
create index notice_event on notice (event_id, id);
create index notice_person on notice (event_id, person_id) where person_id is not null;
create index notice_author on notice (author_id);
create trigger a_stay_in_event before update of event_id on notice for each row execute function stay_in_event();

-- Somebody marked a notice as read, which acknowledges an urgent one.
create table notice_read (
    notice_id bigint not null references notice (id),
    person_id bigint not null references person (id),
    read_at timestamptz not null default clock_timestamp(),
    primary key (notice_id, person_id)
);
create index notice_read_person on notice_read (person_id);

-- Whom a notice is for, by the roles, teams and places of this moment: who joins later reads what is still up. A room is the
-- teams that are shown in it: a list of its judges would tell organizers who are on a team who judges it. Nobody is told what
-- they wrote themselves.
create function notice_reaches(n notice, who bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp
    return n.author_id <> who and case n.audience
        when 'everybody' then exists (select from membership m where m.event_id = n.event_id and m.person_id = who)
        when 'judges' then exists (
            select from membership m where m.event_id = n.event_id and m.person_id = who and m.role = 'judge')
        when 'teams' then exists (select from team_member t where t.event_id = n.event_id and t.person_id = who)
        when 'room' then exists (
            select from team_member t
            join project p on p.event_id = t.event_id and p.team_id = t.team_id
            join project_place l on l.project_id = p.id
            where t.event_id = n.event_id and t.person_id = who and lower(l.room) = lower(n.room))
        else n.person_id = who
    end;

-- No public page shows a notice, so it leaves the event's version as it is. The list is changed in place, so that whatever
-- else it holds by now stays.
do $$
declare
    body text := pg_get_functiondef('audit_is_private(text)'::regprocedure);
begin
    if position('''conflict''::text' in body) = 0 then
        raise exception 'audit_is_private is not as this migration expects it.';
    end if;
    execute replace(body, '''conflict''::text', '''conflict''::text, ''notice''::text');
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
