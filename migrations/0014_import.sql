-- The one way past the submission window: an organizer's import of projects into a live event, since exports of other
-- tools are taken after the deadline. It says so in the audit log, in the same call, and cannot be left out.

-- A team name of the event that nobody has: the wish itself, else numbered from 2.
create function free_team_name(p_event bigint, wish text) returns text
    language plpgsql as $$
declare
    base text := coalesce(nullif(btrim(wish), ''), 'Team');
    free text := left(base, 120);
    n int := 1;
begin
    while exists (select from team t where t.event_id = p_event and lower(t.name) = lower(free)) loop
        n := n + 1;
        free := left(base, 120 - char_length(' ' || n)) || ' ' || n;
    end loop;
    return free;
end
$$;

-- p_rows: an array of {project_id, external_id, team_id, team, track, title, tagline, summary, description, repo_url,
-- demo_url, tags, status, submitted_at, members}. With project_id, that project takes the values given (others stay)
-- unless it has been reviewed; else a project is made, in team_id or in a new team of the given name or of its title.
-- members are addresses that may join the team after the close. Answers one row per entry, in order.
create function import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text,
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
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit immediate;
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
                    repo_url, demo_url, tags, status, submitted_at)
                values (p_event, r ->> 'external_id', team_id, (r ->> 'track')::bigint, r ->> 'title',
                    coalesce(r ->> 'tagline', ''), coalesce(r ->> 'summary', ''), coalesce(r ->> 'description', ''),
                    coalesce(r ->> 'repo_url', ''), coalesce(r ->> 'demo_url', ''), coalesce(its_tags, '{}'),
                    coalesce(r ->> 'status', 'submitted'), (r ->> 'submitted_at')::timestamptz)
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
                tags = coalesce(its_tags, p.tags), status = coalesce(r ->> 'status', p.status),
                submitted_at = case when p.status = 'draft' and r ->> 'status' = 'submitted'
                    then (r ->> 'submitted_at')::timestamptz else p.submitted_at end
                where p.event_id = p_event and p.id = (r ->> 'project_id')::bigint returning p.team_id into team_id;
            if not found then
                perform refuse(404, 'not_found', 'Not found.');
            end if;
        end if;
        insert into imported_member
            select p_event, import_projects.team_id, lower(m) from jsonb_array_elements_text(
                case when jsonb_typeof(r -> 'members') = 'array' then r -> 'members' else '[]' end) m
            on conflict do nothing;
        return next;
    end loop;
    -- Check this import's own rows while the pass stands, then take it away: what follows is under the clock again.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit immediate;
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit deferred;
    delete from import_pass where xact = pg_current_xact_id();
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
        values (p_event, p_actor, p_actor_role, 'project.imported', 'event', p_event::text, p_ip,
            json_build_object('created', made, 'updated', n - made, 'file_sha256', p_file_sha256)::text);
end
$$;
