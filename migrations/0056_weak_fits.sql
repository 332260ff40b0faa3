-- What an organizer does about a weak fit: a reason for one that was stopped early, and tracks for parts that few reviews
-- connect.

-- The first publication needs a reason where the fit was stopped early, and has none otherwise; each correction has one
-- and pins a later run.
create or replace function publication_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
    last_run int;
    finished boolean;
begin
    perform from event e where e.id = new.event_id for no key update;
    perform require_vote_closed(new.event_id);
    select r.run into last_run from publication p join calibration_run r on r.id = p.run_id
        where p.event_id = new.event_id order by p.id desc limit 1;
    select coalesce((r.connectivity #>> '{fit,converged}')::boolean, true) into finished
        from calibration_run r where r.id = new.run_id;
    if last_run is null and not finished and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'The calculation was stopped early. Say why the ranking is published all the same.');
    elsif last_run is null and finished and new.reason is not null then
        perform refuse(422, 'publication_reason', 'The first publication corrects nothing: leave the reason out.');
    elsif last_run is not null and btrim(coalesce(new.reason, '')) = '' then
        perform refuse(422, 'publication_reason', 'Say why the published results are corrected.');
    elsif exists (select from calibration_run r where r.id = new.run_id and r.run <= last_run) then
        perform refuse(409, 'no_run', 'A correction needs a run later than the published one.');
    end if;
    return new;
end
$$;

-- What visitors see of a project, compared. An organizer's flag of a repeat is no edit and has no window, and neither has a
-- first track: parts of an event that few reviews connect become tracks while results are prepared.
create or replace function project_edited(a project, b project) returns boolean
    language sql immutable set search_path = pg_catalog, public, pg_temp
    return (a.external_id, a.team_id, coalesce(a.track_id, b.track_id), a.title, a.tagline, a.summary, a.description,
            a.repo_url, a.demo_url, a.tags, a.status, a.submitted_at, a.created_at)
        is distinct from (b.external_id, b.team_id, b.track_id, b.title, b.tagline, b.summary, b.description,
            b.repo_url, b.demo_url, b.tags, b.status, b.submitted_at, b.created_at);
