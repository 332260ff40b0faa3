//! Runs that are kept in memory. A run never changes, so one that was read once need not be read and parsed again: at a
//! ceremony everybody asks for the same one at once.

use crate::kept::{Kept, KeptValue, MOST_LINES};
use crate::prelude::*;
use shared::strictness::{self, Strictness};
use store::run;

/// A run of an event, as it was before the event was forgotten or as it is since: forgetting replaces the judges' addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunKey {
    event: EventId,
    run: i32,
    forgotten: bool,
}

/// A run, and what may be said of its projects' judges.
#[derive(Clone, Debug)]
pub struct KeptRun {
    pub stored: StoredRun,
    /// How strict the judges of each project are together.
    pub strictness: BTreeMap<ProjectId, Strictness>,
}

impl KeptRun {
    /// Reads what the stored run had read.
    pub async fn of(conn: &mut Conn, event: EventId, stored: StoredRun) -> Outcome<Self> {
        let input = run::input(conn, event, stored.run).await?;
        let strictness = input.map(|input| strictness::of_projects(&input, &stored.outcome));
        Ok(Self { strictness: strictness.unwrap_or_default(), stored })
    }
}

impl KeptValue for KeptRun {
    const MOST: u64 = MOST_LINES;

    fn weight(&self) -> usize {
        self.stored.outcome.projects.len() + self.stored.outcome.judges.len()
    }
}

/// The runs that this process read and keeps.
pub type KeptRuns = Kept<RunKey, KeptRun>;

impl KeptRuns {
    /// The event's run with this number. Once the event is forgotten, what was kept of it before is dropped.
    /// Errors: 404 where there is no such run.
    pub async fn find(&self, conn: &mut Conn, at: &Context, number: i32) -> Outcome<Arc<KeptRun>> {
        let forgotten = at.facts.event.forgotten_at.is_some();
        if forgotten {
            self.forget(at.event);
        }
        let read = async {
            let stored = run::find(conn, at.event, number).await?.ok_or_else(Refusal::not_found)?;
            KeptRun::of(conn, at.event, stored).await
        };
        self.get_or_make(&RunKey { event: at.event, run: number, forgotten }, |_| true, read).await
    }

    /// Drops what was kept of an event before it was forgotten. Another process does so when it next reads one of the runs.
    pub fn forget(&self, event: EventId) {
        self.retain(|key| key.event != event || key.forgotten);
    }
}
