-- What a sender looks at besides code: texts and links, and the same work in an earlier event where the organizers of both agree.

alter table event add column evidence_across boolean not null default false;

-- What was looked at, and which link is looked at again: one that does not answer once may answer an hour later. A text is looked at once,
-- as all links that answer.
create table content_look (
    project_id bigint not null,
    part text not null constraint content_look_part check (part in ('texts', 'demo_url', 'video_url')),
    event_id bigint not null references event,
    failed_at timestamptz,
    done boolean not null,
    -- When a sender that took it has died, or when it is looked at again.
    due_at timestamptz not null default clock_timestamp() + interval '2 minutes',
    primary key (project_id, part),
    constraint content_look_project_foreign foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create index content_look_event on content_look (event_id);
create trigger a_stay_in_event before update of event_id on content_look for each row execute function stay_in_event();

-- What changes is looked at again, and another repository as if it were new. Few can change anything after the close: an organizer who
-- corrects, a team with more time.
create function content_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from content_look where project_id = new.id;
    delete from code_look where project_id = new.id and new.repo_url <> old.repo_url;
    return null;
end
$$;
create trigger content_changed after update of title, tagline, summary, description, repo_url, demo_url, video_url on project
    for each row when ((old.title, old.tagline, old.summary, old.description, old.repo_url, old.demo_url, old.video_url)
        is distinct from (new.title, new.tagline, new.summary, new.description, new.repo_url, new.demo_url, new.video_url))
    execute function content_changed();

-- What is due for a look. Repositories are asked by git's own protocol. After a week nobody looks any more: a link that goes later says nothing about what was submitted.
create view content_due as
    select p.event_id, p.id as project_id, u.part, u.url, l.failed_at is not null as failed
    from event e
    join project p on p.event_id = e.id
    cross join lateral (values ('texts', '-'), ('demo_url', p.demo_url), ('video_url', p.video_url)) u (part, url)
    left join content_look l on l.project_id = p.id and l.part = u.part
    where e.evidence and e.forgotten_at is null and p.status = 'submitted' and u.url <> ''
        and (e.judging_close is null or e.judging_close > clock_timestamp() - interval '7 days')
        and submissions_close_of(e, p.team_id) between clock_timestamp() - interval '7 days' and clock_timestamp()
        and (l.project_id is null or not l.done and l.due_at <= clock_timestamp());

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
