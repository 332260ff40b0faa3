//! One calibration run: read, compute, keep.
//!
//! Computing takes seconds on a large event, so no transaction is open meanwhile. A run keeps the
//! reviews that it read, so what is stored belongs together whatever was saved in between.

use super::reading::{Reading, gather};
use crate::idempotency::IdempotencyKey;
use crate::prelude::*;
use shared::calibration::{self, UNWATCHED};
use store::heavy::{self, Class};
use store::run;

#[derive(Clone, Debug)]
pub struct Found {
    pub outcome: calibration::Outcome,
    /// What each criterion says of the projects.
    pub criteria: Vec<CriterionShare>,
}

/// Runs the calibration of an event and returns the run's number.
/// Errors: 401, 404, 403, 409 without a usable review.
pub async fn run(by: By<'_>) -> Outcome<i32> {
    run_once(by, None).await
}

/// Runs the calibration at most once for each key: a form that was sent twice makes one run.
/// Errors: as [`run()`]; 422 for a key that named another request.
pub async fn run_once(by: By<'_>, key: Option<IdempotencyKey>) -> Outcome<i32> {
    let reading = by.database.read_snapshot(async |c| read(&mut by.call(c)).await).await?;
    let (reading, found) = compute(reading).await?;
    by.write_once(key, async |call| keep(call, &reading, &found).await).await
}

/// Reads what a run reads, for a caller who may calibrate.
/// Errors: 401, 404, 403, 409 without a usable review.
pub async fn read(call: &mut Call<'_>) -> Outcome<Reading> {
    let (at, _) = call.open::<act::Calibrate>().await?;
    let reading = gather(call.conn, &at).await?;
    reading.require_reviews()?;
    Ok(reading)
}

/// Computes on a blocking thread.
/// Errors: 409 without a usable review; broken, where the thread is lost.
pub async fn compute(reading: Reading) -> Outcome<(Reading, Found)> {
    let reading = Arc::new(reading);
    let read = Arc::clone(&reading);
    let job = move || {
        let outcome = calibration::calibrate_for(&read.input, &read.winners, UNWATCHED)?;
        Ok::<_, calibration::NoReviews>(Found { outcome, criteria: read.criterion_shares() })
    };
    let found = heavy::run_as(Class::Event, job).await?;
    reading.require_reviews()?;
    Ok((Arc::unwrap_or_clone(reading), found.map_err(Failure::broken)?))
}

/// Stores a run with what it read, and logs it; asks the rule again, since time has passed.
/// Errors: 401, 404, 403.
pub async fn keep(call: &mut Call<'_>, reading: &Reading, found: &Found) -> Acted<i32> {
    let at = call.context().await?;
    let permit = call.ask::<act::Calibrate>(&at)?;
    let Found { outcome, criteria } = found;
    let kept = (outcome, &criteria[..], &reading.excluded);
    let run = run::insert(call.conn, &permit, call.caller.person(), &reading.input, kept).await?;
    let after = Some(json!({
        "method": outcome.method,
        "input_digest": outcome.input_digest,
        "panels": outcome.fit.panels,
        "reviews": outcome.fit.reviews,
        "projects": outcome.fit.projects,
        "judges": outcome.fit.judges,
        "excluded": reading.excluded.len(),
    }));
    Ok(Done::logged(run, call.entry(&at, "run.created", "run", run).after(after)))
}
