-- A search finds what looks alike: without case, without accents, and whichever way an accent was typed. Before, "café" from one
-- keyboard found one of two projects and from another the other, and "munster" found no "Münster".

-- The form in which texts are searched. Letters lose their marks (Latin, Greek, Cyrillic, Hebrew, Arabic); those that Unicode does not
-- take apart are named one by one.
create function search_key(text text) returns text
    language plpgsql immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Most texts are ASCII, and need no tables of Unicode.
    if octet_length(text) = char_length(text) then
        return lower(text);
    end if;
    return translate(lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g')),
        'łøđðħıŧ', 'loddhit');
end
$$;

create or replace function search_text(title text, tagline text, summary text, description text, tags text[]) returns text
    language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
begin
    return search_key(concat_ws(E'\n', title, tagline, summary, description, array_to_string(tags, E'\n')));
end
$$;
-- The index holds what the function returned before.
do $$
begin
    if to_regclass('project_search') is not null then
        reindex index project_search;
    end if;
end
$$;
