//! Finals events: what they take from the event whose finals they are.

use super::Conn;
use crate::failure::Outcome;
use model::settings::FinalsLinks;
use shared::ids::{EventId, PersonId, ProjectId};
use shared::rules::{Permit, act};

/// Names an event as the finals of the permit's event.
///
/// # Errors
/// A lost database.
pub async fn link(conn: &mut Conn, permit: &Permit<act::MakeFinals>, finals: EventId) -> Outcome<()> {
    sqlx::query!("update event set finals_of = $1 where id = $2", permit.ids().0, finals.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Copies people and their roles into a finals event: the members of the finalists' teams, the chosen ones among the judges
/// with the tracks that they know and the most reviews that they take, and all organizers. Who left a finalists' team keeps that
/// conflict of interest. Tracks of both events are in the same order.
///
/// # Errors
/// A lost database.
pub async fn copy_people(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
    judges: &[PersonId],
) -> Outcome<()> {
    let from = permit.ids();
    let projects: Vec<i64> = projects.iter().map(|p| p.0).collect();
    let judges: Vec<i64> = judges.iter().map(|j| j.0).collect();
    sqlx::query!(
        "with roles as (
             select m.person_id, 'participant' as role from team_member m
             where m.event_id = $1 and exists (
                 select from project p where p.event_id = $1 and p.team_id = m.team_id and p.id = any($3))
             union select m.person_id, m.role from membership m
             where m.event_id = $1 and (m.role = 'organizer' or (m.role = 'judge' and m.person_id = any($4)))),
         people as (
             insert into event_person (event_id, person_id, review_cap, on_team)
             select distinct $2::bigint, ep.person_id, ep.review_cap, ep.on_team and exists (
                 select from project p where p.event_id = $1 and p.team_id = ep.last_team_id and p.id = any($3))
             from roles r join event_person ep on ep.event_id = $1 and ep.person_id = r.person_id
             on conflict do nothing)
         insert into membership (event_id, person_id, role) select $2, person_id, role from roles on conflict do nothing",
        from.0,
        finals.0,
        &projects,
        &judges
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "with old as (select id, row_number() over (order by position, id) as at from track where event_id = $1),
              new as (select id, row_number() over (order by position, id) as at from track where event_id = $2)
         insert into person_track (event_id, person_id, track_id)
         select $2, k.person_id, new.id from person_track k join old on old.id = k.track_id join new on new.at = old.at
         where k.event_id = $1 and k.person_id = any($3) and exists (
             select from membership m where m.event_id = $2 and m.person_id = k.person_id and m.role = 'judge')",
        from.0,
        finals.0,
        &judges
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Copies the chosen projects with their teams and members into a finals event, in order of title, so that no number tells
/// a rank. Returns how many of them are submitted, unflagged projects of the event.
///
/// # Errors
/// A lost database.
pub async fn copy_projects(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
) -> Outcome<u64> {
    let from = permit.ids();
    let projects: Vec<i64> = projects.iter().map(|p| p.0).collect();
    sqlx::query!(
        "insert into team (event_id, name)
         select $2, t.name from team t
         where t.event_id = $1 and exists (
             select from project p where p.event_id = $1 and p.team_id = t.id and p.id = any($3))
         order by lower(t.name), t.id",
        from.0,
        finals.0,
        &projects
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "insert into team_member (event_id, person_id, team_id, joined_at)
         select $2, m.person_id, n.id, m.joined_at
         from team_member m join team t on t.event_id = m.event_id and t.id = m.team_id
         join team n on n.event_id = $2 and n.name = t.name
         where m.event_id = $1 order by n.id, m.joined_at, m.person_id",
        from.0,
        finals.0
    )
    .execute(&mut *conn)
    .await?;
    let done = sqlx::query!(
        "with old as (select id, row_number() over (order by position, id) as at from track where event_id = $1),
              new as (select id, row_number() over (order by position, id) as at from track where event_id = $2)
         insert into project (event_id, team_id, track_id, title, tagline, summary, description, repo_url, demo_url, video_url, tags,
                              status, submitted_at)
         select $2, n.id, new.id, p.title, p.tagline, p.summary, p.description, p.repo_url, p.demo_url, p.video_url, p.tags,
                'submitted', p.submitted_at
         from project p join team t on t.event_id = p.event_id and t.id = p.team_id
         join team n on n.event_id = $2 and n.name = t.name
         left join old on old.id = p.track_id left join new on new.at = old.at
         where p.event_id = $1 and p.id = any($3) and p.status = 'submitted' and p.duplicate_of is null
         order by lower(p.title), p.id",
        from.0,
        finals.0,
        &projects
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// Copies what ties the chosen judges to the finalists: conflicts that were declared, and suggestions that were settled as none.
///
/// # Errors
/// A lost database.
pub async fn copy_conflicts(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
    judges: &[PersonId],
) -> Outcome<()> {
    let from = permit.ids();
    let projects: Vec<i64> = projects.iter().map(|p| p.0).collect();
    let judges: Vec<i64> = judges.iter().map(|j| j.0).collect();
    // Projects were copied in order of title, and are found again by their place in it.
    sqlx::query!(
        "with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3)),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2),
              pair as (select old.id as copied, new.id as copy from old join new using (at)),
              settled as (
         insert into conflict_dismissal (event_id, person_id, project_id, dismissed_at)
         select $2, c.person_id, pair.copy, c.dismissed_at from conflict_dismissal c join pair on pair.copied = c.project_id
         where c.event_id = $1 and c.person_id = any($4))
         insert into conflict (event_id, person_id, project_id, kind, reason, source, declared_by, created_at)
         select $2, c.person_id, pair.copy, c.kind, c.reason, c.source, c.declared_by, c.created_at
         from conflict c join pair on pair.copied = c.project_id
         where c.event_id = $1 and c.person_id = any($4)",
        from.0,
        finals.0,
        &projects,
        &judges
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Copies the finalists' pictures.
///
/// # Errors
/// A lost database.
pub async fn copy_pictures(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
) -> Outcome<()> {
    let from = permit.ids();
    let projects: Vec<i64> = projects.iter().map(|p| p.0).collect();
    // Projects were copied in order of title, and are found again by their place in it.
    sqlx::query!(
        "with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3)),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2)
         insert into project_picture (event_id, project_id, position, picture)
         select $2, new.id, i.position, i.picture from project_picture i
         join old on old.id = i.project_id join new on new.at = old.at where i.event_id = $1",
        from.0,
        finals.0,
        &projects
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3)),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2)
         insert into picture_file (picture_id, width, digest, bytes)
         select made.id, f.width, f.digest, f.bytes from project_picture made
         join new on new.id = made.project_id join old on old.at = new.at
         join project_picture i on i.project_id = old.id and i.position = made.position
         join picture_file f on f.picture_id = i.id
         where made.event_id = $2",
        from.0,
        finals.0,
        &projects
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Copies what the finalists asked for of the prizes that the finals have too.
///
/// # Errors
/// A lost database.
pub async fn copy_wishes(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
) -> Outcome<()> {
    let from = permit.ids();
    let projects: Vec<i64> = projects.iter().map(|p| p.0).collect();
    // Projects were copied in order of title, and are found again by their place in it.
    sqlx::query!(
        "with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3)),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2)
         insert into project_prize (project_id, event_id, prize_id)
         select new.id, $2, to_prize.id from project_prize o
         join old on old.id = o.project_id join new on new.at = old.at
         join prize z on z.id = o.prize_id join prize to_prize on to_prize.event_id = $2 and to_prize.name = z.name
         where o.event_id = $1",
        from.0,
        finals.0,
        &projects
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Copies the finalists' rooms and places, and what their teams asked for there. Returns how many have a place.
///
/// # Errors
/// A lost database.
pub async fn copy_places(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
) -> Outcome<u64> {
    let from = permit.ids();
    let projects: Vec<i64> = projects.iter().map(|p| p.0).collect();
    sqlx::query!(
        "with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3)),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2)
         insert into project_need (project_id, event_id, power, quiet)
         select new.id, $2, n.power, n.quiet from project_need n
         join old on old.id = n.project_id join new on new.at = old.at where n.event_id = $1",
        from.0,
        finals.0,
        &projects
    )
    .execute(&mut *conn)
    .await?;
    let done = sqlx::query!(
        "with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3)),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2)
         insert into project_place (project_id, event_id, room, place)
         select new.id, $2, l.room, l.place from project_place l
         join old on old.id = l.project_id join new on new.at = old.at where l.event_id = $1",
        from.0,
        finals.0,
        &projects
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// The event whose finals an event is, and its own finals, each as slug and name.
///
/// # Errors
/// A lost database.
pub async fn links(conn: &mut Conn, event: EventId) -> Outcome<FinalsLinks> {
    let rows = sqlx::query!(
        r#"select o.slug, o.name, coalesce(o.id = e.finals_of, false) as "first!" from event e
           join event o on o.id = e.finals_of or o.finals_of = e.id
           where e.id = $1 order by o.id"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    let mut links = FinalsLinks::default();
    for r in rows {
        if r.first { links.of = Some((r.slug, r.name)) } else { links.finals.push((r.slug, r.name)) }
    }
    Ok(links)
}
