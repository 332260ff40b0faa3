-- A Merkle tree beside each event's log, in the files that witnesses and monitors read. What is in it was seen by others, so it only grows.

create table log_tree (
    event_id bigint primary key references event,
    -- What the log is called: the address that the site had when the log began, without its scheme, and the event's path.
    origin text not null unique,
    -- Blinds the leaves. A random UUID has 122 random bits.
    secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        check (octet_length(secret) = 32),
    -- The seed of the Ed25519 key that signs checkpoints of this log and nothing else.
    key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        check (octet_length(key) = 32),
    -- How many rows of the log are in it, and the root over them.
    size bigint not null default 0,
    root bytea not null default sha256('') check (octet_length(root) = 32),
    -- When rows were last added, or the log got another name.
    advanced_at timestamptz not null default clock_timestamp()
);

-- Hashes side by side: 32 bytes each, at most 256 of them.
create table log_tile (
    event_id bigint not null references log_tree,
    -- 0: hashes of the leaves. Each hash of a higher level is over 256 of the level below.
    level int not null,
    -- Counts the tiles of a level from 0.
    place bigint not null,
    hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
    primary key (event_id, level, place)
);

-- What a witness of the settings said of a log.
create table log_witness (
    event_id bigint not null references log_tree,
    -- Its public key, as it is written: name+id+key.
    witness text not null,
    -- How much it cosigned last, and the line that it gave for that checkpoint.
    size bigint not null default 0,
    cosignature text,
    asked_at timestamptz not null default clock_timestamp(),
    -- It cosigned a longer log than there is now, or one that does not begin this one. Null again once it cosigns.
    alarm text check (alarm in ('shorter', 'rewritten')),
    -- When people were told of each alarm last. One that says one thing and another in turn is told of once a day.
    told jsonb not null default '{}',
    primary key (event_id, witness)
);

-- A tree and its tiles keep what was signed and sent. The name and the key have a rule of their own: log_name_is_kept.
create function log_only_grows() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(403, 'append_only', format('%s only grows: others have seen what is in it.', tg_table_name));
    return null;
end
$$;
create trigger log_only_grows before update on log_tree for each row
    when ((new.event_id, new.secret) is distinct from (old.event_id, old.secret)
        or new.size < old.size or (new.size = old.size and new.root <> old.root))
    execute function log_only_grows();
create trigger log_only_grows before update on log_tile for each row
    when ((new.event_id, new.level, new.place) is distinct from (old.event_id, old.level, old.place)
        or substr(new.hashes, 1, octet_length(old.hashes)) <> old.hashes)
    execute function log_only_grows();
create trigger append_only before delete or truncate on log_tree for each statement execute function append_only();
create trigger append_only before delete or truncate on log_tile for each statement execute function append_only();

-- What a log was called before, and the tree that it had then. A log that was restored from a backup has lost rows that witnesses have
-- seen: they never sign again under the old name, and the old name keeps what was signed under it.
create table log_origin (
    event_id bigint not null references log_tree,
    origin text primary key,
    -- The seed of the key that signed under this name.
    key bytea not null check (octet_length(key) = 32),
    -- How many rows were in the tree, and the root over them.
    size bigint not null,
    root bytea not null check (octet_length(root) = 32),
    left_at timestamptz not null default clock_timestamp()
);
create index log_origin_event on log_origin (event_id);
create trigger append_only before update or delete or truncate on log_origin for each statement execute function append_only();

-- A tree gets another name and key only where the ones that it leaves are kept.
create function log_name_is_kept() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from log_origin o where o.origin = new.origin)
        or not exists (select from log_origin o where o.event_id = old.event_id and o.origin = old.origin and o.key = old.key
            and o.size = old.size and o.root = old.root) then
        perform refuse(403, 'append_only', 'A log gets a new name, and the one that it leaves is kept.');
    end if;
    return new;
end
$$;
create trigger log_name_is_kept before update on log_tree for each row
    when ((new.origin, new.key) is distinct from (old.origin, old.key)) execute function log_name_is_kept();
