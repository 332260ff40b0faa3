//! The page that compares two runs, or one with itself without a judge or a review.

use super::calibration::judge_name;
use super::movers::mover_rows;
use super::what_if::{asked, leaving_out};
use crate::pages::prelude::*;
use app::pages::manage::compare_runs::{ComparePage, ComparedView, compare_page};
use portal::publish::compare_runs::{self, ComparedRuns};
use portal::publish::what_if::{self, WhatIf};

/// `?from=` and `?to=` are runs; what else is asked is of one without something.
pub struct CompareRuns;

impl Desk for CompareRuns {
    type Id = ();
    /// Two runs, and one without something.
    type Found = (ComparedRuns, WhatIf);
    type Beside = ();
    const PATH: &'static str = "manage/calibration/compare";
    const TITLE: &'static str = "Compare runs of";

    async fn ahead(at: &At) -> Outcome<Option<Self::Found>> {
        let without = asked(&at.query);
        let without = what_if::answer(&at.state.database, &at.caller, &at.slug, without).await?;
        let between = ["from", "to"].map(|name| at.query.get(name).parse().ok());
        let read = async |c: &mut Conn| compare_runs::read(c, &at.caller, &at.slug, between).await;
        Ok(Some((at.state.read(read).await?, without)))
    }

    fn draw((found, without): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let zone = sheet.event.zone();
        let runs = found.runs.iter().map(|run| {
            let words = format!("Run {}, {}", run.run, zone.bare_words(run.created_at));
            Choice::new(run.run.to_string(), words)
        });
        let compared = found.between.map(|between| compared(between, &found));
        let leaving_out = leaving_out(&without, asked(&sheet.at.query));
        compare_page(ComparePage { runs: runs.collect(), compared, leaving_out })
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
