-- What calibration found, which of it is public, and the keys that sign it. Runs and publications only grow.

-- One run: what it read and what it found. json, not jsonb: the text is kept byte for byte.
create table calibration_run (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    -- Counts from 1 in each event. The database numbers it.
    run int not null,
    method text not null,
    -- SHA-256 (hex) over the lines of scores the run read.
    input_digest text not null constraint input_digest_shape check (input_digest ~ '^[0-9a-f]{64}$'),
    input json not null,
    results json not null,
    judges json not null,
    -- Submitted projects that it does not rank, and why.
    excluded json not null,
    -- How far the reviews tie the projects together, and how the fit ended.
    connectivity json not null,
    created_by bigint references person,
    created_at timestamptz not null default now(),
    constraint run_taken unique (event_id, run),
    unique (event_id, id)
);

-- Runs count from 1 in each event, without gaps: the database numbers them under the event's lock.
create function calibration_run_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from event e where e.id = new.event_id for no key update;
    select coalesce(max(r.run), 0) + 1 into new.run from calibration_run r where r.event_id = new.event_id;
    return new;
end
$$;
create trigger calibration_run_before before insert on calibration_run
    for each row execute function calibration_run_before();

-- The newest row of an event is its public result. Each correction has a reason.
create table publication (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    run_id bigint not null,
    reason text constraint publication_reason_length check (plain_text(reason, 2000)),
    -- The signed results document, the same bytes to all.
    signed_document text,
    published_at timestamptz not null default now(),
    -- Counts from 1 in each event. It is not the run's number: winners confirmed after a publication are published with the same run.
    -- With one number for both they would need a copy of the run, which would hide a newer run for good.
    number int not null,
    constraint publication_number_taken unique (event_id, number),
    constraint publication_run_foreign foreign key (event_id, run_id) references calibration_run (event_id, id)
);
create index publication_newest on publication (event_id, id desc);

-- Nothing is published while the community votes: the ranking would sway it.
create function require_vote_closed(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
    clock timestamptz := clock_timestamp();
begin
    select * into e from event where id = p_event;
    if e.voting_mode <> 'off' and not event_is_fresh(e)
        and coalesce(e.voting_open <= clock, true) and coalesce(clock < e.voting_close, true) then
        perform refuse(409, 'vote_open', format(
            'The vote for %s is open%s: results stay hidden and cannot be published.', e.name,
            coalesce(' until ' || utc_text(e.voting_close), '')));
    end if;
end
$$;

-- The first publication needs a reason where the fit was stopped early, and has none otherwise. Each correction has one, and publishes a
-- later run or the same once more. An earlier one never comes back. The database numbers the publication.
create function publication_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    last_run int;
    finished boolean;
begin
    perform from event e where e.id = new.event_id for no key update;
    perform require_vote_closed(new.event_id);
    select r.run into last_run from publication p join calibration_run r on r.id = p.run_id
        where p.event_id = new.event_id order by p.id desc limit 1;
    select coalesce((r.connectivity #>> '{fit,converged}')::boolean, true) into finished
        from calibration_run r where r.id = new.run_id;
    if last_run is null and not finished and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'The calculation was stopped early. Say why the ranking is published all the same.');
    elsif last_run is null and finished and new.reason is not null then
        perform refuse(422, 'publication_reason', 'The first publication corrects nothing: leave the reason out.');
    elsif last_run is not null and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'Say why the published results are corrected.');
    elsif exists (select from calibration_run r where r.id = new.run_id and r.run < last_run) then
        perform refuse(409, 'no_run', 'A correction needs a run later than the published one.');
    end if;
    select coalesce(max(p.number), 0) + 1 into new.number from publication p where p.event_id = new.event_id;
    return new;
end
$$;
create trigger publication_before before insert on publication for each row execute function publication_before();

-- The vote could have opened while the transaction waited.
create function publication_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_commit(new.event_id);
    perform require_vote_closed(new.event_id);
    return null;
end
$$;
create constraint trigger publication_at_commit after insert on publication
    deferrable initially deferred for each row execute function publication_at_commit();

-- Each project's place in a published ranking, so that a project's page reads one row and not the whole run.
create table published_place (
    publication_id bigint not null references publication,
    project_id bigint not null,
    rank int not null,
    -- The 90 % range of ranks.
    low int not null,
    high int not null,
    -- How many projects are ranked.
    ranked int not null,
    primary key (publication_id, project_id)
);

-- The places in a run's ranking, as rows of a publication.
create function places_of(publication_id bigint, run_id bigint) returns setof published_place
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select $1, (p ->> 'project')::bigint, (p ->> 'rank')::int,
           coalesce((p -> 'rank_interval' ->> 0)::int, (p ->> 'rank')::int),
           coalesce((p -> 'rank_interval' ->> 1)::int, (p ->> 'rank')::int),
           (count(*) over ())::int
    from calibration_run r, json_array_elements(r.results) as p where r.id = $2;
$$;

-- Writes the places as a run is published.
create function publication_places() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into published_place select * from places_of(new.id, new.run_id);
    return null;
end $$;
create trigger publication_places after insert on publication
    for each row execute function publication_places();

-- Scores without names that an organizer published for anybody to study. What was given away under CC0 cannot be taken back, so the
-- table only grows. The numbers of judges and projects were dealt from a seed that nobody kept.
create table open_data (
    id bigint generated always as identity primary key,
    event_id bigint not null references event constraint open_data_taken unique,
    -- The run whose reviews these are.
    run_id bigint not null,
    -- The sentence that people agreed to.
    statement text not null constraint open_data_statement_length check (plain_text(statement, 500) and btrim(statement) <> ''),
    -- The file: project, judge and total of each review, without anything else.
    csv text not null check (csv ~ '^project,judge,total\r\n([0-9]+,[0-9]+,(0\.[0-9]|1\.0)\r\n)*$'),
    projects int not null,
    judges int not null,
    reviews int not null,
    -- Reviews of the run that are not in it.
    left_out int not null,
    published_at timestamptz not null default clock_timestamp(),
    constraint open_data_run_foreign foreign key (event_id, run_id) references calibration_run (event_id, id)
);

-- Scores are shown to nobody before the results are public.
create function open_data_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from publication p where p.event_id = new.event_id and p.run_id = new.run_id) then
        perform refuse(409, 'no_run', 'Only reviews of published results become open data.');
    end if;
    return new;
end
$$;
create trigger open_data_before before insert on open_data
    for each row execute function open_data_before();

-- Public halves of the signing keys. The private one never enters the database.
create table signing_key (
    -- RFC 7638 thumbprint.
    kid text primary key,
    -- The Ed25519 public key, base64url without padding.
    x text not null unique check (x ~ '^[A-Za-z0-9_-]{43}$'),
    status text not null check (status in ('current', 'retired', 'revoked')),
    created_at timestamptz not null default now(),
    retired_at timestamptz,
    check ((status = 'current') = (retired_at is null))
);
create unique index one_current_key on signing_key (status) where status = 'current';

-- What the application signs verifies by the keys' history, so the application must not be able to rewrite it. A key's public half and
-- its beginning never change, and its status only goes on: current, retired, revoked.
create function signing_key_history() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' then
        if (new.kid, new.x, new.created_at) is not distinct from (old.kid, old.x, old.created_at)
            and ((old.status = 'current' and new.status in ('current', 'retired'))
                or (old.status = 'retired' and new.status in ('retired', 'revoked')
                    and new.retired_at is not distinct from old.retired_at)
                or new is not distinct from old) then
            return new;
        end if;
    end if;
    perform refuse(403, 'append_only', 'signing_key keeps its history: a key is retired and revoked, never changed or removed.');
    return null;
end
$$;
create trigger signing_key_history before update or delete on signing_key
    for each row execute function signing_key_history();
create trigger signing_key_stays before truncate on signing_key
    for each statement execute function append_only();
-- session_replication_role = replica would skip ordinary triggers.
alter table signing_key enable always trigger signing_key_history;
alter table signing_key enable always trigger signing_key_stays;

-- Whether somebody is the only organizer of an event who takes no part in it, and others remain. Those could then neither read the log
-- nor publish, and nobody would see what they do.
create function is_last_free_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')
        and not exists (select from publication p where p.event_id = p_event)
        and not takes_part(p_event, p_person)
        and coalesce((select bool_and(takes_part(m.event_id, m.person_id))
            from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.role = 'organizer' and m.person_id <> p_person and p.deactivated_at is null), false);

create function last_free_organizer_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if is_last_free_organizer(old.event_id, old.person_id) then
        perform refuse(409, 'last_free_organizer', 'Every other organizer of this event takes part in it.');
    end if;
    return old;
end
$$;
create trigger last_free_organizer_stays before delete on membership
    for each row when (old.role = 'organizer') execute function last_free_organizer_stays();
