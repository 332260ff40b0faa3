-- The private address of a judge's calendar, hashed. It stands with the role and ends with it: whoever gains the role anew, by the
-- merging of accounts or as an event forgets its people, has none.
alter table membership
    add column calendar_hash bytea unique,
    add check (calendar_hash is null or role = 'judge');

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
