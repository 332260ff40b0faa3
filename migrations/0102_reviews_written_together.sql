-- Reviews that are saved at the same moment are written together: one statement for all of them. What is checked of each one stays
-- the same, but its rules read the event once where they read it five times, and the commit tells that it is one without a question.

-- What cannot be added to an event whose personal data are gone.
create function refuse_forgotten(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(409, 'forgotten', format(
        'The personal data of %s were removed at %s. The event is closed, and nothing can be added.',
        e.name, utc_text(e.forgotten_at)));
end
$$;

create or replace function not_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if tg_argv[0] = 'waits' then
        perform from event where id = new.event_id for key share;
    end if;
    select * into e from event where id = new.event_id;
    if e.forgotten_at is not null and not event_forgets(e) then
        perform refuse_forgotten(e);
    end if;
    return new;
end
$$;

-- Refuses outside the judging window of this event, by the clock as it is now.
create function require_judging_of(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not event_is_fresh(e) and not event_forgets(e) then
        perform require_window('Judging', 'judging_window', e.name, e.judging_open, e.judging_close);
    end if;
end
$$;

create or replace function require_judging(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found then
        perform require_judging_of(e);
    end if;
end
$$;

-- The usual case in one query that makes no text of the scores; what is wrong is looked for only where something is.
create or replace function require_scores(p_event bigint, scores jsonb, submitted boolean) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    said text;
    keys text[];
    scored bigint;
    good bigint;
begin
    if jsonb_typeof(scores) <> 'object' then
        perform refuse(400, 'scores_object', 'Scores are an object of criterion keys and whole numbers.');
    end if;
    -- A number of scale 0 is one without a decimal point: 3, and not 3.0.
    select coalesce(array_agg(c.key), '{}'), count(scores -> c.key),
            count(*) filter (where case when jsonb_typeof(scores -> c.key) = 'number'
                then scale((scores -> c.key)::numeric) = 0 and (scores -> c.key)::numeric between c.min_value and c.max_value end)
        into keys, scored, good
        from criterion c where c.event_id = p_event;
    if good = scored and (not submitted or scored = cardinality(keys)) and scores - keys = '{}' then
        return;
    end if;
    select string_agg(format('%s must be a whole number.', coalesce(c.name, s.key)), ' ' order by c.position, c.id, s.key)
        into said
        from jsonb_each(scores) s left join criterion c on c.event_id = p_event and c.key = s.key
        where jsonb_typeof(s.value) <> 'number' or s.value::text !~ '^-?[0-9]+$';
    if said is not null then
        perform refuse(400, 'score_integer', said);
    end if;
    select string_agg(format('This event has no criterion named %s', s.key), '; ' order by s.key) into said
        from jsonb_object_keys(scores) s(key)
        where not exists (select from criterion c where c.event_id = p_event and c.key = s.key);
    if said is not null then
        perform refuse(422, 'score_unknown', said);
    end if;
    select string_agg(format('%s must be between %s and %s', c.name, c.min_value, c.max_value), '; '
            order by c.position, c.id) into said
        from criterion c
        where c.event_id = p_event and (scores -> c.key)::numeric not between c.min_value and c.max_value;
    if said is not null then
        perform refuse(422, 'score_range', said);
    end if;
    if submitted then
        select string_agg(format('%s has no score yet', c.name), '; ' order by c.position, c.id) into said
            from criterion c where c.event_id = p_event and not scores ? c.key;
        if said is not null then
            perform refuse(422, 'score_missing', said);
        end if;
    end if;
end
$$;

-- As before, and what the trigger a_not_forgotten asked. The event is read once, before the assignment is locked: a window that is
-- moved during that wait is seen at the commit.
create or replace function review_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
    its_status text;
    void boolean;
    fresh boolean;
begin
    if tg_op = 'DELETE' then
        perform require_judging(old.event_id);
        return old;
    end if;
    select * into e from event where id = new.event_id;
    if e.forgotten_at is not null then
        if not event_forgets(e) then
            perform refuse_forgotten(e);
        elsif tg_op = 'UPDATE' then
            return new;
        end if;
    end if;
    if tg_op = 'UPDATE' and new.assignment_id <> old.assignment_id then
        perform refuse(409, 'review_fixed', 'A review stays with its assignment.');
    end if;
    -- Against recusal at this moment; the save updates the assignment anyway.
    select a.status, a.voided_at is not null into its_status, void
        from assignment a where a.id = new.assignment_id for no key update;
    if tg_op = 'UPDATE' and (new.scores, new.comment) = (old.scores, old.comment) then
        if its_status = 'recused' and new.submitted_at is null then
            new.voided_submitted_at := case when void then coalesce(old.submitted_at, old.voided_submitted_at) end;
            return new;
        end if;
        if its_status = 'done' and new.submitted_at = old.voided_submitted_at then
            new.voided_submitted_at := null;
            return new;
        end if;
    end if;
    if e.id is not null then
        perform require_judging_of(e);
    end if;
    fresh := event_is_fresh(e);
    if its_status = 'recused' and not (fresh and new.submitted_at is null) then
        if void then
            perform refuse(409, 'recused', 'An organizer has set this review aside: it does not count, and stays as it is.');
        end if;
        perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
    end if;
    if tg_op = 'INSERT' then
        -- Before the rubric is read: a change of the rubric locks the event's row against this.
        perform from event where id = new.event_id for key share;
    end if;
    perform require_scores(new.event_id, new.scores, new.submitted_at is not null);
    if not fresh then
        new.saved_at := clock_timestamp();
        new.voided_submitted_at := null;
        if new.submitted_at is not null and (tg_op = 'INSERT' or new.submitted_at is distinct from old.submitted_at) then
            new.submitted_at := new.saved_at;
        end if;
    end if;
    return new;
end
$$;
drop trigger a_not_forgotten on review;

-- As before, in one query in place of two.
create or replace function review_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
    e event;
begin
    perform require_commit(its);
    if tg_op = 'DELETE' then
        perform require_judging(its);
        return null;
    elsif tg_op = 'UPDATE' and new.submitted_at = old.voided_submitted_at then
        return null;
    end if;
    select * into e from event where id = its
        and not exists (select from assignment a where a.id = new.assignment_id and a.status = 'recused');
    if found then
        perform require_judging_of(e);
    end if;
    return null;
end
$$;

-- As before, but a commit that is all of what the client sent needs no question: nothing else can be under way then. Any other
-- text (a block, a procedure, several statements, a commit that chains) is asked by the probe.
create or replace function require_commit(p_event bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if current_query() in ('COMMIT', 'commit', 'COMMIT;', 'commit;') then
        return;
    end if;
    select * into e from event where id = p_event;
    if not found or event_is_fresh(e) or event_forgets(e) or import_runs(p_event) then
        return;
    end if;
    -- PREPARE TRANSACTION is always a statement of its own, so the client's text shows it.
    if current_setting('max_prepared_transactions')::int > 0 and current_query() ~* 'prepare.*transaction' then
        raise exception using errcode = '55000', constraint = 'checked_at_commit',
            message = 'What has a window cannot be prepared and committed later.';
    end if;
    begin
        insert into commit_probe values (true);
        raise exception using errcode = 'ZP002', message = 'constraints are deferred';
    exception
        when sqlstate 'ZP002' then
            return;
        when sqlstate 'ZP001' then
            raise exception using errcode = '55000', constraint = 'checked_at_commit',
                message = 'The clock is checked as the transaction commits: SET CONSTRAINTS cannot bring that forward.';
    end;
end
$$;

-- Writes several reviews at once: the first of an assignment, or over the one that is there, and moves the assignments to the
-- statuses that are not null. The arrays are equally long, and no assignment comes twice. The caller holds the assignments' locks.
-- write_review, which writes one, stays for servers of the version before this one.
create function write_reviews(
    its_assignments bigint[], its_events bigint[], are_first boolean[], its_scores jsonb[], its_comments text[],
    are_submitted boolean[], organizers bigint[], its_statuses text[]
) returns table (written bigint, submitted timestamptz, saved timestamptz, salt bytea)
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if true = any (are_first) then
        return query
            insert into review as r (assignment_id, event_id, scores, comment, submitted_at, entered_by)
            select s.assignment, s.event, s.scores, s.comment, case when s.is_submitted then clock_timestamp() end, s.organizer
            from unnest(its_assignments, its_events, are_first, its_scores, its_comments, are_submitted, organizers)
                s (assignment, event, is_first, scores, comment, is_submitted, organizer)
            where s.is_first
            returning r.assignment_id, r.submitted_at, r.saved_at, r.comment_salt;
    end if;
    if false = any (are_first) then
        return query
            update review r set scores = s.scores, comment = s.comment,
                submitted_at = case when s.is_submitted then clock_timestamp() end, entered_by = s.organizer
            from unnest(its_assignments, are_first, its_scores, its_comments, are_submitted, organizers)
                s (assignment, is_first, scores, comment, is_submitted, organizer)
            where r.assignment_id = s.assignment and not s.is_first
            returning r.assignment_id, r.submitted_at, r.saved_at, r.comment_salt;
    end if;
    if exists (select from unnest(its_statuses) s (status) where s.status is not null) then
        update assignment a set status = s.status, recused_reason = ''
            from unnest(its_assignments, its_statuses) s (assignment, status)
            where a.id = s.assignment and s.status is not null;
    end if;
end
$$;
