-- Invitations, guests and the sessions that links open; mail and notices.

-- Somebody asked into an event in a role, perhaps onto a team or the panel of a prize. It has one link, mailed or copied, and a judge's
-- has one printed card beside it: a new one replaces the older of its kind only. Without `sent_by` the link was never handed out: its
-- token is a random one that nobody was told.
create table invitation (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    email text not null constraint invitation_email check (plain_text(email, 254) and email like '_%@_%'),
    name text not null default '' constraint invitation_name_length check (plain_text(name, 120)),
    -- A panellist gets a place on the panel of `prize_id`, and no membership.
    role text not null constraint invitation_role_known check (role in ('participant', 'judge', 'organizer', 'panellist')),
    external_id text,
    review_cap int,
    track_ids bigint[] not null default '{}',
    -- The team that accepting joins.
    team_id bigint,
    -- SHA-256 of the latest link's token. The link works while sent_at is set and link_ended_at is not.
    token_hash bytea not null unique,
    -- Rises when the link is sent anew, which ends the older one.
    link_version int not null default 1,
    invited_by bigint references person,
    -- The account that this very invitation created, the only kind it may sign in.
    created_person_id bigint references person,
    accepted_by bigint references person,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    accepted_at timestamptz,
    withdrawn_at timestamptz,
    -- When the link or card that was made last was first opened, and when its holder declined.
    opened_at timestamptz,
    declined_at timestamptz,
    -- How the latest link was handed out.
    sent_by text constraint invitation_sent_by_known check (sent_by in ('mail', 'link')),
    -- The latest link was used, or ended with the invitation. A link also ends by itself: see mail_link_works.
    link_ended_at timestamptz,
    -- Of an invitation to a panel. Without its prize it means nothing any more.
    prize_id bigint constraint invitation_prize_foreign references prize on delete set null,
    -- Who made its latest link.
    link_made_by bigint references person,
    -- SHA-256 of the latest card's token, while the card works. Other than a link, a card opens again and again.
    card_hash bytea unique,
    card_made_at timestamptz,
    card_made_by bigint references person,
    constraint invitation_team_foreign foreign key (event_id, team_id) references team (event_id, id),
    constraint invitation_has_one_answer check (num_nonnulls(accepted_at, declined_at, withdrawn_at) <= 1),
    constraint invitation_review_cap_range check (review_cap >= 0),
    constraint invitation_external_id_length check (plain_text(external_id, 120) and external_id <> ''),
    constraint invitation_prize_together check (prize_id is null or role = 'panellist')
);
-- Somebody who declined may be invited again. One address may be asked onto the panels of several prizes.
create unique index already_invited on invitation (event_id, lower(email collate "C"), role)
    where accepted_at is null and withdrawn_at is null and declined_at is null and role <> 'panellist';
create unique index panel_invited on invitation (prize_id, lower(email collate "C"))
    where accepted_at is null and withdrawn_at is null and declined_at is null;
create index invitation_email_of on invitation (lower(email collate "C"));
create index invitation_listed on invitation (event_id, id);
create index invitation_created_person on invitation (created_person_id) where created_person_id is not null;
create index invitation_accepted_by on invitation (accepted_by) where accepted_by is not null;
create index invitation_prize on invitation (prize_id) where prize_id is not null;

-- An address that is known to be on a team that can win the prize could never accept.
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
        select from person p join team_person m on m.event_id = new.event_id and m.person_id = p.id
        where lower(p.email collate "C") = lower(new.email collate "C") and team_can_win(z, m.team_id)
    ) then
        perform refuse(409, 'own_panel', format('A member of a team that can win %s can''t be on its panel.', z.name));
    end if;
    return new;
end
$$;
create trigger own_panel_invited before insert on invitation
    for each row when (new.prize_id is not null) execute function own_panel_invited();

-- Who belongs to a team in every rule about one's own team: its members, and people whom an open invitation names as a member. Most
-- people whom an imported list names never accept, and without this they could review, rank and vote for their own project.
create view team_person as
    select event_id, team_id, person_id from team_member
    union all
    select i.event_id, i.team_id, p.id from invitation i
        join person p on lower(p.email collate "C") = lower(i.email collate "C")
        where i.team_id is not null and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0;

-- The teams that somebody is on or was on, and those to which an open invitation names them.
create view team_part as
    select event_id, team_id, person_id from team_person
    union
    select ep.event_id, was.team_id, ep.person_id from event_person ep cross join unnest(ep.team_ids) was (team_id);

-- Whom a list names as a member of a team, with each of its projects, unless an organizer has said that the list is wrong.
create view listed_person as
    select i.event_id, i.team_id, o.id as person_id, p.id as project_id from imported_member i
        join person o on lower(o.email collate "C") = i.email
        join project p on p.event_id = i.event_id and p.team_id = i.team_id
        where i.lifted_reason is null;

-- Whose reviews an organizer does not read before publication: those of the teams that they have a part in, and of those on which a list names
-- them, with or without an invitation. What a list says holds until an organizer who takes no part says why it is wrong (lift_listed).
create view team_tie as
    select event_id, team_id, person_id from team_part
    union
    select event_id, team_id, person_id from listed_person;

-- An organizer or site admin whom an invitation to a team names stays tied to that team when somebody declines it, or accepts it with
-- another account. Without this, one answer would show them the reviews of a team that they can be named on again. An organizer who takes no
-- part withdraws a wrong invitation. What a list says ties them by itself, as long as it holds.
create function invited_organizer_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into event_person as ep (event_id, person_id, on_team, team_ids)
        select new.event_id, p.id, true, array[new.team_id] from person p
            where lower(p.email collate "C") = lower(new.email collate "C") and sees_draft(new.event_id, p.id)
                and not is_listed(new.event_id, new.team_id, new.email)
        on conflict (event_id, person_id) do update set on_team = true, team_ids = ep.team_ids || excluded.team_ids
            where not (ep.on_team and new.team_id = any (ep.team_ids));
    return null;
end
$$;
create trigger invited_organizer_stays after update of email, accepted_at, declined_at on invitation
    for each row when (new.team_id is not null and num_nonnulls(new.accepted_at, new.declined_at) > 0)
    execute function invited_organizer_stays();

-- So does whose invitation was answered before they organize the event, or before they become a site admin, who reads every event.
create function named_organizer_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    whom bigint;
    -- None for all events.
    its_event bigint;
begin
    if tg_table_name = 'person' then
        whom := new.id;
    else
        whom := new.person_id;
        its_event := new.event_id;
    end if;
    insert into event_person as ep (event_id, person_id, on_team, team_ids)
        select i.event_id, p.id, true, array_agg(distinct i.team_id) from invitation i
            join person p on lower(p.email collate "C") = lower(i.email collate "C")
            where p.id = whom and i.event_id = coalesce(its_event, i.event_id) and i.team_id is not null
                and num_nonnulls(i.accepted_at, i.declined_at) > 0 and not is_listed(i.event_id, i.team_id, i.email)
            group by i.event_id, p.id order by i.event_id
        on conflict (event_id, person_id) do update set on_team = true, team_ids = ep.team_ids || excluded.team_ids
            where not ep.team_ids @> excluded.team_ids;
    return null;
end
$$;
create trigger named_organizer_stays after insert on membership
    for each row when (new.role = 'organizer') execute function named_organizer_stays();
create trigger named_organizer_stays after insert or update of is_staff on person
    for each row when (new.is_staff) execute function named_organizer_stays();

-- Whether somebody takes part in an event. The application's rules ask the same of what `store/facts.rs` reads.
create function takes_part(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from event_person ep
            where ep.event_id = p_event and ep.person_id = p_person and (ep.judged or ep.on_team))
        or exists (select from membership m
            where m.event_id = p_event and m.person_id = p_person and m.role in ('judge', 'participant'))
        or exists (select from team_tie o where o.event_id = p_event and o.person_id = p_person);

-- Guest judges: one link for a room, by which people without an invitation give their names. An organizer confirms each. Only then they
-- become judges. Names of others go after a day.

-- The link says nothing and opens nothing, so that its code may be stored: it is shown on a screen again and again.
create table guest_link (
    event_id bigint primary key references event,
    code text not null unique constraint guest_link_code_shape check (code ~ '^[A-Za-z0-9_-]{43}$'),
    opened_by bigint references person,
    opened_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz
);

-- A person who gave their name by the link of a room.
create table guest (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    name text not null constraint guest_name_length check (plain_text(name, 120)),
    -- What the guest's phone and the organizer's list both show, so that the organizer confirms the person who is there.
    number int not null check (number between 100 and 999),
    -- SHA-256 of the cookie of the guest's browser, which is the only one that the confirmation signs in.
    secret_hash bytea not null unique,
    asked_at timestamptz not null default clock_timestamp(),
    decided_at timestamptz,
    decided_by bigint references person,
    -- The accepted invitation that the confirmation made. Null: turned away, or not decided.
    invitation_id bigint references invitation,
    signed_in_at timestamptz
);
create unique index guest_number_taken on guest (event_id, number) where decided_at is null;
create index guest_asked on guest (asked_at) where invitation_id is null;
create index guest_invitation on guest (invitation_id) where invitation_id is not null;

-- What the links that were opened in a session stand for: the events and roles that the session sees. The person who made or printed a
-- link can open it too, so what the account has elsewhere, then or later, is not theirs to see.
create table session_link (
    id_hash bytea not null references session on delete cascade,
    event_id bigint not null references event,
    role text not null constraint session_link_role_known check (role in ('participant', 'judge', 'organizer', 'panellist')),
    -- Who made the link, or admitted the guest.
    made_by bigint references person,
    opened_at timestamptz not null default clock_timestamp(),
    primary key (id_hash, event_id, role)
);
create index session_link_event on session_link (event_id);
create index session_link_made_by on session_link (made_by) where made_by is not null;

-- What the links stand for that were opened in the session that made a token: it knows that and no more, whatever the account gains later.
-- Who made the link can make such a token, and it outlives the session.
create table token_link (
    id_hash bytea not null references api_token (token_hash) on delete cascade,
    event_id bigint not null references event,
    role text not null constraint token_link_role_known check (role in ('participant', 'judge', 'organizer', 'panellist')),
    made_by bigint references person,
    opened_at timestamptz not null,
    primary key (id_hash, event_id, role)
);
create index token_link_event on token_link (event_id);
create index token_link_made_by on token_link (made_by) where made_by is not null;

-- What the session or the token with a hash knows.
create view opened_link as
    select id_hash, event_id, role from session_link
    union all
    select id_hash, event_id, role from token_link;

create function forget_token_links() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from token_link where event_id = new.id;
    return null;
end
$$;
create trigger forget_token_links after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_token_links();

-- An event leaves a session and a token as the role there ends, and the links and the card by which it was given end, too, whichever way it
-- ends. So a role given again later needs a link of its own.
create function role_ends_links() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    ended text := 'panellist';
begin
    if tg_table_name = 'membership' then
        ended := to_jsonb(old) ->> 'role';
        update invitation i set link_ended_at = coalesce(i.link_ended_at, clock_timestamp()), card_hash = null
            where i.event_id = old.event_id and i.accepted_by = old.person_id and i.role = ended
                and (i.link_ended_at is null or i.card_hash is not null);
    elsif exists (select from prize_panellist o where o.event_id = old.event_id and o.person_id = old.person_id) then
        return null;
    end if;
    delete from session_link l using session s
        where s.id_hash = l.id_hash and s.person_id = old.person_id and l.event_id = old.event_id and l.role = ended;
    delete from token_link l using api_token t
        where t.token_hash = l.id_hash and t.person_id = old.person_id and l.event_id = old.event_id and l.role = ended;
    return null;
end
$$;
create trigger role_ends_links after delete on membership for each row execute function role_ends_links();
create trigger role_ends_links after delete on prize_panellist for each row execute function role_ends_links();

-- Whether an account has a role or a place on a panel that the links of a session or a token do not stand for. What it has in a draft is
-- none yet, but for its organizers: a session that was told of it would tell who judges in finals before they are open.
create function has_more_than_links(p_person bigint, p_session bytea) returns boolean
    language sql stable
    return exists (select from membership m join event e on e.id = m.event_id
            where m.person_id = p_person and (m.role = 'organizer' or not e.draft) and not exists (
            select from opened_link l where l.id_hash = p_session and l.event_id = m.event_id and l.role = m.role))
        or exists (select from prize_panellist o join event e on e.id = o.event_id
            where o.person_id = p_person and not e.draft and not exists (
            select from opened_link l where l.id_hash = p_session and l.event_id = o.event_id and l.role = 'panellist'))
        or exists (select from person p where p.id = p_person and p.is_staff);

-- Whether all that an account has belongs to one event and to finals made from it: what the link of an invitation there may open. Finals
-- make their judges members by themselves, so membership there says nothing of the account's owner.
create function is_of_one_event(p_person bigint, p_event bigint, p_role text) returns boolean
    language sql stable
    return not exists (select from membership m join event e on e.id = m.event_id
            where m.person_id = p_person and not coalesce(m.role = p_role and (m.event_id = p_event or e.finals_of = p_event
                or m.event_id = (select o.finals_of from event o where o.id = p_event)), false))
        and not exists (select from prize_panellist l where l.person_id = p_person and l.event_id <> p_event);

-- Whether an invitation of an event, or of the one whose finals it is, made an account.
create function was_invited_anew(p_person bigint, p_event bigint) returns boolean
    language sql stable
    return exists (select from invitation i where i.created_person_id = p_person
        and i.event_id in (p_event, (select e.finals_of from event e where e.id = p_event)));

-- Mail is queued with the change that causes it, sent by the sender where an SMTP server is set, or read on a page.
create table mail_outbox (
    id bigint generated always as identity primary key,
    -- The event whose organizers may open it (invitations). Null: site admins only.
    event_id bigint references event,
    invitation_id bigint references invitation,
    kind text not null check (kind in ('confirm', 'sign_in', 'invitation', 'notice', 'webhook')),
    to_address text not null,
    subject text not null,
    body text not null,
    created_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    attempts int not null default 0,
    sent_at timestamptz,
    failed_at timestamptz,
    -- The mail server's own words.
    last_error text,
    -- The sender that holds it. A completion with another token is stale.
    lease_token uuid,
    leased_until timestamptz,
    -- SHA-256 of the code in the mail's link. Without it, nobody could say whose link it was once the code is out of the text.
    link_hash bytea,
    -- When the code was taken out of the text, because the link had ended.
    link_ended_at timestamptz,
    -- Why the mail was not delivered. `held`: it is of a demo. `letters`: the mail server takes no letters beyond a to z in an address,
    -- which says nothing of whether the address exists.
    failure text check (failure in ('held', 'link_ended', 'address', 'letters', 'mailbox_full', 'refused', 'gave_up')),
    -- The event that a mail is about, where it is none of the event's own list: site admins read it, and it goes with the event.
    about_event bigint references event,
    check ((failed_at is null) = (failure is null))
);
-- Links that sign in work for minutes, so their mails go before thousands of invitations.
create index mail_due on mail_outbox ((kind not in ('confirm', 'sign_in')), due_at, id)
    where sent_at is null and failed_at is null;
create index mail_event on mail_outbox (event_id, id);
create index mail_invitation on mail_outbox (invitation_id, id) where invitation_id is not null;
create index mail_link on mail_outbox (link_hash) where link_hash is not null and link_ended_at is null;
-- Mail is read on a page where none is sent: newest first, by whom it is for.
create index mail_newest on mail_outbox (id desc) where event_id is null;
create index mail_address on mail_outbox (lower(to_address collate "C"));

-- Whether the link with this code can still be used. The link of an invitation to a panel works until the winners of its prize are
-- confirmed, and not until judging closes: a panel may meet later.
create function mail_link_works(p_hash bytea) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from one_time_link l
            where l.token_hash = p_hash and l.used_at is null and l.expires_at > clock_timestamp())
        or exists (select from sign_up s where s.token_hash = p_hash and s.expires_at > clock_timestamp())
        or exists (select from invitation i join event e on e.id = i.event_id left join prize z on z.id = i.prize_id
            where i.token_hash = p_hash and num_nonnulls(i.link_ended_at, i.withdrawn_at, i.declined_at) = 0
              and case when i.role = 'panellist' then z.id is not null and z.awarded_at is null
                  else e.judging_close is null or e.judging_close > clock_timestamp() end);
$$;

-- Takes the code of an ended link out of its mail. A mail that was not sent yet is not sent any more. A text that somebody may read in
-- the table must not hold what once opened an account.
create function end_mail_link(p_hash bytea) returns void
    language sql set search_path = pg_catalog, public, pg_temp as $$
    update mail_outbox set link_ended_at = clock_timestamp(),
        body = regexp_replace(body, '/(links|invitations)/[A-Za-z0-9_-]{43}', '/\1/[ended]', 'g'),
        failed_at = case when sent_at is null then coalesce(failed_at, clock_timestamp()) end,
        failure = case when sent_at is null then coalesce(failure, 'link_ended') end
    where link_hash = p_hash and link_ended_at is null;
$$;

-- Every way in which a link ends, by any act. A link that only expires is ended by the sender's round.
create function mail_link_ended() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform end_mail_link(old.token_hash);
    return null;
end
$$;
create trigger z_end_mail_link_used after update of used_at on one_time_link
    for each row when (old.used_at is null and new.used_at is not null) execute function mail_link_ended();
create trigger z_end_mail_link after delete on one_time_link
    for each row execute function mail_link_ended();
create trigger z_end_mail_link after delete on sign_up
    for each row execute function mail_link_ended();
create trigger z_end_mail_link after update of token_hash, link_ended_at, withdrawn_at, declined_at on invitation
    for each row when (old.token_hash <> new.token_hash
        or num_nonnulls(old.link_ended_at, old.withdrawn_at, old.declined_at)
         < num_nonnulls(new.link_ended_at, new.withdrawn_at, new.declined_at))
    execute function mail_link_ended();

-- What an organizer writes to the people of an event. The log says only of which kind a notice was.
create table notice (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    author_id bigint not null references person (id),
    audience text not null
        constraint notice_audience_known check (audience in ('everybody', 'judges', 'teams', 'room', 'team', 'person')),
    room text not null default '' constraint notice_room_length check (plain_text(room, 20)),
    person_id bigint,
    body text not null constraint notice_length check (plain_text(body, 500)) constraint notice_missing check (btrim(body) <> ''),
    -- Its readers are asked to acknowledge it.
    urgent boolean not null,
    mailed boolean not null,
    -- An organizer wrote it. Winners are told by notices that nobody wrote, which are no part of what organizers may write within an hour.
    by_hand boolean not null default true,
    posted_at timestamptz not null default clock_timestamp(),
    withdrawn_at timestamptz,
    -- The board leads to a notice to one team where judges found nobody at the table.
    team_id bigint,
    constraint notice_has_one_audience check (
        (audience = 'room') = (room <> '') and (audience = 'team') = (team_id is not null)
        and (audience = 'person') = (person_id is not null)),
    constraint notice_person_unknown foreign key (event_id, person_id) references event_person (event_id, person_id),
    -- A team that ends takes along what was written to it alone. Without this nobody could leave such a team last.
    constraint notice_team_unknown foreign key (event_id, team_id) references team (event_id, id) on delete cascade
);
create index notice_event on notice (event_id, id);
create index notice_person on notice (event_id, person_id) where person_id is not null;
create index notice_team on notice (event_id, team_id) where team_id is not null;
create index notice_author on notice (author_id);

-- Somebody marked a notice as read, which acknowledges an urgent one.
create table notice_read (
    notice_id bigint not null references notice (id) on delete cascade,
    person_id bigint not null references person (id),
    read_at timestamptz not null default clock_timestamp(),
    primary key (notice_id, person_id)
);
create index notice_read_person on notice_read (person_id);

-- Whom a notice is for, by the roles, teams and places of this moment: a person who joins later reads what is still up. A room is the
-- teams that are shown in it: a list of its judges would show organizers who are on a team who judges it. Nobody gets a notice that
-- they wrote themselves.
create function notice_reaches(n notice, who bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp
    return n.author_id <> who and case n.audience
        when 'everybody' then exists (select from membership m where m.event_id = n.event_id and m.person_id = who)
        when 'judges' then exists (
            select from membership m where m.event_id = n.event_id and m.person_id = who and m.role = 'judge')
        when 'teams' then exists (select from team_member t where t.event_id = n.event_id and t.person_id = who)
        when 'room' then exists (
            select from team_member t
            join project p on p.event_id = t.event_id and p.team_id = t.team_id
            join project_place l on l.project_id = p.id
            where t.event_id = n.event_id and t.person_id = who and name_key(l.room) = name_key(n.room))
        when 'team' then exists (
            select from team_member t where t.event_id = n.event_id and t.team_id = n.team_id and t.person_id = who)
        else n.person_id = who
    end;
