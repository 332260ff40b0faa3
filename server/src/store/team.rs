//! Teams and their members.

use super::Conn;
use crate::failure::Outcome;
use shared::ids::{EventId, PersonId, TeamId};
use shared::rules::{Permit, Rule, act};

/// A new team.
///
/// # Errors
/// 409 where the name is taken, or the database's refusal.
pub async fn insert(
    conn: &mut Conn,
    _: &Permit<act::CreateTeam>,
    event: EventId,
    name: &str,
) -> Outcome<TeamId> {
    let id =
        sqlx::query_scalar!("insert into team (event_id, name) values ($1, $2) returning id", event.0, name)
            .fetch_one(conn)
            .await?;
    Ok(TeamId(id))
}

/// Whether the event has this team.
///
/// # Errors
/// A lost database.
pub async fn exists(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from team where event_id = $1 and id = $2) as "exists!""#,
        event.0,
        team.0
    )
    .fetch_one(conn)
    .await?)
}

/// Puts a person on a team.
///
/// # Errors
/// The database's refusal: full, own team, already on one, outside the window.
pub async fn insert_member(
    conn: &mut Conn,
    _: &Permit<impl Rule>,
    event: EventId,
    team: TeamId,
    person: PersonId,
) -> Outcome<()> {
    sqlx::query!(
        "insert into team_member (event_id, team_id, person_id) values ($1, $2, $3)",
        event.0,
        team.0,
        person.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a person off their team.
///
/// # Errors
/// The database's refusal: the last member of a team with a project, outside the window.
pub async fn delete_member(
    conn: &mut Conn,
    _: &Permit<act::LeaveTeam>,
    event: EventId,
    person: PersonId,
) -> Outcome<()> {
    sqlx::query!("delete from team_member where event_id = $1 and person_id = $2", event.0, person.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Display names of a team's members, in the order they joined.
///
/// # Errors
/// A lost database.
pub async fn member_names(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select p.name from team_member m join person p on p.id = m.person_id
         where m.event_id = $1 and m.team_id = $2 order by m.joined_at, p.id",
        event.0,
        team.0
    )
    .fetch_all(conn)
    .await?)
}

/// A team's name.
///
/// # Errors
/// A lost database.
pub async fn name(conn: &mut Conn, team: TeamId) -> Outcome<Option<String>> {
    Ok(sqlx::query_scalar!("select name from team where id = $1", team.0).fetch_optional(conn).await?)
}
