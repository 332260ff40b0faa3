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

-- What people wrote goes with an event's other personal data. What the portal found names nobody, and stays.
create function forget_evidence() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from evidence where event_id = new.id and found_by is not null;
    return null;
end
$$;
create trigger forget_evidence after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_evidence();

-- As in 0022, with what people wrote.
create or replace function forgettable(p_event bigint) returns table (kind text, number bigint)
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select 'people', count(distinct m.person_id) from (
        select person_id from event_person ep where ep.event_id = p_event and not exists (
            select from membership o where o.event_id = p_event and o.person_id = ep.person_id and o.role = 'organizer')) m
    union all select 'review_comments', count(*) from review where event_id = p_event and comment <> ''
    union all select 'comments', count(*) from comment where event_id = p_event
    union all select 'ballots', count(*) from ballot where event_id = p_event
    union all select 'voting_codes', count(*) from voting_code where event_id = p_event
    union all select 'invitations', count(*) from invitation where event_id = p_event
    union all select 'guests', count(*) from guest where event_id = p_event
    union all select 'mails', count(*) from mail_outbox where event_id = p_event or about_event = p_event
    union all select 'notices', count(*) from notice where event_id = p_event
    union all select 'acknowledgements', count(*) from notice_read r join notice n on n.id = r.notice_id where n.event_id = p_event
    union all select 'notes', count(*) from judge_note where event_id = p_event
    union all select 'pictures', count(*) from project_picture where event_id = p_event
    union all select 'visits', count(*) from visit_mark where event_id = p_event
    union all select 'calls', count(*) from help_call where event_id = p_event
    union all select 'first_threes', count(*) from first_three where event_id = p_event
    union all select 'reasons', (select count(*) from conflict where event_id = p_event and reason <> '')
        + (select count(*) from assignment where event_id = p_event and recused_reason <> '' and not ended_with_project)
        + (select count(*) from project where event_id = p_event and withdrawn_at is not null)
        + (select count(*) from team_extension where event_id = p_event
            and not exists (select from publication p where p.event_id = p_event))
    union all select 'remarks', count(*) from deliberation_note where event_id = p_event
    union all select 'webhook_attempts', (select count(*) from webhook_attempt a join webhook w on w.id = a.webhook_id
            where w.event_id = p_event)
        + (select count(*) from webhook_test t join webhook w on w.id = t.webhook_id where w.event_id = p_event)
    union all select 'log_rows', count(*) from audit_log l
        where l.chain = (select slug from event where id = p_event) and (l.actor not in ('', 'system') or l.ip is not null)
    union all select 'evidence', count(*) from evidence where event_id = p_event and found_by is not null
    union all select 'runs', count(*) from calibration_run where event_id = p_event
$$;

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
