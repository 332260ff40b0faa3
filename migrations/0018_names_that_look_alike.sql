-- Names are compared as they look in more scripts: a letter of full width, an "ß" beside "ss", and Cyrillic and Greek letters that
-- look like Latin ones. Before, "Café", "ＣＡＦÉ" and one with a Cyrillic "С" could stand beside each other in the same list.
-- Rust: shared::text::name_key.
drop index team_name_taken;

create or replace function name_key(name text) returns text
    language sql immutable parallel safe
    return translate(replace(lower(btrim(regexp_replace(
        normalize(regexp_replace(name,
            '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0]',
            '', 'g'), NFKC),
        -- Named one by one: whether \s holds the blanks beyond ASCII depends on the machine's locale.
        '[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'))), 'ß', 'ss'),
        'ςаеіјорсѕухԁһԛԝкмтαειοκρτχ', 'σaeijopcsyxdhqwkmtaeiokptx');

-- Names that were different before and are the same now: the later ones get a number.
alter table team disable trigger user;
do $$
declare
    twin record;
    n int;
begin
    for twin in select t.id, t.event_id, t.name from team t
        where exists (select from team f where f.event_id = t.event_id and f.id < t.id
            and name_key(f.name) = name_key(t.name)) order by t.id loop
        n := 2;
        while exists (select from team t where t.event_id = twin.event_id
            and name_key(t.name) = name_key(left(twin.name, 110) || ' ' || n)) loop
            n := n + 1;
        end loop;
        update team set name = left(twin.name, 110) || ' ' || n where id = twin.id;
    end loop;
end
$$;
alter table team enable trigger user;

create unique index team_name_taken on team (event_id, name_key(name));
