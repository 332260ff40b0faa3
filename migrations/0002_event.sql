-- An event, its rubric and tracks, and who belongs to it in which role.

create table event (
    id bigint generated always as identity primary key,
    slug text not null constraint slug_taken unique
        constraint slug_shape check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$' and slug not in ('import', 'new')),
    name text not null constraint event_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    description text not null default '' constraint event_description_length check (plain_text(description, 60000)),
    -- A null opening has always been open, a null close never closes.
    submissions_open timestamptz,
    submissions_close timestamptz,
    judging_open timestamptz,
    judging_close timestamptz,
    voting_open timestamptz,
    voting_close timestamptz,
    reviews_per_project int not null default 3
        constraint reviews_per_project_range check (reviews_per_project between 1 and 1000),
    max_team_size int not null default 5 constraint max_team_size_range check (max_team_size between 1 and 1000),
    voting_mode text not null default 'off' constraint voting_mode_known check (voting_mode in ('off', 'account', 'code')),
    votes_per_voter int not null default 3 constraint votes_per_voter_range check (votes_per_voter between 1 and 1000),
    -- Whether participants see their projects' review comments once results are published.
    feedback_released boolean not null default false,
    demo boolean not null default false,
    -- Rises with every change that the event's public pages show: one indexed read gives their ETag.
    version bigint not null default 1,
    created_at timestamptz not null default now(),
    -- The transaction that made the event; the time rules leave an import's own rows alone by it.
    created_in xid8 not null default pg_current_xact_id(),
    constraint submissions_order check (submissions_open < submissions_close),
    constraint judging_order check (judging_open < judging_close),
    constraint voting_order check (voting_open < voting_close)
);
create index event_latest_deadline on event (submissions_close desc nulls first, slug);

create table track (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    name text not null constraint track_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    position int not null default 0,
    unique (event_id, id)
);
create unique index track_name_taken on track (event_id, lower(name));

create table criterion (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    key text not null
        constraint criterion_key_shape check (key ~ '^[a-z][a-z0-9_]{0,39}$')
        -- A key is a column of scores.csv, so it may be no fixed column's name.
        constraint criterion_key_reserved check (key not in ('review_id', 'judge_email', 'project_id', 'project',
            'submitted_at', 'weighted_0_1', 'comment')),
    name text not null constraint criterion_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    guidance text not null default '' constraint criterion_guidance_length check (plain_text(guidance, 2000)),
    weight numeric(14, 4) not null constraint criterion_weight_positive check (weight > 0),
    min_value int not null,
    max_value int not null,
    position int not null default 0,
    constraint criterion_key_taken unique (event_id, key),
    constraint criterion_range check (min_value < max_value)
);

-- Everybody who has anything to do with an event, once; roles, tracks and teams hang on this row, and the own-team
-- rule takes its lock.
create table event_person (
    event_id bigint not null references event,
    person_id bigint not null references person,
    -- The "fixture id" of imports.
    external_id text constraint person_external_id_length check (plain_text(external_id, 120) and external_id <> ''),
    -- The most reviews this judge takes; null: no cap.
    review_cap int constraint review_cap_range check (review_cap >= 0),
    primary key (event_id, person_id),
    constraint person_external_id_taken unique (event_id, external_id)
);
create index event_person_person on event_person (person_id);

create table membership (
    event_id bigint not null,
    person_id bigint not null,
    role text not null constraint role_known check (role in ('participant', 'judge', 'organizer')),
    created_at timestamptz not null default now(),
    primary key (event_id, person_id, role),
    constraint membership_person_unknown foreign key (event_id, person_id) references event_person
);
create index membership_person on membership (person_id, role);

-- The tracks a judge knows about; the planner prefers them.
create table person_track (
    event_id bigint not null,
    person_id bigint not null,
    track_id bigint not null,
    primary key (event_id, person_id, track_id),
    constraint person_track_person_unknown foreign key (event_id, person_id) references event_person,
    constraint track_foreign foreign key (event_id, track_id) references track (event_id, id) on delete cascade
);
create index person_track_track on person_track (event_id, track_id);
