//! How long a request waits in all: for connections, locks and threads. Each wait is taken from one budget: were each bounded by itself, a request
//! that waits to be identified, then for its turn and then for a lock would wait for their sum.

use super::sync::{Instant, timeout};
use std::cell::Cell;
use std::time::Duration;

/// What a request may wait for together. With what its work takes, it is answered within five seconds.
pub const LONGEST: Duration = Duration::from_millis(3_500);
/// What each wait may take at least, or the page that says "try again" could not be shown: it reads a few rows too.
pub const SHORTEST: Duration = Duration::from_millis(200);

tokio::task_local! {
    static BUDGET: Budget;
}

struct Budget {
    left: Cell<Duration>,
    long: bool,
}

/// Runs a request's work with a budget of its own. `long` work reads or writes a whole event, and waits only for its like.
pub async fn with<F: Future>(long: bool, work: F) -> F::Output {
    BUDGET.scope(Budget { left: Cell::new(LONGEST), long }, work).await
}

/// Runs work of requests that have this much left, where it is not the request itself that does it.
pub async fn with_left<F: Future>(left: Duration, work: F) -> F::Output {
    BUDGET.scope(Budget { left: Cell::new(left), long: false }, work).await
}

/// What is left of the request's budget. Outside of a request, such as in the sender, each wait has the whole of it.
pub fn left() -> Duration {
    BUDGET.try_with(|budget| budget.left.get()).unwrap_or(LONGEST).max(SHORTEST)
}

/// Waits for no longer than what is left of the request's budget, and takes the wait from it. `None` where that was too short.
pub async fn wait<F: Future>(waiting: F) -> Option<F::Output> {
    let begun = Instant::now();
    let done = timeout(left(), waiting).await;
    spend(begun.elapsed());
    done.ok()
}

/// Takes a wait from the request's budget.
pub fn spend(waited: Duration) {
    let _ = BUDGET.try_with(|budget| budget.left.set(budget.left.get().saturating_sub(waited)));
}

/// Whether the request's work is long.
pub fn is_long() -> bool {
    BUDGET.try_with(|budget| budget.long).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_waits_of_a_request_are_taken_from_one_budget() {
        assert_eq!((left(), is_long()), (LONGEST, false));
        let work = with(true, async {
            spend(Duration::from_secs(3));
            assert_eq!((left(), is_long()), (Duration::from_millis(500), true));
            spend(Duration::from_secs(3));
            left()
        });
        assert_eq!(work.await, SHORTEST);
        spend(Duration::from_secs(3));
        assert_eq!(left(), LONGEST, "each request has its own");
    }
}
