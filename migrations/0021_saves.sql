-- Saves of reviews, at their limit. Two thirds of what a save in a group took PostgreSQL were the row triggers of review, assignment and
-- log: each asked for each row what one question answers for all. Now one function writes a group: the same laws in sets, one pass that
-- chains the rows of the log, and one look at the clock at the commit for each event. The row triggers stay for every other way in.
--
-- They pass over what the function writes by its role, which nobody can be: it has no login and no members. Where the role cannot be
-- made, the function belongs to the owner of the tables, the triggers check each row, and all is as right and only slower.

-- A value in a row's hash, as in `netstrings`. PostgreSQL folds it into the statement that asks.
create function netstring(t text) returns text
    language sql stable parallel safe
    return octet_length(convert_to(coalesce(t, ''), 'UTF8'))::text || ':' || coalesce(t, '') || ',';

-- Which of an event's reviews among these may be against its rubric, in their order. It tells without a mistake which ones keep to it, and
-- `require_scores` looks at the others. A number with a point is none of scale 0; jsonb puts what is no number before or after all
-- numbers.
create function doubtful_scores(p_event bigint, its_events bigint[], its_scores jsonb[], are_submitted boolean[]) returns int[]
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
    keys text[];
    lowest jsonb[];
    highest jsonb[];
begin
    select coalesce(array_agg(c.key), '{}'), array_agg(to_jsonb(c.min_value)), array_agg(to_jsonb(c.max_value))
        into keys, lowest, highest from criterion c where c.event_id = p_event;
    return array(
        select s.n::int from unnest(its_events, its_scores, are_submitted) with ordinality s (event, scores, is_submitted, n)
        where s.event = p_event and not coalesce(
            case when jsonb_typeof(s.scores) = 'object' then s.scores - keys = '{}' and strpos(s.scores::text, '.') = 0
                and (select count(s.scores -> c.key) = count(*) filter (where s.scores -> c.key between c.lowest and c.highest)
                        and (not s.is_submitted or count(s.scores -> c.key) = cardinality(keys))
                    from unnest(keys, lowest, highest) c (key, lowest, highest))
            end, false)
        order by s.n);
end
$$;

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
    -- Planned once for any number of reviews, and for tables that fill up while the plan is kept.
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
begin
    -- Against recusal at this moment.
    select count(a.is_submitted), count(*) filter (where (a.status = 'done') <> a.is_submitted),
            bool_or(a.voided_at is not null) filter (where a.status = 'recused'),
            array_agg(a.person_id) filter (where a.is_submitted), array_agg(a.project_id) filter (where a.is_submitted)
        into known, moving, void, judges, projects
        from (select held.*, s.is_submitted
            from unnest(its_assignments, its_events, are_submitted) s (assignment, event, is_submitted)
            join assignment held on held.id = s.assignment and held.event_id = s.event
            order by held.id for no key update of held) a;
    -- Before the rubric is read: a change of the rubric locks the event's row against this.
    for e in select * from event where id = any (its_events) order by id for key share loop
        ids := ids || e.id;
        slugs := slugs || e.slug;
        continue when not sets;
        if e.forgotten_at is not null then
            perform refuse_forgotten(e);
        end if;
        perform require_judging_of(e);
        if void then
            perform refuse(409, 'recused', 'An organizer has set this review aside: it does not count, and stays as it is.');
        elsif void is not null then
            perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
        end if;
        foreach doubtful in array doubtful_scores(e.id, its_events, its_scores, are_submitted) loop
            perform require_scores(e.id, its_scores[doubtful], are_submitted[doubtful]);
        end loop;
    end loop;
    if known <> cardinality(its_assignments) then
        raise foreign_key_violation using constraint = 'assignment_has_review', message = 'There is no such assignment in the event.';
    end if;
    -- Asked for each: as a join, it would read all teams.
    if sets and exists (
        select from unnest(judges, projects) s (judge, project) join project p on p.id = s.project
        where (select t.person_id from team_person t
            where t.event_id = p.event_id and t.team_id = p.team_id and t.person_id = s.judge limit 1) is not null
    ) then
        perform refuse_own_team();
    end if;

    moment := clock_timestamp();
    return query
        update review r set scores = s.scores, comment = s.comment, submitted_at = case when s.is_submitted then moment end,
            saved_at = moment, voided_submitted_at = null, entered_by = s.organizer
        from unnest(its_assignments, its_scores, its_comments, are_submitted, organizers)
            s (assignment, scores, comment, is_submitted, organizer)
        where r.assignment_id = s.assignment
        returning r.assignment_id, r.submitted_at, r.saved_at;
    get diagnostics done = row_count;
    if done < known then
        return query
            insert into review as r (assignment_id, event_id, scores, comment, comment_salt, submitted_at, saved_at, entered_by)
            select s.assignment, s.event, s.scores, s.comment, s.salt, case when s.is_submitted then moment end, moment, s.organizer
            from unnest(its_assignments, its_events, its_scores, its_comments, its_salts, are_submitted, organizers)
                s (assignment, event, scores, comment, salt, is_submitted, organizer)
            -- As a join, this would read all reviews.
            where (select other.id from review other where other.assignment_id = s.assignment) is null
            returning r.assignment_id, r.submitted_at, r.saved_at;
        get diagnostics number = row_count;
        if done + number <> known then
            raise exception using errcode = '22023', message = 'An assignment comes twice among the reviews that are saved.';
        end if;
    end if;
    if moving > 0 then
        update assignment a set status = case when s.is_submitted then 'done' else 'pending' end, recused_reason = ''
            from unnest(its_assignments, are_submitted) s (assignment, is_submitted)
            where a.id = s.assignment and (a.status = 'done') <> s.is_submitted;
        if sets then
            delete from visit_mark v using unnest(its_assignments, are_submitted) s (assignment, is_submitted)
                where v.assignment_id = s.assignment and s.is_submitted;
        end if;
    end if;

    perform set_config('lock_timeout', head_timeout::text, true);
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
    select array_agg(s.after order by s.n), array_agg(netstring(s.actor) || netstring(s.action) || '10:assignment,'
            || netstring(s.assignment::text) || netstring(s.ip) || netstring(s.before) || netstring(s.after) order by s.n),
            bool_and(s.action like 'review.%')
        into says, tails, hidden
        from (select u.n, u.assignment, u.actor, u.action, u.ip, u.before,
                case when u.after like '{"%}' then left(u.after, -1) || ',"salt":"' || rtrim(translate(encode(
                    substr(sha256(secret || int8send(u.n)), 1, 16), 'base64'), '+/', '-_'), '=') || '"}'
                else with_salt(u.after) end as after
            from unnest(its_assignments, actors, actions, ips, befores, afters)
                with ordinality u (assignment, actor, action, ip, before, after, n) offset 0) s;
    -- Anything else would raise the event's version.
    if not hidden then
        raise check_violation using constraint = 'action_shape', message = 'What saves reviews is logged as review.…';
    end if;
    for i in 1 .. cardinality(ids) loop
        select h.seq, h.row_hash, h.ts into seq, hash, ended from audit_head h where h.chain = slugs[i] for update;
        if not found then
            insert into audit_head values (slugs[i], 0, sha256_hex('evenhand-audit/1:' || slugs[i])) on conflict do nothing;
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
        select slugs[array_position(ids, s.event)], s.seq, s.event, end_times[array_position(ids, s.event)], s.actor, s.role, s.action, 'assignment',
            s.assignment::text, s.ip, s.before, s.after, s.prev_hash, s.hash
        from unnest(its_assignments, its_events, actors, actor_roles, actions, ips, befores, says, seqs, prev_hashes, hashes)
            s (assignment, event, actor, role, action, ip, before, after, seq, prev_hash, hash);
    -- The look at the clock at the commit hangs on these rows.
    update audit_head h set seq = s.seq, row_hash = s.hash, ts = s.ended
        from unnest(slugs, ends, end_hashes, end_times) s (slug, seq, hash, ended) where h.chain = s.slug;
end
$$;

-- The window's second check, at the commit: once for each event in which reviews were saved together. The rows themselves are not
-- checked again: whatever changes one of them later in the transaction meets its triggers.
create function saves_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := (select e.id from event e where e.slug = new.chain);
begin
    perform require_commit(its);
    perform require_judging(its);
    return null;
end
$$;
-- By the name that the probe of the commit knows.
create constraint trigger review_at_commit after update on audit_head
    deferrable initially deferred for each row when (current_user = 'evenhand_writer') execute function saves_at_commit();

-- The row triggers, for every way in but the function's.
drop trigger review_before on review;
create trigger review_before before insert or update or delete on review
    for each row when (current_user <> 'evenhand_writer') execute function review_before();
drop trigger review_own_team on review;
create trigger review_own_team before insert or update of scores, comment, submitted_at on review
    for each row when (new.submitted_at is not null and current_user <> 'evenhand_writer') execute function review_own_team();
drop trigger review_at_commit on review;
create constraint trigger review_at_commit after insert or update or delete on review
    deferrable initially deferred for each row when (current_user <> 'evenhand_writer') execute function review_at_commit();
drop trigger done_means_submitted on review;
create constraint trigger done_means_submitted after insert or update or delete on review
    deferrable initially deferred for each row when (current_user <> 'evenhand_writer') execute function done_means_submitted();
drop trigger a_not_forgotten on assignment;
create trigger a_not_forgotten before insert or update on assignment
    for each row when (current_user <> 'evenhand_writer') execute function not_forgotten('waits');
drop trigger assignment_before on assignment;
create trigger assignment_before before insert or update on assignment
    for each row when (current_user <> 'evenhand_writer') execute function assignment_before();
drop trigger assignment_move_at_commit on assignment;
create constraint trigger assignment_move_at_commit after update on assignment
    deferrable initially deferred for each row
    when (new.status <> old.status and new.status <> 'recused' and old.status <> 'recused' and current_user <> 'evenhand_writer')
    execute function assignment_done_at_commit();
drop trigger done_means_submitted on assignment;
create constraint trigger done_means_submitted after insert or update on assignment
    deferrable initially deferred for each row when (current_user <> 'evenhand_writer') execute function done_means_submitted();
drop trigger visit_ends on assignment;
create trigger visit_ends after update of status on assignment
    for each row when (old.status = 'pending' and new.status <> 'pending' and current_user <> 'evenhand_writer')
    execute function visit_ends();
drop trigger audit_log_chain on audit_log;
create trigger audit_log_chain before insert on audit_log
    for each row when (current_user <> 'evenhand_writer') execute function audit_log_chain();
alter table audit_log enable always trigger audit_log_chain;

drop function write_reviews;

-- Hands the function to its role: makes the role, gives it the rights that the function needs, and takes it from everybody. Each start
-- asks again, since a dump carries no roles. Without the right to do so, all stays right, and saves take several times as long.
create function set_up_writer() returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    f record;
    saves regprocedure := (select p.oid::regprocedure from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proname = 'save_reviews');
    -- From PostgreSQL 16 on, being a member no longer means that SET ROLE is allowed.
    may text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    joined boolean := false;
begin
    -- Where the owner of the tables cannot take the application's role, the portal may run as the owner, who has to call the function.
    if to_regrole('evenhand_app') is null or not pg_has_role(current_user, 'evenhand_app', 'member') then
        return;
    end if;
    if to_regrole('evenhand_writer') is null then
        begin
            create role evenhand_writer nologin;
        exception
            -- Another database's migration made it at this moment.
            when duplicate_object or unique_violation then
                null;
        end;
    end if;
    if pg_has_role('evenhand_app', 'evenhand_writer', 'member')
        or exists (select from pg_roles where rolname = 'evenhand_writer' and (rolcanlogin or rolsuper)) then
        raise warning 'The role evenhand_writer is one that somebody can take, so reviews are saved the slow way. To mend it, have an administrator run: ALTER ROLE evenhand_writer NOLOGIN NOSUPERUSER; REVOKE evenhand_writer FROM evenhand_app;';
        return;
    end if;
    for f in
        select c.oid::regclass as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
            and c.relname in ('assignment', 'audit_head', 'audit_log', 'criterion', 'event', 'import_pass', 'project', 'publication',
                'review', 'team_person', 'visit_mark', 'forgotten_event')
            and not has_table_privilege('evenhand_writer', c.oid, 'select')
    loop
        execute format('grant select on %s to evenhand_writer', f.name);
    end loop;
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
            and p.proname not in ('grant_app_rights', 'close_functions', 'set_up_writer')
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and not has_function_privilege('evenhand_writer', p.oid, 'execute')
    loop
        execute format('grant execute on function %s to evenhand_writer', f.name);
    end loop;
    if exists (select from pg_proc p where p.oid = saves and p.proowner = 'evenhand_writer'::regrole) then
        return;
    end if;
    grant usage on schema public to evenhand_writer;
    grant insert, update on review, audit_head to evenhand_writer;
    grant update on assignment to evenhand_writer;
    grant delete on visit_mark to evenhand_writer;
    grant insert on audit_log to evenhand_writer;
    -- To lock an event's row, not to change it: no statement of the function does.
    grant update (version) on event to evenhand_writer;
    if not pg_has_role(current_user, 'evenhand_writer', may) then
        execute format('grant evenhand_writer to %I', current_user);
        joined := true;
    end if;
    grant create on schema public to evenhand_writer;
    execute format('alter function %s owner to evenhand_writer', saves);
    revoke create on schema public from evenhand_writer;
    if joined then
        execute format('revoke evenhand_writer from %I', current_user);
    end if;
exception
    -- The last is "tuple concurrently updated": another database's migration is at it. The next start asks again.
    when insufficient_privilege or internal_error then
        raise warning 'The database user % may not hand a function to the role evenhand_writer, so reviews are saved the slow way. To mend it, have an administrator run: CREATE ROLE evenhand_writer NOLOGIN; GRANT evenhand_writer TO % WITH ADMIN OPTION; and start again.', current_user, quote_ident(current_user);
end
$$;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
    perform set_up_writer();
end
$$;
