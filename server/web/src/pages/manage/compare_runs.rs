//! The page that compares two runs, or one with itself without a judge or a review.

use crate::pages::prelude::*;
use app::pages::manage::compare_runs::compare_page;
use model::run::{ComparedRuns, WhatIf};
use portal::publish::compare_runs;
use portal::publish::what_if::{self, WhatIfQuestion};

/// `?from=` and `?to=` are runs; `?run=`, `?judge=` by number and `?project=` ask of one run without something.
pub struct CompareRuns;

impl Desk for CompareRuns {
    type Id = ();
    /// Two runs, and one without something.
    type Found = (ComparedRuns, WhatIf);
    type Beside = ();
    const PATH: &'static str = "manage/calibration/compare";
    const TITLE: &'static str = "Compare runs of";

    async fn ahead(at: &At) -> Outcome<Option<Self::Found>> {
        let asked = WhatIfQuestion {
            run: at.query.get("run").parse().ok(),
            judge: at.query.get("judge").parse().ok(),
            project: at.query.get("project").parse().ok().map(ProjectId),
        };
        let without = what_if::answer(at.by(), asked).await?;
        let between = ["from", "to"].map(|name| at.query.get(name).parse().ok());
        let read = async |call: &mut Call<'_>| compare_runs::read(call, between).await;
        Ok(Some((at.by().read(read).await?, without)))
    }

    fn draw((found, without): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let zone = sheet.event.zone();
        let runs = found.runs.iter().map(|run| {
            let words = format!("Run {}, {}", run.run, zone.bare_words(run.created_at));
            Choice::new(run.run.to_string(), words)
        });
        compare_page(&found, runs.collect(), &without)
    }
}
