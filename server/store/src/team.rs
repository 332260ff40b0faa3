//! Teams and their members.

use crate::prelude::*;
use std::collections::BTreeSet;

/// A new team.
/// Errors: 409 where the name is taken, or the database's refusal.
pub async fn insert(conn: &mut Conn, permit: &Permit<act::CreateTeam>, name: &str) -> Outcome<TeamId> {
    let (event, _) = permit.ids();
    value!(conn, "insert into team (event_id, name) values ($1, $2) returning id"; event.0, name).map(TeamId)
}

/// The teams that somebody belongs to in every rule about one's own team: theirs, and those that an open invitation names.
pub async fn own(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<BTreeSet<TeamId>> {
    let teams = values!(conn,
        r#"select team_id as "team_id!: TeamId" from team_person where event_id = $1 and person_id = $2"#;
        event.0, person.0)?;
    Ok(teams.into_iter().collect())
}

/// The event's team whose join link carries the code with this SHA-256.
pub async fn by_join_code(conn: &mut Conn, event: EventId, hash: &[u8]) -> Outcome<Option<NamedTeam>> {
    maybe_row!(conn, NamedTeam, "select id, name from team where event_id = $1 and join_code_hash = $2"; event.0, hash)
}

/// Gives the team's join link a new code; the old link stops working.
/// Errors: the database's refusal: outside the window.
pub async fn set_join_code(conn: &mut Conn, permit: &Permit<act::InviteToTeam>, hash: &[u8]) -> Outcome<()> {
    run!(conn, "update team set join_code_hash = $2 where id = $1"; permit.ids().0, hash)
}

/// Gives the team another name.
/// Errors: 409 where the name is taken, or the database's refusal: outside the window.
pub async fn rename(conn: &mut Conn, permit: &Permit<act::RenameTeam>, name: &str) -> Outcome<()> {
    run!(conn, "update team set name = $2 where id = $1"; permit.ids().0, name)
}

/// Acts by which the caller comes onto a team.
pub trait EntersTeam: Rule<Ids = (EventId, PersonId)> {}
impl EntersTeam for act::CreateTeam {}
impl EntersTeam for act::JoinTeam {}

/// Makes the caller a participant of the event; true if they were none before.
pub async fn enroll(conn: &mut Conn, permit: &Permit<impl EntersTeam>) -> Outcome<bool> {
    let (event, person) = permit.ids();
    run!(conn, "insert into event_person (event_id, person_id) values ($1, $2) on conflict do nothing";
        event.0, person.0)?;
    changed!(conn,
        "insert into membership (event_id, person_id, role) values ($1, $2, 'participant') on conflict do nothing";
        event.0, person.0)
}

/// Puts the caller on a team of the event.
/// Errors: the database's refusal: full, own team, already on one, outside the window.
pub async fn insert_member(conn: &mut Conn, permit: &Permit<impl EntersTeam>, team: TeamId) -> Outcome<()> {
    let (event, person) = permit.ids();
    run!(conn, "insert into team_member (event_id, team_id, person_id) values ($1, $2, $3)"; event.0, team.0, person.0)
}

/// Takes the caller off their team; false if they had left it already.
/// Errors: the database's refusal: the last member of a team with a project, outside the window.
pub async fn delete_member(conn: &mut Conn, permit: &Permit<act::LeaveTeam>) -> Outcome<bool> {
    let (event, team, person) = permit.ids();
    changed!(conn, "delete from team_member where event_id = $1 and team_id = $2 and person_id = $3";
        event.0, team.0, person.0)
}

/// Removes a team without members, projects and invitations; its name is free again.
pub async fn delete_if_empty(conn: &mut Conn, permit: &Permit<act::LeaveTeam>) -> Outcome<bool> {
    let (_, team, _) = permit.ids();
    changed!(conn, "delete from team t where t.id = $1
             and not exists (select from team_member m where m.event_id = t.event_id and m.team_id = t.id)
             and not exists (select from project p where p.event_id = t.event_id and p.team_id = t.id)
             and not exists (select from invitation i where i.event_id = t.event_id and i.team_id = t.id)"; team.0)
}

/// A team's members, in the order they joined.
pub async fn members(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Vec<TeamMember>> {
    rows!(conn, TeamMember, "select p.name, m.joined_at from team_member m join person p on p.id = m.person_id
         where m.event_id = $1 and m.team_id = $2 order by m.joined_at, p.id"; event.0, team.0)
}

pub async fn find(conn: &mut Conn, team: TeamId) -> Outcome<Option<Team>> {
    maybe_row!(conn, Team, r#"select name, join_code_hash is not null as "has_link!",
                  (select count(*) from project p where p.event_id = t.event_id and p.team_id = t.id) as "projects!"
           from team t where id = $1"#; team.0)
}

/// Display names of a team's members, in the order they joined.
pub async fn member_names(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Vec<String>> {
    members(conn, event, team).await.each(|m| m.name)
}

/// A person's own teams with their members in the order they joined, by event.
pub async fn of_person(conn: &mut Conn, person: PersonId) -> Outcome<Vec<EventTeam>> {
    let rows = rows!(conn,
        r#"select e.slug, t.name, t.join_code_hash is not null as "has_link!", p.name as member, m.joined_at,
                case when e.submissions_close is not null and more_time_of(e, t.id) is not null
                     then submissions_close_of(e, t.id) end as more_time,
                x.reason as "more_time_reason?", e.contact_email as contact
         from team_member own
         join team t on t.event_id = own.event_id and t.id = own.team_id
         join event e on e.id = t.event_id
         left join team_extension x on x.event_id = t.event_id and x.team_id = t.id
         join team_member m on m.event_id = t.event_id and m.team_id = t.id
         join person p on p.id = m.person_id
         where own.person_id = $1 and (not e.draft or sees_draft(e.id, $1)) order by e.submissions_close desc nulls first, e.slug, m.joined_at, p.id"#;
        person.0)?;
    let mut teams: Vec<EventTeam> = Vec::new();
    for row in rows {
        if teams.last().is_none_or(|t| t.event != row.slug) {
            teams.push(object! { EventTeam from row:
                name, has_link, more_time, more_time_reason, contact;
                event: row.slug,
                members: Vec::new()
            });
        }
        if let Some(team) = teams.last_mut() {
            team.members.push(TeamMember { name: row.member, joined_at: row.joined_at });
        }
    }
    Ok(teams)
}

pub async fn name(conn: &mut Conn, team: TeamId) -> Outcome<Option<String>> {
    maybe_value!(conn, "select name from team where id = $1"; team.0)
}
