//! Finals events: what they take from the event whose finals they are.

use crate::prelude::*;

/// Names an event as the finals of the permit's event. Organizers who need a passkey there, or a second organizer, need them here.
pub async fn link(conn: &mut Conn, permit: &Permit<act::MakeFinals>, finals: EventId) -> Outcome<()> {
    run!(conn, "update event f set finals_of = e.id, organizers_need_passkey = e.organizers_need_passkey,
             second_organizer = e.second_organizer
         from event e where e.id = $1 and f.id = $2"; permit.ids().0, finals.0)
}

/// Copies people and their roles into a finals event: the members of the finalists' teams, the chosen ones among the judges
/// with the tracks that they know and the most reviews that they take, and all organizers. Before the results are published, organizers who
/// take part are left out: they would read in the draft who is in the finals. A new organizer and a site admin confirm nothing as a second
/// organizer, so they confirm nothing in the finals either, also where they make them. Tracks of both events are in the same order.
pub async fn copy_people(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
    judges: &[PersonId],
) -> Outcome<()> {
    let from = permit.ids();
    run!(conn, "with roles as (
             select m.person_id, 'participant' as role from team_member m
             where m.event_id = $1 and exists (
                 select from project p where p.event_id = $1 and p.team_id = m.team_id and p.id = any($3))
             union select m.person_id, m.role from membership m
             where m.event_id = $1 and (m.role = 'judge' and m.person_id = any($4)
                 or m.role = 'organizer' and (not takes_part($1, m.person_id)
                     or exists (select from publication p where p.event_id = $1)))),
         people as (
             insert into event_person (event_id, person_id, review_cap)
             select distinct $2::bigint, ep.person_id, ep.review_cap
             from roles r join event_person ep on ep.event_id = $1 and ep.person_id = r.person_id
             on conflict do nothing)
         insert into membership (event_id, person_id, role) select $2, person_id, role from roles on conflict do nothing";
        from.0, finals.0, projects as _, judges as _)?;
    run!(conn, "update membership own set confirms = false
         where own.event_id = $2 and own.role = 'organizer' and exists (select from event e where e.id = $1 and e.second_organizer)
             and not exists (select from membership m where m.event_id = $1 and m.person_id = own.person_id
                 and m.role = 'organizer' and m.confirms)"; from.0, finals.0)?;
    run!(conn, "with old as (select id, row_number() over (order by position, id) as at from track where event_id = $1),
              new as (select id, row_number() over (order by position, id) as at from track where event_id = $2)
         insert into person_track (event_id, person_id, track_id)
         select $2, k.person_id, new.id from person_track k join old on old.id = k.track_id join new on new.at = old.at
         where k.event_id = $1 and k.person_id = any($3) and exists (
             select from membership m where m.event_id = $2 and m.person_id = k.person_id and m.role = 'judge')";
        from.0, finals.0, judges as _)
}

/// Projects of an event and their copies in its finals, in the same order. `copy_projects` alone makes them.
#[derive(Clone, Debug)]
pub struct CopiedProjects {
    from: Vec<i64>,
    to: Vec<i64>,
}

impl CopiedProjects {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.to.len()
    }
}

/// Copies the chosen projects with their teams and members into a finals event, in order of title, so that no number tells
/// a rank. Only submitted, unflagged projects of the event are copied.
pub async fn copy_projects(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &[ProjectId],
) -> Outcome<CopiedProjects> {
    let from = permit.ids();
    run!(conn, "insert into team (event_id, name)
         select $2, t.name from team t
         where t.event_id = $1 and exists (
             select from project p where p.event_id = $1 and p.team_id = t.id and p.id = any($3))
         order by lower(t.name), t.id"; from.0, finals.0, projects as _)?;
    run!(conn, "insert into team_member (event_id, person_id, team_id, joined_at)
         select $2, m.person_id, n.id, m.joined_at
         from team_member m join team t on t.event_id = m.event_id and t.id = m.team_id
         join team n on n.event_id = $2 and n.name = t.name
         where m.event_id = $1 order by n.id, m.joined_at, m.person_id"; from.0, finals.0)?;
    run!(conn, "with old as (select id, row_number() over (order by position, id) as at from track where event_id = $1),
              new as (select id, row_number() over (order by position, id) as at from track where event_id = $2)
         insert into project (event_id, team_id, track_id, title, tagline, summary, description, repo_url, demo_url, video_url, names_us, tags,
                              answers, status, submitted_at)
         select $2, n.id, new.id, p.title, p.tagline, p.summary, p.description, p.repo_url, p.demo_url, p.video_url, p.names_us, p.tags,
                p.answers, 'submitted', p.submitted_at
         from project p join team t on t.event_id = p.event_id and t.id = p.team_id
         join team n on n.event_id = $2 and n.name = t.name
         left join old on old.id = p.track_id left join new on new.at = old.at
         where p.event_id = $1 and p.id = any($3) and p.status = 'submitted' and p.duplicate_of is null
         order by lower(p.title), p.id"; from.0, finals.0, projects as _)?;
    // They were copied in order of title, and are found again by their place in it.
    let pairs = rows!(conn, r#"with old as (select id, row_number() over (order by lower(title), id) as at from project
                      where event_id = $1 and id = any($3) and status = 'submitted' and duplicate_of is null),
              new as (select id, row_number() over (order by id) as at from project where event_id = $2)
         select old.id as "from!", new.id as "to!" from old join new using (at) order by at"#;
        from.0, finals.0, projects as _)?;
    let (from, to) = pairs.into_iter().map(|pair| (pair.from, pair.to)).unzip();
    Ok(CopiedProjects { from, to })
}

/// Copies what ties people to the finalists' teams: that they left one or are invited to one, so that they take part, whenever they come; and
/// for the chosen judges conflicts that were declared, and suggestions that were settled as none. A judge with such a tie gets a conflict with
/// the project, and so does whoever comes to judge later and was named on its team by a list.
pub async fn copy_conflicts(
    conn: &mut Conn,
    permit: &Permit<act::MakeFinals>,
    finals: EventId,
    projects: &CopiedProjects,
    judges: &[PersonId],
) -> Outcome<()> {
    run!(conn, "with pair as (select * from unnest($2::bigint[], $3::bigint[]) pair(copied, copy)),
              settled as (
         insert into conflict_dismissal (event_id, person_id, project_id, dismissed_at)
         select $1, c.person_id, pair.copy, c.dismissed_at from conflict_dismissal c join pair on pair.copied = c.project_id
         where c.person_id = any($4))
         insert into conflict (event_id, person_id, project_id, kind, reason, source, declared_by, created_at)
         select $1, c.person_id, pair.copy, c.kind, c.reason, c.source, c.declared_by, c.created_at
         from conflict c join pair on pair.copied = c.project_id where c.person_id = any($4)";
        finals.0, &projects.from, &projects.to, judges as _)?;
    let from = permit.ids();
    // Also of those who are not in the finals yet: an organizer who comes later would read the reviews of a team that they left. A trigger
    // keeps the teams that people joined there, and says that they take part.
    run!(conn, "with was as (
             select o.person_id, array_agg(n.id order by n.id) as team_ids from team_part o join team t on t.id = o.team_id
             join team n on n.event_id = $2 and n.name = t.name where o.event_id = $1 group by o.person_id)
         insert into event_person (event_id, person_id, on_team, team_ids) select $2, person_id, true, team_ids from was
         on conflict (event_id, person_id) do update set team_ids = excluded.team_ids"; from.0, finals.0)?;
    run!(conn, "with pair as (select * from unnest($2::bigint[], $3::bigint[]) pair(copied, copy)),
              tied as (
             select o.person_id, pair.copy from pair join project p on p.id = pair.copied
             join team_person o on o.event_id = p.event_id and o.team_id = p.team_id
             union select o.person_id, pair.copy from pair join project p on p.id = pair.copied
             join team_part o on o.event_id = p.event_id and o.team_id = p.team_id
             where not exists (select from conflict_dismissal d where d.person_id = o.person_id and d.project_id = p.id))
         insert into conflict (event_id, person_id, project_id, kind, source)
         select $1, tied.person_id, tied.copy, 'own_team', 'portal' from tied where tied.person_id = any($4)
         on conflict (event_id, person_id, project_id) do nothing";
        finals.0, &projects.from, &projects.to, judges as _)?;
    run!(conn, "select copy_listed($1)"; finals.0)
}

pub async fn copy_pictures(conn: &mut Conn, finals: EventId, projects: &CopiedProjects) -> Outcome<()> {
    run!(conn, "insert into project_picture (event_id, project_id, position, picture)
         select $1, pair.copy, i.position, i.picture from unnest($2::bigint[], $3::bigint[]) pair(copied, copy)
         join project_picture i on i.project_id = pair.copied"; finals.0, &projects.from, &projects.to)?;
    run!(conn, "insert into picture_file (picture_id, width, digest, bytes)
         select made.id, f.width, f.digest, f.bytes from unnest($1::bigint[], $2::bigint[]) pair(copied, copy)
         join project_picture made on made.project_id = pair.copy
         join project_picture i on i.project_id = pair.copied and i.position = made.position
         join picture_file f on f.picture_id = i.id"; &projects.from, &projects.to)
}

/// Copies what the finalists asked for of the prizes that the finals have too.
pub async fn copy_wishes(conn: &mut Conn, finals: EventId, projects: &CopiedProjects) -> Outcome<()> {
    run!(conn, "insert into project_prize (project_id, event_id, prize_id)
         select pair.copy, $1, to_prize.id from unnest($2::bigint[], $3::bigint[]) pair(copied, copy)
         join project_prize o on o.project_id = pair.copied
         join prize z on z.id = o.prize_id join prize to_prize on to_prize.event_id = $1 and to_prize.name = z.name";
        finals.0, &projects.from, &projects.to)
}

/// Copies the finalists' rooms and places, and what their teams asked for there. Returns how many have a place.
pub async fn copy_places(conn: &mut Conn, finals: EventId, projects: &CopiedProjects) -> Outcome<u64> {
    run!(conn, "insert into project_need (project_id, event_id, power, quiet)
         select pair.copy, $1, n.power, n.quiet from unnest($2::bigint[], $3::bigint[]) pair(copied, copy)
         join project_need n on n.project_id = pair.copied"; finals.0, &projects.from, &projects.to)?;
    affected!(conn, "insert into project_place (project_id, event_id, room, place)
         select pair.copy, $1, l.room, l.place from unnest($2::bigint[], $3::bigint[]) pair(copied, copy)
         join project_place l on l.project_id = pair.copied"; finals.0, &projects.from, &projects.to)
}

/// The event whose finals an event is, and its own finals, each as slug and name, of those that this person may know.
pub async fn links(conn: &mut Conn, event: EventId, person: Option<PersonId>) -> Outcome<FinalsLinks> {
    let rows = rows!(conn, r#"select o.slug, o.name, coalesce(o.id = e.finals_of, false) as "first!" from event e
           join event o on o.id = e.finals_of or o.finals_of = e.id
           where e.id = $1 and (not o.draft or sees_draft(o.id, $2)) order by o.id"#; event.0, person as _)?;
    let mut links = FinalsLinks::default();
    for r in rows {
        if r.first { links.of = Some((r.slug, r.name)) } else { links.finals.push((r.slug, r.name)) }
    }
    Ok(links)
}
