//! Removing the personal data of events whose day has come.
//!
//! There is no lease to hold: one transaction locks the event, takes everything out and logs it. Another sender passes the
//! event over, and a sender that dies leaves it as it was.

use crate::prelude::*;
use portal::organize::keeping;

/// How long to wait before events are looked for again.
const PAUSE: Duration = Duration::from_secs(60);

/// Looks for events whose day has come, once a minute.
#[derive(Debug, Default)]
pub struct DueEvents {
    next: Option<Instant>,
}

impl DueEvents {
    /// Forgets every event that is due, if a minute has passed; how many there were.
    /// Errors: a lost database. The event stays as it was, and is tried again.
    pub async fn round(
        &mut self,
        database: &Database,
        stopping: &(dyn Fn() -> bool + Sync),
    ) -> Outcome<usize> {
        let now = Instant::now();
        if self.next.is_some_and(|next| next > now) {
            return Ok(0);
        }
        self.next = Some(now + PAUSE);
        let mut done = 0;
        while !stopping() && database.write(async |c| keeping::forget_next_due(c).await).await? {
            tracing::info!("the personal data of an event were removed on their day");
            done += 1;
        }
        Ok(done)
    }
}
