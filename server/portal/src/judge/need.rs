//! The fit by which further projects are handed out, renewed as reviews come in.
//!
//! Each process keeps the latest fit of each event in memory: it is made again from the reviews whenever it is missing. What
//! an offer was computed from is named by the digest in its audit row, so it does not matter which process made the fit.

use crate::kept::{Kept, KeptValue};
use crate::prelude::*;
use crate::publish::reading::gather;
use shared::need::Needs;
use shared::rules::ReviewRule;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use store::heavy::{self, Class};
use store::{facts, need};

/// How long a judge waits for a new fit before the one before it, or none, has to do. An ordinary event takes some
/// milliseconds; the fit of a large one goes on, for those who ask next.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// While reviews come, no fit is used for longer.
const OLDEST: Duration = Duration::from_secs(30);

/// The latest fits of the events that this process hands out projects of.
pub type NeedFits = Kept<EventId, EventFit>;

/// What was fitted last.
#[derive(Clone, Debug)]
pub struct NeedFit {
    /// None where there was too little to fit.
    pub needs: Option<Needs>,
    /// On the database's clock, which dates reviews.
    read_at: DateTime<Utc>,
    /// On this process's clock, which nobody sets back.
    begun: Instant,
    reviews: i64,
}

/// The latest fit of an event, and who renews it.
#[derive(Debug, Default)]
pub struct EventFit {
    latest: Mutex<Option<Arc<NeedFit>>>,
    renewal: Arc<tokio::sync::Mutex<()>>,
}

impl KeptValue for EventFit {
    /// Events.
    const MOST: u64 = 1_000;
}

impl NeedFits {
    /// The fit for the caller, who asks for another project of the event: a new one where enough has changed and it is there
    /// soon, else the last one. None in an event of another rule, before any fit, and for a caller who may not ask: the
    /// operation says why.
    pub async fn for_pull(&self, by: By<'_>) -> Outcome<Option<Arc<NeedFit>>> {
        let Some((at, fit, due)) = by.read(async |call| self.asked(call).await).await? else {
            return Ok(None);
        };
        if due {
            fit.renew(by.database, at).await;
        }
        Ok(fit.latest())
    }

    /// The event's fit, and whether it has to be renewed.
    async fn asked(&self, call: &mut Call<'_>) -> Outcome<Option<(Context, Arc<EventFit>, bool)>> {
        let Ok(at) = or_refused(call.context().await)? else { return Ok(None) };
        let may_pull = call.ask::<act::PullProject>(&at).is_ok();
        if at.facts.event.review_rule != ReviewRule::Need || !may_pull {
            return Ok(None);
        }
        let fit = self.get_or_make(&at.event, |_| true, async { Ok(EventFit::default()) }).await?;
        let latest = fit.latest();
        let pace = need::pace(call.conn, at.event, latest.as_ref().map(|fit| fit.read_at)).await?;
        let due = latest.is_none_or(|fit| fit.is_due(&pace, fit.begun.elapsed()));
        Ok(Some((at, fit, due)))
    }
}

impl NeedFit {
    /// Whether half as many reviews as there are judges have come in, or any within the longest time. A review whose
    /// transaction was still open when the fit read is counted by the total.
    fn is_due(&self, pace: &Pace, age: Duration) -> bool {
        let new = pace.new.max((pace.reviews - self.reviews).abs());
        new > 0 && (new * 2 >= pace.judges || age >= OLDEST)
    }
}

impl EventFit {
    fn latest(&self) -> Option<Arc<NeedFit>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Fits again, unless that is under way, and waits a little for it.
    async fn renew(self: &Arc<Self>, database: &Database, at: Context) {
        let Ok(turn) = Arc::clone(&self.renewal).try_lock_owned() else {
            if self.latest().is_none() {
                // The first fit of the event: all who ask before it is there wait alike.
                let _ = tokio::time::timeout(LONGEST_WAIT, self.renewal.lock()).await;
            }
            return;
        };
        let (this, database) = (Arc::clone(self), database.clone());
        // A task of its own: it goes on when the judge has waited long enough, or has hung up.
        let renewal = tokio::spawn(async move {
            let _turn = turn;
            match fit(&database, &at).await {
                Ok(fit) => {
                    *this.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(fit));
                }
                Err(why) => tracing::warn!(event = %at.slug, ?why, "no new fit to hand out projects by"),
            }
        });
        let _ = tokio::time::timeout(LONGEST_WAIT, renewal).await;
    }
}

/// Reads what a run would read, and computes on a blocking thread.
async fn fit(database: &Database, at: &Context) -> Outcome<NeedFit> {
    let read = async |c: &mut Conn| {
        // The clock first: what is submitted after it counts as new.
        let read_at = facts::now(c).await?;
        let reviews = need::pace(c, at.event, None).await?.reviews;
        Ok((read_at, reviews, gather(c, at).await?.input, need::field(c, at.event).await?))
    };
    let begun = Instant::now();
    let (read_at, reviews, input, field) = database.read_snapshot(read).await?;
    let compute = move || Needs::of(&input, &field.entrants, field.contests);
    let needs = heavy::run_as(Class::Event, compute).await?;
    Ok(NeedFit { needs, read_at, begun, reviews })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_is_renewed_by_half_as_many_reviews_as_judges_or_in_half_a_minute() {
        let (read_at, begun) = (DateTime::UNIX_EPOCH, Instant::now());
        let fit = NeedFit { needs: None, read_at, begun, reviews: 10 };
        let due = |seconds, new, reviews| {
            fit.is_due(&Pace { judges: 5, reviews, new }, Duration::from_secs(seconds))
        };
        assert!(!due(0, 2, 12) && due(0, 3, 13));
        assert!(!due(29, 1, 11) && due(30, 1, 11));
        assert!(!due(3_600, 0, 10), "nothing new");
        assert!(due(1, 0, 13), "reviews of transactions that were open");
        assert!(due(1, 3, 10), "reviews that were changed");
    }
}
