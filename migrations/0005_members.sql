-- Who belongs to an event: teams, the people of the event, and their roles. Composite keys keep what belongs together in one event.
-- Each rule is a trigger, so that no path into the tables goes round it. Locks are taken in one order everywhere: event_person, project,
-- team. So these rules cannot deadlock each other.

-- People who build projects together. Its name is unique in the event, as it looks.
create table team (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    external_id text constraint team_external_id_length check (plain_text(external_id, 120) and external_id <> ''),
    name text not null constraint team_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    -- SHA-256 of the code in the team's join link. Null: nobody can join by link.
    join_code_hash bytea unique,
    created_at timestamptz not null default now(),
    unique (event_id, id),
    constraint team_external_id_taken unique (event_id, external_id)
);
create unique index team_name_taken on team (event_id, name_key(name));

-- Everybody who has anything to do with an event, once. Roles, tracks and teams hang on this row, and the own-team rule takes its lock.
--
-- Taking part is for good. An organizer who left a team or gave up judging knows what a conflict of interest is about, and could come
-- back: without a fact that stays, they would leave, read every score, and join again.
create table event_person (
    event_id bigint not null references event,
    person_id bigint not null references person,
    -- The "fixture id" of imports.
    external_id text constraint person_external_id_length check (plain_text(external_id, 120) and external_id <> ''),
    -- The most reviews this judge takes. Null: no cap.
    review_cap int constraint review_cap_range check (review_cap >= 0),
    -- The salt of the digest of reviews in the judge's record. Scores are a few small numbers, so without a salt anybody who holds a
    -- record finds them by trying. The judge and the bundle carry the salt. Nothing else shows it.
    record_salt bytea not null default uuid_send(gen_random_uuid())
        constraint record_salt_length check (octet_length(record_salt) = 16),
    -- Judges here, or did.
    judged boolean not null default false,
    -- Is on a team here, or was.
    on_team boolean not null default false,
    -- Every team that they are on or were on. One of them may be gone since.
    team_ids bigint[] not null default '{}',
    primary key (event_id, person_id),
    constraint person_external_id_taken unique (event_id, external_id)
);
create index event_person_person on event_person (person_id);

-- One role of a person in an event. Somebody may have several.
create table membership (
    event_id bigint not null,
    person_id bigint not null,
    role text not null constraint role_known check (role in ('participant', 'judge', 'organizer')),
    created_at timestamptz not null default now(),
    -- The private address of a judge's calendar, hashed. It stands with the role and ends with it: whoever gains the role anew, by the
    -- merging of accounts or as an event forgets its people, has none.
    calendar_hash bytea unique,
    -- Of an organizer: asks and confirms, where the event asks a second organizer. Who organizes as it begins to ask does, and so does
    -- everybody in an event that asks none. See 0018.
    confirms boolean not null default true,
    primary key (event_id, person_id, role),
    check (calendar_hash is null or role = 'judge'),
    constraint membership_person_unknown foreign key (event_id, person_id) references event_person
);
create index membership_person on membership (person_id, role);

-- Whether this person sees the event while it is a draft: its organizers and the site admins do. A statement asks `not e.draft` first, so
-- that nothing is looked up for an open event. Null is a visitor.
create function sees_draft(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m
            where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')
        or exists (select from person p where p.id = p_person and p.is_staff);

-- The tracks that a judge knows about. The planner prefers them.
create table person_track (
    event_id bigint not null,
    person_id bigint not null,
    track_id bigint not null,
    primary key (event_id, person_id, track_id),
    constraint person_track_person_unknown foreign key (event_id, person_id) references event_person,
    constraint track_foreign foreign key (event_id, track_id) references track (event_id, id) on delete cascade
);
create index person_track_track on person_track (event_id, track_id);
create trigger z_track_of_event before insert or update of track_id on person_track
    for each row execute function track_of_event();

-- The key makes it one team per person and event.
create table team_member (
    event_id bigint not null,
    person_id bigint not null,
    team_id bigint not null,
    joined_at timestamptz not null default now(),
    constraint already_in_a_team primary key (event_id, person_id),
    constraint member_person_unknown foreign key (event_id, person_id) references event_person,
    constraint member_team_foreign foreign key (event_id, team_id) references team (event_id, id)
);
create index team_member_team on team_member (event_id, team_id);
create index team_member_person on team_member (person_id);

-- Teams and addresses that an import brought in: these people may join their team after the close, and judge none of its projects
-- (declare_listed in 0009). Written by import_projects, merge_imported_member, copy_listed, bring_listed and lift_listed.
create table imported_member (
    event_id bigint not null,
    team_id bigint not null,
    -- Without capitals, as addresses are compared.
    email text not null,
    -- Why an organizer said that the list was wrong: this person is not on the team, and may judge its projects.
    lifted_reason text check (plain_text(lifted_reason, 500) and btrim(lifted_reason) <> ''),
    primary key (event_id, team_id, email),
    foreign key (event_id, team_id) references team (event_id, id) on delete cascade
);
create index imported_member_email on imported_member (event_id, email);

-- Whether a list named an address as a member of a team, also where an organizer has said that the list was wrong.
create function is_listed(p_event bigint, p_team bigint, p_email text) returns boolean
    language sql stable
    return exists (select from imported_member i
        where i.event_id = p_event and i.team_id = p_team and i.email = lower(p_email collate "C"));

-- Somebody who leaves the portal takes their address along, out of these marks too, which the application may not write.
create function forget_imported_member(p_person bigint) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from imported_member i using person p where p.id = p_person and i.email = lower(p.email collate "C");
$$;

-- What lists said of the teams that a file brings into an event that is made in this transaction.
create function bring_listed(p_event bigint, p_teams bigint[], p_emails text[], p_reasons text[]) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into imported_member (event_id, team_id, email, lifted_reason)
        select e.id, l.team, lower(l.email collate "C"), nullif(btrim(l.reason), '')
        from event e, unnest(p_teams, p_emails, p_reasons) l(team, email, reason)
        where e.id = p_event and event_is_fresh(e);
$$;

-- Two accounts of one person became one: who was named by an address that is deactivated in this transaction is named by the other, too.
create function merge_imported_member(p_kept bigint, p_gone bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into imported_member (event_id, team_id, email, lifted_reason)
        select i.event_id, i.team_id, lower(k.email collate "C"), i.lifted_reason
        from imported_member i join person g on g.id = p_gone and i.email = lower(g.email collate "C") join person k on k.id = p_kept
        where g.deactivated_at >= transaction_timestamp()
        -- Where an organizer lifted only one of the two, the other still says that this person is on the team.
        on conflict (event_id, team_id, email) do update set lifted_reason = null where excluded.lifted_reason is null;
    perform declare_listed(l.event_id, p_kept, null) from (select distinct event_id from listed_person where person_id = p_kept) l;
end
$$;

-- Nobody judges their own team. The rule is asked from three sides (assigning, joining, moving a project), each under locks that the
-- other two take as well, so that two transactions cannot pass each other unseen.
create function refuse_own_team() returns void
    language sql
    return refuse(409, 'own_team', 'A judge never judges their own team.');

-- A team changes only while submissions are open.
create function team_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions_of(old.event_id, old.id);
        if exists (select from project p where p.event_id = old.event_id and p.team_id = old.id) then
            perform refuse(409, 'team_has_project', 'This team holds a project: it cannot be removed.');
        end if;
        return old;
    end if;
    perform require_submissions_of(new.event_id, new.id);
    return new;
end
$$;
create trigger team_before before insert or update or delete on team for each row execute function team_before();
create constraint trigger team_at_commit after insert or update or delete on team
    deferrable initially deferred for each row execute function submissions_at_commit();

-- Members join and leave while submissions are open. People whom an import named may join their team later.
create function require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if joins and exists (
        select from imported_member i join person p on lower(p.email collate "C") = i.email
        where i.event_id = p_event and i.team_id = p_team and p.id = p_person
    ) then
        return;
    end if;
    perform require_submissions_of(p_event, p_team);
end
$$;

-- The last member of a team that holds a project stays: nobody could edit it any more. The team's row is locked against new members and
-- new projects while this looks.
create function require_not_last(p_event bigint, p_person bigint, p_team bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from team where id = p_team for update;
    if exists (select from project p where p.event_id = p_event and p.team_id = p_team)
        and not exists (select from team_member m
            where m.event_id = p_event and m.team_id = p_team and m.person_id <> p_person) then
        perform refuse(409, 'last_member', 'The last member can''t leave a team that holds a project.');
    end if;
end
$$;

-- One team per event is the primary key. Here are the window, the size, the last member, and no own team.
create function team_member_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
    members int;
begin
    if tg_op = 'UPDATE' and forgets(new.event_id) then
        return new;
    end if;
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
            perform require_member_window(old.event_id, old.person_id, old.team_id, false);
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

-- The window's second check, at the commit.
create function member_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_commit(old.event_id);
        perform require_member_window(old.event_id, old.person_id, old.team_id, false);
    else
        perform require_commit(new.event_id);
        perform require_member_window(new.event_id, new.person_id, new.team_id, tg_op = 'INSERT');
        if tg_op = 'UPDATE' and new.team_id <> old.team_id then
            perform require_member_window(old.event_id, old.person_id, old.team_id, false);
        end if;
    end if;
    return null;
end
$$;
create constraint trigger member_at_commit after insert or update or delete on team_member
    deferrable initially deferred for each row execute function member_at_commit();

-- A role is given and taken, and never becomes another one or somebody else's: what guards the giving and the taking would not be asked. A judge
-- with assignments keeps the role: an assignment never exists for somebody else.
create function membership_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' then
        if (new.person_id, new.role) is distinct from (old.person_id, old.role) then
            perform refuse(409, 'member_fixed', 'A role stays with its person, and becomes no other one.');
        end if;
        return new;
    end if;
    if old.role = 'judge' and exists (
        select from assignment a where a.event_id = old.event_id and a.person_id = old.person_id
    ) then
        perform refuse(409, 'judge_has_assignments', 'This judge has assignments: take them away first.');
    end if;
    return old;
end
$$;
create trigger membership_before before update or delete on membership
    for each row execute function membership_before();

-- Writes down that somebody takes part.
create function part_begins() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'team_member' then
        update event_person ep set on_team = true, team_ids = ep.team_ids || new.team_id
            where ep.event_id = new.event_id and ep.person_id = new.person_id
                and not (ep.on_team and new.team_id = any (ep.team_ids));
    else
        update event_person ep set judged = true
            where ep.event_id = new.event_id and ep.person_id = new.person_id and not ep.judged;
    end if;
    return null;
end
$$;
create trigger part_begins after insert or update of person_id, team_id on team_member
    for each row execute function part_begins();
create trigger part_begins after insert on membership
    for each row when (new.role = 'judge') execute function part_begins();

-- Keeps it: a row that says so is removed only as the event is forgotten, and a team goes from it only then. Without this, an organizer
-- would leave a team for another one, and read the scores of the first.
create function part_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' then
        new.judged := new.judged or old.judged;
        new.on_team := new.on_team or old.on_team or new.team_ids <> '{}';
        if not forgets(new.event_id) then
            new.team_ids := old.team_ids || array(select team_id from unnest(new.team_ids) team_id where team_id <> all (old.team_ids));
        end if;
        return new;
    end if;
    if (old.judged or old.on_team) and not forgets(old.event_id) then
        perform refuse(409, 'part_stays', 'Who took part in an event stays on record.');
    end if;
    return old;
end
$$;
create trigger part_stays before update or delete on event_person for each row execute function part_stays();
