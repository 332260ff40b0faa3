//! A row that a transaction locks as it begins, in the same round trip.

use shared::ids::{AssignmentId, PersonId};

/// The row to lock. It is read afterwards, by a statement of its own: one that waits for a lock sees other tables as they were
/// before it waited.
#[derive(Clone, Copy, Debug)]
pub struct RowLock {
    assignment: AssignmentId,
    judge: PersonId,
}

impl RowLock {
    /// An assignment of this judge, against other writers. Nobody else's, so that a stranger cannot make its judge wait.
    #[must_use]
    pub fn own_assignment(assignment: AssignmentId, judge: PersonId) -> Self {
        Self { assignment, judge }
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
    /// The assignment.
    #[must_use]
    pub fn assignment(&self) -> AssignmentId {
        self.0.assignment
    }

    /// Its judge.
    #[must_use]
    pub fn judge(&self) -> PersonId {
        self.0.judge
    }
}
