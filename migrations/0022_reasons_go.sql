-- What organizers wrote when they withdrew a project or gave a team more time goes with an event's other reasons. Those for more time
-- stay where results are published: everybody has read them there, and they are signed.

-- As in 0016, and why a team had more time where nobody published it.
create or replace function withdrawals_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project set withdrawal_reason = 'removed' where event_id = new.id and withdrawn_at is not null;
    update team_extension set reason = 'removed'
        where event_id = new.id and not exists (select from publication p where p.event_id = new.id);
    return null;
end
$$;

-- As in 0018, with these reasons. An assignment that ended with its project repeats the project's.
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
    union all select 'runs', count(*) from calibration_run where event_id = p_event
$$;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
