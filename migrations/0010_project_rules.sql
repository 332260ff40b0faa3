-- The rules of projects.

-- Tags come cleaned: at most ten, each 1 to 40 characters, trimmed, in lower case and once.
create function tags_are_clean(tags text[]) returns boolean
    language sql immutable parallel safe
    return cardinality(tags) <= 10
        and (select count(*) = cardinality(tags) and count(distinct t) = count(*)
                and coalesce(bool_and(char_length(t) between 1 and 40 and plain_text(t, 40) and t = lower(t)
                    and t !~ '^\s|\s$'), true)
            from unnest(tags) t where t is not null);

-- What visitors see of a project, compared: an organizer's flag of a repeat is no edit and has no window.
create function project_edited(a project, b project) returns boolean
    language sql immutable
    return (a.external_id, a.team_id, a.track_id, a.title, a.tagline, a.summary, a.description, a.repo_url, a.demo_url,
            a.tags, a.status, a.submitted_at, a.created_at)
        is distinct from (b.external_id, b.team_id, b.track_id, b.title, b.tagline, b.summary, b.description,
            b.repo_url, b.demo_url, b.tags, b.status, b.submitted_at, b.created_at);

-- A submission is dated by the database, once, and never taken back. Imports keep their file's dates.
create function project_submission(was project, now_is project) returns timestamptz
    language plpgsql as $$
declare
    imported boolean;
begin
    if was.status = 'submitted' then
        if now_is.status <> 'submitted' then
            perform refuse(409, 'unsubmit', 'A submitted project cannot become a draft again.');
        elsif now_is.submitted_at is distinct from was.submitted_at then
            perform refuse(409, 'submitted_at_fixed', 'When a project was submitted never changes.');
        end if;
        return was.submitted_at;
    elsif now_is.status <> 'submitted' then
        return null;
    end if;
    select event_is_fresh(e) or import_runs(e.id) into imported from event e where e.id = now_is.event_id;
    return case when imported then coalesce(now_is.submitted_at, clock_timestamp()) else clock_timestamp() end;
end
$$;

-- The team that a project comes to: it has a member, who could edit it (an import's members are still invited), and
-- none of its members judges the project.
create function project_joins_team(p project) returns void
    language plpgsql as $$
declare
    imported boolean;
begin
    -- Against members who join or leave at this moment.
    perform from team where id = p.team_id for no key update;
    select event_is_fresh(e) or import_runs(e.id) into imported from event e where e.id = p.event_id;
    if not imported and not exists (select from team_member m where m.event_id = p.event_id and m.team_id = p.team_id)
        and exists (select from team t where t.event_id = p.event_id and t.id = p.team_id) then
        perform refuse(409, 'team_empty', 'This team has no member who could edit the project.');
    end if;
    if exists (
        select from assignment a join team_member m on m.event_id = a.event_id and m.person_id = a.person_id
        where a.event_id = p.event_id and a.project_id = p.id and m.team_id = p.team_id
    ) then
        perform refuse_own_team();
    end if;
end
$$;

create function project_before() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions(old.event_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and not project_edited(old, new) then
        return new;
    end if;
    perform require_submissions(new.event_id);
    new.submitted_at := project_submission(old, new);
    if not tags_are_clean(new.tags) then
        perform refuse(400, 'tags', 'Tags are at most 10, each of 1 to 40 characters, trimmed, in lower case and once.');
    end if;
    if tg_op = 'INSERT' or new.team_id <> old.team_id then
        perform project_joins_team(new);
    end if;
    if tg_op = 'UPDATE' then
        new.updated_at := clock_timestamp();
    end if;
    return new;
end
$$;
create trigger project_before before insert or update or delete on project
    for each row execute function project_before();

-- The clock once more as the transaction commits: a write that was in time when it was made, but whose transaction
-- waited past the close, is late.
create function submissions_at_commit() returns trigger
    language plpgsql as $$
begin
    perform require_submissions(case when tg_op = 'DELETE' then old.event_id else new.event_id end);
    return null;
end
$$;
create constraint trigger project_at_commit after insert or delete on project
    deferrable initially deferred for each row execute function submissions_at_commit();
create constraint trigger project_edit_at_commit after update on project
    deferrable initially deferred for each row when (project_edited(old, new)) execute function submissions_at_commit();
create constraint trigger team_at_commit after insert or update or delete on team
    deferrable initially deferred for each row execute function submissions_at_commit();

create function member_at_commit() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        perform require_member_window(old.event_id, old.person_id, old.team_id, false);
    else
        perform require_member_window(new.event_id, new.person_id, new.team_id, tg_op = 'INSERT');
    end if;
    return null;
end
$$;
create constraint trigger member_at_commit after insert or update or delete on team_member
    deferrable initially deferred for each row execute function member_at_commit();
