//! How far reviews are, over time.

use super::OverviewPage;
use crate::components::charts::{OverTime, Progression};
use crate::draw::Draw;
use crate::pages::manage::board::coverage_href;
use crate::pages::manage::tabs::ManageTab;
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::*;
use shared::board::Point;
use words::{plural, short_stamp};

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
        ahead: ahead(model, last),
    };
    let assigned = plural(model.assigned, "assigned review", "assigned reviews");
    let mut said = format!("{} of {assigned} submitted.", last.finished);
    if let Some(plan) = of.against_plan().filter(|_| last.finished < goal) {
        said = format!("{said} {plan}");
    }
    let slug = &model.head.slug;
    // Both pages are withheld from organizers who take part, before the publication.
    let more = model.withheld.is_none().then(|| {
        view! {
            <p>
                <a href=ManageTab::Board.href(slug)>"See which projects and judges need you"</a>" or "
                <a href=coverage_href(slug)>"every judge and every project in one table"</a>"."
            </p>
        }
    });
    Some(
        view! {
            <section aria-labelledby="over-time">
                <h2 id="over-time">"Reviews over time"</h2>
                <p class="prose">{said.clone()}</p>
                <OverTime of title=said table="over-time-table"/>
                {more}
            </section>
        }
        .drawn(),
    )
}

/// When the rest would be in at the pace of the last hour; none where nothing came or nothing is left, and past a week: that is
/// no forecast.
fn end(model: &OverviewPage) -> Option<DateTime<Utc>> {
    let rest = model.assigned - model.done;
    if rest <= 0 || model.done_last_hour <= 0 || !model.judging.is_open(model.now) {
        return None;
    }
    let minutes = rest.saturating_mul(60) / model.done_last_hour;
    let left = TimeDelta::try_minutes(minutes).filter(|left| left.num_days() < 7)?;
    Some(model.now + left)
}

/// Where the pace of the last hour leads: to the close, or to the last review where that comes first.
fn ahead(model: &OverviewPage, last: Point) -> Option<Point> {
    let end = end(model)?;
    let number = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
    match model.judging.close {
        Some(close) if close < end => {
            let come = (close - model.now).num_minutes().max(0).saturating_mul(model.done_last_hour) / 60;
            Some(Point { at: close, finished: last.finished.saturating_add(number(come)) })
        }
        _ => Some(Point { at: end, finished: number(model.assigned) }),
    }
}

/// When the rest would be in at the pace of the last hour, against the close.
pub(super) fn pace(model: &OverviewPage) -> Option<String> {
    if model.assigned <= model.done || !model.judging.is_open(model.now) {
        return None;
    }
    if model.done_last_hour <= 0 {
        return Some("No review came in during the last hour.".to_owned());
    }
    let came = format!("{} came in during the last hour.", plural(model.done_last_hour, "review", "reviews"));
    let Some(end) = end(model) else {
        return Some(format!("{came} At this pace the rest takes more than a week."));
    };
    let in_time = match model.judging.close {
        Some(close) if end > close => ", after judging closes",
        Some(close) if close - end > TimeDelta::days(1) => ", long before judging closes",
        Some(_) => ", before judging closes",
        None => "",
    };
    Some(format!("{came} At this pace all are in by {} UTC{in_time}.", short_stamp(end, model.now)))
}
