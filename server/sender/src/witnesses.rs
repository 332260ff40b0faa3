//! Asking witnesses to cosign the checkpoints of logs: `add-checkpoint` of [tlog-witness](https://c2sp.org/tlog-witness).

use crate::prelude::*;
use crate::webhook::courier::{Courier, Letter};
use crate::{Stop, rounds_every};
use portal::records::witnesses::{AfterAnswer, answered, forget_others, next_question};
use transparency::note::VerifierKey;
use transparency::policy::WitnessPolicy;
use transparency::witness::WitnessAnswer;

/// How long to wait before new checkpoints are looked for.
const PAUSE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub struct Witness {
    key: VerifierKey,
    /// Where it is asked.
    url: String,
}

/// Reads the policy file of the settings. Witnesses without an address are known to readers, and nobody asks them.
/// Errors: a file that cannot be read, or is no policy.
pub fn read(file: &str) -> Outcome<Vec<Witness>> {
    let wrong =
        |error: &dyn std::fmt::Display| Failure::broken(format!("EVENHAND_WITNESSES, {file}: {error}"));
    let policy = std::fs::read(file).map_err(|error| wrong(&error))?;
    let policy = WitnessPolicy::parse(&policy).map_err(|error| wrong(&error))?;
    let asked = policy.witnesses().iter().filter_map(|witness| {
        let url = format!("{}/add-checkpoint", witness.url.as_deref()?.trim_end_matches('/'));
        Some(Witness { key: witness.key.clone(), url })
    });
    Ok(asked.collect())
}

/// Asks each witness about what it has not cosigned, each minute. One that does not answer is asked again after an hour, and keeps no
/// other waiting for longer than the courier's deadline.
/// Errors: with `once`, a lost database.
pub async fn ask(
    database: &Database,
    courier: &Courier,
    witnesses: &[Witness],
    stop: &Stop,
    once: bool,
) -> Outcome<()> {
    let asked: Vec<String> = witnesses.iter().map(|witness| witness.key.to_string()).collect();
    rounds_every(PAUSE, "witnesses", stop, once, async || {
        database.write(async |c| forget_others(c, &asked).await).await?;
        let mut more = false;
        for witness in witnesses {
            more |= ask_next(database, courier, witness).await?;
        }
        Ok(more)
    })
    .await
}

/// Asks about one log; whether there was one.
async fn ask_next(database: &Database, courier: &Courier, witness: &Witness) -> Outcome<bool> {
    let mut next = database.read(async |c| next_question(c, &witness.key).await).await?;
    let (is_due, mut again) = (next.is_some(), false);
    while let Some(question) = next.take() {
        let letter = Letter {
            url: &witness.url,
            headers: Vec::new(),
            content_type: "text/plain; charset=utf-8",
            body: question.request.to_string(),
        };
        let result = courier.send(&letter).await;
        let body = result.answer.unwrap_or_default();
        let read = WitnessAnswer::read(result.status.unwrap_or_default(), body.as_bytes());
        if read == WitnessAnswer::Unavailable {
            tracing::warn!(
                witness = witness.key.name(),
                status = result.status,
                "a witness cannot be asked now"
            );
        }
        let after = database.write(async |c| answered(c, &witness.key, question, read, again).await).await?;
        if let AfterAnswer::AskAgain(question) = after {
            (next, again) = (Some(*question), true);
        }
    }
    Ok(is_due)
}
