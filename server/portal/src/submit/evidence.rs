//! What a project's team sees of the evidence about it.

use crate::prelude::*;
use shared::evidence::ProjectFact;
use shared::evidence::{Evidence, Fact, current};
use store::evidence;

/// What the caller sees of one project's evidence on its own pages, and whether they may write.
#[derive(Clone, Debug)]
pub struct OwnEvidence {
    /// None before the judge's first save of the review.
    pub facts: Option<Vec<ProjectFact>>,
    /// Whether the judge may flag it, or the team answer.
    pub refused: Option<Refusal>,
}

/// What a project's team sees; `None` for anybody else, and in an event that collects nothing.
pub(super) async fn of_team(
    conn: &mut Conn,
    caller: &Caller,
    at: &Context,
    project: ProjectId,
) -> Outcome<Option<OwnEvidence>> {
    if !at.facts.event.evidence || !at.facts.own_project() {
        return Ok(None);
    }
    let found = current(evidence::of_project(conn, project).await?);
    let answered = found.iter().any(|one| matches!(one.fact, Fact::Answer { .. }));
    let refused = caller.ask::<act::AnswerEvidence>(at).err();
    let refused = refused.or_else(|| answered.then(|| Reason::AnsweredAlready.into()));
    let found = found.into_iter().filter(Evidence::is_for_team);
    Ok(Some(OwnEvidence { facts: Some(found.map(|one| seen(one, None)).collect()), refused }))
}

/// A fact for its reader, with the name of who wrote it where they may know.
pub(crate) fn seen(found: Evidence, found_by: Option<String>) -> ProjectFact {
    let Evidence { id, project_id, fact, found_at, .. } = found;
    ProjectFact { id, project: project_id, fact, found_at, found_by }
}
