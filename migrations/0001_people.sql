-- People, their ways in, and what must outlive a request: mail to send and counters to hold.

-- Text a person typed holds no control characters but newline and tab; the rule is used by every length check below.
-- Not STRICT, here and in other small functions: PostgreSQL then inlines them, which a call on every save pays for.
create function plain_text(t text, longest int) returns boolean
    language sql immutable parallel safe
    return char_length(t) <= longest and t !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]';

-- An account. Nothing is deleted: a deactivated person is anonymised, so that the log still points somewhere.
create table person (
    id bigint generated always as identity primary key,
    email text not null constraint person_email check (plain_text(email, 254) and email like '_%@_%'),
    name text not null constraint person_name_length check (plain_text(name, 120)),
    -- argon2id in PHC form; null: no password was ever set (invitations, imports).
    password_hash text,
    is_staff boolean not null default false,
    confirmed_at timestamptz,
    deactivated_at timestamptz,
    demo boolean not null default false,
    created_at timestamptz not null default now()
);
-- E-mails are compared without case.
create unique index email_taken on person (lower(email));

-- A browser session; the cookie holds the identifier, the table only its SHA-256.
create table session (
    id_hash bytea primary key,
    person_id bigint not null references person,
    created_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
);
create index session_person on session (person_id);
create index session_seen on session (seen_at);

-- A bearer token, shown once; only its SHA-256 is stored.
create table api_token (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    name text not null constraint token_name_length check (plain_text(name, 120)),
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    demo boolean not null default false
);
create index api_token_person on api_token (person_id);

-- A link in a mail: signs in or confirms an address, once, for a while.
create table one_time_link (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    purpose text not null check (purpose in ('sign_in', 'confirm')),
    token_hash bytea not null unique,
    -- Where the page leads after the button; a path of this site.
    next_path text not null default '' check (next_path = '' or next_path ~ '^/([^/\\]|$)'),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
);
create index one_time_link_person on one_time_link (person_id);

-- Fixed-window counters of the rate limits. Unlogged: a crash may forget them, a save must not wait for them.
create unlogged table rate_count (
    limit_name text not null,
    -- Who is counted: an address, a person's id or a hash of an e-mail.
    subject text not null,
    window_start timestamptz not null,
    count int not null default 0,
    primary key (limit_name, subject, window_start)
);
create index rate_count_window on rate_count (window_start);
