-- Evidence: facts on a submission, collected by the portal or written by a person, each with its source and its time. Never a verdict.

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
    constraint evidence_said_length check (plain_text(coalesce(fact ->> 'sentence', fact ->> 'text', ''), 1000)),
    constraint evidence_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index evidence_event on evidence (event_id, id);
create index evidence_project on evidence (project_id);
-- A team answers once.
create unique index evidence_answer_once on evidence (project_id) where fact ->> 'kind' = 'answer';
create index evidence_found_by on evidence (found_by) where found_by is not null;

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

-- Who may write what. The rules say the same; this holds when they are passed by.
--
-- A judge flags what they are assigned, while they review; a member answers for their team between the close and the publication; an
-- organizer notes and looks, and until results are final none who takes part. The portal writes nothing of this, and people nothing else. An
-- import may hold what its event allowed.
create function evidence_by_people() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
    said text := new.fact ->> 'kind';
    published boolean;
    may boolean;
begin
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) then
        return new;
    end if;
    published := exists (select from publication p where p.event_id = new.event_id);
    if said = 'flag' then
        perform require_judging_of(e);
        may := exists (select from assignment a where a.event_id = new.event_id and a.project_id = new.project_id
            and a.person_id = new.found_by and a.status <> 'recused');
    elsif said = 'answer' then
        may := not published and exists (
            select from project p join team_member m on m.event_id = p.event_id and m.team_id = p.team_id
            where p.id = new.project_id and m.person_id = new.found_by
                and clock_timestamp() >= submissions_close_of(e, p.team_id));
    elsif said in ('note', 'looked_at') then
        may := (results_are_final(new.event_id) or not takes_part(new.event_id, new.found_by)) and (
            exists (select from membership m
                where m.event_id = new.event_id and m.person_id = new.found_by and m.role = 'organizer')
            or exists (select from person p where p.id = new.found_by and p.is_staff));
    else
        may := new.found_by is null;
    end if;
    if may is not true then
        perform refuse(403, 'evidence_writer', 'This is not yours to say about the project now.');
    end if;
    -- Everything is read at once on the desk, and by the digest at each new fact.
    if (select count(*) from evidence v where v.project_id = new.project_id and v.found_by = new.found_by) >= 50 then
        perform refuse(409, 'evidence_full', 'You have written about this project fifty times, which is the most.');
    end if;
    return new;
end
$$;
create trigger evidence_by_people before insert on evidence for each row execute function evidence_by_people();

-- Which repositories a sender has looked at, and which one is looking just now.
create table code_look (
    project_id bigint primary key,
    event_id bigint not null references event,
    -- How many looks are finished: for HEAD at the close, for its commits, and one as judging opens.
    looks int not null default 0 constraint code_look_range check (looks between 0 and 3),
    -- When the last look ended. Null: none has.
    looked_at timestamptz,
    -- Until then the sender that took it is looking. Afterwards another sender takes it.
    leased_until timestamptz not null default clock_timestamp() + interval '5 minutes',
    constraint code_look_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index code_look_event on code_look (event_id);

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

-- What was looked at, and which link is looked at again: one that does not answer once may answer an hour later. A text is looked at once,
-- as all links that answer.
create table content_look (
    project_id bigint not null,
    -- `team` is no part of the text: its team is written to once, for an answer to what was found, and it stays done afterwards.
    part text not null constraint content_look_part check (part in ('texts', 'demo_url', 'video_url', 'team')),
    event_id bigint not null references event,
    -- When the link last did not answer. Null: it answered.
    failed_at timestamptz,
    -- Nobody looks again.
    done boolean not null,
    -- When a sender that took it has died, or when it is looked at again.
    due_at timestamptz not null default clock_timestamp() + interval '2 minutes',
    primary key (project_id, part),
    constraint content_look_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index content_look_event on content_look (event_id);

-- What changes is looked at again, and another repository as if it were new. Few can change anything after the close: an organizer who
-- corrects, a team with more time. `team` stays: a corrected letter would have the team asked again.
create function content_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from content_look where project_id = new.id and part <> 'team';
    delete from code_look where project_id = new.id and new.repo_url <> old.repo_url;
    return null;
end
$$;
create trigger content_changed
    after update of title, tagline, summary, description, repo_url, demo_url, video_url, tags, answers on project
    for each row when ((old.title, old.tagline, old.summary, old.description, old.repo_url, old.demo_url, old.video_url, old.tags, old.answers)
        is distinct from (new.title, new.tagline, new.summary, new.description, new.repo_url, new.demo_url, new.video_url, new.tags, new.answers))
    execute function content_changed();

-- Judges read the team's name and what its pictures say as well.
create function team_name_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from content_look where part = 'texts'
        and project_id in (select p.id from project p where p.event_id = new.event_id and p.team_id = new.id);
    return null;
end
$$;
create trigger team_name_changed after update of name on team
    for each row when (old.name <> new.name) execute function team_name_changed();

create function picture_text_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from content_look where part = 'texts' and project_id = new.project_id;
    return null;
end
$$;
create trigger picture_text_changed after insert or update of picture on project_picture
    for each row execute function picture_text_changed();

-- What is due for a look. Repositories are asked by git's own protocol. After a week nobody looks any more: a link that goes later says
-- nothing about what was submitted. A team answers until the results are published. Where nobody publishes, nobody asks for ever.
create view content_due as
    select p.event_id, p.id as project_id, u.part, u.url, l.failed_at is not null as failed, u.kind
    from event e
    join project p on p.event_id = e.id
    cross join lateral (values ('texts', 'texts', '-'), ('links', 'demo_url', p.demo_url), ('links', 'video_url', p.video_url),
        ('team', 'team', '-')) u (kind, part, url)
    left join content_look l on l.project_id = p.id and l.part = u.part
    where e.evidence and e.forgotten_at is null and p.status = 'submitted' and u.url <> ''
        -- No team's close is before the event's, nor without more time after both of these. Without this, each look would ask for the
        -- close of every project there ever was.
        and e.submissions_close <= clock_timestamp()
        and (greatest(e.submissions_close, e.judging_close) > clock_timestamp() - interval '60 days'
            or exists (select from team_extension x where x.event_id = e.id))
        -- In this order: the close of a project that is done is not asked for.
        and case when l.done or l.due_at > clock_timestamp() then false
            when u.kind = 'team' then not e.draft and not exists (select from publication b where b.event_id = e.id)
                and submissions_close_of(e, p.team_id) between clock_timestamp() - interval '60 days' and clock_timestamp()
            else (e.judging_close is null or e.judging_close > clock_timestamp() - interval '7 days')
                and submissions_close_of(e, p.team_id) between clock_timestamp() - interval '7 days' and clock_timestamp() end;
