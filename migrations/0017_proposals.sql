-- Programs that act for a person may propose a write. It is done when the person confirms it on a page, and by nothing else.

create table proposal (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    -- The event that the write is about.
    event_id bigint not null references event,
    method text not null check (method in ('POST', 'PATCH', 'DELETE')),
    path text not null check (char_length(path) <= 200),
    -- The JSON object that the write sends, as it was written. It goes as the person decides: what was sent is then where the write put it,
    -- or nowhere.
    body text not null check (octet_length(body) <= 262144),
    -- What it changes, as that was when its program read it: a JSON object. It goes with the body. What changed since is not written over.
    was text not null default '',
    -- Names the newest save of a review as the proposal was made.
    version text check (octet_length(version) <= 100),
    -- By what way it came, in a word. The log's row of what is confirmed says it.
    via text not null check (via ~ '^[a-z-]{1,20}$'),
    made_at timestamptz not null default clock_timestamp(),
    -- Much has changed by then, and the row goes.
    expires_at timestamptz not null default clock_timestamp() + interval '1 day',
    -- Set before the write is tried, so that a second press does nothing, and taken back where the portal refused it.
    confirmed_at timestamptz,
    refused_at timestamptz,
    -- What the last try was answered. None with confirmed_at: the process ended meanwhile.
    status int,
    detail text not null default '',
    check (num_nonnulls(confirmed_at, refused_at) <= 1)
);
create index proposal_person on proposal (person_id, id);
create index proposal_event on proposal (event_id);
create index proposal_expires on proposal (expires_at);

-- Proposals go with the event's personal data: what one sends may name people.
create function forget_proposals() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from proposal where event_id = new.id;
    return null;
end
$$;
create trigger forget_proposals after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_proposals();
