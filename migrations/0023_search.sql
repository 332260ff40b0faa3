-- The index of searches begins with the event: without it, a word that is in many projects of other events has all of these read. Where an
-- extension is not installed, what was there before stays.
do $$
begin
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;
    drop index if exists project_search;
    create index project_search on project
        using gin (event_id, search_text(title, tagline, summary, description, tags) gin_trgm_ops) where status = 'submitted';
exception
    when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'pg_trgm or btree_gin is not here: searches of projects read more than their event';
end
$$;
