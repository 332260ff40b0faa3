-- What judges read of a project besides its own texts is looked at, too, and its team is asked once for an answer to what is found.

-- `team` is no part of the text: it is due as long as the team was not written to, and stays done afterwards.
alter table content_look drop constraint content_look_part,
    add constraint content_look_part check (part in ('texts', 'demo_url', 'video_url', 'team'));

-- Without this, a corrected letter would have the team asked again.
create or replace function content_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from content_look where project_id = new.id and part <> 'team';
    delete from code_look where project_id = new.id and new.repo_url <> old.repo_url;
    return null;
end
$$;
drop trigger content_changed on project;
create trigger content_changed
    after update of title, tagline, summary, description, repo_url, demo_url, video_url, tags, answers on project
    for each row when ((old.title, old.tagline, old.summary, old.description, old.repo_url, old.demo_url, old.video_url, old.tags, old.answers)
        is distinct from (new.title, new.tagline, new.summary, new.description, new.repo_url, new.demo_url, new.video_url, new.tags, new.answers))
    execute function content_changed();

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

-- A team answers until the results are published. Where nobody publishes, nobody asks for ever.
create or replace view content_due as
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

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
