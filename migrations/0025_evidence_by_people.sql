-- Evidence by people: who may write what. The rules say the same; this holds when they are passed by.

-- A team answers once.
create unique index evidence_answer_once on evidence (project_id) where fact ->> 'kind' = 'answer';
alter table evidence add constraint evidence_said_length
    check (plain_text(coalesce(fact ->> 'sentence', fact ->> 'text', ''), 1000));

-- A judge flags what they are assigned, while they review; a member answers for their team between the close and the publication; an
-- organizer notes and looks, and until publication none who takes part. The portal writes nothing of this, and people nothing else. An
-- import may hold what its event allowed.
create function evidence_by_people() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
        may := (published or not takes_part(new.event_id, new.found_by)) and (
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
create trigger evidence_by_people before insert on evidence for each row execute function evidence_by_people();

do $$
begin
    perform close_functions();
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
