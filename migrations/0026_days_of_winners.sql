-- Who follows another winner after the day has passed needs a day of their own: a correction may be provisional for longer than what it
-- corrects, and never for a shorter time.

create or replace function publication_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    last_run int;
    finished boolean;
    newest publication;
begin
    perform from event e where e.id = new.event_id for no key update;
    perform require_vote_closed(new.event_id);
    select r.run into last_run from publication p join calibration_run r on r.id = p.run_id
        where p.event_id = new.event_id order by p.id desc limit 1;
    select * into newest from publication p where p.event_id = new.event_id order by p.id desc limit 1;
    select coalesce((r.connectivity #>> '{fit,converged}')::boolean, true) into finished
        from calibration_run r where r.id = new.run_id;
    if new.final_of is not null then
        if newest.provisional_until is null
            or (new.final_of, new.run_id, new.reason) is distinct from (newest.number, newest.run_id, null::text) then
            perform refuse(409, 'not_provisional', 'Only a provisional publication becomes final, as it is.');
        end if;
    elsif last_run is null and not finished and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'The calculation was stopped early. Say why the ranking is published all the same.');
    elsif last_run is null and finished and new.reason is not null then
        perform refuse(422, 'publication_reason', 'The first publication corrects nothing: leave the reason out.');
    elsif last_run is not null and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'Say why the published results are corrected.');
    elsif exists (select from calibration_run r where r.id = new.run_id and r.run < last_run) then
        perform refuse(409, 'no_run', 'A correction needs a run later than the published one.');
    elsif last_run is not null and (new.owed <> newest.owed or (new.provisional_until is null) <> (newest.provisional_until is null)
        or new.provisional_until < newest.provisional_until) then
        perform refuse(409, 'not_provisional', 'A correction is provisional as long as what it corrects, or longer.');
    end if;
    select coalesce(max(p.number), 0) + 1 into new.number from publication p where p.event_id = new.event_id;
    return new;
end
$$;
