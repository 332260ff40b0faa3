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

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
