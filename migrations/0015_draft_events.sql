-- A new event is a draft that only its organizers see, until one of them opens it.

-- True until an organizer opens the event. An import and the demo make events that are open at once.
alter table event add column draft boolean not null default false;

-- An open event stays open: people have seen it, linked to it and begun in it, and all of that would be gone for them.
create function event_stays_open() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(409, 'event_stays_open', 'An open event does not become a draft again: people have seen it.');
    return new;
end
$$;
create trigger event_stays_open before update of draft on event
    for each row when (new.draft and not old.draft) execute function event_stays_open();

-- Whether this person sees the event while it is a draft: its organizers and the site admins do. A statement asks `not e.draft` first, so
-- that nothing is looked up for an open event. Null is a visitor.
create function sees_draft(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m
            where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')
        or exists (select from person p where p.id = p_person and p.is_staff);

-- Refuses in a draft what needs an open window. A window without an opening has always been open, and one whose opening has passed is
-- open too, but nobody could use them yet.
create function require_opened(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if e.draft then
        perform refuse(409, 'draft', format('%s is a draft. Its organizers have to open it first.', e.name));
    end if;
end
$$;

create or replace function require_submissions(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) and not import_runs(p_event) then
        perform require_window('Submissions', 'submissions_window', e.name, e.submissions_open, e.submissions_close);
        perform require_opened(e);
    end if;
end
$$;

create or replace function require_judging_of(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not event_is_fresh(e) and not event_forgets(e) then
        perform require_window('Judging', 'judging_window', e.name, e.judging_open, e.judging_close);
        perform require_opened(e);
    end if;
end
$$;

create or replace function require_voting(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) then
        perform require_window('Voting', 'voting_window', e.name, e.voting_open, e.voting_close);
        perform require_opened(e);
    end if;
end
$$;

-- Moves of a window in a draft are no news to anybody: it was never open.
create or replace function event_reopened() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not event_is_fresh(old) and not old.draft then
        new.submissions_reopened_at := reopened_at(old.submissions_close, new.submissions_close, old.submissions_reopened_at);
        new.judging_reopened_at := reopened_at(old.judging_close, new.judging_close, old.judging_reopened_at);
        new.voting_reopened_at := reopened_at(old.voting_close, new.voting_close, old.voting_reopened_at);
    end if;
    return new;
end
$$;

create or replace function vote_is_open(e event) returns boolean
    language sql stable
    return e.voting_mode <> 'off' and not e.draft and coalesce(e.voting_open <= clock_timestamp(), true)
        and coalesce(clock_timestamp() < e.voting_close, true);

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
