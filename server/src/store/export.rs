//! What the CSV files list: one statement each.

use super::Conn;
use crate::failure::Outcome;
use chrono::{DateTime, Utc};
use shared::ids::{EventId, TeamId};
use shared::rubric::Scores;
use sqlx::types::Json;
use std::collections::HashMap;

/// One person in one role.
#[derive(Debug)]
pub struct Membership {
    /// Address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// Names of the tracks they know.
    pub tracks: Vec<String>,
}

/// The memberships by person, then role.
///
/// # Errors
/// A lost database.
pub async fn memberships(conn: &mut Conn, event: EventId) -> Outcome<Vec<Membership>> {
    Ok(sqlx::query_as!(
        Membership,
        r#"select p.email, p.name, m.role, coalesce(known.tracks, '{}') as "tracks!"
           from membership m join person p on p.id = m.person_id
           left join (select pt.person_id, array_agg(t.name order by t.position, t.id) as tracks
                      from person_track pt join track t on t.event_id = pt.event_id and t.id = pt.track_id
                      where pt.event_id = $1 group by pt.person_id) known on known.person_id = p.id
           where m.event_id = $1 order by p.id, m.role"#,
        event.0
    )
    .fetch_all(conn)
    .await?)
}

/// One person on one team.
#[derive(Debug)]
pub struct Member {
    /// Team.
    pub team_id: i64,
    /// The team's fixture id.
    pub external_id: Option<String>,
    /// The team's name.
    pub team: String,
    /// The person's address.
    pub email: String,
    /// Since when.
    pub joined_at: DateTime<Utc>,
}

/// The members of all teams, by team and since when.
///
/// # Errors
/// A lost database.
pub async fn members(conn: &mut Conn, event: EventId) -> Outcome<Vec<Member>> {
    Ok(sqlx::query_as!(
        Member,
        "select t.id as team_id, t.external_id, t.name as team, p.email, m.joined_at
         from team_member m join team t on t.event_id = m.event_id and t.id = m.team_id
         join person p on p.id = m.person_id
         where m.event_id = $1 order by t.id, m.joined_at, p.id",
        event.0
    )
    .fetch_all(conn)
    .await?)
}

/// One project.
#[derive(Debug)]
pub struct Project {
    /// Identifier.
    pub id: i64,
    /// Fixture id.
    pub external_id: Option<String>,
    /// Title.
    pub title: String,
    /// Team's name.
    pub team: String,
    /// Track's name.
    pub track: Option<String>,
    /// `draft` or `submitted`.
    pub status: String,
    /// When it was submitted.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Where the code is.
    pub repo_url: String,
    /// Where it can be tried.
    pub demo_url: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The project it repeats.
    pub duplicate_of: Option<i64>,
}

/// All projects by id, drafts included.
///
/// # Errors
/// A lost database.
pub async fn projects(conn: &mut Conn, event: EventId) -> Outcome<Vec<Project>> {
    Ok(sqlx::query_as!(
        Project,
        r#"select p.id, p.external_id, p.title, t.name as team, k.name as "track?", p.status, p.submitted_at,
                  p.repo_url, p.demo_url, p.tags, p.duplicate_of
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join track k on k.event_id = p.event_id and k.id = p.track_id
           where p.event_id = $1 order by p.id"#,
        event.0
    )
    .fetch_all(conn)
    .await?)
}

/// One assignment.
#[derive(Debug)]
pub struct Assignment {
    /// Identifier.
    pub id: i64,
    /// The judge's address.
    pub judge: String,
    /// Project.
    pub project_id: i64,
    /// Its title.
    pub project: String,
    /// `pending`, `done` or `recused`.
    pub status: String,
    /// `planned`, `manual`, `pulled` or `import`.
    pub source: String,
    /// When it was handed out.
    pub created_at: DateTime<Utc>,
}

/// All assignments by id, but none of the projects of the team `without`.
///
/// # Errors
/// A lost database.
pub async fn assignments(
    conn: &mut Conn,
    event: EventId,
    without: Option<TeamId>,
) -> Outcome<Vec<Assignment>> {
    Ok(sqlx::query_as!(
        Assignment,
        "select a.id, j.email as judge, p.id as project_id, p.title as project, a.status, a.source, a.created_at
         from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
         join person j on j.id = a.person_id
         where a.event_id = $1 and p.team_id is distinct from $2 order by a.id",
        event.0,
        without.map(|team| team.0)
    )
    .fetch_all(conn)
    .await?)
}

/// One review.
#[derive(Debug)]
pub struct Review {
    /// Identifier.
    pub id: i64,
    /// The judge's address.
    pub judge: String,
    /// Project.
    pub project_id: i64,
    /// Its title.
    pub project: String,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Criterion key to integer.
    pub scores: Json<Scores>,
    /// For the organizers.
    pub comment: String,
}

/// All reviews by assignment, drafts included.
///
/// # Errors
/// A lost database.
pub async fn reviews(conn: &mut Conn, event: EventId) -> Outcome<Vec<Review>> {
    Ok(sqlx::query_as!(
        Review,
        r#"select r.id, j.email as judge, p.id as project_id, p.title as project, r.submitted_at,
                  r.scores as "scores: Json<Scores>", r.comment
           from review r join assignment a on a.event_id = r.event_id and a.id = r.assignment_id
           join project p on p.event_id = a.event_id and p.id = a.project_id
           join person j on j.id = a.person_id
           where r.event_id = $1 order by r.assignment_id"#,
        event.0
    )
    .fetch_all(conn)
    .await?)
}

/// The titles of the event's projects by id.
///
/// # Errors
/// A lost database.
pub async fn titles(conn: &mut Conn, event: EventId) -> Outcome<HashMap<i64, String>> {
    let rows =
        sqlx::query!("select id, title from project where event_id = $1", event.0).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|r| (r.id, r.title)).collect())
}

/// One row of an event's chain.
#[derive(Debug)]
pub struct AuditRow {
    /// Place in the chain.
    pub seq: i64,
    /// When, as it is hashed.
    pub ts: String,
    /// Who.
    pub actor: String,
    /// What they did.
    pub action: String,
    /// To what.
    pub object_type: String,
    /// To which one.
    pub object_id: String,
    /// From where.
    pub ip: Option<String>,
    /// JSON text of before.
    pub before: Option<String>,
    /// JSON text of after.
    pub after: Option<String>,
    /// Hash of the row before.
    pub prev_hash: String,
    /// Its own hash.
    pub row_hash: String,
}

/// The chain of the event with this slug, from its beginning.
///
/// # Errors
/// A lost database.
pub async fn audit(conn: &mut Conn, slug: &str) -> Outcome<Vec<AuditRow>> {
    Ok(sqlx::query_as!(
        AuditRow,
        r#"select seq, audit_ts(ts) as "ts!", actor, action, object_type, object_id, ip, before, after, prev_hash,
                  row_hash
           from audit_log where chain = $1 order by seq"#,
        slug
    )
    .fetch_all(conn)
    .await?)
}
