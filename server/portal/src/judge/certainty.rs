//! How sure each prize is by the latest run: computed once for each run, and kept in memory.

use model::board::{ChancesState, FURTHER, RankedPrize, RunChances, RunHead};
use shared::calibration::{Contest, certainties};
use shared::ids::EventId;
use shared::need::WINNERS;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::database::Database;
use store::failure::Outcome;
use store::heavy::{self, Class};
use store::{Conn, need, run};
use tokio::sync::watch;

/// How long a page waits for the computation. An ordinary event takes some milliseconds; a large one is shown without it, and
/// has it when the page is asked for again.
const LONGEST_WAIT: Duration = Duration::from_millis(400);
/// Events whose chances are kept. Beyond it all are computed again when they are asked for.
const MOST_EVENTS: usize = 1_000;

/// The chances of the events whose boards this process showed.
#[derive(Clone, Debug, Default)]
pub struct PrizeChances(Arc<Mutex<HashMap<EventId, Kept>>>);

#[derive(Clone, Debug)]
struct Kept {
    run: RunHead,
    prizes: Vec<RankedPrize>,
    state: watch::Receiver<ChancesState>,
}

impl PrizeChances {
    /// How sure these prizes are by this run. What is not known yet is computed, and waited for a little.
    pub(super) async fn of_run(
        &self,
        database: &Database,
        event: EventId,
        run: RunHead,
        prizes: Vec<RankedPrize>,
    ) -> RunChances {
        let mut state = self.kept(database, event, &run, &prizes);
        let known = state.wait_for(|state| *state != ChancesState::Computing);
        let state = match tokio::time::timeout(LONGEST_WAIT, known).await {
            Ok(Ok(state)) => state.clone(),
            Ok(Err(_)) => ChancesState::Failed,
            Err(_) => ChancesState::Computing,
        };
        if state == ChancesState::Failed {
            // The next who asks tries again.
            self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&event);
        }
        RunChances { run, prizes, state }
    }

    /// What is kept for this run and these prizes; its computation begins where nothing is.
    fn kept(
        &self,
        database: &Database,
        event: EventId,
        run: &RunHead,
        prizes: &[RankedPrize],
    ) -> watch::Receiver<ChancesState> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = all.get(&event)
            && kept.run == *run
            && kept.prizes == prizes
        {
            return kept.state.clone();
        }
        if all.len() >= MOST_EVENTS {
            all.clear();
        }
        let (sender, state) = watch::channel(ChancesState::Computing);
        all.insert(event, Kept { run: run.clone(), prizes: prizes.to_vec(), state: state.clone() });
        let (database, run) = (database.clone(), run.run);
        // A task of its own: it goes on when the organizer has waited long enough, or has hung up.
        tokio::spawn(async move {
            let found = compute(&database, event, run).await;
            sender.send_replace(found.unwrap_or_else(|why| {
                tracing::warn!(event = event.0, ?why, "how sure the prizes are was not computed");
                ChancesState::Failed
            }));
        });
        state
    }
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
