-- The ways past the submission window: an organizer's import of projects into a live event, since exports of other tools are taken after
-- the deadline, and what they correct of such a project. An import says so in the audit log, in the same call, and cannot be left out.

-- A list of projects that an organizer uploaded: what each row says is kept until they confirm what the import would do. Only the
-- organizer who sent it reads it, for a day at most, since it holds the addresses of people who are not asked yet.
create table project_import (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint not null references person,
    file_name text not null check (plain_text(file_name, 200)),
    -- The preview's address names the file by this, so that the form which confirms it stays small.
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Whose list it is: which tool wrote it.
    shape text not null constraint import_shape_known check (shape in ('devpost', 'dorahacks', 'gavel', 'jury', 'plain')),
    created_at timestamptz not null default clock_timestamp(),
    -- Written by the import. The rows go then, and what came of them stays for the page.
    confirmed_at timestamptz,
    created_count int not null default 0,
    updated_count int not null default 0,
    invited_count int not null default 0,
    flagged_count int not null default 0,
    -- Columns that say something: what each is read as, and an example.
    file_columns jsonb not null default '[]',
    -- What is so in the whole file.
    notes jsonb not null default '[]',
    -- The file itself, so that it can be read again when an organizer says what a column holds. Forgotten as soon as the import is
    -- confirmed.
    file bytea,
    unique (event_id, person_id, sha256)
);
create index project_import_created on project_import (created_at);

-- A project of the list.
create table project_import_row (
    import_id bigint not null references project_import on delete cascade,
    -- The place in the file, from 0: rows of one address are one project.
    position int not null,
    -- What the project is known by when the file comes again: its external id.
    key text not null,
    -- Our own number, where the file is one of ours.
    project_id bigint,
    -- The lines of the file that it was read from.
    rows int[] not null,
    -- Whether it can be taken.
    standing jsonb not null,
    -- An entry for import_projects.
    content jsonb not null,
    track text,
    -- None without a column of prizes: then what a project is in for stays as it is.
    prizes text[],
    members jsonb not null,
    team_size int not null,
    notes jsonb not null,
    primary key (import_id, position)
);

-- What columns hold in the lists of an event: by their names in lower case, letters and digits only, those whose names are not known; behind
-- a sign, those that are not what their names say.
create table import_column (
    event_id bigint not null references event,
    heading text not null constraint import_column_heading check (plain_text(heading, 200)),
    holds text not null constraint import_column_holds_known
        check (holds in ('nothing', 'title', 'team', 'members', 'tagline', 'summary', 'description', 'code', 'demo', 'link', 'track',
                'prizes', 'tags', 'room', 'place', 'status')
            -- The answers to a question of the event's own, by its key.
            or holds like 'answer:%'),
    primary key (event_id, heading)
);

-- An event whose import or correction is running in this transaction. Only import_projects and correct_project may write here, and they
-- leave no row behind.
create table import_pass (
    xact xid8 primary key,
    event_id bigint not null references event,
    -- What the log's row of the import says, from the end of the import until the commit. A correction says nothing here.
    actor text,
    actor_role text,
    ip text,
    after text
);

-- The log's row of an import is one for all its projects, written as the transaction commits: by then repeats were looked for. Otherwise
-- the import would hold the end of the event's chain meanwhile, and while members are invited, and everybody else who writes to the event
-- would wait. The chain is held by others for as long as a commit takes, and no longer, so this waits only for a moment.
create function import_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp set lock_timeout = '100ms' as $$
begin
    if old.after is null then
        return null;
    end if;
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
        values (old.event_id, old.actor, old.actor_role, 'project.imported', 'event', old.event_id::text, old.ip,
            (old.after::jsonb || jsonb_build_object('repeats', repeats_of(old.event_id)))::text);
    return null;
end
$$;
-- The import takes its pass away itself, so a deleted pass is an import that ended.
create constraint trigger import_logged after delete on import_pass
    deferrable initially deferred for each row execute function import_logged();

-- A team name of the event that nobody has: the wish itself, else numbered from 2.
create function free_team_name(p_event bigint, wish text) returns text
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    base text := coalesce(nullif(btrim(wish), ''), 'Team');
    free text := left(base, 120);
    n int := 1;
begin
    while exists (select from team t where t.event_id = p_event and name_key(t.name) = name_key(free)) loop
        n := n + 1;
        free := left(base, 120 - char_length(' ' || n)) || ' ' || n;
    end loop;
    return free;
end
$$;

-- A link in the form in which lists are compared: without scheme, "www.", and ".git" and slashes at the end.
create function link_key(link text) returns text
    language sql immutable parallel safe
    return regexp_replace(regexp_replace(lower(link), '^https?://(www\.)?', ''), '(\.git)?/*$', '');

-- The values that an entry of an import gives a project, each as a digest, by its field: an answer by its question, room and place as one.
-- A value of the project that is another one later was written here, and a newer list leaves it unless an organizer chooses otherwise.
create function listed_values(r jsonb) returns jsonb
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp
    return (
        select coalesce(jsonb_object_agg(v.field, sha256_hex(v.said::text)), '{}')
        from (
            select e.key, e.value from jsonb_each(r) e
                where e.key in ('title', 'tagline', 'summary', 'description', 'repo_url', 'demo_url', 'tags', 'track', 'prizes')
            union all
            select 'place', jsonb_build_array(coalesce(r ->> 'room', ''), coalesce(r ->> 'place', ''))
                where coalesce(r ->> 'room', '') <> '' or coalesce(r ->> 'place', '') <> ''
            union all
            select 'answer:' || a.key, a.value
                from jsonb_each(case when jsonb_typeof(r -> 'answers') = 'object' then r -> 'answers' else '{}' end) a
        ) v(field, said));

-- p_rows: an array of {project_id, external_id, team_id, team, track, title, tagline, summary, description, repo_url, demo_url, tags,
-- status, submitted_at, members, prizes, room, place, answers}. With project_id, that project takes the values given (others stay)
-- unless it has been reviewed. Otherwise a project is made, in team_id or in a new team of the given name or of its title. members are
-- addresses that may join the team after the close, and have a conflict with its projects if they judge: with members_only nothing else is
-- taken, and then a reviewed project takes them, too. prizes are ids of the event's prizes: the project's opt-ins from now on. A draft gets
-- no room and place. Of answers, those given replace the ones to the same questions. Answers one row per entry, in order.
create function import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text,
    p_ip text) returns table (entry int, project_id bigint, team_id bigint, created boolean)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
    r jsonb;
    n int := 0;
    made int := 0;
    alone int := 0;
    its_tags text[];
    declared jsonb;
begin
    -- What this transaction wrote before stands under the clock as it is.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    insert into import_pass values (pg_current_xact_id(), p_event);
    -- People before projects, as everywhere: those whom the list names may judge here.
    perform from event_person ep join person o on o.id = ep.person_id
        where ep.event_id = p_event and lower(o.email collate "C") in (
            select lower(m collate "C") from jsonb_array_elements(p_rows) e, jsonb_array_elements_text(
                case when jsonb_typeof(e -> 'members') = 'array' then e -> 'members' else '[]' end) m)
        order by ep.person_id for no key update of ep;
    -- Projects by their numbers, as who comes to judge locks those of their work, and not in the order of the list.
    perform from project p
        where p.event_id = p_event and p.id in (
            select (e ->> 'project_id')::bigint from jsonb_array_elements(p_rows) e
                where not coalesce((e ->> 'members_only')::boolean, false))
        order by p.id for no key update;
    -- Projects may exchange their places.
    delete from project_place l using jsonb_array_elements(p_rows) e
        where l.event_id = p_event and l.project_id = (e ->> 'project_id')::bigint
            and (coalesce(e ->> 'room', '') <> '' or coalesce(e ->> 'place', '') <> '');
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
                    repo_url, demo_url, tags, status, submitted_at, answers, listed)
                values (p_event, r ->> 'external_id', team_id, (r ->> 'track')::bigint, r ->> 'title',
                    coalesce(r ->> 'tagline', ''), coalesce(r ->> 'summary', ''), coalesce(r ->> 'description', ''),
                    coalesce(r ->> 'repo_url', ''), coalesce(r ->> 'demo_url', ''), coalesce(its_tags, '{}'),
                    coalesce(r ->> 'status', 'submitted'), (r ->> 'submitted_at')::timestamptz,
                    coalesce(r -> 'answers', '{}'), listed_values(r))
                returning id into project_id;
            made := made + 1;
        elsif (r ->> 'members_only')::boolean then
            select p.team_id into team_id from project p where p.event_id = p_event and p.id = (r ->> 'project_id')::bigint;
            if not found then
                perform refuse(404, 'not_found', 'Not found.');
            end if;
            alone := alone + 1;
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
                listed = p.listed || listed_values(r),
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
    -- Who comes to judge at this moment, and a project that is made at this moment, come before this or see what it wrote (listed_comes).
    -- They wait while this is held, so it comes last.
    perform pg_advisory_xact_lock(hashtextextended('listed', p_event));
    declared := declare_listed(p_event, null, null);
    update import_pass set actor = p_actor, actor_role = p_actor_role, ip = p_ip,
        after = (jsonb_build_object('created', made, 'updated', n - made - alone, 'file_sha256', p_file_sha256)
            || coalesce(declared, '{}'))::text
        where xact = pg_current_xact_id();
    delete from import_pass where xact = pg_current_xact_id();
end
$$;

-- An organizer corrects what a list said of a project: its title, its links and the name of its team. Another list would leave a reviewed
-- project as it is. Only a project that a list or a bundle brought is corrected, and none once results are published: they name it. The
-- caller's operation writes the log's row, as for every other act.
create function correct_project(p_project bigint, p_title text, p_team text, p_repo_url text, p_demo_url text, p_video_url text)
    returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    its project;
    e event;
begin
    select * into its from project where id = p_project for no key update;
    if not found then
        perform refuse(404, 'not_found', 'Not found.');
    elsif its.external_id is null then
        perform refuse(409, 'project_not_imported', 'Only a project that a list brought is corrected by an organizer.');
    end if;
    -- The event's row is locked as a publication locks it, so that a publication at this moment comes before or after.
    perform from event where id = its.event_id for no key update;
    select * into e from event where id = its.event_id;
    if exists (select from publication p where p.event_id = its.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: its projects stay.', e.name));
    end if;
    -- What this transaction wrote before stands under the clock as it is.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    insert into import_pass (xact, event_id) values (pg_current_xact_id(), its.event_id);
    update team set name = p_team where event_id = its.event_id and id = its.team_id and name <> p_team;
    update project set title = p_title, repo_url = p_repo_url, demo_url = p_demo_url, video_url = p_video_url where id = p_project;
    -- Check these rows while the pass stands, then take it away: what follows is under the clock again.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit deferred;
    delete from import_pass where xact = pg_current_xact_id();
end
$$;
