-- Public answers are kept by their event's version, outside of the database. A commit is visible for a moment before it is on the
-- disk. If the version only counted, a crash in that moment would give its number to another change, and what was kept of
-- the undone one would be shown for it.

create function event_version_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Microseconds since 1970: no number comes twice.
    new.version := greatest(new.version, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
    return new;
end
$$;
create trigger event_version_before before update of version on event
    for each row when (new.version > old.version) execute function event_version_before();
