//! Asks teams for their answer, once something is known about their project that they see. It is one mail for each project: they answer
//! once.

use crate::prelude::*;
use portal::submit::evidence::{TeamAnswer, ask_team, team_answer};
use store::content_look;
use store::duplicate::lock_submitted_projects;

/// Projects that are gone through together.
const PORTION: i64 = 20;

/// Goes through the next projects; whether there were any.
pub(super) async fn round(database: &Database, site: &str) -> Outcome<bool> {
    let take = async |c: &mut Conn| content_look::take(c, "team", PORTION).await.map(Done::unlogged);
    let Some((event, parts)) = database.write(take).await? else { return Ok(false) };
    database.write(async |c| record(c, event, site, &parts).await.map(Done::unlogged)).await?;
    Ok(true)
}

async fn record(conn: &mut Conn, event: EventId, site: &str, parts: &[DuePart]) -> Outcome<()> {
    // As for texts: no fact comes in before this is committed.
    lock_submitted_projects(conn, event).await?;
    for part in parts {
        let answer = team_answer(conn, part.project).await?;
        let is_done = answer != TeamAnswer::NotWanted;
        if content_look::end(conn, part, is_done, false).await? && answer == TeamAnswer::Wanted {
            ask_team(conn, site, part.project).await?;
        }
    }
    Ok(())
}
