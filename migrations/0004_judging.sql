-- Who judges what, and what they said.

-- A judge's task for one project.
create table assignment (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint not null,
    project_id bigint not null,
    status text not null default 'pending'
        constraint assignment_status_known check (status in ('pending', 'done', 'recused')),
    source text not null constraint assignment_source_known check (source in ('planned', 'manual', 'pulled', 'import')),
    recused_reason text not null default '' constraint recused_reason_length check (plain_text(recused_reason, 2000)),
    created_at timestamptz not null default now(),
    -- Lets a foreign key say "has the judge role", which holds in any isolation level.
    judge_role text not null generated always as ('judge') stored,
    constraint already_assigned unique (project_id, person_id),
    unique (event_id, id),
    constraint assignment_project_foreign foreign key (event_id, project_id) references project (event_id, id),
    constraint not_a_judge foreign key (event_id, person_id, judge_role) references membership (event_id, person_id, role)
);
create index assignment_judge on assignment (person_id, id);
create index assignment_event_judge on assignment (event_id, person_id);
create index assignment_event_project on assignment (event_id, project_id);

-- One judge's review of one project; a draft while submitted_at is null.
create table review (
    id bigint generated always as identity primary key,
    assignment_id bigint not null constraint already_reviewed unique,
    event_id bigint not null references event,
    -- Criterion key to integer.
    scores jsonb not null default '{}' constraint scores_object check (jsonb_typeof(scores) = 'object'),
    comment text not null default '' constraint review_comment_length check (plain_text(comment, 5000)),
    -- The audit log holds the comment only as SHA-256 over this salt and the text.
    comment_salt bytea not null default uuid_send(gen_random_uuid()),
    submitted_at timestamptz,
    saved_at timestamptz not null default now(),
    constraint assignment_has_review foreign key (event_id, assignment_id) references assignment (event_id, id)
);
create index review_event on review (event_id, assignment_id);

-- A declared conflict of interest: the planner never pairs the two.
create table conflict (
    event_id bigint not null,
    person_id bigint not null,
    project_id bigint not null,
    created_at timestamptz not null default now(),
    primary key (event_id, person_id, project_id),
    constraint conflict_person_unknown foreign key (event_id, person_id) references event_person,
    constraint conflict_project_foreign foreign key (event_id, project_id) references project (event_id, id)
);
create index conflict_project on conflict (event_id, project_id);
