//! Publications: which run is public, since when, and why it replaced another. Rows are added and never change.

use super::Conn;
use crate::failure::Outcome;
use model::publication::{Correction, PublicRun, Publication, PublishedPlace};
use shared::ids::{EventId, ProjectId};
use shared::rules::{Permit, act};
use std::collections::BTreeMap;

/// The newest publication, without the document that was signed of it; `None` before the first.
///
/// # Errors
/// A lost database.
pub async fn newest(conn: &mut Conn, event: EventId) -> Outcome<Option<Publication>> {
    Ok(sqlx::query_as!(
        Publication,
        r#"select r.run, p.published_at, p.reason, p.signed_document is not null as "signed!",
                  (select er.run from publication e join calibration_run er on er.id = e.run_id
                   where e.event_id = p.event_id and e.id < p.id order by e.id desc limit 1) as supersedes
           from publication p join calibration_run r on r.id = p.run_id
           where p.event_id = $1 order by p.id desc limit 1"#,
        event.0
    )
    .fetch_optional(conn)
    .await?)
}

/// The document that was signed of the newest publication, byte for byte; `None` before the first, and where nothing was signed.
///
/// # Errors
/// A lost database.
pub async fn signed_document(conn: &mut Conn, event: EventId) -> Outcome<Option<String>> {
    Ok(sqlx::query_scalar!(
        "select signed_document from publication where event_id = $1 order by id desc limit 1",
        event.0
    )
    .fetch_optional(conn)
    .await?
    .flatten())
}

/// The run that is public, without the document that was signed of it; `None` before the first publication.
///
/// # Errors
/// A lost database.
pub async fn public_run(conn: &mut Conn, event: EventId) -> Outcome<Option<PublicRun>> {
    Ok(sqlx::query_as!(
        PublicRun,
        "select r.run, p.published_at from publication p join calibration_run r on r.id = p.run_id
         where p.event_id = $1 order by p.id desc limit 1",
        event.0
    )
    .fetch_optional(conn)
    .await?)
}

/// A project's place in the newest publication; `None` where it is not ranked.
///
/// # Errors
/// A lost database.
pub async fn place(conn: &mut Conn, event: EventId, project: ProjectId) -> Outcome<Option<PublishedPlace>> {
    let row = sqlx::query!(
        "select l.rank, l.low, l.high, l.ranked from published_place l
         where l.publication_id = (select p.id from publication p where p.event_id = $1 order by p.id desc limit 1)
           and l.project_id = $2",
        event.0,
        project.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| PublishedPlace { rank: r.rank, range: (r.low, r.high), of: r.ranked }))
}

/// The publications that replaced an earlier one, the newest first.
///
/// # Errors
/// A lost database.
pub async fn corrections(conn: &mut Conn, event: EventId) -> Outcome<Vec<Correction>> {
    let rows = sqlx::query!(
        r#"select r.run, p.published_at, coalesce(p.reason, '') as "reason!"
           from publication p join calibration_run r on r.id = p.run_id
           where p.event_id = $1 and p.id > (select min(id) from publication where event_id = $1)
           order by p.id desc"#,
        event.0
    )
    .fetch_all(conn)
    .await?;
    let corrections = rows.into_iter();
    let corrections =
        corrections.map(|r| Correction { run: r.run, published_at: r.published_at, reason: r.reason });
    Ok(corrections.collect())
}

/// Makes a run public, with its signed document.
///
/// # Errors
/// The database's refusal: the vote is open, a reason missing or too much, a run that is not later.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::Publish>,
    run_id: i64,
    publication: &Publication,
    signed_document: &str,
) -> Outcome<()> {
    let event = permit.ids();
    sqlx::query!(
        "insert into publication (event_id, run_id, reason, published_at, signed_document) values ($1, $2, $3, $4, $5)",
        event.0,
        run_id,
        publication.reason,
        publication.published_at,
        signed_document
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The number of an event's published run; `None` where the event does not exist or has published nothing.
///
/// # Errors
/// A lost database.
pub async fn newest_run(conn: &mut Conn, slug: &str) -> Outcome<Option<i32>> {
    Ok(sqlx::query_scalar!(
        "select r.run from publication p join event e on e.id = p.event_id join calibration_run r on r.id = p.run_id
         where e.slug = $1 order by p.id desc limit 1",
        slug
    )
    .fetch_optional(conn)
    .await?)
}

/// The published run of each event, by the event's slug.
///
/// # Errors
/// A lost database.
pub async fn newest_runs(conn: &mut Conn) -> Outcome<BTreeMap<String, i32>> {
    let rows = sqlx::query!(
        "select distinct on (e.id) e.slug, r.run from publication p join event e on e.id = p.event_id
         join calibration_run r on r.id = p.run_id order by e.id, p.id desc"
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.slug, row.run)).collect())
}
