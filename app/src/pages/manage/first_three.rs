//! What judges liked best, as organizers compare it with the ranking.

use crate::components::long_lists::{FEW, LongTable};
use crate::prelude::*;
use model::first_three::FirstThreeLine;

#[derive(Clone, Debug)]
pub struct FirstThreeTable {
    /// How many judges gave their first three.
    pub judges: usize,
    /// The projects that were named, the best first, with their ranks, where they have one.
    pub rows: Vec<(FirstThreeLine, Option<u32>)>,
}

/// What judges liked best, beside the ranking.
pub(super) fn first_three(table: FirstThreeTable) -> AnyView {
    let judges = plural(table.judges, "judge", "judges");
    let lead = format!(
        "{judges} named the projects that they liked best. 3 points for a first place, 2 for a second, 1 for a third. It decides nothing by itself."
    );
    let rows = each(table.rows, first_three_row);
    let body = if rows.is_empty() {
        view! { <p class="quiet">"No judge has given their first three yet."</p> }
    } else {
        let labels = ("Judges’ first three", "Judges’ first three, the others");
        view! {
            <p class="prose">{lead}</p>
            <div class="stack manage-short-cells"><LongTable rows few=FEW labels counted=("project", "projects") columns=[text_column("Project"), number_column("First"), number_column("Second"), number_column("Third"), number_column("Points"), number_column("Rank")]/></div>
        }
    };
    section("first-three", "Judges’ first three").of(body)
}

fn first_three_row((row, rank): (FirstThreeLine, Option<u32>)) -> AnyView {
    let [first, second, third] = row.places;
    let team = team_below(&row.team, &row.title);
    view! {
        <tr>
            <th scope="row"><a href=format!("/projects/{}", row.tally.project)>{row.title}</a>{team}</th>
            <td class="cell-num" data-label="First">{first}</td>
            <td class="cell-num" data-label="Second">{second}</td>
            <td class="cell-num" data-label="Third">{third}</td>
            <td class="cell-num" data-label="Points">{row.tally.points}</td>
            <td class="cell-num" data-label="Rank">{rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())}</td>
        </tr>
    }
}
