-- What organizers say to each other while they decide on a prize, and each decision with its reason. A later decision replaces
-- the winners of a prize, so without this table the reasons of the earlier ones would be lost. Private: no export holds it.

create table deliberation_note (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    prize_id bigint not null,
    -- A remark is about one project, or about the prize as a whole.
    project_id bigint,
    -- A decision: who won, the first one first.
    winners bigint[],
    -- The decision is what the prize's rule gave.
    by_rule boolean not null default false,
    -- What was said, or why these won.
    body text not null default '' constraint remark_length check (plain_text(body, 2000)),
    -- Nobody for the command line.
    written_by bigint references person,
    written_at timestamptz not null default clock_timestamp(),
    constraint remark_kind check (winners is null or project_id is null),
    constraint remark_missing check (winners is not null or btrim(body) <> ''),
    constraint remark_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id) on delete cascade,
    constraint remark_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index deliberation_note_prize on deliberation_note (prize_id, id);
create index deliberation_note_project on deliberation_note (project_id);
create index deliberation_note_author on deliberation_note (written_by);
create trigger a_stay_in_event before update of event_id on deliberation_note
    for each row execute function stay_in_event();

-- Remarks are shown to nobody else, so a remark leaves the event's version as it is. The function is changed in place, so that
-- whatever else it holds by now stays.
do $$
declare
    body text := pg_get_functiondef('audit_is_private(text)'::regprocedure);
begin
    if position('''conflict''' in body) = 0 then
        raise exception 'audit_is_private is not as this migration expects it.';
    end if;
    execute replace(body, '''conflict''', '''remark'', ''conflict''');
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
