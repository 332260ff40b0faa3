//! A row that a transaction locks as it begins, in the same round trip, or several that it locks together.

use crate::prelude::*;

/// The row to lock. It is read afterwards, by a statement of its own: one that waits for a lock sees other tables as they were
/// before it waited.
#[derive(Clone, Copy, Debug)]
pub struct RowLock {
    assignment: AssignmentId,
    judge: PersonId,
}

impl RowLock {
    /// An assignment of this judge, against other writers. Nobody else's, so that a stranger cannot make its judge wait.
    pub fn own_assignment(assignment: AssignmentId, judge: PersonId) -> Self {
        Self { assignment, judge }
    }

    pub fn assignment(self) -> AssignmentId {
        self.assignment
    }

    /// Locks those of these rows that nobody else holds, in an order that all who lock several keep. Waits for nobody, so one
    /// row that is held for long delays none of the others.
    pub(super) async fn hold_free(conn: &mut Conn, locks: &[Self]) -> Outcome<Vec<HeldRow>> {
        let (assignments, judges): (Vec<i64>, Vec<i64>) =
            locks.iter().map(|lock| (lock.assignment.0, lock.judge.0)).unzip();
        let rows = rows!(conn, r#"select a.id, a.person_id
               from unnest($1::bigint[], $2::bigint[]) wanted (assignment, judge)
               join assignment a on a.id = wanted.assignment and a.person_id = wanted.judge
               order by a.id for no key update of a skip locked"#; &assignments, &judges)?;
        let held = rows
            .into_iter()
            .map(|row| Self::own_assignment(AssignmentId(row.id), PersonId(row.person_id)).held());
        Ok(held.collect())
    }

    /// The statement, from two numbers.
    pub(super) fn statement(self) -> String {
        let Self { assignment: AssignmentId(id), judge: PersonId(judge) } = self;
        format!("select from assignment where id = {id} and person_id = {judge} for no key update")
    }

    /// The row as locked; for the transaction that did so.
    pub(super) fn held(self) -> HeldRow {
        HeldRow(self)
    }
}

/// Says that the transaction holds the lock, where there is such a row.
#[derive(Debug)]
pub struct HeldRow(RowLock);

impl HeldRow {
    pub fn assignment(&self) -> AssignmentId {
        self.0.assignment
    }

    pub fn judge(&self) -> PersonId {
        self.0.judge
    }
}
