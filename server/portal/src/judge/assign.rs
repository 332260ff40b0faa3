//! An organizer gives a judge a project.

use super::open_assigning;
use crate::prelude::*;
use store::{assignment, invited_judge, project};

#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// A judge of the event; somebody who is invited and not here yet by the number of `model::plan::invited_number`.
    pub judge: PersonId,
    /// A submitted project of the event.
    pub project: ProjectId,
}

/// Gives the judge the project.
/// Errors: 401, 404, 403 for a caller who does not organize the event or takes part in it; 409 after publication, where the judge has the
/// project, is on its team or has declared a conflict with it; 400 where the project is no submitted one of the event; 403 where the person
/// is no judge of it.
pub async fn assign(call: &mut Call<'_>, sent: Sent<Pair>) -> Acted<AssignmentId> {
    // Behind the lock, so that a conflict that is declared at the same moment is seen.
    let (at, permit) = open_assigning::<act::Assign>(call).await?;
    let Pair { judge, project } = sent?;
    let found = project::find(call.conn, project).await?;
    let submitted = found.is_some_and(|p| p.event == at.slug && p.is_submitted());
    require_field(submitted, "project", Fault::ProjectNotSubmitted)?;
    if let Some(invitation) = invitation_of(judge.0) {
        let id = invited_judge::deal(call.conn, &permit, invitation, project).await?;
        let id = id.ok_or(Refusal::from(Reason::AlreadyAssigned))?;
        let after = Some(json!({ "invitation": invitation, "project": project, "source": "manual" }));
        return Ok(Done::logged(id, call.entry(&at, "assignment.created", "assignment", id).after(after)));
    }
    require(!assignment::conflicted(call.conn, at.event, judge, project).await?, Reason::DeclaredConflict)?;
    create(call, &at, &permit, Pair { judge, project }).await
}

/// Gives the judge the project, which nothing speaks against.
pub(super) async fn create(
    call: &mut Call<'_>,
    at: &Context,
    permit: &Permit<act::Assign>,
    Pair { judge, project }: Pair,
) -> Acted<AssignmentId> {
    let id = assignment::assign(call.conn, permit, judge, project).await?;
    let after = Some(json!({ "judge": judge, "project": project, "source": "manual", "status": "pending" }));
    Ok(Done::logged(id, call.entry(at, "assignment.created", "assignment", id).after(after)))
}
