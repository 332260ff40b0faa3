-- How an event's winners are announced in the hall: in which order its prizes come, and what each reveal shows. Winners are not in
-- it: the page for the projector reads those that are confirmed as it is opened.

create table ceremony (
    event_id bigint primary key references event,
    -- The prizes in the order in which they are revealed. One that was removed since means nothing; one that was added comes first.
    prizes bigint[] not null,
    -- Those whose winners are named in one step, and not one by one.
    at_once bigint[] not null,
    intervals boolean not null,
    full_ranking boolean not null,
    -- What the organizer saw: the run, and when a winner was last confirmed. Whatever is newer is named before the ceremony starts.
    run int,
    awarded_at timestamptz,
    -- Rises with each change: a form made from an older version is refused.
    version int not null default 1
);
create trigger a_stay_in_event before update of event_id on ceremony
    for each row execute function stay_in_event();

-- No public page shows it, so it leaves the event's version as it is. The function is changed in place, so that whatever else it
-- holds by now stays.
do $$
declare
    body text := pg_get_functiondef('audit_is_private'::regproc);
    known constant text := '''conflict''';
begin
    if position(known in body) = 0 then
        raise exception 'audit_is_private is not as this migration expects it.';
    end if;
    execute replace(body, known, known || ', ''ceremony''');
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
