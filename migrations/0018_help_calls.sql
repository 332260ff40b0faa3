-- Judges call for help from where they are, and an organizer comes.

-- The log says who called and who came, and nothing of what was added.
create table help_call (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    person_id bigint not null,
    -- Where the judge was; none for one who had no project.
    project_id bigint,
    said text not null default '' constraint help_call_said_length check (plain_text(said, 120)),
    called_at timestamptz not null default clock_timestamp(),
    taken_by bigint references person (id),
    taken_at timestamptz,
    ended_at timestamptz,
    foreign key (event_id, person_id) references event_person (event_id, person_id),
    foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
-- A judge waits once: a second press calls nobody twice.
create unique index help_call_waits on help_call (event_id, person_id) where ended_at is null;
create index help_call_person on help_call (event_id, person_id);
create index help_call_project on help_call (event_id, project_id) where project_id is not null;
create index help_call_taken_by on help_call (taken_by) where taken_by is not null;

create trigger a_stay_in_event before update of event_id on help_call for each row execute function stay_in_event();
create trigger a_not_forgotten before insert or update on help_call for each row execute function not_forgotten('waits');

-- Calls go with the event's other personal data.
create function forget_calls() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from help_call where event_id = new.id;
    return null;
end
$$;
create trigger forget_calls after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_calls();

-- As before, with the calls.
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
        + (select count(*) from assignment where event_id = p_event and recused_reason <> '')
    union all select 'remarks', count(*) from deliberation_note where event_id = p_event
    union all select 'webhook_attempts', (select count(*) from webhook_attempt a join webhook w on w.id = a.webhook_id
            where w.event_id = p_event)
        + (select count(*) from webhook_test t join webhook w on w.id = t.webhook_id where w.event_id = p_event)
    union all select 'log_rows', count(*) from audit_log l
        where l.chain = (select slug from event where id = p_event) and (l.actor not in ('', 'system') or l.ip is not null)
    union all select 'runs', count(*) from calibration_run where event_id = p_event
$$;

-- As before, with the calls: nothing public shows one.
create or replace function audit_is_private(action text) returns boolean
    language sql immutable parallel safe
    return split_part(action, '.', 1) in ('review', 'assignment', 'ballot', 'export', 'bundle', 'webhook', 'invitation', 'mail',
        'token', 'session', 'calibration', 'run', 'code', 'record', 'remark', 'conflict', 'ceremony', 'notice', 'visit', 'note',
        'first_three', 'call');

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
