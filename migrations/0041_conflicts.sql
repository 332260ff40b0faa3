-- A conflict has a kind, and organizers see who declared it and why. What the portal finds is only suggested: it is
-- computed when organizers look, and kept here once they said that it is none.

alter table conflict
    add column kind text not null default 'other'
        constraint conflict_kind_known check (kind in ('own_team', 'employer', 'mentor', 'family', 'other')),
    -- For organizers only.
    add column reason text not null default ''
        constraint conflict_reason_length check (plain_text(reason, 500)),
    add column source text not null default 'import'
        constraint conflict_source_known check (source in ('organizer', 'judge', 'portal', 'import')),
    -- Nobody for what a file named.
    add column declared_by bigint references person (id);

-- Pairs that an organizer looked at: the portal does not suggest them again.
create table conflict_dismissal (
    event_id bigint not null,
    person_id bigint not null,
    project_id bigint not null,
    dismissed_at timestamptz not null default clock_timestamp(),
    primary key (event_id, person_id, project_id),
    foreign key (event_id, person_id) references event_person,
    foreign key (event_id, project_id) references project (event_id, id)
);
create index conflict_dismissal_project on conflict_dismissal (event_id, project_id);

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
