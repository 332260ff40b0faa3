-- Each project's place in a published ranking, so that a project's page reads one row and not the whole run.
create table published_place (
    publication_id bigint not null references publication,
    project_id bigint not null,
    rank int not null,
    -- The 90 % range of ranks.
    low int not null,
    high int not null,
    -- How many projects are ranked.
    ranked int not null,
    primary key (publication_id, project_id)
);

create function places_of(publication_id bigint, run_id bigint) returns setof published_place
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select $1, (p ->> 'project')::bigint, (p ->> 'rank')::int,
           coalesce((p -> 'rank_interval' ->> 0)::int, (p ->> 'rank')::int),
           coalesce((p -> 'rank_interval' ->> 1)::int, (p ->> 'rank')::int),
           (count(*) over ())::int
    from calibration_run r, json_array_elements(r.results) as p where r.id = $2;
$$;

insert into published_place select place.* from publication p, places_of(p.id, p.run_id) as place;

create function publication_places() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    insert into published_place select * from places_of(new.id, new.run_id);
    return null;
end $$;
create trigger publication_places after insert on publication
    for each row execute function publication_places();

create trigger append_only before update or delete or truncate on published_place
    for each statement execute function append_only();
alter table published_place enable always trigger append_only;

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
