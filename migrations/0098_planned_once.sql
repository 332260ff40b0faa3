-- A function in SQL that cannot be folded into the statement that calls it is read and planned anew by each such statement. A
-- judge's save spent a third of the database's time on that. In PL/pgSQL they are planned once for each connection.

create function event_is_forgetting(p_event bigint, since timestamptz) returns boolean
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return exists (
        select from forgotten_event f where f.event_id = p_event and f.xact = pg_current_xact_id() and f.forgotten_at = since);
end
$$;

-- This one is folded, and looks nothing up for an event that nobody is forgetting.
create or replace function event_forgets(e event) returns boolean
    language sql stable
    return e.forgotten_at is not null and e.forgotten_at = transaction_timestamp() and event_is_forgetting(e.id, e.forgotten_at);

create or replace function forgets(p_event bigint) returns boolean
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return coalesce((select event_forgets(e) from event e where e.id = p_event), false);
end
$$;

create or replace function import_runs(p_event bigint) returns boolean
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return exists (select from import_pass p where p.xact = pg_current_xact_id() and p.event_id = p_event);
end
$$;

-- What is never public is known by its name alone. Changed in place, so that whatever else the function holds by now stays.
do $$
declare
    known text := pg_get_functiondef('audit_log_chain()'::regprocedure);
    body text := replace(known, 'if audit_shows_nothing(new) then', 'if audit_is_private(new.action) or audit_shows_nothing(new) then');
begin
    if body = known then
        raise exception 'audit_log_chain is not as this migration expects it';
    end if;
    execute body;
end
$$;
