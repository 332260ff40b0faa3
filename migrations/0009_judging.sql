-- Who judges what, and what they said: plans, assignments, reviews, conflicts, visits, calls, notes, and judges who have not come yet.

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
    -- An organizer took the judge off the project: the judge did not step aside, and is not told so. Where a project is given back it is
    -- false again.
    taken_off boolean not null default false,
    -- It ended as its project was withdrawn. It comes back with the project.
    ended_with_project boolean not null default false,
    created_at timestamptz not null default now(),
    -- Lets a foreign key say "has the judge role", which holds in any isolation level.
    judge_role text not null generated always as ('judge') stored,
    -- None for assignments by hand, pulled ones, and those of a file.
    plan_id bigint,
    -- When an organizer set the review aside. recused_reason then says why.
    voided_at timestamptz,
    -- The links that were opened before the review are counted in project_look. A judge counts once, also one who withdraws the review
    -- and submits it again.
    looks_counted boolean not null default false,
    constraint already_assigned unique (project_id, person_id),
    unique (event_id, id),
    constraint assignment_project_foreign foreign key (event_id, project_id) references project (event_id, id),
    constraint not_a_judge foreign key (event_id, person_id, judge_role) references membership (event_id, person_id, role),
    foreign key (event_id, plan_id) references assignment_plan (event_id, id),
    constraint voided_is_recused check (voided_at is null or status = 'recused'),
    constraint taken_off_is_recused check (not taken_off or status = 'recused'),
    constraint ended_is_recused check (not ended_with_project or status = 'recused'),
    constraint void_reason_missing check (voided_at is null or btrim(recused_reason) <> '')
)
-- As for review: a status that moves stays in its page.
with (fillfactor = 70);
create index assignment_judge on assignment (person_id, id);
create index assignment_event_judge on assignment (event_id, person_id);
create index assignment_event_project on assignment (event_id, project_id);
create index assignment_of_plan on assignment (plan_id) where plan_id is not null;

-- One judge's review of one project: a draft while submitted_at is null.
create table review (
    id bigint generated always as identity primary key,
    assignment_id bigint not null constraint already_reviewed unique,
    -- Its assignment's. The key below holds it, and the rules of a new review lock the event's row.
    event_id bigint not null,
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
    submitted_hour timestamp generated always as (date_trunc('hour', submitted_at at time zone 'UTC')) stored,
    constraint assignment_has_review foreign key (event_id, assignment_id) references assignment (event_id, id),
    constraint voided_is_a_draft check (voided_submitted_at is null or submitted_at is null)
)
-- Room in each page for the next version of a review. One that is saved again within the hour changes no column of an index, so it stays
-- in its page and takes no new entries in four indexes, which were a sixth of what a save takes PostgreSQL.
with (fillfactor = 70);
create index review_event on review (event_id, assignment_id);
-- Reviews by the hour of their submission. Without it, the question how many came in during the last hour, or since results were published,
-- reads every review of the event.
create index review_submitted on review (event_id, submitted_hour) where submitted_hour is not null;

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
    for each row when (current_user <> 'evenhand_writer') execute function assignment_before();

-- Nobody is given a withdrawn project, and nobody is given it back alone. The name sorts behind assignment_before, which has locked what
-- it looks at.
create function assignment_of_withdrawn() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from project p join event e on e.id = p.event_id
        where p.id = new.project_id and p.withdrawn_at is not null and not event_is_fresh(e)) then
        perform refuse(409, 'project_withdrawn', 'This project is withdrawn: restore the project first.');
    end if;
    return new;
end
$$;
create trigger z_assignment_of_withdrawn before insert on assignment
    for each row execute function assignment_of_withdrawn();
create trigger z_assignment_of_withdrawn_back before update of status on assignment
    for each row when (old.status = 'recused' and new.status <> 'recused') execute function assignment_of_withdrawn();

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

-- Whom a list named as a member of a team has a conflict with its projects as soon as they judge or are on a panel, whatever becomes of
-- the invitation: who declines it, or leaves the team, would judge it otherwise. Only an organizer lifts it (lift_listed). A judge's own
-- declaration becomes the list's, since its judge could take it back.
--
-- Where neither a person nor a project is given, all of the event are meant. Returns what the log says of it: the new pairs, and the
-- assignments that they ended; null for none. Those are ended here, since the conflicts would end them without a word. Once results are
-- published, nobody reviews any more and no conflict is lifted, so only who is asked still gets one: the panel of a prize without winners.
create function declare_listed(p_event bigint, p_person bigint, p_project bigint) returns jsonb
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    judges bigint[];
    projects bigint[];
    taken jsonb;
    since jsonb;
    is_published constant boolean := exists (select from publication p where p.event_id = p_event);
begin
    select array_agg(l.person_id order by l.person_id, l.project_id), array_agg(l.project_id order by l.person_id, l.project_id)
        into judges, projects
        from listed_person l
        where l.event_id = p_event
            and (p_person is null or l.person_id = p_person) and (p_project is null or l.project_id = p_project)
            and (not is_published and exists (
                    select from membership m where m.event_id = p_event and m.person_id = l.person_id and m.role = 'judge')
                or exists (select from prize_panellist r join prize z on z.id = r.prize_id
                    where r.event_id = p_event and r.person_id = l.person_id and (not is_published or z.awarded_at is null)))
            and not exists (select from conflict c
                where c.event_id = p_event and c.person_id = l.person_id and c.project_id = l.project_id and c.source <> 'judge');
    if judges is null then
        return null;
    end if;
    -- By their numbers, as reviews that are saved at this moment lock them.
    perform from assignment a join unnest(judges, projects) n (judge, project) on a.person_id = n.judge and a.project_id = n.project
        where a.event_id = p_event order by a.id for no key update of a;
    with gone as (
        update assignment a set status = 'recused', recused_reason = '', taken_off = true
            from unnest(judges, projects) n (judge, project)
            where a.event_id = p_event and a.person_id = n.judge and a.project_id = n.project and a.status <> 'recused'
                and not is_published
            returning a.id, (select r.submitted_at from review r where r.assignment_id = a.id) as submitted_at)
    select coalesce(jsonb_agg(g.id order by g.id), '[]'),
            coalesce(jsonb_object_agg(g.id::text, g.submitted_at) filter (where g.submitted_at is not null), '{}')
        into taken, since from gone g;
    insert into conflict (event_id, person_id, project_id, kind, source, created_at)
        select p_event, n.judge, n.project, 'own_team', 'import', clock_timestamp() from unnest(judges, projects) n (judge, project)
        on conflict (event_id, person_id, project_id) do update set source = excluded.source, declared_by = null;
    return jsonb_build_object('recused', taken, 'counted_since', since, 'declared', (
        select jsonb_agg(jsonb_build_object('judge', n.judge, 'project', n.project)) from unnest(judges, projects) n (judge, project)));
end
$$;

-- An organizer says why a list was wrong about somebody. A later list that says the same changes nothing.
create function lift_listed(p_event bigint, p_person bigint, p_project bigint, p_reason text) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update imported_member i set lifted_reason = p_reason from person o, project p
        where o.id = p_person and p.event_id = p_event and p.id = p_project
            and i.event_id = p_event and i.team_id = p.team_id and i.email = lower(o.email collate "C");
$$;

-- What lists said of the teams in a finals event holds there, too, also for judges who come to it later.
create function copy_listed(p_finals bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into imported_member (event_id, team_id, email, lifted_reason)
        select f.id, n.id, i.email, i.lifted_reason from event f
        join imported_member i on i.event_id = f.finals_of
        join team t on t.event_id = i.event_id and t.id = i.team_id
        join team n on n.event_id = f.id and n.name = t.name
        where f.id = p_finals
        on conflict do nothing;
    perform declare_listed(p_finals, null, null);
end
$$;

-- Who comes to judge after the list, and a project that its team makes later, meet the same rule. Neither has assignments yet, so the log
-- has nothing to say of them.
create function listed_comes() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    -- A list, a judge and a project of the same moment: whichever comes second sees what the first one wrote. Projects alone do not wait for
    -- each other. The person is locked before, and the projects of which a judge gets the work that waits for them, since an import takes
    -- this lock last.
    if tg_table_name <> 'project' then
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
        if tg_table_name = 'membership' then
            perform from project p where p.id in (
                select a.project_id from invited_assignment a join invitation i on i.id = a.invitation_id
                    join person o on lower(o.email collate "C") = lower(i.email collate "C")
                    where a.event_id = new.event_id and o.id = new.person_id)
                order by p.id for share;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('listed', new.event_id));
        perform declare_listed(new.event_id, new.person_id, null);
        return null;
    end if;
    -- A list asks once, when all its projects are made: judges would wait from the first one on.
    if import_runs(new.event_id) then
        return null;
    end if;
    perform pg_advisory_xact_lock_shared(hashtextextended('listed', new.event_id));
    if exists (select from imported_member i where i.event_id = new.event_id and i.team_id = new.team_id) then
        perform declare_listed(new.event_id, null, new.id);
    end if;
    return null;
end
$$;
create trigger listed_comes after insert on membership
    for each row when (new.role = 'judge') execute function listed_comes();
-- After own_panel_after, which locks the person's team.
create trigger z_listed_comes after insert or update of person_id on prize_panellist
    for each row execute function listed_comes();
create trigger listed_comes after insert or update of team_id on project
    for each row execute function listed_comes();

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
create trigger review_before before insert or update or delete on review
    for each row when (current_user <> 'evenhand_writer') execute function review_before();

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
    for each row when (new.submitted_at is not null and current_user <> 'evenhand_writer') execute function review_own_team();

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
    deferrable initially deferred for each row when (current_user <> 'evenhand_writer') execute function review_at_commit();

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
    when (new.status <> old.status and new.status <> 'recused' and old.status <> 'recused' and current_user <> 'evenhand_writer')
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
    deferrable initially deferred for each row when (current_user <> 'evenhand_writer') execute function done_means_submitted();
create constraint trigger done_means_submitted after insert or update on assignment
    deferrable initially deferred for each row when (current_user <> 'evenhand_writer') execute function done_means_submitted();

-- One function saves a group of reviews: the laws of the row triggers in sets, one pass that chains the rows of the log, and one look at
-- the clock at the commit for each event. Asked for each row, they took two thirds of what a group's save took PostgreSQL. The row
-- triggers stay for every other way in.
--
-- They pass over what the function writes by its role, which nobody can be: it has no login and no members (see set_up_writer). Where the
-- role cannot be made, the function belongs to the owner of the tables, the triggers check each row, and all is as right and only slower.

-- Saves reviews, an assignment's first or over the one that is there, moves the assignments, and appends the rows of the log: all or
-- nothing. The arrays are equally long, and no assignment comes twice. A salt is for a first review: the digest of its comment in the log
-- is made with it. What is returned is named one by one: the row of a table that got a column since would not fit statements that were
-- prepared before.
--
-- The wait for the end of a chain may take as many milliseconds as `head_timeout` says.
--
-- Locks come in the order that all keep: assignments, events, heads of chains, each by number. Who calls this has locked the assignments
-- already, and read what it says of them.
create function save_reviews(
    head_timeout int, its_assignments bigint[], its_events bigint[], its_scores jsonb[], its_comments text[], its_salts bytea[],
    are_submitted boolean[], organizers bigint[],
    actors text[], actor_roles text[], actions text[], ips text[], befores text[], afters text[]
) returns table (written bigint, submitted timestamptz, saved timestamptz)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
    -- Planned once for any number of reviews, and for tables that fill up while the plan is kept. So each review is looked for by all
    -- columns of an index. Planned while there are none, a join reads all of them, and so does a look by a part of an index.
    -- What is found is joined by its place in the table: as long as its assignment and its event are locked, nobody else moves it.
    set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
    -- Whether the row triggers pass over what this writes.
    sets constant boolean := current_user = 'evenhand_writer';
    moment timestamptz;
    e event;
    ids bigint[] := '{}';
    slugs text[] := '{}';
    known bigint;
    moving bigint;
    void boolean;
    judges bigint[];
    projects bigint[];
    -- Of an event's rubric.
    keys text[];
    lowest jsonb;
    all_hold jsonpath;
    doubtful int;
    done bigint;
    secret bytea;
    number bigint;
    hidden boolean;
    -- Of the rows of the log.
    says text[];
    tails text[];
    seqs bigint[];
    prev_hashes text[];
    hashes text[];
    -- Of the ends of their chains.
    ends bigint[] := '{}';
    end_hashes text[] := '{}';
    end_times timestamptz[] := '{}';
    seq bigint;
    hash text;
    ended timestamptz;
    dated text;
    -- How long locks are waited for from here on. A `perform` would be a statement of its own.
    waits text;
begin
    -- They are read by their places, which takes less than `unnest` of all of them: it lays each down once more. An empty one has no bounds.
    if not coalesce(format('[1:%s]', cardinality(its_assignments)) = all (array[array_dims(its_assignments), array_dims(its_events),
        array_dims(its_scores), array_dims(its_comments), array_dims(its_salts), array_dims(are_submitted), array_dims(organizers),
        array_dims(actors), array_dims(actor_roles), array_dims(actions), array_dims(ips), array_dims(befores), array_dims(afters)]),
        cardinality(its_assignments) = 0)
    then
        raise exception using errcode = '22023', constraint = 'equal_arrays', message = 'The arrays differ in their bounds.';
    end if;
    -- Against recusal at this moment.
    select count(s.is_submitted), count(*) filter (where (a.status = 'done') <> s.is_submitted),
            bool_or(a.voided_at is not null) filter (where a.status = 'recused'),
            array_agg(a.person_id) filter (where s.is_submitted), array_agg(a.project_id) filter (where s.is_submitted)
        into known, moving, void, judges, projects
        from (select n, are_submitted[n] as is_submitted from generate_series(1, cardinality(its_assignments)) n
            order by its_assignments[n]) s
        cross join lateral (select * from assignment held where held.id = its_assignments[s.n] and held.event_id = its_events[s.n]
            for no key update) a;
    -- Before the rubric is read: a change of the rubric locks the event's row against this.
    for e in select * from event where id = any (its_events) order by id for key share loop
        ids := ids || e.id;
        slugs := slugs || e.slug;
        continue when not sets;
        if e.forgotten_at is not null then
            perform refuse_forgotten(e);
        end if;
        if not judging_is_open(e) then
            perform require_judging_of(e);
        end if;
        if void then
            perform refuse(409, 'recused', 'An organizer has set this review aside: it does not count, and stays as it is.');
        elsif void is not null then
            perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
        end if;
        -- Which reviews may be against the rubric: it tells without a mistake which ones keep to it, and `require_scores` looks at the
        -- others. The rubric is one path, which holds where every criterion has a number in its range; what a draft leaves out is taken as
        -- each criterion's lowest. `strict`, since `[3]` would pass for 3 otherwise. A number with a point is none of scale 0.
        select array_agg(c.key), jsonb_object_agg(c.key, c.min_value),
                'strict ' || string_agg(format('$."%1$s" >= %2$s && $."%1$s" <= %3$s', c.key, c.min_value, c.max_value), ' && ')
            into keys, lowest, all_hold from criterion c where c.event_id = e.id;
        foreach doubtful in array array(
            select n from generate_series(1, cardinality(its_events)) n
            where its_events[n] = e.id and not coalesce(
                case when jsonb_typeof(its_scores[n]) = 'object' then its_scores[n] - keys = '{}' and strpos(its_scores[n]::text, '.') = 0
                    and case when are_submitted[n] then its_scores[n] else lowest || its_scores[n] end @@ all_hold
                end, false)
            order by n)
        loop
            perform require_scores(e.id, its_scores[doubtful], are_submitted[doubtful]);
        end loop;
    end loop;
    if known <> cardinality(its_assignments) then
        raise foreign_key_violation using constraint = 'assignment_has_review', message = 'There is no such assignment in the event.';
    end if;
    -- Asked for each: as a join, it would read all teams. Of a judge first, and then for the team: planned while the event has no
    -- invitations, both at once would read all of them for each review.
    if sets and judges is not null then
        if exists (
            select from unnest(judges, projects) s (judge, project) join project p on p.id = s.project
            where (select o.person_id from (select * from team_person t where t.person_id = s.judge offset 0) o
                where o.event_id = p.event_id and o.team_id = p.team_id limit 1) is not null
        ) then
            perform refuse_own_team();
        end if;
    end if;

    moment := clock_timestamp();
    return query
        update review r set scores = its_scores[s.n], comment = its_comments[s.n],
            submitted_at = case when are_submitted[s.n] then moment end, saved_at = moment, voided_submitted_at = null,
            entered_by = organizers[s.n]
        from (select n, (select other.ctid from review other
                where other.event_id = its_events[n] and other.assignment_id = its_assignments[n]) as place
            from generate_series(1, known) n offset 0) s
        where r.ctid = s.place
        returning r.assignment_id, r.submitted_at, r.saved_at;
    get diagnostics done = row_count;
    if done < known then
        return query
            insert into review as r (assignment_id, event_id, scores, comment, comment_salt, submitted_at, saved_at, entered_by)
            select its_assignments[n], its_events[n], its_scores[n], its_comments[n], its_salts[n],
                case when are_submitted[n] then moment end, moment, organizers[n]
            from generate_series(1, known) n
            where (select other.id from review other
                where other.event_id = its_events[n] and other.assignment_id = its_assignments[n]) is null
            returning r.assignment_id, r.submitted_at, r.saved_at;
        get diagnostics number = row_count;
        if done + number <> known then
            raise exception using errcode = '22023', message = 'An assignment comes twice among the reviews that are saved.';
        end if;
    end if;
    if moving > 0 then
        update assignment a
            set status = case when are_submitted[array_position(its_assignments, a.id)] then 'done' else 'pending' end, recused_reason = ''
            where a.id = any (its_assignments) and (a.status = 'done') <> are_submitted[array_position(its_assignments, a.id)];
        if sets then
            delete from visit_mark v
                where v.assignment_id = any (its_assignments) and are_submitted[array_position(its_assignments, v.assignment_id)];
        end if;
    end if;

    waits := set_config('lock_timeout', head_timeout::text, true);
    if not sets then
        insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
            select s.event, s.actor, s.role, s.action, 'assignment', s.assignment::text, s.ip, s.before, s.after
            from unnest(its_assignments, its_events, actors, actor_roles, actions, ips, befores, afters)
                with ordinality s (assignment, event, actor, role, action, ip, before, after, n)
            order by s.event, s.n;
        return;
    end if;
    -- Before a head is locked, since others wait for it: the salts, and what of a hash does not hang on the row before. What `with_salt`
    -- does for one row: each has bits that nobody can tell from random ones, or from those of the others.
    secret := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    select array_agg(s.after), array_agg(netstring(actors[s.n]) || netstring(actions[s.n]) || '10:assignment,'
            || netstring(its_assignments[s.n]::text) || netstring(ips[s.n]) || netstring(befores[s.n]) || netstring(s.after)),
            bool_and(actions[s.n] like 'review.%')
        into says, tails, hidden
        from (select n, case when afters[n] like '{"%}' then left(afters[n], -1) || ',"salt":"' || rtrim(translate(encode(
                    substr(sha256(secret || int8send(n)), 1, 16), 'base64'), '+/', '-_'), '=') || '"}'
                else with_salt(afters[n]) end as after
            from generate_series(1, known) n order by n offset 0) s;
    -- Anything else would raise the event's version.
    if not hidden then
        raise check_violation using constraint = 'action_shape', message = 'What saves reviews is logged as review.…';
    end if;
    for i in 1 .. cardinality(ids) loop
        select h.seq, h.row_hash, h.ts into seq, hash, ended from audit_head h where h.chain = slugs[i] for update;
        if not found then
            insert into audit_head values (slugs[i], 0, sha256_hex('evenhand-audit/1:' || slugs[i]), null, ids[i]) on conflict do nothing;
            select h.seq, h.row_hash, h.ts into seq, hash, ended from audit_head h where h.chain = slugs[i] for update;
        end if;
        ends := ends || seq;
        end_hashes := end_hashes || hash;
        end_times := end_times || ended;
    end loop;
    moment := clock_timestamp();
    seqs := array_fill(0::bigint, array[known::int]);
    prev_hashes := array_fill(''::text, array[known::int]);
    hashes := prev_hashes;
    for i in 1 .. cardinality(ids) loop
        seq := ends[i];
        hash := end_hashes[i];
        end_times[i] := greatest(moment, end_times[i]);
        dated := netstring(audit_ts(end_times[i]));
        for n in 1 .. known loop
            continue when its_events[n] <> ids[i];
            seq := seq + 1;
            seqs[n] := seq;
            prev_hashes[n] := hash;
            hash := encode(sha256(convert_to(netstring(hash) || netstring(seq::text) || dated || tails[n], 'UTF8')), 'hex');
            hashes[n] := hash;
        end loop;
        ends[i] := seq;
        end_hashes[i] := hash;
    end loop;
    insert into audit_log (chain, seq, event_id, ts, actor, actor_role, action, object_type, object_id, ip, before, after, prev_hash,
            row_hash)
        select slugs[array_position(ids, its_events[n])], seqs[n], its_events[n], end_times[array_position(ids, its_events[n])],
            actors[n], actor_roles[n], actions[n], 'assignment', its_assignments[n]::text, ips[n], befores[n], says[n], prev_hashes[n],
            hashes[n]
        from generate_series(1, known) n;
    -- The look at the clock at the commit hangs on these rows.
    update audit_head h set seq = ends[array_position(slugs, h.chain)], row_hash = end_hashes[array_position(slugs, h.chain)],
            ts = end_times[array_position(slugs, h.chain)]
        where h.chain = any (slugs);
end
$$;

-- The window's second check, at the commit: once for each event in which reviews were saved together. The rows themselves are not
-- checked again: whatever changes one of them later in the transaction meets its triggers.
create function saves_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where slug = new.chain;
    perform require_commit(e.id);
    if not judging_is_open(e) then
        perform require_judging_of(e);
    end if;
    return null;
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
    for each row when (old.status = 'pending' and new.status <> 'pending' and current_user <> 'evenhand_writer')
    execute function visit_ends();

-- Judges call for help from where they are, and an organizer comes.

-- The log says who called and who came, and nothing of what was added.
create table help_call (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint not null,
    -- Where the judge was; none for one who had no project.
    project_id bigint,
    -- What the judge added.
    said text not null default '' constraint help_call_said_length check (plain_text(said, 120)),
    called_at timestamptz not null default clock_timestamp(),
    -- The organizer who comes.
    taken_by bigint references person (id),
    taken_at timestamptz,
    ended_at timestamptz,
    foreign key (event_id, person_id) references event_person (event_id, person_id),
    foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
-- A judge waits once: a second press calls nobody twice.
create unique index help_call_waits on help_call (event_id, person_id) where ended_at is null;
create index help_call_person on help_call (event_id, person_id);
create index help_call_project on help_call (event_id, project_id) where project_id is not null;
create index help_call_taken_by on help_call (taken_by) where taken_by is not null;

-- Calls go with the event's other personal data.
create function forget_calls() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from help_call where event_id = new.id;
    return null;
end
$$;
create trigger forget_calls after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_calls();

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

-- What judges looked at before they submitted a review, counted for each project and for no judge.

-- Of the judges whose device counted, how many opened each link before they submitted their first review of the project. Which of them
-- did is stored nowhere.
create table project_look (
    event_id bigint not null references event,
    project_id bigint not null,
    repository int not null,
    demo int not null,
    video int not null,
    -- How many of these judges there are.
    judges int not null,
    primary key (event_id, project_id),
    foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);

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

-- Judges who are invited and have not come yet are dealt projects, so that a hall can be ready the evening before. Their work hangs on
-- the invitation, since there may be no account yet, and becomes assignments when they come.

-- An assignment that is dealt keeps its number when its judge comes: it is printed on sheets, with a code that leads to its form. So both
-- tables are numbered from one sequence, which the application may not use itself.
create function next_assignment_id() returns bigint
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    select nextval('public.assignment_id_seq');
$$;

-- A project that is dealt to somebody who is invited to judge and has not come yet.
create table invited_assignment (
    id bigint primary key default next_assignment_id(),
    event_id bigint not null references event,
    invitation_id bigint not null references invitation on delete cascade,
    project_id bigint not null,
    -- As in assignment, whose source it becomes: what somebody chose was not dealt because its judge came later.
    source text not null constraint invited_assignment_source_known check (source in ('planned', 'manual', 'import')),
    -- As in assignment.
    plan_id bigint,
    unique (project_id, invitation_id),
    constraint invited_assignment_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade,
    foreign key (event_id, plan_id) references assignment_plan (event_id, id)
);
create index invited_assignment_event on invited_assignment (event_id);
create index invited_assignment_invitation on invited_assignment (invitation_id);
create index invited_assignment_of_plan on invited_assignment (plan_id) where plan_id is not null;

-- Who is invited to judge and has not come. Somebody whose address judges already has come, whatever became of the invitation.
create view invited_judge as
    select i.id, i.event_id, i.email, i.name, i.review_cap, i.track_ids from invitation i
    where i.role = 'judge' and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
        and not exists (select from membership m join person p on p.id = m.person_id
            where m.event_id = i.event_id and m.role = 'judge' and lower(p.email collate "C") = lower(i.email collate "C"));

-- Projects that they may not judge, as far as their address tells: those of a team that the address is on or is invited to, or on which a
-- list named it, and those of a declared conflict.
create view invited_barred as
    select j.event_id, j.id as invitation_id, p.id as project_id from invited_judge j
        join person o on lower(o.email collate "C") = lower(j.email collate "C")
        join team_person t on t.event_id = j.event_id and t.person_id = o.id
        join project p on p.event_id = t.event_id and p.team_id = t.team_id
    union all
    select j.event_id, j.id, p.id from invited_judge j
        join invitation i on i.event_id = j.event_id and lower(i.email collate "C") = lower(j.email collate "C")
        join project p on p.event_id = i.event_id and p.team_id = i.team_id
        where num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
    union all
    select j.event_id, j.id, p.id from invited_judge j
        join imported_member i on i.event_id = j.event_id and i.email = lower(j.email collate "C") and i.lifted_reason is null
        join project p on p.event_id = i.event_id and p.team_id = i.team_id
    union all
    select j.event_id, j.id, c.project_id from invited_judge j
        join person o on lower(o.email collate "C") = lower(j.email collate "C")
        join conflict c on c.event_id = j.event_id and c.person_id = o.id;

-- What they would have to do if they came now. A team, a conflict or a repeat that became known since leaves a row without meaning. It asks
-- the tables: over invited_barred, PostgreSQL may look for the invited judges anew for each row.
create view invited_work as
    select a.id, a.event_id, a.invitation_id, a.project_id, a.plan_id from invited_assignment a
        join invited_judge j on j.id = a.invitation_id
        join project p on p.event_id = a.event_id and p.id = a.project_id
    where p.status = 'submitted' and p.duplicate_of is null
        and not exists (select from person o join team_person t on t.person_id = o.id
            where lower(o.email collate "C") = lower(j.email collate "C") and t.event_id = a.event_id and t.team_id = p.team_id)
        and not exists (select from invitation i
            where i.event_id = a.event_id and i.team_id = p.team_id and lower(i.email collate "C") = lower(j.email collate "C")
                and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0)
        and not exists (select from imported_member i
            where i.event_id = a.event_id and i.team_id = p.team_id and i.email = lower(j.email collate "C") and i.lifted_reason is null)
        and not exists (select from person o join conflict c on c.person_id = o.id
            where lower(o.email collate "C") = lower(j.email collate "C") and c.event_id = a.event_id and c.project_id = a.project_id);

-- Only an open invitation to judge this event is dealt a project, and none that the judge would have to refuse. The invitation is
-- locked, as answering it does: who comes at this moment takes along what was dealt before, and is dealt nothing after.
create function invited_assignment_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from invitation i where i.id = new.invitation_id for no key update;
    if not exists (select from invited_judge j where j.id = new.invitation_id and j.event_id = new.event_id) then
        perform refuse(403, 'not_a_judge', 'Only a judge of the event can be given a project.');
    end if;
    if exists (select from invited_barred b where b.invitation_id = new.invitation_id and b.project_id = new.project_id) then
        perform refuse_own_team();
    end if;
    return new;
end
$$;
create trigger invited_assignment_before before insert or update on invited_assignment
    for each row execute function invited_assignment_before();

-- Without this, an answered or withdrawn invitation would keep projects from others.
create function invited_assignment_ends() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from invited_assignment a where a.invitation_id = new.id;
    return null;
end
$$;
create trigger invited_assignment_ends after update of accepted_at, declined_at, withdrawn_at on invitation
    for each row when (num_nonnulls(new.accepted_at, new.declined_at, new.withdrawn_at) > 0)
    execute function invited_assignment_ends();
