-- The rules of the vote, comments, runs and publication.

-- A ballot: while the vote is open, by a voter whom the event lets vote, for projects that stand for election. What a
-- finished event's import brings along was checked when it was cast; projects may have been flagged since.
create function ballot_before() returns trigger
    language plpgsql as $$
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
    language plpgsql as $$
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
        join team_member m on m.event_id = p.event_id and m.team_id = p.team_id
        where p.event_id = new.event_id and p.id = any (new.choices) and m.person_id = new.person_id
    ) then
        perform refuse(422, 'ballot_own_team', 'Nobody votes for a project of their own team.');
    end if;
    return new;
end
$$;
create trigger ballot_choices before insert or update of choices on ballot
    for each row execute function ballot_choices();

-- The clock once more as the transaction commits.
create function ballot_at_commit() returns trigger
    language plpgsql as $$
begin
    perform require_voting(case when tg_op = 'DELETE' then old.event_id else new.event_id end);
    return null;
end
$$;
create constraint trigger ballot_at_commit after insert or update or delete on ballot
    deferrable initially deferred for each row execute function ballot_at_commit();

-- Draft projects have no comments; what was said stays as it was said, and removing keeps the row.
create function comment_before() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        if exists (select from project p where p.id = new.project_id and p.status = 'draft') then
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

-- Runs count from 1 in each event, without gaps: the database numbers them under the event's lock.
create function calibration_run_before() returns trigger
    language plpgsql as $$
begin
    perform from event e where e.id = new.event_id for no key update;
    select coalesce(max(r.run), 0) + 1 into new.run from calibration_run r where r.event_id = new.event_id;
    return new;
end
$$;
create trigger calibration_run_before before insert on calibration_run
    for each row execute function calibration_run_before();

-- Nothing is published while the community votes: the ranking would sway it.
create function require_vote_closed(p_event bigint) returns void
    language plpgsql as $$
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

-- The first publication needs no reason; each correction has one and pins a later run.
create function publication_before() returns trigger
    language plpgsql as $$
declare
    last_run int;
begin
    perform from event e where e.id = new.event_id for no key update;
    perform require_vote_closed(new.event_id);
    select r.run into last_run from publication p join calibration_run r on r.id = p.run_id
        where p.event_id = new.event_id order by p.id desc limit 1;
    if last_run is null and new.reason is not null then
        perform refuse(422, 'publication_reason', 'The first publication corrects nothing: leave the reason out.');
    elsif last_run is not null and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'Say why the published results are corrected.');
    elsif exists (select from calibration_run r where r.id = new.run_id and r.run <= last_run) then
        perform refuse(409, 'no_run', 'A correction needs a run later than the published one.');
    end if;
    return new;
end
$$;
create trigger publication_before before insert on publication for each row execute function publication_before();

create function publication_at_commit() returns trigger
    language plpgsql as $$
begin
    perform require_vote_closed(new.event_id);
    return null;
end
$$;
create constraint trigger publication_at_commit after insert on publication
    deferrable initially deferred for each row execute function publication_at_commit();

-- A public page may show a comment's author, so a new name makes new bytes. In the order of ids, against deadlocks.
create function person_renamed() returns trigger
    language plpgsql as $$
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
