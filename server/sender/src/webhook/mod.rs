//! Delivers webhooks: finds which have something due, and serves each in a task of its own.

pub mod claim;
pub mod courier;
pub mod look_up;
mod signature;

use super::{Stop, rounds};
use crate::prelude::*;
use courier::{Courier, Letter};
use shared::webhook::message;
use store::delivery;

/// How long one webhook is served before others get its place.
const TURN: Duration = Duration::from_secs(10);
/// A message that was leased longer ago is not sent: an attempt of ten seconds could outlive the lease of thirty.
const LATEST_START: Duration = Duration::from_secs(15);
/// How long recording is tried. The lease has ended then.
const LONGEST_RECORDING: Duration = Duration::from_secs(18);
/// The wait before recording is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// How long a stop waits for what is under way: an attempt, and recording it.
const LONGEST_STOP: Duration = Duration::from_millis(10_800);
/// How often old attempts are deleted.
const HOUSEKEEPING: Duration = Duration::from_mins(1);

/// Delivers the webhooks of a database.
#[derive(Clone)]
pub struct Webhooks {
    database: Database,
    courier: Arc<Courier>,
    /// The portal's public address, for links.
    site: Option<Arc<str>>,
    /// How many webhooks are served at once.
    at_once: usize,
}

impl Webhooks {
    /// Delivers by this courier.
    pub fn new(database: Database, courier: Courier, site: Option<&str>, at_once: usize) -> Self {
        let site = site.map(|site| site.trim_end_matches('/').into());
        Self { database, courier: Arc::new(courier), site, at_once }
    }

    /// Delivers until it is stopped, or with `once` until nothing is due; then waits for what is under way.
    /// Errors: with `once`, a lost database.
    pub async fn run(&self, stop: Stop, once: bool) -> Outcome<()> {
        let mut tasks = JoinSet::new();
        let mut kept = None;
        let delivered = rounds("webhooks", &stop, once, async || {
            while tasks.try_join_next().is_some() {}
            if kept.is_none_or(|at: Instant| at.elapsed() >= HOUSEKEEPING) {
                self.database.write(async |c| delivery::forget_old(c).await.map(Done::unlogged)).await?;
                kept = Some(Instant::now());
            }
            let started = self.start_due(&mut tasks, &stop).await?;
            if once {
                while tasks.join_next().await.is_some() {}
            } else if tasks.len() >= self.at_once {
                tokio::select! { _ = tasks.join_next() => {}, () = stop.asked() => {} }
            }
            Ok(started && (once || tasks.len() + 1 >= self.at_once))
        })
        .await;
        if timeout(LONGEST_STOP, async { while tasks.join_next().await.is_some() {} }).await.is_err() {
            tracing::warn!("{} attempts were not recorded before the stop; they are sent again", tasks.len());
        }
        delivered
    }

    /// Starts a task for each webhook that has something due, as far as there are places; whether there was any.
    async fn start_due(&self, tasks: &mut JoinSet<()>, stop: &Stop) -> Outcome<bool> {
        let places = self.at_once.saturating_sub(tasks.len());
        if places == 0 {
            return Ok(true);
        }
        let most = i64::try_from(places).unwrap_or(i64::MAX);
        let due = self.database.read(async |c| delivery::find_due(c, most).await).await?;
        for webhook in &due {
            let (sender, webhook, stop) = (self.clone(), *webhook, stop.clone());
            tasks.spawn(async move {
                // The next round finds it again, and says so where the database is away.
                if let Err(failure) = sender.serve(webhook, &stop).await {
                    tracing::debug!(webhook, %failure, "a webhook was not served");
                }
            });
        }
        Ok(!due.is_empty())
    }

    /// Sends what a webhook has due, one message after the other, for as long as its turn lasts.
    async fn serve(&self, webhook: i64, stop: &Stop) -> Outcome<()> {
        let begun = Instant::now();
        let mut asked = begun;
        let mut claim = self.database.write_flushed(async |c| claim::claim(c, webhook).await).await?;
        while let Some(taken) = claim {
            if asked.elapsed() > LATEST_START {
                tracing::warn!(
                    webhook,
                    "the database took long: the lease is left to end, and the message is sent later"
                );
                return Ok(());
            }
            let result = self.send(&taken, asked).await;
            log(&taken, &result);
            let go_on = !stop.is_asked() && begun.elapsed() < TURN;
            (claim, asked) = self.record(&taken, &result, go_on).await?;
        }
        Ok(())
    }

    /// Sends one message. `asked` is the moment before the lease, whose time is the message's.
    async fn send(&self, claim: &Claim, asked: Instant) -> AttemptResult {
        let webhook = &claim.webhook;
        let (id, body) = match &claim.message {
            WebhookMessage::Row { row, .. } => (
                message::message_id(&webhook.key, row),
                message::body(webhook.format, row, self.site.as_deref()),
            ),
            WebhookMessage::Test(test) => (
                message::test_id(&webhook.key, test.id),
                message::test_body(webhook.format, &webhook.chain, &test.asked_at, self.site.as_deref()),
            ),
        };
        let seconds = i64::try_from(asked.elapsed().as_secs()).unwrap_or(0);
        let timestamp = claim.at.timestamp().saturating_add(seconds);
        let signature = signature::signatures(&webhook.secrets, &id, timestamp, &body);
        let headers = vec![
            ("webhook-id", id),
            ("webhook-timestamp", timestamp.to_string()),
            ("webhook-signature", signature),
        ];
        self.courier
            .send(&Letter { url: &webhook.url, headers, content_type: "application/json", body })
            .await
    }

    /// Records what came of an attempt, again and again while the database is away, until the lease has ended. Also gives the
    /// moment before the next lease.
    async fn record(
        &self,
        claim: &Claim,
        result: &AttemptResult,
        go_on: bool,
    ) -> Outcome<(Option<Claim>, Instant)> {
        let begun = Instant::now();
        let chance = chance()?;
        loop {
            let asked = Instant::now();
            let recorded = self
                .database
                .write_flushed(async |c| claim::record(c, claim, result, chance, go_on).await)
                .await;
            match recorded {
                Ok(next) => return Ok((next, asked)),
                Err(Failure::Busy(_) | Failure::Full(_) | Failure::Unknown(_) | Failure::Unsettled(_))
                    if begun.elapsed() < LONGEST_RECORDING =>
                {
                    sleep(AGAIN).await;
                }
                Err(failure) => return Err(failure),
            }
        }
    }
}

/// Neither addresses nor answers: an address may hold a secret, and an answer anything.
fn log(claim: &Claim, result: &AttemptResult) {
    let (webhook, status) = (claim.webhook.id, result.status.unwrap_or_default());
    let fault = result.fault.map_or("", shared::webhook::attempt::AttemptFault::word);
    let milliseconds = result.duration.as_millis();
    if result.succeeded() {
        tracing::debug!(webhook, status, milliseconds, "delivered");
    } else {
        tracing::info!(webhook, status, fault, milliseconds, "not delivered");
    }
}

/// A random number from 0 to 1.
fn chance() -> Outcome<f64> {
    let mut bytes = [0_u8; 4];
    getrandom::fill(&mut bytes).map_err(Failure::broken)?;
    Ok(f64::from(u32::from_be_bytes(bytes)) / f64::from(u32::MAX))
}
