//! What a ranking would be without one judge, or without one review. Computed when asked, and kept nowhere: a run is what an
//! organizer decides to make.

use crate::prelude::*;
use shared::calibration::{Input, METHOD, METHOD_RAW_MEAN, NoReviews, Outcome as Ranking, calibrate};
use shared::run_comparison::{Calibrated, compare};
use store::heavy::{self, Class};
use store::{run, run_input};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WhatIfQuestion {
    /// Of which run; none for the latest.
    pub run: Option<i32>,
    /// A judge, by their place in the run's list of judges, from 1: addresses stay out of links.
    pub judge: Option<usize>,
    pub project: Option<ProjectId>,
}

/// Reads a run, and computes what was asked.
/// Errors: 401, 404, 403; 409 for a run that does not exist; 404 for a judge or a review that it did not read.
pub async fn answer(by: By<'_>, asked: WhatIfQuestion) -> Outcome<WhatIf> {
    let mut desk = by.database.read_snapshot(async |c| open(&mut by.call(c), asked).await).await?;
    if let (Some((run, input)), Some(left_out)) = (&desk.run, &desk.left_out) {
        desk.found = compute(run.outcome.clone(), input.clone(), left_out.clone()).await?;
    }
    Ok(desk)
}

async fn open(call: &mut Call<'_>, asked: WhatIfQuestion) -> Outcome<WhatIf> {
    let (at, _) = call.open::<act::Calibrate>().await?;
    let stored = match asked.run {
        Some(number) => {
            Some(run::find(call.conn, at.event, number).await?.ok_or(Reason::RunUnknown { run: number })?)
        }
        None => run::latest(call.conn, at.event).await?,
    };
    let run = match stored {
        Some(stored) => run::input(call.conn, at.event, stored.run).await?.map(|input| (stored, input)),
        None => None,
    };
    let left_out = match &run {
        Some((stored, input)) => left_out(asked, stored, input)?,
        None => None,
    };
    Ok(WhatIf {
        run,
        project: asked.project,
        left_out,
        found: None,
        titles: run_input::names(call.conn, at.event).await?,
        judge_names: run_input::judge_names(call.conn, at.event).await?,
        at,
    })
}

fn left_out(asked: WhatIfQuestion, run: &StoredRun, input: &Input) -> Result<Option<LeftAside>, Refusal> {
    if let Some(ProjectId(project)) = asked.project
        && !input.reviews().iter().any(|review| review.project == project)
    {
        return Err(Refusal::not_found());
    }
    let Some(number) = asked.judge else { return Ok(None) };
    let judge = number.checked_sub(1).and_then(|at| run.outcome.judges.get(at));
    let judge = judge.ok_or_else(Refusal::not_found)?.judge.clone();
    let Some(project) = asked.project else { return Ok(Some(LeftAside::Judge(judge))) };
    if !input.reviews().iter().any(|review| review.project == project.0 && review.judge == judge) {
        return Err(Refusal::not_found());
    }
    Ok(Some(LeftAside::Review(project, judge)))
}

async fn compute(run: Ranking, input: Input, left_out: LeftAside) -> Outcome<Option<RunWithout>> {
    heavy::run_as(Class::Event, move || without(&run, &input, &left_out)).await?.map_err(Failure::broken)
}

fn without(
    run: &Ranking,
    input: &Input,
    left_out: &LeftAside,
) -> Result<Option<RunWithout>, shared::calibration::InputError> {
    let mut reviews = input.reviews().to_vec();
    reviews.retain(|review| match left_out {
        LeftAside::Judge(judge) => review.judge != *judge,
        LeftAside::Review(project, judge) => review.project != project.0 || review.judge != *judge,
    });
    let rest = Input::new(reviews, input.dealt())?;
    let Ok(found) = calibrate(&rest) else { return Ok(None) };
    // A run of an earlier version of the model differs from one of this version by more than what is left out.
    let again = (run.method != METHOD && run.method != METHOD_RAW_MEAN).then(|| calibrate(input));
    let whole = match &again {
        Some(Ok(whole)) => whole,
        Some(Err(NoReviews)) | None => run,
    };
    let comparison =
        compare(Calibrated { input, outcome: whole }, Calibrated { input: &rest, outcome: &found });
    Ok(Some(RunWithout { comparison, ranking: found }))
}
