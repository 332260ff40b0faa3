-- A code's row is locked while a ballot is cast with it. Without this, a code could be withdrawn between the look at it
-- and the ballot's commit, and the ballot would count all the same.
create or replace function ballot_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
    perform from voting_code c where c.id = new.code_id for share;
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
