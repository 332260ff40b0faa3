-- What the public adds: comments and the community vote.

-- A removed comment keeps its row; only its author and organizers may remove it.
create table comment (
    id bigint generated always as identity primary key,
    event_id bigint not null,
    project_id bigint not null,
    person_id bigint not null references person,
    body text not null constraint comment_length check (plain_text(body, 2000))
        constraint comment_missing check (btrim(body, E' \t\n') <> ''),
    created_at timestamptz not null default now(),
    removed_at timestamptz,
    removed_by bigint references person,
    constraint comment_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index comment_project on comment (project_id, id);
create index comment_event on comment (event_id, id);
create index comment_person on comment (person_id);

-- A single-use code that an organizer prints for people in the room; stored as its SHA-256.
create table voting_code (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    code_hash bytea not null,
    created_at timestamptz not null default now(),
    withdrawn_at timestamptz,
    unique (event_id, id),
    unique (event_id, code_hash)
);

-- One ballot per person or per code. Its audit row holds the number of choices and a digest over this salt.
create table ballot (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint references person,
    code_id bigint,
    choices bigint[] not null,
    salt bytea not null default uuid_send(gen_random_uuid()),
    cast_at timestamptz not null default now(),
    constraint ballot_has_one_voter check (num_nonnulls(person_id, code_id) = 1),
    constraint already_voted unique (event_id, person_id),
    constraint code_already_used unique (code_id),
    constraint ballot_code_foreign foreign key (event_id, code_id) references voting_code (event_id, id)
);
create index ballot_person on ballot (person_id);

-- A prize, given to a project or waiting for one.
create table prize (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    name text not null constraint prize_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    description text not null default '' constraint prize_description_length check (plain_text(description, 2000)),
    position int not null default 0,
    track_id bigint,
    project_id bigint,
    constraint prize_name_taken unique (event_id, name),
    constraint track_foreign foreign key (event_id, track_id) references track (event_id, id),
    constraint prize_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
