//! The page that compares two runs.

use super::calibration::judge_name;
use crate::pages::prelude::*;
use app::components::Choice;
use app::pages::manage::{ComparePage, ComparedView, MoverRow, compare_page, signed};
use model::run::ProjectName;
use portal::publish::compare_runs::{self, ComparedRuns};
use shared::run_comparison::{Comparison, Mover, OffsetDifference, ReviewDifference};
use std::collections::BTreeMap;

/// `?from=` and `?to=` are runs.
pub struct CompareRuns;

impl Desk for CompareRuns {
    type Id = ();
    type Found = ComparedRuns;
    type Beside = ();
    const PATH: &'static str = "manage/calibration/compare";
    const TITLE: &'static str = "Compare two runs of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<ComparedRuns> {
        let asked = ["from", "to"].map(|name| at.query.get(name).parse().ok());
        compare_runs::read(c, &at.caller, &at.slug, asked).await
    }

    fn draw(found: ComparedRuns, sheet: Around<'_, Self>) -> AnyView {
        let zone = sheet.event.zone();
        let runs = found.runs.iter().map(|run| {
            let words = format!("Run {}, {}", run.run, zone.bare_words(run.created_at));
            Choice::new(run.run.to_string(), words)
        });
        let compared = found.between.map(|between| compared(between, &found));
        compare_page(ComparePage { runs: runs.collect(), compared })
    }
}

fn compared(between: [i32; 2], found: &ComparedRuns) -> ComparedView {
    let of = &found.comparison;
    let kinds = |kind: fn(&[Option<i64>; 2]) -> bool| of.reviews.iter().filter(|r| kind(&r.totals)).count();
    let judges = of.judges.iter().map(|j| (judge_name(&found.judge_names, &j.judge), j.offsets));
    ComparedView {
        between,
        movers: mover_rows(of, &found.titles, &found.judge_names),
        projects: of.projects,
        reviews: [
            kinds(|totals| totals[0].is_none()),
            kinds(|totals| totals[1].is_none()),
            kinds(|totals| totals.iter().all(Option::is_some)),
        ],
        judges: judges.collect(),
        regrouped: of.regrouped,
    }
}

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
