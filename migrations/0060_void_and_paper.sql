-- An organizer sets a review aside, and takes that back; an organizer enters a review that a judge scored on paper.
--
-- A review set aside is a recusal with a date: its assignment is `recused`, so whatever counts reviews by the status `done`
-- leaves it out, without a second condition that somebody could forget.

alter table assignment
    -- When an organizer set the review aside; recused_reason then says why.
    add column voided_at timestamptz,
    add constraint voided_is_recused check (voided_at is null or status = 'recused'),
    add constraint void_reason_missing check (voided_at is null or btrim(recused_reason) <> '');

alter table review
    -- When the review had been submitted that is set aside: it gets this moment back.
    add column voided_submitted_at timestamptz,
    add constraint voided_is_a_draft check (voided_submitted_at is null or submitted_at is null),
    -- The organizer who entered it for the judge; null where the judge saved it last.
    add column entered_by bigint references person (id);

-- The date of a void is the database's, and changes only with the two moves that it stands for. The event's row is shared, so
-- that a publication at this moment comes before or after, and never in between.
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
    if not event_is_fresh(e) and exists (select from publication p where p.event_id = new_row.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: assignments stay as they are.', e.name));
    end if;
end
$$;

create or replace function assignment_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
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

-- A review is saved while judging is open and its judge has not stepped aside; the database dates it. What setting it aside
-- and restoring it write has no window: it changes no score.
create or replace function review_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its_status text;
    void boolean;
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
    perform require_judging(new.event_id);
    select event_is_fresh(e) into fresh from event e where e.id = new.event_id;
    if its_status = 'recused' and not (fresh and new.submitted_at is null) then
        if void then
            perform refuse(409, 'recused', 'An organizer has set this review aside: it does not count, and stays as it is.');
        end if;
        perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
    end if;
    if tg_op = 'INSERT' then
        -- Before the rubric is read: a change of the rubric locks the event's row against this.
        perform from event e where e.id = new.event_id for key share;
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

-- A recused assignment's review became a draft, which has no window, and neither has a restored one: review_before let
-- nothing else through that takes voided_submitted_at away. The move of an assignment between pending and done needs no
-- require_commit of its own: done_means_submitted ties it to a change of the review.
create or replace function review_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    perform require_commit(its);
    if tg_op = 'DELETE' then
        perform require_judging(its);
    elsif tg_op = 'UPDATE' and new.submitted_at = old.voided_submitted_at then
        return null;
    elsif not exists (select from assignment a where a.id = new.assignment_id and a.status = 'recused') then
        perform require_judging(its);
    end if;
    return null;
end
$$;
