//! Public reads from a standby.
//!
//! A standby may lag, and its clock may differ. So the primary still says which version of an event a visitor gets: only an answer that has to
//! be made is read from the standby, and only where the standby is at that version and in the same windows. Nobody is shown
//! anything older than the primary would show. What belongs to a person, and every write, stays on the primary.

use super::connect;
use crate::freshness::{Public, PublicAddress};
use engine::lane::Lane;
use engine::shared_read::SharedRead;
use model::freshness::Freshness;
use sqlx::postgres::PgConnectOptions;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long a standby may take to say how far it has come. The first time it has to be connected to.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a standby that failed is left alone.
const LEFT_ALONE: Duration = Duration::from_secs(5);

tokio::task_local! {
    static MAY_LAG: ();
}

/// Runs work whose reads may be answered by a standby.
pub async fn reading<F: Future>(work: F) -> F::Output {
    MAY_LAG.scope((), work).await
}

/// Whether the work that runs may be answered by a standby.
pub(super) fn may_answer() -> bool {
    MAY_LAG.try_with(|()| ()).is_ok()
}

#[derive(Clone, Debug)]
pub(super) struct Standby {
    reads: Lane,
    public: SharedRead<Public>,
    /// When it failed last.
    failed: Arc<Mutex<Option<Instant>>>,
}

impl Standby {
    /// At most so many connections with these options; none is opened yet.
    pub(super) fn new(options: PgConnectOptions, most: u32) -> Self {
        let reads =
            Lane::new(connect::standby_pool(options, most), usize::try_from(most).unwrap_or(usize::MAX));
        Self { public: SharedRead::new(reads.clone()), reads, failed: Arc::default() }
    }

    /// Where its reads run.
    pub(super) fn reads(&self) -> &Lane {
        &self.reads
    }

    /// What public answers depend on, as far as it has come; none where it does not say so at once, or failed a moment ago.
    pub(super) async fn freshness(&self, of: PublicAddress) -> Option<Freshness> {
        if self.is_left_alone() {
            return None;
        }
        let asked = timeout(PATIENCE, self.public.get((of, None))).await;
        let Ok(Ok(found)) = asked else {
            self.leave_alone();
            return None;
        };
        found.map(|state| state.fresh)
    }

    /// Asks nothing of it for a while: it failed.
    pub(super) fn leave_alone(&self) {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn is_left_alone(&self) -> bool {
        let failed = *self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.is_some_and(|at| at.elapsed() < LEFT_ALONE)
    }
}
