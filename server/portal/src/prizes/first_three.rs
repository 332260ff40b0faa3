//! What all judges liked best: the tally of their first three, and who gave theirs. Organizers who take no part read it.

use crate::prelude::*;
use shared::prize::first_three_tally;
use store::first_three;

/// What the judges liked best, without their names.
#[derive(Clone, Debug)]
pub struct FirstThreeTally {
    /// How many judges gave theirs.
    pub judges: usize,
    /// The projects that were named, the best first.
    pub lines: Vec<FirstThreeLine>,
}

/// The tally of the first three of all judges; `None` where the event does not ask for them.
/// Errors: 401, 403 before publication for an organizer who takes part, and for everybody else.
pub async fn tally(call: &mut Call<'_>, at: &Context) -> Outcome<Option<FirstThreeTally>> {
    let permit = call.ask::<act::ReadFirstThree>(at)?;
    if !at.facts.event.first_three {
        return Ok(None);
    }
    let orders = first_three::orders(call.conn, &permit).await?;
    let tally = first_three_tally(&orders);
    let projects: Vec<ProjectId> = tally.iter().map(|line| line.project).collect();
    let named = first_three::named(call.conn, &permit, &projects).await?;
    let lines = tally.into_iter().filter_map(|tally| {
        let project = named.iter().find(|p| p.project == tally.project)?;
        let put = |at| orders.iter().filter(|order| order.get(at) == Some(&tally.project)).count();
        let places = std::array::from_fn(put);
        Some(FirstThreeLine { tally, places, title: project.title.clone(), team: project.team.clone() })
    });
    Ok(Some(FirstThreeTally { judges: orders.len(), lines: lines.collect() }))
}

/// The judges who gave their first three; `None` where the event does not ask for them.
/// Errors: as [`tally`].
pub async fn given(call: &mut Call<'_>, at: &Context) -> Outcome<Option<HashSet<PersonId>>> {
    let permit = call.ask::<act::ReadFirstThree>(at)?;
    if !at.facts.event.first_three {
        return Ok(None);
    }
    Ok(Some(first_three::given(call.conn, &permit).await?))
}
