//! Acts that the engine writes in groups, in this database: their rows are locked, and one statement does what all of them ask.

use crate::database::Database;
use crate::prelude::*;
use crate::row_lock::{HeldRow, RowLock};
use crate::transaction::{Done, Flush};
use engine::grouped_writes::{Answers, Books};
use engine::shared_flush::FlushPlace;

pub use engine::grouped_writes::{GroupedAct, GroupedWrites};

/// A grouped act that locks its row.
pub trait LockedAct: GroupedAct {
    /// The row that it needs for itself.
    fn lock(&self) -> RowLock;

    /// Does what these acts ask, each of which holds another row. Returns an answer for each, in their order.
    /// Errors: the database's refusal, or a lost database: nothing of it is kept.
    fn act_together(
        conn: &mut Conn,
        acts: &[(HeldRow, &Self)],
    ) -> impl Future<Output = Outcome<Done<Vec<Outcome<Self::Value>>>>> + Send;
}

impl<A: LockedAct> Books<A> for Database {
    type Place = Option<FlushPlace>;

    async fn write_together(&self, acts: &[&A]) -> Outcome<(Answers<A>, Self::Place)> {
        let locks: Vec<RowLock> = acts.iter().map(|act| act.lock()).collect();
        let job = async |conn: &mut Conn| {
            let of: HashMap<AssignmentId, &A> =
                locks.iter().map(|lock| lock.assignment()).zip(acts.iter().copied()).collect();
            let held = RowLock::hold_free(conn, &locks).await?;
            let held: Vec<(HeldRow, &A)> =
                held.into_iter().filter_map(|row| of.get(&row.assignment()).map(|act| (row, *act))).collect();
            let done = A::act_together(conn, &held).await?;
            Ok(done.map(|answers| held.iter().map(|(row, _)| row.assignment()).zip(answers).collect()))
        };
        self.transact(Flush::Shared, None, job).await
    }

    async fn write_one(&self, act: &A) -> Outcome<(A::Value, Self::Place)> {
        let lock = act.lock();
        let job = async |conn: &mut Conn| {
            let done = A::act_together(conn, &[(lock.held(), act)]).await?;
            Done::only(done).unwrap_or_else(|| Err(Failure::broken("an act has no answer")))
        };
        self.transact(Flush::Shared, Some(lock), job).await
    }

    async fn flushed(&self, place: Self::Place) -> Outcome<()> {
        self.answer(((), place)).await
    }
}
