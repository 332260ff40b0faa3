-- A declared conflict of interest holds like one's own team: the database refuses the pair, whichever act would make it.

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

do $$
declare
    change record;
    body text;
begin
    for change in select * from (values
        -- An import may hold what its event allowed. The judge's event_person is locked: a conflict takes the same lock.
        ('assignment_pairs(assignment)', '        perform refuse_own_team();
    end if;
', '        perform refuse_own_team();
    end if;
    if a.status <> ''recused'' and is_declared(a.event_id, a.person_id, a.project_id)
        and not exists (select from event e where e.id = a.event_id and event_is_fresh(e)) then
        perform refuse_declared();
    end if;
'),
        -- Stepping aside and coming back share the event's row, so that a publication at this moment comes before or after, and does
        -- not count a review that is a draft by then.
        ('assignment_moves(text, assignment)', 'select * into e from event where id = a.event_id;',
            'select * into e from event where id = a.event_id for share;'),
        ('assignment_moves(text, assignment)', '        if not event_is_fresh(e) and exists (select from publication',
            '        if was = ''recused'' and not event_is_fresh(e) then
            perform from event_person ep where ep.event_id = a.event_id and ep.person_id = a.person_id for no key update;
            if is_declared(a.event_id, a.person_id, a.project_id) then
                perform refuse_declared();
            end if;
        end if;
        if not event_is_fresh(e) and exists (select from publication'),
        ('assignment_voids(assignment, assignment)', '    if not event_is_fresh(e) and exists (select from publication',
            '    if new_row.voided_at is null and is_declared(new_row.event_id, new_row.person_id, new_row.project_id) then
        perform refuse_declared();
    end if;
    if not event_is_fresh(e) and exists (select from publication')) c (function, old, new) loop
        body := pg_get_functiondef(change.function::regprocedure);
        if strpos(body, change.old) = 0 then
            raise exception 'The function % is not as this migration expects it.', change.function;
        end if;
        execute replace(body, change.old, change.new);
    end loop;
end
$$;

-- A conflict sets its judge aside. The portal does so before it declares one, and logs it. What was published rests on the reviews
-- that counted then.
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

-- A webhook belongs to the organizer who answers for it. Whoever leaves takes no news of the event along: it is switched off until
-- another organizer switches it on, and then answers for it.
create function answers_for_webhooks(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from person p where p.id = p_person and p.deactivated_at is null
        and (p.is_staff or exists (select from membership m
            where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')));

create function webhooks_left() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    who bigint := case when tg_table_name = 'person' then (to_jsonb(new) ->> 'id')::bigint
        else (to_jsonb(old) ->> 'person_id')::bigint end;
begin
    update webhook w set enabled = false, disabled_reason = 'left', version = w.version + 1
        where w.created_by = who and w.enabled and not answers_for_webhooks(w.event_id, who);
    return null;
end
$$;
create trigger webhooks_left after delete on membership
    for each row when (old.role = 'organizer') execute function webhooks_left();
create trigger webhooks_left after update of deactivated_at, is_staff on person
    for each row when ((old.deactivated_at, old.is_staff) is distinct from (new.deactivated_at, new.is_staff))
    execute function webhooks_left();

update webhook w set enabled = false, disabled_reason = 'left', version = w.version + 1
    where w.enabled and w.created_by is not null and not answers_for_webhooks(w.event_id, w.created_by);

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
