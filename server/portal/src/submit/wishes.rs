//! What a team asks for with a project: prizes, power or a quiet place, and that links that name it are hidden from judges.

use super::projects;
use crate::prelude::*;
use shared::prize::Eligibility;
use shared::wishes::Wishes;
use store::{prize, project, wishes};

#[derive(Clone, Debug)]
pub struct ProjectWishes {
    pub at: Context,
    pub project: Project,
    /// The prizes that one can ask for, in their order.
    pub prizes: Vec<Prize>,
    pub wishes: Wishes,
    pub refused: Option<Refusal>,
}

/// Opens what a team asks for, for a member of it.
/// Errors: 401; 404 where there is no such project, or it is another team's draft; 403 for everybody but its team.
pub async fn open(call: &mut Call<'_>, id: ProjectId) -> Outcome<ProjectWishes> {
    call.caller.signed_in()?;
    let (at, project) = projects::read(call, id).await?;
    let refused = match call.ask::<act::AskForPrizes>(&at) {
        Err(refusal) if refusal.status() != 409 => return Err(refusal.into()),
        answer => answer.err(),
    };
    let (prizes, wishes) = asked(call.conn, &at, id).await?;
    Ok(ProjectWishes { at, project, prizes, wishes, refused })
}

/// The prizes that one can ask for, and what the team of a project asks for.
pub(super) async fn asked(conn: &mut Conn, at: &Context, id: ProjectId) -> Outcome<(Vec<Prize>, Wishes)> {
    Ok((open_prizes(conn, at).await?, wishes::of_project(conn, id).await?))
}

/// The prizes that one can ask for, in their order.
/// Errors: a lost database.
pub async fn open_prizes(conn: &mut Conn, at: &Context) -> Outcome<Vec<Prize>> {
    let mut prizes = prize::list(conn, at.event).await?;
    prizes.retain(|prize| prize.terms.eligibility == Eligibility::OptIn);
    Ok(prizes)
}

/// Stores what a form asks for beside the project that was `saved` from it, if it asks.
/// Errors: as [`set`].
pub async fn set_with(
    call: &mut Call<'_>,
    saved: Done<VisibleProject>,
    asked: Option<Sent<Wishes>>,
) -> Acted<VisibleProject> {
    let Some(asked) = asked else { return Ok(saved) };
    let id = saved.value().project.id;
    Ok(saved.and(set(call, id, asked).await?))
}

/// Stores what a team asks for, instead of what it asked for before.
/// Errors: as [`open`]; 409 outside the window of submissions; 400 for a prize that one cannot ask for.
pub async fn set(call: &mut Call<'_>, id: ProjectId, asked: Sent<Wishes>) -> Acted {
    call.caller.signed_in()?;
    let (at, _) = projects::read(call, id).await?;
    let permit = call.ask::<act::AskForPrizes>(&at)?;
    project::lock(call.conn, id).await?;
    let mut asked = asked?;
    let known: Vec<PrizeId> = open_prizes(call.conn, &at).await?.into_iter().map(|prize| prize.id).collect();
    require_field(asked.prizes.iter().all(|prize| known.contains(prize)), "prizes", Fault::ForeignPart)?;
    asked.prizes.sort_unstable();
    asked.prizes.dedup();
    let mut before = wishes::of_project(call.conn, id).await?;
    // What was asked for a prize that is not open to it any more stays, and means nothing.
    before.prizes.retain(|prize| known.contains(prize));
    // The form asks for these where the event is judged blind.
    if !at.facts.event.blind {
        asked.names_us.clone_from(&before.names_us);
    }
    if before == asked {
        return Ok(Done::unlogged(()));
    }
    wishes::set(call.conn, &permit, &asked).await?;
    let entry = call.entry(&at, "project.wished", "project", id);
    Ok(Done::logged((), entry.before(logged(&before)).after(logged(&asked))))
}

fn logged(wishes: &Wishes) -> Value {
    json!({ "prizes": wishes.prizes, "power": wishes.power, "quiet": wishes.quiet, "names_us": wishes.names_us })
}
