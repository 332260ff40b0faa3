//! How far reviews are, over time.

use super::OverviewPage;
use crate::components::charts::{OverTime, Progression};
use crate::pages::manage::board::coverage_href;
use crate::pages::manage::tabs::ManageTab;
use crate::prelude::*;
use words::plural;

/// The drawing, and the ways to what is behind it; nothing before judging opens and where nothing is assigned.
pub(super) fn section(model: &OverviewPage) -> Option<AnyView> {
    let last = *model.timeline.last().filter(|_| model.assigned > 0)?;
    let goal = u32::try_from(model.assigned).unwrap_or(u32::MAX);
    let of = Progression {
        now: model.now,
        line: model.timeline.clone(),
        goal,
        open: model.judging.open,
        close: model.judging.close,
        ahead: None,
    };
    let assigned = plural(model.assigned, "assigned review", "assigned reviews");
    let mut said = format!("{} of {assigned} submitted.", last.finished);
    if let Some(plan) = of.against_plan().filter(|_| last.finished < goal) {
        said = format!("{said} {plan}");
    }
    let slug = &this_event().slug;
    // Both pages are withheld from organizers who take part, before the publication.
    let more = model.withheld.is_none().then(|| {
        view! {
            <p>
                <a href=ManageTab::Board.href(slug)>"See which projects and judges need you"</a>" or "
                <a href=coverage_href(slug)>"every judge and every project in one table"</a>"."
            </p>
        }
    });
    Some(view! {
        <section aria-labelledby="over-time">
            <h2 id="over-time">"Reviews over time"</h2>
            <p class="prose">{said.clone()}</p>
            <OverTime of title=said table="over-time-table"/>
            {more}
        </section>
    })
}

/// How many came in lately. When all are in, and whether that is in time, is the board's to say: two forecasts would differ.
pub(super) fn lately(model: &OverviewPage) -> Option<String> {
    let going_on = model.assigned > model.counts.done && model.judging.is_open(model.now);
    going_on.then(|| match model.counts.done_last_hour {
        0 => "No review came in during the last hour.".to_owned(),
        n => format!("{} came in during the last hour.", plural(n, "review", "reviews")),
    })
}
