-- The log's row of an import is written as the transaction commits. Before this, the import held the end of the event's chain
-- while repeats were looked for and members were invited, and everybody else who wrote to the event waited.

-- What the row says, from the end of the import until the commit.
alter table import_pass
    add actor text,
    add actor_role text,
    add ip text,
    add after text;

create function import_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
        values (old.event_id, old.actor, old.actor_role, 'project.imported', 'event', old.event_id::text, old.ip, old.after);
    return null;
end
$$;
-- The import takes its pass away itself, so a deleted pass is an import that ended.
create constraint trigger import_logged after delete on import_pass
    deferrable initially deferred for each row execute function import_logged();

-- The function is changed in place, so that whatever else it holds by now stays.
do $$
declare
    body text := pg_get_functiondef('import_projects'::regproc);
    taken constant text := 'delete from import_pass where xact = pg_current_xact_id();';
    opens constant text := 'insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
        values (p_event, p_actor, p_actor_role, ''project.imported'', ''event'', p_event::text, p_ip,
            json_build_object(''created'', made, ''updated'', n - made, ''file_sha256'', p_file_sha256)::text);';
    noted constant text := 'update import_pass set actor = p_actor, actor_role = p_actor_role, ip = p_ip,
        after = json_build_object(''created'', made, ''updated'', n - made, ''file_sha256'', p_file_sha256)::text
        where xact = pg_current_xact_id();
    ' || taken;
begin
    if position(taken in body) = 0 or position(opens in body) = 0 then
        raise exception 'import_projects is not as this migration expects it.';
    end if;
    execute replace(replace(body, taken, ''), opens, noted);
end
$$;
