-- Projects, their answers to an event's own questions, how they leave, what finds repeats of them, their pictures, and their places.

-- What a team submits. A draft is hidden from visitors.
--
-- A withdrawn project is a draft with a date, as a review that is set aside is a recusal with a date: whatever lists, plans, ranks, counts
-- or shows submitted projects leaves it out, without a second condition that somebody could forget. Its reviews stay, set aside.
create table project (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    external_id text constraint project_external_id_length check (plain_text(external_id, 500) and external_id <> ''),
    team_id bigint not null,
    track_id bigint,
    title text not null constraint title_missing check (btrim(title) <> '')
        constraint title_length check (plain_text(title, 200)),
    tagline text not null default '' constraint tagline_length check (plain_text(tagline, 300)),
    summary text not null default '' constraint summary_length check (plain_text(summary, 2000)),
    description text not null default '' constraint description_length check (plain_text(description, 60000)),
    repo_url text not null default '' constraint repo_url_shape
        check (repo_url = '' or (plain_text(repo_url, 500) and repo_url ~* '^https?://[^\s]+$')),
    demo_url text not null default '' constraint demo_url_shape
        check (demo_url = '' or (plain_text(demo_url, 500) and demo_url ~* '^https?://[^\s]+$')),
    video_url text not null default '' constraint video_url_shape
        check (video_url = '' or (plain_text(video_url, 300) and video_url ~* '^https://[^\s]+$')),
    -- The links that tell whose the project is, as its team says. Judges of a blind event get them with the names.
    names_us text[] not null default '{}' constraint names_us_known
        check (names_us <@ array['repo_url', 'demo_url', 'video_url'] and array_position(names_us, null) is null),
    tags text[] not null default '{}',
    -- Texts by the key of the event's question. What a team leaves open is not in it.
    answers jsonb not null default '{}' constraint answers_shape check (jsonb_typeof(answers) = 'object'),
    -- What lists said of it, each value as a digest: see listed_values. What is another value by now was written here.
    listed jsonb not null default '{}',
    status text not null default 'draft' constraint project_status_known check (status in ('draft', 'submitted')),
    submitted_at timestamptz,
    -- The project that this one repeats, flagged by the portal or an organizer.
    duplicate_of bigint,
    -- Why the flag was set, for the organizer.
    duplicate_reason text,
    -- An organizer said it is no repeat. Later checks leave it alone.
    duplicate_cleared boolean not null default false,
    -- The project of which an organizer said that this one repeats it, while that one is withdrawn. Without it, a flag between projects
    -- that are not alike would not come back with the original: nobody else could find it.
    flag_waits bigint,
    -- When an organizer withdrew it. withdrawal_reason then says why, to its team and the organizers.
    withdrawn_at timestamptz,
    withdrawal_reason text not null default ''
        constraint withdrawal_reason_length check (plain_text(withdrawal_reason, 2000)),
    -- When it had been submitted: a project that is restored gets this moment back.
    withdrawn_submitted_at timestamptz,
    -- Where in the hall it was: it goes back there, unless another project has the place by then.
    withdrawn_room text,
    withdrawn_place text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (event_id, id),
    constraint project_external_id_taken unique (event_id, external_id),
    constraint project_team_foreign foreign key (event_id, team_id) references team (event_id, id),
    constraint track_foreign foreign key (event_id, track_id) references track (event_id, id),
    constraint duplicate_foreign foreign key (event_id, duplicate_of) references project (event_id, id),
    constraint duplicate_of_itself check (duplicate_of <> id),
    constraint submitted_has_a_time check ((status = 'submitted') = (submitted_at is not null)),
    constraint withdrawn_is_a_draft check (withdrawn_at is null or (status = 'draft' and withdrawn_submitted_at is not null)),
    constraint withdrawal_reason_missing check ((withdrawn_at is null) = (btrim(withdrawal_reason) = '')),
    constraint withdrawn_has_a_time check ((withdrawn_at is null) = (withdrawn_submitted_at is null))
);
create index project_team on project (event_id, team_id);
create index project_track on project (event_id, track_id);
create index project_listed on project (event_id, id) where status = 'submitted';
create index project_duplicate on project (event_id, duplicate_of) where duplicate_of is not null;
create index project_flag_waits on project (flag_waits) where flag_waits is not null;
-- A judge's list reads a title for each assignment. Beside texts of a page each, 25 titles are 25 pages of the table; here they are a few.
create index project_titles on project (event_id, id) include (title);
-- The gallery's orders. Its statements also read drafts for those who may see them, so these indexes hold drafts too: one over
-- submitted projects could not serve them. The oldest come first in the second one, read from its end.
create index project_by_title on project (event_id, lower(title), id);
create index project_by_submission on project (event_id, submitted_at desc nulls first, id desc);

-- What a search of the gallery looks through, but for the team's name, which has a row of its own. Most projects are ASCII: a
-- second function is called for the others only.
create function search_text(title text, tagline text, summary text, description text, tags text[]) returns text
    language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
    all_of_it text := concat_ws(E'\n', title, tagline, summary, description, array_to_string(tags, E'\n'));
begin
    if octet_length(all_of_it) = char_length(all_of_it) then
        return lower(all_of_it collate "C");
    end if;
    return search_key(all_of_it);
end
$$;

-- Trigrams find a part of a word in any script. The index begins with the event: without it, a word that is in many projects of other
-- events has all of these read. Where btree_gin is not installed, it is an index of the words alone. Where pg_trgm is not, a search reads
-- every project.
do $$
begin
    create extension if not exists pg_trgm;
    begin
        create extension if not exists btree_gin;
        create index project_search on project
            using gin (event_id, search_text(title, tagline, summary, description, tags) gin_trgm_ops) where status = 'submitted';
    exception
        when insufficient_privilege or undefined_file or feature_not_supported then
            raise notice 'btree_gin is not here: searches of projects read more than their event';
            create index project_search on project
                using gin (search_text(title, tagline, summary, description, tags) gin_trgm_ops) where status = 'submitted';
    end;
exception
    when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'pg_trgm is not here: searches of projects read them all';
end
$$;

-- Tags come cleaned: at most ten, each 1 to 40 characters, trimmed, in lower case and once.
create function tags_are_clean(tags text[]) returns boolean
    language sql immutable parallel safe
    return cardinality(tags) <= 10
        and (select count(*) = cardinality(tags) and count(distinct t) = count(*)
                and coalesce(bool_and(char_length(t) between 1 and 40 and plain_text(t, 40) and t = lower(t)
                    and t !~ '^\s|\s$'), true)
            from unnest(tags) t where t is not null);

-- What visitors see of a project, compared. An organizer's flag of a repeat is no edit and has no window, and neither has a first
-- track: parts of an event that few reviews connect become tracks while results are prepared. Withdrawing and restoring are no edits
-- either: project_withdrawal guards them. Answers have a trigger of their own: project_answers_before.
create function project_edited(a project, b project) returns boolean
    language sql immutable set search_path = pg_catalog, public, pg_temp
    return (a.external_id, a.team_id, coalesce(a.track_id, b.track_id), a.title, a.tagline, a.summary, a.description,
            a.repo_url, a.demo_url, a.video_url, a.names_us, a.tags, a.created_at)
        is distinct from (b.external_id, b.team_id, b.track_id, b.title, b.tagline, b.summary, b.description,
            b.repo_url, b.demo_url, b.video_url, b.names_us, b.tags, b.created_at)
        or ((a.withdrawn_at is null) = (b.withdrawn_at is null)
            and (a.status, a.submitted_at) is distinct from (b.status, b.submitted_at));

-- The team of a project, for what hangs on a project and has its window.
create function team_of_project(p_project bigint) returns bigint
    language sql stable set search_path = pg_catalog, public, pg_temp
    return (select p.team_id from project p where p.id = p_project);

-- A submission is dated by the database, once, and never taken back. Imports keep their file's dates.
create function project_submission(was project, now_is project) returns timestamptz
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    imported boolean;
begin
    if was.status = 'submitted' then
        if now_is.status <> 'submitted' then
            perform refuse(409, 'unsubmit', 'A submitted project cannot become a draft again.');
        elsif now_is.submitted_at is distinct from was.submitted_at then
            perform refuse(409, 'submitted_at_fixed', 'When a project was submitted never changes.');
        end if;
        return was.submitted_at;
    elsif now_is.status <> 'submitted' then
        return null;
    end if;
    select event_is_fresh(e) or import_runs(e.id) into imported from event e where e.id = now_is.event_id;
    return case when imported then coalesce(now_is.submitted_at, clock_timestamp()) else clock_timestamp() end;
end
$$;

-- The team that a project comes to: it has a member, who could edit it (an import's members are still invited), and none of its people
-- judges the project.
create function project_joins_team(p project) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    imported boolean;
begin
    -- Against members who join or leave at this moment.
    perform from team where id = p.team_id for no key update;
    select event_is_fresh(e) or import_runs(e.id) into imported from event e where e.id = p.event_id;
    if not imported and not exists (select from team_member m where m.event_id = p.event_id and m.team_id = p.team_id)
        and exists (select from team t where t.event_id = p.event_id and t.id = p.team_id) then
        perform refuse(409, 'team_empty', 'This team has no member who could edit the project.');
    end if;
    if exists (
        select from assignment a join team_person m on m.event_id = a.event_id and m.person_id = a.person_id
        where a.event_id = p.event_id and a.project_id = p.id and m.team_id = p.team_id
    ) then
        perform refuse_own_team();
    end if;
end
$$;

-- The window, the date, the tags and the team of a project.
create function project_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions_of(old.event_id, old.team_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and not project_edited(old, new) then
        return new;
    end if;
    perform require_submissions_of(new.event_id, new.team_id);
    -- A team that has more time lends it to no other one.
    if tg_op = 'UPDATE' and new.team_id <> old.team_id then
        perform require_submissions_of(old.event_id, old.team_id);
    end if;
    if tg_op = 'UPDATE' and old.withdrawn_at is not null then
        if not import_runs(new.event_id) then
            perform refuse(409, 'project_withdrawn', 'An organizer has withdrawn this project: it stays as it is until they restore it.');
        end if;
        -- A newer list brings nothing back that an organizer withdrew.
        new.status := old.status;
        new.submitted_at := old.submitted_at;
    end if;
    new.submitted_at := project_submission(old, new);
    if not tags_are_clean(new.tags) then
        perform refuse(400, 'tags', 'Tags are at most 10, each of 1 to 40 characters, trimmed, in lower case and once.');
    end if;
    if tg_op = 'INSERT' or new.team_id <> old.team_id then
        perform project_joins_team(new);
    end if;
    if tg_op = 'UPDATE' then
        new.updated_at := clock_timestamp();
    end if;
    return new;
end
$$;
create trigger project_before before insert or update or delete on project
    for each row execute function project_before();
create trigger z_track_of_event before insert or update of track_id on project
    for each row execute function track_of_event();
create constraint trigger project_at_commit after insert or delete on project
    deferrable initially deferred for each row execute function submissions_at_commit();
create constraint trigger project_edit_at_commit after update on project
    deferrable initially deferred for each row when (project_edited(old, new) or old.answers is distinct from new.answers)
    execute function submissions_at_commit();

-- An event's own questions. An answer is shown to those to whom its question said that it would be, and to nobody else later.

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
    -- A list may change what was withdrawn, and brings nothing back.
    if tg_op = 'UPDATE' and new.withdrawn_at is not null and not import_runs(new.event_id) then
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

-- Answers that not everybody reads go with the event's other personal data.
create function answers_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project p set answers = (
            select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(p.answers) a
            join jsonb_array_elements(new.form_questions) q on q ->> 'key' = a.key where q ->> 'shown_to' = 'all')
        where p.event_id = new.id and p.answers <> '{}';
    -- A digest of an answer of few words gives it away.
    update project set listed = '{}' where event_id = new.id and listed <> '{}';
    return null;
end
$$;
create trigger answers_are_forgotten after update of forgotten_at on event
    for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function answers_are_forgotten();

-- A project may leave its event, and come back.

-- The moves of a withdrawal. The writer sets withdrawn_at, to any moment or to null, and the reason; the rest is the database's. What was
-- published rests on the projects that were there then. The event's row is locked as a publication locks it, so that a publication at
-- this moment comes before or after.
create function project_withdrawal() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    perform from event where id = new.event_id for no key update;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) or event_forgets(e) then
        return new;
    end if;
    if exists (select from publication p where p.event_id = new.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: its projects stay.', e.name));
    end if;
    if tg_op = 'INSERT' or (old.withdrawn_at is null) = (new.withdrawn_at is null) then
        perform refuse(409, 'project_withdrawn', 'When and why a project was withdrawn is written once.');
    elsif new.withdrawn_at is null then
        new.status := 'submitted';
        new.submitted_at := old.withdrawn_submitted_at;
        new.withdrawn_submitted_at := null;
        new.withdrawal_reason := '';
        new.withdrawn_room := null;
        new.withdrawn_place := null;
        return new;
    end if;
    if old.status <> 'submitted' then
        perform refuse(409, 'project_withdrawn', 'Only a submitted project can be withdrawn.');
    end if;
    new.status := 'draft';
    new.submitted_at := null;
    new.withdrawn_submitted_at := old.submitted_at;
    new.withdrawn_at := clock_timestamp();
    select l.room, l.place into new.withdrawn_room, new.withdrawn_place from project_place l where l.project_id = new.id;
    return new;
end
$$;
create trigger project_withdrawal_new before insert on project
    for each row when (new.withdrawn_at is not null) execute function project_withdrawal();
create trigger project_withdrawal before update on project
    for each row when ((old.withdrawn_at, old.withdrawal_reason, old.withdrawn_submitted_at)
        is distinct from (new.withdrawn_at, new.withdrawal_reason, new.withdrawn_submitted_at))
    execute function project_withdrawal();

-- Its assignments end with it, and its place is free. It comes back to its place if that is still free, and with it those assignments that
-- may: not where the judge has declared a conflict since, or a list has named them as a member. What stays behind does not keep the
-- project's reason as its own: it is as if the conflict had been declared while the project was there. A review that was set aside has a
-- reason always.
create function project_leaves() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.withdrawn_at is not null then
        update assignment a set status = 'recused', recused_reason = new.withdrawal_reason, ended_with_project = true,
                voided_at = case when a.status = 'done' then clock_timestamp() end
            where a.event_id = new.event_id and a.project_id = new.id and a.status <> 'recused';
        delete from project_place l where l.project_id = new.id;
        return null;
    end if;
    update assignment a set status = case when a.voided_at is null then 'pending' else 'done' end, recused_reason = '',
            ended_with_project = false, voided_at = null
        where a.event_id = new.event_id and a.project_id = new.id and a.ended_with_project
            and not is_declared(a.event_id, a.person_id, a.project_id)
            and not exists (select from team_person m
                where m.event_id = a.event_id and m.team_id = new.team_id and m.person_id = a.person_id);
    insert into project_place (project_id, event_id, room, place)
        select new.id, new.event_id, old.withdrawn_room, old.withdrawn_place where old.withdrawn_room is not null
        on conflict do nothing;
    update assignment a set ended_with_project = false, recused_reason = case when a.voided_at is null then ''
            else 'A conflict of interest became known while the project was withdrawn.' end
        where a.event_id = new.event_id and a.project_id = new.id and a.ended_with_project;
    return null;
end
$$;
create trigger project_leaves after update on project
    for each row when ((old.withdrawn_at is null) <> (new.withdrawn_at is null)) execute function project_leaves();

-- What the check for repeats reads of a submitted project, made once from its texts. The check holds up everybody else's: with three
-- hundred long texts it would else read and take apart all of them at every save.
create table project_fingerprint (
    project_id bigint primary key references project (id) on delete cascade,
    -- Fingerprint::VERSION of the code that made it.
    version smallint not null,
    repository text,
    -- How many words the texts have.
    words integer not null check (words >= 0),
    -- Hashes of three words each, eight bytes, in order, each once.
    shingles bytea not null check (octet_length(shingles) % 8 = 0)
);

-- A fingerprint is of these texts and no other. A change of them removes it, and it is made anew when needed.
create function fingerprint_is_stale() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from project_fingerprint where project_id = new.id;
    return null;
end
$$;
create trigger fingerprint_is_stale after update of title, tagline, summary, description, repo_url on project
    for each row when ((old.title, old.tagline, old.summary, old.description, old.repo_url)
        is distinct from (new.title, new.tagline, new.summary, new.description, new.repo_url))
    execute function fingerprint_is_stale();

-- Two projects that an organizer told apart: neither is flagged as a repeat of the other again. What an organizer decides about a
-- project as a whole is project.duplicate_cleared.
create table told_apart (
    event_id bigint not null references event,
    -- The pair in the order of its ids, so that it is stored once.
    low_id bigint not null,
    high_id bigint not null,
    decided_at timestamptz not null default clock_timestamp(),
    -- SHA-256 of both texts as they were: the desk says when one has changed since.
    texts_hash bytea not null check (octet_length(texts_hash) = 32),
    primary key (low_id, high_id),
    check (low_id < high_id),
    foreign key (event_id, low_id) references project (event_id, id) on delete cascade,
    foreign key (event_id, high_id) references project (event_id, id) on delete cascade
);
create index told_apart_event on told_apart (event_id);
create index told_apart_high on told_apart (high_id);

-- What the decision about two projects was made from.
create function texts_hash(low bigint, high bigint) returns bytea
    language sql stable
    return (select sha256(convert_to(string_agg(
            concat_ws(chr(1), p.title, p.tagline, p.summary, p.description, p.repo_url), chr(2) order by p.id), 'UTF8'))
        from project p where p.id in (low, high));

-- A picture of a project. The portal decodes what a team sends and keeps files of its own making, in a few widths. They are here and
-- not in a folder, so that one backup holds all. They may show people, so they go when the event is forgotten.
create table project_picture (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    project_id bigint not null,
    -- Lists show the one at 1. There are no gaps: picture_removed closes them.
    position int not null constraint picture_position check (position between 1 and 4),
    -- {"alt": "…", "width": 1280, "height": 800, "files": [{"width": 320, "digest": "ab…"}, …]}: what it shows (empty: it only
    -- decorates), and its files from small to large. A list of projects takes it as it is. picture_file has the bytes.
    picture jsonb not null
        constraint picture_alt_length check (picture ? 'alt' and plain_text(picture ->> 'alt', 300))
        constraint picture_shape check (coalesce((picture ->> 'width')::int between 1 and 1280
            and (picture ->> 'height')::int between 1 and 2560 and jsonb_array_length(picture -> 'files') between 1 and 3, false)),
    -- Two pictures change places within a transaction.
    constraint picture_position_taken unique (project_id, position) deferrable initially deferred,
    constraint picture_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index project_picture_event on project_picture (event_id);

-- The bytes of a picture in one width, WebP.
create table picture_file (
    picture_id bigint not null references project_picture on delete cascade,
    width int not null,
    digest bytea not null,
    bytes bytea not null,
    primary key (picture_id, width),
    -- The address says what is behind it.
    constraint picture_file_digest check (digest = sha256(bytes)),
    constraint picture_file_length check (octet_length(bytes) <= 393216)
);
create index picture_file_found on picture_file (digest);
-- WebP does not get smaller.
alter table picture_file alter column bytes set storage external;

-- Pictures are part of a submission: they have its window, and its second check at the commit. One exception: an organizer can take a
-- picture down when submissions have closed, since it may show people, or what nobody should see.

-- Whether this change of a picture belongs to one that this transaction takes down: the picture goes (`now_is` is null), or one behind it
-- moves up.
create function is_take_down(was project_picture, now_is project_picture) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(split_part(s.taken_down, ' ', 1) = was.project_id::text and case
            when now_is.id is null then split_part(s.taken_down, ' ', 2) = was.id::text
            else (now_is.event_id, now_is.project_id, now_is.picture, now_is.position)
                = (was.event_id, was.project_id, was.picture, was.position - 1)
        end, false)
    from (select current_setting('evenhand.taken_down', true) as taken_down) s;
$$;

-- Two transactions that put a picture in one place wait for each other at the project's row, and not when the constraint is checked at
-- the commit: that wait would come after the clock's check.
create function picture_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op <> 'DELETE' then
        perform from project p where p.id = new.project_id for no key update;
    end if;
    if tg_op = 'DELETE' then
        if not is_take_down(old, null) then
            perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        end if;
        return old;
    end if;
    if tg_op = 'UPDATE' and is_take_down(old, new) then
        return new;
    end if;
    perform require_submissions_of(new.event_id, team_of_project(new.project_id));
    if tg_op = 'UPDATE' and (new.project_id, new.picture - 'alt') is distinct from
        (old.project_id, old.picture - 'alt') then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    end if;
    return new;
end
$$;
create trigger picture_before before insert or update or delete on project_picture
    for each row execute function picture_before();

-- Closes the gap that a removed picture leaves.
create function picture_removed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project_picture set position = position - 1 where project_id = old.project_id and position > old.position;
    return null;
end
$$;
create trigger picture_removed after delete on project_picture
    for each row execute function picture_removed();

-- As submissions_at_commit, but for what is taken down.
create function picture_at_commit() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        if is_take_down(old, null) then
            return null;
        end if;
        perform require_commit(old.event_id);
        perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        return null;
    elsif tg_op = 'UPDATE' then
        if is_take_down(old, new) then
            return null;
        end if;
    end if;
    perform require_commit(new.event_id);
    perform require_submissions_of(new.event_id, team_of_project(new.project_id));
    return null;
end
$$;
create constraint trigger picture_at_commit after insert or update or delete on project_picture
    deferrable initially deferred for each row execute function picture_at_commit();

-- Removes a picture of a project at any time. Its rule is RemovePicture, for somebody who is not on the team. The mark holds until the
-- transaction ends, and for this one picture.
create function take_down_picture(p_project bigint, p_picture bigint) returns void
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform set_config('evenhand.taken_down', p_project || ' ' || p_picture, true);
    delete from project_picture where project_id = p_project and id = p_picture;
end
$$;

-- The bytes behind an address never change. They come and go with their picture.
create function picture_file_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its project_picture;
begin
    if tg_op = 'UPDATE' then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    elsif tg_op = 'INSERT' then
        select * into its from project_picture where id = new.picture_id;
        perform require_submissions_of(its.event_id, team_of_project(its.project_id));
        return new;
    end if;
    -- Where the picture itself is gone, its own trigger was asked.
    select * into its from project_picture where id = old.picture_id;
    if found then
        perform require_submissions_of(its.event_id, team_of_project(its.project_id));
    end if;
    return old;
end
$$;
create trigger picture_file_before before insert or update or delete on picture_file
    for each row execute function picture_file_before();

-- Where a submitted project is shown. A table of its own, since places change after submissions close and no window guards them.
create table project_place (
    project_id bigint primary key,
    event_id bigint not null references event,
    room text not null default '' constraint place_room_length check (plain_text(room, 20) and room = btrim(room)),
    place text not null default '' constraint place_length check (plain_text(place, 20) and place = btrim(place)),
    constraint place_missing check (room <> '' or place <> ''),
    constraint place_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
-- A1 and a1 are the same table to people, and so is a wide Ａ１. A room alone is shared.
create unique index place_taken on project_place (event_id, name_key(room), name_key(place)) where place <> '';

-- A draft is on no floor plan: its place would show visitors that it exists.
create function place_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if exists (select from project p where p.id = new.project_id and p.status <> 'submitted') then
        perform refuse(409, 'place_of_draft', 'Only submitted projects have a place.');
    end if;
    return new;
end
$$;
create trigger place_before before insert on project_place for each row execute function place_before();

-- What a team asks for at its place, for those who plan the floor. Its window is that of wishes for prizes: see wish_before.
create table project_need (
    project_id bigint primary key,
    event_id bigint not null references event,
    power boolean not null,
    quiet boolean not null,
    constraint need_missing check (power or quiet),
    constraint need_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
