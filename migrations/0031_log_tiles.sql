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
    advanced_at timestamptz not null default clock_timestamp()
);

-- Hashes side by side: 32 bytes each, at most 256 of them.
create table log_tile (
    event_id bigint not null references log_tree,
    level int not null,
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
    primary key (event_id, witness)
);

create function log_only_grows() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(403, 'append_only', format('%s only grows: others have seen what is in it.', tg_table_name));
    return null;
end
$$;
create trigger log_only_grows before update on log_tree for each row
    when ((new.event_id, new.origin, new.secret, new.key) is distinct from (old.event_id, old.origin, old.secret, old.key)
        or new.size < old.size or (new.size = old.size and new.root <> old.root))
    execute function log_only_grows();
create trigger log_only_grows before update on log_tile for each row
    when ((new.event_id, new.level, new.place) is distinct from (old.event_id, old.level, old.place)
        or substr(new.hashes, 1, octet_length(old.hashes)) <> old.hashes)
    execute function log_only_grows();
create trigger append_only before delete or truncate on log_tree for each statement execute function append_only();
create trigger append_only before delete or truncate on log_tile for each statement execute function append_only();

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
