-- Who judges what, and what they said: plans, assignments, reviews, conflicts, visits and notes.

-- A plan that was written: what it was made from, and which assignments it added, so that it can be undone as a whole.
create table assignment_plan (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    -- SHA-256 of what the planner read, in hex: its seed. The same event gives the same plan.
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    reviews_per_project int not null,
    -- What a review outside the judge's tracks cost the plan, in projects of load. 0: it ignored tracks.
    expertise_weight int not null,
    added int not null check (added > 0),
    planned_at timestamptz not null default clock_timestamp(),
    undone_at timestamptz,
    unique (event_id, id)
);

-- A judge's task for one project.
--
-- A review that an organizer sets aside is a recusal with a date: its assignment is `recused`, so whatever counts reviews by the status
-- `done` leaves it out, without a second condition that somebody could forget.
create table assignment (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint not null,
    project_id bigint not null,
    status text not null default 'pending'
        constraint assignment_status_known check (status in ('pending', 'done', 'recused')),
    -- `pulled`: the judge asked for another project.
    source text not null constraint assignment_source_known check (source in ('planned', 'manual', 'pulled', 'import')),
    recused_reason text not null default '' constraint recused_reason_length check (plain_text(recused_reason, 2000)),
    created_at timestamptz not null default now(),
    -- Lets a foreign key say "has the judge role", which holds in any isolation level.
    judge_role text not null generated always as ('judge') stored,
    -- None for assignments by hand, pulled ones, and those of a file.
    plan_id bigint,
    -- When an organizer set the review aside. recused_reason then says why.
    voided_at timestamptz,
    constraint already_assigned unique (project_id, person_id),
    unique (event_id, id),
    constraint assignment_project_foreign foreign key (event_id, project_id) references project (event_id, id),
    constraint not_a_judge foreign key (event_id, person_id, judge_role) references membership (event_id, person_id, role),
    foreign key (event_id, plan_id) references assignment_plan (event_id, id),
    constraint voided_is_recused check (voided_at is null or status = 'recused'),
    constraint void_reason_missing check (voided_at is null or btrim(recused_reason) <> '')
);
create index assignment_judge on assignment (person_id, id);
create index assignment_event_judge on assignment (event_id, person_id);
create index assignment_event_project on assignment (event_id, project_id);
create index assignment_of_plan on assignment (plan_id) where plan_id is not null;

-- One judge's review of one project: a draft while submitted_at is null.
create table review (
    id bigint generated always as identity primary key,
    assignment_id bigint not null constraint already_reviewed unique,
    event_id bigint not null references event,
    -- Criterion key to integer.
    scores jsonb not null default '{}' constraint scores_object check (jsonb_typeof(scores) = 'object'),
    comment text not null default '' constraint review_comment_length check (plain_text(comment, 5000)),
    -- The audit log holds the comment only as SHA-256 over this salt and the text.
    comment_salt bytea not null default uuid_send(gen_random_uuid()),
    submitted_at timestamptz,
    saved_at timestamptz not null default now(),
    -- When the review had been submitted that is set aside: it gets this moment back.
    voided_submitted_at timestamptz,
    -- The organizer who entered it for the judge, from paper. Null where the judge saved it last.
    entered_by bigint references person (id),
    constraint assignment_has_review foreign key (event_id, assignment_id) references assignment (event_id, id),
    constraint voided_is_a_draft check (voided_submitted_at is null or submitted_at is null)
);
create index review_event on review (event_id, assignment_id);
-- Reviews by the moment of their submission. Without it, the question how many came in during the last hour, or since the last look,
-- reads every review of the event. A draft that is saved stays cheap: it is in no such index.
create index review_submitted on review (event_id, submitted_at) where submitted_at is not null;

-- A declared conflict of interest. It holds like one's own team: the planner never pairs the two, and the database refuses the pair,
-- whichever act would make it.
create table conflict (
    event_id bigint not null,
    person_id bigint not null,
    project_id bigint not null,
    created_at timestamptz not null default now(),
    kind text not null default 'other'
        constraint conflict_kind_known check (kind in ('own_team', 'employer', 'mentor', 'family', 'other')),
    -- For organizers only.
    reason text not null default '' constraint conflict_reason_length check (plain_text(reason, 500)),
    source text not null default 'import'
        constraint conflict_source_known check (source in ('organizer', 'judge', 'portal', 'import')),
    -- Nobody for what a file named.
    declared_by bigint references person (id),
    primary key (event_id, person_id, project_id),
    constraint conflict_person_unknown foreign key (event_id, person_id) references event_person,
    constraint conflict_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index conflict_project on conflict (event_id, project_id);

-- What the portal finds is only suggested: it is computed when organizers look. These are the pairs of which they said that they are no
-- conflict. The portal does not suggest them again.
create table conflict_dismissal (
    event_id bigint not null,
    person_id bigint not null,
    project_id bigint not null,
    dismissed_at timestamptz not null default clock_timestamp(),
    primary key (event_id, person_id, project_id),
    foreign key (event_id, person_id) references event_person,
    foreign key (event_id, project_id) references project (event_id, id)
);
create index conflict_dismissal_project on conflict_dismissal (event_id, project_id);

-- The refusal of every act that would make such a pair.
create function refuse_declared() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(409, 'declared_conflict', 'This judge has declared a conflict of interest with the project.');
end
$$;

create function is_declared(p_event bigint, p_person bigint, p_project bigint) returns boolean
    language sql stable
    return exists (select from conflict c
        where c.event_id = p_event and c.person_id = p_person and c.project_id = p_project);

-- An assignment is for a judge of the event, and never for a project of their own team or of a declared conflict. An import may hold what
-- its event allowed. The judge's event_person is locked: a conflict takes the same lock.
create function assignment_pairs(a assignment) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
        select from project p join team_person m on m.event_id = p.event_id and m.team_id = p.team_id
        where p.event_id = a.event_id and p.id = a.project_id and m.person_id = a.person_id
    ) then
        perform refuse_own_team();
    end if;
    if a.status <> 'recused' and is_declared(a.event_id, a.person_id, a.project_id)
        and not exists (select from event e where e.id = a.event_id and event_is_fresh(e)) then
        perform refuse_declared();
    end if;
end
$$;

-- pending <-> done goes with a review save, so judging is open. Stepping aside and coming back end with publication, since the published
-- ranking rests on it, and share the event's row, so that a publication at this moment comes before or after, and does not count a
-- review that is a draft by then. Who may do which is the application's to say.
create function assignment_moves(was text, a assignment) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if was = 'recused' and a.status = 'done' then
        perform refuse(409, 'recused', 'This judge has stepped aside from the project.');
    elsif 'recused' in (was, a.status) then
        select * into e from event where id = a.event_id for share;
        if was = 'recused' and not event_is_fresh(e) then
            perform from event_person ep where ep.event_id = a.event_id and ep.person_id = a.person_id for no key update;
            if is_declared(a.event_id, a.person_id, a.project_id) then
                perform refuse_declared();
            end if;
        end if;
        if not event_is_fresh(e) and exists (select from publication p where p.event_id = a.event_id) then
            perform refuse(409, 'published', format('The results of %s are published: assignments stay as they are.',
                e.name));
        end if;
    else
        perform require_judging(a.event_id);
    end if;
end
$$;

-- The date of a void is the database's, and changes only with the two moves that it belongs to. The event's row is shared, so that a
-- publication at this moment comes before or after, and never in between.
create function assignment_voids(old_row assignment, new_row assignment) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if new_row.voided_at is not null and not (old_row.status = 'done' and new_row.status = 'recused') then
        perform refuse(409, 'recused', 'Only a submitted review can be set aside.');
    elsif new_row.voided_at is null and new_row.status <> 'done' then
        perform refuse(409, 'recused', 'This review is set aside: restore it first.');
    end if;
    select * into e from event where id = new_row.event_id for share;
    if new_row.voided_at is null and is_declared(new_row.event_id, new_row.person_id, new_row.project_id) then
        perform refuse_declared();
    end if;
    if not event_is_fresh(e) and exists (select from publication p where p.event_id = new_row.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: assignments stay as they are.', e.name));
    end if;
end
$$;

-- The rules of an assignment: its pair, its moves, and setting its review aside.
create function assignment_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'UPDATE' and forgets(new.event_id) then
        return new;
    end if;
    if tg_op = 'INSERT' then
        perform assignment_pairs(new);
        if new.status <> 'pending' then
            perform assignment_moves('pending', new);
        end if;
        if new.voided_at is not null and not exists (select from event e where e.id = new.event_id and event_is_fresh(e)) then
            perform refuse(409, 'recused', 'Only a submitted review can be set aside.');
        end if;
        return new;
    end if;
    if (new.person_id, new.project_id) is distinct from (old.person_id, old.project_id) then
        if exists (select from review r where r.assignment_id = old.id) then
            perform refuse(409, 'assignment_fixed', 'An assignment with a review stays with its judge and project.');
        end if;
        perform assignment_pairs(new);
    end if;
    if (new.voided_at is null) <> (old.voided_at is null) then
        perform assignment_voids(old, new);
        new.voided_at := case when new.voided_at is not null then clock_timestamp() end;
        return new;
    end if;
    new.voided_at := old.voided_at;
    if new.status <> old.status then
        if old.voided_at is not null then
            perform refuse(409, 'recused', 'This review is set aside: restore it first.');
        end if;
        perform assignment_moves(old.status, new);
    end if;
    return new;
end
$$;
create trigger assignment_before before insert or update on assignment
    for each row execute function assignment_before();

-- What was reviewed stays: the foreign key says so too, but without a sentence.
create function assignment_before_delete() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from review r where r.assignment_id = old.id) then
        perform refuse(409, 'assignment_has_review', 'This judge has reviewed the project: the assignment stays.');
    end if;
    return old;
end
$$;
create trigger assignment_before_delete before delete on assignment
    for each row execute function assignment_before_delete();

-- Stepping aside makes the review a draft. It stays stored and counts nowhere.
create function assignment_recused() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update review set submitted_at = null where assignment_id = new.id and submitted_at is not null;
    return null;
end
$$;
create trigger assignment_recused after update of status on assignment
    for each row when (new.status = 'recused' and old.status <> 'recused') execute function assignment_recused();

-- A restored review is submitted again, since when it was submitted.
create function assignment_restored() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update review set submitted_at = voided_submitted_at where assignment_id = new.id;
    return null;
end
$$;
create trigger assignment_restored after update of status on assignment
    for each row when (old.voided_at is not null and new.voided_at is null) execute function assignment_restored();

-- A conflict sets its judge aside. The portal does so before it declares one, and logs it. What was published rests on the reviews that
-- counted then.
create function conflict_sets_aside() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
    if not exists (select from event e where e.id = new.event_id and (event_is_fresh(e) or event_forgets(e)))
        and not exists (select from publication p where p.event_id = new.event_id) then
        update assignment a set status = 'recused', recused_reason = ''
            where a.project_id = new.project_id and a.person_id = new.person_id and a.status <> 'recused';
    end if;
    return null;
end
$$;
create trigger conflict_sets_aside after insert or update of person_id, project_id on conflict
    for each row execute function conflict_sets_aside();

-- Integers in range, of criteria that exist; complete where submitted. The usual case is one query that makes no text of the scores.
-- What is wrong is looked for only where something is. All faults of a kind are named at once, in the rubric's order. A number is judged
-- by its text: jsonb keeps 3.0 apart from 3.
create function require_scores(p_event bigint, scores jsonb, submitted boolean) returns void
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

-- For an event whose personal data are gone.
create function refuse_forgotten(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(409, 'forgotten', format(
        'The personal data of %s were removed at %s. The event is closed, and nothing can be added.',
        e.name, utc_text(e.forgotten_at)));
end
$$;

-- A review is saved while judging is open and its judge has not stepped aside. The database dates it. What setting it aside and
-- restoring it write has no window: it changes no score. It also asks what the trigger a_not_forgotten asks elsewhere. The event is read
-- once, before the assignment is locked: a window that is moved during that wait is seen at the commit.
create function review_before() returns trigger
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
create trigger review_before before insert or update or delete on review for each row execute function review_before();

-- A list may name somebody who was given the team's project before. Such an assignment stays for an organizer to settle, and no review
-- of it is taken. This holds too where an invitation and an assignment are written at the same moment.
create function review_own_team() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (
        select from assignment a
        join project p on p.event_id = a.event_id and p.id = a.project_id
        join team_person t on t.event_id = p.event_id and t.team_id = p.team_id and t.person_id = a.person_id
        where a.id = new.assignment_id
    ) then
        perform refuse_own_team();
    end if;
    return new;
end
$$;
create trigger review_own_team before insert or update of scores, comment, submitted_at on review
    for each row when (new.submitted_at is not null) execute function review_own_team();

-- A recused assignment's review became a draft, which has no window, and neither has a restored one: review_before let nothing else
-- through that takes voided_submitted_at away. The move of an assignment between pending and done needs no require_commit of its own:
-- done_means_submitted ties it to a change of the review.
create function review_at_commit() returns trigger
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
create constraint trigger review_at_commit after insert or update or delete on review
    deferrable initially deferred for each row execute function review_at_commit();

-- The window's second check, at the commit.
create function assignment_done_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- A save writes a review and, where it changes, the status of its assignment. Together they are one round trip: a judge who submits waits
-- once less for the database, and a rush of judges for the connections that they share.

-- Writes several reviews at once: the first of an assignment, or over the one that is there, and moves the assignments to the statuses
-- that are not null. The arrays are equally long, and no assignment comes twice. The caller holds the assignments' locks. What it returns
-- is named one by one: the row of a table that got a column since would not fit statements that were prepared before.
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

-- A judge who came to a project in vain marks the visit: nobody was there, the team was busy, or it could not show anything. The
-- assignment stays pending and moves to the end of the judge's list. Organizers and the team see that a visit was missed. A mark is
-- there only while its assignment is pending. A later visit in vain takes the place of an earlier one.
create table visit_mark (
    assignment_id bigint primary key,
    event_id bigint not null references event,
    kind text not null constraint visit_kind_known check (kind in ('absent', 'busy', 'cannot_demo')),
    -- When the judge was there. A phone without a network sends it later. The database keeps it within what can be true.
    marked_at timestamptz not null default clock_timestamp(),
    constraint visit_assignment_foreign foreign key (event_id, assignment_id) references assignment (event_id, id) on delete cascade
);
create index visit_mark_event on visit_mark (event_id);

-- Only a project that is still to be reviewed is marked, while judging is open, and at a moment that can be true.
create function visit_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its assignment;
    opened timestamptz;
begin
    if tg_op = 'DELETE' then
        -- Otherwise the mark goes with its assignment, or because that is pending no more: neither waits for a window.
        if exists (select from assignment a where a.id = old.assignment_id and a.status = 'pending') then
            perform require_judging(old.event_id);
        end if;
        return old;
    end if;
    -- Against a review that is submitted at this moment.
    select * into its from assignment a where a.id = new.assignment_id for no key update;
    if its.status <> 'pending' then
        perform refuse(409, 'assignment_status', 'Only a project that is still to be reviewed can be marked.');
    end if;
    perform require_judging(new.event_id);
    select e.judging_open into opened from event e where e.id = new.event_id;
    new.marked_at := least(
        greatest(coalesce(new.marked_at, clock_timestamp()), opened, its.created_at), clock_timestamp());
    return new;
end
$$;
create trigger visit_before before insert or update or delete on visit_mark
    for each row execute function visit_before();

-- The window's second check, at the commit.
create function visit_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform require_commit(new.event_id);
        perform require_judging(new.event_id);
    elsif exists (select from assignment a where a.id = old.assignment_id and a.status = 'pending') then
        perform require_commit(old.event_id);
        perform require_judging(old.event_id);
    end if;
    return null;
end
$$;
create constraint trigger visit_at_commit after insert or update or delete on visit_mark
    deferrable initially deferred for each row execute function visit_at_commit();

-- Without this, a mark would count again once a review is withdrawn, although its judge has been there since.
create function visit_ends() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from visit_mark v where v.assignment_id = new.id;
    return null;
end
$$;
create trigger visit_ends after update of status on assignment
    for each row when (old.status = 'pending' and new.status <> 'pending') execute function visit_ends();

-- A judge's private note on a project. It hangs on judge and project, not on the assignment: an organizer who takes an assignment back
-- must not clear what a judge wrote. It has no window, and is in no export but the judge's own data.
create table judge_note (
    event_id bigint not null references event,
    person_id bigint not null,
    project_id bigint not null,
    body text not null constraint note_length check (plain_text(body, 5000)),
    saved_at timestamptz not null default clock_timestamp(),
    primary key (person_id, project_id),
    constraint note_missing check (body <> ''),
    constraint note_person_unknown foreign key (event_id, person_id) references event_person,
    constraint note_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index judge_note_event on judge_note (event_id);

-- A judge's first three, the best first, where the event asks for them. Empty where they were taken back. Nobody reads one judge's but
-- that judge.
create table first_three (
    event_id bigint not null references event,
    person_id bigint not null,
    choices bigint[] not null constraint first_three_range check (cardinality(choices) <= 3),
    given_at timestamptz not null default clock_timestamp(),
    primary key (event_id, person_id),
    constraint first_three_person_unknown foreign key (event_id, person_id) references event_person
);

-- Only what the judge has reviewed, each once, while judging is open. A choice whose review is withdrawn later stays stored and is left
-- out where choices are counted.
create function first_three_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_judging(new.event_id);
    if (select count(distinct choice) <> cardinality(new.choices) from unnest(new.choices) choice)
        or exists (select from unnest(new.choices) choice where not exists (select from assignment a
            where a.event_id = new.event_id and a.person_id = new.person_id and a.project_id = choice and a.status = 'done')) then
        perform refuse(422, 'first_three_choices', 'Choose projects that you have reviewed, each once.');
    end if;
    return new;
end
$$;
create trigger first_three_before before insert or update of choices on first_three
    for each row execute function first_three_before();

-- The window's second check, at the commit.
create function first_three_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform require_commit(new.event_id);
    perform require_judging(new.event_id);
    return null;
end
$$;
create constraint trigger first_three_at_commit after insert or update of choices on first_three
    deferrable initially deferred for each row execute function first_three_at_commit();
