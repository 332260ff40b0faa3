-- What the rules in all tables are written with: how text is compared, how moments are written, and how the database refuses.
--
-- A migration that is on `main` is never edited: a database that has applied it would refuse the edited one. A change is a new file with
-- the next number, which begins with a sentence on why. A file that adds a table says which rules of 0020 the table takes. One that adds
-- a table or a function ends as 0020 ends, with the rights of the application's role. A function that changes is written whole, with
-- `create or replace`. Then `script/queries` writes schema.sql, which is what all files together make, and adds the file's line to
-- digests, by which a test notices an edited file.
--
-- Before the first release, all files were written anew in final form. A database from before that has another digest of this first file,
-- and is refused with a sentence on how to take its events along.
--
-- Every function fixes its search_path or has a body in standard SQL (`return …`), whose names were resolved when it was created.
-- Without this, a temporary table named event, team_member or criterion (or, for the owner, a schema of their own with an empty refuse())
-- takes the place of the real one inside a trigger, and the rules about windows, teams and scores pass. Standard SQL is used where
-- PostgreSQL can fold the function into the statement that calls it. One that cannot be folded and is called often is in PL/pgSQL, which
-- is planned once for each connection. SQL is planned anew by each statement: a judge's save once spent a third of the database's time
-- on that.

-- Text that a person typed holds no control characters but newline and tab. Every length check below uses this rule.
-- Not STRICT, here and in other small functions: PostgreSQL then inlines them, which a call on every save pays for.
create function plain_text(t text, longest int) returns boolean
    language sql immutable parallel safe
    return char_length(t) <= longest and t !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]';

-- A text without the characters that have no width or no ink. Rust: shared::text::is_invisible.
create function without_invisible(t text) returns text
    language sql immutable parallel safe
    return regexp_replace(t,
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0'
            '\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g');

-- Names are compared as they look: without case, without characters that show nothing, with blanks counted once, letters of full width as
-- plain ones, "ß" as "ss", "İ" as "I", and Cyrillic and Greek letters as the Latin ones that they look like. Without this, a second
-- "Tramontana" with a character of no width, or a "Café" with a Cyrillic "С", could be beside the first in the same list.
-- Rust: shared::text::name_key.
create function name_key(name text) returns text
    language sql immutable parallel safe
    return translate(replace(replace(lower(replace(btrim(regexp_replace(
        normalize(without_invisible(name), NFKC),
        -- Named one by one: whether \s holds the blanks beyond ASCII depends on the machine's locale.
        '[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')), 'İ', 'I')), 'ß', 'ss'), U&'i\0307', 'i'),
        'ςаеіјорсѕухԁһԛԝкмтαειοκρτχ', 'σaeijopcsyxdhqwkmtaeiokptx');

-- The form in which texts are searched: without case, accents and what shows nothing, and whichever way an accent was typed. Without
-- this, "café" from one keyboard finds one of two projects and from another the other. Letters lose their marks (Latin, Greek, Cyrillic,
-- Hebrew, Arabic). Those that Unicode does not take apart are named one by one. A text without letters beyond ASCII is put into small
-- letters without the locale's tables, which would take most of a search's time.
create function search_key(text text) returns text
    language plpgsql immutable parallel safe strict set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Most texts are ASCII, and need no tables of Unicode.
    if octet_length(text) = char_length(text) then
        return lower(text collate "C");
    end if;
    return translate(lower(regexp_replace(without_invisible(normalize(text, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g')),
        'łøđðħıŧς', 'loddhitσ');
end
$$;

-- A moment as sentences write it. A cast to text would follow the session's DateStyle.
create function utc_text(at timestamptz) returns text
    language sql stable parallel safe
    return to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC';

-- The hour in which a moment lies.
create function utc_hour(at timestamptz) returns timestamp
    language sql immutable parallel safe
    return date_trunc('hour', at at time zone 'UTC');

-- ISO 8601 in UTC with microseconds, whatever the session's TimeZone and DateStyle.
create function audit_ts(ts timestamptz) returns text
    language sql stable parallel safe
    return to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function sha256_hex(t text) returns text
    language sql stable parallel safe
    return encode(sha256(convert_to(t, 'UTF8')), 'hex');

-- `<byte length>:<bytes>,` for each value; an absent one is the empty one. The lengths keep two rows from sharing a text.
create function netstrings(variadic list text[]) returns text
    language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
    t text;
    whole text := '';
begin
    foreach t in array list loop
        t := coalesce(t, '');
        whole := whole || octet_length(convert_to(t, 'UTF8')) || ':' || t || ',';
    end loop;
    return whole;
end
$$;

-- A value in a row's hash, as in `netstrings`. PostgreSQL folds it into the statement that asks.
create function netstring(t text) returns text
    language sql stable parallel safe
    return octet_length(convert_to(coalesce(t, ''), 'UTF8'))::text || ':' || coalesce(t, '') || ',';

-- Every refusal of a trigger: SQLSTATE 'EV' and the HTTP status, the code as constraint name, the sentence as message.
-- The server turns it into the same answer that its own check would have given.
create function refuse(status int, code text, sentence text) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    raise exception using errcode = 'EV' || status, constraint = code, message = sentence;
end
$$;

-- Refuses outside `open <= clock < close`. clock_timestamp() moves while a transaction waits. now() would let in every write that
-- queued before the close.
create function require_window(stage text, code text, name text, opens timestamptz, closes timestamptz) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    clock timestamptz := clock_timestamp();
begin
    if clock >= closes then
        perform refuse(409, code, format('%s for %s closed at %s.', stage, name, utc_text(closes)));
    elsif clock < opens and closes is null then
        perform refuse(409, code, format('%s for %s open at %s and never close.', stage, name, utc_text(opens)));
    elsif clock < opens then
        perform refuse(409, code, format('%s for %s open at %s and close at %s.', stage, name, utc_text(opens),
            utc_text(closes)));
    end if;
end
$$;

-- A row stays in its event: the rules look at one event only, so a move between two would pass by both. 0020 names the tables.
create function stay_in_event() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.event_id <> old.event_id then
        perform refuse(409, 'event_fixed', format('A %s stays in its event.', replace(tg_table_name, '_', ' ')));
    end if;
    return new;
end
$$;

-- The rules read what others have committed a moment ago. A snapshot taken earlier would show them a team before
-- somebody joined, a rubric before its first review, or a close before it was moved. The condition of its triggers (see 0020) asks for the
-- isolation: asked in here, every statement would pay for a call.
create function refuse_snapshot() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    raise exception using errcode = '55000', constraint = 'read_committed',
        message = format('%s is written in READ COMMITTED only.', tg_table_name);
end
$$;

-- Some tables only grow. Their triggers are for each statement, so that TRUNCATE and an UPDATE of no row are refused too, and
-- ENABLE ALWAYS, since session_replication_role = replica would skip an ordinary trigger. The one exception is forget_event.
create function append_only() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Only forget_event, row by row under forgetting_only.
    if tg_op = 'UPDATE' and tg_table_name in ('audit_log', 'calibration_run') and exists (
        select from forgotten_event f where f.xact = pg_current_xact_id() and f.forgotten_at = transaction_timestamp()) then
        return null;
    end if;
    perform refuse(403, 'append_only', format('%s only grows: its rows are never changed or removed.', tg_table_name));
    return null;
end
$$;
