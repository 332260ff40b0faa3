-- Guest judges: one link for a room, by which people without an invitation give their names. An organizer confirms each; only
-- then they become judges.

-- The link says nothing and opens nothing, so that its code may be stored: it is shown on a screen again and again.
create table guest_link (
    event_id bigint primary key references event,
    code text not null unique constraint guest_link_code_shape check (code ~ '^[A-Za-z0-9_-]{43}$'),
    opened_by bigint references person,
    opened_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz
);

create table guest (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    name text not null constraint guest_name_length check (plain_text(name, 120)),
    -- What the guest's phone and the organizer's list both show, so that the organizer confirms the person who stands there.
    number int not null check (number between 100 and 999),
    -- SHA-256 of the cookie of the guest's browser, which is the only one that the confirmation signs in.
    secret_hash bytea not null unique,
    asked_at timestamptz not null default clock_timestamp(),
    decided_at timestamptz,
    decided_by bigint references person,
    -- The invitation that stands for the confirmation; null: turned away, or not decided.
    invitation_id bigint references invitation,
    signed_in_at timestamptz
);
create unique index guest_number_taken on guest (event_id, number) where decided_at is null;
create index guest_asked on guest (asked_at) where invitation_id is null;
create index guest_invitation on guest (invitation_id) where invitation_id is not null;

create trigger a_stay_in_event before update of event_id on guest_link for each row execute function stay_in_event();
create trigger a_stay_in_event before update of event_id on guest for each row execute function stay_in_event();
create trigger a_stay_in_event before update of event_id on invitation for each row execute function stay_in_event();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
