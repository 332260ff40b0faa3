-- Blind judging: a judge does not learn whose project it is before their review of it is submitted. And what judges looked at before they
-- submitted, counted for each project and for no judge.

-- Team and people are hidden until the results are published, from judges until they have submitted their review of the project.
alter table event add column blind boolean not null default false;

-- What was hidden while some judged would be read by others: it is chosen before judging opens, as the rule for further reviews is.
create trigger blind_before before update of blind on event
    for each row when (old.blind is distinct from new.blind) execute function review_rule_before();

-- The links of a project that tell whose it is, as its team says. Judges of a blind event get them with the names.
alter table project add column names_us text[] not null default '{}' constraint names_us_known
    check (names_us <@ array['repo_url', 'demo_url', 'video_url'] and array_position(names_us, null) is null);

-- As in 0016, with the marks of links.
create or replace function project_edited(a project, b project) returns boolean
    language sql immutable set search_path = pg_catalog, public, pg_temp
    return (a.external_id, a.team_id, coalesce(a.track_id, b.track_id), a.title, a.tagline, a.summary, a.description,
            a.repo_url, a.demo_url, a.video_url, a.names_us, a.tags, a.created_at)
        is distinct from (b.external_id, b.team_id, b.track_id, b.title, b.tagline, b.summary, b.description,
            b.repo_url, b.demo_url, b.video_url, b.names_us, b.tags, b.created_at)
        or ((a.withdrawn_at is null) = (b.withdrawn_at is null)
            and (a.status, a.submitted_at) is distinct from (b.status, b.submitted_at));

-- Whether the devices of judges count which of a project's links were opened.
alter table event add column counts_looks boolean not null default false;

-- Of the judges whose device counted, how many opened each link before they submitted their first review of the project. Which of them
-- did is stored nowhere.
create table project_look (
    event_id bigint not null references event,
    project_id bigint not null,
    repository int not null,
    demo int not null,
    video int not null,
    judges int not null,
    primary key (event_id, project_id),
    foreign key (event_id, project_id) references project (event_id, id) on delete cascade
);
create trigger a_stay_in_event before update of event_id on project_look for each row execute function stay_in_event();
create trigger a_not_forgotten before insert or update on project_look for each row execute function not_forgotten();

-- A judge counts once, also one who withdraws the review and submits it again.
alter table assignment add column looks_counted boolean not null default false;

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
