-- What a search of the gallery looks through, but for the team's name, which has a row of its own.
create function search_text(title text, tagline text, summary text, description text, tags text[]) returns text
    language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
    select lower(concat_ws(E'\n', title, tagline, summary, description, array_to_string(tags, E'\n')));
$$;

-- Trigrams find a part of a word in any script. Where the extension is not installed, a search reads every project.
do $$
begin
    create extension if not exists pg_trgm;
    create index project_search on project
        using gin (search_text(title, tagline, summary, description, tags) gin_trgm_ops) where status = 'submitted';
exception
    when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'pg_trgm is not here: searches of projects read them all';
end
$$;
