-- What readers found about more time for one team, about projects that leave and come back, and about what is dealt to invited judges.

-- More time for one team ends when judging closes, or with the publication, at the latest: no judge sees what it sends later, and what is
-- published rests on it. Until now any end was taken, and a team could change its project after both.

-- Until when one team may submit, where it got more time; null where it got none, or its results are out.
create function more_time_of(e event, p_team bigint) returns timestamptz
    language sql stable set search_path = pg_catalog, public, pg_temp
    return (select least(x.closes_at, e.judging_close) from team_extension x
        where x.team_id = p_team and not exists (select from publication p where p.event_id = e.id));

-- As in 0016, with this end.
create or replace function submissions_close_of(e event, p_team bigint) returns timestamptz
    language sql stable set search_path = pg_catalog, public, pg_temp
    return case when e.submissions_close is not null then greatest(e.submissions_close, more_time_of(e, p_team)) end;

-- As in 0016, and no end is given that would not hold. The close of judging can move before an end that was given.
create or replace function extension_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- The project of which an organizer said that this one repeats it, while that one is withdrawn. Without it, a flag between projects
-- that are not alike would not come back with the original: nobody else could find it.
alter table project add column flag_waits bigint;
create index project_flag_waits on project (flag_waits) where flag_waits is not null;

-- As in 0016. What stays behind does not keep the project's reason as its own: it is as if the conflict had been declared while the
-- project was there. A review that was set aside has a reason always.
create or replace function project_leaves() returns trigger
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
    update assignment a set ended_with_project = false, recused_reason = case when a.voided_at is null then ''
            else 'A conflict of interest became known while the project was withdrawn.' end
        where a.event_id = new.event_id and a.project_id = new.id and a.ended_with_project;
    return null;
end
$$;

-- As in 0017, but asked of the tables: over invited_barred, PostgreSQL may look for the invited judges anew for each row.
create or replace view invited_work as
    select a.id, a.event_id, a.invitation_id, a.project_id, a.plan_id from invited_assignment a
        join invited_judge j on j.id = a.invitation_id
        join project p on p.event_id = a.event_id and p.id = a.project_id
    where p.status = 'submitted' and p.duplicate_of is null
        and not exists (select from person o join team_person t on t.person_id = o.id
            where lower(o.email collate "C") = lower(j.email collate "C") and t.event_id = a.event_id and t.team_id = p.team_id)
        and not exists (select from invitation i
            where i.event_id = a.event_id and i.team_id = p.team_id and lower(i.email collate "C") = lower(j.email collate "C")
                and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0)
        and not exists (select from person o join conflict c on c.person_id = o.id
            where lower(o.email collate "C") = lower(j.email collate "C") and c.event_id = a.event_id and c.project_id = a.project_id);

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
