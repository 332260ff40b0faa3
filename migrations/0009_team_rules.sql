-- The rules of tracks, teams and projects. Each stands as a trigger so that no path into the tables goes round it.
-- Locks are taken in one order everywhere: event_person, project, team; so these rules cannot deadlock each other.

-- A track of this event: the foreign key says so too, but without a sentence.
create function track_of_event() returns trigger
    language plpgsql as $$
begin
    if new.track_id is not null
        and not exists (select from track t where t.event_id = new.event_id and t.id = new.track_id) then
        perform refuse(400, 'track_foreign', 'Choose a track of this event.');
    end if;
    return new;
end
$$;
create trigger z_track_of_event before insert or update of track_id on project
    for each row execute function track_of_event();
create trigger z_track_of_event before insert or update of track_id on person_track
    for each row execute function track_of_event();
create trigger z_track_of_event before insert or update of track_id on prize
    for each row execute function track_of_event();

-- A track in use cannot go: projects would lose the group in which they are compared.
create function track_before_delete() returns trigger
    language plpgsql as $$
begin
    if exists (select from project p where p.event_id = old.event_id and p.track_id = old.id)
        or exists (select from prize p where p.event_id = old.event_id and p.track_id = old.id) then
        perform refuse(409, 'track_in_use', format('Projects or prizes are in the track %s: move them first.', old.name));
    end if;
    return old;
end
$$;
create trigger track_before_delete before delete on track for each row execute function track_before_delete();

-- Nobody judges their own team. The rule is asked from three sides (assigning, joining, moving a project), each under
-- locks that the other two take as well, so that two transactions cannot pass each other unseen.
create function refuse_own_team() returns void
    language sql
    return refuse(409, 'own_team', 'A judge never judges their own team.');

-- A team changes only while submissions are open.
create function team_before() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions(old.event_id);
        if exists (select from project p where p.event_id = old.event_id and p.team_id = old.id) then
            perform refuse(409, 'team_has_project', 'This team holds a project: it cannot be removed.');
        end if;
        return old;
    end if;
    perform require_submissions(new.event_id);
    return new;
end
$$;
create trigger team_before before insert or update or delete on team for each row execute function team_before();

-- Members join and leave while submissions are open; people whom an import named may join their team later.
create function require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) returns void
    language plpgsql as $$
begin
    if joins and exists (
        select from imported_member i join person p on lower(p.email) = i.email
        where i.event_id = p_event and i.team_id = p_team and p.id = p_person
    ) then
        return;
    end if;
    perform require_submissions(p_event);
end
$$;

-- The last member of a team that holds a project stays: nobody could edit it any more. The team's row is locked
-- against new members and new projects while this looks.
create function require_not_last(p_event bigint, p_person bigint, p_team bigint) returns void
    language plpgsql as $$
begin
    perform from team where id = p_team for update;
    if exists (select from project p where p.event_id = p_event and p.team_id = p_team)
        and not exists (select from team_member m
            where m.event_id = p_event and m.team_id = p_team and m.person_id <> p_person) then
        perform refuse(409, 'last_member', 'The last member can''t leave a team that holds a project.');
    end if;
end
$$;

-- One team per event is the primary key; here: the window, the size, the last member, and no own team.
create function team_member_before() returns trigger
    language plpgsql as $$
declare
    e event;
    members int;
begin
    if tg_op = 'DELETE' then
        perform require_member_window(old.event_id, old.person_id, old.team_id, false);
        perform require_not_last(old.event_id, old.person_id, old.team_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and new.person_id <> old.person_id then
        perform refuse(409, 'member_fixed', 'A membership stays with its person.');
    end if;
    -- An assignment takes this lock too, so that joining and assigning cannot pass each other.
    perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
    perform require_member_window(new.event_id, new.person_id, new.team_id, tg_op = 'INSERT');
    if tg_op = 'INSERT' or new.team_id <> old.team_id then
        if tg_op = 'UPDATE' then
            perform require_not_last(old.event_id, old.person_id, old.team_id);
        end if;
        perform from team where id = new.team_id for no key update;
        select * into e from event where id = new.event_id;
        select count(*) into members from team_member m
            where m.event_id = new.event_id and m.team_id = new.team_id and m.person_id <> new.person_id;
        -- An import may hold a team that outgrew a limit lowered later; it must come back as it was.
        if members >= e.max_team_size and not event_is_fresh(e) then
            perform refuse(409, 'team_full', format('The team is full: %s takes at most %s members a team.', e.name,
                e.max_team_size));
        end if;
        if exists (
            select from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
            where a.event_id = new.event_id and a.person_id = new.person_id and p.team_id = new.team_id
        ) then
            perform refuse_own_team();
        end if;
    end if;
    return new;
end
$$;
create trigger team_member_before before insert or update or delete on team_member
    for each row execute function team_member_before();
