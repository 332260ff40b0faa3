-- An organizer corrects what a list said of a project: its title, its links and the name of its team. Lists come after the close, and so
-- does what is found wrong in them. Until now the only way was another list, which leaves a reviewed project as it is.

-- The second way past the close, beside import_projects, and by the same pass. Only a project that a list or a bundle brought is corrected,
-- and none once results are published: they name it. The caller's operation writes the log's row, as for every other act.
create function correct_project(p_project bigint, p_title text, p_team text, p_repo_url text, p_demo_url text, p_video_url text)
    returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- As before, but for a correction: its pass says nothing for the log.
create or replace function import_logged() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp set lock_timeout = '100ms' as $$
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

-- An organizer took the judge off the project: the judge did not step aside, and is not told so. Where a project is given back it is false
-- again.
alter table assignment
    add column taken_off boolean not null default false,
    add constraint taken_off_is_recused check (not taken_off or status = 'recused');

-- Words that the portal reads back. Another word would fail every page that reads its row.
alter table webhook_attempt add constraint attempt_error_known
    check (error in ('address', 'name', 'private', 'connection', 'tls', 'timeout', 'answer'));
alter table webhook_test add constraint test_error_known
    check (error in ('address', 'name', 'private', 'connection', 'tls', 'timeout', 'answer'));
alter table project_import add constraint import_shape_known
    check (shape in ('devpost', 'dorahacks', 'gavel', 'jury', 'plain'));
alter table import_column add constraint import_column_holds_known
    check (holds in ('nothing', 'title', 'team', 'track', 'tags', 'link', 'members', 'place'));

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
