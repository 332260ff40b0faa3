-- Pictures of projects, and a link to a video. The portal decodes what a team sends and keeps files of its own making, in a few
-- widths. They are here and not in a folder, so that one backup holds all.

alter table project add column video_url text not null default '' constraint video_url_shape
    check (video_url = '' or (plain_text(video_url, 300) and video_url ~* '^https://[^\s]+$'));

create table project_picture (
    id bigint generated always as identity primary key,
    event_id bigint not null references event,
    project_id bigint not null,
    -- Lists show the one at 1. There are no gaps: picture_removed closes them.
    position int not null constraint picture_position check (position between 1 and 4),
    -- {"alt": "…", "width": 1280, "height": 800, "files": [{"width": 320, "digest": "ab…"}, …]}: what it shows (empty: it only
    -- decorates), and its files from small to large. A list of projects takes it as it is; picture_file has the bytes.
    picture jsonb not null
        constraint picture_alt_length check (picture ? 'alt' and plain_text(picture ->> 'alt', 300))
        constraint picture_shape check (coalesce((picture ->> 'width')::int between 1 and 1280
            and (picture ->> 'height')::int between 1 and 2560 and jsonb_array_length(picture -> 'files') between 1 and 3, false)),
    -- Two pictures change places within a transaction.
    constraint picture_position_taken unique (project_id, position) deferrable initially deferred,
    constraint picture_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index project_picture_event on project_picture (event_id);

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

-- Pictures are part of a submission: they have its window, and its second check at the commit.
create function picture_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if tg_op = 'DELETE' then
        perform require_submissions(old.event_id);
        return old;
    end if;
    perform require_submissions(new.event_id);
    if tg_op = 'UPDATE' and (new.project_id, new.picture - 'alt') is distinct from
        (old.project_id, old.picture - 'alt') then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    end if;
    return new;
end
$$;
create trigger picture_before before insert or update or delete on project_picture
    for each row execute function picture_before();

create function picture_removed() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    update project_picture set position = position - 1 where project_id = old.project_id and position > old.position;
    return null;
end
$$;
create trigger picture_removed after delete on project_picture
    for each row execute function picture_removed();

create constraint trigger picture_at_commit after insert or update or delete on project_picture
    deferrable initially deferred for each row execute function submissions_at_commit();
create constraint trigger picture_at_commit after insert on commit_probe
    deferrable initially deferred for each row execute function commit_probe_fired();

-- The bytes behind an address never change. They come and go with their picture.
create function picture_file_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    its bigint;
begin
    if tg_op = 'UPDATE' then
        perform refuse(409, 'picture_fixed', 'A picture is removed and added again, never changed.');
    elsif tg_op = 'INSERT' then
        select event_id into its from project_picture where id = new.picture_id;
        perform require_submissions(its);
        return new;
    end if;
    -- Where the picture itself is gone, its own trigger was asked.
    select event_id into its from project_picture where id = old.picture_id;
    if found then
        perform require_submissions(its);
    end if;
    return old;
end
$$;
create trigger picture_file_before before insert or update or delete on picture_file
    for each row execute function picture_file_before();

create trigger a_not_forgotten before insert or update on project_picture
    for each row execute function not_forgotten();
create trigger a_stay_in_event before update of event_id on project_picture
    for each row execute function stay_in_event();
create trigger a_read_committed before insert or update or delete on project_picture
    for each statement execute function require_read_committed();
create trigger a_read_committed before insert or update or delete on picture_file
    for each statement execute function require_read_committed();

-- As before, and the video.
create or replace function project_edited(a project, b project) returns boolean
    language sql immutable set search_path = pg_catalog, public, pg_temp
    return (a.external_id, a.team_id, coalesce(a.track_id, b.track_id), a.title, a.tagline, a.summary, a.description,
            a.repo_url, a.demo_url, a.video_url, a.tags, a.status, a.submitted_at, a.created_at)
        is distinct from (b.external_id, b.team_id, b.track_id, b.title, b.tagline, b.summary, b.description,
            b.repo_url, b.demo_url, b.video_url, b.tags, b.status, b.submitted_at, b.created_at);

-- As before, and the pictures of a draft.
create or replace function audit_shows_nothing(r audit_log) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select audit_is_private(r.action)
        or case
            when r.action in ('project.created', 'project.edited', 'picture.added', 'picture.described', 'picture.moved',
                'picture.removed') and r.object_id ~ '^[0-9]{1,18}$' then exists (
                select from project p
                where p.id = r.object_id::bigint and p.event_id = r.event_id and p.status = 'draft')
            else false
        end;
$$;

-- Pictures may show people: they go with an event's personal data. The functions are changed in place, so that whatever else
-- they hold by now stays.
do $$
declare
    known text;
    body text;
    change record;
begin
    for change in select * from (values
        ('forgettable(bigint)', 'union all select ''visits'',', 'union all select ''pictures'', count(*) from project_picture where event_id = p_event
    union all select ''visits'','),
        ('forget_event(bigint, boolean, text)', 'delete from visit_mark where event_id = p_event;', 'delete from visit_mark where event_id = p_event;
    delete from project_picture where event_id = p_event;')
    ) as c (name, known, changed) loop
        body := pg_get_functiondef(change.name::regprocedure);
        known := change.known;
        if position(known in body) = 0 then
            raise exception '% is not as this migration expects it.', change.name;
        end if;
        execute left(body, position(known in body) - 1) || change.changed
            || substr(body, position(known in body) + length(known));
    end loop;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
