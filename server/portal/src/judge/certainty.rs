//! How sure each prize is by the latest run: computed once for each run, and kept in memory.

use crate::kept::{Kept, KeptValue};
use crate::prelude::*;
use shared::calibration::{Contest, certainties};
use shared::need::WINNERS;
use store::heavy::{self, Class};
use store::{board, need, run};
use tokio::sync::watch;

/// How long a page waits for the computation. An ordinary event takes some milliseconds; a large one is shown without it, and
/// has it when the page is asked for again.
const LONGEST_WAIT: Duration = Duration::from_millis(400);

/// The chances of the events whose boards this process showed.
pub type PrizeChances = Kept<EventId, EventChances>;

/// What is known, or being computed, of an event's latest run.
#[derive(Debug)]
pub struct EventChances {
    run: RunHead,
    prizes: Vec<RankedPrize>,
    state: watch::Receiver<ChancesState>,
}

impl KeptValue for EventChances {
    /// Events.
    const MOST: u64 = 1_000;
}

impl EventChances {
    /// Whether it was computed, or still is. Where it failed, the next who asks tries again.
    fn goes_on(&self) -> bool {
        match *self.state.borrow() {
            ChancesState::Computing => self.state.has_changed().is_ok(),
            ChancesState::Failed => false,
            ChancesState::TooLittle | ChancesState::Known(_) => true,
        }
    }
}

impl PrizeChances {
    /// How sure these prizes are by this run. What is not known yet is computed, and waited for a little.
    pub(super) async fn of_run(
        &self,
        database: &Database,
        event: EventId,
        run: RunHead,
        prizes: Vec<RankedPrize>,
    ) -> Outcome<RunChances> {
        let serves = |kept: &EventChances| kept.run == run && kept.prizes == prizes && kept.goes_on();
        let made = async {
            let state = begin(database.clone(), event, run.run);
            Ok(EventChances { run: run.clone(), prizes: prizes.clone(), state })
        };
        let mut state = self.get_or_make(&event, serves, made).await?.state.clone();
        let known = state.wait_for(|state| *state != ChancesState::Computing);
        let state = match tokio::time::timeout(LONGEST_WAIT, known).await {
            Ok(Ok(state)) => state.clone(),
            Ok(Err(_)) => ChancesState::Failed,
            Err(_) => ChancesState::Computing,
        };
        Ok(RunChances { run, prizes, state })
    }
}

/// The chance to win, by prize and project: of the prizes that go by rank, among those that can win each. A project without one wins in no
/// draw.
pub type ChancesToWin = BTreeMap<PrizeId, BTreeMap<i64, f64>>;

/// The chances to win by the run `asked`, as the board knows them. Empty where it is not the latest, and while they are not known.
/// Errors: a lost database.
pub async fn chances_to_win(
    by: By<'_>,
    kept: &PrizeChances,
    event: EventId,
    asked: Option<i32>,
) -> Outcome<ChancesToWin> {
    let read =
        async |c: &mut Conn| Ok((board::latest_run(c, event).await?, board::ranked_prizes(c, event).await?));
    let (latest, prizes) = by.database.read(read).await?;
    let Some(latest) = latest.filter(|latest| Some(latest.run) == asked) else {
        return Ok(ChancesToWin::new());
    };
    let found = kept.of_run(by.database, event, latest, prizes).await?;
    let ChancesState::Known(known) = found.state else { return Ok(ChancesToWin::new()) };
    let contests = known.contests.iter().map(|contest| contest.chances.clone());
    Ok(found.prizes.iter().map(|prize| prize.id).zip(contests).collect())
}

/// Computes in a task of its own: it goes on when the organizer has waited long enough, or has hung up.
fn begin(database: Database, event: EventId, run: i32) -> watch::Receiver<ChancesState> {
    let (sender, state) = watch::channel(ChancesState::Computing);
    tokio::spawn(async move {
        let found = compute(&database, event, run).await;
        sender.send_replace(found.unwrap_or_else(|why| {
            tracing::warn!(event = event.0, ?why, "how sure the prizes are was not computed");
            ChancesState::Failed
        }));
    });
    state
}

/// Reads what the run read, and computes on a blocking thread.
async fn compute(database: &Database, event: EventId, run: i32) -> Outcome<ChancesState> {
    let read = async |c: &mut Conn| Ok((run::input(c, event, run).await?, need::field(c, event).await?));
    let (input, field) = database.read_snapshot(read).await?;
    let Some(input) = input else { return Ok(ChancesState::TooLittle) };
    let found = heavy::run_as(Class::Event, move || {
        let mut contests = field.contests;
        if contests.is_empty() {
            let among = field.entrants.iter().map(|entrant| entrant.project).collect();
            contests = vec![Contest { winners: WINNERS, among }];
        }
        certainties(&input, &field.entrants, &contests, FURTHER)
    });
    Ok(found.await?.map_or(ChancesState::TooLittle, |found| ChancesState::Known(Arc::new(found))))
}
