//! Ballots of the community vote, and their tally.

use super::Conn;
use crate::failure::Outcome;
use chrono::{DateTime, Utc};
use shared::ids::{EventId, PersonId, ProjectId, TeamId};
use shared::rules::{Permit, act};
use shared::wire;
use std::collections::BTreeMap;

/// One person's ballot, empty where they have cast none.
///
/// # Errors
/// A lost database.
pub async fn of_person(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<wire::Ballot> {
    let row = sqlx::query!(
        r#"select e.slug, e.voting_open, e.voting_close, e.votes_per_voter, b.choices as "choices?", b.cast_at as "cast_at?"
           from event e left join ballot b on b.event_id = e.id and b.person_id = $2 where e.id = $1"#,
        event.0,
        person.0
    )
    .fetch_one(conn)
    .await?;
    Ok(wire::Ballot {
        event: row.slug,
        voting_open: row.voting_open,
        voting_close: row.voting_close,
        votes_per_voter: row.votes_per_voter,
        choices: row.choices.unwrap_or_default().into_iter().map(ProjectId).collect(),
        cast_at: row.cast_at,
    })
}

/// The projects that stand for election, each with its team: submitted, and no repeats.
///
/// # Errors
/// A lost database.
pub async fn electable(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<ProjectId, TeamId>> {
    let rows = sqlx::query!(
        "select id, team_id from project where event_id = $1 and status = 'submitted' and duplicate_of is null",
        event.0
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|r| (ProjectId(r.id), TeamId(r.team_id))).collect())
}

/// A stored ballot, for its audit row.
#[derive(Debug)]
pub struct Cast {
    /// Identifier.
    pub id: i64,
    /// The digest of its choices is salted with this.
    pub salt: Vec<u8>,
    /// When it was cast, or changed last.
    pub cast_at: DateTime<Utc>,
}

/// Casts a person's ballot, or changes it.
///
/// # Errors
/// The database's refusal.
pub async fn cast(
    conn: &mut Conn,
    _: &Permit<act::CastBallot>,
    event: EventId,
    person: PersonId,
    choices: &[ProjectId],
) -> Outcome<Cast> {
    let choices: Vec<i64> = choices.iter().map(|c| c.0).collect();
    Ok(sqlx::query_as!(
        Cast,
        "insert into ballot (event_id, person_id, choices) values ($1, $2, $3)
         on conflict on constraint already_voted do update set choices = excluded.choices
         returning id, salt, cast_at",
        event.0,
        person.0,
        &choices
    )
    .fetch_one(conn)
    .await?)
}

/// Withdraws a person's ballot; its id, where there was one.
///
/// # Errors
/// The database's refusal.
pub async fn withdraw(
    conn: &mut Conn,
    _: &Permit<act::CastBallot>,
    event: EventId,
    person: PersonId,
) -> Outcome<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "delete from ballot where event_id = $1 and person_id = $2 returning id",
        event.0,
        person.0
    )
    .fetch_optional(conn)
    .await?)
}

/// The tally: ballots, and the votes of each project that stands for election, most first, then by id.
///
/// # Errors
/// A lost database.
pub async fn tally(conn: &mut Conn, event: EventId) -> Outcome<(i64, Vec<wire::ProjectVotes>)> {
    let ballots = sqlx::query_scalar!(r#"select count(*) as "n!" from ballot where event_id = $1"#, event.0)
        .fetch_one(&mut *conn)
        .await?;
    let rows = sqlx::query!(
        r#"with vote as (select unnest(choices) as project_id from ballot where event_id = $1)
           select p.id, p.title, t.name as team, count(v.project_id) as "votes!"
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join vote v on v.project_id = p.id
           where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
           group by p.id, p.title, t.name order by count(v.project_id) desc, p.id"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    let votes = rows.into_iter().map(|r| wire::ProjectVotes {
        project: ProjectId(r.id),
        title: r.title,
        team: r.team,
        votes: r.votes,
    });
    Ok((ballots, votes.collect()))
}
