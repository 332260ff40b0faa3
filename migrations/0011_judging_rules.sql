-- The rules of judging: who is assigned, what a review may hold, and when.

-- An assignment is for a judge of the event, and never for their own team's project.
create function assignment_pairs(a assignment) returns void
    language plpgsql as $$
begin
    -- The same lock as joining a team takes.
    perform from event_person ep where ep.event_id = a.event_id and ep.person_id = a.person_id for no key update;
    -- Against the role's removal; the foreign key not_a_judge is the same rule, without a sentence.
    perform from membership m
        where m.event_id = a.event_id and m.person_id = a.person_id and m.role = 'judge' for key share;
    if not found then
        perform refuse(403, 'not_a_judge', 'Only a judge of the event can be given a project.');
    end if;
    -- Against the project's move to another team.
    perform from project p where p.id = a.project_id for share;
    if exists (
        select from project p join team_member m on m.event_id = p.event_id and m.team_id = p.team_id
        where p.event_id = a.event_id and p.id = a.project_id and m.person_id = a.person_id
    ) then
        perform refuse_own_team();
    end if;
end
$$;

-- pending <-> done goes with a review save, so judging is open; stepping aside and coming back ends with publication,
-- since the published ranking rests on it. Who may do which is the application's to say.
create function assignment_moves(was text, a assignment) returns void
    language plpgsql as $$
declare
    e event;
begin
    if was = 'recused' and a.status = 'done' then
        perform refuse(409, 'recused', 'This judge has stepped aside from the project.');
    elsif 'recused' in (was, a.status) then
        select * into e from event where id = a.event_id;
        if not event_is_fresh(e) and exists (select from publication p where p.event_id = a.event_id) then
            perform refuse(409, 'published', format('The results of %s are published: assignments stay as they are.',
                e.name));
        end if;
    else
        perform require_judging(a.event_id);
    end if;
end
$$;

create function assignment_before() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        perform assignment_pairs(new);
        if new.status <> 'pending' then
            perform assignment_moves('pending', new);
        end if;
        return new;
    end if;
    if (new.person_id, new.project_id) is distinct from (old.person_id, old.project_id) then
        if exists (select from review r where r.assignment_id = old.id) then
            perform refuse(409, 'assignment_fixed', 'An assignment with a review stays with its judge and project.');
        end if;
        perform assignment_pairs(new);
    end if;
    if new.status <> old.status then
        perform assignment_moves(old.status, new);
    end if;
    return new;
end
$$;
create trigger assignment_before before insert or update on assignment
    for each row execute function assignment_before();

-- What was reviewed stays: the foreign key says so too, but without a sentence.
create function assignment_before_delete() returns trigger
    language plpgsql as $$
begin
    if exists (select from review r where r.assignment_id = old.id) then
        perform refuse(409, 'assignment_has_review', 'This judge has reviewed the project: the assignment stays.');
    end if;
    return old;
end
$$;
create trigger assignment_before_delete before delete on assignment
    for each row execute function assignment_before_delete();

-- Stepping aside makes the review a draft; it stays stored and counts nowhere.
create function assignment_recused() returns trigger
    language plpgsql as $$
begin
    update review set submitted_at = null where assignment_id = new.id and submitted_at is not null;
    return null;
end
$$;
create trigger assignment_recused after update of status on assignment
    for each row when (new.status = 'recused' and old.status <> 'recused') execute function assignment_recused();

-- A judge with assignments keeps the role: an assignment never exists for somebody else.
create function membership_before() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'UPDATE' and (new.person_id, new.role) = (old.person_id, old.role) then
        return new;
    end if;
    if old.role = 'judge' and exists (
        select from assignment a where a.event_id = old.event_id and a.person_id = old.person_id
    ) then
        perform refuse(409, 'judge_has_assignments', 'This judge has assignments: take them away first.');
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger membership_before before update or delete on membership
    for each row execute function membership_before();

-- Integers in range, of criteria that exist; complete where submitted. All faults of a kind are named at once, in the
-- rubric's order. A number is judged by its text: jsonb keeps 3.0 apart from 3.
create function require_scores(p_event bigint, scores jsonb, submitted boolean) returns void
    language plpgsql as $$
declare
    said text;
    faults int;
begin
    if jsonb_typeof(scores) <> 'object' then
        perform refuse(400, 'scores_object', 'Scores are an object of criterion keys and whole numbers.');
    end if;
    -- The usual case in one query: every score is good, and none is missing.
    select count(*) filter (where s.key is null and submitted or not coalesce(
            case when jsonb_typeof(s.value) = 'number' and s.value::text ~ '^-?[0-9]+$'
                then s.value::numeric between c.min_value and c.max_value else s.key is null end, false)) into faults
        from (select * from criterion where event_id = p_event) c full join jsonb_each(scores) s on s.key = c.key;
    if faults = 0 then
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

-- A review is saved while judging is open and its judge has not stepped aside; the database dates it.
create function review_before() returns trigger
    language plpgsql as $$
declare
    its_status text;
    fresh boolean;
begin
    if tg_op = 'DELETE' then
        perform require_judging(old.event_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and new.assignment_id <> old.assignment_id then
        perform refuse(409, 'review_fixed', 'A review stays with its assignment.');
    end if;
    -- Against recusal at this moment; the save updates the assignment anyway.
    select a.status into its_status from assignment a where a.id = new.assignment_id for no key update;
    if tg_op = 'UPDATE' and its_status = 'recused' and new.submitted_at is null
        and (new.scores, new.comment) = (old.scores, old.comment) then
        return new;
    end if;
    perform require_judging(new.event_id);
    select event_is_fresh(e) into fresh from event e where e.id = new.event_id;
    if its_status = 'recused' and not (fresh and new.submitted_at is null) then
        perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
    end if;
    if tg_op = 'INSERT' then
        -- Before the rubric is read: a change of the rubric locks the event's row against this.
        perform from event e where e.id = new.event_id for key share;
    end if;
    perform require_scores(new.event_id, new.scores, new.submitted_at is not null);
    if not fresh then
        new.saved_at := clock_timestamp();
        if new.submitted_at is not null and (tg_op = 'INSERT' or new.submitted_at is distinct from old.submitted_at) then
            new.submitted_at := new.saved_at;
        end if;
    end if;
    return new;
end
$$;
create trigger review_before before insert or update or delete on review for each row execute function review_before();

-- The clock once more as the transaction commits. A recused assignment's review became a draft, which has no window.
create function review_at_commit() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        perform require_judging(old.event_id);
    elsif not exists (select from assignment a where a.id = new.assignment_id and a.status = 'recused') then
        perform require_judging(new.event_id);
    end if;
    return null;
end
$$;
create constraint trigger review_at_commit after insert or update or delete on review
    deferrable initially deferred for each row execute function review_at_commit();

create function assignment_done_at_commit() returns trigger
    language plpgsql as $$
begin
    perform require_judging(new.event_id);
    return null;
end
$$;
create constraint trigger assignment_done_at_commit after insert on assignment
    deferrable initially deferred for each row when (new.status = 'done')
    execute function assignment_done_at_commit();
create constraint trigger assignment_move_at_commit after update on assignment
    deferrable initially deferred for each row
    when (new.status <> old.status and new.status <> 'recused' and old.status <> 'recused')
    execute function assignment_done_at_commit();

-- An assignment is done exactly where its review is submitted. At commit, since a save writes both in either order.
create function done_means_submitted() returns trigger
    language plpgsql as $$
declare
    its bigint;
begin
    if tg_table_name = 'assignment' then
        its := new.id;
    elsif tg_op = 'DELETE' then
        its := old.assignment_id;
    else
        its := new.assignment_id;
    end if;
    if exists (
        select from assignment a left join review r on r.assignment_id = a.id
        where a.id = its and (a.status = 'done') <> (r.submitted_at is not null)
    ) then
        perform refuse(422, 'done_means_submitted', 'An assignment is done exactly when its review is submitted.');
    end if;
    return null;
end
$$;
create constraint trigger done_means_submitted after insert or update or delete on review
    deferrable initially deferred for each row execute function done_means_submitted();
create constraint trigger done_means_submitted after insert or update on assignment
    deferrable initially deferred for each row execute function done_means_submitted();

-- Weights, ranges and keys stand once a review exists: its scores were given under them. FOR UPDATE waits for saves
-- under way, whose foreign keys hold the event's row, and holds off new ones.
create function criterion_before() returns trigger
    language plpgsql as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    if tg_op = 'UPDATE' and (new.key, new.weight, new.min_value, new.max_value)
        = (old.key, old.weight, old.min_value, old.max_value) then
        return new;
    end if;
    perform from event e where e.id = its for update;
    if exists (select from review r where r.event_id = its) then
        perform refuse(409, 'rubric_locked', 'Reviews exist: criteria, weights, ranges and keys stay as they are.');
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger criterion_before before insert or update or delete on criterion
    for each row execute function criterion_before();
