-- Where a project is in the hall, and what a prize is for, who is eligible and who won it.

-- Where a submitted project is shown. A table of its own, since places change after submissions close and no window guards them.
create table project_place (
    project_id bigint primary key,
    event_id bigint not null references event,
    room text not null default '' constraint place_room_length check (plain_text(room, 20) and room = btrim(room)),
    place text not null default '' constraint place_length check (plain_text(place, 20) and place = btrim(place)),
    constraint place_missing check (room <> '' or place <> ''),
    constraint place_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
-- A1 and a1 are the same table to people. A room alone is shared.
create unique index place_taken on project_place (event_id, lower(room), lower(place)) where place <> '';

-- A draft is on no floor plan: its place would tell visitors that it exists.
create function place_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from project p where p.id = new.project_id and p.status <> 'submitted') then
        perform refuse(409, 'place_of_draft', 'Only submitted projects have a place.');
    end if;
    return new;
end
$$;
create trigger place_before before insert on project_place for each row execute function place_before();

-- What a team asks for at its place, for those who plan the floor.
create table project_need (
    project_id bigint primary key,
    event_id bigint not null references event,
    power boolean not null,
    quiet boolean not null,
    constraint need_missing check (power or quiet),
    constraint need_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);

alter table event add column one_prize_each boolean not null default false;

alter table prize
    add column sponsor text not null default '' constraint prize_sponsor_length check (plain_text(sponsor, 120)),
    add column winners int not null default 1 constraint prize_winners_range check (winners between 1 and 50),
    add column eligibility text not null default 'all'
        constraint prize_eligibility_known check (eligibility in ('all', 'track', 'opt-in')),
    add column rule text not null default 'choice'
        constraint prize_rule_known check (rule in ('rank', 'panel', 'vote', 'choice')),
    -- Rises with each edit: a form made from an older version is refused.
    add column version int not null default 1,
    add column awarded_at timestamptz,
    -- Why these won, where a person chose them or they differ from the tally.
    add column award_reason text not null default '' constraint award_reason_length check (plain_text(award_reason, 2000)),
    add unique (event_id, id);
update prize set eligibility = 'track' where track_id is not null;
alter table prize add constraint prize_track_together check ((eligibility = 'track') = (track_id is not null));

-- The projects that won a prize, the first one first. The portal shows them with the results, never before.
create table prize_winner (
    prize_id bigint not null,
    event_id bigint not null references event,
    project_id bigint not null,
    position int not null,
    primary key (prize_id, project_id),
    constraint winner_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id),
    constraint winner_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index prize_winner_project on prize_winner (project_id);
insert into prize_winner (prize_id, event_id, project_id, position)
    select id, event_id, project_id, 1 from prize where project_id is not null;
update prize set awarded_at = now() where project_id is not null;
alter table prize drop column project_id;

-- A team asks to be considered for a prize with the eligibility `opt-in`.
create table project_prize (
    project_id bigint not null,
    event_id bigint not null references event,
    prize_id bigint not null,
    primary key (project_id, prize_id),
    constraint opt_in_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade,
    constraint opt_in_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id) on delete cascade
);
create index project_prize_prize on project_prize (prize_id);

do $$
declare
    t text;
begin
    foreach t in array array['project_place', 'project_need', 'prize_winner', 'project_prize'] loop
        execute format('create trigger a_stay_in_event before update of event_id on %I for each row '
            'execute function stay_in_event()', t);
    end loop;
    foreach t in array array['project_need', 'project_prize'] loop
        execute format('create trigger a_read_committed before insert or update or delete on %I '
            'for each statement execute function require_read_committed()', t);
    end loop;
end
$$;

-- What a team asks for is part of its submission. An organizer's removal of the whole prize has no window.
create function wish_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_submissions(new.event_id);
        return new;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return old;
    end if;
    perform require_submissions(old.event_id);
    return old;
end
$$;
create trigger wish_before before insert or update or delete on project_prize
    for each row execute function wish_before();
create trigger wish_before before insert or update or delete on project_need
    for each row execute function wish_before();

create function wish_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_commit(new.event_id);
        perform require_submissions(new.event_id);
        return null;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return null;
    end if;
    perform require_commit(old.event_id);
    perform require_submissions(old.event_id);
    return null;
end
$$;
create constraint trigger wish_at_commit after insert or update or delete on project_prize
    deferrable initially deferred for each row execute function wish_at_commit();
create constraint trigger wish_at_commit after insert or update or delete on project_need
    deferrable initially deferred for each row execute function wish_at_commit();
create constraint trigger wish_at_commit after insert on commit_probe
    deferrable initially deferred for each row execute function commit_probe_fired();

-- An entry of an import may also hold `prizes` (ids of the event's prizes: the project's opt-ins from now on), and `room`
-- and `place`, which a draft does not get. The function is changed in place, so that whatever else it holds by now stays.
do $$
declare
    body text := pg_get_functiondef('import_projects'::regproc);
    wishes constant text := $sql$
        if jsonb_typeof(r -> 'prizes') = 'array' then
            delete from project_prize z where z.project_id = import_projects.project_id;
            insert into project_prize (event_id, project_id, prize_id)
                select distinct p_event, import_projects.project_id, value::bigint
                from jsonb_array_elements_text(r -> 'prizes');
        end if;
        if coalesce(r ->> 'room', '') <> '' or coalesce(r ->> 'place', '') <> '' then
            insert into project_place (project_id, event_id, room, place)
                select p.id, p_event, coalesce(r ->> 'room', ''), coalesce(r ->> 'place', '')
                from project p where p.id = import_projects.project_id and p.status = 'submitted'
                on conflict on constraint project_place_pkey do update set room = excluded.room, place = excluded.place;
        end if;
        return next;$sql$;
begin
    if position('return next;' in body) = 0 or position('member_at_commit immediate' in body) = 0 then
        raise exception 'import_projects is not as this migration expects it.';
    end if;
    body := replace(body, 'return next;', ltrim(wishes));
    body := replace(body, 'member_at_commit immediate', 'member_at_commit, wish_at_commit immediate');
    body := replace(body, 'member_at_commit deferred', 'member_at_commit, wish_at_commit deferred');
    execute body;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
