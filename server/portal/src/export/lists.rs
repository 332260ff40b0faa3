//! The files that list what the event holds.

use super::sheet::{SentSheet, moment, number};
use crate::prelude::*;
use futures_util::TryStreamExt as _;
use shared::rubric::weighted_total;
use store::export;

pub(super) async fn registrations(conn: &mut Conn, event: EventId, sheet: &mut SentSheet) -> Outcome<()> {
    let mut rows = export::memberships(conn, event);
    while let Some(r) = rows.try_next().await? {
        sheet.row([r.email, r.name, r.role, r.tracks.join(";")]).await?;
    }
    Ok(())
}

pub(super) async fn teams(conn: &mut Conn, event: EventId, sheet: &mut SentSheet) -> Outcome<()> {
    let mut rows = export::members(conn, event);
    while let Some(r) = rows.try_next().await? {
        let external_id = r.external_id.unwrap_or_default();
        sheet.row([r.team_id.to_string(), external_id, r.team, r.email, moment(Some(r.joined_at))]).await?;
    }
    Ok(())
}

/// A cell for each of the event's own questions, by these keys.
pub(super) async fn projects(
    conn: &mut Conn,
    event: EventId,
    keys: &[String],
    sheet: &mut SentSheet,
) -> Outcome<()> {
    let mut rows = export::projects(conn, event, keys);
    while let Some(r) = rows.try_next().await? {
        let cells = [
            r.id.to_string(),
            r.external_id.unwrap_or_default(),
            r.title,
            r.team,
            r.track.unwrap_or_default(),
            r.status,
            moment(r.submitted_at),
            r.repo_url,
            r.demo_url,
            r.tags.join(";"),
            number(r.duplicate_of),
        ];
        sheet.row(cells.into_iter().chain(r.answers)).await?;
    }
    Ok(())
}

/// Without those of the teams `without`: until publication an organizer must not know who judges a team that they are or were on.
pub(super) async fn assignments(
    conn: &mut Conn,
    event: EventId,
    without: &[TeamId],
    sheet: &mut SentSheet,
) -> Outcome<()> {
    let mut rows = export::assignments(conn, event, without);
    while let Some(r) = rows.try_next().await? {
        let (id, project_id, since) =
            (r.id.to_string(), r.project_id.to_string(), moment(Some(r.created_at)));
        sheet.row([id, r.judge, project_id, r.project, r.status, r.source, since]).await?;
    }
    Ok(())
}

/// A cell for each criterion of the rubric, empty where a draft has no score yet.
pub(super) async fn scores(
    conn: &mut Conn,
    event: EventId,
    criteria: &[Criterion],
    sheet: &mut SentSheet,
) -> Outcome<()> {
    let mut rows = export::reviews(conn, event);
    while let Some(r) = rows.try_next().await? {
        let about = [r.id.to_string(), r.judge, r.project_id.to_string(), r.project, moment(r.submitted_at)];
        let scores = criteria.iter().map(|c| number(r.scores.get(&c.key)));
        let total = weighted_total(criteria, &r.scores).to_string();
        sheet.row(about.into_iter().chain(scores).chain([total, r.comment])).await?;
    }
    Ok(())
}

/// The chain as it is hashed, so that the file can be verified; the quote of the guard is no part of it.
pub(super) async fn audit(conn: &mut Conn, slug: &str, sheet: &mut SentSheet) -> Outcome<()> {
    let mut rows = export::audit(conn, slug);
    while let Some(r) = rows.try_next().await? {
        let cells = [
            r.seq.to_string(),
            r.ts,
            r.actor,
            r.action,
            r.object_type,
            r.object_id,
            r.ip.unwrap_or_default(),
            r.before.unwrap_or_default(),
            r.after.unwrap_or_default(),
            r.prev_hash,
            r.row_hash,
        ];
        sheet.row(cells).await?;
    }
    Ok(())
}
