//! The ranking of the latest run, with which the page of the ranking begins.

use super::long_lists::first_few;
use crate::components::charts::{Axis, RowMark, RowScale};
use crate::prelude::*;

/// So many projects are in view; the others are folded.
const FIRST: usize = 8;

/// A project in a run.
#[derive(Clone, Debug)]
pub struct RankedRow {
    pub project: i64,
    pub title: String,
    pub team: String,
    pub rank: u32,
    pub score: f64,
    /// The ends of the 90 % interval of the score.
    pub interval: [f64; 2],
    pub reviews: u32,
}

/// The table, the best first.
pub(super) fn ranking(rows: Vec<RankedRow>) -> AnyView {
    // A total is between 0 and 1. A wide interval can reach beyond; the drawing cuts it off there.
    let ends = rows.iter().flat_map(|row| row.interval).map(|end| end.clamp(0.0, 1.0));
    let axis = Axis::over(ends, 5.0);
    let rows: Vec<_> = rows.into_iter().map(|row| ranked_row(row, axis)).collect();
    let table = |label: &'static str, rows: Vec<AnyView>| {
        view! {
            <div class="table" role="region" aria-label=format!("{label}, table") tabindex="0">
                <table class="manage-ranking">
                    <thead>
                        <tr>
                            <th scope="col" class="cell-num">"Rank"</th>
                            <th scope="col">"Project"</th>
                            <th scope="col" class="cell-drawn">
                                <span>"90\u{a0}% interval"</span>
                                <RowScale axis/>
                            </th>
                            <th scope="col" class="cell-num">"Score"</th>
                            <th scope="col" class="cell-num">"Reviews"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    };
    first_few(rows, FIRST, ("Ranking", "The others in order"), ("project", "projects"), table)
}

fn ranked_row(row: RankedRow, axis: Axis) -> AnyView {
    let [low, high] = row.interval;
    // After an import most teams are called like their projects.
    let team = (row.team != row.title).then(|| view! { <br/><small class="quiet">{row.team}</small> });
    view! {
        <tr>
            <td class="cell-num">{row.rank}</td>
            <th scope="row"><a href=format!("/projects/{}", row.project)>{row.title}</a>{team}</th>
            <td class="cell-drawn"><RowMark axis value=row.score low high/></td>
            <td class="cell-num">{format!("{:.3}", row.score)}</td>
            <td class="cell-num">{row.reviews}</td>
        </tr>
    }
}
