-- Three things are bound to what somebody saw: a token to the events of the session that made it, a proposal to the version that its program
-- read, and a log's name to the history that witnesses have.

-- A token that is made in a session that a link opened knows what that session's links stand for, and no more, whatever the account gains
-- later: who made the link can make such a token, and it outlives the session.

alter table api_token
    -- Made in such a session. It sees only what its rows of token_link allow.
    add column by_link boolean not null default false;

-- What the links stand for that were opened in the session that made a token. It is as session_link.
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
create trigger a_not_forgotten before insert or update on token_link for each row execute function not_forgotten('waits');

-- What the session or the token with a hash knows.
create view opened_link as
    select id_hash, event_id, role from session_link
    union all
    select id_hash, event_id, role from token_link;

-- Whether an account has a role or a place on a panel that the links of a session or a token do not stand for.
create or replace function has_more_than_links(p_person bigint, p_session bytea) returns boolean
    language sql stable
    return exists (select from membership m where m.person_id = p_person and not exists (
            select from opened_link l where l.id_hash = p_session and l.event_id = m.event_id and l.role = m.role))
        or exists (select from prize_panellist o where o.person_id = p_person and not exists (
            select from opened_link l where l.id_hash = p_session and l.event_id = o.event_id and l.role = 'panellist'))
        or exists (select from person p where p.id = p_person and p.is_staff);

-- An event leaves a session and a token as the role there ends, so that a role given again later needs a link of its own.
create or replace function role_ends_links() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    ended text := 'panellist';
begin
    if tg_table_name = 'membership' then
        ended := to_jsonb(old) ->> 'role';
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

create function forget_token_links() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from token_link where event_id = new.id;
    return null;
end
$$;
create trigger forget_token_links after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_token_links();

-- A proposal changes what its program has read. What changed since is not written over.
alter table proposal
    -- Names the newest save of a review as the proposal was made.
    add column version text check (octet_length(version) <= 100),
    -- What it changes, as that was then: a JSON object. It goes with the body.
    add column was text not null default '';

-- What a log was called before, and the tree that it had then. A log that was restored from a backup has lost rows that witnesses have seen:
-- they never sign again under the old name, and the old name keeps what was signed under it.
create table log_origin (
    event_id bigint not null references log_tree,
    origin text primary key,
    -- The seed of the key that signed under this name.
    key bytea not null check (octet_length(key) = 32),
    size bigint not null,
    root bytea not null check (octet_length(root) = 32),
    left_at timestamptz not null default clock_timestamp()
);
create index log_origin_event on log_origin (event_id);
create trigger append_only before update or delete or truncate on log_origin for each statement execute function append_only();

-- A tree gets another name and key only where the ones that it leaves are kept.
create function log_name_is_kept() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from log_origin o where o.origin = new.origin)
        or not exists (select from log_origin o where o.event_id = old.event_id and o.origin = old.origin and o.key = old.key
            and o.size = old.size and o.root = old.root) then
        perform refuse(403, 'append_only', 'A log gets a new name, and the one that it leaves is kept.');
    end if;
    return new;
end
$$;
create trigger log_name_is_kept before update on log_tree for each row
    when ((new.origin, new.key) is distinct from (old.origin, old.key)) execute function log_name_is_kept();
drop trigger log_only_grows on log_tree;
create trigger log_only_grows before update on log_tree for each row
    when ((new.event_id, new.secret) is distinct from (old.event_id, old.secret)
        or new.size < old.size or (new.size = old.size and new.root <> old.root))
    execute function log_only_grows();

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
