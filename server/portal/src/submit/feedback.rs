//! What a team sees of the reviews of its project: once results are published, what the organizers chose, and never with names.

use crate::prelude::*;
use shared::feedback::{CriterionFigures, FeedbackChoice, criterion_figures};
use store::feedback;

/// What the own team of a project sees on its page; none where it sees nothing.
pub(super) async fn for_team(call: &mut Call<'_>, at: &Context) -> Outcome<Option<TeamFeedback>> {
    let Some(project) = at.facts.project.filter(|_| at.facts.own_project()) else { return Ok(None) };
    if call.ask::<act::ReadFeedback>(at).is_err() {
        return Ok(None);
    }
    Ok(Some(chosen(call.conn, at, project.id, at.facts.event.feedback).await?))
}

/// The chosen part of the feedback on a project, for somebody who may read it.
pub(super) async fn chosen(
    conn: &mut Conn,
    at: &Context,
    id: ProjectId,
    choice: FeedbackChoice,
) -> Outcome<TeamFeedback> {
    let mut found = TeamFeedback::default();
    if choice.comments {
        found.comments = Some(feedback::comments(conn, at.event, id).await?);
    }
    if choice.criteria {
        let over = at.facts.event.judging.is_over(at.now);
        found.figures = Some(match over {
            true => criterion_figures(feedback::sums(conn, at.event, id).await?),
            false => CriterionFigures::WhileJudging,
        });
    }
    Ok(found)
}
