//! Two stored runs side by side.

use crate::prelude::*;
use shared::calibration::Input;
use shared::run_comparison::{Calibrated, Comparison, compare};
use store::{publication, run, run_input};

/// Compares two runs: those asked for, else the published or the last but one with the latest.
/// Errors: 401, 404, 403; 409 for a run that does not exist.
pub async fn read(call: &mut Call<'_>, asked: [Option<i32>; 2]) -> Outcome<ComparedRuns> {
    let (at, _) = call.open::<act::Calibrate>().await?;
    let runs = run::list(call.conn, at.event).await?;
    let public = publication::public_run(call.conn, at.event).await?.map(|public| public.run);
    let between = usual(&runs, public).map(|[from, to]| [asked[0].unwrap_or(from), asked[1].unwrap_or(to)]);
    let comparison = match between {
        Some([from, to]) => {
            let (before, was_read) = stored(call.conn, at.event, from).await?;
            let (after, is_read) = stored(call.conn, at.event, to).await?;
            compare(
                Calibrated { input: &was_read, outcome: &before.outcome },
                Calibrated { input: &is_read, outcome: &after.outcome },
            )
        }
        None => Comparison::default(),
    };
    Ok(ComparedRuns {
        runs,
        between,
        comparison,
        titles: run_input::names(call.conn, at.event).await?,
        judge_names: run_input::judge_names(call.conn, at.event).await?,
        at,
    })
}

/// The runs that are compared where nobody says which.
fn usual(runs: &[RunSummary], public: Option<i32>) -> Option<[i32; 2]> {
    let [latest, before, ..] = runs else { return None };
    let from = public.filter(|public| *public != latest.run).unwrap_or(before.run);
    Some([from, latest.run])
}

async fn stored(conn: &mut Conn, event: EventId, number: i32) -> Outcome<(StoredRun, Input)> {
    let found = run::find(conn, event, number).await?.zip(run::input(conn, event, number).await?);
    Ok(found.ok_or(Reason::RunUnknown { run: number })?)
}
