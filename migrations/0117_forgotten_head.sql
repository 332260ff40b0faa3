-- The signed head of the row that says that an event was forgotten. Rows without their actor can only be checked under such a head, so
-- it is signed when the data go, before anybody could rewrite the log. Where the process that forgets may not sign, the next server
-- that starts signs it.
create table forgotten_head (
    event_id bigint primary key references forgotten_event,
    -- The signed document, the same bytes to all.
    document text not null,
    signed_at timestamptz not null default clock_timestamp()
);

create trigger append_only before update or delete or truncate on forgotten_head
    for each statement execute function append_only();
alter table forgotten_head enable always trigger append_only;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
