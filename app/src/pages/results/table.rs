//! The ranking as a table: one row for each project, its mark on an axis that all rows share, and a bracket
//! around places that are too close to call.

use super::words;
use crate::components::charts::{Axis, RowMark, RowScale};
use leptos::prelude::*;
use shared::brackets::close_groups;
use shared::ids::ProjectId;
use shared::wire::ResultEntry;
use std::ops::Range;

/// Half the width of a 90 % interval, in standard errors.
const NINETY: f64 = 1.645;

/// Projects on one page.
pub(super) const PER_PAGE: usize = 100;

/// The rows of a ranking that are shown.
#[derive(Clone, Debug)]
pub(super) enum Listed {
    /// Neighbours, with the brackets around them.
    Range(Range<usize>),
    /// Single rows by their places in the ranking, which no brackets join, from the one with this number on.
    Found {
        /// All that were found.
        found: Vec<usize>,
        /// The first that is shown.
        from: usize,
    },
}

impl Listed {
    /// The groups to draw, each with the bracket that it is in.
    fn groups(&self, entries: &[ResultEntry]) -> Vec<(Range<usize>, Range<usize>)> {
        match self {
            Self::Range(shown) => {
                let part =
                    |group: Range<usize>| (group.start.max(shown.start)..group.end.min(shown.end), group);
                close_groups(entries).into_iter().map(part).filter(|(part, _)| !part.is_empty()).collect()
            }
            Self::Found { found, from } => {
                found.iter().skip(*from).take(PER_PAGE).map(|at| (*at..at + 1, *at..at + 1)).collect()
            }
        }
    }
}

pub(super) fn ranking(entries: &[ResultEntry], listed: &Listed, own: &[ProjectId]) -> AnyView {
    let ends =
        entries.iter().flat_map(|e| [e.calibrated - NINETY * e.se, e.calibrated + NINETY * e.se, e.raw_mean]);
    // A total is between 0 and 1. A wide interval can reach beyond; the chart cuts it off there.
    let axis = Axis::over(ends.map(|end| end.clamp(0.0, 1.0)), 5.0);
    let groups = listed.groups(entries);
    let bracketed = groups.iter().any(|(_, group)| group.len() > 1);
    let bodies: Vec<_> = groups
        .into_iter()
        .filter_map(|(shown, group)| Some((entries.get(shown)?, entries.get(group)?)))
        .map(|(shown, group)| body(shown, group, entries, axis, own))
        .collect();
    let class = if entries.len() < 1_000 { "ranking" } else { "ranking ranking-wide" };
    let key = bracketed.then(|| {
        view! {
            <p class="results-key quiet small">
                <span class="ranking-bracket" aria-hidden="true"></span>
                "Projects in one bracket are too close to call: each could change places with the one on top."
            </p>
        }
    });
    view! {
        {key}
        <table class=class aria-label="Ranking">
            <thead>
                <tr>
                    <th scope="col" class="cell-num">"Rank"</th>
                    <th scope="col">"Project"</th>
                    <th scope="col" class="cell-drawn">
                        <span>"90 % interval, ○ plain mean"</span>
                        <RowScale axis/>
                    </th>
                    <th scope="col" class="cell-num">"Calibrated"</th>
                    <th scope="col" class="cell-num">"Plain mean"</th>
                    <th scope="col" class="cell-num">"Rank by mean"</th>
                    <th scope="col" class="cell-num">"Reviews"</th>
                    <th scope="col" class="cell-num">"Rank range"</th>
                </tr>
            </thead>
            {bodies}
        </table>
    }
    .into_any()
}

fn body(
    shown: &[ResultEntry],
    group: &[ResultEntry],
    all: &[ResultEntry],
    axis: Axis,
    own: &[ProjectId],
) -> AnyView {
    let close = group.len() > 1;
    let said = close.then(|| words::close(group));
    let rows: Vec<_> = shown
        .iter()
        .enumerate()
        .map(|(index, entry)| {
            row(entry, words::moved(entry, all), axis, own, said.clone().filter(|_| index == 0))
        })
        .collect();
    view! { <tbody class=close.then_some("ranking-close")>{rows}</tbody> }.into_any()
}

fn row(entry: &ResultEntry, moved: i64, axis: Axis, own: &[ProjectId], said: Option<String>) -> AnyView {
    let said = said.map(|said| view! { <span class="sr-only">{format!(" {said}")}</span> });
    let mine = own.contains(&entry.project);
    let moved = arrow(moved);
    let [low, high] = entry.rank_interval;
    let range = if low == high { low.to_string() } else { format!("{low}–{high}") };
    let reviews = match entry.reviews {
        1 => view! { <b title="Only one review: the estimate relies on the mean of all projects.">"1"</b> }
            .into_any(),
        n => n.into_any(),
    };
    view! {
        <tr id=format!("project-{}", entry.project) class=mine.then_some("ranking-own")>
            <td class="ranking-place cell-num">{entry.rank}{said}</td>
            <th scope="row" class="ranking-who">
                <a href=format!("/projects/{}", entry.project)>{entry.title.clone()}</a>
                <small>{entry.team.clone()}{mine.then_some(" · yours")}</small>
            </th>
            <td class="cell-drawn">
                <RowMark
                    axis
                    value=entry.calibrated
                    low=entry.calibrated - NINETY * entry.se
                    high=entry.calibrated + NINETY * entry.se
                    ring=entry.raw_mean
                />
            </td>
            <td class="cell-num ranking-calibrated">{format!("{:.3}", entry.calibrated)}</td>
            <td class="cell-num ranking-mean" data-label="plain">{format!("{:.3}", entry.raw_mean)}</td>
            <td class="cell-num ranking-mean-rank" data-label="rank">{entry.raw_rank}{moved}</td>
            <td class="cell-num ranking-reviews" data-label="reviews">{reviews}</td>
            <td class="cell-num ranking-range" data-label="range">{range}</td>
        </tr>
    }
    .into_any()
}

/// How far calibration moved it from its place by the plain mean: up is negative.
fn arrow(moved: i64) -> Option<AnyView> {
    let (class, arrow, word) =
        if moved < 0 { ("ranking-up", "↑", "up") } else { ("ranking-down", "↓", "down") };
    (moved != 0).then(|| {
        view! {
            <small class=class>
                <span aria-hidden="true">{arrow}</span>
                <span class="sr-only">{format!(", {word} ")}</span>
                {moved.unsigned_abs()}
            </small>
        }
        .into_any()
    })
}
