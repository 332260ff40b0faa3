//! The ranking of the latest run, with which the page of the ranking begins.

use crate::components::charts::{Axis, RowMark, RowScale};
use crate::components::long_lists::{FIRST, first_few};
use crate::pages::results::NINETY;
use crate::prelude::*;
use model::run::ProjectName;
use shared::calibration::ProjectOutcome;

/// The ends of the 90 % interval of a project's score.
fn interval(of: &ProjectOutcome) -> [f64; 2] {
    [of.calibrated - NINETY * of.se, of.calibrated + NINETY * of.se]
}

/// The table, the best first.
pub(super) fn ranking(projects: &[ProjectOutcome], names: &BTreeMap<ProjectId, ProjectName>) -> AnyView {
    // A total is between 0 and 1. A wide interval can reach beyond; the drawing cuts it off there.
    let ends = projects.iter().flat_map(interval).map(|end| end.clamp(0.0, 1.0));
    let axis = Axis::over(ends, 5.0);
    let rows: Vec<_> = projects.iter().map(|project| ranked_row(project, names, axis)).collect();
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

fn ranked_row(row: &ProjectOutcome, names: &BTreeMap<ProjectId, ProjectName>, axis: Axis) -> AnyView {
    let [low, high] = interval(row);
    let named = names.get(&ProjectId(row.project));
    let (title, team) = named.map(|named| (named.title.clone(), named.team.clone())).unwrap_or_default();
    let team = team_below(&team, &title);
    view! {
        <tr>
            <td class="cell-num">{row.rank}</td>
            <th scope="row"><a href=format!("/projects/{}", row.project)>{title}</a>{team}</th>
            <td class="cell-drawn"><RowMark axis value=row.calibrated low high/></td>
            <td class="cell-num">{format!("{:.3}", row.calibrated)}</td>
            <td class="cell-num">{row.reviews}</td>
        </tr>
    }
}
