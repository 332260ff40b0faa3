//! More time to submit for one team.

use crate::prelude::*;

/// The teams of an event that got more time, the one that has it longest last. The close of judging may have been moved before an end.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<Vec<MoreTime>> {
    rows!(conn, MoreTime, r#"select x.team_id as team, t.name, least(x.closes_at, e.judging_close) as "until!", x.reason
         from team_extension x join event e on e.id = x.event_id join team t on t.event_id = x.event_id and t.id = x.team_id
         where x.event_id = $1 order by least(x.closes_at, e.judging_close), x.team_id"#; event.0)
}

/// What one team got.
pub async fn of_team(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Option<MoreTime>> {
    Ok(of_event(conn, event).await?.into_iter().find(|given| given.team == team))
}

/// Locks what a team has, until the end of the transaction.
pub async fn lock(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<()> {
    maybe_row!(conn, "select id from team where event_id = $1 and id = $2 for no key update"; event.0, team.0)?;
    Ok(())
}

/// The event's teams, by name.
pub async fn teams(conn: &mut Conn, event: EventId) -> Outcome<Vec<NamedTeam>> {
    rows!(conn, NamedTeam, "select id, name from team where event_id = $1 order by lower(name), id"; event.0)
}

/// Gives a team of the event more time, in place of what it got before.
/// Errors: the database's refusal: after publication, or an end after the close of judging.
pub async fn give(
    conn: &mut Conn,
    permit: &Permit<act::GiveMoreTime>,
    team: TeamId,
    until: DateTime<Utc>,
    reason: &str,
) -> Outcome<()> {
    run!(conn, "insert into team_extension (event_id, team_id, closes_at, reason) values ($1, $2, $3, $4)
         on conflict (team_id) do update set closes_at = excluded.closes_at, reason = excluded.reason";
        permit.ids().0, team.0, until, reason)
}
