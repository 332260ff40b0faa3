-- Where a ceremony is: the step on the projector, as its page or a remote on another device said last. It holds no winner.
create table ceremony_step (
    event_id bigint primary key references event,
    -- Rises with each move: a page follows only what is newer than what it knows.
    number bigint not null default 1,
    step int not null constraint ceremony_step_range check (step between 0 and 100000),
    blank boolean not null
);
create trigger a_stay_in_event before update of event_id on ceremony_step
    for each row execute function stay_in_event();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
