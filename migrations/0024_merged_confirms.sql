-- Two accounts of one person become one. Where the one that goes confirms as a second organizer, the one that stays does so from then on:
-- otherwise an event with two such organizers could publish nothing any more. No new table.

-- Somebody who becomes an organizer while the event asks a second one confirms nothing, until two others agree to that. What an account
-- holds that is deactivated in the same transaction goes over to another one, once: nobody gets a right that nobody gave up.
create or replace function who_confirms() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.role <> 'organizer' then
        return new;
    end if;
    if tg_op = 'INSERT' or (new.person_id, new.role) is distinct from (old.person_id, old.role) then
        new.confirms := new.confirms and not exists (
            select from event e where e.id = new.event_id and e.second_organizer and not event_is_fresh(e));
    elsif new.confirms and not old.confirms then
        update membership o set confirms = false
            where o.event_id = new.event_id and o.role = 'organizer' and o.confirms and o.person_id = (
                select m.person_id from membership m join person p on p.id = m.person_id
                where m.event_id = new.event_id and m.role = 'organizer' and m.confirms and m.person_id <> new.person_id
                    and p.deactivated_at >= transaction_timestamp()
                order by m.person_id limit 1);
        if not found then
            perform require_second_organizer(new.event_id, 'add_second');
        end if;
    end if;
    return new;
end
$$;
