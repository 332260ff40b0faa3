-- An event, its rubric and tracks, and its clock: which writes its windows let in, checked when they are made and as they commit.

-- A hackathon, or a round of one.
create table event (
    id bigint generated always as identity primary key,
    slug text not null constraint slug_taken unique
        constraint slug_shape check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$' and slug not in ('import', 'new')),
    name text not null constraint event_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    description text not null default '' constraint event_description_length check (plain_text(description, 60000)),
    -- True until an organizer opens the event: only its organizers see it. An import and the demo make events that are open at once.
    draft boolean not null default false,
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
    -- Whether teams see their projects' review comments once results are published. Bundles have it under this name.
    feedback_released boolean not null default false,
    demo boolean not null default false,
    -- Rises with every change that the event's public pages show: one indexed read gives their ETag.
    version bigint not null default 1,
    created_at timestamptz not null default now(),
    -- The transaction that made the event. The time rules leave an import's own rows alone by it.
    created_in xid8 not null default pg_current_xact_id(),
    -- An IANA name. Times are stored as moments. The zone only says how organizers see and type them.
    time_zone text not null default 'UTC'
        constraint time_zone_shape check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
    -- The minutes that a judge spends at a table. Null: no timer.
    visit_minutes int constraint visit_minutes_range check (visit_minutes between 1 and 1440),
    -- The reviews that every project gets before the rest go where they help most. Null: see planned_reviews.
    review_floor int constraint review_floor_range check (review_floor between 1 and 1000),
    -- Whom a team asks that thinks its flag of a repeat is wrong.
    contact_email text constraint event_contact_email
        check (plain_text(contact_email, 254) and contact_email like '_%@_%'),
    -- A project wins at most one prize.
    one_prize_each boolean not null default false,
    -- How projects are handed out to judges who ask for another one: evenly, or where a review helps most.
    review_rule text not null default 'even' constraint review_rule_known check (review_rule in ('even', 'need')),
    -- Team and people are hidden until the results are published, from judges until they have submitted their review of the project.
    blind boolean not null default false,
    -- Whether the devices of judges count which of a project's links were opened.
    counts_looks boolean not null default false,
    -- Whether facts about submissions are collected: chosen before submissions close, and said on the submit page.
    evidence boolean not null default false,
    -- The names of other events, which a repository's first message may name.
    evidence_names text[] not null default '{}' constraint evidence_names_length
        check (cardinality(evidence_names) <= 20 and plain_text(array_to_string(evidence_names, ' ', ''), 2400)),
    -- Whether the same work is looked for in earlier events, where the organizers of both agree.
    evidence_across boolean not null default false,
    -- The event's own questions in the form of a project, in the form's order: [{"key": "shirt", "label": "T-shirt sizes", "kind": "text" |
    -- "choice" | "tick", "choices": […], "required": true, "shown_to": "organizers" | "judges" | "all"}, …]
    form_questions jsonb not null default '[]' constraint form_questions_shape
        check (coalesce(case when jsonb_typeof(form_questions) = 'array' then jsonb_array_length(form_questions) <= 12 end, false)),
    -- Whether judges are asked for their first three. It changes no ranking, so it may be asked at any time. Answers that were given
    -- keep the question.
    first_three boolean not null default false,
    -- The event whose finals this one is. A round is an event: there are no rounds inside one.
    finals_of bigint references event (id),
    -- Whether teams see their project's mean score per criterion once results are published.
    feedback_criteria boolean not null default false,
    -- An imported finals event keeps the slug of the event whose finals it was where its bundle comes from. It is a word of the file
    -- and no link: an import touches no other event, and an event of that slug may be another one here.
    finals_of_slug text constraint finals_of_slug_shape check (finals_of_slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    -- Organizers act only in a session that was opened with a passkey, or by a token of such a session.
    organizers_need_passkey boolean not null default false,
    -- A second organizer confirms what cannot be taken back: see 0018.
    second_organizer boolean not null default false,
    -- Until when questions about the results are taken. Null: not at all.
    questions_until timestamptz,
    -- The day on which the personal data in the event go. Null: none is set.
    forget_on timestamptz,
    -- When they went. Written by forget_event, at its transaction's beginning. Never changes again.
    forgotten_at timestamptz,
    -- Where it takes place, in one line: people look for it before they read the description.
    venue text not null default '' constraint event_venue_length check (plain_text(venue, 200) and venue !~ '[\n\t]'),
    -- When each window was opened again after it had closed. The event's page says so: a team that improved its project while others
    -- could not is then no secret. Written by the database, no matter who moves the window.
    submissions_reopened_at timestamptz,
    judging_reopened_at timestamptz,
    voting_reopened_at timestamptz,
    constraint submissions_order check (submissions_open < submissions_close),
    constraint judging_order check (judging_open < judging_close),
    constraint voting_order check (voting_open < voting_close),
    constraint finals_of_another check (finals_of <> id),
    -- Until a window has closed, and while questions about the results are taken, what they need is kept. A vote has no window where there
    -- is none.
    constraint forget_after_close check (forget_on is null or (
        coalesce(forget_on >= submissions_close, false) and coalesce(forget_on >= judging_close, false)
        and (voting_mode = 'off' or coalesce(forget_on >= voting_close, false))
        and coalesce(forget_on >= questions_until, true)))
);
create index event_latest_deadline on event (submissions_close desc nulls first, slug);
create index event_finals on event (finals_of) where finals_of is not null;
create index event_evidence on event (id) where evidence;

-- A group of projects that are compared with each other.
create table track (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    name text not null constraint track_name_length check (plain_text(name, 120) and btrim(name) <> ''),
    position int not null default 0,
    unique (event_id, id)
);
create unique index track_name_taken on track (event_id, lower(name));

-- A line of the rubric.
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

-- Who passes the windows: an import that makes a finished event, an import into a live one, and the forgetting.

-- Whether the event was made in this very transaction. An import writes a finished event in one go, so the rules about time leave its
-- rows alone. The top-level transaction's number is compared, so savepoints change nothing. The start time is compared as well, so that
-- a number that came back in another cluster after a restore opens no door.
create function event_is_fresh(e event) returns boolean
    language sql stable
    return e.created_in = pg_current_xact_id() and e.created_at = transaction_timestamp();

-- Whether import_projects is running for the event in this transaction.
create function import_runs(p_event bigint) returns boolean
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return exists (select from import_pass p where p.xact = pg_current_xact_id() and p.event_id = p_event);
end
$$;

-- Whether this transaction is forgetting the event. event_forgets is folded into the statement that asks, and looks nothing up for an
-- event that nobody is forgetting.
create function event_is_forgetting(p_event bigint, since timestamptz) returns boolean
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return exists (
        select from forgotten_event f where f.event_id = p_event and f.xact = pg_current_xact_id() and f.forgotten_at = since);
end
$$;
create function event_forgets(e event) returns boolean
    language sql stable
    return e.forgotten_at is not null and e.forgotten_at = transaction_timestamp() and event_is_forgetting(e.id, e.forgotten_at);
create function forgets(p_event bigint) returns boolean
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
    return coalesce((select event_forgets(e) from event e where e.id = p_event), false);
end
$$;

-- The windows. Each is refused by the clock as it is now.

-- Refuses in a draft what needs an open window. A window without an opening has always been open, and one whose opening has passed is
-- open too, but nobody could use them yet.
create function require_opened(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if e.draft then
        perform refuse(409, 'draft', format('%s is a draft. Its organizers have to open it first.', e.name));
    end if;
end
$$;

-- Refuses outside the window of submissions.
create function require_submissions(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) and not import_runs(p_event) then
        perform require_window('Submissions', 'submissions_window', e.name, e.submissions_open, e.submissions_close);
        perform require_opened(e);
    end if;
end
$$;

-- Whether require_judging_of has nothing to refuse, by the clock alone. PostgreSQL folds it into the expression that asks, which costs a save
-- hardly anything; each call of a function that sets its search_path costs some 10 µs.
create function judging_is_open(e event) returns boolean
    language sql volatile
    return not e.draft and coalesce(clock_timestamp() >= e.judging_open, true) and coalesce(clock_timestamp() < e.judging_close, true);

-- For a caller that has read the event already.
create function require_judging_of(e event) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not judging_is_open(e) and not event_is_fresh(e) and not event_forgets(e) then
        perform require_window('Judging', 'judging_window', e.name, e.judging_open, e.judging_close);
        perform require_opened(e);
    end if;
end
$$;

create function require_judging(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found then
        perform require_judging_of(e);
    end if;
end
$$;

-- Refuses outside the window of the vote.
create function require_voting(p_event bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) then
        perform require_window('Voting', 'voting_window', e.name, e.voting_open, e.voting_close);
        perform require_opened(e);
    end if;
end
$$;

-- The second check belongs to the commit: a write that was in time when it was made, but whose transaction waited past the close, is
-- late. A deferred constraint fires once: SET CONSTRAINTS … IMMEDIATE fires it early, and a transaction that waits after that could
-- commit past the close. PREPARE TRANSACTION has the same effect. Both are refused here.

-- Never holds a row. A row is tried in it, and taken back, to learn whether constraints are deferred just now.
create unlogged table commit_probe (tried boolean not null);

-- Says that a constraint of the probe was checked at once, and so is not deferred.
create function commit_probe_fired() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    raise exception using errcode = 'ZP001', message = 'constraints are immediate';
end
$$;

-- Under the name of each clock check, since SET CONSTRAINTS by name reaches every constraint of that name. A new check at the commit
-- needs its name here too.
do $$
declare
    name text;
begin
    foreach name in array array['project_at_commit', 'project_edit_at_commit', 'team_at_commit', 'member_at_commit',
        'review_at_commit', 'ballot_at_commit', 'publication_at_commit', 'wish_at_commit', 'visit_at_commit',
        'first_three_at_commit', 'picture_at_commit'] loop
        execute format('create constraint trigger %I after insert on commit_probe deferrable initially deferred '
            'for each row execute function commit_probe_fired()', name);
    end loop;
end
$$;

-- Refuses unless the transaction is committing now. SECURITY DEFINER: the application may not write to the probe. Rows of an event made
-- in this transaction, and those of a running import, have no window and so no second check. A commit that is all of what the client
-- sent needs no question: nothing else can be under way then. Any other text (a block, a procedure, several statements, a commit that
-- chains) is asked by the probe. PostgreSQL fills a holdable cursor after the deferred triggers, inside the same COMMIT: it could hold a
-- write back past the close, so it is refused.
create function require_commit(p_event bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if exists (select from pg_cursors where is_holdable) then
        raise exception using errcode = '55000', constraint = 'checked_at_commit',
            message = 'What has a window is not committed beside a cursor that is filled after the clock was checked.';
    end if;
    if current_query() in ('COMMIT', 'commit', 'COMMIT;', 'commit;') then
        return;
    end if;
    select * into e from event where id = p_event;
    if not found or event_is_fresh(e) or event_forgets(e) or import_runs(p_event) then
        return;
    end if;
    -- PREPARE TRANSACTION is always a statement of its own, so the client's text shows it.
    if current_setting('max_prepared_transactions')::int > 0 and current_query() ~* 'prepare.*transaction' then
        raise exception using errcode = '55000', constraint = 'checked_at_commit',
            message = 'What has a window cannot be prepared and committed later.';
    end if;
    begin
        insert into commit_probe values (true);
        raise exception using errcode = 'ZP002', message = 'constraints are deferred';
    exception
        when sqlstate 'ZP002' then
            return;
        when sqlstate 'ZP001' then
            raise exception using errcode = '55000', constraint = 'checked_at_commit',
                message = 'The clock is checked as the transaction commits: SET CONSTRAINTS cannot bring that forward.';
    end;
end
$$;

-- Tables with the window of submissions use it, as it is for their team.
create function submissions_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    was jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
    team text := case when tg_table_name = 'team' then 'id' else 'team_id' end;
begin
    perform require_commit((its ->> 'event_id')::bigint);
    perform require_submissions_of((its ->> 'event_id')::bigint, (its ->> team)::bigint);
    -- What moves to another team leaves one.
    if was ->> team <> its ->> team then
        perform require_submissions_of((was ->> 'event_id')::bigint, (was ->> team)::bigint);
    end if;
    return null;
end
$$;

-- What an event is known by never changes, and nobody may date an event so that its rows pass for an import's.
create function event_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        new.created_in := pg_current_xact_id();
        new.created_at := transaction_timestamp();
    elsif new.forgotten_at is distinct from old.forgotten_at and not exists (
            select from forgotten_event f where f.event_id = new.id and f.xact = pg_current_xact_id()
                and f.forgotten_at = new.forgotten_at and old.forgotten_at is null) then
        perform refuse(409, 'forgotten', 'When an event was forgotten is written by the database alone.');
    elsif new.slug <> old.slug then
        perform refuse(409, 'slug_fixed', 'An event''s slug never changes: links and the audit chain rest on it.');
    elsif new.created_in <> old.created_in or new.created_at <> old.created_at then
        perform refuse(409, 'event_origin_fixed', 'When an event was made never changes.');
    end if;
    return new;
end
$$;
create trigger event_before before insert or update on event for each row execute function event_before();

-- Public answers are kept by their event's version, outside of the database. A commit is visible for a moment before it is on the disk.
-- If the version only counted, a crash in that moment would give its number to another change, and what was kept of the undone one
-- would be shown for it.
create function event_version_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    -- Microseconds since 1970: no number comes twice.
    new.version := greatest(new.version, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
    return new;
end
$$;
create trigger event_version_before before update of version on event
    for each row when (new.version > old.version) execute function event_version_before();

-- The moment, where a close that had passed lies ahead again or is gone; else what is known already.
create function reopened_at(was_close timestamptz, is_close timestamptz, known timestamptz) returns timestamptz
    language sql volatile
    return case when was_close <= clock_timestamp() and coalesce(is_close > clock_timestamp(), true)
        then clock_timestamp() else known end;

-- Runs for each change of an event, so that nobody can write the moments themselves. Moves of a window in a draft are no news to anybody:
-- it was never open.
create function event_reopened() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not event_is_fresh(old) and not old.draft then
        new.submissions_reopened_at := reopened_at(old.submissions_close, new.submissions_close, old.submissions_reopened_at);
        new.judging_reopened_at := reopened_at(old.judging_close, new.judging_close, old.judging_reopened_at);
        new.voting_reopened_at := reopened_at(old.voting_close, new.voting_close, old.voting_reopened_at);
    end if;
    return new;
end
$$;
create trigger event_reopened before update on event for each row execute function event_reopened();

-- An open event stays open: people have seen it, linked to it and begun in it, and all of that would be gone for them.
create function event_stays_open() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform refuse(409, 'event_stays_open', 'An open event does not become a draft again: people have seen it.');
    return new;
end
$$;
create trigger event_stays_open before update of draft on event
    for each row when (new.draft and not old.draft) execute function event_stays_open();

-- How many reviews a project is dealt: all of them, or the floor where the rest goes by need. The floor without a setting is two thirds,
-- rounded up, at least 2.
create function planned_reviews(e event) returns int
    language sql immutable parallel safe
    set search_path = pg_catalog, public, pg_temp
    return case
        when e.review_rule = 'even' then e.reviews_per_project
        else coalesce(e.review_floor, greatest((e.reviews_per_project * 2 + 2) / 3, 2))
    end;

-- Judges work by the rule, so it is chosen before judging opens: reviews that were written while one rule held would be read under
-- another one. An event without an opening fixes it with its first review. A floor without a setting follows from the number of reviews:
-- with a large number the rule would never begin.
create function review_rule_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if event_is_fresh(old) then
        return new;
    end if;
    if old.judging_open <= clock_timestamp() or exists (select from review r where r.event_id = old.id) then
        perform refuse(409, 'review_rule_fixed', 'Judging has opened, so the way in which reviews are handed out stays.');
    end if;
    return new;
end
$$;
create trigger review_rule_before before update of review_rule, review_floor, reviews_per_project on event
    for each row when (old.review_rule is distinct from new.review_rule or old.review_floor is distinct from new.review_floor
        or new.review_rule = 'need' and planned_reviews(old) <> planned_reviews(new))
    execute function review_rule_before();

-- What was hidden while some judged would be read by others: it is chosen before judging opens, as the rule for further reviews is.
create trigger blind_before before update of blind on event
    for each row when (old.blind is distinct from new.blind) execute function review_rule_before();

-- While the vote is open, published results are hidden again: nothing that is checked may show them.
create function vote_is_open(e event) returns boolean
    language sql stable
    return e.voting_mode <> 'off' and not e.draft and coalesce(e.voting_open <= clock_timestamp(), true)
        and coalesce(clock_timestamp() < e.voting_close, true);

-- A track of this event: the foreign key says so too, but without a sentence. Its triggers are on project, person_track and prize.
create function track_of_event() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.track_id is not null
        and not exists (select from track t where t.event_id = new.event_id and t.id = new.track_id) then
        perform refuse(400, 'track_foreign', 'Choose a track of this event.');
    end if;
    return new;
end
$$;

-- A track in use cannot go: projects would lose the group in which they are compared.
create function track_before_delete() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from project p where p.event_id = old.event_id and p.track_id = old.id)
        or exists (select from prize p where p.event_id = old.event_id and p.track_id = old.id) then
        perform refuse(409, 'track_in_use', format('Projects or prizes are in the track %s: move them first.', old.name));
    end if;
    return old;
end
$$;
create trigger track_before_delete before delete on track for each row execute function track_before_delete();

-- Weights, ranges and keys stay once a review exists: its scores were given under them. FOR UPDATE waits for saves under way, whose
-- foreign keys hold the event's row, and holds off new ones.
create function criterion_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    if tg_op = 'UPDATE' and (new.key, new.weight, new.min_value, new.max_value)
        = (old.key, old.weight, old.min_value, old.max_value) then
        return new;
    end if;
    perform from event e where e.id = its for update;
    if exists (select from review r where r.event_id = its) then
        perform refuse(409, 'rubric_locked', 'Reviews exist: criteria, weights, ranges and keys stay as they are.');
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger criterion_before before insert or update or delete on criterion
    for each row execute function criterion_before();
