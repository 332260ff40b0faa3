-- Evidence: facts on a submission, collected by the portal or written by a person, each with its source and its time. Never a verdict.

-- Whether the event wants it: chosen before submissions close, and said on the submit page. The names are those of other events, which
-- a repository's first message may name.
alter table event
    add column evidence boolean not null default false,
    add column evidence_names text[] not null default '{}' constraint evidence_names_length
        check (cardinality(evidence_names) <= 20 and plain_text(array_to_string(evidence_names, ' ', ''), 2400));

-- A fact (`shared::evidence::Fact`). Rows are only appended: a fact that no longer holds is replaced by a later one of its kind, and signed
-- results hold the digest of the first rows of an event. The salt enters that digest: a short sentence could be guessed without it.
create table evidence (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    project_id bigint not null,
    fact jsonb not null constraint evidence_has_kind check (jsonb_typeof(fact -> 'kind') is not distinct from 'string'),
    found_at timestamptz not null default clock_timestamp(),
    -- Null: the portal found it.
    found_by bigint references person (id),
    salt text not null default encode(uuid_send(gen_random_uuid()), 'hex') constraint evidence_salt_shape check (salt ~ '^[0-9a-f]{32}$'),
    constraint evidence_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index evidence_event on evidence (event_id, id);
create index evidence_project on evidence (project_id);
create index evidence_found_by on evidence (found_by) where found_by is not null;

create trigger a_stay_in_event before update of event_id on evidence for each row execute function stay_in_event();
create trigger a_not_forgotten before insert on evidence for each row execute function not_forgotten('waits');

-- Numbers follow the order of the commits, since a publication takes this lock, too: no row comes in before the ones that it signed.
-- SECURITY DEFINER: the application may not draw numbers by itself.
create function evidence_before() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    perform pg_advisory_xact_lock(hashtextextended('submit', new.event_id));
    new.id := nextval(pg_get_serial_sequence('evidence', 'id'));
    select * into e from event where id = new.event_id;
    if not event_is_fresh(e) then
        new.found_at := clock_timestamp();
    end if;
    return new;
end
$$;
create trigger evidence_before before insert on evidence for each row execute function evidence_before();

-- Rows go with their project, or where the event is forgotten.
create function evidence_stays() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' and (forgets(old.event_id) or not exists (select from project p where p.id = old.project_id)) then
        return old;
    end if;
    perform refuse(403, 'append_only', 'Evidence only grows: its rows are never changed or removed.');
    return null;
end
$$;
create trigger evidence_stays before update or delete on evidence for each row execute function evidence_stays();

-- Which repositories a sender has looked at, and which one is looking just now.
create table code_look (
    project_id bigint primary key,
    event_id bigint not null references event,
    -- How many looks are finished: for HEAD at the close, for its commits, and one as judging opens.
    looks int not null default 0 constraint code_look_range check (looks between 0 and 3),
    looked_at timestamptz,
    leased_until timestamptz not null default clock_timestamp() + interval '5 minutes',
    constraint code_look_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index code_look_event on code_look (event_id);
create index event_evidence on event (id) where evidence;
create trigger a_stay_in_event before update of event_id on code_look for each row execute function stay_in_event();

-- Whether a person wrote it. It goes by the kind: a bundle may leave out who it was.
create function evidence_of_people(fact jsonb) returns boolean
    language sql immutable parallel safe
    return fact ->> 'kind' in ('flag', 'answer', 'note', 'looked_at');

-- What people wrote goes with an event's other personal data. What the portal found names nobody, and stays.
create function forget_evidence() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from evidence where event_id = new.id and evidence_of_people(fact);
    return null;
end
$$;
create trigger forget_evidence after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_evidence();

-- As in 0018, with evidence: nothing public shows what was found.
create or replace function audit_is_private(action text) returns boolean
    language sql immutable parallel safe
    return split_part(action, '.', 1) in ('review', 'assignment', 'ballot', 'export', 'bundle', 'webhook', 'invitation', 'mail',
        'token', 'session', 'calibration', 'run', 'code', 'record', 'remark', 'conflict', 'ceremony', 'notice', 'visit', 'note',
        'first_three', 'call', 'evidence');

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
