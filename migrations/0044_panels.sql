-- Panels: people who put the eligible projects of one prize in order.

-- Somebody on the panel of a prize, with their order; empty until they gave one. Nobody else sees it but in the tally.
create table prize_panellist (
    prize_id bigint not null,
    event_id bigint not null,
    person_id bigint not null,
    choices bigint[] not null default '{}' constraint panel_choices_range check (cardinality(choices) <= 5),
    ranked_at timestamptz,
    primary key (prize_id, person_id),
    constraint panel_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id) on delete cascade,
    constraint panel_person_unknown foreign key (event_id, person_id) references event_person
);
create index prize_panellist_person on prize_panellist (person_id);
create trigger a_stay_in_event before update of event_id on prize_panellist
    for each row execute function stay_in_event();

-- What no form shows may not be stored either: a project twice, or one that is not in the event.
create function panel_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if (select count(distinct choice) <> cardinality(new.choices) from unnest(new.choices) choice)
        or exists (select from unnest(new.choices) choice where not exists
            (select from project p where p.id = choice and p.event_id = new.event_id and p.status = 'submitted')) then
        perform refuse(422, 'panel_choices', 'Choose submitted projects of this event, each once.');
    end if;
    return new;
end
$$;
create trigger panel_before before insert or update of choices on prize_panellist
    for each row execute function panel_before();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
