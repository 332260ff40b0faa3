-- A request may come twice: its answer was lost on the way, a button was pressed twice, a page was reloaded. A client names
-- the request with a key of its own; the transaction that acts stores the key with its answer, so the second request gets
-- the first answer and changes nothing.

create table idempotency_key (
    person_id bigint not null references person (id),
    key text not null constraint idempotency_key_length check (char_length(key) between 1 and 200),
    -- SHA-256 of what was asked: the same key with another request is refused.
    request_hash bytea not null check (octet_length(request_hash) = 32),
    -- The answer as JSON. Secrets (tokens, codes, links) are never in it.
    answer text not null default '',
    created_at timestamptz not null default clock_timestamp(),
    primary key (person_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
