-- What a judge writes for nobody but themselves, and the three projects that a judge liked best, where the event asks for them.

-- A judge's private note on a project. It hangs on judge and project, not on the assignment: an organizer who takes an assignment
-- back must not clear what a judge wrote.
create table judge_note (
    event_id bigint not null references event,
    person_id bigint not null,
    project_id bigint not null,
    body text not null constraint note_length check (plain_text(body, 5000)),
    saved_at timestamptz not null default clock_timestamp(),
    primary key (person_id, project_id),
    constraint note_missing check (body <> ''),
    constraint note_person_unknown foreign key (event_id, person_id) references event_person,
    constraint note_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index judge_note_event on judge_note (event_id);
create trigger a_stay_in_event before update of event_id on judge_note
    for each row execute function stay_in_event();

-- Whether judges are asked for their first three. It changes no ranking, so it may be asked at any time; answers that were given
-- keep the question.
alter table event add column first_three boolean not null default false;

-- A judge's first three, the best first; empty where they were taken back. Nobody reads one judge's but that judge.
create table first_three (
    event_id bigint not null references event,
    person_id bigint not null,
    choices bigint[] not null constraint first_three_range check (cardinality(choices) <= 3),
    given_at timestamptz not null default clock_timestamp(),
    primary key (event_id, person_id),
    constraint first_three_person_unknown foreign key (event_id, person_id) references event_person
);
create trigger a_stay_in_event before update of event_id on first_three
    for each row execute function stay_in_event();
create trigger a_read_committed before insert or update or delete on first_three
    for each statement execute function require_read_committed();

-- Only what the judge has reviewed, each once, while judging is open. A choice whose review is withdrawn later stays stored and is
-- left out where choices are counted.
create function first_three_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_judging(new.event_id);
    if (select count(distinct choice) <> cardinality(new.choices) from unnest(new.choices) choice)
        or exists (select from unnest(new.choices) choice where not exists (select from assignment a
            where a.event_id = new.event_id and a.person_id = new.person_id and a.project_id = choice and a.status = 'done')) then
        perform refuse(422, 'first_three_choices', 'Choose projects that you have reviewed, each once.');
    end if;
    return new;
end
$$;
create trigger first_three_before before insert or update of choices on first_three
    for each row execute function first_three_before();

create function first_three_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_commit(new.event_id);
    perform require_judging(new.event_id);
    return null;
end
$$;
create constraint trigger first_three_at_commit after insert or update of choices on first_three
    deferrable initially deferred for each row execute function first_three_at_commit();
create constraint trigger first_three_at_commit after insert on commit_probe
    deferrable initially deferred for each row execute function commit_probe_fired();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
