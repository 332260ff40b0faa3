-- The process of pages and API asks nobody outside. What it has to know from the provider of the single sign-on, it asks here; a sender
-- takes the question, asks the provider and leaves the answer.
--
-- A question can hold a code and its verifier. It is taken once, and is gone from its row then; the row goes when the answer has been
-- read, or after a minute. Unlogged, it is in no copy of PostgreSQL's log and on no standby.

create unlogged table sign_on_question (
    id bigint generated always as identity primary key,
    asked_at timestamptz not null default clock_timestamp(),
    -- Null once a sender has taken it.
    question jsonb,
    answer jsonb,
    check (question is null or answer is null)
);

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
