-- A project may leave an event, and one team may get more time to submit. Until now the only ways were to flag a project as a repeat,
-- which it is not, and to move the close for everybody.
--
-- A withdrawn project is a draft with a date, as a review that is set aside is a recusal with a date: whatever lists, plans, ranks, counts
-- or shows submitted projects leaves it out, without a second condition that somebody could forget. Its reviews stay, set aside.

alter table project
    -- When an organizer withdrew it. withdrawal_reason then says why, to its team and the organizers.
    add column withdrawn_at timestamptz,
    add column withdrawal_reason text not null default ''
        constraint withdrawal_reason_length check (plain_text(withdrawal_reason, 2000)),
    -- When it had been submitted: a project that is restored gets this moment back.
    add column withdrawn_submitted_at timestamptz,
    add constraint withdrawn_is_a_draft check (withdrawn_at is null or (status = 'draft' and withdrawn_submitted_at is not null)),
    add constraint withdrawal_reason_missing check ((withdrawn_at is null) = (btrim(withdrawal_reason) = '')),
    add constraint withdrawn_has_a_time check ((withdrawn_at is null) = (withdrawn_submitted_at is null));

-- The assignment ended as its project was withdrawn. It comes back with the project.
alter table assignment
    add column ended_with_project boolean not null default false,
    add constraint ended_is_recused check (not ended_with_project or status = 'recused');

-- More time for one team. It belongs to the published results, so it stays as it is once they are out.
create table team_extension (
    team_id bigint primary key,
    event_id bigint not null references event,
    closes_at timestamptz not null,
    reason text not null constraint extension_reason_length check (plain_text(reason, 2000))
        constraint extension_reason_missing check (btrim(reason) <> ''),
    given_at timestamptz not null default clock_timestamp(),
    constraint extension_team_foreign foreign key (event_id, team_id) references team (event_id, id) on delete cascade
);
create index team_extension_event on team_extension (event_id);
create trigger a_stay_in_event before update of event_id on team_extension
    for each row execute function stay_in_event();
create trigger a_not_forgotten before insert or update on team_extension
    for each row execute function not_forgotten('waits');

-- Published results name who had more time. The event's row is locked as a publication locks it.
create function extension_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    perform from event where id = new.event_id for no key update;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) then
        return new;
    end if;
    if exists (select from publication p where p.event_id = new.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: no team gets more time.', e.name));
    end if;
    new.given_at := clock_timestamp();
    return new;
end
$$;
create trigger extension_before before insert or update on team_extension
    for each row execute function extension_before();

-- When submissions close for this team; null: never.
create function submissions_close_of(e event, p_team bigint) returns timestamptz
    language sql stable set search_path = pg_catalog, public, pg_temp
    return case when e.submissions_close is not null
        then greatest(e.submissions_close, (select x.closes_at from team_extension x where x.team_id = p_team)) end;

-- Refuses outside the window of submissions, as it is for one team.
create function require_submissions_of(p_event bigint, p_team bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) and not import_runs(p_event) then
        perform require_window('Submissions', 'submissions_window', e.name, e.submissions_open, submissions_close_of(e, p_team));
        perform require_opened(e);
    end if;
end
$$;

-- The team of a project, for what hangs on a project and has its window.
create function team_of_project(p_project bigint) returns bigint
    language sql stable set search_path = pg_catalog, public, pg_temp
    return (select p.team_id from project p where p.id = p_project);

-- The functions below are those of 0003 to 0006 with the team's window in place of the event's.

create or replace function submissions_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    team bigint := case when tg_table_name = 'team' then its ->> 'id' else its ->> 'team_id' end;
begin
    perform require_commit((its ->> 'event_id')::bigint);
    perform require_submissions_of((its ->> 'event_id')::bigint, team);
    return null;
end
$$;

create or replace function team_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions_of(old.event_id, old.id);
        if exists (select from project p where p.event_id = old.event_id and p.team_id = old.id) then
            perform refuse(409, 'team_has_project', 'This team holds a project: it cannot be removed.');
        end if;
        return old;
    end if;
    perform require_submissions_of(new.event_id, new.id);
    return new;
end
$$;

create or replace function require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if joins and exists (
        select from imported_member i join person p on lower(p.email collate "C") = i.email
        where i.event_id = p_event and i.team_id = p_team and p.id = p_person
    ) then
        return;
    end if;
    perform require_submissions_of(p_event, p_team);
end
$$;

create or replace function picture_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform from project p where p.id = new.project_id for no key update;
    end if;
    if tg_op = 'DELETE' then
        if not is_take_down(old, null) then
            perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        end if;
        return old;
    end if;
    if tg_op = 'UPDATE' and is_take_down(old, new) then
        return new;
    end if;
    perform require_submissions_of(new.event_id, team_of_project(new.project_id));
    if tg_op = 'UPDATE' and (new.project_id, new.picture - 'alt') is distinct from
        (old.project_id, old.picture - 'alt') then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    end if;
    return new;
end
$$;

create or replace function picture_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        if is_take_down(old, null) then
            return null;
        end if;
        perform require_commit(old.event_id);
        perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        return null;
    elsif tg_op = 'UPDATE' then
        if is_take_down(old, new) then
            return null;
        end if;
    end if;
    perform require_commit(new.event_id);
    perform require_submissions_of(new.event_id, team_of_project(new.project_id));
    return null;
end
$$;

create or replace function picture_file_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its project_picture;
begin
    if tg_op = 'UPDATE' then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    elsif tg_op = 'INSERT' then
        select * into its from project_picture where id = new.picture_id;
        perform require_submissions_of(its.event_id, team_of_project(its.project_id));
        return new;
    end if;
    -- Where the picture itself is gone, its own trigger was asked.
    select * into its from project_picture where id = old.picture_id;
    if found then
        perform require_submissions_of(its.event_id, team_of_project(its.project_id));
    end if;
    return old;
end
$$;

create or replace function wish_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_submissions_of(new.event_id, team_of_project(new.project_id));
        return new;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return old;
    end if;
    perform require_submissions_of(old.event_id, team_of_project(old.project_id));
    return old;
end
$$;

create or replace function wish_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_commit(new.event_id);
        perform require_submissions_of(new.event_id, team_of_project(new.project_id));
        return null;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return null;
    end if;
    perform require_commit(old.event_id);
    perform require_submissions_of(old.event_id, team_of_project(old.project_id));
    return null;
end
$$;

-- Withdrawing and restoring are no edits and have no window: project_withdrawal guards them.
create or replace function project_edited(a project, b project) returns boolean
    language sql immutable set search_path = pg_catalog, public, pg_temp
    return (a.external_id, a.team_id, coalesce(a.track_id, b.track_id), a.title, a.tagline, a.summary, a.description,
            a.repo_url, a.demo_url, a.video_url, a.tags, a.created_at)
        is distinct from (b.external_id, b.team_id, b.track_id, b.title, b.tagline, b.summary, b.description,
            b.repo_url, b.demo_url, b.video_url, b.tags, b.created_at)
        or ((a.withdrawn_at is null) = (b.withdrawn_at is null)
            and (a.status, a.submitted_at) is distinct from (b.status, b.submitted_at));

create or replace function project_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions_of(old.event_id, old.team_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and not project_edited(old, new) then
        return new;
    end if;
    perform require_submissions_of(new.event_id, new.team_id);
    if tg_op = 'UPDATE' and old.withdrawn_at is not null then
        if not import_runs(new.event_id) then
            perform refuse(409, 'project_withdrawn', 'An organizer has withdrawn this project: it stays as it is until they restore it.');
        end if;
        -- A newer list brings nothing back that an organizer withdrew.
        new.status := old.status;
        new.submitted_at := old.submitted_at;
    end if;
    new.submitted_at := project_submission(old, new);
    if not tags_are_clean(new.tags) then
        perform refuse(400, 'tags', 'Tags are at most 10, each of 1 to 40 characters, trimmed, in lower case and once.');
    end if;
    if tg_op = 'INSERT' or new.team_id <> old.team_id then
        perform project_joins_team(new);
    end if;
    if tg_op = 'UPDATE' then
        new.updated_at := clock_timestamp();
    end if;
    return new;
end
$$;

-- The moves of a withdrawal. The writer sets withdrawn_at, to any moment or to null, and the reason; the rest is the database's. What was
-- published rests on the projects that were there then. The event's row is locked as a publication locks it, so that a publication at
-- this moment comes before or after.
create function project_withdrawal() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    perform from event where id = new.event_id for no key update;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) or event_forgets(e) then
        return new;
    end if;
    if exists (select from publication p where p.event_id = new.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: its projects stay.', e.name));
    end if;
    if tg_op = 'INSERT' or (old.withdrawn_at is null) = (new.withdrawn_at is null) then
        perform refuse(409, 'project_withdrawn', 'When and why a project was withdrawn is written once.');
    elsif new.withdrawn_at is null then
        new.status := 'submitted';
        new.submitted_at := old.withdrawn_submitted_at;
        new.withdrawn_submitted_at := null;
        new.withdrawal_reason := '';
        return new;
    end if;
    if old.status <> 'submitted' then
        perform refuse(409, 'project_withdrawn', 'Only a submitted project can be withdrawn.');
    end if;
    new.status := 'draft';
    new.submitted_at := null;
    new.withdrawn_submitted_at := old.submitted_at;
    new.withdrawn_at := clock_timestamp();
    return new;
end
$$;
create trigger project_withdrawal_new before insert on project
    for each row when (new.withdrawn_at is not null) execute function project_withdrawal();
create trigger project_withdrawal before update on project
    for each row when ((old.withdrawn_at, old.withdrawal_reason, old.withdrawn_submitted_at)
        is distinct from (new.withdrawn_at, new.withdrawal_reason, new.withdrawn_submitted_at))
    execute function project_withdrawal();

-- Its assignments end with it, and its place is free. With the project come back those that may: not where the judge has declared a
-- conflict since, or a list has named them as a member.
create function project_leaves() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.withdrawn_at is not null then
        update assignment a set status = 'recused', recused_reason = new.withdrawal_reason, ended_with_project = true,
                voided_at = case when a.status = 'done' then clock_timestamp() end
            where a.event_id = new.event_id and a.project_id = new.id and a.status <> 'recused';
        delete from project_place l where l.project_id = new.id;
        return null;
    end if;
    update assignment a set status = case when a.voided_at is null then 'pending' else 'done' end, recused_reason = '',
            ended_with_project = false, voided_at = null
        where a.event_id = new.event_id and a.project_id = new.id and a.ended_with_project
            and not is_declared(a.event_id, a.person_id, a.project_id)
            and not exists (select from team_person m
                where m.event_id = a.event_id and m.team_id = new.team_id and m.person_id = a.person_id);
    update assignment a set ended_with_project = false
        where a.event_id = new.event_id and a.project_id = new.id and a.ended_with_project;
    return null;
end
$$;
create trigger project_leaves after update on project
    for each row when ((old.withdrawn_at is null) <> (new.withdrawn_at is null)) execute function project_leaves();

-- Nobody is given a withdrawn project, and nobody is given it back alone. The name sorts behind assignment_before, which has locked what
-- it looks at.
create function assignment_of_withdrawn() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from project p join event e on e.id = p.event_id
        where p.id = new.project_id and p.withdrawn_at is not null and not event_is_fresh(e)) then
        perform refuse(409, 'project_withdrawn', 'This project is withdrawn: restore the project first.');
    end if;
    return new;
end
$$;
create trigger z_assignment_of_withdrawn before insert on assignment
    for each row execute function assignment_of_withdrawn();
create trigger z_assignment_of_withdrawn_back before update of status on assignment
    for each row when (old.status = 'recused' and new.status <> 'recused') execute function assignment_of_withdrawn();

-- As in 0009, and what was said of a project that is withdrawn comes along with its event's file.
create or replace function comment_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        if exists (select from project p join event e on e.id = p.event_id
            where p.id = new.project_id and p.status = 'draft' and not (p.withdrawn_at is not null and event_is_fresh(e))) then
            perform refuse(404, 'draft_has_no_comments', 'Not found.');
        end if;
    elsif (new.project_id, new.person_id, new.body, new.created_at)
        is distinct from (old.project_id, old.person_id, old.body, old.created_at) then
        perform refuse(409, 'comment_fixed', 'A comment is not edited: remove it and write another.');
    end if;
    return new;
end
$$;

-- No ranking is published in which a withdrawn project has a place: a run from before is calculated anew.
create function publication_without_withdrawn() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from calibration_run r cross join json_array_elements(r.results) o
        join project p on p.event_id = r.event_id and p.id = (o ->> 'project')::bigint
        where r.id = new.run_id and p.withdrawn_at is not null) then
        perform refuse(409, 'no_run', 'A project was withdrawn since this run: calculate the ranking anew.');
    end if;
    return new;
end
$$;
create trigger publication_without_withdrawn before insert on publication
    for each row execute function publication_without_withdrawn();

-- A reason may name people. That a project was withdrawn stays, and so does the published reason for more time.
create function withdrawals_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project set withdrawal_reason = 'removed' where event_id = new.id and withdrawn_at is not null;
    return null;
end
$$;
create trigger withdrawals_are_forgotten after update of forgotten_at on event
    for each row when (new.forgotten_at is distinct from old.forgotten_at) execute function withdrawals_are_forgotten();

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
