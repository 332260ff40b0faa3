-- People who are invited to the panel of one prize only, and the rule that nobody is on the panel of a prize that their own team can
-- win.

-- An invitation to a panel names its prize, and offers no membership. Without its prize it means nothing any more.
alter table invitation
    drop constraint invitation_role_known,
    add constraint invitation_role_known check (role in ('participant', 'judge', 'organizer', 'panellist')),
    add column prize_id bigint constraint invitation_prize_foreign references prize on delete set null,
    add constraint invitation_prize_together check (prize_id is null or role = 'panellist');
create index invitation_prize on invitation (prize_id) where prize_id is not null;

-- One address may be asked onto the panels of several prizes.
drop index already_invited;
create unique index already_invited on invitation (event_id, lower(email collate "C"), role)
    where accepted_at is null and withdrawn_at is null and declined_at is null and role <> 'panellist';
create unique index panel_invited on invitation (prize_id, lower(email collate "C"))
    where accepted_at is null and withdrawn_at is null and declined_at is null;

create index prize_panellist_event on prize_panellist (event_id, person_id);

-- Whether a project of the team can win the prize. A draft counts: submitting it must not make somebody's panel their own.
create function team_can_win(z prize, p_team bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp
    return exists (
        select from project p where p.event_id = z.event_id and p.team_id = p_team
            and (z.track_id is null or z.track_id = p.track_id)
            and (z.eligibility <> 'opt-in' or exists (
                select from project_prize o where o.project_id = p.id and o.prize_id = z.id)));

-- Refuses where somebody of a team, or of any, is on the panel of a prize, or of any, that their team can win. Whoever asks holds
-- locks that the other sides take as well, always prize, event_person, team, so that two transactions cannot pass each other unseen.
create function refuse_own_panel(p_event bigint, p_prize bigint, p_team bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    own text;
begin
    select z.name into own
        from prize_panellist l
        join prize z on z.id = l.prize_id
        join team_member m on m.event_id = l.event_id and m.person_id = l.person_id
        where l.event_id = p_event and (p_prize is null or l.prize_id = p_prize)
            and (p_team is null or m.team_id = p_team) and team_can_win(z, m.team_id)
        order by z.position, z.id limit 1;
    if found then
        perform refuse(409, 'own_panel', format('A member of a team that can win %s can''t be on its panel.', own));
    end if;
end
$$;

create function own_panel_after() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'prize_panellist' then
        -- The terms of the prize stay as they are, and the person's team and its projects too.
        perform from prize z where z.id = new.prize_id for share;
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
        perform from team t where t.id = (select m.team_id from team_member m
            where m.event_id = new.event_id and m.person_id = new.person_id) for no key update;
        perform refuse_own_panel(new.event_id, new.prize_id, null);
    elsif tg_table_name = 'prize' then
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id in (
            select l.person_id from prize_panellist l where l.prize_id = new.id) order by ep.person_id for no key update;
        perform from team t where t.id in (
            select m.team_id from team_member m join prize_panellist l on l.event_id = m.event_id and l.person_id = m.person_id
            where l.prize_id = new.id) order by t.id for no key update;
        perform refuse_own_panel(new.event_id, new.id, null);
    elsif tg_table_name = 'project_prize' then
        perform from team t where t.id = (select p.team_id from project p where p.id = new.project_id) for no key update;
        perform refuse_own_panel(new.event_id, new.prize_id, (select p.team_id from project p where p.id = new.project_id));
    else
        -- A new member holds the lock of their event_person already.
        perform from team t where t.id = new.team_id for no key update;
        perform refuse_own_panel(new.event_id, null, new.team_id);
    end if;
    return null;
end
$$;
create trigger own_panel_after after insert or update of person_id, prize_id on prize_panellist
    for each row execute function own_panel_after();
create trigger own_panel_after after update of eligibility, track_id on prize
    for each row when ((old.eligibility, old.track_id) is distinct from (new.eligibility, new.track_id))
    execute function own_panel_after();
create trigger own_panel_after after insert on project_prize
    for each row execute function own_panel_after();
create trigger own_panel_after after insert or update of team_id on team_member
    for each row execute function own_panel_after();
create trigger own_panel_after after insert on project
    for each row execute function own_panel_after();
create trigger own_panel_after_move after update of team_id, track_id on project
    for each row when ((old.team_id, old.track_id) is distinct from (new.team_id, new.track_id))
    execute function own_panel_after();

-- Whom an organizer asks by an address that is known to be on such a team could never accept.
create function own_panel_invited() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    z prize;
begin
    select * into z from prize where id = new.prize_id and event_id = new.event_id;
    if not found then
        perform refuse(422, 'panel_prize', 'The prize belongs to another event.');
    end if;
    if exists (
        select from person p join team_member m on m.event_id = new.event_id and m.person_id = p.id
        where lower(p.email collate "C") = lower(new.email collate "C") and team_can_win(z, m.team_id)
    ) then
        perform refuse(409, 'own_panel', format('A member of a team that can win %s can''t be on its panel.', z.name));
    end if;
    return new;
end
$$;
create trigger own_panel_invited before insert on invitation
    for each row when (new.prize_id is not null) execute function own_panel_invited();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
