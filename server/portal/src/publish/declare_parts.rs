//! The two parts that few reviews connect, made tracks.

use crate::prelude::*;
use store::{rubric, run, settings};

/// What the tracks are called until an organizer names them.
const NAMES: [&str; 2] = ["Part 1", "Part 2"];

/// Whether the caller may make the parts of this run tracks: it found two, and the event has no tracks.
pub async fn offered(call: &mut Call<'_>, at: &Context, latest: &StoredRun) -> Outcome<bool> {
    Ok(!latest.outcome.connectivity.weak_parts.is_empty()
        && call.ask::<act::DeclareParts>(at).is_ok()
        && rubric::tracks(call.conn, at.event).await?.is_empty())
}

/// Makes the weakly connected parts of the latest run tracks, and puts its projects into them. `number` names the run that
/// the caller saw.
/// Errors: 401, 404, 403; 409 where the latest run is another one or has no such parts, or where the event has tracks.
pub async fn declare(call: &mut Call<'_>, number: Option<i32>) -> Acted {
    let (at, permit) = call.open::<act::DeclareParts>().await?;
    settings::lock(call.conn, at.event).await?;
    let latest = run::latest(call.conn, at.event).await?.filter(|run| Some(run.run) == number);
    let Some(latest) = latest else { return Err(Reason::PartsOutdated.into()) };
    require(offered(call, &at, &latest).await?, Reason::PartsOutdated)?;
    let parts = &latest.outcome.connectivity.weak_parts;
    for (name, part) in NAMES.iter().zip(parts) {
        rubric::declare_part(call.conn, &permit, name, &part.projects).await?;
    }
    let entry =
        call.entry(&at, "track.declared", "event", at.event).before(json!({ "tracks": [] })).after(json!({
            "tracks": NAMES,
            "run": latest.run,
            "projects": parts.iter().map(|part| part.projects.len()).collect::<Vec<_>>(),
        }));
    Ok(Done::logged((), entry))
}
