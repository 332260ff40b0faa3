//! The ranking as a table: one row for each project, its mark on an axis that all rows share, and a bracket
//! around places that are too close to call.

use super::asked::{Asked, Columns};
use super::sentences;
use super::story::{ModelParts, story};
use crate::components::charts::{Axis, RowMark, RowScale};
use crate::prelude::*;
use shared::brackets::close_groups;
use shared::moves::{Move, moves};
use shared::wire::ResultEntry;
use std::ops::Range;

/// Half the width of a 90 % interval, in standard errors.
pub const NINETY: f64 = 1.645;

/// What all rows of a ranking need.
struct Rows<'a> {
    entries: &'a [ResultEntry],
    moves: Vec<Move>,
    axis: Axis,
    own: &'a [ProjectId],
    /// How many judges there are; none where nothing was corrected, and no row has a story.
    judges: Option<u32>,
    /// What the model has besides the judges' offsets.
    modelled: ModelParts,
    columns: Columns,
}

/// The axis on which all marks of a ranking lie.
pub(super) fn axis(entries: &[ResultEntry]) -> Axis {
    let ends =
        entries.iter().flat_map(|e| [e.calibrated - NINETY * e.se, e.calibrated + NINETY * e.se, e.raw_mean]);
    // A total is between 0 and 1. A wide interval can reach beyond; the chart cuts it off there.
    Axis::over(ends.map(|end| end.clamp(0.0, 1.0)), 5.0)
}

pub(super) fn mark(entry: &ResultEntry, axis: Axis) -> AnyView {
    view! {
        <RowMark
            axis
            value=entry.calibrated
            low=entry.calibrated - NINETY * entry.se
            high=entry.calibrated + NINETY * entry.se
            ring=entry.raw_mean
        />
    }
}

/// `2–7`, or the rank alone where the range is one.
pub(super) fn range(entry: &ResultEntry) -> String {
    let [low, high] = entry.rank_interval;
    if low == high { low.to_string() } else { format!("{low}–{high}") }
}

pub(super) const PER_PAGE: usize = 100;

/// The rows of a ranking that are shown.
pub(super) enum Listed {
    /// Neighbours, with the brackets around them.
    Range(Range<usize>),
    /// Single rows by their places in the ranking, which no brackets join, from the one with this number on.
    Found {
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

/// The rows of `listed`.
pub(super) fn ranking(entries: &[ResultEntry], listed: &Listed, asked: &Asked<'_>) -> AnyView {
    let Asked { own, columns, judges, modelled, .. } = *asked;
    let axis = axis(entries);
    let rows = Rows { entries, moves: moves(entries), axis, own, judges, modelled, columns };
    let groups = listed.groups(entries);
    let class = if entries.len() < 1_000 { "ranking" } else { "ranking ranking-wide" };
    view! {
        {groups.iter().any(|(_, group)| group.len() > 1).then(key)}
        <table class=class id="ranking" aria-label="Ranking">
            {head(axis, judges.is_some(), columns)}
            {each(groups, |(shown, group)| body(&rows, shown, group))}
        </table>
        {cut(axis)}
    }
}

/// How the brackets are read.
fn key() -> AnyView {
    view! {
        <p class="results-key quiet small">
            <span class="ranking-bracket" aria-hidden="true"></span>
            "Projects in one bracket are too close to call: each could change places with the one on top."
        </p>
    }
}

/// Says where the axis is cut off. It is below the table, whose head has the axis with its numbers.
fn cut(axis: Axis) -> Option<AnyView> {
    axis.cut().map(|[low, high]| {
        let said = format!(
            "The axis of the drawing runs from {low} to {high}, where these scores lie, not from 0 to 1."
        );
        view! { <p class="results-key quiet small">{said}</p> }
    })
}

fn head(axis: Axis, stories: bool, columns: Columns) -> AnyView {
    let why = stories
        .then(|| view! { <th scope="col" class="ranking-why"><span class="sr-only">"Why"</span></th> });
    let (means, range) = (columns == Columns::All)
        .then(|| {
            let means = view! {
                <th scope="col" class="cell-num">"Plain mean"</th>
                <th scope="col" class="cell-num">"Rank by mean"</th>
            };
            (means, view! { <th scope="col" class="cell-num">"Rank range"</th> })
        })
        .unzip();
    view! {
        <thead>
            <tr>
                <th scope="col" class="cell-num">"Rank"</th>
                <th scope="col">"Project"</th>
                <th scope="col" class="cell-drawn">
                    <span>"90\u{a0}% interval, ○ plain mean"</span>
                    <RowScale axis/>
                </th>
                <th scope="col" class="cell-num ranking-calibrated">"Calibrated"</th>
                {means}
                <th scope="col" class="cell-num">"Reviews"</th>
                {range}
                {why}
            </tr>
        </thead>
    }
}

fn body(rows: &Rows<'_>, shown: Range<usize>, group: Range<usize>) -> AnyView {
    let close = group.len() > 1;
    let said = close.then(|| rows.entries.get(group).map(sentences::close)).flatten();
    let first = shown.start;
    let rows = each(shown, |index| row(rows, index, said.clone().filter(|_| index == first)));
    view! { <tbody class=close.then_some("ranking-close")>{rows}</tbody> }
}

fn row(rows: &Rows<'_>, index: usize, said: Option<String>) -> Option<AnyView> {
    let (entry, moved) = (rows.entries.get(index)?, *rows.moves.get(index)?);
    let said = said.map(|said| view! { <span class="sr-only">{format!(" {said}")}</span> });
    let mine = rows.own.contains(&entry.project);
    let yours = if mine { "yours" } else { "" };
    let team = words::joined(&[words::other_team(&entry.team, &entry.title), yours], " · ");
    let reviews = match entry.reviews {
        1 => view! { <b title="Only one review: the estimate relies on the mean of all projects.">"1"</b> },
        n => view! { {n} },
    };
    let told = rows.judges.map(|judges| (why(entry), story_row(entry, moved, judges, rows))).unzip();
    let (means, within) = (rows.columns == Columns::All)
        .then(|| {
            let means = view! {
                <td class="cell-num ranking-mean" data-label="plain">{format!("{:.3}", entry.raw_mean)}</td>
                <td class="cell-num ranking-mean-rank" data-label="rank">{entry.raw_rank}{arrow(moved.places)}</td>
            };
            (means, view! { <td class="cell-num ranking-range" data-label="range">{range(entry)}</td> })
        })
        .unzip();
    Some(view! {
        <tr id=format!("project-{}", entry.project) class=mine.then_some("ranking-own")>
            <td class="ranking-place cell-num">{entry.rank}{said}</td>
            <th scope="row" class="ranking-who">
                <a href=format!("/projects/{}", entry.project)>{entry.title.clone()}</a>
                <small>{team}</small>
            </th>
            <td class="cell-drawn">{mark(entry, rows.axis)}</td>
            <td class="cell-num ranking-calibrated">{format!("{:.3}", entry.calibrated)}</td>
            {means}
            <td class="cell-num ranking-reviews" data-label=if entry.reviews == 1 { "review" } else { "reviews" }>{reviews}</td>
            {within}
            {told.0}
        </tr>
        {told.1}
    })
}

/// Opens the story of a row, which is the row below: a sheet can show that, and not open a cell over all columns.
fn why(entry: &ResultEntry) -> AnyView {
    let label = format!("Why rank {}", entry.rank);
    view! {
        <td class="ranking-why">
            <details class="disclosure"><summary aria-label=label>"Why"</summary></details>
        </td>
    }
}

fn story_row(entry: &ResultEntry, moved: Move, judges: u32, rows: &Rows<'_>) -> AnyView {
    let all = if rows.columns == Columns::All { "9" } else { "6" };
    view! { <tr class="ranking-story"><td colspan=all><p>{story(entry, moved, judges, rows.modelled).join(" ")}</p></td></tr> }
}

/// How far calibration moved it from its place by the plain mean: up is negative. Up is no better than down, so both have one
/// colour.
fn arrow(moved: i64) -> Option<AnyView> {
    let (arrow, word) = if moved < 0 { ("↑", "up") } else { ("↓", "down") };
    (moved != 0).then(|| {
        view! {
            <small>
                <span aria-hidden="true">{arrow}</span>
                <span class="sr-only">{format!(", {word} ")}</span>
                {moved.unsigned_abs()}
            </small>
        }
    })
}
