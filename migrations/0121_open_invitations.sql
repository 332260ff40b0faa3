-- An open invitation to a team counts as membership wherever nobody judges or votes for their own team. Most people whom a list
-- names never accept, and before this they could review, rank and vote for their own project.

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
