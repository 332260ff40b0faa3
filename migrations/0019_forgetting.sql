-- Keeping and forgetting: an event may have a day on which the personal data in it go. One function, `forget_event`, takes them out, with
-- the triggers of families on event.forgotten_at, and it is the only way past the log's and the runs' immutability. It runs once for each
-- event, and not before its time.

-- One row for each forgotten event: what went, and the numbers that outlive the ballots. Written by forget_event alone.
create table forgotten_event (
    event_id bigint primary key references event,
    -- The transaction that forgets: it may write to the event what nobody else may.
    xact xid8 not null,
    forgotten_at timestamptz not null,
    -- The last row of the log whose actor went, and the seal of what the rows up to it still say.
    sealed_rows bigint not null,
    seal text not null,
    -- How many of each kind went.
    gone json not null,
    -- Ballots that were cast.
    ballots bigint not null
);

-- How many votes each project got, since the ballots are gone.
create table kept_vote (
    event_id bigint not null references forgotten_event,
    project_id bigint not null,
    votes bigint not null,
    primary key (event_id, project_id),
    constraint kept_vote_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);

-- The signed head of the row that says that an event was forgotten. Rows without their actor can only be checked under such a head, so it
-- is signed when the data go, before anybody could rewrite the log. Where the process that forgets may not sign, the next server that
-- starts signs it.
create table forgotten_head (
    event_id bigint primary key references forgotten_event,
    -- The signed document, the same bytes to all.
    document text not null,
    signed_at timestamptz not null default clock_timestamp()
);

-- When questions about an event's results are over: as long as they are taken, and for 30 days after the answer to an open one was due.
-- Without its text nobody could answer one, and it would stay open for ever. Null where there are none.
create function questions_end(e event) returns timestamptz
    language sql stable
    return greatest(e.questions_until,
        (select max(q.answer_by) + interval '30 days' from results_question q where q.event_id = e.id and q.outcome is null));

-- From when on an event can be forgotten: when every window has closed and results are final; 30 days after the last close where nothing
-- was published, or provisional winners alone, so that a ranking is not lost by haste; and not before questions about the results are over.
-- Null while a window never closes.
create function forget_from(e event) returns timestamptz
    language sql stable
    return case when e.submissions_close is not null and e.judging_close is not null
            and (e.voting_mode = 'off' or e.voting_close is not null)
        then greatest(
            greatest(e.submissions_close, e.judging_close, case when e.voting_mode <> 'off' then e.voting_close end)
                + case when (select p.provisional_until is null from publication p where p.event_id = e.id order by p.number desc limit 1)
                    then interval '0' else interval '30 days' end,
            questions_end(e))
        end;

-- Whether a row of the log holds the text of a comment on a project. Reviews' comments are there as digests only.
create function says_a_comment(action text) returns boolean
    language sql immutable parallel safe
    return split_part(action, '.', 1) = 'comment';

-- What forgetting may change of a row that otherwise never changes: who acted and from where in the log, and what a comment said;
-- addresses in a run.
create function forgetting_only() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    was jsonb := to_jsonb(old);
    is_now jsonb := to_jsonb(new);
    open text[] := case tg_table_name when 'audit_log' then
            array['actor', 'ip'] || case when says_a_comment(was ->> 'action') then array['before', 'after'] end
        else array['input', 'results', 'judges', 'excluded', 'connectivity', 'created_by'] end;
begin
    if forgets(old.event_id) and was - open = is_now - open
        and (tg_table_name <> 'audit_log' or (is_now ->> 'actor' = '' and is_now ->> 'ip' is null
            and (is_now ->> 'before' is null or is_now -> 'before' = was -> 'before')
            and (is_now ->> 'after' is null or is_now -> 'after' = was -> 'after'))) then
        return new;
    end if;
    perform refuse(403, 'append_only', format('%s only grows: its rows are never changed or removed.', tg_table_name));
    return null;
end
$$;
create trigger forgetting_only before update on audit_log for each row execute function forgetting_only();
create trigger forgetting_only before update on calibration_run for each row execute function forgetting_only();
alter table audit_log enable always trigger forgetting_only;
alter table calibration_run enable always trigger forgetting_only;

-- A forgotten event is closed: nothing that somebody says or does enters it. What has no window waits for the event's row first, so that
-- it cannot slip in while the event is being forgotten. What has a window is late by then. 0020 names the tables.
create function not_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
begin
    if tg_argv[0] = 'waits' then
        perform from event where id = new.event_id for key share;
    end if;
    select * into e from event where id = new.event_id;
    if e.forgotten_at is not null and not event_forgets(e) then
        perform refuse_forgotten(e);
    end if;
    return new;
end
$$;

-- Its settings stay as everybody knows them, too. The log counts its rows, and organizers guard the record.
create function forgotten_settings_stay() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    was event := old;
    open constant text[] := array['version', 'organizers_need_passkey'];
begin
    if to_jsonb(new) - open <> to_jsonb(old) - open then
        perform refuse_forgotten(was);
    end if;
    return new;
end
$$;
create trigger a_not_forgotten before update on event
    for each row when (old.forgotten_at is not null) execute function forgotten_settings_stay();

-- What organizers wrote when they withdrew a project or gave a team more time may name people. That it was so stays, and the reasons for
-- more time stay where results are published: everybody has read them there, and they are signed.
create function withdrawals_are_forgotten() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project set withdrawal_reason = 'removed' where event_id = new.id and withdrawn_at is not null;
    update team_extension set reason = 'removed'
        where event_id = new.id and not exists (select from publication p where p.event_id = new.id);
    return null;
end
$$;
create trigger withdrawals_are_forgotten after update of forgotten_at on event
    for each row when (new.forgotten_at is distinct from old.forgotten_at) execute function withdrawals_are_forgotten();

-- What goes when an event is forgotten, counted; each kind once, in the order in which it is shown. An assignment that ended with its
-- project repeats the project's reason, so it is not counted.
create function forgettable(p_event bigint) returns table (kind text, number bigint)
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
        + (select count(*) from imported_member where event_id = p_event and lifted_reason is not null)
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

-- Replaces each of these texts where it is a whole JSON string.
create function replace_strings(p_json json, p_old text[], p_new text[]) returns json
    language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
    whole text := p_json::text;
begin
    for at in 1 .. coalesce(cardinality(p_old), 0) loop
        whole := replace(whole, to_json(p_old[at])::text, to_json(p_new[at])::text);
    end loop;
    return whole::json;
end
$$;

-- The digest of what a run read, as `input_digest` is computed.
create function run_input_digest(p_input json) returns text
    language sql immutable set search_path = pg_catalog, public, pg_temp as $$
    select sha256_hex(coalesce(string_agg(format('%s,%s,%s.%s', r ->> 'project', r ->> 'judge',
            (r ->> 'total_micro')::bigint / 1000000, lpad(((r ->> 'total_micro')::bigint % 1000000)::text, 6, '0')) || E'\n', ''
            order by (r ->> 'project')::bigint, (r ->> 'judge') collate "C"), ''))
    from json_array_elements(p_input -> 'reviews') r
$$;

-- Forgets an event. `p_early`: an organizer does it before its day. Returns null where it was done before. Otherwise returns what the
-- log's row of it says, which the transaction appends as its last statement (forgotten_is_logged sees to that). `p_nonce` makes the
-- stand-ins' addresses ones that nobody could take before. Accounts that nobody uses any more are returned in `p_left`, for the portal
-- to end.
create function forget_event(p_event bigint, p_early boolean, p_nonce text, out record json, out p_left bigint[])
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    e event;
    clock constant timestamptz := transaction_timestamp();
    went json;
    cast_ballots bigint;
    emails text[];
    masks text[];
    old_ids bigint[];
    new_ids bigint[];
    sealed bigint := 0;
    seal text := '';
    link audit_log;
    run calibration_run;
    runs json;
    tie record;
    used bigint[];
begin
    -- Whoever adds to the event waits here, and is refused when this has committed.
    select * into e from event where id = p_event for update;
    if not found then
        perform refuse(404, 'not_found', 'Not found.');
    end if;
    if e.forgotten_at is not null then
        return;
    end if;
    if forget_from(e) is null or forget_from(e) > clock_timestamp() then
        perform refuse(409, 'forget_too_early', case when forget_from(e) is null
            then format('%s has a window that never closes, so its personal data stay.', e.name)
            else format('The personal data of %s can go from %s on.', e.name, utc_text(forget_from(e))) end);
    end if;
    if not p_early and (e.forget_on is null or e.forget_on > clock_timestamp()) then
        perform refuse(409, 'forget_too_early', format('The day on which the personal data of %s go has not come.', e.name));
    end if;
    select json_object_agg(f.kind, f.number), max(f.number) filter (where f.kind = 'ballots') into went, cast_ballots
        from forgettable(p_event) f;
    -- Nobody appends to the log until this has committed, so that the seal covers all that comes before its row.
    select h.seq into sealed from audit_head h where h.chain = e.slug for update;
    sealed := coalesce(sealed, 0);
    for link in select * from audit_log l where l.chain = e.slug order by l.seq loop
        if says_a_comment(link.action) then
            link.before := null;
            link.after := null;
        end if;
        seal := sha256_hex(netstrings(seal, link.seq::text, audit_ts(link.ts), link.action, link.object_type, link.object_id,
            link.before, link.after, link.row_hash));
    end loop;
    insert into forgotten_event values (p_event, pg_current_xact_id(), clock, sealed, seal, went, cast_ballots);
    insert into kept_vote (event_id, project_id, votes)
        select p_event, p.id, count(*) from ballot b cross join unnest(b.choices) c join project p on p.event_id = p_event and p.id = c
        where b.event_id = p_event and not exists (select from team_person m
            where m.event_id = p_event and m.team_id = p.team_id and m.person_id = b.person_id)
        group by p.id;
    update event set forgotten_at = clock, contact_email = null where id = p_event;

    -- Everybody in the event and in its runs, by address. The masks sort as the addresses did: a run's sums follow that order.
    select array_agg(a.email order by a.email collate "C") into emails from (
        select p.email from event_person ep join person p on p.id = ep.person_id where ep.event_id = p_event
        union select p.email from review r join person p on p.id = r.entered_by where r.event_id = p_event
        union select v ->> 'judge' from calibration_run c cross join json_array_elements(c.input -> 'reviews') v
            where c.event_id = p_event
        union select v ->> 'judge' from calibration_run c cross join json_array_elements(c.judges) v where c.event_id = p_event) a
        where a.email is not null;
    select array_agg(format('deleted-%s-%s@deleted.invalid', p_nonce, lpad(n::text, 7, '0')) order by n) into masks
        from generate_series(1, cardinality(emails)) n;

    -- A stand-in for each person: their reviews, teams and assignments go over to it, and nothing leads back.
    with had as (
        select p.id, m.mask, case
            when exists (select from membership s where s.event_id = p_event and s.person_id = p.id and s.role = 'judge') then 'A judge'
            when exists (select from team_member s where s.event_id = p_event and s.person_id = p.id) then 'A participant'
            when exists (select from membership s where s.event_id = p_event and s.person_id = p.id and s.role = 'participant')
                then 'A participant'
            when exists (select from prize_panellist s where s.event_id = p_event and s.person_id = p.id) then 'A panellist'
            else 'An organizer' end as name
        from unnest(emails, masks) m (email, mask) join person p on p.email = m.email),
    made as (
        insert into person (email, name, deactivated_at) select mask, name, clock from had order by random() returning id, email)
    select array_agg(had.id), array_agg(made.id) into old_ids, new_ids from had join made on made.email = had.mask;

    delete from judge_note where event_id = p_event;
    delete from visit_mark where event_id = p_event;
    delete from project_picture where event_id = p_event;
    delete from first_three where event_id = p_event;
    delete from comment where event_id = p_event;
    delete from ballot where event_id = p_event;
    delete from voting_code where event_id = p_event;
    delete from deliberation_note where event_id = p_event;
    delete from notice where event_id = p_event;
    delete from session_link where event_id = p_event;
    delete from guest where event_id = p_event;
    delete from guest_link where event_id = p_event;
    delete from mail_outbox m where m.event_id = p_event or m.about_event = p_event
        or m.invitation_id in (select i.id from invitation i where i.event_id = p_event);
    -- Finals go on. A judge whose account an invitation of this event made has no other way into them than cards and links, so the
    -- finals keep what was_invited_anew looks for.
    insert into invitation (event_id, email, name, role, token_hash, created_person_id, accepted_by, accepted_at, link_ended_at)
        select f.id, p.email, p.name, 'judge', sha256(uuid_send(gen_random_uuid())), p.id, p.id, clock, clock
        from event f join membership m on m.event_id = f.id and m.role = 'judge' join person p on p.id = m.person_id
        where f.finals_of = p_event and f.forgotten_at is null
            and exists (select from invitation i where i.event_id = p_event and i.created_person_id = p.id)
            and not exists (select from invitation i where i.event_id = f.id and i.created_person_id = p.id);
    -- Organizers whom an invitation or a list names on a team take part for good.
    update event_person ep set on_team = true where ep.event_id = p_event and not ep.on_team
        and exists (select from team_tie o where o.event_id = p_event and o.person_id = ep.person_id);
    delete from invitation where event_id = p_event;
    delete from imported_member where event_id = p_event;
    delete from project_import where event_id = p_event;
    delete from webhook_attempt a using webhook w where w.id = a.webhook_id and w.event_id = p_event;
    delete from webhook_test t using webhook w where w.id = t.webhook_id and w.event_id = p_event;
    -- Answers to requests, kept for a day, may repeat what went.
    delete from idempotency_key where person_id = any (old_ids);

    insert into event_person (event_id, person_id, review_cap)
        select p_event, m.new, ep.review_cap from unnest(old_ids, new_ids) m (old, new)
        join event_person ep on ep.event_id = p_event and ep.person_id = m.old;
    insert into membership (event_id, person_id, role, created_at)
        select p_event, m.new, s.role, s.created_at from unnest(old_ids, new_ids) m (old, new)
        join membership s on s.event_id = p_event and s.person_id = m.old where s.role <> 'organizer';
    update person_track t set person_id = m.new from unnest(old_ids, new_ids) m (old, new)
        where t.event_id = p_event and t.person_id = m.old;
    update team_member t set person_id = m.new from unnest(old_ids, new_ids) m (old, new)
        where t.event_id = p_event and t.person_id = m.old;
    update assignment a set person_id = m.new,
            recused_reason = case when a.voided_at is null then '' else 'removed' end
        from unnest(old_ids, new_ids) m (old, new) where a.event_id = p_event and a.person_id = m.old;
    -- The log holds salted digests of comments. Without the salt, nobody can try whether a comment was one they guess.
    update review r set comment = '', comment_salt = default, entered_by = (
            select m.new from unnest(old_ids, new_ids) m (old, new) where m.old = r.entered_by)
        where r.event_id = p_event;
    update conflict c set person_id = m.new, reason = '', declared_by = null from unnest(old_ids, new_ids) m (old, new)
        where c.event_id = p_event and c.person_id = m.old;
    update conflict_dismissal c set person_id = m.new from unnest(old_ids, new_ids) m (old, new)
        where c.event_id = p_event and c.person_id = m.old;
    update prize_panellist l set person_id = m.new from unnest(old_ids, new_ids) m (old, new)
        where l.event_id = p_event and l.person_id = m.old;
    delete from membership where event_id = p_event and person_id = any (old_ids) and role <> 'organizer';
    update event_person set external_id = null, team_ids = '{}' where event_id = p_event;
    delete from event_person ep where ep.event_id = p_event and ep.person_id = any (old_ids) and not exists (
        select from membership s where s.event_id = p_event and s.person_id = ep.person_id);
    -- An organizer who neither judged nor took part needs no stand-in.
    delete from event_person ep where ep.event_id = p_event and ep.person_id = any (new_ids)
        and not exists (select from membership s where s.event_id = p_event and s.person_id = ep.person_id)
        and not exists (select from prize_panellist l where l.event_id = p_event and l.person_id = ep.person_id)
        and not exists (select from conflict c where c.event_id = p_event and c.person_id = ep.person_id)
        and not exists (select from conflict_dismissal c where c.event_id = p_event and c.person_id = ep.person_id)
        and not exists (select from team_member t where t.event_id = p_event and t.person_id = ep.person_id);
    delete from person p where p.id = any (new_ids)
        and not exists (select from event_person ep where ep.person_id = p.id)
        and not exists (select from review r where r.event_id = p_event and r.entered_by = p.id);

    -- The log: who acted and from where, and what comments said. Numbers, times, acts and hashes stay.
    update audit_log set actor = '', ip = null,
            before = case when not says_a_comment(action) then before end, after = case when not says_a_comment(action) then after end
        where chain = e.slug and actor <> 'system';
    -- Runs: masks in place of addresses. `read_as` is the digest that seeds the draws, which the addresses were part of.
    for run in select * from calibration_run c where c.event_id = p_event order by c.run loop
        run.input := replace_strings(run.input, emails, masks);
        continue when json_typeof(run.input) <> 'object';
        run.input := (left(rtrim(run.input::text), -1) || ',"read_as":' || to_json(run.input_digest)::text || '}')::json;
        update calibration_run c set input = run.input, created_by = null,
                results = replace_strings(c.results, emails, masks), judges = replace_strings(c.judges, emails, masks),
                excluded = replace_strings(c.excluded, emails, masks),
                connectivity = replace_strings(c.connectivity, emails, masks)
            where c.id = run.id;
    end loop;
    select coalesce(json_agg(json_build_object('run', c.run, 'input_digest', c.input_digest,
            'kept_digest', run_input_digest(c.input)) order by c.run), '[]') into runs
        from calibration_run c where c.event_id = p_event;

    -- Accounts that nobody uses: no password, no site admin, no token, and nothing anywhere that names them, now that the event does
    -- not. What is looked through follows from the foreign keys, so that a new table is not forgotten.
    select array_agg(p.id) into p_left from person p
        where p.id = any (old_ids) and p.password_hash is null and not p.is_staff and not p.demo and p.deactivated_at is null
            and not exists (select from api_token t where t.person_id = p.id and t.revoked_at is null)
            and not exists (select from invitation i where lower(i.email collate "C") = lower(p.email collate "C"));
    for tie in
        select c.conrelid::regclass as of_table, a.attname as of_column
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'person'::regclass
            and c.conrelid not in ('session'::regclass, 'one_time_link'::regclass, 'idempotency_key'::regclass, 'api_token'::regclass)
    loop
        execute format('select array_agg(distinct %I) from %s where %I = any ($1)', tie.of_column, tie.of_table, tie.of_column)
            into used using p_left;
        p_left := array(select id from unnest(p_left) id where id <> all (coalesce(used, '{}')));
    end loop;
    p_left := coalesce(p_left, '{}');
    record := json_build_object('rows', sealed, 'seal', seal, 'gone', went, 'accounts', cardinality(p_left), 'runs', runs,
        'early', p_early, 'judges_digest', judges_digest(p_event));
end
$$;

-- As the transaction commits, the log's row of the forgetting is there, directly behind the sealed ones.
create function forgotten_is_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from audit_log l join event e on e.slug = l.chain
        where e.id = new.event_id and l.seq = new.sealed_rows + 1 and l.action = 'event.forgotten'
            and l.after::json ->> 'seal' = new.seal and (l.after::json ->> 'rows')::bigint = new.sealed_rows) then
        raise exception using errcode = '55000', constraint = 'forgotten_is_logged',
            message = 'An event is not forgotten without its row in the log.';
    end if;
    return null;
end
$$;
create constraint trigger forgotten_is_logged after insert on forgotten_event
    deferrable initially deferred for each row execute function forgotten_is_logged();
