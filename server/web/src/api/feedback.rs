//! `GET /api/projects/<id>/feedback`.

use super::prelude::*;
use model::feedback::TeamFeedback;
use portal::submit::projects;
use shared::feedback::CriterionFigures;
use shared::wire::Feedback;

/// What judges wrote about a project and its mean per criterion, for its team: once results are published, as far as the organizers
/// show it to teams. Never one judge's score by itself.
#[utoipa::path(
    get, path = "/projects/{id}/feedback", tag = "results", operation_id = "readFeedback",
    security(("bearer" = [])), extensions(("x-caller" = json!("the project's team, as far as released; organizers"))),
    params(ProjectPath),
    responses((status = OK, description = "Comments and means, without names.", body = Feedback, example = examples::feedback)),
)]
pub async fn read(SignedIn(state, caller, id): SignedIn<ProjectId>) -> Answer {
    let found = state.by(&caller).read(async |call| projects::read_feedback(call, id).await).await?;
    let TeamFeedback { comments, figures } = found;
    let (reviews, criteria) = match figures {
        Some(CriterionFigures::Shown(reviews, figures)) => (Some(reviews), Some(figures)),
        Some(CriterionFigures::TooFew(reviews)) => (Some(reviews), Some(Vec::new())),
        Some(CriterionFigures::WhileJudging) | None => (None, None),
    };
    answer::json(StatusCode::OK, &Feedback { project: id, comments, reviews, criteria })
}
