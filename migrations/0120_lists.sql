-- Lists of projects: what an organizer says that a column holds, and the file itself until its import is confirmed, so that it can
-- be read again when they say so.

-- What columns hold in the lists of an event whose names are not known, by their names in lower case, letters and digits only.
create table import_column (
    event_id bigint not null references event,
    heading text not null constraint import_column_heading check (plain_text(heading, 200)),
    holds text not null,
    primary key (event_id, heading)
);
create trigger a_stay_in_event before update of event_id on import_column for each row execute function stay_in_event();
create trigger a_not_forgotten before insert or update on import_column for each row execute function not_forgotten();

alter table project_import
    -- Columns that nothing was taken from, each with an example. Servers of the earlier version write their names into unused.
    add column unused_columns jsonb not null default '[]',
    -- What is so in the whole file.
    add column notes jsonb not null default '[]',
    -- Forgotten as soon as the import is confirmed.
    add column file bytea;
-- None without a column of prizes: then what a project is in for stays as it is.
alter table project_import_row alter column prizes drop not null;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
