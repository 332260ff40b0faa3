//! Places of projects on the floor.

use crate::prelude::*;

/// The event's submitted projects in id order, each with its place and what its team asked for.
pub async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<FloorProject>> {
    rows!(conn, r#"select p.id, p.title, t.name as team, p.submitted_at as "submitted_at!", k.name as "track?",
                  k.at as "track_at?", coalesce(n.power, false) as "power!", coalesce(n.quiet, false) as "quiet!",
                  coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!",
                  (select min(z.at) from project_prize o
                   join (select id, row_number() over (order by position, id) as at from prize where event_id = $1) z
                        on z.id = o.prize_id
                   where o.project_id = p.id) as prize
           from project p
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join (select id, name, row_number() over (order by position, id) as at from track where event_id = $1) k
                on k.id = p.track_id
           left join project_need n on n.project_id = p.id
           left join project_place l on l.project_id = p.id
           where p.event_id = $1 and p.status = 'submitted' order by p.id"#; event.0)
    .each(object! { FloorProject from |r|:
        title, team, prize, submitted_at, power, quiet;
        id: ProjectId(r.id),
        track: r.track_at.zip(r.track),
        place: Place::new(r.room, r.place)
    })
}

/// Makes organizers who move projects of this event wait for each other until the transaction ends, so that each sees what
/// the other moved.
pub async fn lock(conn: &mut Conn, permit: &Permit<act::MoveProjects>) -> Outcome<()> {
    run!(conn, "select pg_advisory_xact_lock(hashtextextended('floor', $1))"; permit.ids().0)
}

/// Moves projects. All leave their places before one takes another's, so that two can change places.
/// Errors: the database's refusal: a place that another project has.
pub async fn move_projects(
    conn: &mut Conn,
    permit: &Permit<act::MoveProjects>,
    moves: &[Move],
) -> Outcome<()> {
    let event = permit.ids();
    let moved: Vec<i64> = moves.iter().map(|m| m.project.0).collect();
    run!(conn, "delete from project_place where event_id = $1 and project_id = any($2)"; event.0, &moved)?;
    let placed: Vec<&Move> = moves.iter().filter(|m| !m.to.is_none()).collect();
    run!(conn, "insert into project_place (event_id, project_id, room, place)
         select $1, m.project, m.room, m.place from unnest($2::bigint[], $3::text[], $4::text[]) m(project, room, place)";
        event.0, &placed.iter().map(|m| m.project.0).collect::<Vec<_>>(),
        &placed.iter().map(|m| m.to.room.clone()).collect::<Vec<_>>(),
        &placed.iter().map(|m| m.to.place.clone()).collect::<Vec<_>>())
}

/// What each judge of the event has to do, by judge and then by assignment id. Judges who have not come yet have the number of
/// their invitation (`model::plan::invited_number`), and their work has the numbers that it keeps. All of it is found once: where the
/// statistics of a new event are missing, PostgreSQL would find it anew for each project.
pub async fn sheet_tasks(conn: &mut Conn, permit: &Permit<act::PrintJudgeSheets>) -> Outcome<Vec<SheetTask>> {
    rows!(conn, r#"with task as materialized (
               select a.person_id as judge, coalesce(nullif(j.name, ''), j.email) as name, a.id, a.project_id
               from assignment a join person j on j.id = a.person_id
               where a.event_id = $1 and a.status <> 'recused'
               union all
               select -a.invitation_id, coalesce(nullif(j.name, ''), j.email), a.id, a.project_id
               from invited_work a join invitation j on j.id = a.invitation_id
               where a.event_id = $1)
           select a.judge as "judge!", a.name as "name!", a.id as "id!", p.title, t.name as team, coalesce(l.room, '') as "room!",
                  coalesce(l.place, '') as "place!"
           from task a
           join project p on p.event_id = $1 and p.id = a.project_id
           join team t on t.event_id = p.event_id and t.id = p.team_id
           left join project_place l on l.project_id = p.id
           order by lower(a.name), a.judge, a.id"#; permit.ids().0)
    .each(object! { SheetTask from |r|:
        name, title, team;
        judge: PersonId(r.judge),
        assignment: AssignmentId(r.id),
        place: Place::new(r.room, r.place)
    })
}
