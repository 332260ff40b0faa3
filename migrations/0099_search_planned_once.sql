-- PostgreSQL plans a function of SQL anew in each statement that cannot fold it into itself, and a search asks this one of
-- every project. Indexes stay as they are: it finds the same.
create or replace function search_text(title text, tagline text, summary text, description text, tags text[]) returns text
    language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
begin
    return lower(concat_ws(E'\n', title, tagline, summary, description, array_to_string(tags, E'\n')));
end
$$;
