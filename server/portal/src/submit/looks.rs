//! What judges looked at before they submitted, as organizers read it.

use crate::prelude::*;
use shared::project::Looks;
use store::look;

/// Fewest counted judges with whom a project's numbers are shown. The numbers of fewer would say who opened what.
const FEWEST_JUDGES: i32 = 3;

/// The numbers of each project, where the event counts them. Nobody reads any before judging is over: a number that rises as a review
/// comes in would name its judge.
pub async fn read(conn: &mut Conn, at: &Context) -> Outcome<HashMap<ProjectId, Looks>> {
    let event = &at.facts.event;
    if !event.counts_looks || !event.judging.is_over(at.now) {
        return Ok(HashMap::new());
    }
    let mut looks = look::of_event(conn, at.event).await?;
    looks.retain(|_, looks| looks.judges >= FEWEST_JUDGES);
    Ok(looks)
}
