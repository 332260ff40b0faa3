-- Webhooks read the audit log by a cursor. The log is already a gapless list of all that happened in an event, so a second
-- list of deliveries would only cost every save a row, a random id and five index entries under the lock of the chain.

drop trigger audit_log_announce on audit_log;
drop function audit_log_announce();
drop table delivery_attempt, webhook_delivery;

alter table webhook
    -- The event's chain.
    add column chain text,
    -- The last row of the chain that was tried once or passed over. Whoever adds a webhook hears of what follows.
    add column cursor bigint,
    -- Random: the ids of its messages follow from it, the chain and the row's number, so they are the same at each attempt
    -- and nobody else can foresee them.
    add column key uuid not null default gen_random_uuid(),
    -- The body that it takes.
    add column format text not null default 'standard'
        constraint webhook_format_known check (format in ('standard', 'slack', 'discord')),
    -- Rises with each change by a person: a form made from an older version is refused.
    add column version int not null default 1;
update webhook w set chain = e.slug, cursor = coalesce((select h.seq from audit_head h where h.chain = e.slug), 0)
from event e where e.id = w.event_id;
alter table webhook alter column chain set not null, alter column cursor set not null;

-- A new webhook, and one that is switched on again, begins at the head of the log: what happened before is not sent late.
-- Switching off keeps the moment. `disabled_reason` is 'gone' (the receiver answered 410), 'failing' (five days without a
-- success), or 'organizer'.
create function webhook_switched() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        select slug into new.chain from event where id = new.event_id;
    elsif new.enabled = old.enabled then
        return new;
    end if;
    if tg_op = 'INSERT' or new.enabled then
        new.cursor := coalesce((select h.seq from audit_head h where h.chain = new.chain), 0);
    end if;
    if new.enabled then
        new.disabled_at := null;
        new.disabled_reason := null;
        new.failing_since := null;
        delete from webhook_retry where webhook_id = new.id;
    else
        new.disabled_at := clock_timestamp();
    end if;
    return new;
end
$$;
create trigger webhook_switched before insert or update of enabled on webhook
    for each row execute function webhook_switched();

-- A message that failed and waits, or that an organizer sends again. First attempts need no row: the cursor says where they are.
create table webhook_retry (
    webhook_id bigint not null references webhook on delete cascade,
    -- Of the audit row in the webhook's chain.
    seq bigint not null,
    -- How often it was tried so far.
    attempts int not null,
    -- Which wait of the schedule comes next; 0 for one that an organizer sends again.
    step int not null,
    due_at timestamptz not null,
    primary key (webhook_id, seq)
);
create index webhook_retry_due on webhook_retry (webhook_id, due_at, seq);

-- An attempt to deliver, for the organizers' page. The sender keeps the newest 1,000 of a webhook, for 30 days.
create table webhook_attempt (
    webhook_id bigint not null references webhook on delete cascade,
    id bigint generated always as identity,
    seq bigint not null,
    -- 1 for the first attempt.
    number int not null,
    action text not null,
    started_at timestamptz not null,
    duration_ms int not null,
    -- The HTTP status, where there was an answer.
    status int,
    -- A word for why there was none.
    error text,
    -- The first 1 KiB of the answer, lossily decoded.
    answer text,
    primary key (webhook_id, id)
);
create index webhook_attempt_message on webhook_attempt (webhook_id, seq, number);
create index webhook_attempt_old on webhook_attempt (started_at);

-- A test that an organizer asked for: sent once, also while the webhook is switched off. `started_at` is null until then.
create table webhook_test (
    webhook_id bigint not null references webhook on delete cascade,
    id bigint generated always as identity,
    asked_at timestamptz not null default clock_timestamp(),
    started_at timestamptz,
    duration_ms int,
    status int,
    error text,
    answer text,
    primary key (webhook_id, id)
);
create index webhook_test_waiting on webhook_test (webhook_id, id) where started_at is null;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
