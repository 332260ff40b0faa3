-- What the public adds: comments and the community vote.

-- A removed comment keeps its row. Only its author and organizers may remove it.
create table comment (
    id bigint generated always as identity primary key,
    event_id bigint not null,
    project_id bigint not null,
    person_id bigint not null references person,
    body text not null constraint comment_length check (plain_text(body, 2000))
        constraint comment_missing check (btrim(body, E' \t\n') <> ''),
    created_at timestamptz not null default now(),
    removed_at timestamptz,
    removed_by bigint references person,
    constraint comment_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index comment_project on comment (project_id, id);
create index comment_event on comment (event_id, id);
create index comment_person on comment (person_id);

-- Draft projects have no comments, but what was said of a project that is withdrawn comes along with its event's file. What was said stays
-- as it was said, and removing keeps the row.
create function comment_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        if exists (select from project p join event e on e.id = p.event_id
            where p.id = new.project_id and p.status = 'draft' and not (p.withdrawn_at is not null and event_is_fresh(e))) then
            perform refuse(404, 'draft_has_no_comments', 'Not found.');
        end if;
    elsif (new.project_id, new.person_id, new.body, new.created_at)
        is distinct from (old.project_id, old.person_id, old.body, old.created_at) then
        perform refuse(409, 'comment_fixed', 'A comment is not edited: remove it and write another.');
    end if;
    return new;
end
$$;
create trigger comment_before before insert or update on comment for each row execute function comment_before();

-- A public page may show a comment's author, so a new name makes new bytes. In the order of ids, against deadlocks.
create function person_renamed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from event e where e.id in (
        select ep.event_id from event_person ep where ep.person_id = new.id
        union select c.event_id from comment c where c.person_id = new.id
    ) order by e.id for no key update;
    update event e set version = version + 1 where e.id in (
        select ep.event_id from event_person ep where ep.person_id = new.id
        union select c.event_id from comment c where c.person_id = new.id
    );
    return null;
end
$$;
create trigger person_renamed after update of name on person
    for each row when (new.name <> old.name) execute function person_renamed();

-- A single-use code that an organizer prints for people in the room, stored as its SHA-256.
create table voting_code (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    code_hash bytea not null,
    created_at timestamptz not null default now(),
    withdrawn_at timestamptz,
    unique (event_id, id),
    unique (event_id, code_hash)
);

-- One ballot per person or per code. Its audit row holds the number of choices and a digest over this salt.
create table ballot (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint references person,
    code_id bigint,
    choices bigint[] not null,
    salt bytea not null default uuid_send(gen_random_uuid()),
    cast_at timestamptz not null default now(),
    constraint ballot_has_one_voter check (num_nonnulls(person_id, code_id) = 1),
    constraint already_voted unique (event_id, person_id),
    constraint code_already_used unique (code_id),
    constraint ballot_code_foreign foreign key (event_id, code_id) references voting_code (event_id, id)
);
create index ballot_person on ballot (person_id);

-- A ballot: while the vote is open, by a voter whom the event lets vote, for projects that can be voted for. What a finished event's
-- import brings along was checked when it was cast; projects may have been flagged since. The code's row is locked: without this, a code
-- could be withdrawn between the look at it and the ballot's commit, and the ballot would count all the same.
create function ballot_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if tg_op = 'DELETE' then
        perform require_voting(old.event_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and (new.person_id, new.code_id) is distinct from (old.person_id, old.code_id) then
        perform refuse(409, 'ballot_fixed', 'A ballot stays with its voter.');
    end if;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) then
        return new;
    end if;
    if e.voting_mode <> (case when new.code_id is null then 'account' else 'code' end) then
        perform refuse(404, 'voting_mode', 'This event does not vote this way.');
    end if;
    if exists (select from person p where p.id = new.person_id and p.confirmed_at is null) then
        perform refuse(403, 'unconfirmed', 'confirm your address to vote');
    end if;
    perform require_voting(new.event_id);
    perform from voting_code c where c.id = new.code_id for share;
    if exists (select from voting_code c where c.id = new.code_id and c.withdrawn_at is not null) then
        perform refuse(422, 'code_withdrawn', 'This code has been withdrawn.');
    end if;
    if cardinality(new.choices) > e.votes_per_voter then
        perform refuse(422, 'ballot_too_many', format('Choose at most %s projects.', e.votes_per_voter));
    end if;
    new.cast_at := clock_timestamp();
    return new;
end
$$;
create trigger ballot_before before insert or update or delete on ballot for each row execute function ballot_before();

-- What a ballot names, imports included: projects of its event, each once, none of the voter's own team.
create function ballot_choices() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    fresh boolean;
begin
    if (select count(distinct c) from unnest(new.choices) c) <> cardinality(new.choices) then
        perform refuse(422, 'ballot_repeated', 'Choose each project once.');
    end if;
    select event_is_fresh(e) into fresh from event e where e.id = new.event_id;
    if exists (
        select from unnest(new.choices) c
        left join project p on p.event_id = new.event_id and p.id = c
            and (fresh or (p.status = 'submitted' and p.duplicate_of is null))
        where p.id is null
    ) then
        perform refuse(422, 'ballot_unknown', 'Choose among the submitted projects of this event.');
    end if;
    if exists (
        select from project p
        join team_person m on m.event_id = p.event_id and m.team_id = p.team_id
        where p.event_id = new.event_id and p.id = any (new.choices) and m.person_id = new.person_id
    ) then
        perform refuse(422, 'ballot_own_team', 'Nobody votes for a project of their own team.');
    end if;
    return new;
end
$$;
create trigger ballot_choices before insert or update of choices on ballot
    for each row execute function ballot_choices();

-- The window's second check, at the commit.
create function ballot_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    perform require_commit(its);
    perform require_voting(its);
    return null;
end
$$;
create constraint trigger ballot_at_commit after insert or update or delete on ballot
    deferrable initially deferred for each row execute function ballot_at_commit();
