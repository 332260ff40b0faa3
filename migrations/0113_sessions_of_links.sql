-- A session that a link, a card or a guest's admission opened belongs to the events whose links were opened in it. Whoever made or
-- printed the link can open it too, so what the account has elsewhere, then or later, is not theirs to see.

alter table session
    -- A link opened it. A mailed sign-in link or a password opens a session of the account's own.
    add column by_link boolean not null default false;

-- What the links that were opened in a session stand for.
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

alter table invitation
    -- Who made its latest link.
    add column link_made_by bigint references person;
create index invitation_accepted_by on invitation (accepted_by) where accepted_by is not null;

-- An account that an invitation made and that never confirmed its address has come in by links only.
update session s set by_link = true
    from person p where p.id = s.person_id and p.confirmed_at is null and p.password_hash is null
        and exists (select from invitation i where i.created_person_id = p.id);
insert into session_link (id_hash, event_id, role)
    select distinct s.id_hash, i.event_id, i.role from session s join invitation i on i.accepted_by = s.person_id where s.by_link;

create trigger a_not_forgotten before insert or update on session_link
    for each row execute function not_forgotten('waits');

-- An event leaves a session as the role there ends, so that a role given again later needs a link of its own.
create function role_ends_links() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'membership' then
        delete from session_link l using session s
            where s.id_hash = l.id_hash and s.person_id = old.person_id and l.event_id = old.event_id
                and l.role = to_jsonb(old) ->> 'role';
    elsif not exists (select from prize_panellist o where o.event_id = old.event_id and o.person_id = old.person_id) then
        delete from session_link l using session s
            where s.id_hash = l.id_hash and s.person_id = old.person_id and l.event_id = old.event_id and l.role = 'panellist';
    end if;
    return null;
end
$$;
create trigger role_ends_links after delete on membership for each row execute function role_ends_links();
create trigger role_ends_links after delete on prize_panellist for each row execute function role_ends_links();

-- Whether an account has a role or a place on a panel that a session's links do not stand for.
create function has_more_than_links(p_person bigint, p_session bytea) returns boolean
    language sql stable
    return exists (select from membership m where m.person_id = p_person and not exists (
            select from session_link l where l.id_hash = p_session and l.event_id = m.event_id and l.role = m.role))
        or exists (select from prize_panellist o where o.person_id = p_person and not exists (
            select from session_link l where l.id_hash = p_session and l.event_id = o.event_id and l.role = 'panellist'))
        or exists (select from person p where p.id = p_person and p.is_staff);

-- Whether all that an account has belongs to one event and to finals made from it: what the link of an invitation there may open.
-- Finals make their judges members by themselves, so membership there says nothing of the account's owner.
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

do $$
declare
    body text := pg_get_functiondef('forget_event(bigint, boolean, text)'::regprocedure);
    known constant text := '    delete from guest where event_id = p_event;';
begin
    if strpos(body, known) = 0 then
        raise exception 'forget_event is not as this migration expects it.';
    end if;
    execute replace(body, known, '    delete from session_link where event_id = p_event;
' || known);
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
