-- Pairs of projects that an organizer told apart, and whom a team asks that thinks its flag is wrong.

-- Neither project is flagged as a repeat of the other again. What an organizer decides about a project as a whole is
-- project.duplicate_cleared.
create table told_apart (
    event_id bigint not null references event,
    -- The pair in the order of its ids, so that it is stored once.
    low_id bigint not null,
    high_id bigint not null,
    decided_at timestamptz not null default clock_timestamp(),
    -- SHA-256 of both texts as they were: the desk says when one has changed since.
    texts_hash bytea not null check (octet_length(texts_hash) = 32),
    primary key (low_id, high_id),
    check (low_id < high_id),
    foreign key (event_id, low_id) references project (event_id, id) on delete cascade,
    foreign key (event_id, high_id) references project (event_id, id) on delete cascade
);
create index told_apart_event on told_apart (event_id);
create index told_apart_high on told_apart (high_id);

create trigger a_stay_in_event before update of event_id on told_apart for each row execute function stay_in_event();

-- What the decision about two projects was made from.
create function texts_hash(low bigint, high bigint) returns bytea
    language sql stable
    return (select sha256(convert_to(string_agg(
            concat_ws(chr(1), p.title, p.tagline, p.summary, p.description, p.repo_url), chr(2) order by p.id), 'UTF8'))
        from project p where p.id in (low, high));

alter table event add contact_email text constraint event_contact_email
    check (plain_text(contact_email, 254) and contact_email like '_%@_%');

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
