-- Reads that stay quick in large events.

-- A text without letters beyond ASCII is put into small letters without the locale's tables, which took most of a search's time. What
-- comes out is the same, but for a database in Turkish or Azeri, where "I" became "ı".
create or replace function search_key(text text) returns text
    language plpgsql immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Most texts are ASCII, and need no tables of Unicode.
    if octet_length(text) = char_length(text) then
        return lower(text collate "C");
    end if;
    return translate(lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g')),
        'łøđðħıŧ', 'loddhit');
end
$$;

-- Most projects are ASCII too: a second function is called for the others only.
create or replace function search_text(title text, tagline text, summary text, description text, tags text[]) returns text
    language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
    all_of_it text := concat_ws(E'\n', title, tagline, summary, description, array_to_string(tags, E'\n'));
begin
    if octet_length(all_of_it) = char_length(all_of_it) then
        return lower(all_of_it collate "C");
    end if;
    return search_key(all_of_it);
end
$$;

-- The index of the search holds what the function gave before.
do $$
begin
    if lower('I') <> 'i' and to_regclass('project_search') is not null then
        reindex index project_search;
    end if;
end
$$;

-- A judge's list reads a title for each assignment. Beside texts of a page each, 25 titles are 25 pages of the table; here they are a few.
create index project_titles on project (event_id, id) include (title);
