-- A column of a list may hold the answers to a question of the event's own.

alter table import_column drop constraint import_column_holds_known,
    add constraint import_column_holds_known check (holds in ('nothing', 'title', 'team', 'track', 'tags', 'link', 'members', 'place')
        or holds like 'answer:%');

-- Answers have the window of their project, and each is to a question that the event asks. The event's row is locked, so that a change
-- of the questions at this moment comes before or after.
create or replace function project_answers_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    questions jsonb;
begin
    -- What is no object is refused by the column's own rule.
    if new.answers = coalesce(old.answers, '{}') or jsonb_typeof(new.answers) <> 'object' or forgets(new.event_id) then
        return new;
    end if;
    perform require_submissions_of(new.event_id, new.team_id);
    -- A list may change what was withdrawn, and brings nothing back.
    if tg_op = 'UPDATE' and new.withdrawn_at is not null and not import_runs(new.event_id) then
        perform refuse(409, 'project_withdrawn', 'An organizer has withdrawn this project: it stays as it is until they restore it.');
    end if;
    select e.form_questions into questions from event e where e.id = new.event_id for no key update;
    if exists (
        select from jsonb_each(new.answers) a
        where jsonb_typeof(a.value) <> 'string' or not plain_text(a.value #>> '{}', 2000)
            or not exists (select from jsonb_array_elements(questions) q
                where q ->> 'key' = a.key and (q ->> 'kind' <> 'choice' or q -> 'choices' ? (a.value #>> '{}')))
    ) then
        perform refuse(400, 'answers',
            'An answer is a text of at most 2000 characters to a question that the event asks, or one of its choices.');
    end if;
    return new;
end
$$;

-- p_rows: an array of {project_id, external_id, team_id, team, track, title, tagline, summary, description, repo_url, demo_url, tags,
-- status, submitted_at, members, prizes, room, place, answers}. With project_id, that project takes the values given (others stay)
-- unless it has been reviewed. Otherwise a project is made, in team_id or in a new team of the given name or of its title. members are
-- addresses that may join the team after the close. prizes are ids of the event's prizes: the project's opt-ins from now on. A draft gets
-- no room and place. Of answers, those given replace the ones to the same questions. Answers one row per entry, in order.
create or replace function import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text,
    p_ip text) returns table (entry int, project_id bigint, team_id bigint, created boolean)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
    r jsonb;
    n int := 0;
    made int := 0;
    its_tags text[];
begin
    -- What this transaction wrote before stands under the clock as it is.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    insert into import_pass values (pg_current_xact_id(), p_event);
    for r in select value from jsonb_array_elements(p_rows) loop
        n := n + 1;
        entry := n;
        project_id := (r ->> 'project_id')::bigint;
        team_id := (r ->> 'team_id')::bigint;
        created := project_id is null;
        its_tags := case when jsonb_typeof(r -> 'tags') = 'array'
            then array(select jsonb_array_elements_text(r -> 'tags')) end;
        if created then
            if team_id is null then
                insert into team (event_id, name) values (p_event, free_team_name(p_event, coalesce(r ->> 'team', r ->> 'title')))
                    returning id into team_id;
            end if;
            insert into project (event_id, external_id, team_id, track_id, title, tagline, summary, description,
                    repo_url, demo_url, tags, status, submitted_at, answers)
                values (p_event, r ->> 'external_id', team_id, (r ->> 'track')::bigint, r ->> 'title',
                    coalesce(r ->> 'tagline', ''), coalesce(r ->> 'summary', ''), coalesce(r ->> 'description', ''),
                    coalesce(r ->> 'repo_url', ''), coalesce(r ->> 'demo_url', ''), coalesce(its_tags, '{}'),
                    coalesce(r ->> 'status', 'submitted'), (r ->> 'submitted_at')::timestamptz,
                    coalesce(r -> 'answers', '{}'))
                returning id into project_id;
            made := made + 1;
        else
            if exists (select from review v join assignment a on a.id = v.assignment_id
                where a.event_id = p_event and a.project_id = (r ->> 'project_id')::bigint) then
                perform refuse(409, 'project_reviewed', format('%s has been reviewed: an import leaves it as it is.',
                    coalesce(r ->> 'title', 'The project')));
            end if;
            update project p set
                external_id = coalesce(r ->> 'external_id', p.external_id),
                track_id = case when r ? 'track' then (r ->> 'track')::bigint else p.track_id end,
                title = coalesce(r ->> 'title', p.title), tagline = coalesce(r ->> 'tagline', p.tagline),
                summary = coalesce(r ->> 'summary', p.summary),
                description = coalesce(r ->> 'description', p.description),
                repo_url = coalesce(r ->> 'repo_url', p.repo_url), demo_url = coalesce(r ->> 'demo_url', p.demo_url),
                tags = coalesce(its_tags, p.tags), answers = p.answers || coalesce(r -> 'answers', '{}'),
                status = coalesce(r ->> 'status', p.status),
                submitted_at = case when p.status = 'draft' and r ->> 'status' = 'submitted'
                    then (r ->> 'submitted_at')::timestamptz else p.submitted_at end
                where p.event_id = p_event and p.id = (r ->> 'project_id')::bigint returning p.team_id into team_id;
            if not found then
                perform refuse(404, 'not_found', 'Not found.');
            end if;
        end if;
        insert into imported_member
            select p_event, import_projects.team_id, lower(m collate "C") from jsonb_array_elements_text(
                case when jsonb_typeof(r -> 'members') = 'array' then r -> 'members' else '[]' end) m
            on conflict do nothing;
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
        return next;
    end loop;
    -- Check this import's own rows while the pass stands, then take it away: what follows is under the clock again.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit deferred;
    update import_pass set actor = p_actor, actor_role = p_actor_role, ip = p_ip,
        after = json_build_object('created', made, 'updated', n - made, 'file_sha256', p_file_sha256)::text
        where xact = pg_current_xact_id();
    delete from import_pass where xact = pg_current_xact_id();
end
$$;
