-- The audit log, chained by the database, and the outbox that follows from it.

-- One row per change. The writer gives event_id, actor, actor_role, action, object_type, object_id, ip, before and
-- after; chain, seq, ts, prev_hash and row_hash are the database's.
create table audit_log (
    -- The event's slug, or empty for what belongs to no event.
    chain text not null,
    seq bigint not null,
    event_id bigint references event,
    ts timestamptz not null,
    -- An e-mail, or 'system'.
    actor text not null,
    -- In which role they acted; not part of the hash.
    actor_role text not null,
    action text not null constraint action_shape check (action ~ '^[a-z][a-z_]*\.[a-z][a-z_]*$'),
    object_type text not null,
    object_id text not null,
    ip text,
    -- JSON texts, kept as written: jsonb would rewrite numbers and so the hash.
    before text,
    after text,
    prev_hash text not null,
    row_hash text not null,
    primary key (chain, seq)
);

-- The end of each chain; its row lock is what keeps a chain from forking.
create table audit_head (
    chain text primary key,
    seq bigint not null,
    row_hash text not null
);

-- Where an event's audit rows are announced. The lease stands here, not on deliveries: one in flight per webhook.
create table webhook (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    url text not null constraint webhook_url_shape check (plain_text(url, 500) and url ~* '^https?://[^\s]+$'),
    -- Needed in clear to sign; shown to people once.
    secret text not null,
    -- After replacement the old one signs too, for a while.
    old_secret text,
    old_secret_until timestamptz,
    -- Audit actions that it takes; null: every one.
    actions text[],
    enabled boolean not null default true,
    disabled_at timestamptz,
    disabled_reason text,
    created_by bigint references person,
    created_at timestamptz not null default now(),
    last_success_at timestamptz,
    -- First failure since the last success, from which "five days without any success" counts.
    failing_since timestamptz,
    -- Fencing token of the sender that holds the webhook; a completion with another token is stale.
    lease_token uuid,
    leased_until timestamptz,
    unique (event_id, id)
);
create index webhook_event on webhook (event_id);

create table webhook_delivery (
    id bigint generated always as identity primary key,
    webhook_id bigint not null,
    event_id bigint not null,
    -- The audit row it announces; null for a test.
    chain text,
    seq bigint,
    -- webhook-id: the same over all attempts.
    message_id uuid not null default gen_random_uuid() unique,
    type text not null,
    -- The body, the same bytes at every attempt.
    payload text not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    attempts int not null default 0,
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    unique (webhook_id, chain, seq),
    foreign key (event_id, webhook_id) references webhook (event_id, id) on delete cascade,
    foreign key (chain, seq) references audit_log (chain, seq)
);
-- "Which is due next for this webhook", and "which webhooks have anything due".
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, id) where status = 'pending';
create index webhook_delivery_newest on webhook_delivery (webhook_id, id desc);

create table delivery_attempt (
    id bigint generated always as identity primary key,
    delivery_id bigint not null references webhook_delivery on delete cascade,
    number int not null,
    started_at timestamptz not null default now(),
    duration_ms int not null,
    -- The HTTP status, where there was an answer.
    status int,
    error text,
    -- The first 1 KiB of the answer, lossily decoded.
    answer text,
    unique (delivery_id, number)
);
