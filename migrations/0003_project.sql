-- Teams and their projects. Composite keys keep a team, its members, its projects and their tracks in one event.

create table team (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    external_id text constraint team_external_id_length check (plain_text(external_id, 120) and external_id <> ''),
    name text not null constraint team_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    -- SHA-256 of the code in the team's join link; null: nobody can join by link.
    join_code_hash bytea unique,
    created_at timestamptz not null default now(),
    unique (event_id, id),
    constraint team_external_id_taken unique (event_id, external_id)
);
create unique index team_name_taken on team (event_id, lower(name));

-- The key makes it one team per person and event.
create table team_member (
    event_id bigint not null,
    person_id bigint not null,
    team_id bigint not null,
    joined_at timestamptz not null default now(),
    constraint already_in_a_team primary key (event_id, person_id),
    constraint member_person_unknown foreign key (event_id, person_id) references event_person,
    constraint member_team_foreign foreign key (event_id, team_id) references team (event_id, id)
);
create index team_member_team on team_member (event_id, team_id);
create index team_member_person on team_member (person_id);

create table project (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    external_id text constraint project_external_id_length check (plain_text(external_id, 500) and external_id <> ''),
    team_id bigint not null,
    track_id bigint,
    title text not null constraint title_missing check (btrim(title) <> '')
        constraint title_length check (plain_text(title, 200)),
    tagline text not null default '' constraint tagline_length check (plain_text(tagline, 300)),
    summary text not null default '' constraint summary_length check (plain_text(summary, 2000)),
    description text not null default '' constraint description_length check (plain_text(description, 60000)),
    repo_url text not null default '' constraint repo_url_shape
        check (repo_url = '' or (plain_text(repo_url, 500) and repo_url ~* '^https?://[^\s]+$')),
    demo_url text not null default '' constraint demo_url_shape
        check (demo_url = '' or (plain_text(demo_url, 500) and demo_url ~* '^https?://[^\s]+$')),
    tags text[] not null default '{}',
    status text not null default 'draft' constraint project_status_known check (status in ('draft', 'submitted')),
    submitted_at timestamptz,
    duplicate_of bigint,
    -- Why the flag was set, for the organizer.
    duplicate_reason text,
    -- An organizer said it is no repeat; later checks leave it alone.
    duplicate_cleared boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (event_id, id),
    constraint project_external_id_taken unique (event_id, external_id),
    constraint project_team_foreign foreign key (event_id, team_id) references team (event_id, id),
    constraint track_foreign foreign key (event_id, track_id) references track (event_id, id),
    constraint duplicate_foreign foreign key (event_id, duplicate_of) references project (event_id, id),
    constraint duplicate_of_itself check (duplicate_of <> id),
    constraint submitted_has_a_time check ((status = 'submitted') = (submitted_at is not null))
);
create index project_team on project (event_id, team_id);
create index project_track on project (event_id, track_id);
create index project_listed on project (event_id, id) where status = 'submitted';
create index project_duplicate on project (event_id, duplicate_of) where duplicate_of is not null;

-- Somebody asked into an event in a role, perhaps onto a team. The link's token is stored as its SHA-256.
create table invitation (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    email text not null constraint invitation_email check (plain_text(email, 254) and email like '_%@_%'),
    name text not null default '' constraint invitation_name_length check (plain_text(name, 120)),
    role text not null constraint invitation_role_known check (role in ('participant', 'judge', 'organizer')),
    external_id text,
    review_cap int,
    track_ids bigint[] not null default '{}',
    -- The team that accepting joins.
    team_id bigint,
    token_hash bytea not null unique,
    -- Rises when the link is sent anew, which ends the older one.
    link_version int not null default 1,
    invited_by bigint references person,
    -- The account that this very invitation created, the only kind it may sign in.
    created_person_id bigint references person,
    accepted_by bigint references person,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    accepted_at timestamptz,
    withdrawn_at timestamptz,
    constraint invitation_team_foreign foreign key (event_id, team_id) references team (event_id, id)
);
create unique index already_invited on invitation (event_id, lower(email), role)
    where accepted_at is null and withdrawn_at is null;
create index invitation_email_of on invitation (lower(email));

-- Mail is queued with the change that causes it, sent by the sender or read on a page.
create table mail_outbox (
    id bigint generated always as identity primary key,
    -- The event whose organizers may open it (invitations); null: site admins only.
    event_id bigint references event,
    invitation_id bigint references invitation,
    kind text not null check (kind in ('confirm', 'sign_in', 'invitation', 'notice')),
    to_address text not null,
    subject text not null,
    body text not null,
    created_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    attempts int not null default 0,
    sent_at timestamptz,
    failed_at timestamptz,
    last_error text,
    lease_token uuid,
    leased_until timestamptz
);
create index mail_due on mail_outbox (due_at) where sent_at is null and failed_at is null;
create index mail_event on mail_outbox (event_id, id);
