//! The first three places, to be read out in a hall. Says so if they are too close to call.

use super::words;
use leptos::prelude::*;
use shared::brackets::close_groups;
use shared::wire::ResultEntry;

/// Places on the podium.
const PLACES: u32 = 3;
/// With fewer ranked projects than this there is no podium: the table is short enough.
const FEW: usize = 5;

pub(super) fn podium(entries: &[ResultEntry]) -> Option<AnyView> {
    let first: Vec<&ResultEntry> = entries.iter().take_while(|e| e.rank <= PLACES).collect();
    // A place shared by many projects is easier to read in the table.
    if entries.len() < FEW || first.is_empty() || first.len() > 5 {
        return None;
    }
    let groups = close_groups(entries);
    let leading = groups.first().filter(|group| group.len() > 1);
    let close = leading.and_then(|range| entries.get(range.clone())).map(words::close);
    let steps: Vec<_> = first
        .into_iter()
        .map(|e| {
            view! {
                <li class=(e.rank < 3).then(|| format!("podium-step-{}", e.rank))>
                    <span class="podium-rank" aria-hidden="true">{e.rank}</span>
                    <span class="sr-only">{format!("Rank {}: ", e.rank)}</span>
                    <a href=format!("/projects/{}", e.project)>{e.title.clone()}</a>
                    <small>{e.team.clone()}</small>
                </li>
            }
        })
        .collect();
    let close = close.map(|sentence| view! { <p class="quiet small">{sentence}</p> });
    Some(
        view! {
            <section class="podium" aria-label="The first places">
                <ol>{steps}</ol>
                {close}
            </section>
        }
        .into_any(),
    )
}
