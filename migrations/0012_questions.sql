-- Whoever took part asks about published results, and an organizer who takes no part answers in public. What was said stays with its
-- number and its digest: the log, the bundle and the next signed results name both, also where the text is gone.

create table results_question (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    -- From 1 in each event, without a gap: the database counts.
    number int not null,
    -- Null for one about the ranking as a whole.
    project_id bigint,
    -- Null where an import brought it without a name, and once the event is forgotten.
    asker_id bigint references person (id),
    -- Who asked wants to be named.
    named boolean not null default false,
    -- Empty where it was removed.
    question text not null constraint results_question_length check (plain_text(question, 2000)),
    question_sha256 text not null,
    raised_at timestamptz not null,
    -- Who answers it; null where every organizer takes part.
    owner_id bigint references person (id),
    answer_by timestamptz not null,
    outcome text constraint results_question_outcome_known check (outcome in ('accepted', 'rejected', 'corrected')),
    answer text not null default '' constraint results_question_answer_length check (plain_text(answer, 5000)),
    answer_sha256 text,
    -- The publication that corrected the results.
    publication int,
    answered_at timestamptz,
    -- Why an organizer removed a text.
    removed_reason text not null default '' constraint results_question_reason_length check (plain_text(removed_reason, 500)),
    constraint results_question_number unique (event_id, number),
    constraint results_question_project_foreign foreign key (event_id, project_id) references project (event_id, id),
    constraint results_question_answered check (num_nulls(outcome, answer_sha256, answered_at) in (0, 3)),
    constraint results_question_corrected check ((publication is not null) = (outcome is not null and outcome = 'corrected'))
);
create index results_question_project on results_question (event_id, project_id) where project_id is not null;
create index results_question_asker on results_question (asker_id) where asker_id is not null;
create index results_question_owner on results_question (owner_id) where owner_id is not null;

create trigger append_only before delete or truncate on results_question for each statement execute function append_only();

-- Numbers and dates a question, takes none before the results or after its day, and keeps what was said: a text can only go.
create function results_question_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if tg_op = 'INSERT' then
        perform from event where id = new.event_id for no key update;
        select * into e from event where id = new.event_id;
        if not event_is_fresh(e) then
            if e.questions_until is null or clock_timestamp() >= e.questions_until
                or not exists (select from publication p where p.event_id = e.id) then
                perform refuse(409, 'database_rule', format('%s takes no questions about its results now.', e.name));
            end if;
            perform require_vote_closed(e.id);
            select coalesce(max(q.number), 0) + 1 into new.number from results_question q where q.event_id = e.id;
            new.raised_at := clock_timestamp();
        end if;
        if new.question <> '' then
            new.question_sha256 := sha256_hex(new.question);
        end if;
    elsif (new.number, new.project_id, new.question_sha256, new.raised_at)
            is distinct from (old.number, old.project_id, old.question_sha256, old.raised_at)
        or new.question not in (old.question, '')
        or (old.outcome is not null and ((new.outcome, new.answer_sha256, new.publication, new.answered_at)
            is distinct from (old.outcome, old.answer_sha256, old.publication, old.answered_at) or new.answer not in (old.answer, ''))) then
        perform refuse(403, 'append_only', 'A question and its answer stay as they were said.');
    elsif old.outcome is null and new.outcome is not null then
        new.answered_at := clock_timestamp();
    end if;
    if new.answer <> '' then
        new.answer_sha256 := sha256_hex(new.answer);
    end if;
    return new;
end
$$;
create trigger results_question_before before insert or update on results_question
    for each row execute function results_question_before();

-- Texts and names go with the event's other personal data. Numbers, times and digests stay: they are signed.
create function forget_questions() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update results_question set question = '', answer = '', asker_id = null, named = false, owner_id = null, removed_reason = ''
        where event_id = new.id;
    return null;
end
$$;
create trigger forget_questions after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_questions();
