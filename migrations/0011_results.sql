-- What calibration found, which of it is public, what winners owe, the keys that sign it, and more time for one team, which is published
-- with the results. Runs and publications only grow. The only organizer who could publish stays until results are final.

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
    -- The results are provisional, and until this day each winner owes what `owed` lists. An ordinary publication and a final one have
    -- neither.
    provisional_until timestamptz,
    owed text[] not null default '{}'
        constraint owed_range check (cardinality(owed) <= 12 and plain_text(array_to_string(owed, ' ', ''), 1500)),
    -- The number of the provisional publication that this one makes final.
    final_of int,
    -- The signed results document, the same bytes to all.
    signed_document text,
    published_at timestamptz not null default now(),
    -- Counts from 1 in each event. It is not the run's number: winners confirmed after a publication are published with the same run.
    -- With one number for both they would need a copy of the run, which would hide a newer run for good.
    number int not null,
    constraint publication_number_taken unique (event_id, number),
    constraint publication_run_foreign foreign key (event_id, run_id) references calibration_run (event_id, id),
    constraint owed_until check ((provisional_until is null) = (owed = '{}')),
    constraint final_or_provisional check (final_of is null or provisional_until is null)
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
-- later run or the same once more. An earlier one never comes back. Only the first publication can begin as a provisional one. A
-- correction of it is provisional as long, or longer: who follows another winner after the day has passed needs a day of their own. One
-- that makes a provisional publication final publishes the same run, and has no reason. The database numbers the publication.
create function publication_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    last_run int;
    finished boolean;
    newest publication;
begin
    perform from event e where e.id = new.event_id for no key update;
    perform require_vote_closed(new.event_id);
    select r.run into last_run from publication p join calibration_run r on r.id = p.run_id
        where p.event_id = new.event_id order by p.id desc limit 1;
    select * into newest from publication p where p.event_id = new.event_id order by p.id desc limit 1;
    select coalesce((r.connectivity #>> '{fit,converged}')::boolean, true) into finished
        from calibration_run r where r.id = new.run_id;
    if new.final_of is not null then
        if newest.provisional_until is null
            or (new.final_of, new.run_id, new.reason) is distinct from (newest.number, newest.run_id, null::text) then
            perform refuse(409, 'not_provisional', 'Only a provisional publication becomes final, as it is.');
        end if;
    elsif last_run is null and not finished and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'The calculation was stopped early. Say why the ranking is published all the same.');
    elsif last_run is null and finished and new.reason is not null then
        perform refuse(422, 'publication_reason', 'The first publication corrects nothing: leave the reason out.');
    elsif last_run is not null and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'Say why the published results are corrected.');
    elsif exists (select from calibration_run r where r.id = new.run_id and r.run < last_run) then
        perform refuse(409, 'no_run', 'A correction needs a run later than the published one.');
    elsif last_run is not null and (new.owed <> newest.owed or (new.provisional_until is null) <> (newest.provisional_until is null)
        or new.provisional_until < newest.provisional_until) then
        perform refuse(409, 'not_provisional', 'A correction is provisional as long as what it corrects, or longer.');
    end if;
    select coalesce(max(p.number), 0) + 1 into new.number from publication p where p.event_id = new.event_id;
    return new;
end
$$;
create trigger publication_before before insert on publication for each row execute function publication_before();

-- No ranking is published in which a withdrawn project has a place: a run from before is calculated anew.
create function publication_without_withdrawn() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from calibration_run r cross join json_array_elements(r.results) o
        join project p on p.event_id = r.event_id and p.id = (o ->> 'project')::bigint
        where r.id = new.run_id and p.withdrawn_at is not null) then
        perform refuse(409, 'no_run', 'A project was withdrawn since this run: calculate the ranking anew.');
    end if;
    return new;
end
$$;
create trigger publication_without_withdrawn before insert on publication
    for each row execute function publication_without_withdrawn();

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

-- What a winner has shown of what it owes, or what organizers refused. A missing row is open.
create table winner_duty (
    event_id bigint not null references event,
    project_id bigint not null,
    -- Its place in `owed`, from 1: the list stays the same until the results are final.
    number int not null,
    shown boolean not null,
    -- Why it was refused. The team reads it.
    reason text not null default '' constraint duty_reason_length check (plain_text(reason, 2000)),
    settled_at timestamptz not null default clock_timestamp(),
    primary key (project_id, number),
    constraint duty_reason_missing check (shown = (btrim(reason) = '')),
    constraint duty_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index winner_duty_event on winner_duty (event_id);

-- Only while results are provisional. The event's row is locked as a publication locks it, so that none becomes final in between.
create function winner_duty_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    newest publication;
    its winner_duty;
begin
    if tg_op = 'DELETE' then
        its := old;
    else
        its := new;
    end if;
    perform from event where id = its.event_id for no key update;
    select * into newest from publication p where p.event_id = its.event_id order by p.id desc limit 1;
    if newest.provisional_until is null or its.number not between 1 and cardinality(newest.owed) then
        perform refuse(409, 'not_provisional', 'The results are not provisional, so winners owe nothing.');
    end if;
    return its;
end
$$;
create trigger winner_duty_before before insert or delete or update of shown, number, project_id on winner_duty
    for each row execute function winner_duty_before();

-- A reason may name people.
create function duties_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update winner_duty set reason = 'removed' where event_id = new.id and reason <> '';
    return null;
end
$$;
create trigger duties_are_forgotten after update of forgotten_at on event
    for each row when (new.forgotten_at is distinct from old.forgotten_at) execute function duties_are_forgotten();

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

-- More time for one team. It ends when judging closes, or with the publication, at the latest: no judge sees what the team sends later,
-- and what is published rests on it.
create table team_extension (
    team_id bigint primary key,
    event_id bigint not null references event,
    -- Until when the team may submit, where the event's submissions close earlier: see more_time_of.
    closes_at timestamptz not null,
    -- Why. Once results are published, anybody reads it.
    reason text not null constraint extension_reason_length check (plain_text(reason, 2000))
        constraint extension_reason_missing check (btrim(reason) <> ''),
    given_at timestamptz not null default clock_timestamp(),
    constraint extension_team_foreign foreign key (event_id, team_id) references team (event_id, id) on delete cascade
);
create index team_extension_event on team_extension (event_id);

-- Published results name who had more time. The event's row is locked as a publication locks it. No end is given that would not hold; the
-- close of judging can move before an end that was given.
create function extension_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    perform from event where id = new.event_id for no key update;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) then
        return new;
    end if;
    if exists (select from publication p where p.event_id = new.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: no team gets more time.', e.name));
    end if;
    if (tg_op = 'INSERT' or new.closes_at <> old.closes_at) and new.closes_at > e.judging_close then
        perform refuse(400, 'more_time_too_late', 'More time for a team ends when judging closes, at the latest.');
    end if;
    new.given_at := clock_timestamp();
    return new;
end
$$;
create trigger extension_before before insert or update on team_extension
    for each row execute function extension_before();

-- Until when one team may submit, where it got more time; null where it got none, or its results are out.
create function more_time_of(e event, p_team bigint) returns timestamptz
    language sql stable set search_path = pg_catalog, public, pg_temp
    return (select least(x.closes_at, e.judging_close) from team_extension x
        where x.team_id = p_team and not exists (select from publication p where p.event_id = e.id));

-- When submissions close for this team; null: never.
create function submissions_close_of(e event, p_team bigint) returns timestamptz
    language sql stable set search_path = pg_catalog, public, pg_temp
    return case when e.submissions_close is not null then greatest(e.submissions_close, more_time_of(e, p_team)) end;

-- Refuses outside the window of submissions, as it is for one team.
create function require_submissions_of(p_event bigint, p_team bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) and not import_runs(p_event) then
        perform require_window('Submissions', 'submissions_window', e.name, e.submissions_open, submissions_close_of(e, p_team));
        perform require_opened(e);
    end if;
end
$$;

-- Whether results are public for good. Until provisional ones are final, what could change who wins takes an organizer who takes no part.
create function results_are_final(p_event bigint) returns boolean
    language sql stable
    return coalesce((select p.provisional_until is null from publication p where p.event_id = p_event
        order by p.number desc limit 1), false);

-- Whether only this organizer could publish: everybody else who organizes the event takes part in it, or nobody else does. Nobody publishes
-- a forgotten event, and nobody else can become its organizer: without the last line, they could never delete their account.
create function is_only_free_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')
        and not results_are_final(p_event)
        and not takes_part(p_event, p_person)
        and not exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.role = 'organizer' and m.person_id <> p_person and p.deactivated_at is null
                and not takes_part(m.event_id, m.person_id))
        and not exists (select from event e where e.id = p_event and e.forgotten_at is not null);

-- The same where other organizers remain. Those could neither read the log nor publish, and nobody would see what they do.
create function is_last_free_organizer(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return is_only_free_organizer(p_event, p_person)
        and exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = p_event and m.role = 'organizer' and m.person_id <> p_person and p.deactivated_at is null);

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

-- While judging is not over, organizers who all take part invite another one. After that no link works any more, so the only one who
-- could publish begins no part. Two who begin one at the same time wait for each other, as those do who leave.
create function require_free_organizer(p_event bigint, p_person bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if e.judging_close is null or clock_timestamp() < e.judging_close or event_is_fresh(e) or not exists (
            select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer') then
        return;
    end if;
    perform pg_advisory_xact_lock(hashtext('evenhand: somebody leaves'));
    if is_only_free_organizer(p_event, p_person) then
        perform refuse(409, 'last_free_organizer',
            format('Only this organizer of %s takes no part in it. That stays so until the results are final.', e.name));
    end if;
end
$$;

-- A list that names somebody as a member of a team gives them a part as well (`team_tie`), with or without an invitation. What an earlier list
-- said already changes nothing.
create function a_free_organizer_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_table_name = 'invitation' then
        perform require_free_organizer(new.event_id, p.id) from person p
            where lower(p.email collate "C") = lower(new.email collate "C");
    elsif tg_table_name = 'imported_member' then
        perform require_free_organizer(new.event_id, p.id) from person p
            where lower(p.email collate "C") = new.email
                and (tg_op = 'UPDATE' or not is_listed(new.event_id, new.team_id, new.email));
    else
        perform require_free_organizer(new.event_id, new.person_id);
    end if;
    return new;
end
$$;
create trigger a_free_organizer_stays before insert on membership
    for each row when (new.role <> 'organizer') execute function a_free_organizer_stays();
create trigger a_free_organizer_stays before insert on team_member
    for each row execute function a_free_organizer_stays();
create trigger a_free_organizer_stays before insert or update of email, team_id, withdrawn_at on invitation
    for each row when (new.team_id is not null and new.withdrawn_at is null) execute function a_free_organizer_stays();
create trigger a_free_organizer_stays before insert or update on imported_member
    for each row when (new.lifted_reason is null) execute function a_free_organizer_stays();
