-- A notice to one team: the board leads to it where judges found nobody at the table.

alter table notice
    add column team_id bigint,
    drop constraint notice_audience_known,
    drop constraint notice_has_one_audience,
    add constraint notice_audience_known check (audience in ('everybody', 'judges', 'teams', 'room', 'team', 'person')),
    add constraint notice_has_one_audience check (
        (audience = 'room') = (room <> '') and (audience = 'team') = (team_id is not null)
        and (audience = 'person') = (person_id is not null)),
    -- A team that ends takes along what was written to it alone. Without this nobody could leave such a team last.
    add constraint notice_team_unknown foreign key (event_id, team_id) references team (event_id, id) on delete cascade;
create index notice_team on notice (event_id, team_id) where team_id is not null;

alter table notice_read
    drop constraint notice_read_notice_id_fkey,
    add constraint notice_read_notice_id_fkey foreign key (notice_id) references notice (id) on delete cascade;

create or replace function notice_reaches(n notice, who bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp
    return n.author_id <> who and case n.audience
        when 'everybody' then exists (select from membership m where m.event_id = n.event_id and m.person_id = who)
        when 'judges' then exists (
            select from membership m where m.event_id = n.event_id and m.person_id = who and m.role = 'judge')
        when 'teams' then exists (select from team_member t where t.event_id = n.event_id and t.person_id = who)
        when 'room' then exists (
            select from team_member t
            join project p on p.event_id = t.event_id and p.team_id = t.team_id
            join project_place l on l.project_id = p.id
            where t.event_id = n.event_id and t.person_id = who and lower(l.room) = lower(n.room))
        when 'team' then exists (
            select from team_member t where t.event_id = n.event_id and t.team_id = n.team_id and t.person_id = who)
        else n.person_id = who
    end;
