//! Projects that have another rank in one calibration than in another, and why, in words.

use super::calibration::judge_name;
use app::pages::manage::compare_runs::signed;
use app::pages::manage::movers::MoverRow;
use model::run::ProjectName;
use shared::ids::ProjectId;
use shared::run_comparison::{Comparison, Mover, OffsetDifference, ReviewDifference};
use std::collections::BTreeMap;

/// What moved, with the reasons in words.
pub(super) fn mover_rows(
    of: &Comparison,
    titles: &BTreeMap<ProjectId, ProjectName>,
    judges: &BTreeMap<String, String>,
) -> Vec<MoverRow> {
    let row = |mover: &Mover| {
        let id = ProjectId(mover.project);
        MoverRow {
            project: mover.project,
            title: titles.get(&id).map_or_else(|| format!("project {id}"), |named| named.title.clone()),
            ranks: mover.ranks,
            scores: mover.scores,
            why: why(mover, judges),
        }
    };
    of.movers.iter().map(row).collect()
}

/// Why a project moved: its own reviews first, then its judges; where neither differs, the others moved.
fn why(mover: &Mover, judges: &BTreeMap<String, String>) -> Vec<String> {
    let reviews = mover.reviews.iter().map(|review| review_words(review, judges));
    let shifts = mover.judges.iter().map(|judge| offset_words(judge, judges));
    let mut why: Vec<String> = reviews.chain(shifts).collect();
    if why.is_empty() {
        let [before, after] = mover.ranks;
        let others = if after < before { "Others fell behind it." } else { "Others moved past it." };
        why.push(format!("No review of it changed. {others}"));
    }
    why
}

fn review_words(review: &ReviewDifference, judges: &BTreeMap<String, String>) -> String {
    let judge = judge_name(judges, &review.judge);
    let total = |micro: i64| format!("{:.3}", micro as f64 / 1e6);
    match review.totals {
        [None, Some(after)] => format!("New review by {judge}: {}.", total(after)),
        [Some(before), None] => format!("The review by {judge}, {}, no longer counts.", total(before)),
        [Some(before), Some(after)] => {
            format!("{judge} changed their review from {} to {}.", total(before), total(after))
        }
        [None, None] => String::new(),
    }
}

fn offset_words(judge: &OffsetDifference, judges: &BTreeMap<String, String>) -> String {
    let name = judge_name(judges, &judge.judge);
    let [before, after] = judge.offsets.map(signed);
    format!("The offset of {name}, who reviewed it, went from {before} to {after}.")
}
