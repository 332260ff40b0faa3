//! The projects that a judge has reviewed, with the judge's own totals and notes.

use super::model::total;
use super::path;
use crate::prelude::*;
use islands::review_form::two_places;
use model::assignment::JudgeTask;
use shared::rules::AssignmentStatus;

/// In which order the projects that a judge has seen are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeenOrder {
    /// As the judge walks the floor.
    #[default]
    Walk,
    /// By the judge's own total, the highest first.
    Total,
}

/// The section of what a judge has seen in an event; nothing before the first review.
pub(super) fn seen(
    event: &str,
    tasks: &[JudgeTask],
    criteria: &[Criterion],
    order: SeenOrder,
) -> Option<AnyView> {
    let mut seen: Vec<&JudgeTask> =
        tasks.iter().filter(|task| task.status == AssignmentStatus::Done).collect();
    if seen.is_empty() {
        return None;
    }
    if order == SeenOrder::Total {
        seen.sort_by_cached_key(|task| std::cmp::Reverse(total(task, criteria)));
    }
    let rows = each(seen, |task| row(task, criteria));
    let id = format!("seen-{event}");
    let way = |to: SeenOrder, label: &'static str, query: &str| {
        if to == order {
            return view! { <b aria-current="true">{label}</b> };
        }
        view! { <a href=format!("/judge{query}#{id}")>{label}</a> }
    };
    let orders = (rows.len() > 1).then(|| {
        view! {
            <p class="small">
                "In order of: "{way(SeenOrder::Walk, "place", "")}", "
                {way(SeenOrder::Total, "your total", "?order=total")}
            </p>
        }
    });
    Some(view! {
        <div class="judge-seen">
            <h3 id=id>"What you have seen"</h3>
            {orders}
            <ol class="judge-tasks">{rows}</ol>
            <p class="quiet small">"Totals and notes are your own. Nobody but you reads the notes."</p>
        </div>
    })
}

fn row(task: &JudgeTask, criteria: &[Criterion]) -> AnyView {
    let place = place_words(&task.place);
    let place = (!place.is_empty()).then(|| view! { <span class="judge-tasks-place">{place}" "</span> });
    let entered = if task.entered_by.is_some() { "entered for you, from paper" } else { "" };
    let team = words::other_team(&task.team, &task.title);
    let from = words::joined(&[team, task.track.as_deref().unwrap_or_default(), entered], " · ");
    let total = total(task, criteria)
        .map(|total| view! { <span class="judge-tasks-total">{two_places(total)}</span> });
    let note = (!task.note.is_empty())
        .then(|| view! { <div class="judge-seen-note"><Paragraphs text=task.note.clone()/></div> });
    view! {
        <li data-task=task.id.to_string()>
            <a href=path(task.id)>{place}{task.title.clone()}</a>
            <small class="quiet">{from}" "<b class="judge-tasks-unsent" hidden></b></small>
            {total}
            {note}
        </li>
    }
}
