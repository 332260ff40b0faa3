-- A publication has a number of its own. Until now one number said both which computation is meant and which publication, so that
-- winners confirmed after the publication needed a copy of the run, and that copy hid a newer run for good.

-- All triggers of the table: publications of forgotten events are numbered too, and they take no update.
alter table publication disable trigger user;
alter table publication add column number int;
update publication p set number = n.number
    from (select id, row_number() over (partition by event_id order by id) as number from publication) n where n.id = p.id;
alter table publication
    -- Counts from 1 in each event.
    alter column number set not null,
    add constraint publication_number_taken unique (event_id, number);
alter table publication enable trigger user;
alter table publication enable always trigger append_only;

-- The database numbers it. A correction publishes a later run, or the same once more; an earlier one never comes back.
do $$
declare
    known text := pg_get_functiondef('publication_before()'::regprocedure);
    body text := replace(known, 'r.run <= last_run', 'r.run < last_run');
begin
    body := replace(body, E'    end if;\n    return new;', E'    end if;\n    select coalesce(max(p.number), 0) + 1 into new.number from publication p where p.event_id = new.event_id;\n    return new;');
    if body = replace(known, 'r.run <= last_run', 'r.run < last_run') or position('r.run <= last_run' in known) = 0 then
        raise exception 'publication_before is not as this migration expects it';
    end if;
    execute body;
end
$$;

-- While the vote is open, published results are hidden again: nothing that is checked may tell them.
create function vote_is_open(e event) returns boolean
    language sql stable
    return e.voting_mode <> 'off' and coalesce(e.voting_open <= clock_timestamp(), true)
        and coalesce(clock_timestamp() < e.voting_close, true);

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
