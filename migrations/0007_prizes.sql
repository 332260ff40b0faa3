-- Prizes: what they are for, who is eligible, who is on their panels, who won them, and how winners are announced.

-- What projects can win.
create table prize (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    name text not null constraint prize_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    description text not null default '' constraint prize_description_length check (plain_text(description, 2000)),
    position int not null default 0,
    -- The track whose projects are eligible.
    track_id bigint,
    sponsor text not null default '' constraint prize_sponsor_length check (plain_text(sponsor, 120)),
    -- How many projects win it.
    winners int not null default 1 constraint prize_winners_range check (winners between 1 and 50),
    eligibility text not null default 'all'
        constraint prize_eligibility_known check (eligibility in ('all', 'track', 'opt-in')),
    -- How its winners are found.
    rule text not null default 'choice'
        constraint prize_rule_known check (rule in ('rank', 'panel', 'vote', 'choice')),
    -- Rises with each edit: a form made from an older version is refused.
    version int not null default 1,
    awarded_at timestamptz,
    -- What decided who won: nothing but its rule, organizers beside it, or an earlier ranking than the one that is public.
    decided text not null default ''
        constraint prize_decided_known check (decided in ('', 'organizers', 'earlier_ranking')),
    -- Why these won, where a person chose them or they differ from the tally.
    award_reason text not null default '' constraint award_reason_length check (plain_text(award_reason, 2000)),
    unique (event_id, id),
    constraint prize_name_taken unique (event_id, name),
    constraint prize_track_together check ((eligibility = 'track') = (track_id is not null)),
    constraint track_foreign foreign key (event_id, track_id) references track (event_id, id)
);
create trigger z_track_of_event before insert or update of track_id on prize
    for each row execute function track_of_event();

-- The projects that won a prize, the first one first. The portal shows them with the results, never before.
create table prize_winner (
    prize_id bigint not null,
    event_id bigint not null references event,
    project_id bigint not null,
    position int not null,
    primary key (prize_id, project_id),
    constraint winner_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id),
    constraint winner_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index prize_winner_project on prize_winner (project_id);

-- A team asks to be considered for a prize with the eligibility `opt-in`.
create table project_prize (
    project_id bigint not null,
    event_id bigint not null references event,
    prize_id bigint not null,
    primary key (project_id, prize_id),
    constraint opt_in_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade,
    constraint opt_in_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id) on delete cascade
);
create index project_prize_prize on project_prize (prize_id);

-- What a team asks for is part of its submission. An organizer's removal of the whole prize has no window.
create function wish_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_submissions_of(new.event_id, team_of_project(new.project_id));
        if tg_op = 'UPDATE' and new.project_id <> old.project_id then
            perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        end if;
        return new;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return old;
    end if;
    perform require_submissions_of(old.event_id, team_of_project(old.project_id));
    return old;
end
$$;
create trigger wish_before before insert or update or delete on project_prize
    for each row execute function wish_before();
create trigger wish_before before insert or update or delete on project_need
    for each row execute function wish_before();

-- The window's second check, at the commit.
create function wish_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_commit(new.event_id);
        perform require_submissions_of(new.event_id, team_of_project(new.project_id));
        if tg_op = 'UPDATE' and new.project_id <> old.project_id then
            perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        end if;
        return null;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return null;
    end if;
    perform require_commit(old.event_id);
    perform require_submissions_of(old.event_id, team_of_project(old.project_id));
    return null;
end
$$;
create constraint trigger wish_at_commit after insert or update or delete on project_prize
    deferrable initially deferred for each row execute function wish_at_commit();
create constraint trigger wish_at_commit after insert or update or delete on project_need
    deferrable initially deferred for each row execute function wish_at_commit();

-- Somebody on the panel of a prize, who puts its eligible projects in order: a judge, or somebody who accepted an invitation to this panel.
-- Nobody else sees the order but in the tally, which has no names.
create table prize_panellist (
    prize_id bigint not null,
    event_id bigint not null,
    person_id bigint not null,
    -- Empty until they gave one.
    choices bigint[] not null default '{}' constraint panel_choices_range check (cardinality(choices) <= 5),
    ranked_at timestamptz,
    primary key (prize_id, person_id),
    constraint panel_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id) on delete cascade,
    constraint panel_person_unknown foreign key (event_id, person_id) references event_person
);
create index prize_panellist_person on prize_panellist (person_id);
create index prize_panellist_event on prize_panellist (event_id, person_id);

-- What no form shows may not be stored either: a project twice, or one that is not in the event.
create function panel_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if (select count(distinct choice) <> cardinality(new.choices) from unnest(new.choices) choice)
        or exists (select from unnest(new.choices) choice where not exists
            (select from project p where p.id = choice and p.event_id = new.event_id and p.status = 'submitted')) then
        perform refuse(422, 'panel_choices', 'Choose submitted projects of this event, each once.');
    end if;
    return new;
end
$$;
create trigger panel_before before insert or update of choices on prize_panellist
    for each row execute function panel_before();

-- Nobody is on the panel of a prize that their own team can win.

-- Whether a project of the team can win the prize. A draft counts: submitting it must not make somebody's panel their own.
create function team_can_win(z prize, p_team bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp
    return exists (
        select from project p where p.event_id = z.event_id and p.team_id = p_team
            and (z.track_id is null or z.track_id = p.track_id)
            and (z.eligibility <> 'opt-in' or exists (
                select from project_prize o where o.project_id = p.id and o.prize_id = z.id)));

-- Refuses where somebody is on the panel of a prize that their team can win. Null asks about each prize, person or team. What a team does asks
-- about its members alone, and who joins a panel about themselves: a list may name somebody who is on a panel already, whose order for that
-- team no longer counts. Otherwise nobody else could join the team or the panel. The caller holds locks that the other sides take as well,
-- always prize, event_person, team, so that two transactions cannot pass each other unseen.
create function refuse_own_panel(p_event bigint, p_prize bigint, p_person bigint, p_team bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    own text;
begin
    select z.name into own
        from prize_panellist l
        join prize z on z.id = l.prize_id
        join team_person m on m.event_id = l.event_id and m.person_id = l.person_id
        where l.event_id = p_event and (p_prize is null or l.prize_id = p_prize) and (p_person is null or l.person_id = p_person)
            and (p_team is null or m.team_id = p_team and exists (select from team_member t
                where t.event_id = m.event_id and t.person_id = m.person_id and t.team_id = m.team_id))
            and team_can_win(z, m.team_id)
        order by z.position, z.id limit 1;
    if found then
        perform refuse(409, 'own_panel', format('A member of a team that can win %s can''t be on its panel.', own));
    end if;
end
$$;

-- Asks from each side that could make such a pair: panel, prize, wish, member and project.
create function own_panel_after() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'prize_panellist' then
        -- The terms of the prize stay as they are, and the person's team and its projects too.
        perform from prize z where z.id = new.prize_id for share;
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
        perform from team t where t.id = (select m.team_id from team_member m
            where m.event_id = new.event_id and m.person_id = new.person_id) for no key update;
        perform refuse_own_panel(new.event_id, new.prize_id, new.person_id, null);
    elsif tg_table_name = 'prize' then
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id in (
            select l.person_id from prize_panellist l where l.prize_id = new.id) order by ep.person_id for no key update;
        perform from team t where t.id in (
            select m.team_id from team_member m join prize_panellist l on l.event_id = m.event_id and l.person_id = m.person_id
            where l.prize_id = new.id) order by t.id for no key update;
        perform refuse_own_panel(new.event_id, new.id, null, null);
    elsif tg_table_name = 'project_prize' then
        perform from team t where t.id = (select p.team_id from project p where p.id = new.project_id) for no key update;
        perform refuse_own_panel(new.event_id, new.prize_id, null, (select p.team_id from project p where p.id = new.project_id));
    else
        -- A new member holds the lock of their event_person already.
        perform from team t where t.id = new.team_id for no key update;
        perform refuse_own_panel(new.event_id, null, null, new.team_id);
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

-- What organizers say to each other while they decide on a prize, and each decision with its reason. A later decision replaces the
-- winners of a prize, so without this table the reasons of the earlier ones would be lost. Private: no export holds it but the author's
-- own data.
create table deliberation_note (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    prize_id bigint not null,
    -- A remark is about one project, or about the prize as a whole.
    project_id bigint,
    -- A decision: who won, the first one first.
    winners bigint[],
    -- The decision is what the prize's rule gave.
    by_rule boolean not null default false,
    -- What was said, or why these won.
    body text not null default '' constraint remark_length check (plain_text(body, 2000)),
    -- Nobody for the command line.
    written_by bigint references person,
    written_at timestamptz not null default clock_timestamp(),
    constraint remark_kind check (winners is null or project_id is null),
    constraint remark_missing check (winners is not null or btrim(body) <> ''),
    constraint remark_prize_foreign foreign key (event_id, prize_id) references prize (event_id, id) on delete cascade,
    constraint remark_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index deliberation_note_prize on deliberation_note (prize_id, id);
create index deliberation_note_project on deliberation_note (project_id);
create index deliberation_note_author on deliberation_note (written_by);

-- How an event's winners are announced in the hall: in which order its prizes come, and what each reveal shows. Winners are not in it:
-- the page for the projector reads those that are confirmed as it is opened.
create table ceremony (
    event_id bigint primary key references event,
    -- The prizes in the order in which they are revealed. One that was removed since means nothing. One that was added comes first.
    prizes bigint[] not null,
    -- Those whose winners are named in one step, and not one by one.
    at_once bigint[] not null,
    -- Each reveal shows how certain the place is.
    intervals boolean not null,
    full_ranking boolean not null,
    -- What the organizer saw: the run, and when a winner was last confirmed. What is newer is named before the ceremony starts.
    run int,
    awarded_at timestamptz,
    -- Rises with each change: a form made from an older version is refused.
    version int not null default 1
);

-- Where a ceremony is: the step on the projector, as its page or a remote on another device said last. It holds no winner, and moves are
-- not logged.
create table ceremony_step (
    event_id bigint primary key references event,
    -- Rises with each move: a page follows only what is newer than what it knows.
    number bigint not null default 1,
    step int not null constraint ceremony_step_range check (step between 0 and 100000),
    blank boolean not null
);
