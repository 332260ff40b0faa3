-- Judges who are invited and have not come yet are dealt projects, so that a hall can be ready the evening before. Their work hangs on
-- the invitation, since there may be no account yet, and becomes assignments when they come.

-- An assignment that is dealt keeps its number when its judge comes: it is printed on sheets, with a code that leads to its form. So both
-- tables are numbered from one sequence, which the application may not use itself.
create function next_assignment_id() returns bigint
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    select nextval('public.assignment_id_seq');
$$;

-- A project that is dealt to somebody who is invited to judge and has not come yet.
create table invited_assignment (
    id bigint primary key default next_assignment_id(),
    event_id bigint not null references event,
    invitation_id bigint not null references invitation on delete cascade,
    project_id bigint not null,
    plan_id bigint,
    unique (project_id, invitation_id),
    constraint invited_assignment_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade,
    foreign key (event_id, plan_id) references assignment_plan (event_id, id)
);
create index invited_assignment_event on invited_assignment (event_id);
create index invited_assignment_invitation on invited_assignment (invitation_id);
create index invited_assignment_of_plan on invited_assignment (plan_id) where plan_id is not null;

create trigger a_stay_in_event before update of event_id on invited_assignment for each row execute function stay_in_event();
create trigger a_read_committed before insert or update or delete on invited_assignment
    for each statement execute function require_read_committed();
create trigger a_not_forgotten before insert or update on invited_assignment
    for each row execute function not_forgotten('waits');

-- Who is invited to judge and has not come. Somebody whose address judges already has come, whatever became of the invitation.
create view invited_judge as
    select i.id, i.event_id, i.email, i.name, i.review_cap, i.track_ids from invitation i
    where i.role = 'judge' and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
        and not exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = i.event_id and m.role = 'judge' and lower(p.email collate "C") = lower(i.email collate "C"));

-- Projects that they may not judge, as far as their address tells: those of a team that the address is on or is invited to, and those of a
-- declared conflict.
create view invited_barred as
    select j.event_id, j.id as invitation_id, p.id as project_id from invited_judge j
        join person o on lower(o.email collate "C") = lower(j.email collate "C")
        join team_person t on t.event_id = j.event_id and t.person_id = o.id
        join project p on p.event_id = t.event_id and p.team_id = t.team_id
    union all
    select j.event_id, j.id, p.id from invited_judge j
        join invitation i on i.event_id = j.event_id and lower(i.email collate "C") = lower(j.email collate "C")
        join project p on p.event_id = i.event_id and p.team_id = i.team_id
        where num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
    union all
    select j.event_id, j.id, c.project_id from invited_judge j
        join person o on lower(o.email collate "C") = lower(j.email collate "C")
        join conflict c on c.event_id = j.event_id and c.person_id = o.id;

-- What they would have to do if they came now. A team, a conflict or a repeat that became known since leaves a row without meaning.
create view invited_work as
    select a.id, a.event_id, a.invitation_id, a.project_id, a.plan_id from invited_assignment a
        join invited_judge j on j.id = a.invitation_id
        join project p on p.event_id = a.event_id and p.id = a.project_id
    where p.status = 'submitted' and p.duplicate_of is null
        and not exists (select from invited_barred b where b.invitation_id = a.invitation_id and b.project_id = a.project_id);

-- Only an open invitation to judge this event is dealt a project, and none that the judge would have to refuse. The invitation is
-- locked, as answering it does: who comes at this moment takes along what was dealt before, and is dealt nothing after.
create function invited_assignment_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from invitation i where i.id = new.invitation_id for no key update;
    if not exists (select from invited_judge j where j.id = new.invitation_id and j.event_id = new.event_id) then
        perform refuse(403, 'not_a_judge', 'Only a judge of the event can be given a project.');
    end if;
    if exists (select from invited_barred b where b.invitation_id = new.invitation_id and b.project_id = new.project_id) then
        perform refuse_own_team();
    end if;
    return new;
end
$$;
create trigger invited_assignment_before before insert or update on invited_assignment
    for each row execute function invited_assignment_before();

-- Without this, an answered or withdrawn invitation would keep projects from others.
create function invited_assignment_ends() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from invited_assignment a where a.invitation_id = new.id;
    return null;
end
$$;
create trigger invited_assignment_ends after update of accepted_at, declined_at, withdrawn_at on invitation
    for each row when (num_nonnulls(new.accepted_at, new.declined_at, new.withdrawn_at) > 0)
    execute function invited_assignment_ends();

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
