-- Single sign-on. An account is joined with who its owner is at the provider: later sign-ins go by that, so a changed address at the
-- provider neither loses an account nor opens somebody else's.

create table sign_on (
    -- The provider, as its ID tokens spell it.
    issuer text not null check (plain_text(issuer, 2000) and issuer <> ''),
    -- Who somebody is there, for ever.
    subject text not null check (plain_text(subject, 255) and subject <> ''),
    person_id bigint not null references person (id),
    joined_at timestamptz not null default clock_timestamp(),
    primary key (issuer, subject),
    -- Without this, a second account at the provider could come into an account by its address alone.
    unique (person_id, issuer)
);

-- Somebody is at the provider now. The browser holds the secret from which nonce and verifier follow; here are only hashes.
create table sign_on_attempt (
    state_hash bytea primary key check (octet_length(state_hash) = 32),
    browser_hash bytea not null check (octet_length(browser_hash) = 32),
    -- Where the page leads after the sign-in; a path of this site.
    next_path text not null default '' check (next_path = '' or next_path ~ '^/([^/\\]|$)'),
    expires_at timestamptz not null
);
create index sign_on_attempt_expires on sign_on_attempt (expires_at);

-- Whether a mailed link opened the session: while it is fresh, its owner may replace a forgotten password.
alter table session add mailed boolean not null default false;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
