//! The board: how far projects, judges and prizes are while judging runs.

use super::call::rooms_only;
use super::certainty::PrizeChances;
use super::to_deal;
use crate::account::identification;
use crate::kept_numbers::{Counted, KeptNumbers, Numbers};
use crate::prelude::*;
use shared::board::{BoardInput, Evening};
use shared::window::Window;
use store::{board, call, facts, freshness, plan, visit};

/// The boards of large events, each the same for everybody who may see it.
#[derive(Debug, Default)]
pub struct KeptBoards {
    pub numbers: KeptNumbers<EventId, BoardNumbers>,
    /// What is left to deal and to visit. It reads all that a plan is made from, and only the board says it.
    pub work: KeptNumbers<EventId, WorkLeft>,
}

#[derive(Clone, Debug)]
pub struct JudgingBoard {
    pub at: Context,
    /// The state of the event that the numbers are of.
    pub mark: EventMark,
    pub numbers: Arc<BoardNumbers>,
    /// What is left to deal and to visit.
    pub work: Arc<WorkLeft>,
    /// How sure each prize is, by the latest run; none before the first.
    pub prizes: Option<RunChances>,
    /// Reviews that were submitted since that run.
    pub since_run: usize,
}
model::in_event!(JudgingBoard);

impl Numbers for BoardNumbers {
    fn size(&self) -> usize {
        self.projects.len() + self.assignments
    }
}

impl Numbers for WorkLeft {
    fn size(&self) -> usize {
        self.counted
    }
}

/// Reads the board.
/// Errors: 401, 404; 403 for all but organizers, and for an organizer who takes part, before publication.
pub async fn read(by: By<'_>, boards: &KeptBoards, chances: &PrizeChances) -> Outcome<JudgingBoard> {
    let (at, Counted { mark, numbers, .. }) = numbers(by, boards).await?;
    let work = work_left(by, boards, &at, &numbers.evening).await?;
    let prizes = match numbers.asked.clone() {
        Some((run, prizes)) => Some(chances.of_run(by.database, at.event, run, prizes).await?),
        None => None,
    };
    let since = prizes.as_ref().map(|prizes| prizes.run.created_at);
    let later = |at: &&DateTime<Utc>| since.is_some_and(|since| **at > since);
    let since_run = numbers.finished.iter().filter(later).count();
    Ok(JudgingBoard { at, mark, numbers, work, prizes, since_run })
}

async fn work_left(
    by: By<'_>,
    boards: &KeptBoards,
    at: &Context,
    evening: &Evening,
) -> Outcome<Arc<WorkLeft>> {
    if at.facts.event.judging.is_over(at.now) {
        return Ok(Arc::default());
    }
    let count = async |c: &mut Conn| {
        let ground = plan::ground(c, at.event).await?;
        let minutes = visit::minutes(c, at.event).await?;
        Ok(to_deal::work_left(&ground, evening, minutes))
    };
    Ok(boards.work.of_event(by.database, &at.slug, at.event, count).await?.numbers)
}

/// What an organizer sees of the evening.
#[derive(Clone, Debug)]
pub enum OrganizersBoard {
    Open(Box<JudgingBoard>),
    /// Before publication, one who takes part sees the judges who call for help, and nothing else.
    Closed(Vec<WaitingCall>),
}

/// Reads the board for a caller who read the overview of the event, which then says what is left, too.
pub async fn of_organizer(
    by: By<'_>,
    boards: &KeptBoards,
    chances: &PrizeChances,
    overview: Overview,
) -> Outcome<(Overview, OrganizersBoard)> {
    let at = &overview.at;
    if by.caller.ask::<act::WatchBoard>(at).is_err() {
        let calls = by.database.read(async |c| rooms_only(c, at).await).await?;
        return Ok((overview, OrganizersBoard::Closed(calls)));
    }
    let board = read(by.at(&at.slug), boards, chances).await?;
    let overview = Overview { work: Arc::clone(&board.work), ..overview };
    Ok((overview, OrganizersBoard::Open(Box::new(board))))
}

/// Reads the board's numbers, without what is computed from a run.
/// Errors: as [`read`].
pub(super) async fn numbers(by: By<'_>, boards: &KeptBoards) -> Outcome<(Context, Counted<BoardNumbers>)> {
    let at = by.read(may_watch).await?;
    let judging = at.facts.event.judging;
    let count = async |c: &mut Conn| count(c, at.event, &at.slug, judging).await;
    let counted = boards.numbers.of_event(by.database, &at.slug, at.event, count).await?;
    Ok((at, counted))
}

async fn may_watch(call: &mut Call<'_>) -> Outcome<Context> {
    Ok(call.open::<act::WatchBoard>().await?.0)
}

async fn count(conn: &mut Conn, event: EventId, slug: &str, judging: Window) -> Outcome<BoardNumbers> {
    let now = facts::now(conn).await?;
    let BoardGround { planned, projects, judges, not_here, dealt, tasks, pulled, conflicts } =
        board::ground(conn, event, slug).await?;
    let asked = match board::latest_run(conn, event).await? {
        Some(run) => Some((run, board::ranked_prizes(conn, event).await?)),
        None => None,
    };
    let ground = BoardInput {
        now,
        judging,
        planned,
        projects: projects.iter().map(|project| project.id.0).collect(),
        judges: judges.iter().map(|(id, _)| id.0).collect(),
        tasks,
        not_here: dealt.iter().map(|work| work.project.0).collect(),
    };
    Ok(BoardNumbers {
        now,
        evening: Evening::of(&ground),
        planned,
        projects: projects.into_iter().map(|project| (project.id.0, project)).collect(),
        judges: judges.into_iter().map(|(id, name)| (id.0, name)).collect(),
        not_here,
        pulled,
        asked,
        finished: ground.tasks.iter().filter_map(|task| task.finished()).collect(),
        assignments: ground.tasks.len(),
        calls: call::waiting(conn, event).await?,
        conflicts: conflicts.into_iter().map(|(judge, project)| (project.0, judge.0)).collect(),
    })
}

/// Checks that the caller may watch the board as it changes: until the results are published.
/// Errors: as [`read`]; 409 after publication.
pub async fn may_follow(call: &mut Call<'_>) -> Outcome<()> {
    let at = may_watch(call).await?;
    if at.facts.event.published {
        return Err(Refusal::from(Reason::Published { event: at.facts.event.name }).into());
    }
    Ok(())
}

/// Checks that the caller may still watch it: their session goes on, and so does their role.
/// Errors: as [`may_follow`]; 401 where the session has ended.
pub async fn may_still_follow(call: &mut Call<'_>, demo: bool) -> Outcome<()> {
    let caller =
        identification::again(call.conn, call.caller, demo).await?.ok_or_else(Refusal::unauthenticated)?;
    may_follow(&mut Call::of(call.conn, &caller).at(call.slug)).await
}

/// The mark of the event's state, and the database's clock.
/// Errors: 404; a lost database.
pub async fn mark(conn: &mut Conn, slug: &str) -> Outcome<(EventMark, DateTime<Utc>)> {
    Ok(freshness::mark(conn, slug).await?.ok_or_else(Refusal::not_found)?)
}
