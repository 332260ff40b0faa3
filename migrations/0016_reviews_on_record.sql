-- An imported event has no row of the log for each review, and a forgotten one no longer says who gave which. Both have one row that
-- holds digests in their place, so that a bundle can be compared with its log.

-- The submitted reviews of an event, without who gave them: by assignment, its project, status, moment and scores.
create function scores_digest(p_event bigint) returns text
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select sha256_hex(coalesce(string_agg(netstrings(a.id::text, a.project_id::text, a.status, audit_ts(r.submitted_at),
        (select string_agg(netstrings(s.key, s.value), '' order by s.key collate "C") from jsonb_each_text(r.scores) s)),
        '' order by a.id), ''))
    from assignment a join review r on r.assignment_id = a.id
    where a.event_id = p_event and r.submitted_at is not null
$$;

-- Who gave each of them, by address.
create function judges_digest(p_event bigint) returns text
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select sha256_hex(coalesce(string_agg(netstrings(a.id::text, p.email), '' order by a.id), ''))
    from assignment a join review r on r.assignment_id = a.id join person p on p.id = a.person_id
    where a.event_id = p_event and r.submitted_at is not null
$$;

-- The projects of an event that repeat another one, each with that one.
create function repeats_of(p_event bigint) returns jsonb
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(jsonb_agg(jsonb_build_array(id, duplicate_of) order by id), '[]') from project
    where event_id = p_event and duplicate_of is not null
$$;

-- What the row of an import says of the reviews and of the repeats that came with it.
create function imported_record(p_event bigint) returns json
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select json_build_object('scores_digest', scores_digest(p_event), 'judges_digest', judges_digest(p_event),
        'repeats', repeats_of(p_event))
$$;

-- A list of projects has one row for all of them, which is written as the transaction commits: by then repeats were looked for.
create or replace function import_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp set lock_timeout = '100ms' as $$
begin
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
        values (old.event_id, old.actor, old.actor_role, 'project.imported', 'event', old.event_id::text, old.ip,
            (old.after::jsonb || jsonb_build_object('repeats', repeats_of(old.event_id)))::text);
    return null;
end
$$;

do $$
declare
    old constant text := '''early'', p_early)';
    body text := pg_get_functiondef('forget_event(bigint, boolean, text)'::regprocedure);
begin
    if strpos(body, old) = 0 then
        raise exception 'The function forget_event is not as this migration expects it.';
    end if;
    execute replace(body, old, '''early'', p_early, ''judges_digest'', judges_digest(p_event))');
end
$$;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
