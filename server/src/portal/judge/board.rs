//! The board: how far projects, judges and prizes are while judging runs.

use super::certainty::{PrizeChances, RunChances};
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::board::{BoardGround, PlacedTitle, PulledCounts};
use crate::model::context::{Context, EventKey};
use crate::portal::account::identify;
use crate::portal::context;
use crate::store::database::Database;
use crate::store::{Conn, board};
use chrono::{DateTime, Utc};
use shared::board::{Evening, Ground};
use shared::refusal::{Reason, Refusal};
use shared::rules::{act, may};
use std::collections::BTreeMap;

/// The board of an event.
#[derive(Clone, Debug)]
pub struct JudgingBoard {
    /// The event, and who looks.
    pub at: Context,
    /// The board in numbers.
    pub evening: Evening,
    /// How many reviews each project should have.
    pub planned: u32,
    /// Titles and places by project.
    pub projects: BTreeMap<i64, PlacedTitle>,
    /// Names by judge.
    pub judges: BTreeMap<i64, String>,
    /// The projects that judges took themselves.
    pub pulled: PulledCounts,
    /// How sure each prize is, by the latest run; none before the first.
    pub prizes: Option<RunChances>,
    /// Reviews that were submitted since that run.
    pub since_run: usize,
}

/// Reads the board.
///
/// # Errors
/// 401, 404; 403 for all but organizers, and for an organizer who takes part, before publication.
pub async fn read(
    database: &Database,
    chances: &PrizeChances,
    caller: &Caller,
    slug: &str,
) -> Outcome<JudgingBoard> {
    let (at, ground, asked) = database
        .read_snapshot(async |c| {
            caller.signed_in()?;
            let at = context(c, caller, EventKey::Slug(slug)).await?;
            may::<act::WatchBoard>(caller.actor.as_ref(), &at.facts, at.now)?;
            let ground = board::ground(c, at.event, &at.slug).await?;
            let asked = match board::latest_run(c, at.event).await? {
                Some(run) => Some((run, board::ranked_prizes(c, at.event).await?)),
                None => None,
            };
            Ok((at, ground, asked))
        })
        .await?;
    let prizes = match asked {
        Some((run, prizes)) => Some(chances.of_run(database, at.event, run, prizes).await),
        None => None,
    };
    Ok(board_of(at, ground, prizes))
}

fn board_of(at: Context, ground: BoardGround, prizes: Option<RunChances>) -> JudgingBoard {
    let BoardGround { planned, projects, judges, tasks, pulled } = ground;
    let since = prizes.as_ref().map(|prizes| prizes.run.created_at);
    let ground = Ground {
        now: at.now,
        judging: at.facts.event.judging,
        planned,
        projects: projects.iter().map(|project| project.id.0).collect(),
        judges: judges.iter().map(|(id, _)| id.0).collect(),
        tasks,
    };
    let later = |at: DateTime<Utc>| since.is_some_and(|since| at > since);
    JudgingBoard {
        since_run: ground.tasks.iter().filter_map(|task| task.finished()).filter(|at| later(*at)).count(),
        evening: Evening::of(&ground),
        planned,
        projects: projects.into_iter().map(|project| (project.id.0, project)).collect(),
        judges: judges.into_iter().map(|(id, name)| (id.0, name)).collect(),
        pulled,
        prizes,
        at,
    }
}

/// Checks that the caller may watch the board as it changes: until the results are published.
///
/// # Errors
/// As [`read`]; 409 after publication.
pub async fn may_follow(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<()> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    may::<act::WatchBoard>(caller.actor.as_ref(), &at.facts, at.now)?;
    if at.facts.event.published {
        return Err(Refusal::from(Reason::Published { event: at.facts.event.name }).into());
    }
    Ok(())
}

/// Checks that the caller may still watch it: their session goes on, and so does their role.
///
/// # Errors
/// As [`may_follow`]; 401 where the session has ended.
pub async fn may_still_follow(conn: &mut Conn, caller: &Caller, slug: &str, demo: bool) -> Outcome<()> {
    let caller = identify::again(conn, caller, demo).await?.ok_or_else(Refusal::unauthenticated)?;
    may_follow(conn, &caller, slug).await
}

/// A number that changes with the event, and the database's clock.
///
/// # Errors
/// A lost database.
pub async fn version(conn: &mut Conn, slug: &str) -> Outcome<(i64, DateTime<Utc>)> {
    board::version(conn, slug).await
}
