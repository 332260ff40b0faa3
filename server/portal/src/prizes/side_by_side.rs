//! Two or three projects side by side, for organizers who deliberate.

use super::standing::PrizeOutlook;
use crate::prelude::*;
use shared::calibration::ProjectOutcome;
use shared::prize::Eligibility;
use store::{deliberation, project, review, run_input};

/// So many projects fit side by side.
pub const MOST: usize = 3;

/// Reads the first [`MOST`] of these projects.
/// Errors: 404 where one of them is no submitted project of the event.
pub(super) async fn read(
    conn: &mut Conn,
    permit: &Permit<act::Deliberate>,
    at: &Context,
    (prizes, ranked): (&[PrizeOutlook], &[ProjectOutcome]),
    asked: &[ProjectId],
) -> Outcome<SideBySide> {
    let mut chosen: Vec<ProjectId> = Vec::new();
    for id in asked {
        if chosen.len() < MOST && !chosen.contains(id) {
            chosen.push(*id);
        }
    }
    let criteria = review::rubrics(conn, &[at.event]).await?.remove(&at.event).unwrap_or_default();
    let reviews = run_input::usable(conn, at.event).await?;
    let comments = deliberation::comments(conn, permit, at.event, &chosen).await?;
    let mut projects = Vec::new();
    for id in chosen {
        let found = project::find(conn, id).await?.filter(|p| p.event == at.slug && p.is_submitted());
        let project = found.ok_or_else(Refusal::not_found)?;
        let scores = criteria.iter().map(|criterion| {
            let of = reviews.iter().filter(|review| review.project == id);
            let mut scores: Vec<i64> =
                of.filter_map(|review| review.scores.get(&criterion.key).copied()).collect();
            scores.sort_unstable();
            scores
        });
        let asked = prizes.iter().filter(|o| {
            o.prize.terms.eligibility == Eligibility::OptIn && o.eligible.iter().any(|p| p.id == id)
        });
        projects.push(BesideOthers {
            ranked: ranked.iter().find(|p| p.project == id.0).cloned(),
            scores: scores.collect(),
            comments: comments.iter().filter(|comment| comment.project == id).cloned().collect(),
            asked: asked.map(|o| o.prize.terms.name.clone()).collect(),
            project,
        });
    }
    Ok(SideBySide { criteria, projects })
}
