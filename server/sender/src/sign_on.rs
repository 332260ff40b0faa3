//! Asking the provider of the single sign-on, for people who wait in front of a page. A question is taken once: its code works once, so
//! what a sender that dies has taken is asked anew by the person.

use super::{Stop, rounds_every};
use crate::prelude::*;
use ::sign_on::ProviderClient;
use store::sign_on;

/// The wait between two looks: somebody waits for the answer.
const PAUSE: Duration = Duration::from_millis(100);
/// Questions under way at once.
const AT_ONCE: usize = 64;
/// How often questions that nobody waits for any more are removed.
const HOUSEKEEPING: Duration = Duration::from_secs(30);
/// How long a stop waits for what is under way: the provider has ten seconds.
const LONGEST_STOP: Duration = Duration::from_millis(10_500);

/// Answers what the portal asks of this provider, until it is stopped, or with `once` until nothing is asked; then waits for what is
/// under way.
/// Errors: with `once`, a lost database.
pub async fn answer(
    database: &Database,
    provider: &Arc<ProviderClient>,
    stop: &Stop,
    once: bool,
) -> Outcome<()> {
    let mut tasks = JoinSet::new();
    let mut kept = None;
    let answered = rounds_every(PAUSE, "single sign-on", stop, once, async || {
        while tasks.try_join_next().is_some() {}
        if kept.is_none_or(|at: Instant| at.elapsed() >= HOUSEKEEPING) {
            database.read(async |c| sign_on::forget_old_questions(c).await).await?;
            kept = Some(Instant::now());
        }
        let places = i64::try_from(AT_ONCE.saturating_sub(tasks.len())).unwrap_or_default();
        let asked = database.read(async |c| sign_on::take_questions(c, places).await).await?;
        for (id, question) in asked {
            let (database, provider) = (database.clone(), Arc::clone(provider));
            tasks.spawn(async move {
                let answer = provider.answer(question).await;
                let left = database.read(async |c| sign_on::answer(c, id, &answer).await).await;
                if let Err(failure) = left {
                    tracing::warn!(%failure, "an answer of the provider was lost: the person has to start again");
                }
            });
        }
        Ok(false)
    })
    .await;
    let _ = timeout(LONGEST_STOP, async { while tasks.join_next().await.is_some() {} }).await;
    answered
}
