-- Questions of an event's own in the form of a project. An answer is shown to those to whom its question said that it would be, and to
-- nobody else later.

-- [{"key": "shirt", "label": "T-shirt sizes", "kind": "text" | "choice" | "tick", "choices": […], "required": true, "shown_to":
-- "organizers" | "judges" | "all"}, …] in the form's order.
alter table event add column form_questions jsonb not null default '[]' constraint form_questions_shape
    check (coalesce(case when jsonb_typeof(form_questions) = 'array' then jsonb_array_length(form_questions) <= 12 end, false));

-- Texts by the key of the question. What a team leaves open is not in it.
alter table project add column answers jsonb not null default '{}' constraint answers_shape check (jsonb_typeof(answers) = 'object');

-- A question that a team has answered stays, with its kind and its choices, and nobody more reads the answers. Answers wait for the
-- event's row: see project_answers_before.
create function form_questions_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    readers constant text[] := array['organizers', 'judges', 'all'];
begin
    if exists (
        select from jsonb_array_elements(old.form_questions) was
        left join jsonb_array_elements(new.form_questions) is_now on is_now ->> 'key' = was ->> 'key'
        where exists (select from project p where p.event_id = old.id and p.answers ? (was ->> 'key'))
            and (is_now ->> 'kind' is distinct from was ->> 'kind'
                or not coalesce(is_now -> 'choices', '[]') @> coalesce(was -> 'choices', '[]')
                or array_position(readers, is_now ->> 'shown_to') > array_position(readers, was ->> 'shown_to'))
    ) then
        perform refuse(409, 'question_answered', 'Teams have answered this question: it stays, and nobody more reads the answers.');
    end if;
    return new;
end
$$;
create trigger form_questions_before before update of form_questions on event
    for each row when (old.form_questions is distinct from new.form_questions and jsonb_typeof(new.form_questions) = 'array')
    execute function form_questions_before();

-- Answers have the window of their project, and each is to a question that the event asks. The event's row is locked, so that a change
-- of the questions at this moment comes before or after.
create function project_answers_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    questions jsonb;
begin
    -- What is no object is refused by the column's own rule.
    if new.answers = coalesce(old.answers, '{}') or jsonb_typeof(new.answers) <> 'object' or forgets(new.event_id) then
        return new;
    end if;
    perform require_submissions_of(new.event_id, new.team_id);
    if tg_op = 'UPDATE' and new.withdrawn_at is not null then
        perform refuse(409, 'project_withdrawn', 'An organizer has withdrawn this project: it stays as it is until they restore it.');
    end if;
    select e.form_questions into questions from event e where e.id = new.event_id for no key update;
    if exists (
        select from jsonb_each(new.answers) a
        where jsonb_typeof(a.value) <> 'string' or not plain_text(a.value #>> '{}', 2000)
            or not exists (select from jsonb_array_elements(questions) q
                where q ->> 'key' = a.key and (q ->> 'kind' <> 'choice' or q -> 'choices' ? (a.value #>> '{}')))
    ) then
        perform refuse(400, 'answers',
            'An answer is a text of at most 2000 characters to a question that the event asks, or one of its choices.');
    end if;
    return new;
end
$$;
create trigger project_answers_before before insert or update of answers on project
    for each row execute function project_answers_before();

-- As in 0005, and for answers.
drop trigger project_edit_at_commit on project;
create constraint trigger project_edit_at_commit after update on project
    deferrable initially deferred for each row when (project_edited(old, new) or old.answers is distinct from new.answers)
    execute function submissions_at_commit();

-- Answers that not everybody reads go with the event's other personal data.
create function answers_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project p set answers = (
            select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(p.answers) a
            join jsonb_array_elements(new.form_questions) q on q ->> 'key' = a.key where q ->> 'shown_to' = 'all')
        where p.event_id = new.id and p.answers <> '{}';
    return null;
end
$$;
create trigger answers_are_forgotten after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function answers_are_forgotten();

-- As in 0022, with these answers.
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
        + (select count(*) from winner_duty where event_id = p_event and reason <> '')
    union all select 'answers', count(*) from event e join project p on p.event_id = e.id cross join jsonb_each(p.answers) a
        join jsonb_array_elements(e.form_questions) q on q ->> 'key' = a.key where e.id = p_event and q ->> 'shown_to' <> 'all'
    union all select 'remarks', count(*) from deliberation_note where event_id = p_event
    union all select 'webhook_attempts', (select count(*) from webhook_attempt a join webhook w on w.id = a.webhook_id
            where w.event_id = p_event)
        + (select count(*) from webhook_test t join webhook w on w.id = t.webhook_id where w.event_id = p_event)
    union all select 'log_rows', count(*) from audit_log l
        where l.chain = (select slug from event where id = p_event) and (l.actor not in ('', 'system') or l.ip is not null)
    union all select 'evidence', count(*) from evidence where event_id = p_event and evidence_of_people(fact)
    union all select 'questions', count(*) from results_question where event_id = p_event and (question <> '' or answer <> '')
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
