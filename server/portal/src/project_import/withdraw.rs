//! Withdrawing projects that a newer list no longer has or leaves out.

use super::{permit, preview};
use crate::prelude::*;
use crate::submit::withdraw;
use store::{duplicate, withdrawal};

/// Withdraws the `chosen` of the projects that earlier lists brought and this one no longer has or leaves out, all or none, for the
/// same reason. Each has a row of its own in the log.
/// Errors: as [`preview()`]; 409 where one of them is reviewed or in the list by now, and as [`withdraw::withdraw`]; 400 where none is chosen.
pub async fn withdraw_projects(
    call: &mut Call<'_>,
    sha256: &str,
    (chosen, reason): (Sent<Vec<ProjectId>>, &str),
) -> Acted {
    let (at, _, _) = permit(call).await?;
    // All at once, in the order of every writer: one project after the other would wait for who waits for it.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    withdrawal::lock(call.conn, at.event, chosen.as_deref().unwrap_or_default()).await?;
    let gone = preview(call, sha256).await?.gone;
    let chosen: BTreeSet<ProjectId> = chosen?.into_iter().collect();
    require_field(!chosen.is_empty(), "gone", Fault::GoneMissing)?;
    let offered: HashSet<ProjectId> =
        gone.iter().filter(|project| !project.reviewed).map(|project| project.id).collect();
    require(chosen.iter().all(|id| offered.contains(id)), Reason::ImportOutdated)?;
    let mut done = Done::unlogged(());
    for id in chosen {
        done = done.and(withdraw::withdraw(call, id, Ok(reason.to_owned())).await?);
    }
    Ok(done)
}
