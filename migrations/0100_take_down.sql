-- An organizer can take a picture down when submissions have closed: it may show people, or what nobody should see. All else about
-- pictures keeps the window of submissions.

-- Whether this change of a picture belongs to one that this transaction takes down: the picture goes (`now_is` is null), or one
-- behind it moves up.
create function is_take_down(was project_picture, now_is project_picture) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(split_part(s.taken_down, ' ', 1) = was.project_id::text and case
            when now_is.id is null then split_part(s.taken_down, ' ', 2) = was.id::text
            else (now_is.event_id, now_is.project_id, now_is.picture, now_is.position)
                = (was.event_id, was.project_id, was.picture, was.position - 1)
        end, false)
    from (select current_setting('evenhand.taken_down', true) as taken_down) s;
$$;

-- As before, but for what is taken down.
create or replace function picture_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        if not is_take_down(old, null) then
            perform require_submissions(old.event_id);
        end if;
        return old;
    end if;
    if tg_op = 'UPDATE' and is_take_down(old, new) then
        return new;
    end if;
    perform require_submissions(new.event_id);
    if tg_op = 'UPDATE' and (new.project_id, new.picture - 'alt') is distinct from
        (old.project_id, old.picture - 'alt') then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    end if;
    return new;
end
$$;

-- As submissions_at_commit, but for what is taken down.
create function picture_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    if tg_op = 'DELETE' then
        if is_take_down(old, null) then
            return null;
        end if;
    elsif tg_op = 'UPDATE' then
        if is_take_down(old, new) then
            return null;
        end if;
    end if;
    perform require_commit(its);
    perform require_submissions(its);
    return null;
end
$$;
drop trigger picture_at_commit on project_picture;
create constraint trigger picture_at_commit after insert or update or delete on project_picture
    deferrable initially deferred for each row execute function picture_at_commit();

-- Removes a picture of a project at any time. Its rule is RemovePicture, for somebody who is not on the team. The mark holds until
-- the transaction ends, and for this one picture.
create function take_down_picture(p_project bigint, p_picture bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform set_config('evenhand.taken_down', p_project || ' ' || p_picture, true);
    delete from project_picture where project_id = p_project and id = p_picture;
end
$$;
