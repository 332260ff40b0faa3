-- People, their ways in, and what must outlive a request.
--
-- Addresses are compared without the case of ASCII letters only: the collation "C" folds ASCII and nothing else. Folding every letter
-- would take the look-alike nikita@gİthub.example (or one with the Kelvin sign) for nikita@github.example: a sign-in link asked for at
-- the one address would open the account of the other.

-- An account. It is not deleted: a deactivated person is anonymised, so that the log still points somewhere.
create table person (
    id bigint generated always as identity primary key,
    email text not null constraint person_email check (plain_text(email, 254) and email like '_%@_%'),
    name text not null constraint person_name_length check (plain_text(name, 120)),
    -- argon2id in PHC form. Null: no password was ever set (invitations, imports).
    password_hash text,
    -- Site admins.
    is_staff boolean not null default false,
    -- When the owner of the address opened a link in a mail. Only they may vote.
    confirmed_at timestamptz,
    deactivated_at timestamptz,
    -- Made by the demo.
    demo boolean not null default false,
    created_at timestamptz not null default now()
);
create unique index email_taken on person (lower(email collate "C"));

-- What those who are not told an organizer's address call them, whether or not they gave a name. Null is nobody.
create function organizer_name(name text, article text default 'An') returns text
    language sql immutable parallel safe
    return case when name = '' then article || ' organizer' else name end;

-- Somebody who signs up has no account until they open the link in the mail. So no answer, to signing up or to signing in, says
-- whether an address has an account; nobody takes an address that is not theirs; and an import that names the address meets no
-- stranger under it. The name and the password of the account are chosen by the person who opens the link. Removed after a day.
create table sign_up (
    id bigint generated always as identity primary key,
    email text not null constraint sign_up_email check (plain_text(email, 254) and email like '_%@_%'),
    name text not null constraint sign_up_name_length check (plain_text(name, 120)),
    -- argon2id in PHC form.
    password_hash text not null,
    -- SHA-256 of the code in the mail's link.
    token_hash bytea not null unique,
    -- Where the page leads after the button: a path of this site.
    next_path text not null default '' check (next_path = '' or next_path ~ '^/([^/\\]|$)'),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- SHA-256 of the cookie of the browser in which name and password were typed. Only there they need not be asked again: somebody
    -- without the mailbox may have typed them. Null: they are asked again everywhere.
    browser_hash bytea
);
create index sign_up_email_of on sign_up (lower(email collate "C"));
create index sign_up_expires on sign_up (expires_at);

-- Single sign-on: an account is joined with who its owner is at the provider. Later sign-ins go by that, so a changed address at the
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

-- Somebody is at the provider now. The browser holds the secret from which nonce and verifier follow. Here are only hashes. Removed when
-- they come back, or after ten minutes.
create table sign_on_attempt (
    state_hash bytea primary key check (octet_length(state_hash) = 32),
    browser_hash bytea not null check (octet_length(browser_hash) = 32),
    -- Where the page leads after the sign-in: a path of this site.
    next_path text not null default '' check (next_path = '' or next_path ~ '^/([^/\\]|$)'),
    expires_at timestamptz not null
);
create index sign_on_attempt_expires on sign_on_attempt (expires_at);

-- The process of pages and API asks nobody outside. What it has to know from the provider of the single sign-on, it asks here. A sender
-- takes the question, asks the provider and leaves the answer.
--
-- A question can hold a code and its verifier. It is taken once, and is gone from its row then. The row goes when the answer has been
-- read, or after a minute. Unlogged, it is in no copy of PostgreSQL's log and on no standby.
create unlogged table sign_on_question (
    id bigint generated always as identity primary key,
    asked_at timestamptz not null default clock_timestamp(),
    -- Null once a sender has taken it.
    question jsonb,
    answer jsonb,
    check (question is null or answer is null)
);

-- A browser session. The cookie holds the identifier, the table only its SHA-256.
create table session (
    id_hash bytea primary key,
    person_id bigint not null references person,
    created_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    -- A mailed link opened it: while it is fresh, its owner may replace a forgotten password.
    mailed boolean not null default false,
    -- The link of an invitation, a card or a guest's admission opened it. Such a session sees only what its rows of session_link allow.
    -- A mailed sign-in link or a password opens a session of the account's own.
    by_link boolean not null default false,
    -- Opened with a passkey or a recovery code.
    passkey boolean not null default false,
    -- When the password was last typed in it. Null: as it was opened.
    proved_at timestamptz
);
create index session_person on session (person_id);
create index session_seen on session (seen_at);

-- A bearer token, shown once. Only its SHA-256 is stored.
create table api_token (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    name text not null constraint token_name_length check (plain_text(name, 120)),
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    -- Made in a session that was opened with a passkey.
    passkey boolean not null default false,
    -- Made in a session that a link opened: it sees only what its rows of token_link allow.
    by_link boolean not null default false,
    demo boolean not null default false
);
create index api_token_person on api_token (person_id);

-- A link in a mail: signs in or confirms an address, once, for a while.
create table one_time_link (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    purpose text not null check (purpose in ('sign_in', 'confirm')),
    token_hash bytea not null unique,
    -- Where the page leads after the button: a path of this site.
    next_path text not null default '' check (next_path = '' or next_path ~ '^/([^/\\]|$)'),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
);
create index one_time_link_person on one_time_link (person_id);

-- A request may come twice: its answer was lost on the way, a button was pressed twice, a page was reloaded. A client names the request
-- with a key of its own. The transaction that acts stores the key with its answer, so the second request gets the first answer and
-- changes nothing. Removed after a day.
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

-- Fixed-window counters of the rate limits, written outside the request's transaction. Unlogged: a crash may forget them, a save must not
-- wait for them.
create unlogged table rate_count (
    limit_name text not null,
    -- Who is counted: an address, a person's id or a hash of an e-mail.
    subject text not null,
    window_start timestamptz not null,
    count int not null default 0,
    primary key (limit_name, subject, window_start)
);
create index rate_count_window on rate_count (window_start);
