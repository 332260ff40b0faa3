-- What merging would move. $1: the account that stays; $2: the one that goes.
with moved as (
    select a.id, exists (select from assignment o where o.person_id = $1 and o.project_id = a.project_id) as twice
    from assignment a where a.person_id = $2),
votes as (
    select coalesce(e.voting_open <= clock_timestamp(), true) and coalesce(clock_timestamp() < e.voting_close, true)
               and e.voting_mode = 'account' and not e.draft as open,
           exists (select from ballot o where o.event_id = b.event_id and o.person_id = $1) as twice
    from ballot b join event e on e.id = b.event_id where b.person_id = $2),
joined as (
    select t.name || ' in ' || e.name as team, e.id as event,
           coalesce(e.submissions_open <= clock_timestamp(), true)
               and coalesce(clock_timestamp() < submissions_close_of(e, m.team_id), true) and not e.draft as open,
           exists (select from team_member o where o.event_id = e.id and o.person_id = $1) as twice
    from team_member m join team t on t.id = m.team_id join event e on e.id = m.event_id where m.person_id = $2),
-- Teams that name the other's address while another team names that of the one that stays: one invitation could hold the person to one alone.
invited as (
    select t.name || ' in ' || e.name as team, e.id as event
    from invitation i join person g on g.id = $2 and lower(i.email collate "C") = lower(g.email collate "C")
    join invitation o on o.event_id = i.event_id and o.team_id <> i.team_id
    join person k on k.id = $1 and lower(o.email collate "C") = lower(k.email collate "C")
    join team t on t.id = i.team_id join event e on e.id = i.event_id
    where num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at, o.accepted_at, o.declined_at, o.withdrawn_at) = 0),
own as (
    select p.id from team_member m join project p on p.event_id = m.event_id and p.team_id = m.team_id
    where m.person_id in ($1, $2)),
named as (
    select unnest(choices) as project from ballot where person_id in ($1, $2)
    union select unnest(choices) from prize_panellist where person_id in ($1, $2))
select (select count(*) from review r join assignment a on a.id = r.assignment_id
        where a.person_id = $2) as "reviews!",
       (select count(*) from votes where not open) as "closed_ballots!",
       (select count(*) from votes where open and not twice) as "ballots!",
       (select count(*) from votes where open and twice) as "repeated_ballots!",
       array(select team from joined where not open and not twice order by event) as "closed_teams!",
       array(select team from (select team, event from joined where twice union all select * from invited) listed order by event)
           as "repeated_teams!",
       array(select team from joined where open and not twice order by event) as "teams!",
       (select count(distinct a.project_id) from assignment a
        where a.person_id in ($1, $2) and a.project_id in (select id from own)) as "own_team!",
       (select count(*) from named where project in (select id from own)) as "own_votes!",
       (select count(*) from prize_panellist where person_id = $2) as "panels!",
       (select count(*) from membership m where m.person_id = $2 and not exists (
            select from membership o where o.person_id = $1 and o.event_id = m.event_id and o.role = m.role)) as "roles!",
       (select count(*) from moved where not twice) as "assignments!",
       (select count(*) from moved where twice) as "shared_assignments!",
       (select count(*) from conflict c where c.person_id = $2 and not exists (
            select from conflict o where o.person_id = $1 and o.project_id = c.project_id)) as "conflicts!",
       (select count(*) from comment where person_id = $2 and removed_at is null) as "comments!",
       (select count(*) from api_token where person_id = $2 and revoked_at is null) as "tokens!"
