-- A judge who came to a project in vain marks the visit: nobody was there, the team was busy, or it could not show anything. The
-- assignment stays pending and moves to the end of the judge's list; organizers and the team see that a visit was missed.

-- A mark is there only while its assignment is pending. A later visit in vain takes the place of an earlier one.
create table visit_mark (
    assignment_id bigint primary key,
    event_id bigint not null references event,
    kind text not null constraint visit_kind_known check (kind in ('absent', 'busy', 'cannot_demo')),
    -- When the judge was there. A phone without a network sends it later; the database keeps it within what can be true.
    marked_at timestamptz not null default clock_timestamp(),
    constraint visit_assignment_foreign foreign key (event_id, assignment_id) references assignment (event_id, id) on delete cascade
);
create index visit_mark_event on visit_mark (event_id);
create trigger a_stay_in_event before update of event_id on visit_mark
    for each row execute function stay_in_event();
create trigger a_read_committed before insert or update or delete on visit_mark
    for each statement execute function require_read_committed();

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
create constraint trigger visit_at_commit after insert on commit_probe
    deferrable initially deferred for each row execute function commit_probe_fired();

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

-- Whom a judge missed, what judges note for themselves and which projects they liked best are on no public page. The function is
-- changed in place, so that whatever else it holds by now stays.
do $$
declare
    body text := pg_get_functiondef('audit_is_private'::regproc);
    known constant text := '''conflict''';
begin
    if position(known in body) = 0 then
        raise exception 'audit_is_private is not as this migration expects it.';
    end if;
    execute replace(body, known, known || ', ''visit'', ''note'', ''first_three''');
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
