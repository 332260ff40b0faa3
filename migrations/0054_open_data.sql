-- Scores without names that an organizer published for anybody to study. What was given away under CC0 cannot be taken back, so
-- the table only grows. The numbers of judges and projects were dealt from a seed that nobody kept.

create table open_data (
    id bigint generated always as identity primary key,
    event_id bigint not null references event constraint open_data_taken unique,
    -- The run whose reviews these are.
    run_id bigint not null,
    -- The sentence that people agreed to.
    statement text not null constraint open_data_statement_length check (plain_text(statement, 500) and btrim(statement) <> ''),
    -- The file: project, judge and total of each review, without anything else.
    csv text not null check (csv ~ '^project,judge,total\r\n([0-9]+,[0-9]+,(0\.[0-9]|1\.0)\r\n)*$'),
    projects int not null,
    judges int not null,
    reviews int not null,
    left_out int not null,
    published_at timestamptz not null default clock_timestamp(),
    constraint open_data_run_foreign foreign key (event_id, run_id) references calibration_run (event_id, id)
);
create trigger append_only before update or delete or truncate on open_data
    for each statement execute function append_only();

-- Scores are shown to nobody before the results are public.
create function open_data_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from publication p where p.event_id = new.event_id and p.run_id = new.run_id) then
        perform refuse(409, 'no_run', 'Only reviews of published results become open data.');
    end if;
    return new;
end
$$;
create trigger open_data_before before insert on open_data
    for each row execute function open_data_before();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
