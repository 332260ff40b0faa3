-- Provisional results: winners owe what the organizers list, by a day. *Final* is a second publication, which names the one that it confirms.

-- `owed` is what each winner owes until `provisional_until`; an ordinary publication and a final one have neither. `final_of` is the number
-- of the provisional publication that this one makes final.
alter table publication
    add column provisional_until timestamptz,
    add column owed text[] not null default '{}'
        constraint owed_range check (cardinality(owed) <= 12 and plain_text(array_to_string(owed, ' ', ''), 1500)),
    add column final_of int,
    add constraint owed_until check ((provisional_until is null) = (owed = '{}')),
    add constraint final_or_provisional check (final_of is null or provisional_until is null);

-- As in 0010, but only the first publication can begin as a provisional one, and a correction stays what it corrects. One that makes a
-- provisional publication final publishes the same run, and has no reason.
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
    elsif last_run is not null and (new.provisional_until, new.owed) is distinct from (newest.provisional_until, newest.owed) then
        perform refuse(409, 'not_provisional', 'A correction is provisional as long as what it corrects.');
    end if;
    select coalesce(max(p.number), 0) + 1 into new.number from publication p where p.event_id = new.event_id;
    return new;
end
$$;

-- What a winner has shown of what it owes, or what organizers refused. A missing row is open.
create table winner_duty (
    event_id bigint not null references event,
    project_id bigint not null,
    -- Its place in `owed`, from 1: the list stays the same until the results are final.
    number int not null,
    shown boolean not null,
    -- Why it was refused. The team reads it.
    reason text not null default '' constraint duty_reason_length check (plain_text(reason, 2000)),
    settled_at timestamptz not null default clock_timestamp(),
    primary key (project_id, number),
    constraint duty_reason_missing check (shown = (btrim(reason) = '')),
    constraint duty_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index winner_duty_event on winner_duty (event_id);
create trigger a_stay_in_event before update of event_id on winner_duty for each row execute function stay_in_event();
create trigger a_not_forgotten before insert or update on winner_duty for each row execute function not_forgotten('waits');

-- Only while results are provisional. The event's row is locked as a publication locks it, so that none becomes final in between.
create function winner_duty_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    newest publication;
    its winner_duty;
begin
    if tg_op = 'DELETE' then
        its := old;
    else
        its := new;
    end if;
    perform from event where id = its.event_id for no key update;
    select * into newest from publication p where p.event_id = its.event_id order by p.id desc limit 1;
    if newest.provisional_until is null or its.number not between 1 and cardinality(newest.owed) then
        perform refuse(409, 'not_provisional', 'The results are not provisional, so winners owe nothing.');
    end if;
    return its;
end
$$;
create trigger winner_duty_before before insert or delete or update of shown, number, project_id on winner_duty
    for each row execute function winner_duty_before();

-- A reason may name people.
create function duties_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update winner_duty set reason = 'removed' where event_id = new.id and reason <> '';
    return null;
end
$$;
create trigger duties_are_forgotten after update of forgotten_at on event
    for each row when (new.forgotten_at is distinct from old.forgotten_at) execute function duties_are_forgotten();

-- Winners are told by notices, which are no part of what organizers may write within an hour.
alter table notice add column by_hand boolean not null default true;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
