-- A list of projects that an organizer uploaded: what each row says is kept until they confirm what the import would do. Only
-- the organizer who sent it reads it, for a day at most, since it holds the addresses of people who are not asked yet.

create table project_import (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint not null references person,
    file_name text not null check (plain_text(file_name, 200)),
    -- The preview's address names the file by this, so that the form which confirms it stays small.
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    shape text not null,
    -- Names of columns that nothing was taken from.
    unused text[] not null default '{}',
    created_at timestamptz not null default clock_timestamp(),
    -- Written by the import. The rows go then, and what came of them stays for the page.
    confirmed_at timestamptz,
    created_count int not null default 0,
    updated_count int not null default 0,
    invited_count int not null default 0,
    flagged_count int not null default 0,
    unique (event_id, person_id, sha256)
);
create index project_import_created on project_import (created_at);

create table project_import_row (
    import_id bigint not null references project_import on delete cascade,
    -- The place in the file, from 0: rows of one address are one project.
    position int not null,
    -- What the project is known by when the file comes again: its external id.
    key text not null,
    -- Our own number, where the file is one of ours.
    project_id bigint,
    rows int[] not null,
    standing jsonb not null,
    -- An entry for import_projects.
    content jsonb not null,
    track text,
    prizes text[] not null,
    members jsonb not null,
    team_size int not null,
    notes jsonb not null,
    primary key (import_id, position)
);

create trigger a_stay_in_event before update of event_id on project_import for each row execute function stay_in_event();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
