-- What calibration found, and which of it is public. Both tables only grow.

-- One run: what it read and what it found. json, not jsonb: the text is kept byte for byte.
create table calibration_run (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    -- Counts from 1 in each event; the database numbers it.
    run int not null,
    method text not null,
    -- SHA-256 (hex) over the lines of scores the run read.
    input_digest text not null constraint input_digest_shape check (input_digest ~ '^[0-9a-f]{64}$'),
    input json not null,
    results json not null,
    judges json not null,
    excluded json not null,
    connectivity json not null,
    created_by bigint references person,
    created_at timestamptz not null default now(),
    constraint run_taken unique (event_id, run),
    unique (event_id, id)
);

-- The newest row of an event is its public result; the first has no reason, each correction has one.
create table publication (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    run_id bigint not null,
    reason text constraint publication_reason_length check (plain_text(reason, 2000)),
    -- The signed results document, the same bytes to all.
    signed_document text,
    published_at timestamptz not null default now(),
    constraint publication_run_foreign foreign key (event_id, run_id) references calibration_run (event_id, id)
);
create index publication_newest on publication (event_id, id desc);

-- Public halves of the signing keys; the private one never enters the database.
create table signing_key (
    -- RFC 7638 thumbprint.
    kid text primary key,
    -- The Ed25519 public key, base64url without padding.
    x text not null unique check (x ~ '^[A-Za-z0-9_-]{43}$'),
    status text not null check (status in ('current', 'retired', 'revoked')),
    created_at timestamptz not null default now(),
    retired_at timestamptz,
    check ((status = 'current') = (retired_at is null))
);
create unique index one_current_key on signing_key (status) where status = 'current';
