-- An open invitation to a team counts as membership wherever nobody judges or votes for their own team. Most people whom a list
-- names never accept, and before this they could review, rank and vote for their own project.

-- Who is on a team for these rules: its members, and those whom the organizers' list names.
create view team_person as
    select m.event_id, m.team_id, m.person_id from team_member m
    union all
    select i.event_id, i.team_id, p.id
        from invitation i join person p on lower(p.email collate "C") = lower(i.email collate "C")
        where i.role = 'participant' and i.team_id is not null
            and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null;

-- The functions are changed in place, so that whatever else they hold by now stays.
do $$
declare
    change record;
    body text;
begin
    for change in select * from (values
        ('assignment_pairs', 'join team_member m on', 'join team_person m on'),
        ('ballot_choices', 'join team_member m on', 'join team_person m on'),
        ('refuse_own_panel', 'join team_member m on', 'join team_person m on'),
        ('own_panel_invited', 'join team_member m on', 'join team_person m on')
    ) as c (name, old, new) loop
        body := pg_get_functiondef(change.name::regproc);
        if strpos(body, change.old) = 0 then
            raise exception 'The function % does not hold %.', change.name, change.old;
        end if;
        execute replace(body, change.old, change.new);
    end loop;
end
$$;

-- A list may name somebody who was given the team's project before. Such an assignment stays for an organizer to settle, and no
-- review of it is taken. This holds too where an invitation and an assignment are written at the same moment.
create function review_own_team() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (
        select from assignment a
        join project p on p.event_id = a.event_id and p.id = a.project_id
        join team_person t on t.event_id = p.event_id and t.team_id = p.team_id and t.person_id = a.person_id
        where a.id = new.assignment_id
    ) then
        perform refuse_own_team();
    end if;
    return new;
end
$$;
create trigger review_own_team before insert or update of scores, comment, submitted_at on review
    for each row when (new.submitted_at is not null) execute function review_own_team();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
