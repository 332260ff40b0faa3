-- Passkeys: a way in by a key that a device keeps, alone or after another way in. An event may ask its organizers for one.

-- What an account is to the devices that keep its passkeys, and how it uses them.
create table passkey_account (
    person_id bigint primary key references person,
    -- The user handle: random, since a device shows it to whoever asks.
    handle bytea not null unique check (octet_length(handle) = 16),
    -- A passkey is asked for after every other way in.
    asked boolean not null default false
);

create table passkey (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    -- The name by which a device finds the key.
    credential_id bytea not null constraint passkey_taken unique check (octet_length(credential_id) between 1 and 1023),
    -- The public key, with the counter of its last use: what the crate webauthn-rs makes and reads.
    credential jsonb not null,
    name text not null constraint passkey_name_length check (plain_text(name, 120)),
    created_at timestamptz not null default clock_timestamp(),
    last_used_at timestamptz
);
create index passkey_person on passkey (person_id, id);

-- A recovery code takes the place of a passkey once. It has 120 random bits, so its SHA-256 tells nothing.
create table recovery_code (
    person_id bigint not null references person,
    code_hash bytea not null check (octet_length(code_hash) = 32),
    -- Null: it still works.
    used_at timestamptz,
    primary key (person_id, code_hash)
);

-- What a browser was asked to sign. The page holds a secret, the table its SHA-256. A row is taken before the answer is looked at: an
-- answer that comes again finds none.
create table passkey_attempt (
    secret_hash bytea primary key check (octet_length(secret_hash) = 32),
    -- Who signs in, where another way in said so. Null: whoever the passkey belongs to.
    person_id bigint references person,
    -- The session that the page was drawn in. The answer must come in it.
    session_hash bytea check (octet_length(session_hash) = 32),
    -- Of the way in before: a mailed link, or the password that was typed.
    mailed boolean not null default false,
    password_hash text,
    -- What webauthn-rs compares the answer with. Null until the page is drawn.
    state jsonb,
    expires_at timestamptz not null
);
create index passkey_attempt_person on passkey_attempt (person_id);
create index passkey_attempt_expires on passkey_attempt (expires_at);
