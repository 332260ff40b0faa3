-- Signing up. Who signs up has no account until they open the link in the mail: so no answer, to signing up or to signing
-- in, tells whether an address has one; nobody takes an address that is not theirs; and an import that names the address
-- meets no stranger under it.

create table sign_up (
    id bigint generated always as identity primary key,
    email text not null constraint sign_up_email check (plain_text(email, 254) and email like '_%@_%'),
    name text not null constraint sign_up_name_length check (plain_text(name, 120)),
    -- argon2id in PHC form.
    password_hash text not null,
    -- SHA-256 of the code in the mail's link.
    token_hash bytea not null unique,
    -- Where the page leads after the button; a path of this site.
    next_path text not null default '' check (next_path = '' or next_path ~ '^/([^/\\]|$)'),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);
create index sign_up_email_of on sign_up (lower(email));
create index sign_up_expires on sign_up (expires_at);

-- Mail is read on a page where none is sent: newest first, by whom it is for.
create index mail_newest on mail_outbox (id desc) where event_id is null;
create index mail_address on mail_outbox (lower(to_address));
create index audit_log_actor on audit_log (actor);

-- Who leaves takes their address along, out of the marks of an import too, which the application may not write.
create function forget_imported_member(p_person bigint) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from imported_member i using person p where p.id = p_person and i.email = lower(p.email);
$$;
revoke execute on function forget_imported_member from public;

create or replace function grant_app_rights() returns void
    language plpgsql as $$
begin
    grant usage on schema public to evenhand_app;
    grant select, insert, update, delete on all tables in schema public to evenhand_app;
    -- What only grows, what the database writes itself, and what only migrations write.
    revoke update, delete on audit_log, calibration_run, publication from evenhand_app;
    revoke insert, update, delete on audit_head, import_pass, imported_member from evenhand_app;
    if to_regclass('_sqlx_migrations') is not null then
        revoke insert, update, delete on _sqlx_migrations from evenhand_app;
    end if;
    grant execute on function import_projects to evenhand_app;
    grant execute on function forget_imported_member to evenhand_app;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
