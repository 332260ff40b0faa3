-- What all migrations together make. Written by script/queries, with the pg_dump of PostgreSQL 15.

CREATE FUNCTION public.a_free_organizer_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_table_name = 'invitation' then
        perform require_free_organizer(new.event_id, p.id) from person p
            where lower(p.email collate "C") = lower(new.email collate "C");
    elsif tg_table_name = 'imported_member' then
        perform require_free_organizer(new.event_id, p.id) from person p
            where lower(p.email collate "C") = new.email
                and (tg_op = 'UPDATE' or not is_listed(new.event_id, new.team_id, new.email));
    else
        perform require_free_organizer(new.event_id, new.person_id);
    end if;
    return new;
end
$$;

CREATE FUNCTION public.act_is_confirmed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform require_second_organizer(new.event_id, variadic tg_argv);
    return new;
end
$$;

CREATE FUNCTION public.all_organizers_confirm() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update membership set confirms = true where event_id = new.id and not confirms;
    return null;
end
$$;

CREATE FUNCTION public.answers_are_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.plain_text(t text, longest integer) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((char_length(t) <= longest) AND (t !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F]'::text));

CREATE TABLE public.membership (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    calendar_hash bytea,
    confirms boolean DEFAULT true NOT NULL,
    CONSTRAINT membership_check CHECK (((calendar_hash IS NULL) OR (role = 'judge'::text))),
    CONSTRAINT role_known CHECK ((role = ANY (ARRAY['participant'::text, 'judge'::text, 'organizer'::text])))
);

CREATE TABLE public.person (
    id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text,
    is_staff boolean DEFAULT false NOT NULL,
    confirmed_at timestamp with time zone,
    deactivated_at timestamp with time zone,
    demo boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT person_email CHECK ((public.plain_text(email, 254) AND (email ~~ '_%@_%'::text))),
    CONSTRAINT person_name_length CHECK (public.plain_text(name, 120))
);

CREATE FUNCTION public.answers_for_webhooks(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (EXISTS (SELECT FROM public.person p WHERE ((p.id = answers_for_webhooks.p_person) AND (p.deactivated_at IS NULL) AND (p.is_staff OR (EXISTS (SELECT FROM public.membership m WHERE ((m.event_id = answers_for_webhooks.p_event) AND (m.person_id = answers_for_webhooks.p_person) AND (m.role = 'organizer'::text))))))));

CREATE FUNCTION public.append_only() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    -- Only forget_event, row by row under forgetting_only.
    if tg_op = 'UPDATE' and tg_table_name in ('audit_log', 'calibration_run') and exists (
        select from forgotten_event f where f.xact = pg_current_xact_id() and f.forgotten_at = transaction_timestamp()) then
        return null;
    end if;
    perform refuse(403, 'append_only', format('%s only grows: its rows are never changed or removed.', tg_table_name));
    return null;
end
$$;

CREATE TABLE public.publication (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    run_id bigint NOT NULL,
    reason text,
    provisional_until timestamp with time zone,
    owed text[] DEFAULT '{}'::text[] NOT NULL,
    final_of integer,
    signed_document text,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    number integer NOT NULL,
    CONSTRAINT final_or_provisional CHECK (((final_of IS NULL) OR (provisional_until IS NULL))),
    CONSTRAINT owed_range CHECK (((cardinality(owed) <= 12) AND public.plain_text(array_to_string(owed, ' '::text, ''::text), 1500))),
    CONSTRAINT owed_until CHECK (((provisional_until IS NULL) = (owed = '{}'::text[]))),
    CONSTRAINT publication_reason_length CHECK (public.plain_text(reason, 2000))
);

CREATE FUNCTION public.results_are_final(p_event bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN COALESCE((SELECT (p.provisional_until IS NULL) FROM public.publication p WHERE (p.event_id = results_are_final.p_event) ORDER BY p.number DESC LIMIT 1), false);

CREATE TABLE public.event_person (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    external_id text,
    review_cap integer,
    record_salt bytea DEFAULT uuid_send(gen_random_uuid()) NOT NULL,
    judged boolean DEFAULT false NOT NULL,
    on_team boolean DEFAULT false NOT NULL,
    team_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    CONSTRAINT person_external_id_length CHECK ((public.plain_text(external_id, 120) AND (external_id <> ''::text))),
    CONSTRAINT record_salt_length CHECK ((octet_length(record_salt) = 16)),
    CONSTRAINT review_cap_range CHECK ((review_cap >= 0))
);

CREATE TABLE public.imported_member (
    event_id bigint NOT NULL,
    team_id bigint NOT NULL,
    email text NOT NULL,
    lifted_reason text,
    CONSTRAINT imported_member_lifted_reason_check CHECK ((public.plain_text(lifted_reason, 500) AND (btrim(lifted_reason) <> ''::text)))
);

CREATE TABLE public.invitation (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    email text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    role text NOT NULL,
    external_id text,
    review_cap integer,
    track_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    team_id bigint,
    token_hash bytea NOT NULL,
    link_version integer DEFAULT 1 NOT NULL,
    invited_by bigint,
    created_person_id bigint,
    accepted_by bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    accepted_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    opened_at timestamp with time zone,
    declined_at timestamp with time zone,
    sent_by text,
    link_ended_at timestamp with time zone,
    prize_id bigint,
    link_made_by bigint,
    card_hash bytea,
    card_made_at timestamp with time zone,
    card_made_by bigint,
    CONSTRAINT invitation_email CHECK ((public.plain_text(email, 254) AND (email ~~ '_%@_%'::text))),
    CONSTRAINT invitation_external_id_length CHECK ((public.plain_text(external_id, 120) AND (external_id <> ''::text))),
    CONSTRAINT invitation_has_one_answer CHECK ((num_nonnulls(accepted_at, declined_at, withdrawn_at) <= 1)),
    CONSTRAINT invitation_name_length CHECK (public.plain_text(name, 120)),
    CONSTRAINT invitation_prize_together CHECK (((prize_id IS NULL) OR (role = 'panellist'::text))),
    CONSTRAINT invitation_review_cap_range CHECK ((review_cap >= 0)),
    CONSTRAINT invitation_role_known CHECK ((role = ANY (ARRAY['participant'::text, 'judge'::text, 'organizer'::text, 'panellist'::text]))),
    CONSTRAINT invitation_sent_by_known CHECK ((sent_by = ANY (ARRAY['mail'::text, 'link'::text])))
);

CREATE TABLE public.project (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    external_id text,
    team_id bigint NOT NULL,
    track_id bigint,
    title text NOT NULL,
    tagline text DEFAULT ''::text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    repo_url text DEFAULT ''::text NOT NULL,
    demo_url text DEFAULT ''::text NOT NULL,
    video_url text DEFAULT ''::text NOT NULL,
    names_us text[] DEFAULT '{}'::text[] NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    answers jsonb DEFAULT '{}'::jsonb NOT NULL,
    listed jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    submitted_at timestamp with time zone,
    duplicate_of bigint,
    duplicate_reason text,
    duplicate_cleared boolean DEFAULT false NOT NULL,
    flag_waits bigint,
    withdrawn_at timestamp with time zone,
    withdrawal_reason text DEFAULT ''::text NOT NULL,
    withdrawn_submitted_at timestamp with time zone,
    withdrawn_room text,
    withdrawn_place text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT answers_shape CHECK ((jsonb_typeof(answers) = 'object'::text)),
    CONSTRAINT demo_url_shape CHECK (((demo_url = ''::text) OR (public.plain_text(demo_url, 500) AND (demo_url ~* '^https?://[^\s]+$'::text)))),
    CONSTRAINT description_length CHECK (public.plain_text(description, 60000)),
    CONSTRAINT duplicate_of_itself CHECK ((duplicate_of <> id)),
    CONSTRAINT names_us_known CHECK (((names_us <@ ARRAY['repo_url'::text, 'demo_url'::text, 'video_url'::text]) AND (array_position(names_us, NULL::text) IS NULL))),
    CONSTRAINT project_external_id_length CHECK ((public.plain_text(external_id, 500) AND (external_id <> ''::text))),
    CONSTRAINT project_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text]))),
    CONSTRAINT repo_url_shape CHECK (((repo_url = ''::text) OR (public.plain_text(repo_url, 500) AND (repo_url ~* '^https?://[^\s]+$'::text)))),
    CONSTRAINT submitted_has_a_time CHECK (((status = 'submitted'::text) = (submitted_at IS NOT NULL))),
    CONSTRAINT summary_length CHECK (public.plain_text(summary, 2000)),
    CONSTRAINT tagline_length CHECK (public.plain_text(tagline, 300)),
    CONSTRAINT title_length CHECK (public.plain_text(title, 200)),
    CONSTRAINT title_missing CHECK ((btrim(title) <> ''::text)),
    CONSTRAINT video_url_shape CHECK (((video_url = ''::text) OR (public.plain_text(video_url, 300) AND (video_url ~* '^https://[^\s]+$'::text)))),
    CONSTRAINT withdrawal_reason_length CHECK (public.plain_text(withdrawal_reason, 2000)),
    CONSTRAINT withdrawal_reason_missing CHECK (((withdrawn_at IS NULL) = (btrim(withdrawal_reason) = ''::text))),
    CONSTRAINT withdrawn_has_a_time CHECK (((withdrawn_at IS NULL) = (withdrawn_submitted_at IS NULL))),
    CONSTRAINT withdrawn_is_a_draft CHECK (((withdrawn_at IS NULL) OR ((status = 'draft'::text) AND (withdrawn_submitted_at IS NOT NULL))))
);

CREATE VIEW public.listed_person AS
 SELECT i.event_id,
    i.team_id,
    o.id AS person_id,
    p.id AS project_id
   FROM ((public.imported_member i
     JOIN public.person o ON ((lower((o.email COLLATE "C")) = i.email)))
     JOIN public.project p ON (((p.event_id = i.event_id) AND (p.team_id = i.team_id))))
  WHERE (i.lifted_reason IS NULL);

CREATE TABLE public.team_member (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    team_id bigint NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW public.team_person AS
 SELECT team_member.event_id,
    team_member.team_id,
    team_member.person_id
   FROM public.team_member
UNION ALL
 SELECT i.event_id,
    i.team_id,
    p.id AS person_id
   FROM (public.invitation i
     JOIN public.person p ON ((lower((p.email COLLATE "C")) = lower((i.email COLLATE "C")))))
  WHERE ((i.team_id IS NOT NULL) AND (num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0));

CREATE VIEW public.team_part AS
 SELECT team_person.event_id,
    team_person.team_id,
    team_person.person_id
   FROM public.team_person
UNION
 SELECT ep.event_id,
    was.team_id,
    ep.person_id
   FROM (public.event_person ep
     CROSS JOIN LATERAL unnest(ep.team_ids) was(team_id));

CREATE VIEW public.team_tie AS
 SELECT team_part.event_id,
    team_part.team_id,
    team_part.person_id
   FROM public.team_part
UNION
 SELECT listed_person.event_id,
    listed_person.team_id,
    listed_person.person_id
   FROM public.listed_person;

CREATE FUNCTION public.takes_part(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((EXISTS (SELECT FROM public.event_person ep WHERE ((ep.event_id = takes_part.p_event) AND (ep.person_id = takes_part.p_person) AND (ep.judged OR ep.on_team)))) OR (EXISTS (SELECT FROM public.membership m WHERE ((m.event_id = takes_part.p_event) AND (m.person_id = takes_part.p_person) AND (m.role = ANY (ARRAY['judge'::text, 'participant'::text]))))) OR (EXISTS (SELECT FROM public.team_tie o WHERE ((o.event_id = takes_part.p_event) AND (o.person_id = takes_part.p_person)))));

CREATE FUNCTION public.is_second_organizer(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((EXISTS (SELECT FROM (public.membership m JOIN public.person p ON ((p.id = m.person_id))) WHERE ((m.event_id = is_second_organizer.p_event) AND (m.person_id = is_second_organizer.p_person) AND (m.role = 'organizer'::text) AND m.confirms AND (p.deactivated_at IS NULL)))) AND (public.results_are_final(p_event) OR (NOT public.takes_part(p_event, p_person))));

CREATE FUNCTION public.asks_second_organizer(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (public.is_second_organizer(p_event, p_person) OR (EXISTS (SELECT FROM public.person p WHERE ((p.id = asks_second_organizer.p_person) AND p.is_staff AND (p.deactivated_at IS NULL)))));

CREATE FUNCTION public.assignment_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'UPDATE' and forgets(new.event_id) then
        return new;
    end if;
    if tg_op = 'INSERT' then
        perform assignment_pairs(new);
        if new.status <> 'pending' then
            perform assignment_moves('pending', new);
        end if;
        if new.voided_at is not null and not exists (select from event e where e.id = new.event_id and event_is_fresh(e)) then
            perform refuse(409, 'recused', 'Only a submitted review can be set aside.');
        end if;
        return new;
    end if;
    if (new.person_id, new.project_id) is distinct from (old.person_id, old.project_id) then
        if exists (select from review r where r.assignment_id = old.id) then
            perform refuse(409, 'assignment_fixed', 'An assignment with a review stays with its judge and project.');
        end if;
        perform assignment_pairs(new);
    end if;
    if (new.voided_at is null) <> (old.voided_at is null) then
        perform assignment_voids(old, new);
        new.voided_at := case when new.voided_at is not null then clock_timestamp() end;
        return new;
    end if;
    new.voided_at := old.voided_at;
    if new.status <> old.status then
        if old.voided_at is not null then
            perform refuse(409, 'recused', 'This review is set aside: restore it first.');
        end if;
        perform assignment_moves(old.status, new);
    end if;
    return new;
end
$$;

CREATE FUNCTION public.assignment_before_delete() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (select from review r where r.assignment_id = old.id) then
        perform refuse(409, 'assignment_has_review', 'This judge has reviewed the project: the assignment stays.');
    end if;
    return old;
end
$$;

CREATE FUNCTION public.assignment_done_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform require_judging(new.event_id);
    return null;
end
$$;

CREATE TABLE public.assignment (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    project_id bigint NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    source text NOT NULL,
    recused_reason text DEFAULT ''::text NOT NULL,
    taken_off boolean DEFAULT false NOT NULL,
    ended_with_project boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    judge_role text GENERATED ALWAYS AS ('judge'::text) STORED NOT NULL,
    plan_id bigint,
    voided_at timestamp with time zone,
    looks_counted boolean DEFAULT false NOT NULL,
    CONSTRAINT assignment_source_known CHECK ((source = ANY (ARRAY['planned'::text, 'manual'::text, 'pulled'::text, 'import'::text]))),
    CONSTRAINT assignment_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'recused'::text]))),
    CONSTRAINT ended_is_recused CHECK (((NOT ended_with_project) OR (status = 'recused'::text))),
    CONSTRAINT recused_reason_length CHECK (public.plain_text(recused_reason, 2000)),
    CONSTRAINT taken_off_is_recused CHECK (((NOT taken_off) OR (status = 'recused'::text))),
    CONSTRAINT void_reason_missing CHECK (((voided_at IS NULL) OR (btrim(recused_reason) <> ''::text))),
    CONSTRAINT voided_is_recused CHECK (((voided_at IS NULL) OR (status = 'recused'::text)))
)
WITH (fillfactor='70');

CREATE FUNCTION public.assignment_moves(was text, a public.assignment) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    if was = 'recused' and a.status = 'done' then
        perform refuse(409, 'recused', 'This judge has stepped aside from the project.');
    elsif 'recused' in (was, a.status) then
        select * into e from event where id = a.event_id for share;
        if was = 'recused' and not event_is_fresh(e) then
            perform from event_person ep where ep.event_id = a.event_id and ep.person_id = a.person_id for no key update;
            if is_declared(a.event_id, a.person_id, a.project_id) then
                perform refuse_declared();
            end if;
        end if;
        if not event_is_fresh(e) and exists (select from publication p where p.event_id = a.event_id) then
            perform refuse(409, 'published', format('The results of %s are published: assignments stay as they are.',
                e.name));
        end if;
    else
        perform require_judging(a.event_id);
    end if;
end
$$;

CREATE FUNCTION public.assignment_of_withdrawn() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (select from project p join event e on e.id = p.event_id
        where p.id = new.project_id and p.withdrawn_at is not null and not event_is_fresh(e)) then
        perform refuse(409, 'project_withdrawn', 'This project is withdrawn: restore the project first.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.assignment_pairs(a public.assignment) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    -- The same lock as joining a team takes.
    perform from event_person ep where ep.event_id = a.event_id and ep.person_id = a.person_id for no key update;
    -- Against the role's removal; the foreign key not_a_judge is the same rule, without a sentence.
    perform from membership m
        where m.event_id = a.event_id and m.person_id = a.person_id and m.role = 'judge' for key share;
    if not found then
        perform refuse(403, 'not_a_judge', 'Only a judge of the event can be given a project.');
    end if;
    -- Against the project's move to another team.
    perform from project p where p.id = a.project_id for share;
    if exists (
        select from project p join team_person m on m.event_id = p.event_id and m.team_id = p.team_id
        where p.event_id = a.event_id and p.id = a.project_id and m.person_id = a.person_id
    ) then
        perform refuse_own_team();
    end if;
    if a.status <> 'recused' and is_declared(a.event_id, a.person_id, a.project_id)
        and not exists (select from event e where e.id = a.event_id and event_is_fresh(e)) then
        perform refuse_declared();
    end if;
end
$$;

CREATE FUNCTION public.assignment_recused() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update review set submitted_at = null where assignment_id = new.id and submitted_at is not null;
    return null;
end
$$;

CREATE FUNCTION public.assignment_restored() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update review set submitted_at = voided_submitted_at where assignment_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.assignment_voids(old_row public.assignment, new_row public.assignment) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    if new_row.voided_at is not null and not (old_row.status = 'done' and new_row.status = 'recused') then
        perform refuse(409, 'recused', 'Only a submitted review can be set aside.');
    elsif new_row.voided_at is null and new_row.status <> 'done' then
        perform refuse(409, 'recused', 'This review is set aside: restore it first.');
    end if;
    select * into e from event where id = new_row.event_id for share;
    if new_row.voided_at is null and is_declared(new_row.event_id, new_row.person_id, new_row.project_id) then
        perform refuse_declared();
    end if;
    if not event_is_fresh(e) and exists (select from publication p where p.event_id = new_row.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: assignments stay as they are.', e.name));
    end if;
end
$$;

CREATE FUNCTION public.audit_is_private(action text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (split_part(action, '.'::text, 1) = ANY (ARRAY['review'::text, 'assignment'::text, 'ballot'::text, 'export'::text, 'bundle'::text, 'webhook'::text, 'invitation'::text, 'mail'::text, 'token'::text, 'session'::text, 'calibration'::text, 'run'::text, 'code'::text, 'record'::text, 'remark'::text, 'conflict'::text, 'ceremony'::text, 'notice'::text, 'visit'::text, 'note'::text, 'first_three'::text, 'call'::text, 'evidence'::text]));

CREATE FUNCTION public.audit_log_chain() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    head audit_head;
begin
    new.after := with_salt(new.after);
    new.chain := '';
    if new.event_id is not null then
        if audit_is_private(new.action) or audit_shows_nothing(new) then
            -- As a foreign key would: whoever forgets the event waits for this transaction.
            select slug into new.chain from event where id = new.event_id for key share;
        else
            update event set version = version + 1 where id = new.event_id returning slug into new.chain;
        end if;
        if new.chain is null then
            perform refuse(404, 'audit_event_unknown', 'There is no such event.');
        end if;
    end if;
    -- The lock on the head is held to the commit, which is what keeps the chain from forking.
    select * into head from audit_head h where h.chain = new.chain for update;
    if not found then
        insert into audit_head values (new.chain, 0, sha256_hex('evenhand-audit/1:' || new.chain), null, new.event_id)
            on conflict do nothing;
        select * into head from audit_head h where h.chain = new.chain for update;
    end if;
    new.seq := head.seq + 1;
    new.ts := greatest(clock_timestamp(), head.ts);
    new.prev_hash := head.row_hash;
    new.row_hash := audit_row_hash(new);
    update audit_head h set seq = new.seq, row_hash = new.row_hash, ts = new.ts where h.chain = new.chain;
    return new;
end
$$;

CREATE FUNCTION public.audit_ts(ts timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN to_char((ts AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text);

CREATE FUNCTION public.netstrings(VARIADIC list text[]) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    t text;
    whole text := '';
begin
    foreach t in array list loop
        t := coalesce(t, '');
        whole := whole || octet_length(convert_to(t, 'UTF8')) || ':' || t || ',';
    end loop;
    return whole;
end
$$;

CREATE FUNCTION public.sha256_hex(t text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN encode(sha256(convert_to(t, 'UTF8'::name)), 'hex'::text);

CREATE TABLE public.audit_log (
    chain text NOT NULL,
    seq bigint NOT NULL,
    event_id bigint,
    ts timestamp with time zone NOT NULL,
    actor text NOT NULL,
    actor_role text NOT NULL,
    action text NOT NULL,
    object_type text NOT NULL,
    object_id text NOT NULL,
    ip text,
    before text,
    after text,
    prev_hash text NOT NULL,
    row_hash text NOT NULL,
    CONSTRAINT action_shape CHECK ((action ~ '^[a-z][a-z_]*\.[a-z][a-z_]*$'::text))
);

CREATE FUNCTION public.audit_row_hash(r public.audit_log) RETURNS text
    LANGUAGE sql STABLE
    RETURN public.sha256_hex(public.netstrings(VARIADIC ARRAY[(r).prev_hash, ((r).seq)::text, public.audit_ts((r).ts), (r).actor, (r).action, (r).object_type, (r).object_id, (r).ip, (r).before, (r).after]));

CREATE FUNCTION public.audit_shows_nothing(r public.audit_log) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
    select audit_is_private(r.action)
        or case
            when r.action in ('project.created', 'project.edited', 'picture.added', 'picture.described', 'picture.moved',
                'picture.removed') and r.object_id ~ '^[0-9]{1,18}$' then exists (
                select from project p
                where p.id = r.object_id::bigint and p.event_id = r.event_id and p.status = 'draft')
            else false
        end;
$_$;

CREATE FUNCTION public.ballot_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
begin
    perform require_commit(its);
    perform require_voting(its);
    return null;
end
$$;

CREATE FUNCTION public.ballot_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    if tg_op = 'DELETE' then
        perform require_voting(old.event_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and (new.person_id, new.code_id) is distinct from (old.person_id, old.code_id) then
        perform refuse(409, 'ballot_fixed', 'A ballot stays with its voter.');
    end if;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) then
        return new;
    end if;
    if e.voting_mode <> (case when new.code_id is null then 'account' else 'code' end) then
        perform refuse(404, 'voting_mode', 'This event does not vote this way.');
    end if;
    if exists (select from person p where p.id = new.person_id and p.confirmed_at is null) then
        perform refuse(403, 'unconfirmed', 'confirm your address to vote');
    end if;
    perform require_voting(new.event_id);
    perform from voting_code c where c.id = new.code_id for share;
    if exists (select from voting_code c where c.id = new.code_id and c.withdrawn_at is not null) then
        perform refuse(422, 'code_withdrawn', 'This code has been withdrawn.');
    end if;
    if cardinality(new.choices) > e.votes_per_voter then
        perform refuse(422, 'ballot_too_many', format('Choose at most %s projects.', e.votes_per_voter));
    end if;
    new.cast_at := clock_timestamp();
    return new;
end
$$;

CREATE FUNCTION public.ballot_choices() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    fresh boolean;
begin
    if (select count(distinct c) from unnest(new.choices) c) <> cardinality(new.choices) then
        perform refuse(422, 'ballot_repeated', 'Choose each project once.');
    end if;
    select event_is_fresh(e) into fresh from event e where e.id = new.event_id;
    if exists (
        select from unnest(new.choices) c
        left join project p on p.event_id = new.event_id and p.id = c
            and (fresh or (p.status = 'submitted' and p.duplicate_of is null))
        where p.id is null
    ) then
        perform refuse(422, 'ballot_unknown', 'Choose among the submitted projects of this event.');
    end if;
    if exists (
        select from project p
        join team_person m on m.event_id = p.event_id and m.team_id = p.team_id
        where p.event_id = new.event_id and p.id = any (new.choices) and m.person_id = new.person_id
    ) then
        perform refuse(422, 'ballot_own_team', 'Nobody votes for a project of their own team.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.bring_listed(p_event bigint, p_teams bigint[], p_emails text[], p_reasons text[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    insert into imported_member (event_id, team_id, email, lifted_reason)
        select e.id, l.team, lower(l.email collate "C"), nullif(btrim(l.reason), '')
        from event e, unnest(p_teams, p_emails, p_reasons) l(team, email, reason)
        where e.id = p_event and event_is_fresh(e);
$$;

CREATE FUNCTION public.calibration_run_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform from event e where e.id = new.event_id for no key update;
    select coalesce(max(r.run), 0) + 1 into new.run from calibration_run r where r.event_id = new.event_id;
    return new;
end
$$;

CREATE FUNCTION public.close_functions() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    f record;
begin
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                where a.grantee = 0 and a.privilege_type = 'EXECUTE')
    loop
        execute format('revoke execute on function %s from public', f.name);
    end loop;
end
$$;

CREATE FUNCTION public.comment_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'INSERT' then
        if exists (select from project p join event e on e.id = p.event_id
            where p.id = new.project_id and p.status = 'draft' and not (p.withdrawn_at is not null and event_is_fresh(e))) then
            perform refuse(404, 'draft_has_no_comments', 'Not found.');
        end if;
    elsif (new.project_id, new.person_id, new.body, new.created_at)
        is distinct from (old.project_id, old.person_id, old.body, old.created_at) then
        perform refuse(409, 'comment_fixed', 'A comment is not edited: remove it and write another.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.commit_probe_fired() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    raise exception using errcode = 'ZP001', message = 'constraints are immediate';
end
$$;

CREATE FUNCTION public.confirmable_state(p_event bigint, p_act text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if p_act in ('switch_off', 'add_second') then
        return sha256_hex('');
    end if;
    return sha256_hex(json_build_array(
        (select max(p.number) from publication p where p.event_id = p_event),
        (select max(r.run) from calibration_run r where r.event_id = p_event),
        (select json_agg(json_build_array(z.id, z.version, audit_ts(z.awarded_at), z.award_reason) order by z.id)
            from prize z where z.event_id = p_event),
        (select json_agg(json_build_array(w.prize_id, w.position, w.project_id) order by w.prize_id, w.position, w.project_id)
            from prize_winner w where w.event_id = p_event),
        (select json_agg(json_build_array(d.project_id, d.number, d.shown, d.reason) order by d.project_id, d.number)
            from winner_duty d where d.event_id = p_event),
        (select audit_ts(e.forget_on) from event e where e.id = p_event))::text);
end
$$;

CREATE FUNCTION public.confirmation_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'INSERT' then
        if not exists (select from event e where e.id = new.event_id and e.second_organizer) then
            perform refuse(409, 'second_organizer', 'This event asks no second organizer.');
        elsif not asks_second_organizer(new.event_id, new.asked_by) then
            perform refuse(403, 'second_organizer', 'Only organizers of the event who may confirm ask for this.');
        elsif num_nonnulls(new.outcome, new.decided_by, new.decided_at, new.decided_in) > 0 or new.sentence <> '' then
            perform refuse(409, 'second_organizer', 'Nothing is decided before it was asked for.');
        elsif exists (select from confirmation c where c.event_id = new.event_id and c.outcome = 'lapsed'
                and c.decided_in = pg_current_xact_id() and c.decided_at >= transaction_timestamp()
                and waits_for_another(c, new.asked_by)) then
            perform refuse(409, 'second_organizer', 'What another organizer asked for is confirmed or declined first.');
        end if;
        new.state := confirmable_state(new.event_id, new.act);
        new.asked_at := clock_timestamp();
        new.expires_at := new.asked_at + interval '48 hours';
        return new;
    end if;
    if (new.id, new.act, new.body, new.state, new.asked_at, new.expires_at)
        is distinct from (old.id, old.act, old.body, old.state, old.asked_at, old.expires_at) then
        perform refuse(409, 'second_organizer', 'What was asked for never changes.');
    end if;
    -- Two accounts of one person became one: what is decided names it.
    if old.outcome is not null then
        if (new.outcome, new.decided_at, new.decided_in, new.sentence)
            is distinct from (old.outcome, old.decided_at, old.decided_in, old.sentence) or old.decided_in = pg_current_xact_id() then
            perform refuse(409, 'second_organizer', 'What was decided never changes.');
        end if;
        return new;
    end if;
    if new.outcome is null or new.asked_by <> old.asked_by then
        perform refuse(409, 'second_organizer', 'Of what waits, nothing changes but that it is decided.');
    end if;
    new.decided_at := clock_timestamp();
    new.decided_in := pg_current_xact_id();
    if new.outcome = 'confirmed' then
        if new.decided_by is not distinct from new.asked_by
            or not coalesce(is_second_organizer(new.event_id, new.decided_by), false) then
            perform refuse(403, 'second_organizer', 'Another organizer of the event has to confirm this.');
        elsif not asks_second_organizer(new.event_id, new.asked_by) then
            perform refuse(409, 'second_organizer', 'Who asked for this may no longer do it.');
        elsif new.expires_at <= clock_timestamp() then
            perform refuse(409, 'second_organizer', 'This was not confirmed within 48 hours.');
        elsif new.state <> confirmable_state(new.event_id, new.act) then
            perform refuse(409, 'second_organizer', 'The run, prizes or winners have changed since this was asked for.');
        end if;
    end if;
    return new;
end
$$;

CREATE FUNCTION public.conflict_sets_aside() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
    if not exists (select from event e where e.id = new.event_id and (event_is_fresh(e) or event_forgets(e)))
        and not exists (select from publication p where p.event_id = new.event_id) then
        update assignment a set status = 'recused', recused_reason = ''
            where a.project_id = new.project_id and a.person_id = new.person_id and a.status <> 'recused';
    end if;
    return null;
end
$$;

CREATE FUNCTION public.content_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from content_look where project_id = new.id and part <> 'team';
    delete from code_look where project_id = new.id and new.repo_url <> old.repo_url;
    return null;
end
$$;

CREATE FUNCTION public.copy_listed(p_finals bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    insert into imported_member (event_id, team_id, email, lifted_reason)
        select f.id, n.id, i.email, i.lifted_reason from event f
        join imported_member i on i.event_id = f.finals_of
        join team t on t.event_id = i.event_id and t.id = i.team_id
        join team n on n.event_id = f.id and n.name = t.name
        where f.id = p_finals
        on conflict do nothing;
    perform declare_listed(p_finals, null, null);
end
$$;

CREATE FUNCTION public.correct_project(p_project bigint, p_title text, p_team text, p_repo_url text, p_demo_url text, p_video_url text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    its project;
    e event;
begin
    select * into its from project where id = p_project for no key update;
    if not found then
        perform refuse(404, 'not_found', 'Not found.');
    elsif its.external_id is null then
        perform refuse(409, 'project_not_imported', 'Only a project that a list brought is corrected by an organizer.');
    end if;
    -- The event's row is locked as a publication locks it, so that a publication at this moment comes before or after.
    perform from event where id = its.event_id for no key update;
    select * into e from event where id = its.event_id;
    if exists (select from publication p where p.event_id = its.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: its projects stay.', e.name));
    end if;
    -- What this transaction wrote before stands under the clock as it is.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    insert into import_pass (xact, event_id) values (pg_current_xact_id(), its.event_id);
    update team set name = p_team where event_id = its.event_id and id = its.team_id and name <> p_team;
    update project set title = p_title, repo_url = p_repo_url, demo_url = p_demo_url, video_url = p_video_url where id = p_project;
    -- Check these rows while the pass stands, then take it away: what follows is under the clock again.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit deferred;
    delete from import_pass where xact = pg_current_xact_id();
end
$$;

CREATE FUNCTION public.criterion_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.declare_listed(p_event bigint, p_person bigint, p_project bigint) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    judges bigint[];
    projects bigint[];
    taken jsonb;
    since jsonb;
    is_published constant boolean := exists (select from publication p where p.event_id = p_event);
begin
    select array_agg(l.person_id order by l.person_id, l.project_id), array_agg(l.project_id order by l.person_id, l.project_id)
        into judges, projects
        from listed_person l
        where l.event_id = p_event
            and (p_person is null or l.person_id = p_person) and (p_project is null or l.project_id = p_project)
            and (not is_published and exists (
                    select from membership m where m.event_id = p_event and m.person_id = l.person_id and m.role = 'judge')
                or exists (select from prize_panellist r join prize z on z.id = r.prize_id
                    where r.event_id = p_event and r.person_id = l.person_id and (not is_published or z.awarded_at is null)))
            and not exists (select from conflict c
                where c.event_id = p_event and c.person_id = l.person_id and c.project_id = l.project_id and c.source <> 'judge');
    if judges is null then
        return null;
    end if;
    -- By their numbers, as reviews that are saved at this moment lock them.
    perform from assignment a join unnest(judges, projects) n (judge, project) on a.person_id = n.judge and a.project_id = n.project
        where a.event_id = p_event order by a.id for no key update of a;
    with gone as (
        update assignment a set status = 'recused', recused_reason = '', taken_off = true
            from unnest(judges, projects) n (judge, project)
            where a.event_id = p_event and a.person_id = n.judge and a.project_id = n.project and a.status <> 'recused'
                and not is_published
            returning a.id, (select r.submitted_at from review r where r.assignment_id = a.id) as submitted_at)
    select coalesce(jsonb_agg(g.id order by g.id), '[]'),
            coalesce(jsonb_object_agg(g.id::text, g.submitted_at) filter (where g.submitted_at is not null), '{}')
        into taken, since from gone g;
    insert into conflict (event_id, person_id, project_id, kind, source, created_at)
        select p_event, n.judge, n.project, 'own_team', 'import', clock_timestamp() from unnest(judges, projects) n (judge, project)
        on conflict (event_id, person_id, project_id) do update set source = excluded.source, declared_by = null;
    return jsonb_build_object('recused', taken, 'counted_since', since, 'declared', (
        select jsonb_agg(jsonb_build_object('judge', n.judge, 'project', n.project)) from unnest(judges, projects) n (judge, project)));
end
$$;

CREATE FUNCTION public.done_means_submitted() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    its bigint;
begin
    if tg_table_name = 'assignment' then
        its := new.id;
    elsif tg_op = 'DELETE' then
        its := old.assignment_id;
    else
        its := new.assignment_id;
    end if;
    if exists (
        select from assignment a left join review r on r.assignment_id = a.id
        where a.id = its and (a.status = 'done') <> (r.submitted_at is not null)
    ) then
        perform refuse(422, 'done_means_submitted', 'An assignment is done exactly when its review is submitted.');
    end if;
    return null;
end
$$;

CREATE FUNCTION public.duties_are_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update winner_duty set reason = 'removed' where event_id = new.id and reason <> '';
    return null;
end
$$;

CREATE FUNCTION public.end_mail_link(p_hash bytea) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    update mail_outbox set link_ended_at = clock_timestamp(),
        body = regexp_replace(body, '/(links|invitations)/[A-Za-z0-9_-]{43}', '/\1/[ended]', 'g'),
        failed_at = case when sent_at is null then coalesce(failed_at, clock_timestamp()) end,
        failure = case when sent_at is null then coalesce(failure, 'link_ended') end
    where link_hash = p_hash and link_ended_at is null;
$$;

CREATE FUNCTION public.event_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.event_is_forgetting(p_event bigint, since timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    return exists (
        select from forgotten_event f where f.event_id = p_event and f.xact = pg_current_xact_id() and f.forgotten_at = since);
end
$$;

CREATE TABLE public.event (
    id bigint NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    draft boolean DEFAULT false NOT NULL,
    submissions_open timestamp with time zone,
    submissions_close timestamp with time zone,
    judging_open timestamp with time zone,
    judging_close timestamp with time zone,
    voting_open timestamp with time zone,
    voting_close timestamp with time zone,
    reviews_per_project integer DEFAULT 3 NOT NULL,
    max_team_size integer DEFAULT 5 NOT NULL,
    voting_mode text DEFAULT 'off'::text NOT NULL,
    votes_per_voter integer DEFAULT 3 NOT NULL,
    feedback_released boolean DEFAULT false NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    visit_minutes integer,
    review_floor integer,
    contact_email text,
    one_prize_each boolean DEFAULT false NOT NULL,
    review_rule text DEFAULT 'even'::text NOT NULL,
    blind boolean DEFAULT false NOT NULL,
    counts_looks boolean DEFAULT false NOT NULL,
    evidence boolean DEFAULT false NOT NULL,
    evidence_names text[] DEFAULT '{}'::text[] NOT NULL,
    evidence_across boolean DEFAULT false NOT NULL,
    form_questions jsonb DEFAULT '[]'::jsonb NOT NULL,
    first_three boolean DEFAULT false NOT NULL,
    finals_of bigint,
    feedback_criteria boolean DEFAULT false NOT NULL,
    finals_of_slug text,
    organizers_need_passkey boolean DEFAULT false NOT NULL,
    second_organizer boolean DEFAULT false NOT NULL,
    questions_until timestamp with time zone,
    forget_on timestamp with time zone,
    forgotten_at timestamp with time zone,
    venue text DEFAULT ''::text NOT NULL,
    submissions_reopened_at timestamp with time zone,
    judging_reopened_at timestamp with time zone,
    voting_reopened_at timestamp with time zone,
    CONSTRAINT event_contact_email CHECK ((public.plain_text(contact_email, 254) AND (contact_email ~~ '_%@_%'::text))),
    CONSTRAINT event_description_length CHECK (public.plain_text(description, 60000)),
    CONSTRAINT event_name_length CHECK ((public.plain_text(name, 120) AND (btrim(name) <> ''::text))),
    CONSTRAINT event_venue_length CHECK ((public.plain_text(venue, 200) AND (venue !~ '[\n\t]'::text))),
    CONSTRAINT evidence_names_length CHECK (((cardinality(evidence_names) <= 20) AND public.plain_text(array_to_string(evidence_names, ' '::text, ''::text), 2400))),
    CONSTRAINT finals_of_another CHECK ((finals_of <> id)),
    CONSTRAINT finals_of_slug_shape CHECK ((finals_of_slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT forget_after_close CHECK (((forget_on IS NULL) OR (COALESCE((forget_on >= submissions_close), false) AND COALESCE((forget_on >= judging_close), false) AND ((voting_mode = 'off'::text) OR COALESCE((forget_on >= voting_close), false)) AND COALESCE((forget_on >= questions_until), true)))),
    CONSTRAINT form_questions_shape CHECK (COALESCE(
CASE
    WHEN (jsonb_typeof(form_questions) = 'array'::text) THEN (jsonb_array_length(form_questions) <= 12)
    ELSE NULL::boolean
END, false)),
    CONSTRAINT judging_order CHECK ((judging_open < judging_close)),
    CONSTRAINT max_team_size_range CHECK (((max_team_size >= 1) AND (max_team_size <= 1000))),
    CONSTRAINT review_floor_range CHECK (((review_floor >= 1) AND (review_floor <= 1000))),
    CONSTRAINT review_rule_known CHECK ((review_rule = ANY (ARRAY['even'::text, 'need'::text]))),
    CONSTRAINT reviews_per_project_range CHECK (((reviews_per_project >= 1) AND (reviews_per_project <= 1000))),
    CONSTRAINT slug_shape CHECK (((slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text) AND (slug <> ALL (ARRAY['import'::text, 'new'::text])))),
    CONSTRAINT submissions_order CHECK ((submissions_open < submissions_close)),
    CONSTRAINT time_zone_shape CHECK ((time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'::text)),
    CONSTRAINT visit_minutes_range CHECK (((visit_minutes >= 1) AND (visit_minutes <= 1440))),
    CONSTRAINT votes_per_voter_range CHECK (((votes_per_voter >= 1) AND (votes_per_voter <= 1000))),
    CONSTRAINT voting_mode_known CHECK ((voting_mode = ANY (ARRAY['off'::text, 'account'::text, 'code'::text]))),
    CONSTRAINT voting_order CHECK ((voting_open < voting_close))
);

CREATE FUNCTION public.event_forgets(e public.event) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((e).forgotten_at IS NOT NULL) AND ((e).forgotten_at = transaction_timestamp()) AND public.event_is_forgetting((e).id, (e).forgotten_at));

CREATE FUNCTION public.event_is_confirmed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    was event := old;
begin
    if event_is_fresh(was) then
        return new;
    end if;
    if new.forgotten_at is not null and old.forgotten_at is null
        and (old.forget_on is null or old.forget_on > clock_timestamp()) then
        perform require_second_organizer(old.id, 'forget');
    end if;
    if new.forgotten_at is not distinct from old.forgotten_at and new.forget_on is not null
        and (old.forget_on is null or new.forget_on < old.forget_on) then
        perform require_second_organizer(old.id, 'forget_day');
    end if;
    if new.second_organizer and not old.second_organizer and organizers_to_confirm(old.id) < 2 then
        perform refuse(409, 'second_organizer', 'There have to be two organizers who can confirm for each other.');
    elsif old.second_organizer and not new.second_organizer and organizers_to_confirm(old.id) >= 2 then
        perform require_second_organizer(old.id, 'switch_off');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.event_is_fresh(e public.event) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((e).created_in = pg_current_xact_id()) AND ((e).created_at = transaction_timestamp()));

CREATE FUNCTION public.event_reopened() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if not event_is_fresh(old) and not old.draft then
        new.submissions_reopened_at := reopened_at(old.submissions_close, new.submissions_close, old.submissions_reopened_at);
        new.judging_reopened_at := reopened_at(old.judging_close, new.judging_close, old.judging_reopened_at);
        new.voting_reopened_at := reopened_at(old.voting_close, new.voting_close, old.voting_reopened_at);
    end if;
    return new;
end
$$;

CREATE FUNCTION public.event_stays_open() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform refuse(409, 'event_stays_open', 'An open event does not become a draft again: people have seen it.');
    return new;
end
$$;

CREATE FUNCTION public.event_version_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    -- Microseconds since 1970: no number comes twice.
    new.version := greatest(new.version, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
    return new;
end
$$;

CREATE FUNCTION public.evidence_before() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.evidence_by_people() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.evidence_of_people(fact jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((fact ->> 'kind'::text) = ANY (ARRAY['flag'::text, 'answer'::text, 'note'::text, 'looked_at'::text]));

CREATE FUNCTION public.evidence_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'DELETE' and (forgets(old.event_id) or not exists (select from project p where p.id = old.project_id)) then
        return old;
    end if;
    perform refuse(403, 'append_only', 'Evidence only grows: its rows are never changed or removed.');
    return null;
end
$$;

CREATE FUNCTION public.extension_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    perform from event where id = new.event_id for no key update;
    select * into e from event where id = new.event_id;
    if event_is_fresh(e) then
        return new;
    end if;
    if exists (select from publication p where p.event_id = new.event_id) then
        perform refuse(409, 'published', format('The results of %s are published: no team gets more time.', e.name));
    end if;
    if (tg_op = 'INSERT' or new.closes_at <> old.closes_at) and new.closes_at > e.judging_close then
        perform refuse(400, 'more_time_too_late', 'More time for a team ends when judging closes, at the latest.');
    end if;
    new.given_at := clock_timestamp();
    return new;
end
$$;

CREATE FUNCTION public.fingerprint_is_stale() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from project_fingerprint where project_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.first_three_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform require_commit(new.event_id);
    perform require_judging(new.event_id);
    return null;
end
$$;

CREATE FUNCTION public.first_three_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform require_judging(new.event_id);
    if (select count(distinct choice) <> cardinality(new.choices) from unnest(new.choices) choice)
        or exists (select from unnest(new.choices) choice where not exists (select from assignment a
            where a.event_id = new.event_id and a.person_id = new.person_id and a.project_id = choice and a.status = 'done')) then
        perform refuse(422, 'first_three_choices', 'Choose projects that you have reviewed, each once.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.forbid_temporary_tables() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if has_database_privilege('public', current_database(), 'temporary') then
        begin
            execute format('revoke temporary on database %I from public', current_database());
        exception
            when insufficient_privilege then
                raise warning 'The database % belongs to somebody else: have its owner run REVOKE TEMPORARY ON DATABASE % FROM PUBLIC, please.', current_database(), quote_ident(current_database());
            -- Another process did it at this moment ("tuple concurrently updated").
            when internal_error then
                null;
        end;
    end if;
end
$$;

CREATE FUNCTION public.forget_calls() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from help_call where event_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.forget_confirmations() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from confirmation where event_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.forget_event(p_event bigint, p_early boolean, p_nonce text, OUT record json, OUT p_left bigint[]) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION public.forget_evidence() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from evidence where event_id = new.id and evidence_of_people(fact);
    return null;
end
$$;

CREATE TABLE public.results_question (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    number integer NOT NULL,
    project_id bigint,
    asker_id bigint,
    named boolean DEFAULT false NOT NULL,
    question text NOT NULL,
    question_sha256 text NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    owner_id bigint,
    answer_by timestamp with time zone NOT NULL,
    outcome text,
    answer text DEFAULT ''::text NOT NULL,
    answer_sha256 text,
    publication integer,
    answered_at timestamp with time zone,
    removed_reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT results_question_answer_length CHECK (public.plain_text(answer, 5000)),
    CONSTRAINT results_question_answered CHECK ((num_nulls(outcome, answer_sha256, answered_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT results_question_corrected CHECK (((publication IS NOT NULL) = ((outcome IS NOT NULL) AND (outcome = 'corrected'::text)))),
    CONSTRAINT results_question_length CHECK (public.plain_text(question, 2000)),
    CONSTRAINT results_question_outcome_known CHECK ((outcome = ANY (ARRAY['accepted'::text, 'rejected'::text, 'corrected'::text]))),
    CONSTRAINT results_question_reason_length CHECK (public.plain_text(removed_reason, 500))
);

CREATE FUNCTION public.questions_end(e public.event) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    RETURN GREATEST((e).questions_until, (SELECT (max(q.answer_by) + '30 days'::interval) FROM public.results_question q WHERE ((q.event_id = (questions_end.e).id) AND (q.outcome IS NULL))));

CREATE FUNCTION public.forget_from(e public.event) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    RETURN CASE WHEN (((e).submissions_close IS NOT NULL) AND ((e).judging_close IS NOT NULL) AND (((e).voting_mode = 'off'::text) OR ((e).voting_close IS NOT NULL))) THEN GREATEST((GREATEST((e).submissions_close, (e).judging_close, CASE WHEN ((e).voting_mode <> 'off'::text) THEN (e).voting_close ELSE NULL::timestamp with time zone END) + CASE WHEN (SELECT (p.provisional_until IS NULL) FROM public.publication p WHERE (p.event_id = (forget_from.e).id) ORDER BY p.number DESC LIMIT 1) THEN '00:00:00'::interval ELSE '30 days'::interval END), public.questions_end(e)) ELSE NULL::timestamp with time zone END;

CREATE FUNCTION public.forget_imported_member(p_person bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    delete from imported_member i using person p where p.id = p_person and i.email = lower(p.email collate "C");
$$;

CREATE FUNCTION public.forget_proposals() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from proposal where event_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.forget_questions() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update results_question set question = '', answer = '', asker_id = null, named = false, owner_id = null, removed_reason = ''
        where event_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.forget_token_links() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from token_link where event_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.forgets(p_event bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    return coalesce((select event_forgets(e) from event e where e.id = p_event), false);
end
$$;

CREATE FUNCTION public.forgettable(p_event bigint) RETURNS TABLE(kind text, number bigint)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.forgetting_only() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.forgotten_is_logged() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.forgotten_settings_stay() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.form_questions_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.free_team_name(p_event bigint, wish text) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    base text := coalesce(nullif(btrim(wish), ''), 'Team');
    free text := left(base, 120);
    n int := 1;
begin
    while exists (select from team t where t.event_id = p_event and name_key(t.name) = name_key(free)) loop
        n := n + 1;
        free := left(base, 120 - char_length(' ' || n)) || ' ' || n;
    end loop;
    return free;
end
$$;

CREATE FUNCTION public.grant_app_rights() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    f record;
begin
    grant usage on schema public to evenhand_app;
    grant select, insert, update, delete on all tables in schema public to evenhand_app;
    -- What only grows, what the database writes itself, and what only migrations write.
    revoke update, delete on audit_log, calibration_run, publication, signing_key from evenhand_app;
    grant update (status, retired_at) on signing_key to evenhand_app;
    revoke insert, update, delete on audit_head, import_pass, imported_member, commit_probe, forgotten_event, kept_vote
        from evenhand_app;
    if to_regclass('_sqlx_migrations') is not null then
        revoke insert, update, delete on _sqlx_migrations from evenhand_app;
    end if;
    perform close_functions();
    -- A trigger calls its function whoever writes.
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
            and p.proname not in ('grant_app_rights', 'close_functions')
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and not has_function_privilege('evenhand_app', p.oid, 'execute')
    loop
        execute format('grant execute on function %s to evenhand_app', f.name);
    end loop;
    perform forbid_temporary_tables();
end
$$;

CREATE TABLE public.session_link (
    id_hash bytea NOT NULL,
    event_id bigint NOT NULL,
    role text NOT NULL,
    made_by bigint,
    opened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT session_link_role_known CHECK ((role = ANY (ARRAY['participant'::text, 'judge'::text, 'organizer'::text, 'panellist'::text])))
);

CREATE TABLE public.token_link (
    id_hash bytea NOT NULL,
    event_id bigint NOT NULL,
    role text NOT NULL,
    made_by bigint,
    opened_at timestamp with time zone NOT NULL,
    CONSTRAINT token_link_role_known CHECK ((role = ANY (ARRAY['participant'::text, 'judge'::text, 'organizer'::text, 'panellist'::text])))
);

CREATE VIEW public.opened_link AS
 SELECT session_link.id_hash,
    session_link.event_id,
    session_link.role
   FROM public.session_link
UNION ALL
 SELECT token_link.id_hash,
    token_link.event_id,
    token_link.role
   FROM public.token_link;

CREATE TABLE public.prize_panellist (
    prize_id bigint NOT NULL,
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    choices bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    ranked_at timestamp with time zone,
    CONSTRAINT panel_choices_range CHECK ((cardinality(choices) <= 5))
);

CREATE FUNCTION public.has_more_than_links(p_person bigint, p_session bytea) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((EXISTS (SELECT FROM (public.membership m JOIN public.event e ON ((e.id = m.event_id))) WHERE ((m.person_id = has_more_than_links.p_person) AND ((m.role = 'organizer'::text) OR (NOT e.draft)) AND (NOT (EXISTS (SELECT FROM public.opened_link l WHERE ((l.id_hash = has_more_than_links.p_session) AND (l.event_id = m.event_id) AND (l.role = m.role)))))))) OR (EXISTS (SELECT FROM (public.prize_panellist o JOIN public.event e ON ((e.id = o.event_id))) WHERE ((o.person_id = has_more_than_links.p_person) AND (NOT e.draft) AND (NOT (EXISTS (SELECT FROM public.opened_link l WHERE ((l.id_hash = has_more_than_links.p_session) AND (l.event_id = o.event_id) AND (l.role = 'panellist'::text)))))))) OR (EXISTS (SELECT FROM public.person p WHERE ((p.id = has_more_than_links.p_person) AND p.is_staff))));

CREATE FUNCTION public.hold_chain(p_chain text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform from audit_head h where h.chain = p_chain for update nowait;
end
$$;

CREATE FUNCTION public.import_logged() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '100ms'
    AS $$
begin
    if old.after is null then
        return null;
    end if;
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
        values (old.event_id, old.actor, old.actor_role, 'project.imported', 'event', old.event_id::text, old.ip,
            (old.after::jsonb || jsonb_build_object('repeats', repeats_of(old.event_id)))::text);
    return null;
end
$$;

CREATE FUNCTION public.import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text, p_ip text) RETURNS TABLE(entry integer, project_id bigint, team_id bigint, created boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
    r jsonb;
    n int := 0;
    made int := 0;
    alone int := 0;
    its_tags text[];
    declared jsonb;
begin
    -- What this transaction wrote before stands under the clock as it is.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    insert into import_pass values (pg_current_xact_id(), p_event);
    -- People before projects, as everywhere: those whom the list names may judge here.
    perform from event_person ep join person o on o.id = ep.person_id
        where ep.event_id = p_event and lower(o.email collate "C") in (
            select lower(m collate "C") from jsonb_array_elements(p_rows) e, jsonb_array_elements_text(
                case when jsonb_typeof(e -> 'members') = 'array' then e -> 'members' else '[]' end) m)
        order by ep.person_id for no key update of ep;
    -- Projects by their numbers, as who comes to judge locks those of their work, and not in the order of the list.
    perform from project p
        where p.event_id = p_event and p.id in (
            select (e ->> 'project_id')::bigint from jsonb_array_elements(p_rows) e
                where not coalesce((e ->> 'members_only')::boolean, false))
        order by p.id for no key update;
    -- Projects may exchange their places.
    delete from project_place l using jsonb_array_elements(p_rows) e
        where l.event_id = p_event and l.project_id = (e ->> 'project_id')::bigint
            and (coalesce(e ->> 'room', '') <> '' or coalesce(e ->> 'place', '') <> '');
    for r in select value from jsonb_array_elements(p_rows) loop
        n := n + 1;
        entry := n;
        project_id := (r ->> 'project_id')::bigint;
        team_id := (r ->> 'team_id')::bigint;
        created := project_id is null;
        its_tags := case when jsonb_typeof(r -> 'tags') = 'array'
            then array(select jsonb_array_elements_text(r -> 'tags')) end;
        if created then
            if team_id is null then
                insert into team (event_id, name) values (p_event, free_team_name(p_event, coalesce(r ->> 'team', r ->> 'title')))
                    returning id into team_id;
            end if;
            insert into project (event_id, external_id, team_id, track_id, title, tagline, summary, description,
                    repo_url, demo_url, tags, status, submitted_at, answers, listed)
                values (p_event, r ->> 'external_id', team_id, (r ->> 'track')::bigint, r ->> 'title',
                    coalesce(r ->> 'tagline', ''), coalesce(r ->> 'summary', ''), coalesce(r ->> 'description', ''),
                    coalesce(r ->> 'repo_url', ''), coalesce(r ->> 'demo_url', ''), coalesce(its_tags, '{}'),
                    coalesce(r ->> 'status', 'submitted'), (r ->> 'submitted_at')::timestamptz,
                    coalesce(r -> 'answers', '{}'), listed_values(r))
                returning id into project_id;
            made := made + 1;
        elsif (r ->> 'members_only')::boolean then
            select p.team_id into team_id from project p where p.event_id = p_event and p.id = (r ->> 'project_id')::bigint;
            if not found then
                perform refuse(404, 'not_found', 'Not found.');
            end if;
            alone := alone + 1;
        else
            if exists (select from review v join assignment a on a.id = v.assignment_id
                where a.event_id = p_event and a.project_id = (r ->> 'project_id')::bigint) then
                perform refuse(409, 'project_reviewed', format('%s has been reviewed: an import leaves it as it is.',
                    coalesce(r ->> 'title', 'The project')));
            end if;
            update project p set
                external_id = coalesce(r ->> 'external_id', p.external_id),
                track_id = case when r ? 'track' then (r ->> 'track')::bigint else p.track_id end,
                title = coalesce(r ->> 'title', p.title), tagline = coalesce(r ->> 'tagline', p.tagline),
                summary = coalesce(r ->> 'summary', p.summary),
                description = coalesce(r ->> 'description', p.description),
                repo_url = coalesce(r ->> 'repo_url', p.repo_url), demo_url = coalesce(r ->> 'demo_url', p.demo_url),
                tags = coalesce(its_tags, p.tags), answers = p.answers || coalesce(r -> 'answers', '{}'),
                listed = p.listed || listed_values(r),
                status = coalesce(r ->> 'status', p.status),
                submitted_at = case when p.status = 'draft' and r ->> 'status' = 'submitted'
                    then (r ->> 'submitted_at')::timestamptz else p.submitted_at end
                where p.event_id = p_event and p.id = (r ->> 'project_id')::bigint returning p.team_id into team_id;
            if not found then
                perform refuse(404, 'not_found', 'Not found.');
            end if;
        end if;
        insert into imported_member
            select p_event, import_projects.team_id, lower(m collate "C") from jsonb_array_elements_text(
                case when jsonb_typeof(r -> 'members') = 'array' then r -> 'members' else '[]' end) m
            on conflict do nothing;
        if jsonb_typeof(r -> 'prizes') = 'array' then
            delete from project_prize z where z.project_id = import_projects.project_id;
            insert into project_prize (event_id, project_id, prize_id)
                select distinct p_event, import_projects.project_id, value::bigint
                from jsonb_array_elements_text(r -> 'prizes');
        end if;
        if coalesce(r ->> 'room', '') <> '' or coalesce(r ->> 'place', '') <> '' then
            insert into project_place (project_id, event_id, room, place)
                select p.id, p_event, coalesce(r ->> 'room', ''), coalesce(r ->> 'place', '')
                from project p where p.id = import_projects.project_id and p.status = 'submitted'
                on conflict on constraint project_place_pkey do update set room = excluded.room, place = excluded.place;
        end if;
        return next;
    end loop;
    -- Check this import's own rows while the pass stands, then take it away: what follows is under the clock again.
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit immediate;
    set constraints project_at_commit, project_edit_at_commit, team_at_commit, member_at_commit, wish_at_commit deferred;
    -- Who comes to judge at this moment, and a project that is made at this moment, come before this or see what it wrote (listed_comes).
    -- They wait while this is held, so it comes last.
    perform pg_advisory_xact_lock(hashtextextended('listed', p_event));
    declared := declare_listed(p_event, null, null);
    update import_pass set actor = p_actor, actor_role = p_actor_role, ip = p_ip,
        after = (jsonb_build_object('created', made, 'updated', n - made - alone, 'file_sha256', p_file_sha256)
            || coalesce(declared, '{}'))::text
        where xact = pg_current_xact_id();
    delete from import_pass where xact = pg_current_xact_id();
end
$$;

CREATE FUNCTION public.import_runs(p_event bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    return exists (select from import_pass p where p.xact = pg_current_xact_id() and p.event_id = p_event);
end
$$;

CREATE FUNCTION public.imported_record(p_event bigint) RETURNS json
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select json_build_object('scores_digest', scores_digest(p_event), 'judges_digest', judges_digest(p_event),
        'repeats', repeats_of(p_event))
$$;

CREATE FUNCTION public.invited_assignment_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform from invitation i where i.id = new.invitation_id for no key update;
    if not exists (select from invited_judge j where j.id = new.invitation_id and j.event_id = new.event_id) then
        perform refuse(403, 'not_a_judge', 'Only a judge of the event can be given a project.');
    end if;
    if exists (select from invited_barred b where b.invitation_id = new.invitation_id and b.project_id = new.project_id) then
        perform refuse_own_team();
    end if;
    return new;
end
$$;

CREATE FUNCTION public.invited_assignment_ends() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from invited_assignment a where a.invitation_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.invited_organizer_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    insert into event_person as ep (event_id, person_id, on_team, team_ids)
        select new.event_id, p.id, true, array[new.team_id] from person p
            where lower(p.email collate "C") = lower(new.email collate "C") and sees_draft(new.event_id, p.id)
                and not is_listed(new.event_id, new.team_id, new.email)
        on conflict (event_id, person_id) do update set on_team = true, team_ids = ep.team_ids || excluded.team_ids
            where not (ep.on_team and new.team_id = any (ep.team_ids));
    return null;
end
$$;

CREATE TABLE public.conflict (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    project_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    kind text DEFAULT 'other'::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    source text DEFAULT 'import'::text NOT NULL,
    declared_by bigint,
    CONSTRAINT conflict_kind_known CHECK ((kind = ANY (ARRAY['own_team'::text, 'employer'::text, 'mentor'::text, 'family'::text, 'other'::text]))),
    CONSTRAINT conflict_reason_length CHECK (public.plain_text(reason, 500)),
    CONSTRAINT conflict_source_known CHECK ((source = ANY (ARRAY['organizer'::text, 'judge'::text, 'portal'::text, 'import'::text])))
);

CREATE FUNCTION public.is_declared(p_event bigint, p_person bigint, p_project bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (EXISTS (SELECT FROM public.conflict c WHERE ((c.event_id = is_declared.p_event) AND (c.person_id = is_declared.p_person) AND (c.project_id = is_declared.p_project))));

CREATE FUNCTION public.is_only_free_organizer(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((EXISTS (SELECT FROM public.membership m WHERE ((m.event_id = is_only_free_organizer.p_event) AND (m.person_id = is_only_free_organizer.p_person) AND (m.role = 'organizer'::text)))) AND (NOT public.results_are_final(p_event)) AND (NOT public.takes_part(p_event, p_person)) AND (NOT (EXISTS (SELECT FROM (public.membership m JOIN public.person p ON ((p.id = m.person_id))) WHERE ((m.event_id = is_only_free_organizer.p_event) AND (m.role = 'organizer'::text) AND (m.person_id <> is_only_free_organizer.p_person) AND (p.deactivated_at IS NULL) AND (NOT public.takes_part(m.event_id, m.person_id)))))) AND (NOT (EXISTS (SELECT FROM public.event e WHERE ((e.id = is_only_free_organizer.p_event) AND (e.forgotten_at IS NOT NULL))))));

CREATE FUNCTION public.is_last_free_organizer(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (public.is_only_free_organizer(p_event, p_person) AND (EXISTS (SELECT FROM (public.membership m JOIN public.person p ON ((p.id = m.person_id))) WHERE ((m.event_id = is_last_free_organizer.p_event) AND (m.role = 'organizer'::text) AND (m.person_id <> is_last_free_organizer.p_person) AND (p.deactivated_at IS NULL)))));

CREATE FUNCTION public.is_listed(p_event bigint, p_team bigint, p_email text) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (EXISTS (SELECT FROM public.imported_member i WHERE ((i.event_id = is_listed.p_event) AND (i.team_id = is_listed.p_team) AND (i.email = lower((is_listed.p_email COLLATE "C"))))));

CREATE FUNCTION public.is_of_one_event(p_person bigint, p_event bigint, p_role text) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((NOT (EXISTS (SELECT FROM (public.membership m JOIN public.event e ON ((e.id = m.event_id))) WHERE ((m.person_id = is_of_one_event.p_person) AND (NOT COALESCE(((m.role = is_of_one_event.p_role) AND ((m.event_id = is_of_one_event.p_event) OR (e.finals_of = is_of_one_event.p_event) OR (m.event_id = (SELECT o.finals_of FROM public.event o WHERE (o.id = is_of_one_event.p_event))))), false)))))) AND (NOT (EXISTS (SELECT FROM public.prize_panellist l WHERE ((l.person_id = is_of_one_event.p_person) AND (l.event_id <> is_of_one_event.p_event))))));

CREATE TABLE public.project_picture (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    "position" integer NOT NULL,
    picture jsonb NOT NULL,
    CONSTRAINT picture_alt_length CHECK (((picture ? 'alt'::text) AND public.plain_text((picture ->> 'alt'::text), 300))),
    CONSTRAINT picture_position CHECK ((("position" >= 1) AND ("position" <= 4))),
    CONSTRAINT picture_shape CHECK (COALESCE((((((picture ->> 'width'::text))::integer >= 1) AND (((picture ->> 'width'::text))::integer <= 1280)) AND ((((picture ->> 'height'::text))::integer >= 1) AND (((picture ->> 'height'::text))::integer <= 2560)) AND ((jsonb_array_length((picture -> 'files'::text)) >= 1) AND (jsonb_array_length((picture -> 'files'::text)) <= 3))), false))
);

CREATE FUNCTION public.is_take_down(was public.project_picture, now_is public.project_picture) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select coalesce(split_part(s.taken_down, ' ', 1) = was.project_id::text and case
            when now_is.id is null then split_part(s.taken_down, ' ', 2) = was.id::text
            else (now_is.event_id, now_is.project_id, now_is.picture, now_is.position)
                = (was.event_id, was.project_id, was.picture, was.position - 1)
        end, false)
    from (select current_setting('evenhand.taken_down', true) as taken_down) s;
$$;

CREATE FUNCTION public.judges_digest(p_event bigint, p_project bigint DEFAULT NULL::bigint) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select sha256_hex(coalesce(string_agg(netstrings(a.id::text, p.email), '' order by a.id), ''))
    from assignment a join review r on r.assignment_id = a.id join person p on p.id = a.person_id
    where a.event_id = p_event and (p_project is null or a.project_id = p_project) and r.submitted_at is not null
$$;

CREATE FUNCTION public.judging_is_open(e public.event) RETURNS boolean
    LANGUAGE sql
    RETURN ((NOT (e).draft) AND COALESCE((clock_timestamp() >= (e).judging_open), true) AND COALESCE((clock_timestamp() < (e).judging_close), true));

CREATE FUNCTION public.last_free_organizer_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if is_last_free_organizer(old.event_id, old.person_id) then
        perform refuse(409, 'last_free_organizer', 'Every other organizer of this event takes part in it.');
    end if;
    return old;
end
$$;

CREATE FUNCTION public.lift_listed(p_event bigint, p_person bigint, p_project bigint, p_reason text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    update imported_member i set lifted_reason = p_reason from person o, project p
        where o.id = p_person and p.event_id = p_event and p.id = p_project
            and i.event_id = p_event and i.team_id = p.team_id and i.email = lower(o.email collate "C");
$$;

CREATE FUNCTION public.link_key(link text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(lower(link), '^https?://(www\.)?'::text, ''::text), '(\.git)?/*$'::text, ''::text);

CREATE FUNCTION public.listed_comes() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    -- A list, a judge and a project of the same moment: whichever comes second sees what the first one wrote. Projects alone do not wait for
    -- each other. The person is locked before, and the projects of which a judge gets the work that waits for them, since an import takes
    -- this lock last.
    if tg_table_name <> 'project' then
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
        if tg_table_name = 'membership' then
            perform from project p where p.id in (
                select a.project_id from invited_assignment a join invitation i on i.id = a.invitation_id
                    join person o on lower(o.email collate "C") = lower(i.email collate "C")
                    where a.event_id = new.event_id and o.id = new.person_id)
                order by p.id for share;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('listed', new.event_id));
        perform declare_listed(new.event_id, new.person_id, null);
        return null;
    end if;
    -- A list asks once, when all its projects are made: judges would wait from the first one on.
    if import_runs(new.event_id) then
        return null;
    end if;
    perform pg_advisory_xact_lock_shared(hashtextextended('listed', new.event_id));
    if exists (select from imported_member i where i.event_id = new.event_id and i.team_id = new.team_id) then
        perform declare_listed(new.event_id, null, new.id);
    end if;
    return null;
end
$$;

CREATE FUNCTION public.listed_values(r jsonb) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN (SELECT COALESCE(jsonb_object_agg(v.field, public.sha256_hex((v.said)::text)), '{}'::jsonb) AS "coalesce" FROM (SELECT e.key, e.value FROM jsonb_each(listed_values.r) e(key, value) WHERE (e.key = ANY (ARRAY['title'::text, 'tagline'::text, 'summary'::text, 'description'::text, 'repo_url'::text, 'demo_url'::text, 'tags'::text, 'track'::text, 'prizes'::text])) UNION ALL SELECT 'place'::text, jsonb_build_array(COALESCE((listed_values.r ->> 'room'::text), ''::text), COALESCE((listed_values.r ->> 'place'::text), ''::text)) AS jsonb_build_array WHERE ((COALESCE((listed_values.r ->> 'room'::text), ''::text) <> ''::text) OR (COALESCE((listed_values.r ->> 'place'::text), ''::text) <> ''::text)) UNION ALL SELECT ('answer:'::text || a.key), a.value FROM jsonb_each(CASE WHEN (jsonb_typeof((listed_values.r -> 'answers'::text)) = 'object'::text) THEN (listed_values.r -> 'answers'::text) ELSE '{}'::jsonb END) a(key, value)) v(field, said));

CREATE FUNCTION public.log_name_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (select from log_origin o where o.origin = new.origin)
        or not exists (select from log_origin o where o.event_id = old.event_id and o.origin = old.origin and o.key = old.key
            and o.size = old.size and o.root = old.root) then
        perform refuse(403, 'append_only', 'A log gets a new name, and the one that it leaves is kept.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.log_only_grows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform refuse(403, 'append_only', format('%s only grows: others have seen what is in it.', tg_table_name));
    return null;
end
$$;

CREATE FUNCTION public.log_window(p_event public.event, p_stage text, was_open timestamp with time zone, was_close timestamp with time zone, is_open timestamp with time zone, is_close timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    newest bigint := (select h.seq from audit_head h where h.chain = p_event.slug);
    logged audit_log;
begin
    if (was_open, was_close) is not distinct from (is_open, is_close) then
        return;
    end if;
    -- Times follow the sequence: what this transaction wrote is at the chain's end.
    while newest > 0 loop
        select * into logged from audit_log a where a.chain = p_event.slug and a.seq = newest;
        exit when not found or logged.ts < transaction_timestamp();
        if logged.action like 'window.%' and logged.after::json ->> 'stage' = p_stage
            and (logged.after::json ->> 'open')::timestamptz is not distinct from is_open
            and (logged.after::json ->> 'close')::timestamptz is not distinct from is_close then
            return;
        end if;
        newest := newest - 1;
    end loop;
    perform hold_chain(p_event.slug);
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, before, after)
    values (p_event.id, 'system', 'database', 'window.set', 'event', p_event.id::text,
        json_build_object('stage', p_stage, 'open', was_open, 'close', was_close)::text,
        json_build_object('stage', p_stage, 'open', is_open, 'close', is_close)::text);
end
$$;

CREATE FUNCTION public.mail_link_ended() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform end_mail_link(old.token_hash);
    return null;
end
$$;

CREATE FUNCTION public.mail_link_works(p_hash bytea) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select exists (select from one_time_link l
            where l.token_hash = p_hash and l.used_at is null and l.expires_at > clock_timestamp())
        or exists (select from sign_up s where s.token_hash = p_hash and s.expires_at > clock_timestamp())
        or exists (select from invitation i join event e on e.id = i.event_id left join prize z on z.id = i.prize_id
            where i.token_hash = p_hash and num_nonnulls(i.link_ended_at, i.withdrawn_at, i.declined_at) = 0
              and case when i.role = 'panellist' then z.id is not null and z.awarded_at is null
                  else e.judging_close is null or e.judging_close > clock_timestamp() end);
$$;

CREATE FUNCTION public.member_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'DELETE' then
        perform require_commit(old.event_id);
        perform require_member_window(old.event_id, old.person_id, old.team_id, false);
    else
        perform require_commit(new.event_id);
        perform require_member_window(new.event_id, new.person_id, new.team_id, tg_op = 'INSERT');
        if tg_op = 'UPDATE' and new.team_id <> old.team_id then
            perform require_member_window(old.event_id, old.person_id, old.team_id, false);
        end if;
    end if;
    return null;
end
$$;

CREATE FUNCTION public.membership_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'UPDATE' then
        if (new.person_id, new.role) is distinct from (old.person_id, old.role) then
            perform refuse(409, 'member_fixed', 'A role stays with its person, and becomes no other one.');
        end if;
        return new;
    end if;
    if old.role = 'judge' and exists (
        select from assignment a where a.event_id = old.event_id and a.person_id = old.person_id
    ) then
        perform refuse(409, 'judge_has_assignments', 'This judge has assignments: take them away first.');
    end if;
    return old;
end
$$;

CREATE FUNCTION public.merge_imported_member(p_kept bigint, p_gone bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    insert into imported_member (event_id, team_id, email, lifted_reason)
        select i.event_id, i.team_id, lower(k.email collate "C"), i.lifted_reason
        from imported_member i join person g on g.id = p_gone and i.email = lower(g.email collate "C") join person k on k.id = p_kept
        where g.deactivated_at >= transaction_timestamp()
        -- Where an organizer lifted only one of the two, the other still says that this person is on the team.
        on conflict (event_id, team_id, email) do update set lifted_reason = null where excluded.lifted_reason is null;
    perform declare_listed(l.event_id, p_kept, null) from (select distinct event_id from listed_person where person_id = p_kept) l;
end
$$;

CREATE TABLE public.team_extension (
    team_id bigint NOT NULL,
    event_id bigint NOT NULL,
    closes_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    given_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT extension_reason_length CHECK (public.plain_text(reason, 2000)),
    CONSTRAINT extension_reason_missing CHECK ((btrim(reason) <> ''::text))
);

CREATE FUNCTION public.more_time_of(e public.event, p_team bigint) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN (SELECT LEAST(x.closes_at, (more_time_of.e).judging_close) AS "least" FROM public.team_extension x WHERE ((x.team_id = more_time_of.p_team) AND (NOT (EXISTS (SELECT FROM public.publication p WHERE (p.event_id = (more_time_of.e).id))))));

CREATE FUNCTION public.without_invisible(t text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(t, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'::text, ''::text, 'g'::text);

CREATE FUNCTION public.name_key(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(replace(replace(lower(replace(btrim(regexp_replace(NORMALIZE(public.without_invisible(name), NFKC), '[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+'::text, ' '::text, 'g'::text)), 'İ'::text, 'I'::text)), 'ß'::text, 'ss'::text), 'i̇'::text, 'i'::text), 'ςаеіјорсѕухԁһԛԝкмтαειοκρτχ'::text, 'σaeijopcsyxdhqwkmtaeiokptx'::text);

CREATE FUNCTION public.named_organizer_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    whom bigint;
    -- None for all events.
    its_event bigint;
begin
    if tg_table_name = 'person' then
        whom := new.id;
    else
        whom := new.person_id;
        its_event := new.event_id;
    end if;
    insert into event_person as ep (event_id, person_id, on_team, team_ids)
        select i.event_id, p.id, true, array_agg(distinct i.team_id) from invitation i
            join person p on lower(p.email collate "C") = lower(i.email collate "C")
            where p.id = whom and i.event_id = coalesce(its_event, i.event_id) and i.team_id is not null
                and num_nonnulls(i.accepted_at, i.declined_at) > 0 and not is_listed(i.event_id, i.team_id, i.email)
            group by i.event_id, p.id order by i.event_id
        on conflict (event_id, person_id) do update set on_team = true, team_ids = ep.team_ids || excluded.team_ids
            where not ep.team_ids @> excluded.team_ids;
    return null;
end
$$;

CREATE FUNCTION public.netstring(t text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((((octet_length(convert_to(COALESCE(t, ''::text), 'UTF8'::name)))::text || ':'::text) || COALESCE(t, ''::text)) || ','::text);

CREATE FUNCTION public.next_assignment_id() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select nextval('public.assignment_id_seq');
$$;

CREATE FUNCTION public.not_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE TABLE public.notice (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    author_id bigint NOT NULL,
    audience text NOT NULL,
    room text DEFAULT ''::text NOT NULL,
    person_id bigint,
    body text NOT NULL,
    urgent boolean NOT NULL,
    mailed boolean NOT NULL,
    by_hand boolean DEFAULT true NOT NULL,
    posted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    withdrawn_at timestamp with time zone,
    team_id bigint,
    CONSTRAINT notice_audience_known CHECK ((audience = ANY (ARRAY['everybody'::text, 'judges'::text, 'teams'::text, 'room'::text, 'team'::text, 'person'::text]))),
    CONSTRAINT notice_has_one_audience CHECK ((((audience = 'room'::text) = (room <> ''::text)) AND ((audience = 'team'::text) = (team_id IS NOT NULL)) AND ((audience = 'person'::text) = (person_id IS NOT NULL)))),
    CONSTRAINT notice_length CHECK (public.plain_text(body, 500)),
    CONSTRAINT notice_missing CHECK ((btrim(body) <> ''::text)),
    CONSTRAINT notice_room_length CHECK (public.plain_text(room, 20))
);

CREATE TABLE public.project_place (
    project_id bigint NOT NULL,
    event_id bigint NOT NULL,
    room text DEFAULT ''::text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    CONSTRAINT place_length CHECK ((public.plain_text(place, 20) AND (place = btrim(place)))),
    CONSTRAINT place_missing CHECK (((room <> ''::text) OR (place <> ''::text))),
    CONSTRAINT place_room_length CHECK ((public.plain_text(room, 20) AND (room = btrim(room))))
);

CREATE FUNCTION public.notice_reaches(n public.notice, who bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN (((n).author_id <> who) AND CASE (n).audience WHEN 'everybody'::text THEN (EXISTS (SELECT FROM public.membership m WHERE ((m.event_id = (notice_reaches.n).event_id) AND (m.person_id = notice_reaches.who)))) WHEN 'judges'::text THEN (EXISTS (SELECT FROM public.membership m WHERE ((m.event_id = (notice_reaches.n).event_id) AND (m.person_id = notice_reaches.who) AND (m.role = 'judge'::text)))) WHEN 'teams'::text THEN (EXISTS (SELECT FROM public.team_member t WHERE ((t.event_id = (notice_reaches.n).event_id) AND (t.person_id = notice_reaches.who)))) WHEN 'room'::text THEN (EXISTS (SELECT FROM ((public.team_member t JOIN public.project p ON (((p.event_id = t.event_id) AND (p.team_id = t.team_id)))) JOIN public.project_place l ON ((l.project_id = p.id))) WHERE ((t.event_id = (notice_reaches.n).event_id) AND (t.person_id = notice_reaches.who) AND (public.name_key(l.room) = public.name_key((notice_reaches.n).room))))) WHEN 'team'::text THEN (EXISTS (SELECT FROM public.team_member t WHERE ((t.event_id = (notice_reaches.n).event_id) AND (t.team_id = (notice_reaches.n).team_id) AND (t.person_id = notice_reaches.who)))) ELSE ((n).person_id = who) END);

CREATE FUNCTION public.open_data_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if not exists (select from publication p where p.event_id = new.event_id and p.run_id = new.run_id) then
        perform refuse(409, 'no_run', 'Only reviews of published results become open data.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.organizer_name(name text, article text DEFAULT 'An'::text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (name = ''::text) THEN (article || ' organizer'::text) ELSE name END;

CREATE FUNCTION public.organizers_to_confirm(p_event bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    return (select count(*) from membership m
        where m.event_id = p_event and m.role = 'organizer' and is_second_organizer(m.event_id, m.person_id));
end
$$;

CREATE FUNCTION public.own_panel_after() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_table_name = 'prize_panellist' then
        -- The terms of the prize stay as they are, and the person's team and its projects too.
        perform from prize z where z.id = new.prize_id for share;
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
        perform from team t where t.id = (select m.team_id from team_member m
            where m.event_id = new.event_id and m.person_id = new.person_id) for no key update;
        perform refuse_own_panel(new.event_id, new.prize_id, new.person_id, null);
    elsif tg_table_name = 'prize' then
        perform from event_person ep where ep.event_id = new.event_id and ep.person_id in (
            select l.person_id from prize_panellist l where l.prize_id = new.id) order by ep.person_id for no key update;
        perform from team t where t.id in (
            select m.team_id from team_member m join prize_panellist l on l.event_id = m.event_id and l.person_id = m.person_id
            where l.prize_id = new.id) order by t.id for no key update;
        perform refuse_own_panel(new.event_id, new.id, null, null);
    elsif tg_table_name = 'project_prize' then
        perform from team t where t.id = (select p.team_id from project p where p.id = new.project_id) for no key update;
        perform refuse_own_panel(new.event_id, new.prize_id, null, (select p.team_id from project p where p.id = new.project_id));
    else
        -- A new member holds the lock of their event_person already.
        perform from team t where t.id = new.team_id for no key update;
        perform refuse_own_panel(new.event_id, null, null, new.team_id);
    end if;
    return null;
end
$$;

CREATE FUNCTION public.own_panel_invited() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    z prize;
begin
    select * into z from prize where id = new.prize_id and event_id = new.event_id;
    if not found then
        perform refuse(422, 'panel_prize', 'The prize belongs to another event.');
    end if;
    if exists (
        select from person p join team_person m on m.event_id = new.event_id and m.person_id = p.id
        where lower(p.email collate "C") = lower(new.email collate "C") and team_can_win(z, m.team_id)
    ) then
        perform refuse(409, 'own_panel', format('A member of a team that can win %s can''t be on its panel.', z.name));
    end if;
    return new;
end
$$;

CREATE FUNCTION public.panel_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if (select count(distinct choice) <> cardinality(new.choices) from unnest(new.choices) choice)
        or exists (select from unnest(new.choices) choice where not exists
            (select from project p where p.id = choice and p.event_id = new.event_id and p.status = 'submitted')) then
        perform refuse(422, 'panel_choices', 'Choose submitted projects of this event, each once.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.part_begins() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_table_name = 'team_member' then
        update event_person ep set on_team = true, team_ids = ep.team_ids || new.team_id
            where ep.event_id = new.event_id and ep.person_id = new.person_id
                and not (ep.on_team and new.team_id = any (ep.team_ids));
    else
        update event_person ep set judged = true
            where ep.event_id = new.event_id and ep.person_id = new.person_id and not ep.judged;
    end if;
    return null;
end
$$;

CREATE FUNCTION public.part_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'UPDATE' then
        new.judged := new.judged or old.judged;
        new.on_team := new.on_team or old.on_team or new.team_ids <> '{}';
        if not forgets(new.event_id) then
            new.team_ids := old.team_ids || array(select team_id from unnest(new.team_ids) team_id where team_id <> all (old.team_ids));
        end if;
        return new;
    end if;
    if (old.judged or old.on_team) and not forgets(old.event_id) then
        perform refuse(409, 'part_stays', 'Who took part in an event stays on record.');
    end if;
    return old;
end
$$;

CREATE FUNCTION public.person_renamed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform from event e where e.id in (
        select ep.event_id from event_person ep where ep.person_id = new.id
        union select c.event_id from comment c where c.person_id = new.id
    ) order by e.id for no key update;
    update event e set version = version + 1 where e.id in (
        select ep.event_id from event_person ep where ep.person_id = new.id
        union select c.event_id from comment c where c.person_id = new.id
    );
    return null;
end
$$;

CREATE FUNCTION public.picture_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.picture_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.picture_file_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.picture_removed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update project_picture set position = position - 1 where project_id = old.project_id and position > old.position;
    return null;
end
$$;

CREATE FUNCTION public.picture_text_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from content_look where part = 'texts' and project_id = new.project_id;
    return null;
end
$$;

CREATE FUNCTION public.place_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (select from project p where p.id = new.project_id and p.status <> 'submitted') then
        perform refuse(409, 'place_of_draft', 'Only submitted projects have a place.');
    end if;
    return new;
end
$$;

CREATE TABLE public.published_place (
    publication_id bigint NOT NULL,
    project_id bigint NOT NULL,
    rank integer NOT NULL,
    low integer NOT NULL,
    high integer NOT NULL,
    ranked integer NOT NULL
);

CREATE FUNCTION public.places_of(publication_id bigint, run_id bigint) RETURNS SETOF public.published_place
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
    select $1, (p ->> 'project')::bigint, (p ->> 'rank')::int,
           coalesce((p -> 'rank_interval' ->> 0)::int, (p ->> 'rank')::int),
           coalesce((p -> 'rank_interval' ->> 1)::int, (p ->> 'rank')::int),
           (count(*) over ())::int
    from calibration_run r, json_array_elements(r.results) as p where r.id = $2;
$_$;

CREATE FUNCTION public.planned_reviews(e public.event) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN CASE WHEN ((e).review_rule = 'even'::text) THEN (e).reviews_per_project ELSE COALESCE((e).review_floor, GREATEST(((((e).reviews_per_project * 2) + 2) / 3), 2)) END;

CREATE FUNCTION public.project_answers_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.project_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.project_edited(a public.project, b public.project) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN (((((((((((((((a).external_id IS DISTINCT FROM (b).external_id) OR ((a).team_id IS DISTINCT FROM (b).team_id)) OR (COALESCE((a).track_id, (b).track_id) IS DISTINCT FROM (b).track_id)) OR ((a).title IS DISTINCT FROM (b).title)) OR ((a).tagline IS DISTINCT FROM (b).tagline)) OR ((a).summary IS DISTINCT FROM (b).summary)) OR ((a).description IS DISTINCT FROM (b).description)) OR ((a).repo_url IS DISTINCT FROM (b).repo_url)) OR ((a).demo_url IS DISTINCT FROM (b).demo_url)) OR ((a).video_url IS DISTINCT FROM (b).video_url)) OR ((a).names_us IS DISTINCT FROM (b).names_us)) OR ((a).tags IS DISTINCT FROM (b).tags)) OR ((a).created_at IS DISTINCT FROM (b).created_at)) OR ((((a).withdrawn_at IS NULL) = ((b).withdrawn_at IS NULL)) AND (((a).status IS DISTINCT FROM (b).status) OR ((a).submitted_at IS DISTINCT FROM (b).submitted_at))));

CREATE FUNCTION public.project_joins_team(p public.project) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.project_leaves() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.project_submission(was public.project, now_is public.project) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.project_withdrawal() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.publication_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform require_commit(new.event_id);
    perform require_vote_closed(new.event_id);
    return null;
end
$$;

CREATE FUNCTION public.publication_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    last_run int;
    finished boolean;
    newest publication;
begin
    perform from event e where e.id = new.event_id for no key update;
    perform require_vote_closed(new.event_id);
    select r.run into last_run from publication p join calibration_run r on r.id = p.run_id
        where p.event_id = new.event_id order by p.id desc limit 1;
    select * into newest from publication p where p.event_id = new.event_id order by p.id desc limit 1;
    select coalesce((r.connectivity #>> '{fit,converged}')::boolean, true) into finished
        from calibration_run r where r.id = new.run_id;
    if new.final_of is not null then
        if newest.provisional_until is null
            or (new.final_of, new.run_id, new.reason) is distinct from (newest.number, newest.run_id, null::text) then
            perform refuse(409, 'not_provisional', 'Only a provisional publication becomes final, as it is.');
        end if;
    elsif last_run is null and not finished and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'The calculation was stopped early. Say why the ranking is published all the same.');
    elsif last_run is null and finished and new.reason is not null then
        perform refuse(422, 'publication_reason', 'The first publication corrects nothing: leave the reason out.');
    elsif last_run is not null and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'Say why the published results are corrected.');
    elsif exists (select from calibration_run r where r.id = new.run_id and r.run < last_run) then
        perform refuse(409, 'no_run', 'A correction needs a run later than the published one.');
    elsif last_run is not null and (new.owed <> newest.owed or (new.provisional_until is null) <> (newest.provisional_until is null)
        or new.provisional_until < newest.provisional_until) then
        perform refuse(409, 'not_provisional', 'A correction is provisional as long as what it corrects, or longer.');
    end if;
    select coalesce(max(p.number), 0) + 1 into new.number from publication p where p.event_id = new.event_id;
    return new;
end
$$;

CREATE FUNCTION public.publication_places() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    insert into published_place select * from places_of(new.id, new.run_id);
    return null;
end $$;

CREATE FUNCTION public.publication_without_withdrawn() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (select from calibration_run r cross join json_array_elements(r.results) o
        join project p on p.event_id = r.event_id and p.id = (o ->> 'project')::bigint
        where r.id = new.run_id and p.withdrawn_at is not null) then
        perform refuse(409, 'no_run', 'A project was withdrawn since this run: calculate the ranking anew.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.refuse(status integer, code text, sentence text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    raise exception using errcode = 'EV' || status, constraint = code, message = sentence;
end
$$;

CREATE FUNCTION public.refuse_declared() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform refuse(409, 'declared_conflict', 'This judge has declared a conflict of interest with the project.');
end
$$;

CREATE FUNCTION public.refuse_forgotten(e public.event) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform refuse(409, 'forgotten', format(
        'The personal data of %s were removed at %s. The event is closed, and nothing can be added.',
        e.name, utc_text(e.forgotten_at)));
end
$$;

CREATE FUNCTION public.refuse_own_panel(p_event bigint, p_prize bigint, p_person bigint, p_team bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    own text;
begin
    select z.name into own
        from prize_panellist l
        join prize z on z.id = l.prize_id
        join team_person m on m.event_id = l.event_id and m.person_id = l.person_id
        where l.event_id = p_event and (p_prize is null or l.prize_id = p_prize) and (p_person is null or l.person_id = p_person)
            and (p_team is null or m.team_id = p_team and exists (select from team_member t
                where t.event_id = m.event_id and t.person_id = m.person_id and t.team_id = m.team_id))
            and team_can_win(z, m.team_id)
        order by z.position, z.id limit 1;
    if found then
        perform refuse(409, 'own_panel', format('A member of a team that can win %s can''t be on its panel.', own));
    end if;
end
$$;

CREATE FUNCTION public.refuse_own_team() RETURNS void
    LANGUAGE sql
    RETURN public.refuse(409, 'own_team'::text, 'A judge never judges their own team.'::text);

CREATE FUNCTION public.refuse_snapshot() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    raise exception using errcode = '55000', constraint = 'read_committed',
        message = format('%s is written in READ COMMITTED only.', tg_table_name);
end
$$;

CREATE FUNCTION public.reopened_at(was_close timestamp with time zone, is_close timestamp with time zone, known timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql
    RETURN CASE WHEN ((was_close <= clock_timestamp()) AND COALESCE((is_close > clock_timestamp()), true)) THEN clock_timestamp() ELSE known END;

CREATE FUNCTION public.repeats_of(p_event bigint) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select coalesce(jsonb_agg(jsonb_build_array(id, duplicate_of) order by id), '[]') from project
    where event_id = p_event and duplicate_of is not null
$$;

CREATE FUNCTION public.replace_strings(p_json json, p_old text[], p_new text[]) RETURNS json
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    whole text := p_json::text;
begin
    for at in 1 .. coalesce(cardinality(p_old), 0) loop
        whole := replace(whole, to_json(p_old[at])::text, to_json(p_new[at])::text);
    end loop;
    return whole::json;
end
$$;

CREATE FUNCTION public.require_commit(p_event bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.require_free_organizer(p_event bigint, p_person bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if e.judging_close is null or clock_timestamp() < e.judging_close or event_is_fresh(e) or not exists (
            select from membership m where m.event_id = p_event and m.person_id = p_person and m.role = 'organizer') then
        return;
    end if;
    perform pg_advisory_xact_lock(hashtext('evenhand: somebody leaves'));
    if is_only_free_organizer(p_event, p_person) then
        perform refuse(409, 'last_free_organizer',
            format('Only this organizer of %s takes no part in it. That stays so until the results are final.', e.name));
    end if;
end
$$;

CREATE FUNCTION public.require_judging(p_event bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found then
        perform require_judging_of(e);
    end if;
end
$$;

CREATE FUNCTION public.require_judging_of(e public.event) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if not judging_is_open(e) and not event_is_fresh(e) and not event_forgets(e) then
        perform require_window('Judging', 'judging_window', e.name, e.judging_open, e.judging_close);
        perform require_opened(e);
    end if;
end
$$;

CREATE FUNCTION public.require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if joins and exists (
        select from imported_member i join person p on lower(p.email collate "C") = i.email
        where i.event_id = p_event and i.team_id = p_team and p.id = p_person
    ) then
        return;
    end if;
    perform require_submissions_of(p_event, p_team);
end
$$;

CREATE FUNCTION public.require_not_last(p_event bigint, p_person bigint, p_team bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform from team where id = p_team for update;
    if exists (select from project p where p.event_id = p_event and p.team_id = p_team)
        and not exists (select from team_member m
            where m.event_id = p_event and m.team_id = p_team and m.person_id <> p_person) then
        perform refuse(409, 'last_member', 'The last member can''t leave a team that holds a project.');
    end if;
end
$$;

CREATE FUNCTION public.require_opened(e public.event) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if e.draft then
        perform refuse(409, 'draft', format('%s is a draft. Its organizers have to open it first.', e.name));
    end if;
end
$$;

CREATE FUNCTION public.require_scores(p_event bigint, scores jsonb, submitted boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
    said text;
    keys text[];
    scored bigint;
    good bigint;
begin
    if jsonb_typeof(scores) <> 'object' then
        perform refuse(400, 'scores_object', 'Scores are an object of criterion keys and whole numbers.');
    end if;
    -- A number of scale 0 is one without a decimal point: 3, and not 3.0.
    select coalesce(array_agg(c.key), '{}'), count(scores -> c.key),
            count(*) filter (where case when jsonb_typeof(scores -> c.key) = 'number'
                then scale((scores -> c.key)::numeric) = 0 and (scores -> c.key)::numeric between c.min_value and c.max_value end)
        into keys, scored, good
        from criterion c where c.event_id = p_event;
    if good = scored and (not submitted or scored = cardinality(keys)) and scores - keys = '{}' then
        return;
    end if;
    select string_agg(format('%s must be a whole number.', coalesce(c.name, s.key)), ' ' order by c.position, c.id, s.key)
        into said
        from jsonb_each(scores) s left join criterion c on c.event_id = p_event and c.key = s.key
        where jsonb_typeof(s.value) <> 'number' or s.value::text !~ '^-?[0-9]+$';
    if said is not null then
        perform refuse(400, 'score_integer', said);
    end if;
    select string_agg(format('This event has no criterion named %s', s.key), '; ' order by s.key) into said
        from jsonb_object_keys(scores) s(key)
        where not exists (select from criterion c where c.event_id = p_event and c.key = s.key);
    if said is not null then
        perform refuse(422, 'score_unknown', said);
    end if;
    select string_agg(format('%s must be between %s and %s', c.name, c.min_value, c.max_value), '; '
            order by c.position, c.id) into said
        from criterion c
        where c.event_id = p_event and (scores -> c.key)::numeric not between c.min_value and c.max_value;
    if said is not null then
        perform refuse(422, 'score_range', said);
    end if;
    if submitted then
        select string_agg(format('%s has no score yet', c.name), '; ' order by c.position, c.id) into said
            from criterion c where c.event_id = p_event and not scores ? c.key;
        if said is not null then
            perform refuse(422, 'score_missing', said);
        end if;
    end if;
end
$_$;

CREATE FUNCTION public.require_second_organizer(p_event bigint, VARIADIC p_acts text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if not found or not e.second_organizer or event_is_fresh(e) or event_forgets(e) then
        return;
    end if;
    if not exists (select from confirmation c where c.event_id = p_event and c.act = any (p_acts) and c.outcome = 'confirmed'
            and c.decided_by <> c.asked_by and c.decided_in = pg_current_xact_id() and c.decided_at >= transaction_timestamp()) then
        perform refuse(409, 'second_organizer', format('%s asks that a second organizer confirms this.', e.name));
    end if;
end
$$;

CREATE FUNCTION public.require_submissions(p_event bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.require_submissions_of(p_event bigint, p_team bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    select * into e from event where id = p_event;
    if found and not event_is_fresh(e) and not event_forgets(e) and not import_runs(p_event) then
        perform require_window('Submissions', 'submissions_window', e.name, e.submissions_open, submissions_close_of(e, p_team));
        perform require_opened(e);
    end if;
end
$$;

CREATE FUNCTION public.require_vote_closed(p_event bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
    clock timestamptz := clock_timestamp();
begin
    select * into e from event where id = p_event;
    if e.voting_mode <> 'off' and not event_is_fresh(e)
        and coalesce(e.voting_open <= clock, true) and coalesce(clock < e.voting_close, true) then
        perform refuse(409, 'vote_open', format(
            'The vote for %s is open%s: results stay hidden and cannot be published.', e.name,
            coalesce(' until ' || utc_text(e.voting_close), '')));
    end if;
end
$$;

CREATE FUNCTION public.require_voting(p_event bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.require_window(stage text, code text, name text, opens timestamp with time zone, closes timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    clock timestamptz := clock_timestamp();
begin
    if clock >= closes then
        perform refuse(409, code, format('%s for %s closed at %s.', stage, name, utc_text(closes)));
    elsif clock < opens and closes is null then
        perform refuse(409, code, format('%s for %s open at %s and never close.', stage, name, utc_text(opens)));
    elsif clock < opens then
        perform refuse(409, code, format('%s for %s open at %s and close at %s.', stage, name, utc_text(opens),
            utc_text(closes)));
    end if;
end
$$;

CREATE FUNCTION public.results_question_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.review_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    its bigint := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
    e event;
begin
    perform require_commit(its);
    if tg_op = 'DELETE' then
        perform require_judging(its);
        return null;
    elsif tg_op = 'UPDATE' and new.submitted_at = old.voided_submitted_at then
        return null;
    end if;
    select * into e from event where id = its
        and not exists (select from assignment a where a.id = new.assignment_id and a.status = 'recused');
    if found then
        perform require_judging_of(e);
    end if;
    return null;
end
$$;

CREATE FUNCTION public.review_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
    its_status text;
    void boolean;
    fresh boolean;
begin
    if tg_op = 'DELETE' then
        perform require_judging(old.event_id);
        return old;
    end if;
    select * into e from event where id = new.event_id;
    if e.forgotten_at is not null then
        if not event_forgets(e) then
            perform refuse_forgotten(e);
        elsif tg_op = 'UPDATE' then
            return new;
        end if;
    end if;
    if tg_op = 'UPDATE' and new.assignment_id <> old.assignment_id then
        perform refuse(409, 'review_fixed', 'A review stays with its assignment.');
    end if;
    -- Against recusal at this moment; the save updates the assignment anyway.
    select a.status, a.voided_at is not null into its_status, void
        from assignment a where a.id = new.assignment_id for no key update;
    if tg_op = 'UPDATE' and (new.scores, new.comment) = (old.scores, old.comment) then
        if its_status = 'recused' and new.submitted_at is null then
            new.voided_submitted_at := case when void then coalesce(old.submitted_at, old.voided_submitted_at) end;
            return new;
        end if;
        if its_status = 'done' and new.submitted_at = old.voided_submitted_at then
            new.voided_submitted_at := null;
            return new;
        end if;
    end if;
    if e.id is not null then
        perform require_judging_of(e);
    end if;
    fresh := event_is_fresh(e);
    if its_status = 'recused' and not (fresh and new.submitted_at is null) then
        if void then
            perform refuse(409, 'recused', 'An organizer has set this review aside: it does not count, and stays as it is.');
        end if;
        perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
    end if;
    if tg_op = 'INSERT' then
        -- Before the rubric is read: a change of the rubric locks the event's row against this.
        perform from event where id = new.event_id for key share;
    end if;
    perform require_scores(new.event_id, new.scores, new.submitted_at is not null);
    if not fresh then
        new.saved_at := clock_timestamp();
        new.voided_submitted_at := null;
        if new.submitted_at is not null and (tg_op = 'INSERT' or new.submitted_at is distinct from old.submitted_at) then
            new.submitted_at := new.saved_at;
        end if;
    end if;
    return new;
end
$$;

CREATE FUNCTION public.review_own_team() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (
        select from assignment a
        join project p on p.event_id = a.event_id and p.id = a.project_id
        join team_person t on t.event_id = p.event_id and t.team_id = p.team_id and t.person_id = a.person_id
        where a.id = new.assignment_id
    ) then
        perform refuse_own_team();
    end if;
    return new;
end
$$;

CREATE FUNCTION public.review_rule_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.role_ends_links() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    ended text := 'panellist';
begin
    if tg_table_name = 'membership' then
        ended := to_jsonb(old) ->> 'role';
        update invitation i set link_ended_at = coalesce(i.link_ended_at, clock_timestamp()), card_hash = null
            where i.event_id = old.event_id and i.accepted_by = old.person_id and i.role = ended
                and (i.link_ended_at is null or i.card_hash is not null);
    elsif exists (select from prize_panellist o where o.event_id = old.event_id and o.person_id = old.person_id) then
        return null;
    end if;
    delete from session_link l using session s
        where s.id_hash = l.id_hash and s.person_id = old.person_id and l.event_id = old.event_id and l.role = ended;
    delete from token_link l using api_token t
        where t.token_hash = l.id_hash and t.person_id = old.person_id and l.event_id = old.event_id and l.role = ended;
    return null;
end
$$;

CREATE FUNCTION public.run_input_digest(p_input json) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select sha256_hex(coalesce(string_agg(format('%s,%s,%s.%s', r ->> 'project', r ->> 'judge',
            (r ->> 'total_micro')::bigint / 1000000, lpad(((r ->> 'total_micro')::bigint % 1000000)::text, 6, '0')) || E'\n', ''
            order by (r ->> 'project')::bigint, (r ->> 'judge') collate "C"), ''))
    from json_array_elements(p_input -> 'reviews') r
$$;

CREATE FUNCTION public.save_reviews(head_timeout integer, its_assignments bigint[], its_events bigint[], its_scores jsonb[], its_comments text[], its_salts bytea[], are_submitted boolean[], organizers bigint[], actors text[], actor_roles text[], actions text[], ips text[], befores text[], afters text[]) RETURNS TABLE(written bigint, submitted timestamp with time zone, saved timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $_$
declare
    -- Whether the row triggers pass over what this writes.
    sets constant boolean := current_user = 'evenhand_writer';
    moment timestamptz;
    e event;
    ids bigint[] := '{}';
    slugs text[] := '{}';
    known bigint;
    moving bigint;
    void boolean;
    judges bigint[];
    projects bigint[];
    -- Of an event's rubric.
    keys text[];
    lowest jsonb;
    all_hold jsonpath;
    doubtful int;
    done bigint;
    secret bytea;
    number bigint;
    hidden boolean;
    -- Of the rows of the log.
    says text[];
    tails text[];
    seqs bigint[];
    prev_hashes text[];
    hashes text[];
    -- Of the ends of their chains.
    ends bigint[] := '{}';
    end_hashes text[] := '{}';
    end_times timestamptz[] := '{}';
    seq bigint;
    hash text;
    ended timestamptz;
    dated text;
    -- How long locks are waited for from here on. A `perform` would be a statement of its own.
    waits text;
begin
    -- They are read by their places, which takes less than `unnest` of all of them: it lays each down once more. An empty one has no bounds.
    if not coalesce(format('[1:%s]', cardinality(its_assignments)) = all (array[array_dims(its_assignments), array_dims(its_events),
        array_dims(its_scores), array_dims(its_comments), array_dims(its_salts), array_dims(are_submitted), array_dims(organizers),
        array_dims(actors), array_dims(actor_roles), array_dims(actions), array_dims(ips), array_dims(befores), array_dims(afters)]),
        cardinality(its_assignments) = 0)
    then
        raise exception using errcode = '22023', constraint = 'equal_arrays', message = 'The arrays differ in their bounds.';
    end if;
    -- Against recusal at this moment.
    select count(s.is_submitted), count(*) filter (where (a.status = 'done') <> s.is_submitted),
            bool_or(a.voided_at is not null) filter (where a.status = 'recused'),
            array_agg(a.person_id) filter (where s.is_submitted), array_agg(a.project_id) filter (where s.is_submitted)
        into known, moving, void, judges, projects
        from (select n, are_submitted[n] as is_submitted from generate_series(1, cardinality(its_assignments)) n
            order by its_assignments[n]) s
        cross join lateral (select * from assignment held where held.id = its_assignments[s.n] and held.event_id = its_events[s.n]
            for no key update) a;
    -- Before the rubric is read: a change of the rubric locks the event's row against this.
    for e in select * from event where id = any (its_events) order by id for key share loop
        ids := ids || e.id;
        slugs := slugs || e.slug;
        continue when not sets;
        if e.forgotten_at is not null then
            perform refuse_forgotten(e);
        end if;
        if not judging_is_open(e) then
            perform require_judging_of(e);
        end if;
        if void then
            perform refuse(409, 'recused', 'An organizer has set this review aside: it does not count, and stays as it is.');
        elsif void is not null then
            perform refuse(409, 'recused', 'You stepped aside from this project: an organizer can give it back to you.');
        end if;
        -- Which reviews may be against the rubric: it tells without a mistake which ones keep to it, and `require_scores` looks at the
        -- others. The rubric is one path, which holds where every criterion has a number in its range; what a draft leaves out is taken as
        -- each criterion's lowest. `strict`, since `[3]` would pass for 3 otherwise. A number with a point is none of scale 0.
        select array_agg(c.key), jsonb_object_agg(c.key, c.min_value),
                'strict ' || string_agg(format('$."%1$s" >= %2$s && $."%1$s" <= %3$s', c.key, c.min_value, c.max_value), ' && ')
            into keys, lowest, all_hold from criterion c where c.event_id = e.id;
        foreach doubtful in array array(
            select n from generate_series(1, cardinality(its_events)) n
            where its_events[n] = e.id and not coalesce(
                case when jsonb_typeof(its_scores[n]) = 'object' then its_scores[n] - keys = '{}' and strpos(its_scores[n]::text, '.') = 0
                    and case when are_submitted[n] then its_scores[n] else lowest || its_scores[n] end @@ all_hold
                end, false)
            order by n)
        loop
            perform require_scores(e.id, its_scores[doubtful], are_submitted[doubtful]);
        end loop;
    end loop;
    if known <> cardinality(its_assignments) then
        raise foreign_key_violation using constraint = 'assignment_has_review', message = 'There is no such assignment in the event.';
    end if;
    -- Asked for each: as a join, it would read all teams. Of a judge first, and then for the team: planned while the event has no
    -- invitations, both at once would read all of them for each review.
    if sets and judges is not null then
        if exists (
            select from unnest(judges, projects) s (judge, project) join project p on p.id = s.project
            where (select o.person_id from (select * from team_person t where t.person_id = s.judge offset 0) o
                where o.event_id = p.event_id and o.team_id = p.team_id limit 1) is not null
        ) then
            perform refuse_own_team();
        end if;
    end if;

    moment := clock_timestamp();
    return query
        update review r set scores = its_scores[s.n], comment = its_comments[s.n],
            submitted_at = case when are_submitted[s.n] then moment end, saved_at = moment, voided_submitted_at = null,
            entered_by = organizers[s.n]
        from (select n, (select other.ctid from review other
                where other.event_id = its_events[n] and other.assignment_id = its_assignments[n]) as place
            from generate_series(1, known) n offset 0) s
        where r.ctid = s.place
        returning r.assignment_id, r.submitted_at, r.saved_at;
    get diagnostics done = row_count;
    if done < known then
        return query
            insert into review as r (assignment_id, event_id, scores, comment, comment_salt, submitted_at, saved_at, entered_by)
            select its_assignments[n], its_events[n], its_scores[n], its_comments[n], its_salts[n],
                case when are_submitted[n] then moment end, moment, organizers[n]
            from generate_series(1, known) n
            where (select other.id from review other
                where other.event_id = its_events[n] and other.assignment_id = its_assignments[n]) is null
            returning r.assignment_id, r.submitted_at, r.saved_at;
        get diagnostics number = row_count;
        if done + number <> known then
            raise exception using errcode = '22023', message = 'An assignment comes twice among the reviews that are saved.';
        end if;
    end if;
    if moving > 0 then
        update assignment a
            set status = case when are_submitted[array_position(its_assignments, a.id)] then 'done' else 'pending' end, recused_reason = ''
            where a.id = any (its_assignments) and (a.status = 'done') <> are_submitted[array_position(its_assignments, a.id)];
        if sets then
            delete from visit_mark v
                where v.assignment_id = any (its_assignments) and are_submitted[array_position(its_assignments, v.assignment_id)];
        end if;
    end if;

    waits := set_config('lock_timeout', head_timeout::text, true);
    if not sets then
        insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
            select s.event, s.actor, s.role, s.action, 'assignment', s.assignment::text, s.ip, s.before, s.after
            from unnest(its_assignments, its_events, actors, actor_roles, actions, ips, befores, afters)
                with ordinality s (assignment, event, actor, role, action, ip, before, after, n)
            order by s.event, s.n;
        return;
    end if;
    -- Before a head is locked, since others wait for it: the salts, and what of a hash does not hang on the row before. What `with_salt`
    -- does for one row: each has bits that nobody can tell from random ones, or from those of the others.
    secret := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    select array_agg(s.after), array_agg(netstring(actors[s.n]) || netstring(actions[s.n]) || '10:assignment,'
            || netstring(its_assignments[s.n]::text) || netstring(ips[s.n]) || netstring(befores[s.n]) || netstring(s.after)),
            bool_and(actions[s.n] like 'review.%')
        into says, tails, hidden
        from (select n, case when afters[n] like '{"%}' then left(afters[n], -1) || ',"salt":"' || rtrim(translate(encode(
                    substr(sha256(secret || int8send(n)), 1, 16), 'base64'), '+/', '-_'), '=') || '"}'
                else with_salt(afters[n]) end as after
            from generate_series(1, known) n order by n offset 0) s;
    -- Anything else would raise the event's version.
    if not hidden then
        raise check_violation using constraint = 'action_shape', message = 'What saves reviews is logged as review.…';
    end if;
    for i in 1 .. cardinality(ids) loop
        select h.seq, h.row_hash, h.ts into seq, hash, ended from audit_head h where h.chain = slugs[i] for update;
        if not found then
            insert into audit_head values (slugs[i], 0, sha256_hex('evenhand-audit/1:' || slugs[i]), null, ids[i]) on conflict do nothing;
            select h.seq, h.row_hash, h.ts into seq, hash, ended from audit_head h where h.chain = slugs[i] for update;
        end if;
        ends := ends || seq;
        end_hashes := end_hashes || hash;
        end_times := end_times || ended;
    end loop;
    moment := clock_timestamp();
    seqs := array_fill(0::bigint, array[known::int]);
    prev_hashes := array_fill(''::text, array[known::int]);
    hashes := prev_hashes;
    for i in 1 .. cardinality(ids) loop
        seq := ends[i];
        hash := end_hashes[i];
        end_times[i] := greatest(moment, end_times[i]);
        dated := netstring(audit_ts(end_times[i]));
        for n in 1 .. known loop
            continue when its_events[n] <> ids[i];
            seq := seq + 1;
            seqs[n] := seq;
            prev_hashes[n] := hash;
            hash := encode(sha256(convert_to(netstring(hash) || netstring(seq::text) || dated || tails[n], 'UTF8')), 'hex');
            hashes[n] := hash;
        end loop;
        ends[i] := seq;
        end_hashes[i] := hash;
    end loop;
    insert into audit_log (chain, seq, event_id, ts, actor, actor_role, action, object_type, object_id, ip, before, after, prev_hash,
            row_hash)
        select slugs[array_position(ids, its_events[n])], seqs[n], its_events[n], end_times[array_position(ids, its_events[n])],
            actors[n], actor_roles[n], actions[n], 'assignment', its_assignments[n]::text, ips[n], befores[n], says[n], prev_hashes[n],
            hashes[n]
        from generate_series(1, known) n;
    -- The look at the clock at the commit hangs on these rows.
    update audit_head h set seq = ends[array_position(slugs, h.chain)], row_hash = end_hashes[array_position(slugs, h.chain)],
            ts = end_times[array_position(slugs, h.chain)]
        where h.chain = any (slugs);
end
$_$;

CREATE FUNCTION public.saves_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    select * into e from event where slug = new.chain;
    perform require_commit(e.id);
    if not judging_is_open(e) then
        perform require_judging_of(e);
    end if;
    return null;
end
$$;

CREATE FUNCTION public.says_a_comment(action text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (split_part(action, '.'::text, 1) = 'comment'::text);

CREATE FUNCTION public.scores_digest(p_event bigint, p_project bigint DEFAULT NULL::bigint) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select sha256_hex(coalesce(string_agg(netstrings(a.id::text, a.project_id::text, a.status, audit_ts(r.submitted_at),
        (select string_agg(netstrings(s.key, s.value), '' order by s.key collate "C") from jsonb_each_text(r.scores) s)),
        '' order by a.id), ''))
    from assignment a join review r on r.assignment_id = a.id
    where a.event_id = p_event and (p_project is null or a.project_id = p_project) and r.submitted_at is not null
$$;

CREATE FUNCTION public.search_key(text text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    -- Most texts are ASCII, and need no tables of Unicode.
    if octet_length(text) = char_length(text) then
        return lower(text collate "C");
    end if;
    return translate(lower(regexp_replace(without_invisible(normalize(text, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g')),
        'łøđðħıŧς', 'loddhitσ');
end
$$;

CREATE FUNCTION public.search_text(title text, tagline text, summary text, description text, tags text[]) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    all_of_it text := concat_ws(E'\n', title, tagline, summary, description, array_to_string(tags, E'\n'));
begin
    if octet_length(all_of_it) = char_length(all_of_it) then
        return lower(all_of_it collate "C");
    end if;
    return search_key(all_of_it);
end
$$;

CREATE FUNCTION public.sees_draft(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((EXISTS (SELECT FROM public.membership m WHERE ((m.event_id = sees_draft.p_event) AND (m.person_id = sees_draft.p_person) AND (m.role = 'organizer'::text)))) OR (EXISTS (SELECT FROM public.person p WHERE ((p.id = sees_draft.p_person) AND p.is_staff))));

CREATE FUNCTION public.set_up_writer() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    f record;
    saves regprocedure := (select p.oid::regprocedure from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proname = 'save_reviews');
    -- From PostgreSQL 16 on, being a member no longer means that SET ROLE is allowed.
    may text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    joined boolean := false;
begin
    -- Where the owner of the tables cannot take the application's role, the portal may run as the owner, who has to call the function.
    if to_regrole('evenhand_app') is null or not pg_has_role(current_user, 'evenhand_app', 'member') then
        return;
    end if;
    if to_regrole('evenhand_writer') is null then
        begin
            create role evenhand_writer nologin;
        exception
            -- Another database's migration made it at this moment.
            when duplicate_object or unique_violation then
                null;
        end;
    end if;
    if pg_has_role('evenhand_app', 'evenhand_writer', 'member')
        or exists (select from pg_roles where rolname = 'evenhand_writer' and (rolcanlogin or rolsuper)) then
        raise warning 'The role evenhand_writer is one that somebody can take, so reviews are saved the slow way. To mend it, have an administrator run: ALTER ROLE evenhand_writer NOLOGIN NOSUPERUSER; REVOKE evenhand_writer FROM evenhand_app;';
        return;
    end if;
    for f in
        select c.oid::regclass as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
            and c.relname in ('assignment', 'audit_head', 'audit_log', 'criterion', 'event', 'import_pass', 'project', 'publication',
                'review', 'team_person', 'visit_mark', 'forgotten_event')
            and not has_table_privilege('evenhand_writer', c.oid, 'select')
    loop
        execute format('grant select on %s to evenhand_writer', f.name);
    end loop;
    for f in
        select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
            and p.proname not in ('grant_app_rights', 'close_functions', 'set_up_writer')
            and not exists (select from pg_depend d
                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and not has_function_privilege('evenhand_writer', p.oid, 'execute')
    loop
        execute format('grant execute on function %s to evenhand_writer', f.name);
    end loop;
    if exists (select from pg_proc p where p.oid = saves and p.proowner = 'evenhand_writer'::regrole) then
        return;
    end if;
    grant usage on schema public to evenhand_writer;
    grant insert, update on review, audit_head to evenhand_writer;
    grant update on assignment to evenhand_writer;
    grant delete on visit_mark to evenhand_writer;
    grant insert on audit_log to evenhand_writer;
    -- To lock an event's row, not to change it: no statement of the function does.
    grant update (version) on event to evenhand_writer;
    if not pg_has_role(current_user, 'evenhand_writer', may) then
        execute format('grant evenhand_writer to %I', current_user);
        joined := true;
    end if;
    grant create on schema public to evenhand_writer;
    execute format('alter function %s owner to evenhand_writer', saves);
    revoke create on schema public from evenhand_writer;
    if joined then
        execute format('revoke evenhand_writer from %I', current_user);
    end if;
exception
    -- The last is "tuple concurrently updated": another database's migration is at it. The next start asks again.
    when insufficient_privilege or internal_error then
        raise warning 'The database user % may not hand a function to the role evenhand_writer, so reviews are saved the slow way. To mend it, have an administrator run: CREATE ROLE evenhand_writer NOLOGIN; GRANT evenhand_writer TO % WITH ADMIN OPTION; and start again.', current_user, quote_ident(current_user);
end
$$;

CREATE FUNCTION public.signing_key_history() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'UPDATE' then
        if (new.kid, new.x, new.created_at) is not distinct from (old.kid, old.x, old.created_at)
            and ((old.status = 'current' and new.status in ('current', 'retired'))
                or (old.status = 'retired' and new.status in ('retired', 'revoked')
                    and new.retired_at is not distinct from old.retired_at)
                or new is not distinct from old) then
            return new;
        end if;
    end if;
    perform refuse(403, 'append_only', 'signing_key keeps its history: a key is retired and revoked, never changed or removed.');
    return null;
end
$$;

CREATE FUNCTION public.stay_in_event() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if new.event_id <> old.event_id then
        perform refuse(409, 'event_fixed', format('A %s stays in its event.', replace(tg_table_name, '_', ' ')));
    end if;
    return new;
end
$$;

CREATE FUNCTION public.submissions_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.submissions_close_of(e public.event, p_team bigint) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN CASE WHEN ((e).submissions_close IS NOT NULL) THEN GREATEST((e).submissions_close, public.more_time_of(e, p_team)) ELSE NULL::timestamp with time zone END;

CREATE FUNCTION public.submissions_first_opened(p_event bigint) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    RETURN (SELECT min(GREATEST(o.at, s.shown_at)) AS min FROM ((public.event e CROSS JOIN LATERAL (SELECT max(l.ts) AS shown_at FROM public.audit_log l WHERE ((l.chain = e.slug) AND (l.action = 'event.opened'::text))) s) CROSS JOIN LATERAL (SELECT COALESCE(e.submissions_open, e.created_at) AS at WHERE COALESCE((e.submissions_open <= clock_timestamp()), true) UNION ALL SELECT COALESCE(w.open, e.created_at) AS "coalesce" FROM ((public.audit_log l CROSS JOIN LATERAL (SELECT CASE WHEN (l.action ~~ 'window.%'::text) THEN (l.before)::json ELSE NULL::json END AS was) b) CROSS JOIN LATERAL (SELECT ((b.was ->> 'open'::text))::timestamp with time zone AS open) w) WHERE ((l.chain = e.slug) AND ((b.was ->> 'stage'::text) = 'submissions'::text) AND COALESCE((w.open <= l.ts), true) AND ((s.shown_at IS NULL) OR (l.ts > s.shown_at)))) o) WHERE ((e.id = submissions_first_opened.p_event) AND (NOT e.draft)));

CREATE FUNCTION public.tags_are_clean(tags text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((cardinality(tags) <= 10) AND (SELECT ((count(*) = cardinality(tags_are_clean.tags)) AND (count(DISTINCT t.t) = count(*)) AND COALESCE(bool_and((((char_length(t.t) >= 1) AND (char_length(t.t) <= 40)) AND public.plain_text(t.t, 40) AND (t.t = lower(t.t)) AND (t.t !~ '^\s|\s$'::text))), true)) FROM unnest(tags_are_clean.tags) t(t) WHERE (t.t IS NOT NULL)));

CREATE FUNCTION public.take_down_picture(p_project bigint, p_picture bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    perform set_config('evenhand.taken_down', p_project || ' ' || p_picture, true);
    delete from project_picture where project_id = p_project and id = p_picture;
end
$$;

CREATE FUNCTION public.team_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions_of(old.event_id, old.id);
        if exists (select from project p where p.event_id = old.event_id and p.team_id = old.id) then
            perform refuse(409, 'team_has_project', 'This team holds a project: it cannot be removed.');
        end if;
        return old;
    end if;
    perform require_submissions_of(new.event_id, new.id);
    return new;
end
$$;

CREATE TABLE public.prize (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    track_id bigint,
    sponsor text DEFAULT ''::text NOT NULL,
    winners integer DEFAULT 1 NOT NULL,
    eligibility text DEFAULT 'all'::text NOT NULL,
    rule text DEFAULT 'choice'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    awarded_at timestamp with time zone,
    decided text DEFAULT ''::text NOT NULL,
    award_reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT award_reason_length CHECK (public.plain_text(award_reason, 2000)),
    CONSTRAINT prize_decided_known CHECK ((decided = ANY (ARRAY[''::text, 'organizers'::text, 'earlier_ranking'::text]))),
    CONSTRAINT prize_description_length CHECK (public.plain_text(description, 2000)),
    CONSTRAINT prize_eligibility_known CHECK ((eligibility = ANY (ARRAY['all'::text, 'track'::text, 'opt-in'::text]))),
    CONSTRAINT prize_name_length CHECK ((public.plain_text(name, 120) AND (btrim(name) <> ''::text))),
    CONSTRAINT prize_rule_known CHECK ((rule = ANY (ARRAY['rank'::text, 'panel'::text, 'vote'::text, 'choice'::text]))),
    CONSTRAINT prize_sponsor_length CHECK (public.plain_text(sponsor, 120)),
    CONSTRAINT prize_track_together CHECK (((eligibility = 'track'::text) = (track_id IS NOT NULL))),
    CONSTRAINT prize_winners_range CHECK (((winners >= 1) AND (winners <= 50)))
);

CREATE TABLE public.project_prize (
    project_id bigint NOT NULL,
    event_id bigint NOT NULL,
    prize_id bigint NOT NULL
);

CREATE FUNCTION public.team_can_win(z public.prize, p_team bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN (EXISTS (SELECT FROM public.project p WHERE ((p.event_id = (team_can_win.z).event_id) AND (p.team_id = team_can_win.p_team) AND (((team_can_win.z).track_id IS NULL) OR ((team_can_win.z).track_id = p.track_id)) AND (((team_can_win.z).eligibility <> 'opt-in'::text) OR (EXISTS (SELECT FROM public.project_prize o WHERE ((o.project_id = p.id) AND (o.prize_id = (team_can_win.z).id))))))));

CREATE FUNCTION public.team_member_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
    members int;
begin
    if tg_op = 'UPDATE' and forgets(new.event_id) then
        return new;
    end if;
    if tg_op = 'DELETE' then
        perform require_member_window(old.event_id, old.person_id, old.team_id, false);
        perform require_not_last(old.event_id, old.person_id, old.team_id);
        return old;
    end if;
    if tg_op = 'UPDATE' and new.person_id <> old.person_id then
        perform refuse(409, 'member_fixed', 'A membership stays with its person.');
    end if;
    -- An assignment takes this lock too, so that joining and assigning cannot pass each other.
    perform from event_person ep where ep.event_id = new.event_id and ep.person_id = new.person_id for no key update;
    perform require_member_window(new.event_id, new.person_id, new.team_id, tg_op = 'INSERT');
    if tg_op = 'INSERT' or new.team_id <> old.team_id then
        if tg_op = 'UPDATE' then
            perform require_member_window(old.event_id, old.person_id, old.team_id, false);
            perform require_not_last(old.event_id, old.person_id, old.team_id);
        end if;
        perform from team where id = new.team_id for no key update;
        select * into e from event where id = new.event_id;
        select count(*) into members from team_member m
            where m.event_id = new.event_id and m.team_id = new.team_id and m.person_id <> new.person_id;
        -- An import may hold a team that outgrew a limit lowered later; it must come back as it was.
        if members >= e.max_team_size and not event_is_fresh(e) then
            perform refuse(409, 'team_full', format('The team is full: %s takes at most %s members a team.', e.name,
                e.max_team_size));
        end if;
        if exists (
            select from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
            where a.event_id = new.event_id and a.person_id = new.person_id and p.team_id = new.team_id
        ) then
            perform refuse_own_team();
        end if;
    end if;
    return new;
end
$$;

CREATE FUNCTION public.team_name_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from content_look where part = 'texts'
        and project_id in (select p.id from project p where p.event_id = new.event_id and p.team_id = new.id);
    return null;
end
$$;

CREATE FUNCTION public.team_of_project(p_project bigint) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    RETURN (SELECT p.team_id FROM public.project p WHERE (p.id = team_of_project.p_project));

CREATE FUNCTION public.texts_hash(low bigint, high bigint) RETURNS bytea
    LANGUAGE sql STABLE
    RETURN (SELECT sha256(convert_to(string_agg(concat_ws(chr(1), p.title, p.tagline, p.summary, p.description, p.repo_url), chr(2) ORDER BY p.id), 'UTF8'::name)) AS sha256 FROM public.project p WHERE (p.id = ANY (ARRAY[texts_hash.low, texts_hash.high])));

CREATE FUNCTION public.track_before_delete() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if exists (select from project p where p.event_id = old.event_id and p.track_id = old.id)
        or exists (select from prize p where p.event_id = old.event_id and p.track_id = old.id) then
        perform refuse(409, 'track_in_use', format('Projects or prizes are in the track %s: move them first.', old.name));
    end if;
    return old;
end
$$;

CREATE FUNCTION public.track_of_event() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if new.track_id is not null
        and not exists (select from track t where t.event_id = new.event_id and t.id = new.track_id) then
        perform refuse(400, 'track_foreign', 'Choose a track of this event.');
    end if;
    return new;
end
$$;

CREATE FUNCTION public.utc_hour(at timestamp with time zone) RETURNS timestamp without time zone
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN date_trunc('hour'::text, (at AT TIME ZONE 'UTC'::text));

CREATE FUNCTION public.utc_text(at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD HH24:MI:SS'::text) || ' UTC'::text);

CREATE FUNCTION public.visit_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op <> 'DELETE' then
        perform require_commit(new.event_id);
        perform require_judging(new.event_id);
    elsif exists (select from assignment a where a.id = old.assignment_id and a.status = 'pending') then
        perform require_commit(old.event_id);
        perform require_judging(old.event_id);
    end if;
    return null;
end
$$;

CREATE FUNCTION public.visit_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    its assignment;
    opened timestamptz;
begin
    if tg_op = 'DELETE' then
        -- Otherwise the mark goes with its assignment, or because that is pending no more: neither waits for a window.
        if exists (select from assignment a where a.id = old.assignment_id and a.status = 'pending') then
            perform require_judging(old.event_id);
        end if;
        return old;
    end if;
    -- Against a review that is submitted at this moment.
    select * into its from assignment a where a.id = new.assignment_id for no key update;
    if its.status <> 'pending' then
        perform refuse(409, 'assignment_status', 'Only a project that is still to be reviewed can be marked.');
    end if;
    perform require_judging(new.event_id);
    select e.judging_open into opened from event e where e.id = new.event_id;
    new.marked_at := least(
        greatest(coalesce(new.marked_at, clock_timestamp()), opened, its.created_at), clock_timestamp());
    return new;
end
$$;

CREATE FUNCTION public.visit_ends() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    delete from visit_mark v where v.assignment_id = new.id;
    return null;
end
$$;

CREATE FUNCTION public.vote_is_open(e public.event) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((e).voting_mode <> 'off'::text) AND (NOT (e).draft) AND COALESCE(((e).voting_open <= clock_timestamp()), true) AND COALESCE((clock_timestamp() < (e).voting_close), true));

CREATE TABLE public.confirmation (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    act text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    asked_by bigint NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone DEFAULT (clock_timestamp() + '48:00:00'::interval) NOT NULL,
    outcome text,
    decided_by bigint,
    decided_at timestamp with time zone,
    decided_in xid8,
    sentence text DEFAULT ''::text NOT NULL,
    CONSTRAINT confirmation_act CHECK ((act = ANY (ARRAY['publish'::text, 'make_final'::text, 'award'::text, 'open_data'::text, 'forget'::text, 'forget_day'::text, 'switch_off'::text, 'add_second'::text]))),
    CONSTRAINT confirmation_body_check CHECK ((octet_length(body) <= 65536)),
    CONSTRAINT confirmation_check CHECK (((outcome IS NULL) = (decided_at IS NULL))),
    CONSTRAINT confirmation_check1 CHECK (((outcome IS NULL) = (decided_in IS NULL))),
    CONSTRAINT confirmation_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text]))),
    CONSTRAINT confirmation_sentence CHECK (public.plain_text(sentence, 2000))
);

CREATE FUNCTION public.waits_for_another(c public.confirmation, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((c).asked_by <> p_person) AND ((c).expires_at > clock_timestamp()) AND ((c).state = public.confirmable_state((c).event_id, (c).act)) AND public.asks_second_organizer((c).event_id, (c).asked_by));

CREATE FUNCTION public.was_invited_anew(p_person bigint, p_event bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (EXISTS (SELECT FROM public.invitation i WHERE ((i.created_person_id = was_invited_anew.p_person) AND (i.event_id = ANY (ARRAY[was_invited_anew.p_event, (SELECT e.finals_of FROM public.event e WHERE (e.id = was_invited_anew.p_event))])))));

CREATE FUNCTION public.webhook_switched() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op = 'INSERT' then
        select slug into new.chain from event where id = new.event_id;
    elsif new.enabled = old.enabled then
        return new;
    end if;
    if tg_op = 'INSERT' or new.enabled then
        new.cursor := coalesce((select h.seq from audit_head h where h.chain = new.chain), 0);
    end if;
    if new.enabled then
        new.disabled_at := null;
        new.disabled_reason := null;
        new.failing_since := null;
        delete from webhook_retry where webhook_id = new.id;
    else
        new.disabled_at := clock_timestamp();
    end if;
    return new;
end
$$;

CREATE FUNCTION public.webhook_tells_judging(p_event bigint, p_person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
    select exists (select from publication p where p.event_id = p_event) or not takes_part(p_event, p_person)
$$;

CREATE FUNCTION public.webhooks_left() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    who bigint := case when tg_table_name = 'person' then (to_jsonb(new) ->> 'id')::bigint
        else (to_jsonb(old) ->> 'person_id')::bigint end;
begin
    update webhook w set enabled = false, disabled_reason = 'left', version = w.version + 1
        where w.created_by = who and w.enabled and not answers_for_webhooks(w.event_id, who);
    return null;
end
$$;

CREATE FUNCTION public.who_confirms() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if new.role <> 'organizer' then
        return new;
    end if;
    if tg_op = 'INSERT' then
        new.confirms := new.confirms and not exists (
            select from event e where e.id = new.event_id and e.second_organizer and not event_is_fresh(e));
    elsif new.confirms and not old.confirms then
        update membership o set confirms = false
            where o.event_id = new.event_id and o.role = 'organizer' and o.confirms and o.person_id = (
                select m.person_id from membership m join person p on p.id = m.person_id
                where m.event_id = new.event_id and m.role = 'organizer' and m.confirms and m.person_id <> new.person_id
                    and p.deactivated_at >= transaction_timestamp()
                order by m.person_id limit 1);
        if not found then
            perform require_second_organizer(new.event_id, 'add_second');
        end if;
    end if;
    return new;
end
$$;

CREATE FUNCTION public.windows_are_logged() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    e event;
begin
    select * into e from event where id = new.id;
    -- An event made in this transaction is logged as made.
    if found and not event_is_fresh(e) then
        perform log_window(e, 'submissions', old.submissions_open, old.submissions_close, new.submissions_open, new.submissions_close);
        perform log_window(e, 'judging', old.judging_open, old.judging_close, new.judging_open, new.judging_close);
        perform log_window(e, 'voting', old.voting_open, old.voting_close, new.voting_open, new.voting_close);
    end if;
    return null;
end
$$;

CREATE FUNCTION public.winner_duty_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    newest publication;
    its winner_duty;
begin
    if tg_op = 'DELETE' then
        its := old;
    else
        its := new;
    end if;
    perform from event where id = its.event_id for no key update;
    select * into newest from publication p where p.event_id = its.event_id order by p.id desc limit 1;
    if newest.provisional_until is null or its.number not between 1 and cardinality(newest.owed) then
        perform refuse(409, 'not_provisional', 'The results are not provisional, so winners owe nothing.');
    end if;
    return its;
end
$$;

CREATE FUNCTION public.winner_is_confirmed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
    its prize_winner;
begin
    if tg_op = 'DELETE' then
        its := old;
    else
        its := new;
    end if;
    if exists (select from publication p where p.event_id = its.event_id) then
        perform require_second_organizer(its.event_id, 'publish', 'award');
    end if;
    return its;
end
$$;

CREATE FUNCTION public.wish_at_commit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op <> 'DELETE' then
        perform require_commit(new.event_id);
        perform require_submissions_of(new.event_id, team_of_project(new.project_id));
        if tg_op = 'UPDATE' and new.project_id <> old.project_id then
            perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        end if;
        return null;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return null;
    end if;
    perform require_commit(old.event_id);
    perform require_submissions_of(old.event_id, team_of_project(old.project_id));
    return null;
end
$$;

CREATE FUNCTION public.wish_before() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    if tg_op <> 'DELETE' then
        perform require_submissions_of(new.event_id, team_of_project(new.project_id));
        if tg_op = 'UPDATE' and new.project_id <> old.project_id then
            perform require_submissions_of(old.event_id, team_of_project(old.project_id));
        end if;
        return new;
    end if;
    if tg_table_name = 'project_prize' and not exists (select from prize z where z.id = (to_jsonb(old) ->> 'prize_id')::bigint) then
        return old;
    end if;
    perform require_submissions_of(old.event_id, team_of_project(old.project_id));
    return old;
end
$$;

CREATE FUNCTION public.with_salt(said text) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
    -- A random UUID has 122 random bits.
    bits bytea := substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16);
    salt text := '"salt":"' || rtrim(translate(encode(bits, 'base64'), '+/', '-_'), '=') || '"}';
    inside text := coalesce(nullif(btrim(said, E' \t\r\n'), ''), '{}');
begin
    if inside !~ '^\{.*\}$' then
        raise exception using errcode = '23514', constraint = 'after_is_an_object',
            message = 'What a row of the log says is a JSON object, since it takes a salt.';
    end if;
    if inside ~ '^\{\s*\}$' then
        return '{' || salt;
    end if;
    return left(inside, -1) || ',' || salt;
end
$_$;

CREATE FUNCTION public.withdrawals_are_forgotten() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
    update project set withdrawal_reason = 'removed' where event_id = new.id and withdrawn_at is not null;
    update team_extension set reason = 'removed'
        where event_id = new.id and not exists (select from publication p where p.event_id = new.id);
    return null;
end
$$;

CREATE FUNCTION public.without_salt(said text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ("right"(said, 33) ~~ ',"salt":"______________________"}'::text) THEN ("left"(said, '-33'::integer) || '}'::text) WHEN (said ~~ '{"salt":"______________________"}'::text) THEN NULL::text ELSE said END;

CREATE TABLE public.api_token (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    name text NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    passkey boolean DEFAULT false NOT NULL,
    by_link boolean DEFAULT false NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    CONSTRAINT token_name_length CHECK (public.plain_text(name, 120))
);

ALTER TABLE public.api_token ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.assignment ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.assignment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.assignment_plan (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    digest text NOT NULL,
    reviews_per_project integer NOT NULL,
    expertise_weight integer NOT NULL,
    added integer NOT NULL,
    planned_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT assignment_plan_added_check CHECK ((added > 0)),
    CONSTRAINT assignment_plan_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.assignment_plan ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.assignment_plan_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_head (
    chain text NOT NULL,
    seq bigint NOT NULL,
    row_hash text NOT NULL,
    ts timestamp with time zone,
    event_id bigint
);

CREATE TABLE public.ballot (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    person_id bigint,
    code_id bigint,
    choices bigint[] NOT NULL,
    salt bytea DEFAULT uuid_send(gen_random_uuid()) NOT NULL,
    cast_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ballot_has_one_voter CHECK ((num_nonnulls(person_id, code_id) = 1))
);

ALTER TABLE public.ballot ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ballot_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.calibration_run (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    run integer NOT NULL,
    method text NOT NULL,
    input_digest text NOT NULL,
    input json NOT NULL,
    results json NOT NULL,
    judges json NOT NULL,
    excluded json NOT NULL,
    connectivity json NOT NULL,
    created_by bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT input_digest_shape CHECK ((input_digest ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.calibration_run ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calibration_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ceremony (
    event_id bigint NOT NULL,
    prizes bigint[] NOT NULL,
    at_once bigint[] NOT NULL,
    intervals boolean NOT NULL,
    full_ranking boolean NOT NULL,
    run integer,
    awarded_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.ceremony_step (
    event_id bigint NOT NULL,
    number bigint DEFAULT 1 NOT NULL,
    step integer NOT NULL,
    blank boolean NOT NULL,
    CONSTRAINT ceremony_step_range CHECK (((step >= 0) AND (step <= 100000)))
);

CREATE TABLE public.code_look (
    project_id bigint NOT NULL,
    event_id bigint NOT NULL,
    looks integer DEFAULT 0 NOT NULL,
    looked_at timestamp with time zone,
    leased_until timestamp with time zone DEFAULT (clock_timestamp() + '00:05:00'::interval) NOT NULL,
    CONSTRAINT code_look_range CHECK (((looks >= 0) AND (looks <= 3)))
);

CREATE TABLE public.comment (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    person_id bigint NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    removed_by bigint,
    CONSTRAINT comment_length CHECK (public.plain_text(body, 2000)),
    CONSTRAINT comment_missing CHECK ((btrim(body, ' 	
'::text) <> ''::text))
);

ALTER TABLE public.comment ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.comment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.commit_probe (
    tried boolean NOT NULL
);

ALTER TABLE public.confirmation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.confirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.conflict_dismissal (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    project_id bigint NOT NULL,
    dismissed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.content_look (
    project_id bigint NOT NULL,
    part text NOT NULL,
    event_id bigint NOT NULL,
    failed_at timestamp with time zone,
    done boolean NOT NULL,
    due_at timestamp with time zone DEFAULT (clock_timestamp() + '00:02:00'::interval) NOT NULL,
    CONSTRAINT content_look_part CHECK ((part = ANY (ARRAY['texts'::text, 'demo_url'::text, 'video_url'::text, 'team'::text])))
);

CREATE VIEW public.content_due AS
 SELECT p.event_id,
    p.id AS project_id,
    u.part,
    u.url,
    (l.failed_at IS NOT NULL) AS failed,
    u.kind
   FROM (((public.event e
     JOIN public.project p ON ((p.event_id = e.id)))
     CROSS JOIN LATERAL ( VALUES ('texts'::text,'texts'::text,'-'::text), ('links'::text,'demo_url'::text,p.demo_url), ('links'::text,'video_url'::text,p.video_url), ('team'::text,'team'::text,'-'::text)) u(kind, part, url))
     LEFT JOIN public.content_look l ON (((l.project_id = p.id) AND (l.part = u.part))))
  WHERE (e.evidence AND (e.forgotten_at IS NULL) AND (p.status = 'submitted'::text) AND (u.url <> ''::text) AND (e.submissions_close <= clock_timestamp()) AND ((GREATEST(e.submissions_close, e.judging_close) > (clock_timestamp() - '60 days'::interval)) OR (EXISTS ( SELECT
           FROM public.team_extension x
          WHERE (x.event_id = e.id)))) AND
        CASE
            WHEN (l.done OR (l.due_at > clock_timestamp())) THEN false
            WHEN (u.kind = 'team'::text) THEN ((NOT e.draft) AND (NOT (EXISTS ( SELECT
               FROM public.publication b
              WHERE (b.event_id = e.id)))) AND ((public.submissions_close_of(e.*, p.team_id) >= (clock_timestamp() - '60 days'::interval)) AND (public.submissions_close_of(e.*, p.team_id) <= clock_timestamp())))
            ELSE (((e.judging_close IS NULL) OR (e.judging_close > (clock_timestamp() - '7 days'::interval))) AND ((public.submissions_close_of(e.*, p.team_id) >= (clock_timestamp() - '7 days'::interval)) AND (public.submissions_close_of(e.*, p.team_id) <= clock_timestamp())))
        END);

CREATE TABLE public.criterion (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    guidance text DEFAULT ''::text NOT NULL,
    weight numeric(14,4) NOT NULL,
    min_value integer NOT NULL,
    max_value integer NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    CONSTRAINT criterion_guidance_length CHECK (public.plain_text(guidance, 2000)),
    CONSTRAINT criterion_key_reserved CHECK ((key <> ALL (ARRAY['review_id'::text, 'judge_email'::text, 'project_id'::text, 'project'::text, 'submitted_at'::text, 'weighted_0_1'::text, 'comment'::text]))),
    CONSTRAINT criterion_key_shape CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
    CONSTRAINT criterion_name_length CHECK ((public.plain_text(name, 120) AND (btrim(name) <> ''::text))),
    CONSTRAINT criterion_range CHECK ((min_value < max_value)),
    CONSTRAINT criterion_weight_positive CHECK ((weight > (0)::numeric))
);

ALTER TABLE public.criterion ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.criterion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.deliberation_note (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    prize_id bigint NOT NULL,
    project_id bigint,
    winners bigint[],
    by_rule boolean DEFAULT false NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    written_by bigint,
    written_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT remark_kind CHECK (((winners IS NULL) OR (project_id IS NULL))),
    CONSTRAINT remark_length CHECK (public.plain_text(body, 2000)),
    CONSTRAINT remark_missing CHECK (((winners IS NOT NULL) OR (btrim(body) <> ''::text)))
);

ALTER TABLE public.deliberation_note ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.deliberation_note_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.evidence (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    fact jsonb NOT NULL,
    found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    found_by bigint,
    salt text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex'::text) NOT NULL,
    CONSTRAINT evidence_has_kind CHECK ((NOT (jsonb_typeof((fact -> 'kind'::text)) IS DISTINCT FROM 'string'::text))),
    CONSTRAINT evidence_said_length CHECK (public.plain_text(COALESCE((fact ->> 'sentence'::text), (fact ->> 'text'::text), ''::text), 1000)),
    CONSTRAINT evidence_salt_shape CHECK ((salt ~ '^[0-9a-f]{32}$'::text))
);

ALTER TABLE public.evidence ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.evidence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.first_three (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    choices bigint[] NOT NULL,
    given_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT first_three_range CHECK ((cardinality(choices) <= 3))
);

CREATE TABLE public.forgotten_event (
    event_id bigint NOT NULL,
    xact xid8 NOT NULL,
    forgotten_at timestamp with time zone NOT NULL,
    sealed_rows bigint NOT NULL,
    seal text NOT NULL,
    gone json NOT NULL,
    ballots bigint NOT NULL
);

CREATE TABLE public.forgotten_head (
    event_id bigint NOT NULL,
    document text NOT NULL,
    signed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.guest (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    name text NOT NULL,
    number integer NOT NULL,
    secret_hash bytea NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    decided_at timestamp with time zone,
    decided_by bigint,
    invitation_id bigint,
    signed_in_at timestamp with time zone,
    CONSTRAINT guest_name_length CHECK (public.plain_text(name, 120)),
    CONSTRAINT guest_number_check CHECK (((number >= 100) AND (number <= 999)))
);

ALTER TABLE public.guest ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.guest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.guest_link (
    event_id bigint NOT NULL,
    code text NOT NULL,
    opened_by bigint,
    opened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT guest_link_code_shape CHECK ((code ~ '^[A-Za-z0-9_-]{43}$'::text))
);

CREATE TABLE public.help_call (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    project_id bigint,
    said text DEFAULT ''::text NOT NULL,
    called_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    taken_by bigint,
    taken_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT help_call_said_length CHECK (public.plain_text(said, 120))
);

ALTER TABLE public.help_call ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.help_call_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotency_key (
    person_id bigint NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    answer text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT idempotency_key_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200))),
    CONSTRAINT idempotency_key_request_hash_check CHECK ((octet_length(request_hash) = 32))
);

CREATE TABLE public.import_column (
    event_id bigint NOT NULL,
    heading text NOT NULL,
    holds text NOT NULL,
    CONSTRAINT import_column_heading CHECK (public.plain_text(heading, 200)),
    CONSTRAINT import_column_holds_known CHECK (((holds = ANY (ARRAY['nothing'::text, 'title'::text, 'team'::text, 'members'::text, 'tagline'::text, 'summary'::text, 'description'::text, 'code'::text, 'demo'::text, 'link'::text, 'track'::text, 'prizes'::text, 'tags'::text, 'room'::text, 'place'::text, 'status'::text])) OR (holds ~~ 'answer:%'::text)))
);

CREATE TABLE public.import_pass (
    xact xid8 NOT NULL,
    event_id bigint NOT NULL,
    actor text,
    actor_role text,
    ip text,
    after text
);

ALTER TABLE public.invitation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invitation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invited_assignment (
    id bigint DEFAULT public.next_assignment_id() NOT NULL,
    event_id bigint NOT NULL,
    invitation_id bigint NOT NULL,
    project_id bigint NOT NULL,
    source text NOT NULL,
    plan_id bigint,
    CONSTRAINT invited_assignment_source_known CHECK ((source = ANY (ARRAY['planned'::text, 'manual'::text, 'import'::text])))
);

CREATE VIEW public.invited_judge AS
 SELECT i.id,
    i.event_id,
    i.email,
    i.name,
    i.review_cap,
    i.track_ids
   FROM public.invitation i
  WHERE ((i.role = 'judge'::text) AND (num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0) AND (NOT (EXISTS ( SELECT
           FROM (public.membership m
             JOIN public.person p ON ((p.id = m.person_id)))
          WHERE ((m.event_id = i.event_id) AND (m.role = 'judge'::text) AND (lower((p.email COLLATE "C")) = lower((i.email COLLATE "C"))))))));

CREATE VIEW public.invited_barred AS
 SELECT j.event_id,
    j.id AS invitation_id,
    p.id AS project_id
   FROM (((public.invited_judge j
     JOIN public.person o ON ((lower((o.email COLLATE "C")) = lower((j.email COLLATE "C")))))
     JOIN public.team_person t ON (((t.event_id = j.event_id) AND (t.person_id = o.id))))
     JOIN public.project p ON (((p.event_id = t.event_id) AND (p.team_id = t.team_id))))
UNION ALL
 SELECT j.event_id,
    j.id AS invitation_id,
    p.id AS project_id
   FROM ((public.invited_judge j
     JOIN public.invitation i ON (((i.event_id = j.event_id) AND (lower((i.email COLLATE "C")) = lower((j.email COLLATE "C"))))))
     JOIN public.project p ON (((p.event_id = i.event_id) AND (p.team_id = i.team_id))))
  WHERE (num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0)
UNION ALL
 SELECT j.event_id,
    j.id AS invitation_id,
    p.id AS project_id
   FROM ((public.invited_judge j
     JOIN public.imported_member i ON (((i.event_id = j.event_id) AND (i.email = lower((j.email COLLATE "C"))) AND (i.lifted_reason IS NULL))))
     JOIN public.project p ON (((p.event_id = i.event_id) AND (p.team_id = i.team_id))))
UNION ALL
 SELECT j.event_id,
    j.id AS invitation_id,
    c.project_id
   FROM ((public.invited_judge j
     JOIN public.person o ON ((lower((o.email COLLATE "C")) = lower((j.email COLLATE "C")))))
     JOIN public.conflict c ON (((c.event_id = j.event_id) AND (c.person_id = o.id))));

CREATE VIEW public.invited_work AS
 SELECT a.id,
    a.event_id,
    a.invitation_id,
    a.project_id,
    a.plan_id
   FROM ((public.invited_assignment a
     JOIN public.invited_judge j ON ((j.id = a.invitation_id)))
     JOIN public.project p ON (((p.event_id = a.event_id) AND (p.id = a.project_id))))
  WHERE ((p.status = 'submitted'::text) AND (p.duplicate_of IS NULL) AND (NOT (EXISTS ( SELECT
           FROM (public.person o
             JOIN public.team_person t ON ((t.person_id = o.id)))
          WHERE ((lower((o.email COLLATE "C")) = lower((j.email COLLATE "C"))) AND (t.event_id = a.event_id) AND (t.team_id = p.team_id))))) AND (NOT (EXISTS ( SELECT
           FROM public.invitation i
          WHERE ((i.event_id = a.event_id) AND (i.team_id = p.team_id) AND (lower((i.email COLLATE "C")) = lower((j.email COLLATE "C"))) AND (num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0))))) AND (NOT (EXISTS ( SELECT
           FROM public.imported_member i
          WHERE ((i.event_id = a.event_id) AND (i.team_id = p.team_id) AND (i.email = lower((j.email COLLATE "C"))) AND (i.lifted_reason IS NULL))))) AND (NOT (EXISTS ( SELECT
           FROM (public.person o
             JOIN public.conflict c ON ((c.person_id = o.id)))
          WHERE ((lower((o.email COLLATE "C")) = lower((j.email COLLATE "C"))) AND (c.event_id = a.event_id) AND (c.project_id = a.project_id))))));

CREATE TABLE public.judge_note (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    project_id bigint NOT NULL,
    body text NOT NULL,
    saved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT note_length CHECK (public.plain_text(body, 5000)),
    CONSTRAINT note_missing CHECK ((body <> ''::text))
);

CREATE TABLE public.kept_vote (
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    votes bigint NOT NULL
);

CREATE TABLE public.log_origin (
    event_id bigint NOT NULL,
    origin text NOT NULL,
    key bytea NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL,
    left_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT log_origin_key_check CHECK ((octet_length(key) = 32)),
    CONSTRAINT log_origin_root_check CHECK ((octet_length(root) = 32))
);

CREATE TABLE public.log_tile (
    event_id bigint NOT NULL,
    level integer NOT NULL,
    place bigint NOT NULL,
    hashes bytea NOT NULL,
    CONSTRAINT log_tile_hashes_check CHECK ((((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)) AND ((octet_length(hashes) % 32) = 0)))
);

CREATE TABLE public.log_tree (
    event_id bigint NOT NULL,
    origin text NOT NULL,
    secret bytea DEFAULT sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))) NOT NULL,
    key bytea DEFAULT sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))) NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    root bytea DEFAULT sha256('\x'::bytea) NOT NULL,
    advanced_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT log_tree_key_check CHECK ((octet_length(key) = 32)),
    CONSTRAINT log_tree_root_check CHECK ((octet_length(root) = 32)),
    CONSTRAINT log_tree_secret_check CHECK ((octet_length(secret) = 32))
);

CREATE TABLE public.log_witness (
    event_id bigint NOT NULL,
    witness text NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    cosignature text,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    alarm text,
    told jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT log_witness_alarm_check CHECK ((alarm = ANY (ARRAY['shorter'::text, 'rewritten'::text])))
);

CREATE TABLE public.mail_outbox (
    id bigint NOT NULL,
    event_id bigint,
    invitation_id bigint,
    kind text NOT NULL,
    to_address text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    last_error text,
    lease_token uuid,
    leased_until timestamp with time zone,
    link_hash bytea,
    link_ended_at timestamp with time zone,
    failure text,
    about_event bigint,
    CONSTRAINT mail_outbox_check CHECK (((failed_at IS NULL) = (failure IS NULL))),
    CONSTRAINT mail_outbox_failure_check CHECK ((failure = ANY (ARRAY['held'::text, 'link_ended'::text, 'address'::text, 'letters'::text, 'mailbox_full'::text, 'refused'::text, 'gave_up'::text]))),
    CONSTRAINT mail_outbox_kind_check CHECK ((kind = ANY (ARRAY['confirm'::text, 'sign_in'::text, 'invitation'::text, 'notice'::text, 'webhook'::text])))
);

ALTER TABLE public.mail_outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.notice ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notice_read (
    notice_id bigint NOT NULL,
    person_id bigint NOT NULL,
    read_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.one_time_link (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    purpose text NOT NULL,
    token_hash bytea NOT NULL,
    next_path text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT one_time_link_next_path_check CHECK (((next_path = ''::text) OR (next_path ~ '^/([^/\\]|$)'::text))),
    CONSTRAINT one_time_link_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'confirm'::text])))
);

ALTER TABLE public.one_time_link ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.one_time_link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.open_data (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    run_id bigint NOT NULL,
    statement text NOT NULL,
    csv text NOT NULL,
    projects integer NOT NULL,
    judges integer NOT NULL,
    reviews integer NOT NULL,
    left_out integer NOT NULL,
    published_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT open_data_csv_check CHECK ((csv ~ '^project,judge,total\r\n([0-9]+,[0-9]+,(0\.[0-9]|1\.0)\r\n)*$'::text)),
    CONSTRAINT open_data_statement_length CHECK ((public.plain_text(statement, 500) AND (btrim(statement) <> ''::text)))
);

ALTER TABLE public.open_data ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.open_data_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.passkey (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    credential_id bytea NOT NULL,
    credential jsonb NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT passkey_name_length CHECK (public.plain_text(name, 120))
);

CREATE TABLE public.passkey_account (
    person_id bigint NOT NULL,
    handle bytea NOT NULL,
    asked boolean DEFAULT false NOT NULL,
    CONSTRAINT passkey_account_handle_check CHECK ((octet_length(handle) = 16))
);

CREATE TABLE public.passkey_attempt (
    secret_hash bytea NOT NULL,
    person_id bigint,
    session_hash bytea,
    mailed boolean DEFAULT false NOT NULL,
    password_hash text,
    state jsonb,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT passkey_attempt_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
    CONSTRAINT passkey_attempt_session_hash_check CHECK ((octet_length(session_hash) = 32))
);

ALTER TABLE public.passkey ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.passkey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.person ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.person_track (
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    track_id bigint NOT NULL
);

CREATE TABLE public.picture_file (
    picture_id bigint NOT NULL,
    width integer NOT NULL,
    digest bytea NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT picture_file_digest CHECK ((digest = sha256(bytes))),
    CONSTRAINT picture_file_length CHECK ((octet_length(bytes) <= 393216))
);
ALTER TABLE ONLY public.picture_file ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE public.prize ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.prize_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.prize_winner (
    prize_id bigint NOT NULL,
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    "position" integer NOT NULL
);

CREATE TABLE public.project_fingerprint (
    project_id bigint NOT NULL,
    version smallint NOT NULL,
    repository text,
    words integer NOT NULL,
    shingles bytea NOT NULL,
    CONSTRAINT project_fingerprint_shingles_check CHECK (((octet_length(shingles) % 8) = 0)),
    CONSTRAINT project_fingerprint_words_check CHECK ((words >= 0))
);

ALTER TABLE public.project ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.project_import (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    person_id bigint NOT NULL,
    file_name text NOT NULL,
    sha256 text NOT NULL,
    shape text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    confirmed_at timestamp with time zone,
    created_count integer DEFAULT 0 NOT NULL,
    updated_count integer DEFAULT 0 NOT NULL,
    invited_count integer DEFAULT 0 NOT NULL,
    flagged_count integer DEFAULT 0 NOT NULL,
    file_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    file bytea,
    CONSTRAINT import_shape_known CHECK ((shape = ANY (ARRAY['devpost'::text, 'dorahacks'::text, 'gavel'::text, 'jury'::text, 'plain'::text]))),
    CONSTRAINT project_import_file_name_check CHECK (public.plain_text(file_name, 200)),
    CONSTRAINT project_import_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.project_import ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.project_import_row (
    import_id bigint NOT NULL,
    "position" integer NOT NULL,
    key text NOT NULL,
    project_id bigint,
    rows integer[] NOT NULL,
    standing jsonb NOT NULL,
    content jsonb NOT NULL,
    track text,
    prizes text[],
    members jsonb NOT NULL,
    team_size integer NOT NULL,
    notes jsonb NOT NULL
);

CREATE TABLE public.project_look (
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    repository integer NOT NULL,
    demo integer NOT NULL,
    video integer NOT NULL,
    judges integer NOT NULL
);

CREATE TABLE public.project_need (
    project_id bigint NOT NULL,
    event_id bigint NOT NULL,
    power boolean NOT NULL,
    quiet boolean NOT NULL,
    CONSTRAINT need_missing CHECK ((power OR quiet))
);

ALTER TABLE public.project_picture ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_picture_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.proposal (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    event_id bigint NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    body text NOT NULL,
    was text DEFAULT ''::text NOT NULL,
    version text,
    via text NOT NULL,
    made_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone DEFAULT (clock_timestamp() + '1 day'::interval) NOT NULL,
    confirmed_at timestamp with time zone,
    refused_at timestamp with time zone,
    status integer,
    detail text DEFAULT ''::text NOT NULL,
    CONSTRAINT proposal_body_check CHECK ((octet_length(body) <= 262144)),
    CONSTRAINT proposal_check CHECK ((num_nonnulls(confirmed_at, refused_at) <= 1)),
    CONSTRAINT proposal_method_check CHECK ((method = ANY (ARRAY['POST'::text, 'PATCH'::text, 'DELETE'::text]))),
    CONSTRAINT proposal_path_check CHECK ((char_length(path) <= 200)),
    CONSTRAINT proposal_version_check CHECK ((octet_length(version) <= 100)),
    CONSTRAINT proposal_via_check CHECK ((via ~ '^[a-z-]{1,20}$'::text))
);

ALTER TABLE public.proposal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.proposal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.publication ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.publication_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.rate_count (
    limit_name text NOT NULL,
    subject text NOT NULL,
    window_start timestamp with time zone NOT NULL,
    count integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.recovery_code (
    person_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

ALTER TABLE public.results_question ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.results_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.review (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    event_id bigint NOT NULL,
    scores jsonb DEFAULT '{}'::jsonb NOT NULL,
    comment text DEFAULT ''::text NOT NULL,
    comment_salt bytea DEFAULT uuid_send(gen_random_uuid()) NOT NULL,
    submitted_at timestamp with time zone,
    saved_at timestamp with time zone DEFAULT now() NOT NULL,
    voided_submitted_at timestamp with time zone,
    entered_by bigint,
    submitted_hour timestamp without time zone GENERATED ALWAYS AS (date_trunc('hour'::text, (submitted_at AT TIME ZONE 'UTC'::text))) STORED,
    CONSTRAINT review_comment_length CHECK (public.plain_text(comment, 5000)),
    CONSTRAINT scores_object CHECK ((jsonb_typeof(scores) = 'object'::text)),
    CONSTRAINT voided_is_a_draft CHECK (((voided_submitted_at IS NULL) OR (submitted_at IS NULL)))
)
WITH (fillfactor='70');

ALTER TABLE public.review ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.review_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.session (
    id_hash bytea NOT NULL,
    person_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    mailed boolean DEFAULT false NOT NULL,
    by_link boolean DEFAULT false NOT NULL,
    passkey boolean DEFAULT false NOT NULL,
    proved_at timestamp with time zone
);

CREATE TABLE public.sign_on (
    issuer text NOT NULL,
    subject text NOT NULL,
    person_id bigint NOT NULL,
    joined_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT sign_on_issuer_check CHECK ((public.plain_text(issuer, 2000) AND (issuer <> ''::text))),
    CONSTRAINT sign_on_subject_check CHECK ((public.plain_text(subject, 255) AND (subject <> ''::text)))
);

CREATE TABLE public.sign_on_attempt (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    next_path text DEFAULT ''::text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_on_attempt_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
    CONSTRAINT sign_on_attempt_next_path_check CHECK (((next_path = ''::text) OR (next_path ~ '^/([^/\\]|$)'::text))),
    CONSTRAINT sign_on_attempt_state_hash_check CHECK ((octet_length(state_hash) = 32))
);

CREATE UNLOGGED TABLE public.sign_on_question (
    id bigint NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    question jsonb,
    answer jsonb,
    CONSTRAINT sign_on_question_check CHECK (((question IS NULL) OR (answer IS NULL)))
);

ALTER TABLE public.sign_on_question ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sign_on_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sign_up (
    id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    token_hash bytea NOT NULL,
    next_path text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    browser_hash bytea,
    CONSTRAINT sign_up_email CHECK ((public.plain_text(email, 254) AND (email ~~ '_%@_%'::text))),
    CONSTRAINT sign_up_name_length CHECK (public.plain_text(name, 120)),
    CONSTRAINT sign_up_next_path_check CHECK (((next_path = ''::text) OR (next_path ~ '^/([^/\\]|$)'::text)))
);

ALTER TABLE public.sign_up ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sign_up_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.signing_key (
    kid text NOT NULL,
    x text NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT signing_key_check CHECK (((status = 'current'::text) = (retired_at IS NULL))),
    CONSTRAINT signing_key_status_check CHECK ((status = ANY (ARRAY['current'::text, 'retired'::text, 'revoked'::text]))),
    CONSTRAINT signing_key_x_check CHECK ((x ~ '^[A-Za-z0-9_-]{43}$'::text))
);

CREATE TABLE public.team (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    external_id text,
    name text NOT NULL,
    join_code_hash bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT team_external_id_length CHECK ((public.plain_text(external_id, 120) AND (external_id <> ''::text))),
    CONSTRAINT team_name_length CHECK ((public.plain_text(name, 120) AND (btrim(name) <> ''::text)))
);

ALTER TABLE public.team ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.team_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.told_apart (
    event_id bigint NOT NULL,
    low_id bigint NOT NULL,
    high_id bigint NOT NULL,
    decided_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    texts_hash bytea NOT NULL,
    CONSTRAINT told_apart_check CHECK ((low_id < high_id)),
    CONSTRAINT told_apart_texts_hash_check CHECK ((octet_length(texts_hash) = 32))
);

CREATE TABLE public.track (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    name text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    CONSTRAINT track_name_length CHECK ((public.plain_text(name, 120) AND (btrim(name) <> ''::text)))
);

ALTER TABLE public.track ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.track_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.visit_mark (
    assignment_id bigint NOT NULL,
    event_id bigint NOT NULL,
    kind text NOT NULL,
    marked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT visit_kind_known CHECK ((kind = ANY (ARRAY['absent'::text, 'busy'::text, 'cannot_demo'::text])))
);

CREATE TABLE public.voting_code (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone
);

ALTER TABLE public.voting_code ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.voting_code_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook (
    id bigint NOT NULL,
    event_id bigint NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    old_secret text,
    old_secret_until timestamp with time zone,
    actions text[],
    enabled boolean DEFAULT true NOT NULL,
    disabled_at timestamp with time zone,
    disabled_reason text,
    created_by bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_success_at timestamp with time zone,
    failing_since timestamp with time zone,
    lease_token uuid,
    leased_until timestamp with time zone,
    chain text NOT NULL,
    cursor bigint NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    format text DEFAULT 'standard'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT webhook_format_known CHECK ((format = ANY (ARRAY['standard'::text, 'slack'::text, 'discord'::text]))),
    CONSTRAINT webhook_url_shape CHECK ((public.plain_text(url, 500) AND (url ~* '^https?://[^\s]+$'::text)))
);

CREATE TABLE public.webhook_attempt (
    webhook_id bigint NOT NULL,
    id bigint NOT NULL,
    seq bigint NOT NULL,
    number integer NOT NULL,
    action text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    error text,
    answer text,
    CONSTRAINT attempt_error_known CHECK ((error = ANY (ARRAY['address'::text, 'name'::text, 'private'::text, 'connection'::text, 'tls'::text, 'timeout'::text, 'answer'::text])))
);

ALTER TABLE public.webhook_attempt ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.webhook ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook_retry (
    webhook_id bigint NOT NULL,
    seq bigint NOT NULL,
    attempts integer NOT NULL,
    step integer NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.webhook_test (
    webhook_id bigint NOT NULL,
    id bigint NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_at timestamp with time zone,
    duration_ms integer,
    status integer,
    error text,
    answer text,
    CONSTRAINT test_error_known CHECK ((error = ANY (ARRAY['address'::text, 'name'::text, 'private'::text, 'connection'::text, 'tls'::text, 'timeout'::text, 'answer'::text])))
);

ALTER TABLE public.webhook_test ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_test_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.winner_duty (
    event_id bigint NOT NULL,
    project_id bigint NOT NULL,
    number integer NOT NULL,
    shown boolean NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    settled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT duty_reason_length CHECK (public.plain_text(reason, 2000)),
    CONSTRAINT duty_reason_missing CHECK ((shown = (btrim(reason) = ''::text)))
);

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT already_assigned UNIQUE (project_id, person_id);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT already_in_a_team PRIMARY KEY (event_id, person_id);

ALTER TABLE ONLY public.review
    ADD CONSTRAINT already_reviewed UNIQUE (assignment_id);

ALTER TABLE ONLY public.ballot
    ADD CONSTRAINT already_voted UNIQUE (event_id, person_id);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT assignment_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT assignment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assignment_plan
    ADD CONSTRAINT assignment_plan_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.assignment_plan
    ADD CONSTRAINT assignment_plan_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (chain);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (chain, seq);

ALTER TABLE ONLY public.ballot
    ADD CONSTRAINT ballot_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calibration_run
    ADD CONSTRAINT calibration_run_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.calibration_run
    ADD CONSTRAINT calibration_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ceremony
    ADD CONSTRAINT ceremony_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.ceremony_step
    ADD CONSTRAINT ceremony_step_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.ballot
    ADD CONSTRAINT code_already_used UNIQUE (code_id);

ALTER TABLE ONLY public.code_look
    ADD CONSTRAINT code_look_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.confirmation
    ADD CONSTRAINT confirmation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conflict_dismissal
    ADD CONSTRAINT conflict_dismissal_pkey PRIMARY KEY (event_id, person_id, project_id);

ALTER TABLE ONLY public.conflict
    ADD CONSTRAINT conflict_pkey PRIMARY KEY (event_id, person_id, project_id);

ALTER TABLE ONLY public.content_look
    ADD CONSTRAINT content_look_pkey PRIMARY KEY (project_id, part);

ALTER TABLE ONLY public.criterion
    ADD CONSTRAINT criterion_key_taken UNIQUE (event_id, key);

ALTER TABLE ONLY public.criterion
    ADD CONSTRAINT criterion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deliberation_note
    ADD CONSTRAINT deliberation_note_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_person
    ADD CONSTRAINT event_person_pkey PRIMARY KEY (event_id, person_id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.first_three
    ADD CONSTRAINT first_three_pkey PRIMARY KEY (event_id, person_id);

ALTER TABLE ONLY public.forgotten_event
    ADD CONSTRAINT forgotten_event_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.forgotten_head
    ADD CONSTRAINT forgotten_head_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.guest_link
    ADD CONSTRAINT guest_link_code_key UNIQUE (code);

ALTER TABLE ONLY public.guest_link
    ADD CONSTRAINT guest_link_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.help_call
    ADD CONSTRAINT help_call_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (person_id, key);

ALTER TABLE ONLY public.import_column
    ADD CONSTRAINT import_column_pkey PRIMARY KEY (event_id, heading);

ALTER TABLE ONLY public.import_pass
    ADD CONSTRAINT import_pass_pkey PRIMARY KEY (xact);

ALTER TABLE ONLY public.imported_member
    ADD CONSTRAINT imported_member_pkey PRIMARY KEY (event_id, team_id, email);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_card_hash_key UNIQUE (card_hash);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.invited_assignment
    ADD CONSTRAINT invited_assignment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invited_assignment
    ADD CONSTRAINT invited_assignment_project_id_invitation_id_key UNIQUE (project_id, invitation_id);

ALTER TABLE ONLY public.judge_note
    ADD CONSTRAINT judge_note_pkey PRIMARY KEY (person_id, project_id);

ALTER TABLE ONLY public.kept_vote
    ADD CONSTRAINT kept_vote_pkey PRIMARY KEY (event_id, project_id);

ALTER TABLE ONLY public.log_origin
    ADD CONSTRAINT log_origin_pkey PRIMARY KEY (origin);

ALTER TABLE ONLY public.log_tile
    ADD CONSTRAINT log_tile_pkey PRIMARY KEY (event_id, level, place);

ALTER TABLE ONLY public.log_tree
    ADD CONSTRAINT log_tree_origin_key UNIQUE (origin);

ALTER TABLE ONLY public.log_tree
    ADD CONSTRAINT log_tree_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.log_witness
    ADD CONSTRAINT log_witness_pkey PRIMARY KEY (event_id, witness);

ALTER TABLE ONLY public.mail_outbox
    ADD CONSTRAINT mail_outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_calendar_hash_key UNIQUE (calendar_hash);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (event_id, person_id, role);

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notice_read
    ADD CONSTRAINT notice_read_pkey PRIMARY KEY (notice_id, person_id);

ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.open_data
    ADD CONSTRAINT open_data_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.open_data
    ADD CONSTRAINT open_data_taken UNIQUE (event_id);

ALTER TABLE ONLY public.passkey_account
    ADD CONSTRAINT passkey_account_handle_key UNIQUE (handle);

ALTER TABLE ONLY public.passkey_account
    ADD CONSTRAINT passkey_account_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.passkey_attempt
    ADD CONSTRAINT passkey_attempt_pkey PRIMARY KEY (secret_hash);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_taken UNIQUE (credential_id);

ALTER TABLE ONLY public.event_person
    ADD CONSTRAINT person_external_id_taken UNIQUE (event_id, external_id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person_track
    ADD CONSTRAINT person_track_pkey PRIMARY KEY (event_id, person_id, track_id);

ALTER TABLE ONLY public.picture_file
    ADD CONSTRAINT picture_file_pkey PRIMARY KEY (picture_id, width);

ALTER TABLE ONLY public.project_picture
    ADD CONSTRAINT picture_position_taken UNIQUE (project_id, "position") DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.prize
    ADD CONSTRAINT prize_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.prize
    ADD CONSTRAINT prize_name_taken UNIQUE (event_id, name);

ALTER TABLE ONLY public.prize_panellist
    ADD CONSTRAINT prize_panellist_pkey PRIMARY KEY (prize_id, person_id);

ALTER TABLE ONLY public.prize
    ADD CONSTRAINT prize_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.prize_winner
    ADD CONSTRAINT prize_winner_pkey PRIMARY KEY (prize_id, project_id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_external_id_taken UNIQUE (event_id, external_id);

ALTER TABLE ONLY public.project_fingerprint
    ADD CONSTRAINT project_fingerprint_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_import
    ADD CONSTRAINT project_import_event_id_person_id_sha256_key UNIQUE (event_id, person_id, sha256);

ALTER TABLE ONLY public.project_import
    ADD CONSTRAINT project_import_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_import_row
    ADD CONSTRAINT project_import_row_pkey PRIMARY KEY (import_id, "position");

ALTER TABLE ONLY public.project_look
    ADD CONSTRAINT project_look_pkey PRIMARY KEY (event_id, project_id);

ALTER TABLE ONLY public.project_need
    ADD CONSTRAINT project_need_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_picture
    ADD CONSTRAINT project_picture_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_place
    ADD CONSTRAINT project_place_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_prize
    ADD CONSTRAINT project_prize_pkey PRIMARY KEY (project_id, prize_id);

ALTER TABLE ONLY public.proposal
    ADD CONSTRAINT proposal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_number_taken UNIQUE (event_id, number);

ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.published_place
    ADD CONSTRAINT published_place_pkey PRIMARY KEY (publication_id, project_id);

ALTER TABLE ONLY public.rate_count
    ADD CONSTRAINT rate_count_pkey PRIMARY KEY (limit_name, subject, window_start);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (person_id, code_hash);

ALTER TABLE ONLY public.results_question
    ADD CONSTRAINT results_question_number UNIQUE (event_id, number);

ALTER TABLE ONLY public.results_question
    ADD CONSTRAINT results_question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calibration_run
    ADD CONSTRAINT run_taken UNIQUE (event_id, run);

ALTER TABLE ONLY public.session_link
    ADD CONSTRAINT session_link_pkey PRIMARY KEY (id_hash, event_id, role);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.sign_on_attempt
    ADD CONSTRAINT sign_on_attempt_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.sign_on
    ADD CONSTRAINT sign_on_person_id_issuer_key UNIQUE (person_id, issuer);

ALTER TABLE ONLY public.sign_on
    ADD CONSTRAINT sign_on_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.sign_on_question
    ADD CONSTRAINT sign_on_question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_up
    ADD CONSTRAINT sign_up_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_up
    ADD CONSTRAINT sign_up_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_x_key UNIQUE (x);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT slug_taken UNIQUE (slug);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.team_extension
    ADD CONSTRAINT team_extension_pkey PRIMARY KEY (team_id);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_external_id_taken UNIQUE (event_id, external_id);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_join_code_hash_key UNIQUE (join_code_hash);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.token_link
    ADD CONSTRAINT token_link_pkey PRIMARY KEY (id_hash, event_id, role);

ALTER TABLE ONLY public.told_apart
    ADD CONSTRAINT told_apart_pkey PRIMARY KEY (low_id, high_id);

ALTER TABLE ONLY public.track
    ADD CONSTRAINT track_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.track
    ADD CONSTRAINT track_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.visit_mark
    ADD CONSTRAINT visit_mark_pkey PRIMARY KEY (assignment_id);

ALTER TABLE ONLY public.voting_code
    ADD CONSTRAINT voting_code_event_id_code_hash_key UNIQUE (event_id, code_hash);

ALTER TABLE ONLY public.voting_code
    ADD CONSTRAINT voting_code_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.voting_code
    ADD CONSTRAINT voting_code_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (webhook_id, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_event_id_id_key UNIQUE (event_id, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_retry
    ADD CONSTRAINT webhook_retry_pkey PRIMARY KEY (webhook_id, seq);

ALTER TABLE ONLY public.webhook_test
    ADD CONSTRAINT webhook_test_pkey PRIMARY KEY (webhook_id, id);

ALTER TABLE ONLY public.winner_duty
    ADD CONSTRAINT winner_duty_pkey PRIMARY KEY (project_id, number);

CREATE UNIQUE INDEX already_invited ON public.invitation USING btree (event_id, lower((email COLLATE "C")), role) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL) AND (declined_at IS NULL) AND (role <> 'panellist'::text));

CREATE INDEX api_token_person ON public.api_token USING btree (person_id);

CREATE INDEX assignment_event_judge ON public.assignment USING btree (event_id, person_id);

CREATE INDEX assignment_event_project ON public.assignment USING btree (event_id, project_id);

CREATE INDEX assignment_judge ON public.assignment USING btree (person_id, id);

CREATE INDEX assignment_of_plan ON public.assignment USING btree (plan_id) WHERE (plan_id IS NOT NULL);

CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor);

CREATE INDEX audit_log_kinds ON public.audit_log USING btree (chain, action, object_type);

CREATE INDEX audit_log_pulled ON public.audit_log USING btree (chain, seq) WHERE (action = 'assignment.pulled'::text);

CREATE INDEX ballot_person ON public.ballot USING btree (person_id);

CREATE INDEX code_look_event ON public.code_look USING btree (event_id);

CREATE INDEX comment_event ON public.comment USING btree (event_id, id);

CREATE INDEX comment_person ON public.comment USING btree (person_id);

CREATE INDEX comment_project ON public.comment USING btree (project_id, id);

CREATE INDEX confirmation_asked_by ON public.confirmation USING btree (asked_by);

CREATE INDEX confirmation_decided_by ON public.confirmation USING btree (decided_by);

CREATE INDEX confirmation_event ON public.confirmation USING btree (event_id, id);

CREATE UNIQUE INDEX confirmation_waits ON public.confirmation USING btree (event_id) WHERE (outcome IS NULL);

CREATE INDEX conflict_dismissal_project ON public.conflict_dismissal USING btree (event_id, project_id);

CREATE INDEX conflict_project ON public.conflict USING btree (event_id, project_id);

CREATE INDEX content_look_event ON public.content_look USING btree (event_id);

CREATE INDEX deliberation_note_author ON public.deliberation_note USING btree (written_by);

CREATE INDEX deliberation_note_prize ON public.deliberation_note USING btree (prize_id, id);

CREATE INDEX deliberation_note_project ON public.deliberation_note USING btree (project_id);

CREATE UNIQUE INDEX email_taken ON public.person USING btree (lower((email COLLATE "C")));

CREATE INDEX event_evidence ON public.event USING btree (id) WHERE evidence;

CREATE INDEX event_finals ON public.event USING btree (finals_of) WHERE (finals_of IS NOT NULL);

CREATE INDEX event_latest_deadline ON public.event USING btree (submissions_close DESC, slug);

CREATE INDEX event_person_person ON public.event_person USING btree (person_id);

CREATE UNIQUE INDEX evidence_answer_once ON public.evidence USING btree (project_id) WHERE ((fact ->> 'kind'::text) = 'answer'::text);

CREATE INDEX evidence_event ON public.evidence USING btree (event_id, id);

CREATE INDEX evidence_found_by ON public.evidence USING btree (found_by) WHERE (found_by IS NOT NULL);

CREATE INDEX evidence_project ON public.evidence USING btree (project_id);

CREATE INDEX guest_asked ON public.guest USING btree (asked_at) WHERE (invitation_id IS NULL);

CREATE INDEX guest_invitation ON public.guest USING btree (invitation_id) WHERE (invitation_id IS NOT NULL);

CREATE UNIQUE INDEX guest_number_taken ON public.guest USING btree (event_id, number) WHERE (decided_at IS NULL);

CREATE INDEX help_call_person ON public.help_call USING btree (event_id, person_id);

CREATE INDEX help_call_project ON public.help_call USING btree (event_id, project_id) WHERE (project_id IS NOT NULL);

CREATE INDEX help_call_taken_by ON public.help_call USING btree (taken_by) WHERE (taken_by IS NOT NULL);

CREATE UNIQUE INDEX help_call_waits ON public.help_call USING btree (event_id, person_id) WHERE (ended_at IS NULL);

CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created_at);

CREATE INDEX imported_member_email ON public.imported_member USING btree (event_id, email);

CREATE INDEX invitation_accepted_by ON public.invitation USING btree (accepted_by) WHERE (accepted_by IS NOT NULL);

CREATE INDEX invitation_created_person ON public.invitation USING btree (created_person_id) WHERE (created_person_id IS NOT NULL);

CREATE INDEX invitation_email_of ON public.invitation USING btree (lower((email COLLATE "C")));

CREATE INDEX invitation_listed ON public.invitation USING btree (event_id, id);

CREATE INDEX invitation_prize ON public.invitation USING btree (prize_id) WHERE (prize_id IS NOT NULL);

CREATE INDEX invited_assignment_event ON public.invited_assignment USING btree (event_id);

CREATE INDEX invited_assignment_invitation ON public.invited_assignment USING btree (invitation_id);

CREATE INDEX invited_assignment_of_plan ON public.invited_assignment USING btree (plan_id) WHERE (plan_id IS NOT NULL);

CREATE INDEX judge_note_event ON public.judge_note USING btree (event_id);

CREATE INDEX log_origin_event ON public.log_origin USING btree (event_id);

CREATE INDEX mail_address ON public.mail_outbox USING btree (lower((to_address COLLATE "C")));

CREATE INDEX mail_due ON public.mail_outbox USING btree (((kind <> ALL (ARRAY['confirm'::text, 'sign_in'::text]))), due_at, id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE INDEX mail_event ON public.mail_outbox USING btree (event_id, id);

CREATE INDEX mail_invitation ON public.mail_outbox USING btree (invitation_id, id) WHERE (invitation_id IS NOT NULL);

CREATE INDEX mail_link ON public.mail_outbox USING btree (link_hash) WHERE ((link_hash IS NOT NULL) AND (link_ended_at IS NULL));

CREATE INDEX mail_newest ON public.mail_outbox USING btree (id DESC) WHERE (event_id IS NULL);

CREATE INDEX membership_person ON public.membership USING btree (person_id, role);

CREATE INDEX notice_author ON public.notice USING btree (author_id);

CREATE INDEX notice_event ON public.notice USING btree (event_id, id);

CREATE INDEX notice_person ON public.notice USING btree (event_id, person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX notice_read_person ON public.notice_read USING btree (person_id);

CREATE INDEX notice_team ON public.notice USING btree (event_id, team_id) WHERE (team_id IS NOT NULL);

CREATE UNIQUE INDEX one_current_key ON public.signing_key USING btree (status) WHERE (status = 'current'::text);

CREATE INDEX one_time_link_person ON public.one_time_link USING btree (person_id);

CREATE UNIQUE INDEX panel_invited ON public.invitation USING btree (prize_id, lower((email COLLATE "C"))) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL) AND (declined_at IS NULL));

CREATE INDEX passkey_attempt_expires ON public.passkey_attempt USING btree (expires_at);

CREATE INDEX passkey_attempt_person ON public.passkey_attempt USING btree (person_id);

CREATE INDEX passkey_person ON public.passkey USING btree (person_id, id);

CREATE INDEX person_track_track ON public.person_track USING btree (event_id, track_id);

CREATE INDEX picture_file_found ON public.picture_file USING btree (digest);

CREATE UNIQUE INDEX place_taken ON public.project_place USING btree (event_id, public.name_key(room), public.name_key(place)) WHERE (place <> ''::text);

CREATE INDEX prize_panellist_event ON public.prize_panellist USING btree (event_id, person_id);

CREATE INDEX prize_panellist_person ON public.prize_panellist USING btree (person_id);

CREATE INDEX prize_winner_project ON public.prize_winner USING btree (project_id);

CREATE INDEX project_by_submission ON public.project USING btree (event_id, submitted_at DESC, id DESC);

CREATE INDEX project_by_title ON public.project USING btree (event_id, lower(title), id);

CREATE INDEX project_duplicate ON public.project USING btree (event_id, duplicate_of) WHERE (duplicate_of IS NOT NULL);

CREATE INDEX project_flag_waits ON public.project USING btree (flag_waits) WHERE (flag_waits IS NOT NULL);

CREATE INDEX project_import_created ON public.project_import USING btree (created_at);

CREATE INDEX project_listed ON public.project USING btree (event_id, id) WHERE (status = 'submitted'::text);

CREATE INDEX project_picture_event ON public.project_picture USING btree (event_id);

CREATE INDEX project_prize_prize ON public.project_prize USING btree (prize_id);

CREATE INDEX project_team ON public.project USING btree (event_id, team_id);

CREATE INDEX project_titles ON public.project USING btree (event_id, id) INCLUDE (title);

CREATE INDEX project_track ON public.project USING btree (event_id, track_id);

CREATE INDEX proposal_event ON public.proposal USING btree (event_id);

CREATE INDEX proposal_expires ON public.proposal USING btree (expires_at);

CREATE INDEX proposal_person ON public.proposal USING btree (person_id, id);

CREATE INDEX publication_newest ON public.publication USING btree (event_id, id DESC);

CREATE INDEX rate_count_window ON public.rate_count USING btree (window_start);

CREATE INDEX results_question_asker ON public.results_question USING btree (asker_id) WHERE (asker_id IS NOT NULL);

CREATE INDEX results_question_owner ON public.results_question USING btree (owner_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX results_question_project ON public.results_question USING btree (event_id, project_id) WHERE (project_id IS NOT NULL);

CREATE INDEX review_event ON public.review USING btree (event_id, assignment_id);

CREATE INDEX review_submitted ON public.review USING btree (event_id, submitted_hour) WHERE (submitted_hour IS NOT NULL);

CREATE INDEX session_link_event ON public.session_link USING btree (event_id);

CREATE INDEX session_link_made_by ON public.session_link USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX session_person ON public.session USING btree (person_id);

CREATE INDEX session_seen ON public.session USING btree (seen_at);

CREATE INDEX sign_on_attempt_expires ON public.sign_on_attempt USING btree (expires_at);

CREATE INDEX sign_up_email_of ON public.sign_up USING btree (lower((email COLLATE "C")));

CREATE INDEX sign_up_expires ON public.sign_up USING btree (expires_at);

CREATE INDEX team_extension_event ON public.team_extension USING btree (event_id);

CREATE INDEX team_member_person ON public.team_member USING btree (person_id);

CREATE INDEX team_member_team ON public.team_member USING btree (event_id, team_id);

CREATE UNIQUE INDEX team_name_taken ON public.team USING btree (event_id, public.name_key(name));

CREATE INDEX token_link_event ON public.token_link USING btree (event_id);

CREATE INDEX token_link_made_by ON public.token_link USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE INDEX told_apart_event ON public.told_apart USING btree (event_id);

CREATE INDEX told_apart_high ON public.told_apart USING btree (high_id);

CREATE UNIQUE INDEX track_name_taken ON public.track USING btree (event_id, lower(name));

CREATE INDEX visit_mark_event ON public.visit_mark USING btree (event_id);

CREATE INDEX webhook_attempt_message ON public.webhook_attempt USING btree (webhook_id, seq, number);

CREATE INDEX webhook_attempt_old ON public.webhook_attempt USING btree (started_at);

CREATE INDEX webhook_event ON public.webhook USING btree (event_id);

CREATE INDEX webhook_retry_due ON public.webhook_retry USING btree (webhook_id, due_at, seq);

CREATE INDEX webhook_test_waiting ON public.webhook_test USING btree (webhook_id, id) WHERE (started_at IS NULL);

CREATE INDEX winner_duty_event ON public.winner_duty USING btree (event_id);

CREATE TRIGGER a_free_organizer_stays BEFORE INSERT OR UPDATE ON public.imported_member FOR EACH ROW WHEN ((new.lifted_reason IS NULL)) EXECUTE FUNCTION public.a_free_organizer_stays();

CREATE TRIGGER a_free_organizer_stays BEFORE INSERT OR UPDATE OF email, team_id, withdrawn_at ON public.invitation FOR EACH ROW WHEN (((new.team_id IS NOT NULL) AND (new.withdrawn_at IS NULL))) EXECUTE FUNCTION public.a_free_organizer_stays();

CREATE TRIGGER a_free_organizer_stays BEFORE INSERT ON public.membership FOR EACH ROW WHEN ((new.role <> 'organizer'::text)) EXECUTE FUNCTION public.a_free_organizer_stays();

CREATE TRIGGER a_free_organizer_stays BEFORE INSERT ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.a_free_organizer_stays();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.assignment FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.ballot FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.calibration_run FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.comment FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT ON public.confirmation FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.conflict FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.conflict_dismissal FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.criterion FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.deliberation_note FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE UPDATE ON public.event FOR EACH ROW WHEN ((old.forgotten_at IS NOT NULL)) EXECUTE FUNCTION public.forgotten_settings_stay();

CREATE TRIGGER a_not_forgotten BEFORE INSERT ON public.evidence FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.first_three FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.guest FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.guest_link FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.help_call FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.import_column FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.invitation FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.invited_assignment FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.judge_note FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.mail_outbox FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.membership FOR EACH ROW WHEN ((new.role <> 'organizer'::text)) EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.notice FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.open_data FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.person_track FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.prize FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.prize_panellist FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.prize_winner FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project_import FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project_look FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project_need FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project_picture FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project_place FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.project_prize FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT ON public.proposal FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.publication FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.results_question FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.session_link FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.team FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.team_extension FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.token_link FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.told_apart FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.track FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.visit_mark FOR EACH ROW EXECUTE FUNCTION public.not_forgotten();

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.voting_code FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_not_forgotten BEFORE INSERT OR UPDATE ON public.winner_duty FOR EACH ROW EXECUTE FUNCTION public.not_forgotten('waits');

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.assignment FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.ballot FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.calibration_run FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.comment FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.criterion FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.first_three FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.invited_assignment FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.membership FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.picture_file FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.project FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.project_need FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.project_picture FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.project_prize FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.publication FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.results_question FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.review FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.team FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.team_member FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_read_committed BEFORE INSERT OR DELETE OR UPDATE ON public.visit_mark FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> ALL (ARRAY['read committed'::text, 'read uncommitted'::text]))) EXECUTE FUNCTION public.refuse_snapshot();

CREATE TRIGGER a_second_organizer BEFORE UPDATE OF forgotten_at, forget_on, second_organizer ON public.event FOR EACH ROW EXECUTE FUNCTION public.event_is_confirmed();

CREATE TRIGGER a_second_organizer BEFORE INSERT OR UPDATE ON public.membership FOR EACH ROW EXECUTE FUNCTION public.who_confirms();

CREATE TRIGGER a_second_organizer BEFORE INSERT ON public.open_data FOR EACH ROW EXECUTE FUNCTION public.act_is_confirmed('open_data');

CREATE TRIGGER a_second_organizer BEFORE INSERT OR DELETE OR UPDATE ON public.prize_winner FOR EACH ROW EXECUTE FUNCTION public.winner_is_confirmed();

CREATE TRIGGER a_second_organizer BEFORE INSERT ON public.publication FOR EACH ROW EXECUTE FUNCTION public.act_is_confirmed('publish', 'make_final', 'award');

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.assignment FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.ballot FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.ceremony FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.ceremony_step FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.code_look FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.comment FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.confirmation FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.conflict FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.content_look FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.criterion FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.deliberation_note FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.event_person FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.evidence FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.first_three FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.guest FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.guest_link FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.help_call FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.import_column FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.invitation FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.invited_assignment FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.judge_note FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.membership FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.notice FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.person_track FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.prize FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.prize_panellist FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.prize_winner FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project_import FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project_look FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project_need FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project_picture FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project_place FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.project_prize FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.proposal FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.results_question FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.review FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.team FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.team_extension FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.told_apart FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.track FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.visit_mark FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.voting_code FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER a_stay_in_event BEFORE UPDATE OF event_id ON public.winner_duty FOR EACH ROW EXECUTE FUNCTION public.stay_in_event();

CREATE TRIGGER all_organizers_confirm AFTER UPDATE OF second_organizer ON public.event FOR EACH ROW WHEN ((old.second_organizer AND (NOT new.second_organizer))) EXECUTE FUNCTION public.all_organizers_confirm();

CREATE TRIGGER answers_are_forgotten AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.answers_are_forgotten();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

ALTER TABLE public.audit_log ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.calibration_run FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

ALTER TABLE public.calibration_run ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.forgotten_head FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

ALTER TABLE public.forgotten_head ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.log_origin FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.log_tile FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.log_tree FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.open_data FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.publication FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

ALTER TABLE public.publication ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.published_place FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

ALTER TABLE public.published_place ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.results_question FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

CREATE TRIGGER assignment_before BEFORE INSERT OR UPDATE ON public.assignment FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.assignment_before();

CREATE TRIGGER assignment_before_delete BEFORE DELETE ON public.assignment FOR EACH ROW EXECUTE FUNCTION public.assignment_before_delete();

CREATE CONSTRAINT TRIGGER assignment_done_at_commit AFTER INSERT ON public.assignment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'done'::text)) EXECUTE FUNCTION public.assignment_done_at_commit();

CREATE CONSTRAINT TRIGGER assignment_move_at_commit AFTER UPDATE ON public.assignment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status <> 'recused'::text) AND (old.status <> 'recused'::text) AND (CURRENT_USER <> 'evenhand_writer'::name))) EXECUTE FUNCTION public.assignment_done_at_commit();

CREATE TRIGGER assignment_recused AFTER UPDATE OF status ON public.assignment FOR EACH ROW WHEN (((new.status = 'recused'::text) AND (old.status <> 'recused'::text))) EXECUTE FUNCTION public.assignment_recused();

CREATE TRIGGER assignment_restored AFTER UPDATE OF status ON public.assignment FOR EACH ROW WHEN (((old.voided_at IS NOT NULL) AND (new.voided_at IS NULL))) EXECUTE FUNCTION public.assignment_restored();

CREATE TRIGGER audit_log_chain BEFORE INSERT ON public.audit_log FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.audit_log_chain();

ALTER TABLE public.audit_log ENABLE ALWAYS TRIGGER audit_log_chain;

CREATE CONSTRAINT TRIGGER ballot_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.ballot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.ballot_at_commit();

CREATE CONSTRAINT TRIGGER ballot_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE TRIGGER ballot_before BEFORE INSERT OR DELETE OR UPDATE ON public.ballot FOR EACH ROW EXECUTE FUNCTION public.ballot_before();

CREATE TRIGGER ballot_choices BEFORE INSERT OR UPDATE OF choices ON public.ballot FOR EACH ROW EXECUTE FUNCTION public.ballot_choices();

CREATE TRIGGER blind_before BEFORE UPDATE OF blind ON public.event FOR EACH ROW WHEN ((old.blind IS DISTINCT FROM new.blind)) EXECUTE FUNCTION public.review_rule_before();

CREATE TRIGGER calibration_run_before BEFORE INSERT ON public.calibration_run FOR EACH ROW EXECUTE FUNCTION public.calibration_run_before();

CREATE TRIGGER comment_before BEFORE INSERT OR UPDATE ON public.comment FOR EACH ROW EXECUTE FUNCTION public.comment_before();

CREATE TRIGGER confirmation_before BEFORE INSERT OR UPDATE ON public.confirmation FOR EACH ROW EXECUTE FUNCTION public.confirmation_before();

CREATE TRIGGER conflict_sets_aside AFTER INSERT OR UPDATE OF person_id, project_id ON public.conflict FOR EACH ROW EXECUTE FUNCTION public.conflict_sets_aside();

CREATE TRIGGER content_changed AFTER UPDATE OF title, tagline, summary, description, repo_url, demo_url, video_url, tags, answers ON public.project FOR EACH ROW WHEN ((((((((((old.title IS DISTINCT FROM new.title) OR (old.tagline IS DISTINCT FROM new.tagline)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.description IS DISTINCT FROM new.description)) OR (old.repo_url IS DISTINCT FROM new.repo_url)) OR (old.demo_url IS DISTINCT FROM new.demo_url)) OR (old.video_url IS DISTINCT FROM new.video_url)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.answers IS DISTINCT FROM new.answers))) EXECUTE FUNCTION public.content_changed();

CREATE TRIGGER criterion_before BEFORE INSERT OR DELETE OR UPDATE ON public.criterion FOR EACH ROW EXECUTE FUNCTION public.criterion_before();

CREATE CONSTRAINT TRIGGER done_means_submitted AFTER INSERT OR UPDATE ON public.assignment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.done_means_submitted();

CREATE CONSTRAINT TRIGGER done_means_submitted AFTER INSERT OR DELETE OR UPDATE ON public.review DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.done_means_submitted();

CREATE TRIGGER duties_are_forgotten AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN ((new.forgotten_at IS DISTINCT FROM old.forgotten_at)) EXECUTE FUNCTION public.duties_are_forgotten();

CREATE TRIGGER event_before BEFORE INSERT OR UPDATE ON public.event FOR EACH ROW EXECUTE FUNCTION public.event_before();

CREATE TRIGGER event_reopened BEFORE UPDATE ON public.event FOR EACH ROW EXECUTE FUNCTION public.event_reopened();

CREATE TRIGGER event_stays_open BEFORE UPDATE OF draft ON public.event FOR EACH ROW WHEN ((new.draft AND (NOT old.draft))) EXECUTE FUNCTION public.event_stays_open();

CREATE TRIGGER event_version_before BEFORE UPDATE OF version ON public.event FOR EACH ROW WHEN ((new.version > old.version)) EXECUTE FUNCTION public.event_version_before();

CREATE TRIGGER evidence_before BEFORE INSERT ON public.evidence FOR EACH ROW EXECUTE FUNCTION public.evidence_before();

CREATE TRIGGER evidence_by_people BEFORE INSERT ON public.evidence FOR EACH ROW EXECUTE FUNCTION public.evidence_by_people();

CREATE TRIGGER evidence_stays BEFORE DELETE OR UPDATE ON public.evidence FOR EACH ROW EXECUTE FUNCTION public.evidence_stays();

CREATE TRIGGER extension_before BEFORE INSERT OR UPDATE ON public.team_extension FOR EACH ROW EXECUTE FUNCTION public.extension_before();

CREATE TRIGGER fingerprint_is_stale AFTER UPDATE OF title, tagline, summary, description, repo_url ON public.project FOR EACH ROW WHEN ((((((old.title IS DISTINCT FROM new.title) OR (old.tagline IS DISTINCT FROM new.tagline)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.description IS DISTINCT FROM new.description)) OR (old.repo_url IS DISTINCT FROM new.repo_url))) EXECUTE FUNCTION public.fingerprint_is_stale();

CREATE CONSTRAINT TRIGGER first_three_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER first_three_at_commit AFTER INSERT OR UPDATE OF choices ON public.first_three DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.first_three_at_commit();

CREATE TRIGGER first_three_before BEFORE INSERT OR UPDATE OF choices ON public.first_three FOR EACH ROW EXECUTE FUNCTION public.first_three_before();

CREATE TRIGGER forget_calls AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.forget_calls();

CREATE TRIGGER forget_confirmations AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.forget_confirmations();

CREATE TRIGGER forget_evidence AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.forget_evidence();

CREATE TRIGGER forget_proposals AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.forget_proposals();

CREATE TRIGGER forget_questions AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.forget_questions();

CREATE TRIGGER forget_token_links AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN (((old.forgotten_at IS NULL) AND (new.forgotten_at IS NOT NULL))) EXECUTE FUNCTION public.forget_token_links();

CREATE TRIGGER forgetting_only BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.forgetting_only();

ALTER TABLE public.audit_log ENABLE ALWAYS TRIGGER forgetting_only;

CREATE TRIGGER forgetting_only BEFORE UPDATE ON public.calibration_run FOR EACH ROW EXECUTE FUNCTION public.forgetting_only();

ALTER TABLE public.calibration_run ENABLE ALWAYS TRIGGER forgetting_only;

CREATE CONSTRAINT TRIGGER forgotten_is_logged AFTER INSERT ON public.forgotten_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.forgotten_is_logged();

CREATE TRIGGER form_questions_before BEFORE UPDATE OF form_questions ON public.event FOR EACH ROW WHEN (((old.form_questions IS DISTINCT FROM new.form_questions) AND (jsonb_typeof(new.form_questions) = 'array'::text))) EXECUTE FUNCTION public.form_questions_before();

CREATE CONSTRAINT TRIGGER import_logged AFTER DELETE ON public.import_pass DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.import_logged();

CREATE TRIGGER invited_assignment_before BEFORE INSERT OR UPDATE ON public.invited_assignment FOR EACH ROW EXECUTE FUNCTION public.invited_assignment_before();

CREATE TRIGGER invited_assignment_ends AFTER UPDATE OF accepted_at, declined_at, withdrawn_at ON public.invitation FOR EACH ROW WHEN ((num_nonnulls(new.accepted_at, new.declined_at, new.withdrawn_at) > 0)) EXECUTE FUNCTION public.invited_assignment_ends();

CREATE TRIGGER invited_organizer_stays AFTER UPDATE OF email, accepted_at, declined_at ON public.invitation FOR EACH ROW WHEN (((new.team_id IS NOT NULL) AND (num_nonnulls(new.accepted_at, new.declined_at) > 0))) EXECUTE FUNCTION public.invited_organizer_stays();

CREATE TRIGGER last_free_organizer_stays BEFORE DELETE ON public.membership FOR EACH ROW WHEN ((old.role = 'organizer'::text)) EXECUTE FUNCTION public.last_free_organizer_stays();

CREATE TRIGGER listed_comes AFTER INSERT ON public.membership FOR EACH ROW WHEN ((new.role = 'judge'::text)) EXECUTE FUNCTION public.listed_comes();

CREATE TRIGGER listed_comes AFTER INSERT OR UPDATE OF team_id ON public.project FOR EACH ROW EXECUTE FUNCTION public.listed_comes();

CREATE TRIGGER log_name_is_kept BEFORE UPDATE ON public.log_tree FOR EACH ROW WHEN (((new.origin IS DISTINCT FROM old.origin) OR (new.key IS DISTINCT FROM old.key))) EXECUTE FUNCTION public.log_name_is_kept();

CREATE TRIGGER log_only_grows BEFORE UPDATE ON public.log_tile FOR EACH ROW WHEN (((((new.event_id IS DISTINCT FROM old.event_id) OR (new.level IS DISTINCT FROM old.level)) OR (new.place IS DISTINCT FROM old.place)) OR (substr(new.hashes, 1, octet_length(old.hashes)) <> old.hashes))) EXECUTE FUNCTION public.log_only_grows();

CREATE TRIGGER log_only_grows BEFORE UPDATE ON public.log_tree FOR EACH ROW WHEN ((((new.event_id IS DISTINCT FROM old.event_id) OR (new.secret IS DISTINCT FROM old.secret)) OR (new.size < old.size) OR ((new.size = old.size) AND (new.root <> old.root)))) EXECUTE FUNCTION public.log_only_grows();

CREATE CONSTRAINT TRIGGER member_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER member_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.team_member DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.member_at_commit();

CREATE TRIGGER membership_before BEFORE DELETE OR UPDATE ON public.membership FOR EACH ROW EXECUTE FUNCTION public.membership_before();

CREATE TRIGGER named_organizer_stays AFTER INSERT ON public.membership FOR EACH ROW WHEN ((new.role = 'organizer'::text)) EXECUTE FUNCTION public.named_organizer_stays();

CREATE TRIGGER named_organizer_stays AFTER INSERT OR UPDATE OF is_staff ON public.person FOR EACH ROW WHEN (new.is_staff) EXECUTE FUNCTION public.named_organizer_stays();

CREATE TRIGGER open_data_before BEFORE INSERT ON public.open_data FOR EACH ROW EXECUTE FUNCTION public.open_data_before();

CREATE TRIGGER own_panel_after AFTER UPDATE OF eligibility, track_id ON public.prize FOR EACH ROW WHEN (((old.eligibility IS DISTINCT FROM new.eligibility) OR (old.track_id IS DISTINCT FROM new.track_id))) EXECUTE FUNCTION public.own_panel_after();

CREATE TRIGGER own_panel_after AFTER INSERT OR UPDATE OF person_id, prize_id ON public.prize_panellist FOR EACH ROW EXECUTE FUNCTION public.own_panel_after();

CREATE TRIGGER own_panel_after AFTER INSERT ON public.project FOR EACH ROW EXECUTE FUNCTION public.own_panel_after();

CREATE TRIGGER own_panel_after AFTER INSERT ON public.project_prize FOR EACH ROW EXECUTE FUNCTION public.own_panel_after();

CREATE TRIGGER own_panel_after AFTER INSERT OR UPDATE OF team_id ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.own_panel_after();

CREATE TRIGGER own_panel_after_move AFTER UPDATE OF team_id, track_id ON public.project FOR EACH ROW WHEN (((old.team_id IS DISTINCT FROM new.team_id) OR (old.track_id IS DISTINCT FROM new.track_id))) EXECUTE FUNCTION public.own_panel_after();

CREATE TRIGGER own_panel_invited BEFORE INSERT ON public.invitation FOR EACH ROW WHEN ((new.prize_id IS NOT NULL)) EXECUTE FUNCTION public.own_panel_invited();

CREATE TRIGGER panel_before BEFORE INSERT OR UPDATE OF choices ON public.prize_panellist FOR EACH ROW EXECUTE FUNCTION public.panel_before();

CREATE TRIGGER part_begins AFTER INSERT ON public.membership FOR EACH ROW WHEN ((new.role = 'judge'::text)) EXECUTE FUNCTION public.part_begins();

CREATE TRIGGER part_begins AFTER INSERT OR UPDATE OF person_id, team_id ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.part_begins();

CREATE TRIGGER part_stays BEFORE DELETE OR UPDATE ON public.event_person FOR EACH ROW EXECUTE FUNCTION public.part_stays();

CREATE TRIGGER person_renamed AFTER UPDATE OF name ON public.person FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION public.person_renamed();

CREATE CONSTRAINT TRIGGER picture_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER picture_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.project_picture DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.picture_at_commit();

CREATE TRIGGER picture_before BEFORE INSERT OR DELETE OR UPDATE ON public.project_picture FOR EACH ROW EXECUTE FUNCTION public.picture_before();

CREATE TRIGGER picture_file_before BEFORE INSERT OR DELETE OR UPDATE ON public.picture_file FOR EACH ROW EXECUTE FUNCTION public.picture_file_before();

CREATE TRIGGER picture_removed AFTER DELETE ON public.project_picture FOR EACH ROW EXECUTE FUNCTION public.picture_removed();

CREATE TRIGGER picture_text_changed AFTER INSERT OR UPDATE OF picture ON public.project_picture FOR EACH ROW EXECUTE FUNCTION public.picture_text_changed();

CREATE TRIGGER place_before BEFORE INSERT ON public.project_place FOR EACH ROW EXECUTE FUNCTION public.place_before();

CREATE TRIGGER project_answers_before BEFORE INSERT OR UPDATE OF answers ON public.project FOR EACH ROW EXECUTE FUNCTION public.project_answers_before();

CREATE CONSTRAINT TRIGGER project_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER project_at_commit AFTER INSERT OR DELETE ON public.project DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.submissions_at_commit();

CREATE TRIGGER project_before BEFORE INSERT OR DELETE OR UPDATE ON public.project FOR EACH ROW EXECUTE FUNCTION public.project_before();

CREATE CONSTRAINT TRIGGER project_edit_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER project_edit_at_commit AFTER UPDATE ON public.project DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((public.project_edited(old.*, new.*) OR (old.answers IS DISTINCT FROM new.answers))) EXECUTE FUNCTION public.submissions_at_commit();

CREATE TRIGGER project_leaves AFTER UPDATE ON public.project FOR EACH ROW WHEN (((old.withdrawn_at IS NULL) <> (new.withdrawn_at IS NULL))) EXECUTE FUNCTION public.project_leaves();

CREATE TRIGGER project_withdrawal BEFORE UPDATE ON public.project FOR EACH ROW WHEN ((((old.withdrawn_at IS DISTINCT FROM new.withdrawn_at) OR (old.withdrawal_reason IS DISTINCT FROM new.withdrawal_reason)) OR (old.withdrawn_submitted_at IS DISTINCT FROM new.withdrawn_submitted_at))) EXECUTE FUNCTION public.project_withdrawal();

CREATE TRIGGER project_withdrawal_new BEFORE INSERT ON public.project FOR EACH ROW WHEN ((new.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION public.project_withdrawal();

CREATE CONSTRAINT TRIGGER publication_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER publication_at_commit AFTER INSERT ON public.publication DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.publication_at_commit();

CREATE TRIGGER publication_before BEFORE INSERT ON public.publication FOR EACH ROW EXECUTE FUNCTION public.publication_before();

CREATE TRIGGER publication_places AFTER INSERT ON public.publication FOR EACH ROW EXECUTE FUNCTION public.publication_places();

CREATE TRIGGER publication_without_withdrawn BEFORE INSERT ON public.publication FOR EACH ROW EXECUTE FUNCTION public.publication_without_withdrawn();

CREATE TRIGGER results_question_before BEFORE INSERT OR UPDATE ON public.results_question FOR EACH ROW EXECUTE FUNCTION public.results_question_before();

CREATE CONSTRAINT TRIGGER review_at_commit AFTER UPDATE ON public.audit_head DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'evenhand_writer'::name)) EXECUTE FUNCTION public.saves_at_commit();

CREATE CONSTRAINT TRIGGER review_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER review_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.review DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.review_at_commit();

CREATE TRIGGER review_before BEFORE INSERT OR DELETE OR UPDATE ON public.review FOR EACH ROW WHEN ((CURRENT_USER <> 'evenhand_writer'::name)) EXECUTE FUNCTION public.review_before();

CREATE TRIGGER review_own_team BEFORE INSERT OR UPDATE OF scores, comment, submitted_at ON public.review FOR EACH ROW WHEN (((new.submitted_at IS NOT NULL) AND (CURRENT_USER <> 'evenhand_writer'::name))) EXECUTE FUNCTION public.review_own_team();

CREATE TRIGGER review_rule_before BEFORE UPDATE OF review_rule, review_floor, reviews_per_project ON public.event FOR EACH ROW WHEN (((old.review_rule IS DISTINCT FROM new.review_rule) OR (old.review_floor IS DISTINCT FROM new.review_floor) OR ((new.review_rule = 'need'::text) AND (public.planned_reviews(old.*) <> public.planned_reviews(new.*))))) EXECUTE FUNCTION public.review_rule_before();

CREATE TRIGGER role_ends_links AFTER DELETE ON public.membership FOR EACH ROW EXECUTE FUNCTION public.role_ends_links();

CREATE TRIGGER role_ends_links AFTER DELETE ON public.prize_panellist FOR EACH ROW EXECUTE FUNCTION public.role_ends_links();

CREATE TRIGGER signing_key_history BEFORE DELETE OR UPDATE ON public.signing_key FOR EACH ROW EXECUTE FUNCTION public.signing_key_history();

ALTER TABLE public.signing_key ENABLE ALWAYS TRIGGER signing_key_history;

CREATE TRIGGER signing_key_stays BEFORE TRUNCATE ON public.signing_key FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();

ALTER TABLE public.signing_key ENABLE ALWAYS TRIGGER signing_key_stays;

CREATE CONSTRAINT TRIGGER team_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER team_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.team DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.submissions_at_commit();

CREATE TRIGGER team_before BEFORE INSERT OR DELETE OR UPDATE ON public.team FOR EACH ROW EXECUTE FUNCTION public.team_before();

CREATE TRIGGER team_member_before BEFORE INSERT OR DELETE OR UPDATE ON public.team_member FOR EACH ROW EXECUTE FUNCTION public.team_member_before();

CREATE TRIGGER team_name_changed AFTER UPDATE OF name ON public.team FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION public.team_name_changed();

CREATE TRIGGER track_before_delete BEFORE DELETE ON public.track FOR EACH ROW EXECUTE FUNCTION public.track_before_delete();

CREATE CONSTRAINT TRIGGER visit_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER visit_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.visit_mark DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.visit_at_commit();

CREATE TRIGGER visit_before BEFORE INSERT OR DELETE OR UPDATE ON public.visit_mark FOR EACH ROW EXECUTE FUNCTION public.visit_before();

CREATE TRIGGER visit_ends AFTER UPDATE OF status ON public.assignment FOR EACH ROW WHEN (((old.status = 'pending'::text) AND (new.status <> 'pending'::text) AND (CURRENT_USER <> 'evenhand_writer'::name))) EXECUTE FUNCTION public.visit_ends();

CREATE TRIGGER webhook_switched BEFORE INSERT OR UPDATE OF enabled ON public.webhook FOR EACH ROW EXECUTE FUNCTION public.webhook_switched();

CREATE TRIGGER webhooks_left AFTER DELETE ON public.membership FOR EACH ROW WHEN ((old.role = 'organizer'::text)) EXECUTE FUNCTION public.webhooks_left();

CREATE TRIGGER webhooks_left AFTER UPDATE OF deactivated_at, is_staff ON public.person FOR EACH ROW WHEN (((old.deactivated_at IS DISTINCT FROM new.deactivated_at) OR (old.is_staff IS DISTINCT FROM new.is_staff))) EXECUTE FUNCTION public.webhooks_left();

CREATE CONSTRAINT TRIGGER windows_are_logged AFTER UPDATE OF submissions_open, submissions_close, judging_open, judging_close, voting_open, voting_close ON public.event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.windows_are_logged();

CREATE TRIGGER winner_duty_before BEFORE INSERT OR DELETE OR UPDATE OF shown, number, project_id ON public.winner_duty FOR EACH ROW EXECUTE FUNCTION public.winner_duty_before();

CREATE CONSTRAINT TRIGGER wish_at_commit AFTER INSERT ON public.commit_probe DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.commit_probe_fired();

CREATE CONSTRAINT TRIGGER wish_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.project_need DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wish_at_commit();

CREATE CONSTRAINT TRIGGER wish_at_commit AFTER INSERT OR DELETE OR UPDATE ON public.project_prize DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wish_at_commit();

CREATE TRIGGER wish_before BEFORE INSERT OR DELETE OR UPDATE ON public.project_need FOR EACH ROW EXECUTE FUNCTION public.wish_before();

CREATE TRIGGER wish_before BEFORE INSERT OR DELETE OR UPDATE ON public.project_prize FOR EACH ROW EXECUTE FUNCTION public.wish_before();

CREATE TRIGGER withdrawals_are_forgotten AFTER UPDATE OF forgotten_at ON public.event FOR EACH ROW WHEN ((new.forgotten_at IS DISTINCT FROM old.forgotten_at)) EXECUTE FUNCTION public.withdrawals_are_forgotten();

CREATE TRIGGER z_assignment_of_withdrawn BEFORE INSERT ON public.assignment FOR EACH ROW EXECUTE FUNCTION public.assignment_of_withdrawn();

CREATE TRIGGER z_assignment_of_withdrawn_back BEFORE UPDATE OF status ON public.assignment FOR EACH ROW WHEN (((old.status = 'recused'::text) AND (new.status <> 'recused'::text))) EXECUTE FUNCTION public.assignment_of_withdrawn();

CREATE TRIGGER z_end_mail_link AFTER UPDATE OF token_hash, link_ended_at, withdrawn_at, declined_at ON public.invitation FOR EACH ROW WHEN (((old.token_hash <> new.token_hash) OR (num_nonnulls(old.link_ended_at, old.withdrawn_at, old.declined_at) < num_nonnulls(new.link_ended_at, new.withdrawn_at, new.declined_at)))) EXECUTE FUNCTION public.mail_link_ended();

CREATE TRIGGER z_end_mail_link AFTER DELETE ON public.one_time_link FOR EACH ROW EXECUTE FUNCTION public.mail_link_ended();

CREATE TRIGGER z_end_mail_link AFTER DELETE ON public.sign_up FOR EACH ROW EXECUTE FUNCTION public.mail_link_ended();

CREATE TRIGGER z_end_mail_link_used AFTER UPDATE OF used_at ON public.one_time_link FOR EACH ROW WHEN (((old.used_at IS NULL) AND (new.used_at IS NOT NULL))) EXECUTE FUNCTION public.mail_link_ended();

CREATE TRIGGER z_listed_comes AFTER INSERT OR UPDATE OF person_id ON public.prize_panellist FOR EACH ROW EXECUTE FUNCTION public.listed_comes();

CREATE TRIGGER z_track_of_event BEFORE INSERT OR UPDATE OF track_id ON public.person_track FOR EACH ROW EXECUTE FUNCTION public.track_of_event();

CREATE TRIGGER z_track_of_event BEFORE INSERT OR UPDATE OF track_id ON public.prize FOR EACH ROW EXECUTE FUNCTION public.track_of_event();

CREATE TRIGGER z_track_of_event BEFORE INSERT OR UPDATE OF track_id ON public.project FOR EACH ROW EXECUTE FUNCTION public.track_of_event();

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT assignment_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT assignment_event_id_plan_id_fkey FOREIGN KEY (event_id, plan_id) REFERENCES public.assignment_plan(event_id, id);

ALTER TABLE ONLY public.review
    ADD CONSTRAINT assignment_has_review FOREIGN KEY (event_id, assignment_id) REFERENCES public.assignment(event_id, id);

ALTER TABLE ONLY public.assignment_plan
    ADD CONSTRAINT assignment_plan_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT assignment_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.ballot
    ADD CONSTRAINT ballot_code_foreign FOREIGN KEY (event_id, code_id) REFERENCES public.voting_code(event_id, id);

ALTER TABLE ONLY public.ballot
    ADD CONSTRAINT ballot_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.ballot
    ADD CONSTRAINT ballot_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.calibration_run
    ADD CONSTRAINT calibration_run_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.calibration_run
    ADD CONSTRAINT calibration_run_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.ceremony
    ADD CONSTRAINT ceremony_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.ceremony_step
    ADD CONSTRAINT ceremony_step_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.code_look
    ADD CONSTRAINT code_look_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.code_look
    ADD CONSTRAINT code_look_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.confirmation
    ADD CONSTRAINT confirmation_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.confirmation
    ADD CONSTRAINT confirmation_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.confirmation
    ADD CONSTRAINT confirmation_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.conflict
    ADD CONSTRAINT conflict_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.conflict_dismissal
    ADD CONSTRAINT conflict_dismissal_event_id_person_id_fkey FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.conflict_dismissal
    ADD CONSTRAINT conflict_dismissal_event_id_project_id_fkey FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.conflict
    ADD CONSTRAINT conflict_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.conflict
    ADD CONSTRAINT conflict_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.content_look
    ADD CONSTRAINT content_look_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.content_look
    ADD CONSTRAINT content_look_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.criterion
    ADD CONSTRAINT criterion_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.deliberation_note
    ADD CONSTRAINT deliberation_note_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.deliberation_note
    ADD CONSTRAINT deliberation_note_written_by_fkey FOREIGN KEY (written_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT duplicate_foreign FOREIGN KEY (event_id, duplicate_of) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.winner_duty
    ADD CONSTRAINT duty_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_finals_of_fkey FOREIGN KEY (finals_of) REFERENCES public.event(id);

ALTER TABLE ONLY public.event_person
    ADD CONSTRAINT event_person_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.event_person
    ADD CONSTRAINT event_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_found_by_fkey FOREIGN KEY (found_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_extension
    ADD CONSTRAINT extension_team_foreign FOREIGN KEY (event_id, team_id) REFERENCES public.team(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.first_three
    ADD CONSTRAINT first_three_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.first_three
    ADD CONSTRAINT first_three_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.forgotten_event
    ADD CONSTRAINT forgotten_event_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.forgotten_head
    ADD CONSTRAINT forgotten_head_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.forgotten_event(event_id);

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitation(id);

ALTER TABLE ONLY public.guest_link
    ADD CONSTRAINT guest_link_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.guest_link
    ADD CONSTRAINT guest_link_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.help_call
    ADD CONSTRAINT help_call_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.help_call
    ADD CONSTRAINT help_call_event_id_person_id_fkey FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.help_call
    ADD CONSTRAINT help_call_event_id_project_id_fkey FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.help_call
    ADD CONSTRAINT help_call_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.import_column
    ADD CONSTRAINT import_column_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.import_pass
    ADD CONSTRAINT import_pass_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.imported_member
    ADD CONSTRAINT imported_member_event_id_team_id_fkey FOREIGN KEY (event_id, team_id) REFERENCES public.team(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_card_made_by_fkey FOREIGN KEY (card_made_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_created_person_id_fkey FOREIGN KEY (created_person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_link_made_by_fkey FOREIGN KEY (link_made_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_prize_foreign FOREIGN KEY (prize_id) REFERENCES public.prize(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_team_foreign FOREIGN KEY (event_id, team_id) REFERENCES public.team(event_id, id);

ALTER TABLE ONLY public.invited_assignment
    ADD CONSTRAINT invited_assignment_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.invited_assignment
    ADD CONSTRAINT invited_assignment_event_id_plan_id_fkey FOREIGN KEY (event_id, plan_id) REFERENCES public.assignment_plan(event_id, id);

ALTER TABLE ONLY public.invited_assignment
    ADD CONSTRAINT invited_assignment_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitation(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invited_assignment
    ADD CONSTRAINT invited_assignment_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.judge_note
    ADD CONSTRAINT judge_note_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.kept_vote
    ADD CONSTRAINT kept_vote_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.forgotten_event(event_id);

ALTER TABLE ONLY public.kept_vote
    ADD CONSTRAINT kept_vote_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.log_origin
    ADD CONSTRAINT log_origin_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.log_tree(event_id);

ALTER TABLE ONLY public.log_tile
    ADD CONSTRAINT log_tile_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.log_tree(event_id);

ALTER TABLE ONLY public.log_tree
    ADD CONSTRAINT log_tree_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.log_witness
    ADD CONSTRAINT log_witness_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.log_tree(event_id);

ALTER TABLE ONLY public.mail_outbox
    ADD CONSTRAINT mail_outbox_about_event_fkey FOREIGN KEY (about_event) REFERENCES public.event(id);

ALTER TABLE ONLY public.mail_outbox
    ADD CONSTRAINT mail_outbox_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.mail_outbox
    ADD CONSTRAINT mail_outbox_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitation(id);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT member_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT member_team_foreign FOREIGN KEY (event_id, team_id) REFERENCES public.team(event_id, id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.project_need
    ADD CONSTRAINT need_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.assignment
    ADD CONSTRAINT not_a_judge FOREIGN KEY (event_id, person_id, judge_role) REFERENCES public.membership(event_id, person_id, role);

ALTER TABLE ONLY public.judge_note
    ADD CONSTRAINT note_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.judge_note
    ADD CONSTRAINT note_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.notice_read
    ADD CONSTRAINT notice_read_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES public.notice(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notice_read
    ADD CONSTRAINT notice_read_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_team_unknown FOREIGN KEY (event_id, team_id) REFERENCES public.team(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.open_data
    ADD CONSTRAINT open_data_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.open_data
    ADD CONSTRAINT open_data_run_foreign FOREIGN KEY (event_id, run_id) REFERENCES public.calibration_run(event_id, id);

ALTER TABLE ONLY public.project_prize
    ADD CONSTRAINT opt_in_prize_foreign FOREIGN KEY (event_id, prize_id) REFERENCES public.prize(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_prize
    ADD CONSTRAINT opt_in_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prize_panellist
    ADD CONSTRAINT panel_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.prize_panellist
    ADD CONSTRAINT panel_prize_foreign FOREIGN KEY (event_id, prize_id) REFERENCES public.prize(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_account
    ADD CONSTRAINT passkey_account_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.passkey_attempt
    ADD CONSTRAINT passkey_attempt_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.person_track
    ADD CONSTRAINT person_track_person_unknown FOREIGN KEY (event_id, person_id) REFERENCES public.event_person(event_id, person_id);

ALTER TABLE ONLY public.picture_file
    ADD CONSTRAINT picture_file_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES public.project_picture(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_picture
    ADD CONSTRAINT picture_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_place
    ADD CONSTRAINT place_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prize
    ADD CONSTRAINT prize_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.prize_winner
    ADD CONSTRAINT prize_winner_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project_fingerprint
    ADD CONSTRAINT project_fingerprint_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.project(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_import
    ADD CONSTRAINT project_import_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project_import
    ADD CONSTRAINT project_import_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.project_import_row
    ADD CONSTRAINT project_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.project_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_look
    ADD CONSTRAINT project_look_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project_look
    ADD CONSTRAINT project_look_event_id_project_id_fkey FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_need
    ADD CONSTRAINT project_need_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project_picture
    ADD CONSTRAINT project_picture_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project_place
    ADD CONSTRAINT project_place_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project_prize
    ADD CONSTRAINT project_prize_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_team_foreign FOREIGN KEY (event_id, team_id) REFERENCES public.team(event_id, id);

ALTER TABLE ONLY public.proposal
    ADD CONSTRAINT proposal_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.proposal
    ADD CONSTRAINT proposal_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_run_foreign FOREIGN KEY (event_id, run_id) REFERENCES public.calibration_run(event_id, id);

ALTER TABLE ONLY public.published_place
    ADD CONSTRAINT published_place_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES public.publication(id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.deliberation_note
    ADD CONSTRAINT remark_prize_foreign FOREIGN KEY (event_id, prize_id) REFERENCES public.prize(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.deliberation_note
    ADD CONSTRAINT remark_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.results_question
    ADD CONSTRAINT results_question_asker_id_fkey FOREIGN KEY (asker_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.results_question
    ADD CONSTRAINT results_question_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.results_question
    ADD CONSTRAINT results_question_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.results_question
    ADD CONSTRAINT results_question_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

ALTER TABLE ONLY public.review
    ADD CONSTRAINT review_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.session_link
    ADD CONSTRAINT session_link_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.session_link
    ADD CONSTRAINT session_link_id_hash_fkey FOREIGN KEY (id_hash) REFERENCES public.session(id_hash) ON DELETE CASCADE;

ALTER TABLE ONLY public.session_link
    ADD CONSTRAINT session_link_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.sign_on
    ADD CONSTRAINT sign_on_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.team_extension
    ADD CONSTRAINT team_extension_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.token_link
    ADD CONSTRAINT token_link_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.token_link
    ADD CONSTRAINT token_link_id_hash_fkey FOREIGN KEY (id_hash) REFERENCES public.api_token(token_hash) ON DELETE CASCADE;

ALTER TABLE ONLY public.token_link
    ADD CONSTRAINT token_link_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.told_apart
    ADD CONSTRAINT told_apart_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.told_apart
    ADD CONSTRAINT told_apart_event_id_high_id_fkey FOREIGN KEY (event_id, high_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.told_apart
    ADD CONSTRAINT told_apart_event_id_low_id_fkey FOREIGN KEY (event_id, low_id) REFERENCES public.project(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.track
    ADD CONSTRAINT track_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.person_track
    ADD CONSTRAINT track_foreign FOREIGN KEY (event_id, track_id) REFERENCES public.track(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prize
    ADD CONSTRAINT track_foreign FOREIGN KEY (event_id, track_id) REFERENCES public.track(event_id, id);

ALTER TABLE ONLY public.project
    ADD CONSTRAINT track_foreign FOREIGN KEY (event_id, track_id) REFERENCES public.track(event_id, id);

ALTER TABLE ONLY public.visit_mark
    ADD CONSTRAINT visit_assignment_foreign FOREIGN KEY (event_id, assignment_id) REFERENCES public.assignment(event_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.visit_mark
    ADD CONSTRAINT visit_mark_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.voting_code
    ADD CONSTRAINT voting_code_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.person(id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.webhook_retry
    ADD CONSTRAINT webhook_retry_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_test
    ADD CONSTRAINT webhook_test_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.winner_duty
    ADD CONSTRAINT winner_duty_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.event(id);

ALTER TABLE ONLY public.prize_winner
    ADD CONSTRAINT winner_prize_foreign FOREIGN KEY (event_id, prize_id) REFERENCES public.prize(event_id, id);

ALTER TABLE ONLY public.prize_winner
    ADD CONSTRAINT winner_project_foreign FOREIGN KEY (event_id, project_id) REFERENCES public.project(event_id, id);

GRANT USAGE ON SCHEMA public TO evenhand_app;
GRANT USAGE ON SCHEMA public TO evenhand_writer;

REVOKE ALL ON FUNCTION public.a_free_organizer_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.act_is_confirmed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.all_organizers_confirm() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.answers_are_forgotten() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.plain_text(t text, longest integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.plain_text(t text, longest integer) TO evenhand_app;
GRANT ALL ON FUNCTION public.plain_text(t text, longest integer) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.membership TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person TO evenhand_app;

REVOKE ALL ON FUNCTION public.answers_for_webhooks(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.answers_for_webhooks(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.answers_for_webhooks(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.append_only() FROM PUBLIC;

GRANT SELECT,INSERT ON TABLE public.publication TO evenhand_app;
GRANT SELECT ON TABLE public.publication TO evenhand_writer;

REVOKE ALL ON FUNCTION public.results_are_final(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.results_are_final(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.results_are_final(p_event bigint) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.event_person TO evenhand_app;

GRANT SELECT ON TABLE public.imported_member TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project TO evenhand_app;
GRANT SELECT ON TABLE public.project TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.listed_person TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_member TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_person TO evenhand_app;
GRANT SELECT ON TABLE public.team_person TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_part TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_tie TO evenhand_app;

REVOKE ALL ON FUNCTION public.takes_part(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.takes_part(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.takes_part(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.is_second_organizer(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_second_organizer(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_second_organizer(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.asks_second_organizer(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.asks_second_organizer(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.asks_second_organizer(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.assignment_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.assignment_before_delete() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.assignment_done_at_commit() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assignment TO evenhand_app;
GRANT SELECT,UPDATE ON TABLE public.assignment TO evenhand_writer;

REVOKE ALL ON FUNCTION public.assignment_moves(was text, a public.assignment) FROM PUBLIC;
GRANT ALL ON FUNCTION public.assignment_moves(was text, a public.assignment) TO evenhand_app;
GRANT ALL ON FUNCTION public.assignment_moves(was text, a public.assignment) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.assignment_of_withdrawn() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.assignment_pairs(a public.assignment) FROM PUBLIC;
GRANT ALL ON FUNCTION public.assignment_pairs(a public.assignment) TO evenhand_app;
GRANT ALL ON FUNCTION public.assignment_pairs(a public.assignment) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.assignment_recused() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.assignment_restored() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.assignment_voids(old_row public.assignment, new_row public.assignment) FROM PUBLIC;
GRANT ALL ON FUNCTION public.assignment_voids(old_row public.assignment, new_row public.assignment) TO evenhand_app;
GRANT ALL ON FUNCTION public.assignment_voids(old_row public.assignment, new_row public.assignment) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.audit_is_private(action text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_is_private(action text) TO evenhand_app;
GRANT ALL ON FUNCTION public.audit_is_private(action text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.audit_log_chain() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.audit_ts(ts timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_ts(ts timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.audit_ts(ts timestamp with time zone) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.netstrings(VARIADIC list text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.netstrings(VARIADIC list text[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.netstrings(VARIADIC list text[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.sha256_hex(t text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sha256_hex(t text) TO evenhand_app;
GRANT ALL ON FUNCTION public.sha256_hex(t text) TO evenhand_writer;

GRANT SELECT,INSERT ON TABLE public.audit_log TO evenhand_app;
GRANT SELECT,INSERT ON TABLE public.audit_log TO evenhand_writer;

REVOKE ALL ON FUNCTION public.audit_row_hash(r public.audit_log) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_row_hash(r public.audit_log) TO evenhand_app;
GRANT ALL ON FUNCTION public.audit_row_hash(r public.audit_log) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.audit_shows_nothing(r public.audit_log) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_shows_nothing(r public.audit_log) TO evenhand_app;
GRANT ALL ON FUNCTION public.audit_shows_nothing(r public.audit_log) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.ballot_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ballot_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ballot_choices() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bring_listed(p_event bigint, p_teams bigint[], p_emails text[], p_reasons text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bring_listed(p_event bigint, p_teams bigint[], p_emails text[], p_reasons text[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.bring_listed(p_event bigint, p_teams bigint[], p_emails text[], p_reasons text[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.calibration_run_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.close_functions() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.comment_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.commit_probe_fired() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.confirmable_state(p_event bigint, p_act text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.confirmable_state(p_event bigint, p_act text) TO evenhand_app;
GRANT ALL ON FUNCTION public.confirmable_state(p_event bigint, p_act text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.confirmation_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.conflict_sets_aside() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.content_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.copy_listed(p_finals bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.copy_listed(p_finals bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.copy_listed(p_finals bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.correct_project(p_project bigint, p_title text, p_team text, p_repo_url text, p_demo_url text, p_video_url text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.correct_project(p_project bigint, p_title text, p_team text, p_repo_url text, p_demo_url text, p_video_url text) TO evenhand_app;
GRANT ALL ON FUNCTION public.correct_project(p_project bigint, p_title text, p_team text, p_repo_url text, p_demo_url text, p_video_url text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.criterion_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.declare_listed(p_event bigint, p_person bigint, p_project bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.declare_listed(p_event bigint, p_person bigint, p_project bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.declare_listed(p_event bigint, p_person bigint, p_project bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.done_means_submitted() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.duties_are_forgotten() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.end_mail_link(p_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_mail_link(p_hash bytea) TO evenhand_app;
GRANT ALL ON FUNCTION public.end_mail_link(p_hash bytea) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.event_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.event_is_forgetting(p_event bigint, since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.event_is_forgetting(p_event bigint, since timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.event_is_forgetting(p_event bigint, since timestamp with time zone) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.event TO evenhand_app;
GRANT SELECT ON TABLE public.event TO evenhand_writer;

GRANT UPDATE(version) ON TABLE public.event TO evenhand_writer;

REVOKE ALL ON FUNCTION public.event_forgets(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.event_forgets(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.event_forgets(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.event_is_confirmed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.event_is_fresh(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.event_is_fresh(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.event_is_fresh(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.event_reopened() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.event_stays_open() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.event_version_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.evidence_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.evidence_by_people() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.evidence_of_people(fact jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.evidence_of_people(fact jsonb) TO evenhand_app;
GRANT ALL ON FUNCTION public.evidence_of_people(fact jsonb) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.evidence_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.extension_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.fingerprint_is_stale() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.first_three_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.first_three_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forbid_temporary_tables() FROM PUBLIC;
GRANT ALL ON FUNCTION public.forbid_temporary_tables() TO evenhand_app;
GRANT ALL ON FUNCTION public.forbid_temporary_tables() TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forget_calls() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forget_confirmations() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forget_event(p_event bigint, p_early boolean, p_nonce text, OUT record json, OUT p_left bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_event(p_event bigint, p_early boolean, p_nonce text, OUT record json, OUT p_left bigint[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.forget_event(p_event bigint, p_early boolean, p_nonce text, OUT record json, OUT p_left bigint[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forget_evidence() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.results_question TO evenhand_app;

REVOKE ALL ON FUNCTION public.questions_end(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.questions_end(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.questions_end(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forget_from(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_from(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.forget_from(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forget_imported_member(p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_imported_member(p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.forget_imported_member(p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forget_proposals() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forget_questions() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forget_token_links() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forgets(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forgets(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.forgets(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forgettable(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forgettable(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.forgettable(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.forgetting_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forgotten_is_logged() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.forgotten_settings_stay() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.form_questions_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.free_team_name(p_event bigint, wish text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.free_team_name(p_event bigint, wish text) TO evenhand_app;
GRANT ALL ON FUNCTION public.free_team_name(p_event bigint, wish text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.grant_app_rights() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session_link TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.token_link TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.opened_link TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.prize_panellist TO evenhand_app;

REVOKE ALL ON FUNCTION public.has_more_than_links(p_person bigint, p_session bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.has_more_than_links(p_person bigint, p_session bytea) TO evenhand_app;
GRANT ALL ON FUNCTION public.has_more_than_links(p_person bigint, p_session bytea) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.hold_chain(p_chain text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.hold_chain(p_chain text) TO evenhand_app;
GRANT ALL ON FUNCTION public.hold_chain(p_chain text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.import_logged() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text, p_ip text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text, p_ip text) TO evenhand_app;
GRANT ALL ON FUNCTION public.import_projects(p_event bigint, p_rows jsonb, p_file_sha256 text, p_actor text, p_actor_role text, p_ip text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.import_runs(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_runs(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.import_runs(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.imported_record(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.imported_record(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.imported_record(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.invited_assignment_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.invited_assignment_ends() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.invited_organizer_stays() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.conflict TO evenhand_app;

REVOKE ALL ON FUNCTION public.is_declared(p_event bigint, p_person bigint, p_project bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_declared(p_event bigint, p_person bigint, p_project bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_declared(p_event bigint, p_person bigint, p_project bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.is_only_free_organizer(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_only_free_organizer(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_only_free_organizer(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.is_last_free_organizer(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_last_free_organizer(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_last_free_organizer(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.is_listed(p_event bigint, p_team bigint, p_email text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_listed(p_event bigint, p_team bigint, p_email text) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_listed(p_event bigint, p_team bigint, p_email text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.is_of_one_event(p_person bigint, p_event bigint, p_role text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_of_one_event(p_person bigint, p_event bigint, p_role text) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_of_one_event(p_person bigint, p_event bigint, p_role text) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_picture TO evenhand_app;

REVOKE ALL ON FUNCTION public.is_take_down(was public.project_picture, now_is public.project_picture) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_take_down(was public.project_picture, now_is public.project_picture) TO evenhand_app;
GRANT ALL ON FUNCTION public.is_take_down(was public.project_picture, now_is public.project_picture) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.judges_digest(p_event bigint, p_project bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.judges_digest(p_event bigint, p_project bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.judges_digest(p_event bigint, p_project bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.judging_is_open(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.judging_is_open(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.judging_is_open(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.last_free_organizer_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.lift_listed(p_event bigint, p_person bigint, p_project bigint, p_reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.lift_listed(p_event bigint, p_person bigint, p_project bigint, p_reason text) TO evenhand_app;
GRANT ALL ON FUNCTION public.lift_listed(p_event bigint, p_person bigint, p_project bigint, p_reason text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.link_key(link text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.link_key(link text) TO evenhand_app;
GRANT ALL ON FUNCTION public.link_key(link text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.listed_comes() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.listed_values(r jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.listed_values(r jsonb) TO evenhand_app;
GRANT ALL ON FUNCTION public.listed_values(r jsonb) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.log_name_is_kept() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.log_only_grows() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.log_window(p_event public.event, p_stage text, was_open timestamp with time zone, was_close timestamp with time zone, is_open timestamp with time zone, is_close timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.log_window(p_event public.event, p_stage text, was_open timestamp with time zone, was_close timestamp with time zone, is_open timestamp with time zone, is_close timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.log_window(p_event public.event, p_stage text, was_open timestamp with time zone, was_close timestamp with time zone, is_open timestamp with time zone, is_close timestamp with time zone) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.mail_link_ended() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.mail_link_works(p_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mail_link_works(p_hash bytea) TO evenhand_app;
GRANT ALL ON FUNCTION public.mail_link_works(p_hash bytea) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.member_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.membership_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.merge_imported_member(p_kept bigint, p_gone bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.merge_imported_member(p_kept bigint, p_gone bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.merge_imported_member(p_kept bigint, p_gone bigint) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_extension TO evenhand_app;

REVOKE ALL ON FUNCTION public.more_time_of(e public.event, p_team bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.more_time_of(e public.event, p_team bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.more_time_of(e public.event, p_team bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.without_invisible(t text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.without_invisible(t text) TO evenhand_app;
GRANT ALL ON FUNCTION public.without_invisible(t text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.name_key(name text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.name_key(name text) TO evenhand_app;
GRANT ALL ON FUNCTION public.name_key(name text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.named_organizer_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.netstring(t text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.netstring(t text) TO evenhand_app;
GRANT ALL ON FUNCTION public.netstring(t text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.next_assignment_id() FROM PUBLIC;
GRANT ALL ON FUNCTION public.next_assignment_id() TO evenhand_app;
GRANT ALL ON FUNCTION public.next_assignment_id() TO evenhand_writer;

REVOKE ALL ON FUNCTION public.not_forgotten() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_place TO evenhand_app;

REVOKE ALL ON FUNCTION public.notice_reaches(n public.notice, who bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.notice_reaches(n public.notice, who bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.notice_reaches(n public.notice, who bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.open_data_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.organizer_name(name text, article text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.organizer_name(name text, article text) TO evenhand_app;
GRANT ALL ON FUNCTION public.organizer_name(name text, article text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.organizers_to_confirm(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.organizers_to_confirm(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.organizers_to_confirm(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.own_panel_after() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.own_panel_invited() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.panel_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.part_begins() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.part_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.person_renamed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.picture_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.picture_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.picture_file_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.picture_removed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.picture_text_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.place_before() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.published_place TO evenhand_app;

REVOKE ALL ON FUNCTION public.places_of(publication_id bigint, run_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.places_of(publication_id bigint, run_id bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.places_of(publication_id bigint, run_id bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.planned_reviews(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.planned_reviews(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.planned_reviews(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.project_answers_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.project_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.project_edited(a public.project, b public.project) FROM PUBLIC;
GRANT ALL ON FUNCTION public.project_edited(a public.project, b public.project) TO evenhand_app;
GRANT ALL ON FUNCTION public.project_edited(a public.project, b public.project) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.project_joins_team(p public.project) FROM PUBLIC;
GRANT ALL ON FUNCTION public.project_joins_team(p public.project) TO evenhand_app;
GRANT ALL ON FUNCTION public.project_joins_team(p public.project) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.project_leaves() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.project_submission(was public.project, now_is public.project) FROM PUBLIC;
GRANT ALL ON FUNCTION public.project_submission(was public.project, now_is public.project) TO evenhand_app;
GRANT ALL ON FUNCTION public.project_submission(was public.project, now_is public.project) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.project_withdrawal() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.publication_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.publication_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.publication_places() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.publication_without_withdrawn() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse(status integer, code text, sentence text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.refuse(status integer, code text, sentence text) TO evenhand_app;
GRANT ALL ON FUNCTION public.refuse(status integer, code text, sentence text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.refuse_declared() FROM PUBLIC;
GRANT ALL ON FUNCTION public.refuse_declared() TO evenhand_app;
GRANT ALL ON FUNCTION public.refuse_declared() TO evenhand_writer;

REVOKE ALL ON FUNCTION public.refuse_forgotten(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.refuse_forgotten(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.refuse_forgotten(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.refuse_own_panel(p_event bigint, p_prize bigint, p_person bigint, p_team bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.refuse_own_panel(p_event bigint, p_prize bigint, p_person bigint, p_team bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.refuse_own_panel(p_event bigint, p_prize bigint, p_person bigint, p_team bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.refuse_own_team() FROM PUBLIC;
GRANT ALL ON FUNCTION public.refuse_own_team() TO evenhand_app;
GRANT ALL ON FUNCTION public.refuse_own_team() TO evenhand_writer;

REVOKE ALL ON FUNCTION public.refuse_snapshot() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.reopened_at(was_close timestamp with time zone, is_close timestamp with time zone, known timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reopened_at(was_close timestamp with time zone, is_close timestamp with time zone, known timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.reopened_at(was_close timestamp with time zone, is_close timestamp with time zone, known timestamp with time zone) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.repeats_of(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.repeats_of(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.repeats_of(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.replace_strings(p_json json, p_old text[], p_new text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.replace_strings(p_json json, p_old text[], p_new text[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.replace_strings(p_json json, p_old text[], p_new text[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_commit(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_commit(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_commit(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_free_organizer(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_free_organizer(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_free_organizer(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_judging(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_judging(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_judging(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_judging_of(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_judging_of(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_judging_of(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_member_window(p_event bigint, p_person bigint, p_team bigint, joins boolean) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_not_last(p_event bigint, p_person bigint, p_team bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_not_last(p_event bigint, p_person bigint, p_team bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_not_last(p_event bigint, p_person bigint, p_team bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_opened(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_opened(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_opened(e public.event) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_scores(p_event bigint, scores jsonb, submitted boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_scores(p_event bigint, scores jsonb, submitted boolean) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_scores(p_event bigint, scores jsonb, submitted boolean) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_second_organizer(p_event bigint, VARIADIC p_acts text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_second_organizer(p_event bigint, VARIADIC p_acts text[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_second_organizer(p_event bigint, VARIADIC p_acts text[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_submissions(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_submissions(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_submissions(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_submissions_of(p_event bigint, p_team bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_submissions_of(p_event bigint, p_team bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_submissions_of(p_event bigint, p_team bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_vote_closed(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_vote_closed(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_vote_closed(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_voting(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_voting(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_voting(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.require_window(stage text, code text, name text, opens timestamp with time zone, closes timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_window(stage text, code text, name text, opens timestamp with time zone, closes timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.require_window(stage text, code text, name text, opens timestamp with time zone, closes timestamp with time zone) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.results_question_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.review_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.review_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.review_own_team() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.review_rule_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.role_ends_links() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.run_input_digest(p_input json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.run_input_digest(p_input json) TO evenhand_app;
GRANT ALL ON FUNCTION public.run_input_digest(p_input json) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.save_reviews(head_timeout integer, its_assignments bigint[], its_events bigint[], its_scores jsonb[], its_comments text[], its_salts bytea[], are_submitted boolean[], organizers bigint[], actors text[], actor_roles text[], actions text[], ips text[], befores text[], afters text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.save_reviews(head_timeout integer, its_assignments bigint[], its_events bigint[], its_scores jsonb[], its_comments text[], its_salts bytea[], are_submitted boolean[], organizers bigint[], actors text[], actor_roles text[], actions text[], ips text[], befores text[], afters text[]) TO evenhand_app;

REVOKE ALL ON FUNCTION public.saves_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.says_a_comment(action text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.says_a_comment(action text) TO evenhand_app;
GRANT ALL ON FUNCTION public.says_a_comment(action text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.scores_digest(p_event bigint, p_project bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.scores_digest(p_event bigint, p_project bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.scores_digest(p_event bigint, p_project bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.search_key(text text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_key(text text) TO evenhand_app;
GRANT ALL ON FUNCTION public.search_key(text text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.search_text(title text, tagline text, summary text, description text, tags text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_text(title text, tagline text, summary text, description text, tags text[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.search_text(title text, tagline text, summary text, description text, tags text[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.sees_draft(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sees_draft(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.sees_draft(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.set_up_writer() FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_up_writer() TO evenhand_app;

REVOKE ALL ON FUNCTION public.signing_key_history() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.stay_in_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.submissions_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.submissions_close_of(e public.event, p_team bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.submissions_close_of(e public.event, p_team bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.submissions_close_of(e public.event, p_team bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.submissions_first_opened(p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.submissions_first_opened(p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.submissions_first_opened(p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.tags_are_clean(tags text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.tags_are_clean(tags text[]) TO evenhand_app;
GRANT ALL ON FUNCTION public.tags_are_clean(tags text[]) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.take_down_picture(p_project bigint, p_picture bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_down_picture(p_project bigint, p_picture bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.take_down_picture(p_project bigint, p_picture bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.team_before() FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.prize TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_prize TO evenhand_app;

REVOKE ALL ON FUNCTION public.team_can_win(z public.prize, p_team bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.team_can_win(z public.prize, p_team bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.team_can_win(z public.prize, p_team bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.team_member_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.team_name_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.team_of_project(p_project bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.team_of_project(p_project bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.team_of_project(p_project bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.texts_hash(low bigint, high bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.texts_hash(low bigint, high bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.texts_hash(low bigint, high bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.track_before_delete() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.track_of_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.utc_hour(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.utc_hour(at timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.utc_hour(at timestamp with time zone) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.utc_text(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.utc_text(at timestamp with time zone) TO evenhand_app;
GRANT ALL ON FUNCTION public.utc_text(at timestamp with time zone) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.visit_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.visit_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.visit_ends() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.vote_is_open(e public.event) FROM PUBLIC;
GRANT ALL ON FUNCTION public.vote_is_open(e public.event) TO evenhand_app;
GRANT ALL ON FUNCTION public.vote_is_open(e public.event) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.confirmation TO evenhand_app;

REVOKE ALL ON FUNCTION public.waits_for_another(c public.confirmation, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.waits_for_another(c public.confirmation, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.waits_for_another(c public.confirmation, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.was_invited_anew(p_person bigint, p_event bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.was_invited_anew(p_person bigint, p_event bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.was_invited_anew(p_person bigint, p_event bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.webhook_switched() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.webhook_tells_judging(p_event bigint, p_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.webhook_tells_judging(p_event bigint, p_person bigint) TO evenhand_app;
GRANT ALL ON FUNCTION public.webhook_tells_judging(p_event bigint, p_person bigint) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.webhooks_left() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.who_confirms() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.windows_are_logged() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.winner_duty_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.winner_is_confirmed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wish_at_commit() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wish_before() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.with_salt(said text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.with_salt(said text) TO evenhand_app;
GRANT ALL ON FUNCTION public.with_salt(said text) TO evenhand_writer;

REVOKE ALL ON FUNCTION public.withdrawals_are_forgotten() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.without_salt(said text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.without_salt(said text) TO evenhand_app;
GRANT ALL ON FUNCTION public.without_salt(said text) TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_token TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.assignment_plan TO evenhand_app;

GRANT SELECT ON TABLE public.audit_head TO evenhand_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.audit_head TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ballot TO evenhand_app;

GRANT SELECT,INSERT ON TABLE public.calibration_run TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ceremony TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ceremony_step TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_look TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.comment TO evenhand_app;

GRANT SELECT ON TABLE public.commit_probe TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.conflict_dismissal TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.content_look TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.content_due TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.criterion TO evenhand_app;
GRANT SELECT ON TABLE public.criterion TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.deliberation_note TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.evidence TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.first_three TO evenhand_app;

GRANT SELECT ON TABLE public.forgotten_event TO evenhand_app;
GRANT SELECT ON TABLE public.forgotten_event TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.forgotten_head TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.guest TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.guest_link TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.help_call TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_key TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_column TO evenhand_app;

GRANT SELECT ON TABLE public.import_pass TO evenhand_app;
GRANT SELECT ON TABLE public.import_pass TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invited_assignment TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invited_judge TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invited_barred TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invited_work TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.judge_note TO evenhand_app;

GRANT SELECT ON TABLE public.kept_vote TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.log_origin TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.log_tile TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.log_tree TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.log_witness TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_outbox TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_read TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.one_time_link TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_data TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey_account TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey_attempt TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_track TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.picture_file TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.prize_winner TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_fingerprint TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_import TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_import_row TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_look TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_need TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.proposal TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rate_count TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_code TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.review TO evenhand_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.review TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_on TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_on_attempt TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_on_question TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_up TO evenhand_app;

GRANT SELECT,INSERT ON TABLE public.signing_key TO evenhand_app;

GRANT UPDATE(status) ON TABLE public.signing_key TO evenhand_app;

GRANT UPDATE(retired_at) ON TABLE public.signing_key TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.told_apart TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.track TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.visit_mark TO evenhand_app;
GRANT SELECT,DELETE ON TABLE public.visit_mark TO evenhand_writer;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voting_code TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempt TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_retry TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_test TO evenhand_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.winner_duty TO evenhand_app;

