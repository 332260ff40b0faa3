//! Moving a judge's pending work to others.

use super::names;
use crate::pages::prelude::*;
use app::pages::manage::assignments::handover::{HandoverPart, HandoverRow};
use portal::judge::handover::{self, Handover};

/// Who would take a judge's pending work.
pub(in crate::pages::manage) async fn preview(at: &At<PersonId>) -> Outcome<HandoverPart> {
    handover::preview(at.by(), at.id).await.map(part)
}

fn part(found: Handover) -> HandoverPart {
    let names = names(&found.ground);
    let rows = found.plan.added.iter().map(|pair| {
        let load = found.plan.loads.iter().find(|load| load.judge == pair.judge);
        HandoverRow {
            title: names.project(pair.project),
            to: names.judge(pair.judge),
            load: load.map_or(0, |load| load.kept + load.added),
        }
    });
    let goes = |project: i64| found.plan.added.iter().any(|pair| pair.project == project);
    let stay = found.pending.iter().filter(|pair| !goes(pair.project)).map(|p| names.project(p.project));
    HandoverPart {
        rows: rows.collect(),
        stay: stay.collect(),
        untaken: found.untaken,
        digest: found.plan.digest.clone(),
        may: forms::allowed(found.refused),
    }
}
