-- A plan that was written: what it was made from, and which assignments it added, so that it can be undone as a whole.

create table assignment_plan (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    -- SHA-256 of what the planner read, in hex: its seed. The same event gives the same plan.
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    reviews_per_project int not null,
    expertise_weight int not null,
    added int not null check (added > 0),
    planned_at timestamptz not null default clock_timestamp(),
    undone_at timestamptz,
    unique (event_id, id)
);

-- None for assignments by hand, pulled ones, and those of a file.
alter table assignment
    add column plan_id bigint,
    add foreign key (event_id, plan_id) references assignment_plan (event_id, id);
create index assignment_of_plan on assignment (plan_id) where plan_id is not null;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
