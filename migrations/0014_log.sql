-- The audit log writes itself: numbered, dated and chained by the database, and never changed, not even by its owner. Webhooks read it.

-- One row per change. The writer gives event_id, actor, actor_role, action, object_type, object_id, ip, before and after. chain, seq,
-- ts, prev_hash and row_hash are the database's.
create table audit_log (
    -- The event's slug, or empty for what belongs to no event.
    chain text not null,
    seq bigint not null,
    -- Looked up for each row. That the event stays is held by the end of its chain: a foreign key here would ask for each row.
    event_id bigint,
    ts timestamptz not null,
    -- An e-mail, or 'system'.
    actor text not null,
    -- In which role they acted. Not part of the hash.
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
create index audit_log_actor on audit_log (actor);
-- The page of the audit log offers the actions and kinds of things that are in a chain, however rare: found by leaps through this index,
-- one for each, instead of by reading every row.
create index audit_log_kinds on audit_log (chain, action, object_type);
-- How often each rule handed out a further project is read from the log again and again while judging runs. Without this, each time
-- would read the event's whole log.
create index audit_log_pulled on audit_log (chain, seq) where action = 'assignment.pulled';

-- The end of each chain. Its row lock keeps a chain from forking.
create table audit_head (
    chain text primary key,
    seq bigint not null,
    row_hash text not null,
    -- The time of the chain's last row. Null before the first.
    ts timestamptz,
    -- An event whose log is there is not removed.
    event_id bigint references event
);

-- actor_role is left out on purpose: it may be named differently one day.
create function audit_row_hash(r audit_log) returns text
    language sql stable
    return sha256_hex(netstrings(r.prev_hash, r.seq::text, audit_ts(r.ts), r.actor, r.action, r.object_type, r.object_id,
        r.ip, r.before, r.after));

-- Which actions leave the event's public pages as they are. Anything else raises the event's version. Saves are the rush, and they show
-- nowhere in public, so they must not queue for the event's row. What is never public is known by its name alone.
create function audit_is_private(action text) returns boolean
    language sql immutable parallel safe
    return split_part(action, '.', 1) in ('review', 'assignment', 'ballot', 'export', 'bundle', 'webhook', 'invitation', 'mail',
        'token', 'session', 'calibration', 'run', 'code', 'record', 'remark', 'conflict', 'ceremony', 'notice', 'visit', 'note',
        'first_three', 'call', 'evidence');

-- Whether what this row of the log says shows nowhere in public. A draft is hidden from visitors: making one, editing it and its pictures
-- changes no page that they see. A draft that is submitted is no draft any more when its row is written.
create function audit_shows_nothing(r audit_log) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select audit_is_private(r.action)
        or case
            when r.action in ('project.created', 'project.edited', 'picture.added', 'picture.described', 'picture.moved',
                'picture.removed') and r.object_id ~ '^[0-9]{1,18}$' then exists (
                select from project p
                where p.id = r.object_id::bigint and p.event_id = r.event_id and p.status = 'draft')
            else false
        end;
$$;

-- A row of a few small scores is guessed within milliseconds from its hash, and hashes leave the portal: in webhooks, signed heads and
-- signed results. So the database adds 128 random bits to what each row says. People who may read the log have them, and nobody else. No
-- action can forget the salt, since the database writes it, as the last member.
create function with_salt(said text) returns text
    language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
    -- A random UUID has 122 random bits.
    bits bytea := substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16);
    salt text := '"salt":"' || rtrim(translate(encode(bits, 'base64'), '+/', '-_'), '=') || '"}';
    inside text := coalesce(nullif(btrim(said, E' \t\r\n'), ''), '{}');
begin
    if inside !~ '^\{.*\}$' then
        raise exception using errcode = '23514', constraint = 'after_is_an_object',
            message = 'What a row of the log says is a JSON object, since it takes a salt.';
    end if;
    if inside ~ '^\{\s*\}$' then
        return '{' || salt;
    end if;
    return left(inside, -1) || ',' || salt;
end
$$;

-- The same without the salt: for pages, where people read what a row says, and search in it.
create function without_salt(said text) returns text
    language sql immutable parallel safe
    return case
        when right(said, 33) like ',"salt":"______________________"}' then left(said, -33) || '}'
        when said like '{"salt":"______________________"}' then null
        else said
    end;

-- Chains the row. SECURITY DEFINER: the writer may not touch the heads. The event's row comes before the head, as in every transaction
-- that edits an event and then logs it. The salt is made before the head is locked: others wait for that lock. The time is the clock's, or
-- that of the row before while the clock is behind it: when another machine takes over as the primary, its clock may be behind, and a
-- verifier could not tell a row that is dated before its predecessor from one that was put in later.
create function audit_log_chain() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    head audit_head;
begin
    new.after := with_salt(new.after);
    new.chain := '';
    if new.event_id is not null then
        if audit_is_private(new.action) or audit_shows_nothing(new) then
            -- As a foreign key would: whoever forgets the event waits for this transaction.
            select slug into new.chain from event where id = new.event_id for key share;
        else
            update event set version = version + 1 where id = new.event_id returning slug into new.chain;
        end if;
        if new.chain is null then
            perform refuse(404, 'audit_event_unknown', 'There is no such event.');
        end if;
    end if;
    -- The lock on the head is held to the commit, which is what keeps the chain from forking.
    select * into head from audit_head h where h.chain = new.chain for update;
    if not found then
        insert into audit_head values (new.chain, 0, sha256_hex('evenhand-audit/1:' || new.chain), null, new.event_id)
            on conflict do nothing;
        select * into head from audit_head h where h.chain = new.chain for update;
    end if;
    new.seq := head.seq + 1;
    new.ts := greatest(clock_timestamp(), head.ts);
    new.prev_hash := head.row_hash;
    new.row_hash := audit_row_hash(new);
    update audit_head h set seq = new.seq, row_hash = new.row_hash, ts = new.ts where h.chain = new.chain;
    return new;
end
$$;
create trigger audit_log_chain before insert on audit_log
    for each row when (current_user <> 'evenhand_writer') execute function audit_log_chain();
alter table audit_log enable always trigger audit_log_chain;

-- Reviews that are saved as a group: see save_reviews. By the name that the probe of the commit knows.
create constraint trigger review_at_commit after update on audit_head
    deferrable initially deferred for each row when (current_user = 'evenhand_writer') execute function saves_at_commit();

-- Takes the end of a chain, or refuses at once. The application may not lock it by itself.
create function hold_chain(p_chain text) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    perform from audit_head h where h.chain = p_chain for update nowait;
end
$$;

-- The moves of an event's windows are on record: what counts as late follows from them.
--
-- At the commit: for each window that was changed, the log has a row of this transaction that states the new one. Where it has none,
-- somebody changed the event past the portal, and the database writes the row itself, also for a window that was moved and set back in
-- one transaction. Only then it takes the chain, without waiting: nothing may wait after the clock was checked. The portal has written
-- the row, and holds the chain, before it commits.
create function log_window(p_event event, p_stage text, was_open timestamptz, was_close timestamptz,
    is_open timestamptz, is_close timestamptz) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    newest bigint := (select h.seq from audit_head h where h.chain = p_event.slug);
    logged audit_log;
begin
    if (was_open, was_close) is not distinct from (is_open, is_close) then
        return;
    end if;
    -- Times follow the sequence: what this transaction wrote is at the chain's end.
    while newest > 0 loop
        select * into logged from audit_log a where a.chain = p_event.slug and a.seq = newest;
        exit when not found or logged.ts < transaction_timestamp();
        if logged.action like 'window.%' and logged.after::json ->> 'stage' = p_stage
            and (logged.after::json ->> 'open')::timestamptz is not distinct from is_open
            and (logged.after::json ->> 'close')::timestamptz is not distinct from is_close then
            return;
        end if;
        newest := newest - 1;
    end loop;
    perform hold_chain(p_event.slug);
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, before, after)
    values (p_event.id, 'system', 'database', 'window.set', 'event', p_event.id::text,
        json_build_object('stage', p_stage, 'open', was_open, 'close', was_close)::text,
        json_build_object('stage', p_stage, 'open', is_open, 'close', is_close)::text);
end
$$;

create function windows_are_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = new.id;
    -- An event made in this transaction is logged as made.
    if found and not event_is_fresh(e) then
        perform log_window(e, 'submissions', old.submissions_open, old.submissions_close, new.submissions_open, new.submissions_close);
        perform log_window(e, 'judging', old.judging_open, old.judging_close, new.judging_open, new.judging_close);
        perform log_window(e, 'voting', old.voting_open, old.voting_close, new.voting_open, new.voting_close);
    end if;
    return null;
end
$$;
create constraint trigger windows_are_logged
    after update of submissions_open, submissions_close, judging_open, judging_close, voting_open, voting_close on event
    deferrable initially deferred for each row execute function windows_are_logged();

-- An imported event has no row of the log for each review, and a forgotten one no longer says who gave which. Both have one row that
-- holds digests in their place, so that a bundle can be compared with its log.

-- The submitted reviews of an event, or of one of its projects, without who gave them: by assignment, its project, status, moment and scores.
create function scores_digest(p_event bigint, p_project bigint default null) returns text
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select sha256_hex(coalesce(string_agg(netstrings(a.id::text, a.project_id::text, a.status, audit_ts(r.submitted_at),
        (select string_agg(netstrings(s.key, s.value), '' order by s.key collate "C") from jsonb_each_text(r.scores) s)),
        '' order by a.id), ''))
    from assignment a join review r on r.assignment_id = a.id
    where a.event_id = p_event and (p_project is null or a.project_id = p_project) and r.submitted_at is not null
$$;

-- Who gave each of them, by address.
create function judges_digest(p_event bigint, p_project bigint default null) returns text
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select sha256_hex(coalesce(string_agg(netstrings(a.id::text, p.email), '' order by a.id), ''))
    from assignment a join review r on r.assignment_id = a.id join person p on p.id = a.person_id
    where a.event_id = p_event and (p_project is null or a.project_id = p_project) and r.submitted_at is not null
$$;

-- The projects of an event that repeat another one, each with that one.
create function repeats_of(p_event bigint) returns jsonb
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(jsonb_agg(jsonb_build_array(id, duplicate_of) order by id), '[]') from project
    where event_id = p_event and duplicate_of is not null
$$;

-- What the row of an import says of the reviews and of the repeats that came with it.
create function imported_record(p_event bigint) returns json
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select json_build_object('scores_digest', scores_digest(p_event), 'judges_digest', judges_digest(p_event),
        'repeats', repeats_of(p_event))
$$;

-- Where an event's audit rows are announced. The log is already a gapless list of all that happened in an event, so a webhook reads it by
-- a cursor. A list of deliveries would cost every save a row, a random id and five index entries under the lock of the chain. The lease
-- is here: one message in flight per webhook.
create table webhook (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    url text not null constraint webhook_url_shape check (plain_text(url, 500) and url ~* '^https?://[^\s]+$'),
    -- Needed in clear to sign. Shown to people once.
    secret text not null,
    -- After replacement the old one signs too, for a while.
    old_secret text,
    old_secret_until timestamptz,
    -- Audit actions that it takes. Null: every one.
    actions text[],
    enabled boolean not null default true,
    disabled_at timestamptz,
    -- 'gone' (the receiver answered 410), 'failing' (five days without a success), 'left' (the organizer who answered for it left), or
    -- 'organizer'.
    disabled_reason text,
    -- The organizer who answers for it: who added it, or changed it last.
    created_by bigint references person,
    created_at timestamptz not null default now(),
    last_success_at timestamptz,
    -- First failure since the last success, from which "five days without any success" counts.
    failing_since timestamptz,
    -- Fencing token of the sender that holds the webhook. A completion with another token is stale.
    lease_token uuid,
    leased_until timestamptz,
    -- The event's chain.
    chain text not null,
    -- The last row of the chain that was tried once or passed over. A new webhook hears of what follows.
    cursor bigint not null,
    -- Random: the ids of its messages follow from it, the chain and the row's number, so they are the same at each attempt and nobody
    -- else can foresee them.
    key uuid not null default gen_random_uuid(),
    -- The body that it takes.
    format text not null default 'standard'
        constraint webhook_format_known check (format in ('standard', 'slack', 'discord')),
    -- Rises with each change by a person: a form made from an older version is refused.
    version int not null default 1,
    unique (event_id, id)
);
create index webhook_event on webhook (event_id);

-- A new webhook, and one that is switched on again, begins at the head of the log: what happened before is not sent late. Switching off
-- keeps the moment.
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

-- Before publication, a webhook says something of judging only while the organizer who answers for it takes no part in the event. Without
-- this, an organizer on a team would hear of each review of it.
create function webhook_tells_judging(p_event bigint, p_person bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from publication p where p.event_id = p_event) or not takes_part(p_event, p_person)
$$;

-- An organizer who leaves takes no news of the event along: their webhooks are switched off until another organizer switches them on, and
-- then answers for them.
create function answers_for_webhooks(p_event bigint, p_person bigint) returns boolean
    language sql stable
    return exists (select from person p where p.id = p_person and p.deactivated_at is null
        and (p.is_staff or exists (select from membership m
            where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer')));

create function webhooks_left() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    who bigint := case when tg_table_name = 'person' then (to_jsonb(new) ->> 'id')::bigint
        else (to_jsonb(old) ->> 'person_id')::bigint end;
begin
    update webhook w set enabled = false, disabled_reason = 'left', version = w.version + 1
        where w.created_by = who and w.enabled and not answers_for_webhooks(w.event_id, who);
    return null;
end
$$;
create trigger webhooks_left after delete on membership
    for each row when (old.role = 'organizer') execute function webhooks_left();
create trigger webhooks_left after update of deactivated_at, is_staff on person
    for each row when ((old.deactivated_at, old.is_staff) is distinct from (new.deactivated_at, new.is_staff))
    execute function webhooks_left();

-- A message that failed and waits, or that an organizer sends again. First attempts need no row: the cursor says where they are.
create table webhook_retry (
    webhook_id bigint not null references webhook on delete cascade,
    -- Of the audit row in the webhook's chain.
    seq bigint not null,
    -- How often it was tried so far.
    attempts int not null,
    -- Which wait of the schedule comes next. 0 for one that an organizer sends again.
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
    -- A word for why there was none. The portal reads it back: another word would fail every page that reads its row.
    error text constraint attempt_error_known
        check (error in ('address', 'name', 'private', 'connection', 'tls', 'timeout', 'answer')),
    -- The first 1 KiB of the answer, lossily decoded.
    answer text,
    primary key (webhook_id, id)
);
create index webhook_attempt_message on webhook_attempt (webhook_id, seq, number);
create index webhook_attempt_old on webhook_attempt (started_at);

-- A test that an organizer asked for: sent once, also while the webhook is switched off.
create table webhook_test (
    webhook_id bigint not null references webhook on delete cascade,
    id bigint generated always as identity,
    asked_at timestamptz not null default clock_timestamp(),
    -- Null until it is sent. What follows is as in webhook_attempt.
    started_at timestamptz,
    duration_ms int,
    status int,
    error text constraint test_error_known
        check (error in ('address', 'name', 'private', 'connection', 'tls', 'timeout', 'answer')),
    answer text,
    primary key (webhook_id, id)
);
create index webhook_test_waiting on webhook_test (webhook_id, id) where started_at is null;

-- When submissions of an open event were open for the first time; null where they never were. Teams read an event's own questions as soon
-- as submissions are open. A form from then may be open somewhere after an organizer has moved the opening into the future, so the log is
-- asked as well: whoever read a question keeps its readers.
create function submissions_first_opened(p_event bigint) returns timestamptz
    language sql stable
    return (select min(greatest(o.at, s.shown_at)) from event e
        cross join lateral (
            select max(l.ts) as shown_at from audit_log l where l.chain = e.slug and l.action = 'event.opened') s
        cross join lateral (
            select coalesce(e.submissions_open, e.created_at) as at
                where coalesce(e.submissions_open <= clock_timestamp(), true)
            union all select coalesce(w.open, e.created_at) from audit_log l
                cross join lateral (select case when l.action like 'window.%' then l.before::json end as was) b
                cross join lateral (select (b.was ->> 'open')::timestamptz as open) w
                where l.chain = e.slug and b.was ->> 'stage' = 'submissions'
                    and coalesce(w.open <= l.ts, true) and (s.shown_at is null or l.ts > s.shown_at)) o
        where e.id = p_event and not e.draft);
